"""Names of works that no registry knows, and dates of arXiv ids."""

from tests.case_tables import cases

from papertrace.model import Identifiers
from papertrace.model.identifiers import date_of_arxiv, family_name, name_work

TITLE = "Fundamentals of a Theory: Flow"


@cases("name, family", named=True)
def test_a_family_name_is_found_in_the_usual_forms_of_names(name: str, family: str) -> None:
    assert family_name(name) == family


def test_a_work_is_named_by_its_title_else_by_volume_and_page() -> None:
    assert name_work("Petri, C.A.", "1963", title=TITLE) == "work:petri-1963-fundamentalsofatheoryflow"
    assert name_work("Petri, C.A.", "1963", title=TITLE, volume="1", page="2") == name_work(
        "Petri", "1963", title=TITLE
    )
    assert name_work("Kalé, L.", "1999", title="NAMD2", volume="151", page="283-312") == "work:kale-1999-v151-p283312"
    assert name_work("Kalé", "1999", title="abcdefghij") == "work:kale-1999-abcdefghij"
    assert name_work("Kalé", "1999", title="a" * 99) == f"work:kale-1999-{'a' * 80}"
    assert name_work("Kalé", "1999", source="Thesis, Łódź", volume="3") == "work:kale-1999-thesislodz-v3"
    assert name_work("Kalé", "1999", source="THEMATIC ANAL") == "work:kale-1999-thematicanal"


@cases("author, year, facts", named=True)
def test_a_work_of_which_too_little_is_known_has_no_name(author: str, year: str, facts: dict[str, str]) -> None:
    assert name_work(author, year, **facts) is None


@cases("facts, name", named=True)
def test_a_source_names_a_work_of_which_less_is_known(facts: dict[str, str], name: str | None) -> None:
    stated = {"author": "Doe", "year": "1999", **facts}

    assert name_work(stated.pop("author"), stated.pop("year"), **stated) == name


@cases("identifier, date")
def test_an_arxiv_id_has_the_month_in_which_it_was_given(identifier: str, date: str | None) -> None:
    assert date_of_arxiv(identifier) == date


def test_identifiers_are_shown_without_those_that_are_unknown() -> None:
    assert repr(Identifiers(doi="10.1000/a")) == "Identifiers(arxiv=None, doi='10.1000/a')"
    shown = repr(Identifiers(arxiv="2401.00001", openalex="W1", versions=("doi:10.1101/x",)))
    assert shown == "Identifiers(arxiv='2401.00001', doi=None, openalex='W1', versions=('doi:10.1101/x',))"
