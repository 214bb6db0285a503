"""Lists with one paper a line."""

from tests.folders import CASES

from papertrace.listings.plain_lists import parse_identifiers, parse_titles, recognise_titles
from papertrace.model import Entry, Problem


def test_each_identifier_is_a_paper() -> None:
    lines = (CASES / "listings" / "identifiers.txt").read_text("utf-8").split("\n")
    entries = [item for item in parse_identifiers(lines, "a.txt") if isinstance(item, Entry)]

    assert [entry.title for entry in entries] == [
        *("doi:10.1000/lanterns.1", "arxiv:2401.00001", "arxiv:2403.00003", "doi:10.1000/rain.1"),
        "arxiv:math/0309136",
    ]


def test_an_address_of_a_paper_is_a_link_of_it() -> None:
    (entry,) = parse_identifiers(["- https://arxiv.org/abs/2402.00002"], "a.txt")

    assert isinstance(entry, Entry)
    assert (entry.identifiers.arxiv, entry.date) == ("2402.00002", None)
    assert [(target.raw, target.span.column) for target in entry.targets] == [("https://arxiv.org/abs/2402.00002", 3)]


def test_a_line_that_is_no_identifier_is_reported_and_the_next_is_read() -> None:
    problem, entry = parse_identifiers(["see below", "10.1000/1"], "a.txt")

    assert isinstance(problem, Problem)
    assert isinstance(entry, Entry)


def test_titles_lose_their_numbers() -> None:
    assert [
        item.title
        for item in parse_titles(["1. One Good Title", "", "2. Two Good Titles"], "a")
        if isinstance(item, Entry)
    ] == [
        "One Good Title",
        "Two Good Titles",
    ]


def test_prose_is_no_list_of_titles() -> None:
    assert not recognise_titles(
        ["We went out to sea. It was late.", "Then the wind rose,", "and we came back home again"]
    )


def test_titles_printed_like_sentences_are_recognised_by_their_length_and_colons() -> None:
    titles = [
        "Tides of frost in the small harbours of the north",
        "Salt and snow: A study of the ropes that keep boats in winter",
        "How long the ice of a harbour lasts in a year without wind",
        "Measuring frost with the shadows of masts: A survey",
        "Boats under the snow of a century and what became of them",
    ]

    assert recognise_titles(titles) > 0.5
    assert recognise_titles([title.replace(":", " and") for title in titles]) == 0.0
    assert (
        recognise_titles(["Buy milk and bread", "Call Ada about the boat", "Fix the door", "Sell it", "Go on"]) == 0.0
    )


def test_lines_with_cells_are_no_list_of_titles() -> None:
    rows = [f"Tides of {what} in the Harbours\tJane Doe\t2020" for what in ("Frost", "Salt", "Ropes", "Ice", "Wind")]

    assert recognise_titles([row.partition("\t")[0] for row in rows]) > 0.5
    assert recognise_titles(rows) == 0.0


def test_a_line_that_can_be_no_title_is_reported() -> None:
    entry, problem = parse_titles(["Tides of frost in harbours.", "https://example.org/a"], "a.txt")

    assert isinstance(entry, Entry)
    assert entry.title == "Tides of frost in harbours"
    assert str(problem) == "a.txt:2:1: not a title; left out"
