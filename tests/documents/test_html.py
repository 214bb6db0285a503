"""HTML: attributes, texts between tags, and invisible text."""

from tests.case_tables import cases
from tests.documents.conftest import Reader
from tests.documents.found import anchors, left_out, links, searched

from papertrace.model.document import DocumentLink, Generated


@cases("text, expected", named=True)
def test_attributes_are_links_with_their_locations(
    text: str, expected: list[tuple[str, int, int]], read: Reader
) -> None:
    assert links(read("a.html", text)) == expected


def test_entities_are_decoded_in_the_address_and_kept_in_the_raw_text(read: Reader) -> None:
    (link,) = read("a.html", '<a href="https://example.org/?a=1&amp;b=2">')

    assert isinstance(link, DocumentLink)
    assert (link.raw, link.address) == ("https://example.org/?a=1&amp;b=2", "https://example.org/?a=1&b=2")


def test_a_base_applies_to_later_links(read: Reader) -> None:
    _, link = read("a.html", '<base href="https://example.org/docs/"><a href="a.html">')

    assert isinstance(link, DocumentLink)
    assert (link.raw, link.base) == ("a.html", "https://example.org/docs/")


def test_scripts_comments_and_texts_of_links_are_left_out(read: Reader) -> None:
    text = (
        "<script>x='https://example.org/1'</script><!-- https://example.org/2 -->"
        "<a href=x>https://example.org/3</a><pre>https://example.org/4</pre>"
    )

    assert [reason for reason, _ in left_out(read("a.html", text))] == [
        "in code",
        "in a comment",
        "in the text of another link",
        "in code",
    ]


def test_an_address_across_inline_tags_is_one_text(read: Reader) -> None:
    assert searched(read("a.html", "<p>https://example.org/<b>acme</b>/x</p><p>a/y</p>")) == [
        ("https://example.org/acme/x", 1),
        ("a/y", 1),
    ]


def test_ids_and_names_are_anchors(read: Reader) -> None:
    assert anchors(read("a.html", "<h2 id=top></h2><a name='old'></a><input name=q>")) == ["top", "old"]


@cases("text, reason")
def test_addresses_that_are_no_links_are_left_out_with_the_reason(read: Reader, text: str, reason: str) -> None:
    (found,) = (one for one in read("a.html", text) if isinstance(one, DocumentLink))

    assert found.left_out is not None
    assert found.left_out.value == reason


def test_unusual_tags_are_read_as_far_as_they_go(read: Reader) -> None:
    text = (
        "<script src=https://example.org/1 /><p>https://example.org/2 <!doctype x><![if IE]> a < b "
        "<meta name=x content=y>"
        "<meta property=og:image content=https://example.org/3.png><img srcset='https://example.org/4.png, b.png'>"
        "<textarea>https://example.org/5"
    )

    pieces = read("a.html", text)

    assert [raw for raw, _, _ in links(pieces)] == [
        "https://example.org/1",
        "https://example.org/3.png",
        "https://example.org/4.png",
        "b.png",
    ]
    assert [words for words, _ in searched(pieces)] == ["https://example.org/2", "https://example.org/5"]


def test_what_a_style_sheet_loads_is_a_link(read: Reader) -> None:
    text = (
        "<style>@import 'https://example.org/1.css'; a { background: url( \"https://example.org/2.png\" ) }\n"
        "@namespace url(https://example.org/name); /* https://example.org/note */ b { src: url(data:x) }</style>"
    )

    pieces = read("a.html", text)

    assert [raw for raw, _, _ in links(pieces)] == ["https://example.org/1.css", "https://example.org/2.png"]
    assert "https://example.org/name" in "".join(words for _, words in left_out(pieces))


def test_a_template_may_have_other_names_and_be_in_another_place(read: Reader) -> None:
    assert Generated(has_other_names=True, has_other_place=True) in read("a.html", "<p>{{ name }}</p>")
    assert not any(isinstance(one, Generated) for one in read("a.html", "<code>{{ name }}</code>"))
