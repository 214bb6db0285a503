"""LaTeX and BibTeX: paragraphs, comments and DOIs."""

from tests.documents.conftest import Reader
from tests.documents.found import left_out, links, searched


def test_comments_are_left_out_and_percent_signs_in_addresses_are_not_comments(read: Reader) -> None:
    pieces = read("a.tex", "5\\% \\url{https://example.org/a%20b} % see https://example.org/c\n")

    assert left_out(pieces) == [("in a comment", "% see https://example.org/c")]
    assert searched(pieces) == [("5\\% \\url{https://example.org/a%20b}", 1)]


def test_each_paragraph_is_one_passage(read: Reader) -> None:
    assert searched(read("a.tex", "One\n\\href{https://example.org/a}\n{b}\n\nTwo https://example.org/c\n")) == [
        ("One\n\\href{https://example.org/a}\n{b}", 1),
        ("Two https://example.org/c", 5),
    ]


def test_a_doi_in_a_bibliography_is_a_link(read: Reader) -> None:
    assert links(read("a.bib", "@article{a,\n  doi = {10.1234/x.y},\n}\n")) == [("10.1234/x.y", 2, 10)]


def test_a_paragraph_without_an_end_is_cut_between_lines(read: Reader) -> None:
    lines = [f"See https://example.org/{number} for it." for number in range(2000)]

    parts = searched(read("a.tex", "Words.\n\n" + "\n".join(lines)))

    assert len(parts) == 4
    assert [line for text, _ in parts for line in text.split("\n")] == lines
    assert parts[0][1] == 3


def test_a_line_without_an_end_is_cut_at_a_limit(read: Reader) -> None:
    parts = searched(read("a.tex", "https://example.org/a " + "x" * 30_000 + " https://example.org/b"))

    assert [text.replace("x", "").strip() for text, _ in parts] == ["https://eample.org/a", "https://eample.org/b"]
