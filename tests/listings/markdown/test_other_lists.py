"""Lists of tools, courses, people and further lists among lists of papers."""

from papertrace.listings.markdown.awesome_list import parse
from papertrace.model import Entry, Problem

NOUNS = ("Ropes", "Sails", "Tides", "Salt", "Frost", "Ships", "Moorings", "Anchors", "Piers", "Waves", "Winds", "Buoys")
PAPERS = [f"- [A Study of {noun} in Harbours](https://example.org/{n}.pdf)" for n, noun in enumerate(NOUNS)]
TITLES = [f"A Study of {noun} in Harbours" for noun in NOUNS]

TOOLS = ["", "## Toolboxes", *(f"- [{name}](https://github.com/acme/{name})" for name in ("fold", "knots", "reef"))]


def titles(*lines: str) -> list[str]:
    return [item.title for item in parse(lines, "list.md") if isinstance(item, Entry)]


def test_tools_and_courses_beside_papers_are_none() -> None:
    rows = ["| [Ropes 101](https://example.org/c) | North |"] * 3
    courses = ["", "## Courses", "", "| Name | School |", "|---|---|", *rows]

    assert titles("# List", "", "## Papers", *PAPERS, *TOOLS, *courses) == TITLES


def test_who_keeps_the_list_is_no_paper_even_alone_above_the_papers() -> None:
    assert titles("# List", "", "- Kept by [Ann Doe](https://example.org/doe)", "", "## Papers", *PAPERS) == TITLES


def test_an_item_alone_among_lists_of_papers_stays() -> None:
    alone = ["", "## Ice", "- [How Ice Holds the Northern Fleet](https://example.org/ice)"]

    assert titles("# List", "", *PAPERS, *alone) == [*TITLES, "How Ice Holds the Northern Fleet"]


def test_a_list_in_which_any_item_says_that_it_is_a_paper_stays() -> None:
    mixed = [
        "",
        "## Ice",
        "- [Ice](https://example.org/1)",
        "- [Snow](https://example.org/2)",
        "- [Hail](https://example.org/3.pdf)",
    ]

    assert titles("# List", "", *PAPERS, *mixed) == [*TITLES, "Ice", "Snow", "Hail"]


def test_long_titles_with_pages_of_projects_stay() -> None:
    long = [f"- [How {noun} Hold the Northern Fleet](https://acme.org/{noun})" for noun in NOUNS[:3]]

    assert len(titles("# List", "", *PAPERS, "", "## Ice", *long)) == len(TITLES) + 3


def test_lists_stay_where_few_entries_say_that_they_are_papers() -> None:
    tools = [f"- [Tool {noun}](https://example.org/{noun})" for noun in NOUNS]

    assert len(titles("# List", "", "## Papers", *PAPERS[:3], "", "## Tools", *tools)) == 15


def test_lines_of_other_lists_are_counted_as_page_text() -> None:
    problems = [item for item in parse(["## Papers", *PAPERS, *TOOLS], "list.md") if isinstance(item, Problem)]

    assert [(problem.harmless, problem.n_lines) for problem in problems] == [(True, 5)]
