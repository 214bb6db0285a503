"""Org mode: bracket links, abbreviations, blocks and anchors."""

import pytest
from tests.case_tables import cases
from tests.documents.conftest import Reader
from tests.documents.found import links, searched

from papertrace.model.document import DocumentLink


@cases("text, expected", named=True)
def test_marked_addresses_have_their_locations(text: str, expected: list[tuple[str, int, int]], read: Reader) -> None:
    assert links(read("a.org", text)) == expected


@cases("text, expected", named=True)
def test_targets_denote_addresses(text: str, expected: str, read: Reader) -> None:
    assert [one.address or one.raw for one in read("a.org", text) if isinstance(one, DocumentLink)] == [expected]


@pytest.mark.parametrize(("language", "found"), [("html", [("https://example.org/a", 2, 10)]), ("latex", [])])
def test_of_what_is_exported_to_one_format_that_to_html_is_read(
    language: str, found: list[tuple[str, int, int]], read: Reader
) -> None:
    pieces = read("a.org", f"#+begin_export {language}\n<a href='https://example.org/a'>\n#+end_export\n")

    assert links(pieces) == found
    assert searched(pieces) == []
