"""HTML: attributes, texts between tags, and invisible text."""

from tests.case_tables import cases
from tests.documents.conftest import Reader
from tests.documents.found import links

from papertrace.model.document import DocumentLink


@cases("text, expected", named=True)
def test_attributes_are_links_with_their_locations(
    text: str, expected: list[tuple[str, int, int]], read: Reader
) -> None:
    assert links(read("a.html", text)) == expected


@cases("text, reason")
def test_addresses_that_are_no_links_are_left_out_with_the_reason(read: Reader, text: str, reason: str) -> None:
    (found,) = (one for one in read("a.html", text) if isinstance(one, DocumentLink))

    assert found.left_out is not None
    assert found.left_out.value == reason
