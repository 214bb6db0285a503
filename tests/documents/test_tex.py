"""LaTeX and BibTeX: paragraphs, comments, DOIs."""

from tests.documents.conftest import Reader
from tests.documents.found import links, shown


def test_comments_stand_alone_and_per_cent_signs_of_addresses_are_none(read: Reader) -> None:
    pieces = read("a.tex", "5\\% \\url{https://example.org/a%20b} % see https://example.org/c\n")

    assert shown(pieces) == [
        ("% see https://example.org/c", 1),
        ("5\\% \\url{https://example.org/a%20b}", 1),
    ]


def test_paragraphs_are_searched_as_wholes(read: Reader) -> None:
    assert shown(read("a.tex", "One\n\\href{https://example.org/a}\n{b}\n\nTwo https://example.org/c\n")) == [
        ("One\n\\href{https://example.org/a}\n{b}", 1),
        ("Two https://example.org/c", 5),
    ]


def test_a_doi_of_a_bibliography_is_the_address_that_it_stands_for(read: Reader) -> None:
    assert links(read("a.bib", "@article{a,\n  doi = {10.1234/x.y},\n}\n")) == [("10.1234/x.y", 2, 10)]
