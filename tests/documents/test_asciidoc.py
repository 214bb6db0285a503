"""AsciiDoc: macros, attributes, conditions, blocks and anchors."""

from time import process_time

import pytest
from tests.case_tables import cases
from tests.documents.conftest import Reader
from tests.documents.found import anchors, left_out, links, searched

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


def test_an_address_with_an_attribute_is_located_where_the_attribute_is(read: Reader) -> None:
    pieces = read("a.adoc", ":home: https://example.org\n\nSee {home}/a[A] and {home}.\n")

    assert links(pieces) == [("{home}/a", 3, 5)]
    assert searched(pieces) == [("See  and https://example.org.", 3)]


def test_comments_and_listings_are_left_out(read: Reader) -> None:
    text = (
        "////\nhttps://example.org/1\n////\n// https://example.org/2\n----\nhttps://example.org/3\n----\n"
        "....\nhttps://example.org/4\n....\n```sh\nhttps://example.org/5\n```\nhttps://example.org/6\n"
    )
    pieces = read("a.adoc", text)

    assert [reason for reason, _ in left_out(pieces)] == ["in a comment"] * 2 + ["in code"] * 3
    assert searched(pieces) == [("https://example.org/6", 14)]


def test_paragraphs_of_source_are_left_out(read: Reader) -> None:
    text = "[source,yaml]\nimage: image:a.png[] https://example.org/1\n\nhttps://example.org/2\n\n|[source]\nlink:b[]\n"
    pieces = read("a.adoc", text)

    assert links(pieces) == []
    assert searched(pieces) == [("https://example.org/2", 4)]


def test_a_block_that_is_passed_through_is_html(read: Reader) -> None:
    assert links(read("a.adoc", '++++\n<a href="b.html">b</a>\n++++\n')) == [("b.html", 2, 10)]


def test_literal_passages_have_no_links(read: Reader) -> None:
    assert searched(read("a.adoc", "Write `+https://example.org/a+` so.\n")) == []


def test_cross_references_are_anchors_or_files(read: Reader) -> None:
    text = "<<own>> <<own,Own>> <<Own/my words>> xref:own[] xref:b.adoc#c[C] <<d.adoc#>> xref:attachment$e.zip[]\n"

    assert addresses(list(read("a.adoc", text))) == [
        "#own",
        "#own",
        "#Own/my words",
        "#own",
        "b.adoc#c",
        "d.adoc",
        "attachment$e.zip",
    ]


def test_headings_and_ids_are_anchors(read: Reader) -> None:
    text = (
        "[[one]]\n== Own Words\n\n[#two.role]\n.Title of it\n====\n====\n\nanchor:three[] [[four,Four]]\n\n[id=five]\n"
    )

    expected = {"one", "two", "three", "four", "five", "Own Words", "_own_words", "own-words", "Title of it"}
    assert set(anchors(read("a.adoc", text))) == expected


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


def test_marks_below_a_paragraph_begin_a_listing(read: Reader) -> None:
    text = "A longer line:\n----\nhttps://example.org/a\n----\nOne\nTwo.\n----\nhttps://example.org/b\n----\n"

    assert [one for _, one in left_out(read("a.adoc", text))] == ["https://example.org/a", "https://example.org/b"]


def test_marks_before_words_begin_no_listing(read: Reader) -> None:
    assert searched(read("a.adoc", "----words\nhttps://example.org/a\n")) == [("https://example.org/a", 2)]


def test_a_styled_block_may_be_open(read: Reader) -> None:
    text = "[source]\n[[own]]\n--\nhttps://example.org/a\n\nhttps://example.org/b\n--\nhttps://example.org/c\n"
    pieces = read("a.adoc", text)

    assert (anchors(pieces), searched(pieces)) == (["own"], [("https://example.org/c", 8)])


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


def test_text_that_is_passed_through_is_counted_or_read_as_html(read: Reader) -> None:
    pieces = read("a.adoc", "+https://example.org/a+ and pass:[<a href='https://example.org/b'>b</a>]\n")

    assert (left_out(pieces), links(pieces)) == (
        [("in code", "+https://example.org/a+")],
        [("https://example.org/b", 1, 44)],
    )


@cases("text, address", named=True)
def test_a_cross_reference_leads_to_an_anchor_or_a_file(text: str, address: str, read: Reader) -> None:
    assert addresses(list(read("a.adoc", f"See {text}.\n"))) == [address]
