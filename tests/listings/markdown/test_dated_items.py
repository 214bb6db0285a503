"""Lists without links, whose titles are followed by a venue and a year in brackets."""

# ruff: noqa: RUF001 - brackets as printed

import pytest

from papertrace.listings.markdown.awesome_list import parse, recognise
from papertrace.listings.markdown.customs.dated_items import is_dated
from papertrace.model import Entry

LINES = (
    "# Papers on harbours",
    "",
    "* Sparse Tides of Frost (WAVES 2019)",
    "* ***Salt in Ropes of Hemp (Harbour Letters 2020)***",
    "* Less is More! How Tides Decide? A Survey （ROPES 2021） [code](https://github.com/acme/tides)",
    '* Boats that "Read the Charts" (WAVES 2022 from Ann Doe)',
    "* Slides of the harbour course",
)


def read(*lines: str) -> list[Entry]:
    return [item for item in parse(lines, "list.md") if isinstance(item, Entry)]


def test_titles_end_before_the_venue_and_the_year() -> None:
    assert [(entry.title, entry.date) for entry in read(*LINES)] == [
        ("Sparse Tides of Frost", "2019"),
        ("Salt in Ropes of Hemp", "2020"),
        ("Less is More! How Tides Decide? A Survey", "2021"),
        ('Boats that "Read the Charts"', "2022"),
        ("Slides of the harbour course", None),
    ]


def test_the_brackets_are_no_abstract() -> None:
    assert [entry.abstract for entry in read(*LINES)] == [""] * 5


def test_such_a_list_is_recognised_without_a_link() -> None:
    assert recognise([line for line in LINES if "](" not in line]) > 0
    assert recognise([line.split(" (")[0] for line in LINES if "](" not in line]) == 0


def test_items_are_no_papers_where_most_have_no_year() -> None:
    notes = [f"* A note on harbour number {number}" for number in range(5)]

    assert read(*LINES[2:4], *notes) == []
    assert recognise([*LINES[2:4], *notes]) == 0


def test_a_citation_with_names_and_a_year_in_such_a_list_is_read_as_one() -> None:
    entry = read(*LINES, "* Doe, A. (2019). Tides of Mud in the North Sea. Harbour Letters (WAVES 2021)")[-1]

    assert (entry.title, entry.authors, entry.date) == ("Tides of Mud in the North Sea", ("A. Doe",), "2019")


def test_items_below_such_an_item_are_read() -> None:
    nested = read(*LINES, "  * Sparser Tides of Frost (WAVES 2020)")

    assert nested[-1].title == "Sparser Tides of Frost"


def test_a_section_below_the_contents_begins_papers_without_a_link() -> None:
    contents = ("Contents", "====", "- [Tides](#tides)", "", "## Tides")

    assert len(read(*contents, *LINES[2:])) == 5


@pytest.mark.parametrize(
    "text",
    [
        "Fold (2020)",
        "A Study of Paper (ICML)",
        "[A Study of Paper](https://example.org) (ICML 2020)",
        "Before (2020) it was so",
    ],
    ids=["one word", "no year", "linked", "in the middle"],
)
def test_other_texts_are_not_dated(text: str) -> None:
    assert not is_dated(text)


def test_a_venue_and_a_year_may_precede_the_titles() -> None:
    lines = (
        "# Reading on harbours",
        "- [WAVES'19] Sparse Tides. A Study of Frost",
        "- (ACM ROPES 2020) **Salt**: Hemp Grows in Every Harbour",
        "- 98-ROPES-Knots-Boats that Read the Charts",
        "- **2021-SeaSys-Slides of the Harbour Masters**",
        "- [WAVES'02, poster] Tides of Frost and Salt",
        "",
        "Questions",
        "",
        "- How do tides decide on ropes?",
    )

    assert [(entry.title, entry.date, entry.abstract) for entry in read(*lines)] == [
        ("Sparse Tides. A Study of Frost", "2019", ""),
        ("Salt: Hemp Grows in Every Harbour", "2020", ""),
        ("Knots-Boats that Read the Charts", "1998", ""),
        ("Slides of the Harbour Masters", "2021", ""),
        ("Tides of Frost and Salt", "2002", ""),
    ]
    assert recognise(list(lines)) > 0


@pytest.mark.parametrize(
    "text",
    [
        "[May 2020] The harbour of frost opens",
        "2020-05-Release of the harbour charts",
        "[Spring 2021] A course on tides of frost",
        "[WAVES'19] [Sparse Tides of Frost](https://example.org)",
        "[WAVES'19] Two tides",
        "20-harbour-a guide to its ropes",
    ],
    ids=["month", "date", "season", "linked", "two words", "no capitals"],
)
def test_other_words_before_a_text_date_no_paper(text: str) -> None:
    assert not is_dated(text)


def test_years_of_two_digits_after_a_venue_date_linked_papers() -> None:
    lines = (
        "- [WAVES'19] [Sparse Tides of Frost](https://example.org/1)",
        "- [Salt in Ropes](https://example.org/2) (SeaSys ’98)",
        "- [Ropes in Every Harbour](https://example.org/3) of the '60s",
        "- [Overview of the Tides at WAVES'20](https://example.org/4)",
    )

    assert [entry.date for entry in read(*lines)] == ["2019", "1998", None, None]


def test_titles_may_end_in_a_year_of_their_own() -> None:
    lines = ["- [ICML'20] Sails of Old Ships 1950", "- [KDD'21] Sails of New Ships", "- [WWW'21] Sails of All Ships"]

    assert [(entry.title, entry.date) for entry in read(*lines)] == [
        ("Sails of Old Ships 1950", "2020"),
        ("Sails of New Ships", "2021"),
        ("Sails of All Ships", "2021"),
    ]


def test_such_items_may_stand_in_a_list_of_citations_by_title() -> None:
    cited = [f"{n}. Tides of Frost in Bay {n}. Doe, Ann et al. ICML 2020" for n in range(9)]
    dated = [f"{n}. Salt of Frost in Bay {n} [KDD 202{n}]" for n in range(3)]

    entries = read(*cited, "", "# More", "", *dated)
    assert [entry.title for entry in entries[-3:]] == [f"Salt of Frost in Bay {n}" for n in range(3)]
    assert entries[-1].date == "2022"
