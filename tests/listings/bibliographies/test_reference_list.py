"""Lists of references and publications as text."""

import pytest
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.bibliographies.reference_list import parse, recognise
from papertrace.listings.fields.citation import parse_citation
from papertrace.model import Entry, Problem

PUBLICATIONS = CASES / "listings" / "publications.txt"


@pytest.mark.parametrize(
    ("line", "title", "authors", "year"),
    [
        ("Doe J, Roe RS (2012) Tides of frost. Harbour 13:121-134.", "Tides of frost", ("J Doe", "RS Roe"), "2012"),
        (
            "Doe, J., & van der Roe, R. (2012). Tides of frost. Harbour.",
            "Tides of frost",
            ("J. Doe", "R. van der Roe"),
            "2012",
        ),
        (
            "* [x] Doe and Roe-Poe (2018) - Frost: A study of tides",
            "Frost: A study of tides",
            ("Doe", "Roe-Poe"),
            "2018",
        ),
        ("Doe et al. (2019) Does frost melt? Harbour 3.", "Does frost melt?", ("Doe",), "2019"),
        (
            "[3] J. Doe and R. B. Roe, “Tides of frost,” in Proc., 2020.",
            "Tides of frost",
            ("J. Doe", "R. B. Roe"),
            "2020",
        ),
        (
            "12. Doe J, Roe RB, et al. Tides of frost. Harbours. 2020;1:3-4.",
            "Tides of frost",
            ("J Doe", "RB Roe"),
            "2020",
        ),
    ],
    ids=["initials glued", "initials after commas", "dash", "question", "quotes", "stops"],
)
def test_a_line_that_cites_a_paper_has_its_title_authors_and_year(
    line: str, title: str, authors: tuple[str, ...], year: str
) -> None:
    found = parse_citation(line)

    assert found is not None
    assert (found.title, found.authors, found.year) == (title, authors, year)
    assert line[found.start :].startswith(title)


@pytest.mark.parametrize(
    "line",
    [
        "See the slides (2012) of the course.",
        "In the winter of that year (2012) the harbour froze.",
        "Frost. The tides of a harbour. It was 2012.",
        "Jane Doe (2012)",
        "",
    ],
)
def test_prose_with_a_year_cites_nothing(line: str) -> None:
    assert parse_citation(line) is None


def test_references_go_on_to_the_next_reference_with_their_addresses() -> None:
    entries = list(read_listing(PUBLICATIONS, on_problem=lambda _: None))

    assert [entry.title for entry in entries] == [
        "Tides of frost in a small harbour",
        "Salt keeps the harbour open: A study of ice",
        "Ropes that do not freeze",
        "Boats under the snow of a century",
    ]
    assert [entry.identifiers.doi for entry in entries] == ["10.1000/frost.1", "10.1000/salt.2", None, None]
    assert [target.raw for target in entries[3].targets] == ["https://example.org/boats"]
    lines = PUBLICATIONS.read_text("utf-8").split("\n")
    assert all(lines[e.span.line - 1][e.span.column - 1 :].startswith(e.title) for e in entries)


def test_a_reference_that_begins_on_an_earlier_line_than_its_title_points_at_the_title() -> None:
    text = "Doe, J., Roe, R.,\n  Poe, A. (2012). Tides of\n  frost. Harbour."

    (entry,) = [item for item in parse(text.split("\n"), "a") if isinstance(item, Entry)]

    assert entry.title == "Tides of frost"
    assert (entry.span.line, entry.span.column) == (2, 19)


def test_a_paragraph_that_cites_nothing_is_reported() -> None:
    (problem,) = parse(["The harbour froze over in that winter, and nobody cared."], "a")

    assert isinstance(problem, Problem)
    assert "not a reference" in problem.message


def test_a_text_with_links_of_markdown_is_no_list_of_references() -> None:
    assert recognise(["Doe J (2012) Tides of frost. [pdf](https://example.org/a)"] * 3) == 0.0


def test_a_title_below_its_authors_has_its_line_and_column() -> None:
    lines = ["Doe, J., Roe, R., & Poe, A. (2012).", "  Tides of frost in the north. Harbour, 7.", ""]
    entry = next(item for item in parse(lines, "a.txt") if isinstance(item, Entry))

    assert (entry.title, entry.span.line, entry.span.column) == ("Tides of frost in the north", 2, 3)


def test_the_venue_of_a_reference_precedes_its_volume_and_pages_or_its_year() -> None:
    text = """Doe, A. B., & Roe, C. (2022). Tides of frost in small bays. Harbour Letters, 36(6), 1411-1429. https://example.org/1

Roe, C., & Doe, A. B. (2019). Ropes of the north coast. In Proceedings of the 3rd Harbour Conference (pp. 1-9).

A. Doe, C. Roe, "Salt and sails of the coast", Harbours of the World, vol. 7, no. 3, pp. 4-9, 2018.

Doe, A. B., & Roe, C. (2021). Knots of the harbours. https://example.org/2021/12(3)
"""

    entries = [item for item in parse(text.split("\n"), "list.txt") if isinstance(item, Entry)]

    assert [entry.venue for entry in entries] == [
        "Harbour Letters",
        "Proceedings of the 3rd Harbour Conference",
        "Harbours of the World",
        None,
    ]
