"""LaTeX and BibTeX: paragraphs, comments and DOIs."""

from tests.documents.conftest import Reader
from tests.documents.found import links, searched


def test_comments_are_separate_passages_and_percent_signs_in_addresses_are_not_comments(read: Reader) -> None:
    pieces = read("a.tex", "5\\% \\url{https://example.org/a%20b} % see https://example.org/c\n")

    assert searched(pieces) == [
        ("% see https://example.org/c", 1),
        ("5\\% \\url{https://example.org/a%20b}", 1),
    ]


def test_each_paragraph_is_one_passage(read: Reader) -> None:
    assert searched(read("a.tex", "One\n\\href{https://example.org/a}\n{b}\n\nTwo https://example.org/c\n")) == [
        ("One\n\\href{https://example.org/a}\n{b}", 1),
        ("Two https://example.org/c", 5),
    ]


def test_a_doi_in_a_bibliography_is_a_link(read: Reader) -> None:
    assert links(read("a.bib", "@article{a,\n  doi = {10.1234/x.y},\n}\n")) == [("10.1234/x.y", 2, 10)]
