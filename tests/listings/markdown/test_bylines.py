"""Authors and dates around the title of one item."""

# ruff: noqa: RUF001 - dashes as printed

import pytest

from papertrace.listings.markdown.awesome_list import parse
from papertrace.listings.markdown.inline.bylines import (
    find_date,
    find_lead_authors,
    names_authors_first,
    read_byline,
    read_surnames,
)
from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.inline.pieces import Piece
from papertrace.model import Entry

TITLE = "Tides of frost"


@pytest.mark.parametrize(
    ("text", "authors", "after"),
    [
        pytest.param(
            " by Jane Doe, Rob Roe, ICML 2020", ("Jane Doe", "Rob Roe"), ", ICML 2020", id="a venue and a year"
        ),
        pytest.param(" by Jane Doe and Rob Roe (2020)", ("Jane Doe", "Rob Roe"), "(2020)", id="a year in brackets"),
        pytest.param(" by Jane Doe, Rob Roe", ("Jane Doe", "Rob Roe"), "", id="nothing after the names"),
        pytest.param(", by Doe, J., Roe, R. - et al., ICML", ("J. Doe", "R. Roe"), "., ICML", id="initials and others"),
        pytest.param(" by Jane Doe (Harbour College) 2023", ("Jane Doe",), "2023", id="an affiliation in brackets"),
        pytest.param(" by the harbour team: et al", ("the harbour team",), "", id="no names of people"),
        pytest.param("\nJane Doe, Rob Roe\nICML 2020", ("Jane Doe", "Rob Roe"), "\nICML 2020", id="a line of names"),
        pytest.param(
            ", Jane Doe, Rob Roe, Harbour Letters 2020",
            ("Jane Doe", "Rob Roe"),
            ", Harbour Letters 2020",
            id="a journal that looks like a name",
        ),
        pytest.param(
            ", Jane Doe, Rob Roe, NeurIPS 2020.",
            ("Jane Doe", "Rob Roe"),
            ", NeurIPS 2020.",
            id="a venue that begins with one capital",
        ),
        pytest.param(", Jane Doe, Rob McRoe 2020", ("Jane Doe", "Rob McRoe"), " 2020", id="a name of two capitals"),
        pytest.param(
            "\nJane Doe, Rob Roe\nAl Poe and Ann Bee\nICML",
            ("Jane Doe", "Rob Roe"),
            "\nAl Poe and Ann Bee\nICML",
            id="a line of names that is complete",
        ),
        pytest.param(
            "\nJane Doe, Rob Roe,\nAl Poe and Ann Bee\nICML",
            ("Jane Doe", "Rob Roe", "Al Poe", "Ann Bee"),
            "\nICML",
            id="a line of names that ends with a comma",
        ),
        pytest.param(
            "\nJane Doe and Rob Roe,\nAl Poe and Ann Bee\nICML",
            ("Jane Doe", "Rob Roe"),
            "\nAl Poe and Ann Bee\nICML",
            id="a last name before a comma",
        ),
        pytest.param(", Jane Doe. Harbour 2020", (), ", Jane Doe. Harbour 2020", id="one name proves nothing"),
    ],
)
def test_authors_after_a_title_are_followed_by_the_rest(text: str, authors: tuple[str, ...], after: str) -> None:
    assert read_byline([Piece(text)]) == (authors, after)


def test_labels_of_links_are_no_authors() -> None:
    rest = [Piece(" by Jane Doe, Rob Roe "), Piece("pdf", url="https://example.org/a.pdf")]
    assert read_byline(rest) == (("Jane Doe", "Rob Roe"), "")


@pytest.mark.parametrize("sign", [",", ":", ".", ";", ")", "–", "—", "-"])
def test_authors_before_a_title_end_with_a_sign(sign: str) -> None:
    lead = f"Ann Doe, Rob Roe (2020{sign}" if sign == ")" else f"Ann Doe, Rob Roe{sign}"
    assert find_lead_authors(_item(f"{lead} ")) == ("Ann Doe", "Rob Roe")


@pytest.mark.parametrize(
    "lead",
    [
        pytest.param("Ann Doe, Rob Roe ", id="no sign"),
        pytest.param("Ann Doe, Rob Roe: X ", id="another word"),
        pytest.param("Fold, Tiles, Salt: ", id="single words"),
        pytest.param("", id="nothing"),
    ],
)
def test_other_words_before_a_title_are_no_authors(lead: str) -> None:
    assert find_lead_authors(_item(lead)) == ()


def test_dates_far_into_a_text_are_not_looked_for() -> None:
    assert find_date(" " * 1996 + "2020") == "2020"
    assert find_date(" " * 1997 + "2020") is None


def _item(lead: str) -> ItemContent:
    return ItemContent([Piece(lead + TITLE)], title=TITLE, title_piece=TITLE)


@pytest.mark.parametrize(
    ("text", "words", "authors", "after"),
    [
        pytest.param(", Jane Doe and Rob Roe, ", "Harbour Letters 3, 12", ("Jane Doe", "Rob Roe"), "", id="volume"),
        pytest.param(", J. Doe, R. B. Roe, ", "Harbour 3", ("J. Doe", "R. B. Roe"), "", id="initials"),
        pytest.param(", Poe, Jane Doe, Al Roe, ", "Harbour 3", ("Poe", "Jane Doe", "Al Roe"), "", id="one word"),
        pytest.param(", Jane Doe, Rob Roe, ", "Harb. Lett. 2020", ("Jane Doe", "Rob Roe"), "", id="abbreviated"),
        pytest.param(", Jane Doe, ", "Rob Roe", ("Jane Doe", "Rob Roe"), "", id="linked name"),
        pytest.param(
            ", Poe, Moe, Bee, J Doe, A Roe, ",
            "Harbour 3",
            (),
            ", Poe, Moe, Bee, J Doe, A Roe, Harbour 3",
            id="few whole",
        ),
        pytest.param(", Jane Doe, ", "Harbour 3", (), ", Jane Doe, Harbour 3", id="one name proves nothing"),
        pytest.param(", see Jane Doe and ", "Harbour 3", (), ", see Jane Doe and Harbour 3", id="a sentence"),
    ],
)
def test_names_end_before_a_linked_publication(text: str, words: str, authors: tuple[str, ...], after: str) -> None:
    found, rest = read_byline([Piece(text), Piece(words, url="https://example.org/3")])

    assert (found, rest) == (authors, after if not authors or words == "Rob Roe" else words)


@pytest.mark.parametrize(
    ("text", "authors"),
    [(", Jane Doe, ", ("Jane Doe",)), (", Nature Harbours, ", ()), (", ", ())],
    ids=["name", "journal", "nothing"],
)
def test_one_name_before_a_linked_publication_is_enough_among_such_items(text: str, authors: tuple[str, ...]) -> None:
    assert read_byline([Piece(text), Piece("Frost 3", url="https://example.org")], accepts_one=True)[0] == authors


def test_items_of_a_list_whose_titles_precede_names_may_have_one_author() -> None:
    several = [f'1. "Tides of frost {n}", Jane Doe, Rob Roe, [Frost {n}](https://example.org/{n}).' for n in range(3)]
    one = '1. "Salt in ropes", Al Poe, [Frost 7](https://example.org/7).'

    def authors_of(*lines: str) -> list[tuple[str, ...]]:
        return [item.authors for item in parse(lines, "list.md") if isinstance(item, Entry)]

    assert authors_of(*several, one) == [("Jane Doe", "Rob Roe")] * 3 + [("Al Poe",)]
    assert authors_of(*several[:2], one) == [("Jane Doe", "Rob Roe")] * 2 + [()]


def test_a_year_after_a_dash_is_no_part_of_a_title() -> None:
    lines = [
        "- [A Study of Tides — 1961](https://example.org/1)",
        "- [Of Ropes and Salt, 1850 - 1960](https://example.org/2)",
        "- [Frost – 1966](https://example.org/3)",
        "- [A Study of Ropes](https://example.org/4)",
    ]

    found = [item for item in parse(lines, "list.md") if isinstance(item, Entry)]

    assert [(entry.title, entry.date) for entry in found] == [
        ("A Study of Tides", "1961"),
        ("Of Ropes and Salt, 1850 - 1960", None),
        ("Frost – 1966", None),
        ("A Study of Ropes", None),
    ]


@pytest.mark.parametrize(
    ("text", "authors", "after"),
    [
        pytest.param(" by the harbour team", ("the harbour team",), "", id="a team and nothing more"),
        pytest.param(" by the harbour team, in Salt 2020", ("the harbour team",), "2020", id="a team and a venue"),
        pytest.param(" by the team 2020", ("the team",), "2020", id="a team and a year"),
        pytest.param(" - Doe, J., Roe, R. et al., 2020", ("J. Doe", "R. Roe"), "., 2020", id="others behind a dash"),
        pytest.param(", Jane Doe, Rob Roe,NeurS 2020", ("Jane Doe", "Rob Roe"), ",NeurS 2020", id="no blank"),
        pytest.param("\u00b7 Jane Doe, Rob Roe \u00b7 Nature 3", ("Jane Doe", "Rob Roe"), "\u00b7 Nature 3", id="dots"),
        pytest.param(" Doe J, Roe RS. Harbour 2012", ("J Doe", "RS Roe"), " Harbour 2012", id="glued initials"),
        pytest.param(" Doe, Ann and Roe, Rob, 2019", ("Ann Doe", "Rob Roe"), ", 2019", id="inverted"),
        pytest.param(" Doe, Ann and Roe, Rob", (), " Doe, Ann and Roe, Rob", id="inverted without a year"),
        pytest.param("\nJane Doe,\nProceedings of Ropes", (), "\nJane Doe,\nProceedings of Ropes", id="a venue below"),
        pytest.param("\nJane Doe and\nRob Roe\nICML", ("Jane Doe", "Rob Roe"), "\nICML", id="and at the end"),
    ],
)
def test_authors_are_read_in_further_forms(text: str, authors: tuple[str, ...], after: str) -> None:
    assert read_byline([Piece(text)]) == (authors, after)


@pytest.mark.parametrize(
    ("lead", "authors"),
    [
        ("Project Page, Source Code: ", ()),
        ('Ann Doe, Rob Roe. "', ("Ann Doe", "Rob Roe")),
        ("[3] *Ann Doe*, Rob Roe\u2020: **", ("Ann Doe", "Rob Roe")),
        ("A.Doe, B.Roe: ", ("A.Doe", "B.Roe")),
        ("Ann Doe (1992): ", ("Ann Doe",)),
        ("\u738b\u4e00, \u674e\u4e8c\u4e09. ", ("\u738b\u4e00", "\u674e\u4e8c\u4e09")),
    ],
)
def test_authors_before_a_title_are_read_without_marks(lead: str, authors: tuple[str, ...]) -> None:
    assert find_lead_authors(_item(lead)) == authors


@pytest.mark.parametrize(
    ("text", "names", "after"),
    [
        (" - Doe, Roe & Poe (2020) more", ("Doe", "Roe", "Poe"), " (2020) more"),
        (" \u2013 Doe (2020a)", ("Doe",), " (2020a)"),
        (" - Doe and Roe", (), " - Doe and Roe"),
        (" - Paper (2020)", (), " - Paper (2020)"),
        (" - Nature Letters (2020)", (), " - Nature Letters (2020)"),
        (" - Ropes that are frozen (2020)", (), " - Ropes that are frozen (2020)"),
    ],
)
def test_surnames_stand_between_a_dash_and_a_year_in_brackets(text: str, names: tuple[str, ...], after: str) -> None:
    label = Piece("pdf", url="https://example.org/a.pdf")

    assert read_surnames([Piece(text), label]) == (names, after)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2020, https://example.org/2021", "2020"),
        ("https://example.org/2021", "2021"),
        ("2020.05.06 and 2021-13", "2021"),
        ("pp. 1998-2010, 2004", "2004"),
        ("2001.01234", None),
        ("2050", None),
        ("2049", "2049"),
    ],
)
def test_the_last_date_of_a_text_is_none_of_its_addresses_or_numbers(text: str, date: str | None) -> None:
    assert find_date(text) == date


def test_several_authors_before_a_linked_title_are_told_from_its_words() -> None:
    read: list[str] = []

    def observed_read(text: str) -> ItemContent:
        read.append(text)
        return _item(text.partition("[")[0])

    def link(lead: str) -> str:
        return f"{lead}[Tides, Ropes](https://example.org)"

    assert names_authors_first(link("  Ann Doe and Rob Roe, "), observed_read)
    assert not names_authors_first(link("Ropes, salt and frost: "), observed_read)
    assert not names_authors_first(link("Ann Doe, et al., "), observed_read)
    assert len(read) == 3
    assert not any(
        names_authors_first(link(lead), observed_read)
        for lead in ("", "Ann Doe: ", "ropes and salt, ", "x" * 400 + ", ")
    )
    assert len(read) == 3  # Most items are not read twice.
