"""arXiv ids and DOIs in the fields of listings."""

from tests.case_tables import cases

from papertrace.model import Identifiers
from papertrace.records.values import (
    arxiv_of_field,
    doi_of_field,
    identify_first,
    make_identifiers,
    make_reference,
)


@cases("text, expected", named=True)
def test_arxiv_ids(text: str, expected: str | None) -> None:
    assert arxiv_of_field(text) == expected


@cases("text, expected", named=True)
def test_dois(text: str, expected: str | None) -> None:
    assert doi_of_field(text) == expected


def test_a_doi_of_arxiv_gives_both_identifiers() -> None:
    found = make_identifiers(doi=("", "https://doi.org/10.48550/arXiv.2401.00001"))

    assert (found.arxiv, found.doi) == ("2401.00001", "10.48550/arxiv.2401.00001")


def test_a_reference_without_an_identifier_is_none() -> None:
    assert make_reference() is None


def test_the_first_address_with_an_identifier_counts() -> None:
    urls = [
        "https://example.org/",
        "https://doi.org/10.1000/a",
        "https://arxiv.org/abs/2401.00001v2",
        "/abs/2402.00002",
    ]
    assert identify_first(urls) == Identifiers(arxiv="2401.00001", doi="10.1000/a")


def test_a_reference_has_the_best_name_that_is_given() -> None:
    assert make_reference(arxiv="2401.00001", doi="10.1000/a") == "arxiv:2401.00001"
    assert make_reference(doi="10.1000/a", other="x") == "doi:10.1000/a"
    assert make_reference(other="x") == "x"
    assert make_reference(arxiv="", doi="") is None
    assert make_reference(doi="no DOI", other="x") == "x"
    assert make_reference(arxiv="no number") is None
