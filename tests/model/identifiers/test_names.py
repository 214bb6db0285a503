"""The identifiers of a paper in lists of references, and their URLs."""

import pytest

from papertrace.model import Identifiers
from papertrace.model.identifiers import identify_address, normalise_identifier, normalise_identifiers

SICI = "10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o"


def test_no_identifiers_are_nothing() -> None:
    assert not Identifiers()
    assert (Identifiers().names(), Identifiers().addresses()) == ((), ())


def test_missing_names_are_taken_from_others() -> None:
    mine, other = Identifiers(doi="10.1000/a"), Identifiers(arxiv="2401.00001", doi="10.1000/b")
    assert mine.or_else(other) == Identifiers(arxiv="2401.00001", doi="10.1000/a")


@pytest.mark.parametrize("doi", ["10.1000/abc", SICI, "10.1000/456#789", "10.1000/100%?"])
def test_the_address_of_a_doi_states_it(doi: str) -> None:
    (address,) = Identifiers(doi=doi).addresses()
    assert not {*"<>#?"} & {*address}
    assert identify_address(address).doi == doi.rstrip("?")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("arXiv:2401.00001v3", "arxiv:2401.00001"),
        ("arxiv:cs.LG/0701001", "arxiv:cs/0701001"),
        ("DOI:10.1000/ABC", "doi:10.1000/abc"),
        ("doi:10.48550/arXiv.2401.00001v2", "arxiv:2401.00001"),
        ("arxiv:no id", "arxiv:no id"),
        ("openalex:W1", "openalex:W1"),
        ("a-title-1234abcd", "a-title-1234abcd"),
    ],
)
def test_a_name_has_one_spelling(name: str, expected: str) -> None:
    assert normalise_identifier(name) == expected


def test_what_is_not_well_formed_is_kept_as_it_is() -> None:
    assert normalise_identifiers("x", "10.1/X") == Identifiers(arxiv="x", doi="10.1/X")
