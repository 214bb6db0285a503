"""DOIs: their grammar, their printed forms, and where they are found in texts and URLs.

https://www.doi.org/doi_handbook/2_Numbering.html
https://www.crossref.org/blog/dois-and-matching-regular-expressions/
"""

import pytest
from tests.case_tables import cases

from papertrace.model.identifiers import find_dois, identify_address, parse_doi

SICI = "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O"
ENCODED_SICI = "10.1002/%28SICI%291097-4571%28199806%2949%3A8%3C693%3A%3AAID-ASI4%3E3.0.CO%3B2-O"


@cases("text, expected", named=True)
def test_a_whole_text_is_a_doi_or_none(text: str, expected: str | None) -> None:
    assert parse_doi(text) == expected


@pytest.mark.parametrize(
    ("text", "dois"),
    [
        ("version 10.2/3 of it", []),
        ("doi:10.1000/ABC.", ["10.1000/abc"]),
        ("https://doi.org/10.1000/182, and", ["10.1000/182"]),
        ("10.1000.10/abc", ["10.1000.10/abc"]),
        ("110.1000/abc", []),
        ("(10.1016/S0000-1111(05)80360-2)", ["10.1016/s0000-1111(05)80360-2"]),
        ("https://zenodo.org/doi/10.5281/zenodo.7654321.", ["10.5281/zenodo.7654321"]),
        ("https://dl.example.org/doi/pdf/10.1000/182?download=true", ["10.1000/182"]),
        ("https://example.org/article?id=10.1000/182&type=printable", ["10.1000/182"]),
        ("https://example.org/10.1000/182/full", ["10.1000/182"]),
        ("10.1890/0012-9658(2006)87[1465:ATFMSW]2.0.CO;2", ["10.1890/0012-9658(2006)87[1465:atfmsw]2.0.co;2"]),
        (f"({SICI}).", [SICI.lower()]),
        (f"https://doi.org/{ENCODED_SICI}.", [SICI.lower()]),
        ("10.1002/(SICI)1:1<1::AID-AJPA1>3.0.CO;2-#", ["10.1002/(sici)1:1<1::aid-ajpa1>3.0.co;2-#"]),
        ("10.1207/s00000001mbr0102&3_5", ["10.1207/s00000001mbr0102&3_5"]),
        ("<b>10.1000/abc</b>", ["10.1000/abc"]),
        ("10.1000/a%20b 10.1000/c%0Ad", ["10.1000/a", "10.1000/c"]),
        ("https://proxy.example.org/?u=https%3A%2F%2Fdoi.org%2F10.1000%252Fabc", []),
        ("A, DOI 10.1000/A; B, doi: 10.1000/b, p. 3; C [DOI 10.1000/c]", ["10.1000/a", "10.1000/b", "10.1000/c"]),
        ("10.1000/a;10.1000/b,https://doi.org/10.1000/c", ["10.1000/a", "10.1000/b", "10.1000/c"]),
        ("10.1000/... 10.1000/.pdf", []),
        ("10.1000/full", ["10.1000/full"]),
        ("https://example.org/?q=10.1000%2F%22fast%22", []),
        (f"10.1000/{'a' * 600}", []),
    ],
    ids=lambda value: str(value)[:40],
)
def test_dois_are_found_in_a_text(text: str, dois: list[str]) -> None:
    assert [found.name for found in find_dois(text)] == dois


@cases("url, expected")
def test_an_address_states_the_doi_of_its_paper(url: str, expected: str | None) -> None:
    assert identify_address(url).doi == expected
