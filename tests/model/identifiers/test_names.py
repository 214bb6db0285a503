"""The identifiers of a paper in lists of references, and their URLs."""

import pytest
from tests.case_tables import cases

from papertrace.model import Identifiers
from papertrace.model.identifiers import (
    address_of,
    find_dois,
    identify_address,
    may_contain_identifier,
    normalise_identifier,
    normalise_identifiers,
)

SICI = "10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o"


def test_no_identifiers_are_nothing() -> None:
    assert not Identifiers()
    assert Identifiers(doi="10.1000/a")
    assert Identifiers(arxiv="2401.00001")
    assert not Identifiers(pmid="1", versions=("doi:10.1000/v",))
    assert (Identifiers().names(), Identifiers().addresses()) == ((), ())


def test_missing_names_are_taken_from_others() -> None:
    mine, other = Identifiers(doi="10.1000/a"), Identifiers(arxiv="2401.00001", doi="10.1000/b")
    assert mine.or_else(other) == Identifiers(arxiv="2401.00001", doi="10.1000/a")


@pytest.mark.parametrize("doi", ["10.1000/abc", SICI, "10.1000/456#789", "10.1000/100%?"])
def test_the_address_of_a_doi_states_it(doi: str) -> None:
    (address,) = Identifiers(doi=doi).addresses()
    assert not {*"<>#?"} & {*address}
    assert identify_address(address).doi == doi.rstrip("?")


def test_a_name_of_no_registry_has_no_address() -> None:
    assert (address_of("work:doe-1999-tides"), address_of("a-title-1234abcd")) == ("", "")


def test_a_name_with_half_a_character_has_an_address_that_can_be_sent() -> None:
    assert address_of("openalex:W1\ud800") == "https://openalex.org/W1%3F"


@cases("name, expected")
def test_a_name_has_one_spelling(name: str, expected: str) -> None:
    assert normalise_identifier(name) == expected


def test_what_is_not_well_formed_is_kept_as_it_is() -> None:
    assert normalise_identifiers("x", "10.1/X") == Identifiers(arxiv="x", doi="10.1/X")


def test_every_identifier_that_is_missing_is_taken_from_others() -> None:
    other = Identifiers(
        arxiv="2401.00001", doi="10.1000/b", openalex="W2", s2="s", pmid="2", acl="A", versions=("doi:10.1000/v",)
    )

    assert Identifiers().or_else(other) == other
    assert other.or_else(Identifiers(openalex="W1", versions=("doi:10.1000/u",))).versions == (
        "doi:10.1000/u",
        "doi:10.1000/v",
    )


@cases("text, may")
def test_texts_that_contain_no_identifier_are_told_apart_cheaply(text: str, may: bool) -> None:  # noqa: FBT001
    assert may_contain_identifier(text) == may


@cases("text, doi", named=True)
def test_where_a_doi_ends_depends_on_what_is_around_it(text: str, doi: str) -> None:
    assert [found.name for found in find_dois(text)] == [doi]


def test_all_names_are_those_of_the_paper_then_of_services_then_of_versions() -> None:
    known = Identifiers(doi="10.1000/a", openalex="W1", pmid="2", versions=("doi:10.1101/x",))

    assert known.all_names() == ("doi:10.1000/a", "openalex:W1", "pmid:2", "doi:10.1101/x")
    assert Identifiers().all_names() == ()
