"""What most items of a document have in common: long titles in bold, commas, venues and years."""

import pytest

from papertrace.listings.markdown.blocks import collect_blocks
from papertrace.listings.markdown.customs.bold_titles import count_bold_lines, has_bold_titles, is_bold_title
from papertrace.listings.markdown.customs.comma_citations import (
    cites_with_commas,
    read_comma_citation,
    read_named_paper,
)
from papertrace.listings.markdown.customs.dated_items import (
    count_dated_lines,
    dates_items,
    find_short_year,
    is_dated,
    read_dated,
)
from papertrace.listings.markdown.customs.recurring_labels import find_recurring_labels, mark_recurring
from papertrace.listings.markdown.customs.title_first import (
    cites_titles_first,
    count_title_first_lines,
    read_title_first,
)
from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.inline.pieces import Piece
from papertrace.listings.markdown.parts import MarkdownParser
from papertrace.listings.markdown.tree import Item

ADDRESS = "https://example.org/a"
COMMAS = "Ann Doe, Rob Roe, Tides of Frost in Harbours, ICON, 2014"
NAMELESS = "Tides of Frost in Narrow Harbours, ICON, 2014"
DATED = "Sparse Tides of Frost (WAVES 2019)"
FIRST = "Tides of frost. Doe, Ann & Roe, Rob. ICLR 2015"


def item(text: str, *below: str) -> Item:
    return Item(0, 1, [text], [Item(0, 1, [one]) for one in below])


def content(*pieces: Piece) -> ItemContent:
    return ItemContent(list(pieces))


def bold(n_words: int, number: int = 0) -> str:
    return f"**Frost{' tide' * (n_words - 2)} {'abcdefgh'[number] * 9}**"


@pytest.mark.parametrize(
    ("texts", "n_titles"),
    [
        pytest.param([bold(6, n) for n in range(5)], 5, id="five titles of six words"),
        pytest.param([bold(6, n) for n in range(4)], 0, id="four titles"),
        pytest.param([bold(5, 0), bold(7, 1), *(bold(6, n) for n in range(2, 5))], 5, id="six words in most"),
        pytest.param([bold(5, 0), *(bold(6, n) for n in range(1, 5))], 0, id="fewer words in most"),
        pytest.param([*(bold(6, n) for n in range(5)), bold(2), bold(2)], 5, id="two words count for nothing"),
        pytest.param([*(bold(6, n) for n in range(5)), *"abcde"], 5, id="half of the items"),
        pytest.param([*(bold(6, n) for n in range(5)), *"abcdef"], 0, id="fewer than half of the items"),
        pytest.param([bold(6)] * 3 + [bold(6, n) for n in range(1, 3)], 5, id="most titles are different"),
        pytest.param([bold(6)] * 4 + [bold(6, n) for n in range(1, 3)], 0, id="half of the titles are different"),
        pytest.param([bold(6, n).lower() for n in range(5)], 0, id="titles that begin with small letters"),
        pytest.param([f"{bold(6, n)} more" for n in range(5)], 0, id="words behind titles"),
    ],
)
def test_long_titles_in_bold_are_a_custom_if_most_items_are_nothing_else(texts: list[str], n_titles: int) -> None:
    lines = [f"{sign} {text}" for sign, text in zip(["-", "*", "+", "1.", "12)"] * 3, texts, strict=False)]

    assert count_bold_lines([*lines, "Words.", bold(9)]) == n_titles
    assert has_bold_titles([*map(item, texts), Item(0, 1)]) == (n_titles > 0)


def test_an_item_is_a_title_in_bold_of_three_words() -> None:
    assert is_bold_title(item(f" {bold(3)} "))
    assert not is_bold_title(item(bold(2)))
    assert not is_bold_title(Item(0, 1))


def blocks_are_of_commas(*lines: str) -> bool:
    return cites_with_commas(collect_blocks(MarkdownParser().parse_blocks(list(lines))))


def test_three_items_or_paragraphs_with_commas_are_a_custom() -> None:
    assert blocks_are_of_commas(f"- {COMMAS}", f"- {COMMAS} [pdf]({ADDRESS}) [code]({ADDRESS})", f"  - {COMMAS}")
    assert blocks_are_of_commas(f"[1] {COMMAS}", "", f"[2] {COMMAS}\n[pdf]({ADDRESS})", "", COMMAS)
    assert not blocks_are_of_commas(f"- {COMMAS}", f"- {COMMAS}", "- Ropes", f"- {NAMELESS}")


def test_an_item_is_read_as_a_citation_with_commas() -> None:
    read = read_comma_citation(content(Piece(f"{COMMAS} [("), Piece("pdf", url=ADDRESS)))

    assert (read.title, read.cited.authors if read.cited else ()) == (
        "Tides of Frost in Harbours",
        ("Ann Doe", "Rob Roe"),
    )
    assert [piece.text for piece in read.rest] == [", ICON, 2014 [(", "pdf"]
    below = read_comma_citation(content(Piece("1. "), Piece(f"{COMMAS}\nWe weigh tides, ropes and salt.")))
    assert below.title == "Tides of Frost in Harbours"


@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param([Piece("Ropes and salt")], id="no commas"),
        pytest.param([Piece(NAMELESS)], id="no names"),
        pytest.param([Piece(COMMAS, url=ADDRESS)], id="a link"),
        pytest.param([Piece(COMMAS, strong=True)], id="bold"),
        pytest.param([Piece("12")], id="no words"),
    ],
)
def test_other_items_are_left_as_they_are_among_citations_with_commas(pieces: list[Piece]) -> None:
    read = ItemContent(pieces)

    assert read_comma_citation(read) is read
    cited = read_comma_citation(content(Piece(COMMAS)))
    assert read_comma_citation(cited) is cited


def test_the_title_of_a_name_is_cited_below_it() -> None:
    def read(title: str, below: str, *, link: str | None = ADDRESS, nested: tuple[str, ...] = ()) -> str | None:
        named = ItemContent([Piece(title, url=link)], title=title, title_piece=title)
        found = read_named_paper(named, item(below, *nested), content(Piece(below)))
        return found.title if found else None

    assert read("Fold", COMMAS) == "Tides of Frost in Harbours"
    assert read("The Team of Fold Harbour", COMMAS) == "Tides of Frost in Harbours"
    assert read("The Team of Fold Harbour", NAMELESS) == "Tides of Frost in Narrow Harbours"
    assert read("The Team of the Fold Harbour", NAMELESS) is None
    assert read("Fold", COMMAS, link=None) is None
    assert read("Fold", COMMAS, nested=("more",)) is None
    assert read("Fold", "A note on ropes") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Fold: A Study of Paper (ICML 2020) [code](https://example.org)", True),
        ("Fold: A Study of Paper \uff08ICML 2020\uff09", True),
        ("Fold: A Study of Paper [ICML 2020a oral].", True),
        ("A Study of Paper (2020)", True),
        ("A Study of (2020)", False),
        ("A [Study of](https://example.org) Paper (2020)", False),
        ("Fold: A Study of Paper (2020) is out", False),
        ("20-ICML-Fold: A Study of Paper", True),
        ("2020-ICML-Fold: A Study of Paper", True),
        ("20-Icml-Fold: A Study of Paper", False),
        ("[ICML'20] Fold: A Study of Paper", True),
        ("[Icml '20, oral]: Fold: A Study of Paper", True),
        ("[ICML 2020] A Study", False),
        ("[ICML 2020] A Study [of](https://example.org) Paper", False),
        ("[May 2020] A study of paper is out", False),
        ("x" * 985 + " of paper (2020)", False),
        ("x" * 970 + " of paper (2020)", True),
    ],
    ids=range(17),
)
def test_a_title_of_several_words_may_stand_beside_a_venue_and_a_year(text: str, *, expected: bool) -> None:
    assert is_dated(text) == expected


@pytest.mark.parametrize(
    ("text", "title", "year"),
    [
        (DATED, "Sparse Tides of Frost", None),
        ("*_Xenon Tides of Frost (WAVES 2019)", "Xenon Tides of Frost", None),
        ("20-ICML-Tides of Frost\nWe fold.", "Tides of Frost", "2020"),
        ("1998-ICML-Tides of Frost", "Tides of Frost", "1998"),
        ("A note on ropes", "", None),
    ],
)
def test_a_dated_item_is_read_again(text: str, title: str, year: str | None) -> None:
    read = read_dated(content(Piece(text)))

    assert (read.title, read.year) == (title, year)
    linked = content(Piece(text, url=ADDRESS))
    assert read_dated(linked) is linked


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("ICML'50", "2050"),
        ("ICML'51", "1951"),
        ("(ICML'20) and (ICML'21)", "2021"),
        ("the '20s", None),
        ("Harbours '20", "2020"),
        ("Harbours '20 and more", None),
        (" " * 994 + "ICML'20", None),
        (" " * 993 + "ICML'20", "2020"),
    ],
    ids=range(8),
)
def test_years_of_two_digits_follow_a_venue(text: str, year: str | None) -> None:
    assert find_short_year(text) == year


@pytest.mark.parametrize(
    ("texts", "n_dated"),
    [
        pytest.param([DATED] * 3, 3, id="three items"),
        pytest.param([DATED] * 2, 0, id="two items"),
        pytest.param([DATED] * 3 + ["Ropes"] * 2, 3, id="most items"),
        pytest.param([DATED] * 3 + ["Ropes"] * 3, 0, id="half of the items"),
        pytest.param(
            [DATED] * 3 + ["[Ropes](#a)", "[Salt][1]", "https://example.org"], 3, id="links count for nothing"
        ),
    ],
)
def test_venues_and_years_are_a_custom_if_most_items_without_links_have_them(texts: list[str], n_dated: int) -> None:
    assert count_dated_lines([f"- {text}" for text in texts] + [DATED] * 2) == n_dated
    assert dates_items([*map(item, texts), Item(0, 1)]) == (n_dated > 0)
    assert dates_items([item("[Ropes](#a)", *texts)]) == (n_dated > 0)


def test_items_that_cite_by_title_and_names_do_not_count_against_dated_ones() -> None:
    assert dates_items(map(item, [DATED] * 3 + [FIRST] * 5))


@pytest.mark.parametrize(
    ("texts", "n_cited"),
    [
        pytest.param([FIRST] * 3, 3, id="three items"),
        pytest.param([FIRST] * 2, 0, id="two items"),
        pytest.param([FIRST] * 3 + ["Ropes"] * 2, 3, id="most items"),
        pytest.param([FIRST] * 3 + ["Ropes"] * 3, 0, id="half of the items"),
        pytest.param([FIRST] * 3 + [f"{sign}Ropes" for sign in "[<!*_"], 3, id="marks count for nothing"),
        pytest.param([f"{FIRST} [pdf]({ADDRESS})"] * 3, 3, id="links behind"),
    ],
)
def test_titles_before_names_are_a_custom_if_most_items_have_them(texts: list[str], n_cited: int) -> None:
    assert count_title_first_lines([f"1. {text}" for text in texts] + [FIRST]) == n_cited
    assert cites_titles_first([*map(item, texts), Item(0, 1)]) == (n_cited > 0)


def test_an_item_is_read_as_a_citation_by_its_title_unless_it_is_marked() -> None:
    assert read_title_first(content(Piece(FIRST))).title == "Tides of frost"
    cited = read_title_first(content(Piece(FIRST)))
    for other in (content(Piece(FIRST, url=ADDRESS)), content(Piece(FIRST, strong=True)), content(Piece("12")), cited):
        assert read_title_first(other) is other
    assert read_title_first(content(Piece("Ropes"))).title == ""


@pytest.mark.parametrize(
    ("lines", "labels"),
    [
        pytest.param([f"- **Heimat**: https://example.org/{n}" for n in range(3)], {"heimat"}, id="before a colon"),
        pytest.param([f"- Heimat: https://example.org/{n}" for n in range(2)], set(), id="two addresses"),
        pytest.param([f"- Heimat: https://example.org/{n % 2}" for n in range(4)], set(), id="two addresses twice"),
        pytest.param([f"Ropes [ Slides  Deck! ](https://e.org/{n})" for n in range(6)], {"slides deck"}, id="links"),
        pytest.param([f"Ropes [Slides](https://e.org/{n})" for n in range(5)], set(), id="five links"),
        pytest.param([f"[Ropes](https://e.org/{n}) and more" for n in range(6)], set(), id="links that begin lines"),
        pytest.param([f"Ropes [a b c d](https://e.org/{n})" for n in range(6)], {"a b c d"}, id="four words"),
        pytest.param([f"Ropes [a b c d e](https://e.org/{n})" for n in range(6)], set(), id="five words"),
        pytest.param([f"Ropes [*_*](https://e.org/{n})" for n in range(6)], set(), id="signs"),
        pytest.param(
            [*(f"Ropes [Slides](https://e.org/{n})" for n in range(6)), "- [Slides](https://e.org/7)"],
            set(),
            id="links that begin another line",
        ),
    ],
)
def test_words_that_lead_to_many_addresses_are_labels(lines: list[str], labels: set[str]) -> None:
    assert find_recurring_labels(lines) == labels


def test_pieces_are_marked_that_are_labels_of_the_document() -> None:
    pieces = [
        Piece(" [HEIMAT] ", url=ADDRESS),
        Piece("Heimat: https://example.org"),
        Piece("Heimat:  "),
        Piece("Heimat"),
        Piece("Heimat: a study of home"),
        Piece("Home: https://example.org"),
    ]
    mark_recurring(pieces, frozenset({"heimat"}))

    assert [piece.recurs for piece in pieces] == [True, True, True, True, False, False]
