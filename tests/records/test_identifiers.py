"""arXiv ids and DOIs in the fields of listings."""

import pytest

from papertrace.model import Identifiers
from papertrace.records.identifiers import (
    arxiv_of_field,
    doi_of_field,
    identify_first,
    make_identifiers,
    make_reference,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("2401.00001", "2401.00001", id="bare"),
        pytest.param("math.GT/0309136v1", "math/0309136", id="before 2007, with its class"),
        pytest.param("arXiv preprint arXiv:2401.00001 [cs.DC]", "2401.00001", id="in a journal field"),
        pytest.param("https://arxiv.org/pdf/2401.00001v2.pdf", "2401.00001", id="in an address"),
        pytest.param("abs/2401.00001", "2401.00001", id="as DBLP prints it"),
        pytest.param("version 2401.00001 of the data", None, id="unmarked in a text"),
        pytest.param("10.1000/2401.00001", None, id="part of a DOI"),
        pytest.param("", None, id="empty"),
    ],
)
def test_arxiv_ids(text: str, expected: str | None) -> None:
    assert arxiv_of_field(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("10.1000/ABC.1", "10.1000/abc.1", id="bare"),
        pytest.param("doi:10.1000/abc.", "10.1000/abc", id="at the end of a sentence"),
        pytest.param("10.1000/abc [doi]", "10.1000/abc", id="as PubMed prints it"),
        pytest.param("https://dx.doi.org/10.1000/a(b)c", "10.1000/a(b)c", id="with brackets of its own"),
        pytest.param("(10.1000/abc)", "10.1000/abc", id="in brackets"),
        pytest.param("10.1002/1:2&lt;3::AID-X&gt;3.0.CO;2-O", "10.1002/1:2<3::aid-x>3.0.co;2-o", id="escaped for HTML"),
        pytest.param("10.10/abc", None, id="no registrant"),
        pytest.param("", None, id="empty"),
    ],
)
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
