"""Org mode: bracket links, abbreviations, blocks and anchors."""

import pytest
from tests.case_tables import cases
from tests.documents.conftest import Reader
from tests.documents.found import anchors, left_out, links, searched

from papertrace.model.document import DocumentLink


@cases("text, expected", named=True)
def test_marked_addresses_have_their_locations(text: str, expected: list[tuple[str, int, int]], read: Reader) -> None:
    assert links(read("a.org", text)) == expected


@cases("text, expected", named=True)
def test_targets_denote_addresses(text: str, expected: str, read: Reader) -> None:
    assert [one.address or one.raw for one in read("a.org", text) if isinstance(one, DocumentLink)] == [expected]


def test_comments_code_and_labels_are_left_out(read: Reader) -> None:
    text = (
        "# https://example.org/1\n#+begin_src sh\nhttps://example.org/2\n#+end_src\n: https://example.org/3\n"
        "#+BEGIN_COMMENT\nhttps://example.org/4\n#+END_COMMENT\n[[a.org][https://example.org/5 b]]\n"
        "#+HTML_HEAD: <link href='https://example.org/6'>\nhttps://example.org/7\n"
    )
    pieces = read("a.org", text)

    assert [reason for reason, _ in left_out(pieces)] == [
        "in a comment",
        "in code",
        "in code",
        "in a comment",
        "in the text of another link",
        "in metadata of the format",
    ]
    assert searched(pieces) == [("https://example.org/7", 11)]


def test_html_is_read_as_html(read: Reader) -> None:
    text = '#+HTML: <a href="b.html">b</a>\n#+begin_export html\n<a href="c.html">c</a>\n#+end_export\n'

    assert links(read("a.org", text)) == [("b.html", 1, 18), ("c.html", 3, 10)]


def test_headlines_ids_targets_and_names_are_anchors(read: Reader) -> None:
    text = "* TODO [#A] Own Words [1/3] :tag:\n:PROPERTIES:\n:CUSTOM_ID: own\n:END:\n<<here>>\n#+NAME: table\n"

    assert anchors(read("a.org", text)) == [
        "Own Words",
        "TODO Own Words",
        "own-words",
        "todo-own-words",
        "own",
        "here",
        "table",
    ]


def test_a_first_word_in_capitals_may_be_one_of_the_title(read: Reader) -> None:
    assert anchors(read("a.org", "* GPU setup\n")) == ["setup", "GPU setup", "setup", "gpu-setup"]


@pytest.mark.parametrize(("language", "found"), [("html", [("https://example.org/a", 2, 10)]), ("latex", [])])
def test_of_what_is_exported_to_one_format_that_to_html_is_read(
    language: str, found: list[tuple[str, int, int]], read: Reader
) -> None:
    pieces = read("a.org", f"#+begin_export {language}\n<a href='https://example.org/a'>\n#+end_export\n")

    assert links(pieces) == found
    assert searched(pieces) == []


def test_the_value_of_a_keyword_is_searched(read: Reader) -> None:
    assert links(read("a.org", "#+title: Of [[https://example.org/a][tides]]\n")) == [("https://example.org/a", 1, 15)]


def test_a_link_in_a_headline_is_named_by_its_words(read: Reader) -> None:
    assert "see-the-tides" in anchors(read("a.org", "* See [[https://example.org/a][the Tides]]\n"))
