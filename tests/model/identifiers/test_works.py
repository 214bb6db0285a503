"""Names of works that no registry knows, and dates of arXiv ids."""

import pytest

from papertrace.model import Identifiers
from papertrace.model.identifiers.arxiv import date_of_arxiv
from papertrace.model.identifiers.works import family_name, name_work

TITLE = "Fundamentals of a Theory: Flow"


@pytest.mark.parametrize(
    ("name", "family"),
    [
        pytest.param("Laxmikant V. Kalé", "kale", id="with initial and accent"),
        pytest.param("Kalé, L.", "kale", id="family name first"),
        pytest.param("Phillips J.C.", "phillips", id="initials last"),
        pytest.param("Martin Luther King Jr.", "king", id="a suffix"),
        pytest.param("King, III, M.", "king", id="a suffix after the family name"),
        pytest.param("Davis SR, Sammy", "davis", id="a suffix in capitals"),
        pytest.param("J. C.", "j", id="initials alone"),
        pytest.param("VAN DER MARK M", "mark", id="short words in capitals"),
        pytest.param("Wong YHB", "wong", id="initials without full stops"),
        pytest.param("Roux J C", "roux", id="initials apart"),
        pytest.param("Valin J.-M.", "valin", id="initials with a hyphen"),
        pytest.param("J.Goodman", "goodman", id="no blank after an initial"),
        pytest.param("Li", "li", id="a short name alone"),
        pytest.param("van der Waals, J.", "waals", id="the last word of several"),
        pytest.param("Jr.", "", id="a suffix alone"),
        pytest.param(", L.", "", id="nothing before the comma"),
        pytest.param("", "", id="empty"),
    ],
)
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


@pytest.mark.parametrize(
    ("author", "year", "facts"),
    [
        pytest.param("", "1999", {"title": TITLE}, id="no author"),
        pytest.param("Kalé", "99", {"title": TITLE}, id="a year of two digits"),
        pytest.param("Kalé", "2999", {"title": TITLE}, id="a year to come"),
        pytest.param("Kalé", "1999", {"title": "NAMD2"}, id="a short title"),
        pytest.param("Kalé", "1999", {"volume": "151"}, id="no page"),
        pytest.param("Kalé", "1999", {"page": "283"}, id="no volume"),
    ],
)
def test_a_work_of_which_too_little_is_known_has_no_name(author: str, year: str, facts: dict[str, str]) -> None:
    assert name_work(author, year, **facts) is None


@pytest.mark.parametrize(
    ("facts", "name"),
    [
        pytest.param({"source": "J GRIDS"}, "work:doe-1999-jgrids", id="a source"),
        pytest.param({"source": "J GRIDS", "volume": "7"}, "work:doe-1999-jgrids-v7", id="a volume"),
        pytest.param({"source": "J GRIDS", "page": "9"}, "work:doe-1999-jgrids-p9", id="a page"),
        pytest.param({"source": "J GRIDS", "volume": "7", "page": "9"}, "work:doe-1999-v7-p9", id="both"),
        pytest.param({"source": "a" * 99}, f"work:doe-1999-{'a' * 60}", id="a long source"),
        pytest.param({"source": "Grids of the north", "year": ""}, "work:doe--gridsofthenorth", id="no year"),
        pytest.param({"source": "Grids of the north", "author": ""}, "work:-1999-gridsofthenorth", id="no author"),
        pytest.param({"source": "J GRIDS", "author": "", "page": "9"}, "work:-1999-jgrids-p9", id="no author, a page"),
        pytest.param({"source": "J GRIDS", "author": ""}, None, id="too short a source without an author"),
        pytest.param({"source": "", "page": "9"}, None, id="a page alone"),
    ],
)
def test_a_source_names_a_work_of_which_less_is_known(facts: dict[str, str], name: str | None) -> None:
    stated = {"author": "Doe", "year": "1999", **facts}

    assert name_work(stated.pop("author"), stated.pop("year"), **stated) == name


@pytest.mark.parametrize(
    ("identifier", "date"),
    [
        ("2401.00001", "2024-01"),
        ("9112.00001", "2091-12"),
        ("math/0309136", "2003-09"),
        ("hep-th/9108001", "1991-08"),
        ("hep-th/9001001", "2090-01"),
        ("none", None),
    ],
)
def test_an_arxiv_id_has_the_month_in_which_it_was_given(identifier: str, date: str | None) -> None:
    assert date_of_arxiv(identifier) == date


def test_identifiers_are_shown_without_those_that_are_unknown() -> None:
    assert repr(Identifiers(doi="10.1000/a")) == "Identifiers(arxiv=None, doi='10.1000/a')"
    shown = repr(Identifiers(arxiv="2401.00001", openalex="W1", versions=("doi:10.1101/x",)))
    assert shown == "Identifiers(arxiv='2401.00001', doi=None, openalex='W1', versions=('doi:10.1101/x',))"
