"""What the entries of a list hold at the same places, and what looks like it without being it."""

import pytest

from papertrace.listings.forms.looks import read_people, read_publication
from papertrace.listings.forms.pooling import Place, Role, Segment, find_roles, read_facts
from papertrace.listings.markdown import awesome_list
from papertrace.model import Entry

_PLACE = ("0", ">", "plain", "(")


def read(*items: str) -> list[Entry]:
    lines = [f"- {item.replace('URL', f'https://example.org/{number}')}" for number, item in enumerate(items)]
    return [entry for entry in awesome_list.parse(lines, "list.md") if isinstance(entry, Entry)]


@pytest.mark.parametrize(
    ("text", "is_certain"),
    [
        pytest.param("CVPR", True, id="a short name"),
        pytest.param("Mobisys 2014", True, id="in another case beside a year"),
        pytest.param("Mobisys", False, id="in another case"),
        pytest.param("VR", False, id="a field as well"),
        pytest.param("VR 2020", True, id="a field as well beside a year"),
        pytest.param("Fast JSON parser", False, id="a description that begins with a short name"),
        pytest.param("Annual conference for snake keepers", False, id="a description of a conference"),
        pytest.param("Science communication", False, id="a description that begins with a journal"),
    ],
)
def test_a_venue_is_proved_by_how_it_is_written(text: str, is_certain: bool) -> None:  # noqa: FBT001
    found = read_publication(text)

    assert found is not None
    assert found.is_certain is is_certain


def test_a_note_in_a_script_without_capitals_is_no_venue() -> None:
    assert read_publication("代码已开源") is None


@pytest.mark.parametrize(
    ("text", "is_certain", "is_no_title"),
    [
        pytest.param("by Ann Doe", True, True, id="by"),
        pytest.param("Data Analysis and Machine Learning", True, False, id="words of a title"),
        pytest.param("A. Doe and R. Roe", True, True, id="initials"),
    ],
)
def test_names_are_proved_by_what_stands_beside_them(text: str, is_certain: bool, is_no_title: bool) -> None:  # noqa: FBT001
    found = read_people(text)

    assert found is not None
    assert (found.is_certain, found.is_no_title) == (is_certain, is_no_title)


def test_where_venues_have_years_a_word_without_one_is_a_note() -> None:
    texts = ["CVPR 2020", "ICML 2021", "KDD 2019", "Survey", "CVPR"]
    entries = [[Segment(_PLACE, text)] for text in texts]
    roles = find_roles(entries)

    assert roles == {_PLACE: Role.VENUE_AND_DATE}
    assert [read_facts(entry, roles).venue for entry in entries] == ["CVPR", "ICML", "KDD", None, "CVPR"]


def test_a_known_venue_comes_before_other_words_of_its_place() -> None:
    roles: dict[Place, Role] = {_PLACE: Role.VENUE}
    assert read_facts([Segment(_PLACE, "Vision"), Segment(_PLACE, "CVPR")], roles).venue == "CVPR"


def test_descriptions_of_software_are_no_venues() -> None:
    entries = read(
        "[Nimbus](URL) - Cloud storage", "[Cirrus](URL) - Cloud cost viewer", "[Alto](URL) - Fast cloud copy"
    )

    assert [(entry.title, entry.venue) for entry in entries] == [("Nimbus", None), ("Cirrus", None), ("Alto", None)]


def test_software_keeps_its_name_before_its_author_and_description() -> None:
    entries = read(
        "**Nimbus** by Ann Doe - a fast parser of clouds [code](URL)",
        "**Cirrus** by Rob Roe - an editor for ropes [code](URL)",
        "**Alto** by Al Poe - A Viewer of Tide Tables [code](URL)",
    )

    assert [entry.title for entry in entries] == ["Nimbus", "Cirrus", "Alto"]


def test_the_short_name_of_a_paper_gives_way_to_its_title() -> None:
    names = ("Fold", "Tie", "Row")
    entries = read(*(f"**{name}** - Ann Doe et al. - *{name}: A Wet Study* (CVPR 2020) [paper](URL)" for name in names))
    assert [(entry.title, entry.venue) for entry in entries] == [(f"{name}: A Wet Study", "CVPR") for name in names]


def test_topics_in_titles_are_no_names() -> None:
    titles = (
        "Wet Methods, Data Analysis and Machine Learning",
        "Folding Paper, Rope Theory and Boat Design",
        "Harbour Frost, Tide Tables and Wind Charts",
    )

    entries = read(*(f"[{title}](URL)" for title in titles))
    assert [(entry.title, entry.authors) for entry in entries] == [(title, ()) for title in titles]


def test_titles_that_only_their_end_distinguishes_stay_whole() -> None:
    titles = [f"Review of Coastal Ropes - ICML {year}" for year in (2019, 2020, 2021)]
    assert [entry.title for entry in read(*(f"[{title}](URL)" for title in titles))] == titles

    others = ("Wet Ropes of Salt", "Dry Ropes of Sand", "Cold Ropes of Ice")
    assert [entry.title for entry in read(*(f"[{title} - ICML 2020](URL)" for title in others))] == list(others)
