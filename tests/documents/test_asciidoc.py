"""AsciiDoc: macros, attributes, conditions, blocks and anchors."""

from time import process_time

import pytest
from tests.case_tables import cases
from tests.documents.conftest import Reader
from tests.documents.found import anchors, links, searched

from papertrace.model.document import DocumentLink


@cases("text, expected", named=True)
def test_marked_addresses_have_their_locations(text: str, expected: list[tuple[str, int, int]], read: Reader) -> None:
    assert links(read("a.adoc", text)) == expected


def addresses(pieces: list[object]) -> list[str]:
    """Return what the marked addresses denote."""
    return [one.address or one.raw for one in pieces if isinstance(one, DocumentLink)]


@cases("text, expected", named=True)
def test_attributes_are_replaced(text: str, expected: list[str], read: Reader) -> None:
    assert addresses(list(read("a.adoc", text))) == expected


def test_attributes_lengthen_a_document_only_so_much(read: Reader) -> None:
    text = f":long: {'x' * 1000}\n\n" + "link:{long}[x]\n" * 5000

    lengths = [len(address) for address in addresses(list(read("a.adoc", text)))]

    assert max(lengths) == lengths[0] == 1000
    assert sum(lengths) < 2_100_000


@pytest.mark.parametrize("marks", "=-~^+")
def test_titles_may_have_a_line_of_marks_below(marks: str, read: Reader) -> None:
    pieces = read("a.adoc", f"Words.\n\n[[own]]\nIts Title\n{marks * 8}\nhttps://example.org/a\n")

    assert anchors(pieces) == ["own", "Its Title", "its-title", "_its_title", "its-title"]
    assert searched(pieces) == [("https://example.org/a", 6)]


@cases("text, expected", named=True)
def test_ids_are_those_of_asciidoctor(text: str, expected: list[str], read: Reader) -> None:
    assert set(expected) <= set(anchors(read("a.adoc", text)))


@pytest.mark.parametrize(
    "text", ["ifdef::env-github[]\n" * 9_000 + ":a: b\n" * 9_000, "image:a[" * 9_000, "image:a[link=" * 9_000]
)
def test_hostile_texts_take_time_in_proportion_to_their_length(text: str, read: Reader) -> None:
    start = process_time()
    read("a.adoc", text)

    assert process_time() - start < 3


@cases("text, address", named=True)
def test_a_cross_reference_leads_to_an_anchor_or_a_file(text: str, address: str, read: Reader) -> None:
    assert addresses(list(read("a.adoc", f"See {text}.\n"))) == [address]
