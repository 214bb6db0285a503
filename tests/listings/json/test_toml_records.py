"""Tests of the reader of papers in TOML."""

import pytest
from tests.folders import CASES

from papertrace.listings.choice import choose_reader
from papertrace.listings.json import toml_records
from papertrace.listings.json.toml_records import parse, recognise
from papertrace.model import Entry, Problem

BROKEN = ["[[papers]]", 'title = "Tides"', "year = 2021", "[[papers]]", 'title = "Ropes"', "year = ", "pages = 7"]


def read(*lines: str) -> tuple[list[Entry], list[Problem]]:
    found = list(parse(lines, "papers.toml"))
    return [one for one in found if isinstance(one, Entry)], [one for one in found if isinstance(one, Problem)]


def test_tables_are_papers_with_the_lines_they_span() -> None:
    entries, problems = read(*(CASES / "listings" / "publications.toml").read_text(encoding="utf-8").split("\n"))

    assert problems == []
    assert [(entry.title, entry.date, entry.venue) for entry in entries] == [
        ("Tides of Frost in Small Harbours", "2021", "Harbour Letters"),
        ("Ropes: A Study of Knots", "2020", None),
        ("Salt in the Wind", "2019-03-01", "Conference on Waves (WAVES)"),
    ]
    assert entries[0].identifiers.arxiv == "2101.00001"
    assert entries[1].identifiers.doi == "10.1234/ropes.7"
    assert [target.raw for target in entries[1].targets] == ["https://github.com/acme/ropes"]
    assert entries[2].authors == ("Ann Doe", "Jan van der Poe")
    assert entries[2].abstract.endswith("than anybody thought.")
    assert [(entry.span.line, entry.end_line) for entry in entries] == [(4, 9), (11, 18), (20, 30)]


def test_inline_tables_are_papers_each_on_its_line() -> None:
    entries, problems = read(
        "papers = [", '  {title = "Tides", year = 2021},', '  {title = "Ropes", authors = ["Rob Roe"]},', "]"
    )

    assert problems == []
    assert [(entry.title, entry.span.line) for entry in entries] == [("Tides", 2), ("Ropes", 3)]


def test_front_matter_between_plus_signs_is_a_paper_and_the_page_below_it_is_reported() -> None:
    entries, problems = read("+++", 'title = "Tides"', 'authors = ["Ann Doe"]', "date = 2021-03-01", "+++", "Text.")

    assert [(entry.title, entry.authors, entry.date) for entry in entries] == [("Tides", ("Ann Doe",), "2021-03-01")]
    assert [(problem.span.line, problem.harmless) for problem in problems] == [(6, True)]


def test_what_is_above_a_broken_table_is_read_and_the_rest_is_reported() -> None:
    entries, problems = read(*BROKEN)

    assert [entry.title for entry in entries] == ["Tides"]
    assert [(problem.span.line, problem.n_lines) for problem in problems] == [(4, 4)]


def test_a_head_that_ends_within_a_table_is_recognised() -> None:
    assert recognise(BROKEN) > 0


@pytest.mark.parametrize(
    "lines",
    [
        ["[project]", 'name = "harbour"', 'authors = [{name = "Ann Doe"}]', 'urls = {home = "https://example.org"}'],
        ["title = Tides", "year = soon"],
        ["[[menu]]", 'title = "Home"', 'url = "/home"'],
    ],
    ids=["settings", "no-toml", "menu"],
)
def test_other_text_is_not_recognised(lines: list[str]) -> None:
    assert recognise(lines) == 0.0


def test_a_listing_in_toml_is_read_by_its_reader() -> None:
    lines = (CASES / "listings" / "publications.toml").read_text(encoding="utf-8").split("\n")

    assert choose_reader(lines, [], "papers.toml").reader.name == "toml"


PAPER = ["[[papers]]", 'title = "Tides"', "year = 2021"]


def spans(*lines: str) -> list[tuple[str, int, int]]:
    return [(entry.title, entry.span.line, entry.end_line) for entry in read(*lines)[0]]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        pytest.param(
            [*PAPER, "", "", *PAPER[:1], 'title = "Salt"', "year = 2"],
            [("Tides", 1, 3), ("Salt", 6, 8)],
            id="blank lines",
        ),
        pytest.param(["# Papers", "", *PAPER, "", "# end"], [("Tides", 3, 7)], id="comments"),
        pytest.param([*PAPER, *PAPER], [("Tides", 1, 3), ("Tides", 4, 6)], id="one title twice"),
        pytest.param(["year = 2021", 'title = "Tides"', "[x]"], [("Tides", 2, 3)], id="no header above"),
        pytest.param(
            ["[tides] # a name", 'title = "Tides"', "year = 2021"], [("Tides", 1, 3)], id="a table of its own"
        ),
        pytest.param(
            ['["tides 1"]', 'title = "Tides"', "year = 2021"], [("Tides", 1, 3)], id="a table with a name in quotes"
        ),
        pytest.param(["papers = [", "{", 'year = 2021, title = "Tides"},', "]"], [], id="no TOML"),
        pytest.param(
            ["papers = [", '{year = 2021, title = "Tides"},', "", '{year = 2022, title = "Salt"}', "]"],
            [("Tides", 2, 2), ("Salt", 4, 5)],
            id="inline tables",
        ),
        pytest.param(
            ["[[papers]]", 'title = "Tides \\"of\\" Frost"', "year = 2021"], [('Tides "of" Frost', 1, 3)], id="escapes"
        ),
        pytest.param(
            ["[[papers]]", 'title = """', "Tides of", "Frost", '"""', "year = 2021"],
            [("Tides of Frost", 1, 6)],
            id="lines",
        ),
        pytest.param(
            ["papers = [", '{year = 2021, Title = "Tides"},', '{year = 2021, Title = "Salt"}', "]"],
            [("Tides", 2, 2), ("Salt", 3, 4)],
            id="a title in capitals",
        ),
        pytest.param(["+++ ", *PAPER, "+++  ", "Text"], [("Tides", 2, 4)], id="fences with blanks behind them"),
        pytest.param(["[[papers]]", 'name = "Tides"', 'author = "Ann Doe"'], [("Tides", 1, 3)], id="a name"),
    ],
)
def test_a_record_has_the_lines_from_its_header_to_the_next(
    lines: list[str], found: list[tuple[str, int, int]]
) -> None:
    assert spans(*lines) == found


def test_what_a_paper_cites_is_no_paper_of_the_listing() -> None:
    cited = ["[[papers.references]]", 'title = "Salt"', "year = 2019"]

    assert spans(*PAPER, *cited) == [("Tides", 1, 3 + len(cited))]
    assert spans(*(line.replace("papers", "References") for line in PAPER)) == [("Tides", 1, 3)]


def test_a_table_around_papers_is_a_section() -> None:
    assert spans(
        'title = "A Site"',
        "year = 2020",
        "[talks]",
        'title = "Talks"',
        "year = 1",
        "",
        *(line.replace("papers", "talks.papers") for line in PAPER),
    ) == [("Tides", 7, 9)]


def test_values_are_read_as_they_are_printed() -> None:
    (entry,), _ = read(
        "[[papers]]", 'title = "Tides"', "date = 2021-03-05", "volume = 7", 'keywords = ["frost", "ice"]'
    )

    assert (entry.date, entry.volume, entry.keywords) == ("2021-03-05", "7", ("frost", "ice"))


@pytest.mark.parametrize(
    ("lines", "titles", "problem"),
    [
        pytest.param(
            ["a = 1", "title = "], [], (1, 2, "'title =': not TOML; left out, with all that follows"), id="no table"
        ),
        pytest.param(
            [*PAPER, "[[papers]]", "title = [", "", "x = 1"],
            ["Tides"],
            (4, 3, "'x = 1': not TOML; left out, with all that follows"),
            id="a list without an end",
        ),
        pytest.param(
            ["[[papers]]", 'title = """', "Tides", "[x]", "Text"],
            [],
            (1, 5, "'[[papers]]': not TOML; left out, with all that follows"),
            id="a text without an end",
        ),
        pytest.param(
            ["x = 1", "[y]", "x = 1", "[y]"],
            [],
            (4, 1, "'[y]': not TOML; left out, with all that follows"),
            id="a table twice",
        ),
        pytest.param(
            ["+++", "a = 1", "b = ", "+++"],
            [],
            (2, 2, "'b =': not TOML; left out, with all that follows"),
            id="front matter",
        ),
    ],
)
def test_a_problem_begins_at_the_table_that_is_broken(
    lines: list[str], titles: list[str], problem: tuple[int, int, str]
) -> None:
    entries, problems = read(*lines)

    assert [entry.title for entry in entries] == titles
    assert [(one.span.line, one.n_lines, one.message) for one in problems] == [problem]
    assert problems[0].span.source == "papers.toml"


def test_a_text_too_long_to_be_read_whole_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    n_chars = sum(len(line) + 1 for line in PAPER)
    monkeypatch.setattr(toml_records, "_MAX_CHARS", n_chars)

    assert spans(*PAPER) == [("Tides", 1, 3)]
    entries, problems = read(*PAPER, "")
    assert entries == []
    assert [str(problem) for problem in problems] == [
        "papers.toml:1:1: TOML of more than 0 MiB; left out; divide it into several files"
    ]


def test_the_page_below_front_matter_is_counted_without_blank_lines() -> None:
    front = ["+++", 'title = "Tides"', "year = 2021", "+++"]
    _, problems = read(*front, "", "Text.", "", "More.")

    assert [(one.span.line, one.n_lines, one.harmless) for one in problems] == [(6, 2, True)]
    assert read(*front, "", " ")[1] == []
    assert read(*front[:-1])[1] == []
    assert spans(*front[:-1]) == [("Tides", 2, 3)]


@pytest.mark.parametrize(
    ("lines", "confidence"),
    [
        pytest.param(["# Papers", "", *PAPER], 0.85, id="tables"),
        pytest.param(["+++", *PAPER[1:], "+++", "Text."], 0.85, id="front matter"),
        pytest.param(["papers = [", '{title = "Tides", year = 2021}', "]"], 0.85, id="inline tables"),
        pytest.param(["[[papers]]", 'paper_title = "Tides"', "year = 2021"], 0.85, id="another name"),
        pytest.param([*PAPER, *PAPER, "[[papers]]", 'title = "Sa'], 0.85, id="a head that ends in a text"),
        pytest.param(["[[papers]]", 'title = "Tides"', "n = 1"], 0, id="a title alone"),
        pytest.param(["Papers", *PAPER], 0, id="text before tables"),
        pytest.param(["[[papers]]", 'name = "Tides"', "year = 2021"], 0, id="no title"),
        pytest.param([], 0, id="nothing"),
    ],
)
def test_papers_in_toml_are_recognised(lines: list[str], confidence: float) -> None:
    assert recognise(lines) == confidence


def test_a_table_whose_title_is_nothing_but_markup_is_no_paper() -> None:
    entries, problems = read(
        "[[papers]]", 'title = "<b></b>"', "year = 2021", "[[papers]]", 'title = "Tides"', "year = 2021"
    )

    assert [entry.title for entry in entries] == ["Tides"]
    assert problems == []


def test_a_number_that_is_too_long_to_be_read_leaves_out_the_file_from_its_first_line() -> None:
    entries, problems = read("[[papers]]", f"year = {'9' * 5000}", "[[papers]]", 'title = "Tides"', "year = 2021")

    assert entries == []
    assert [str(problem) for problem in problems] == [
        "papers.toml:1:1: '[[papers]]': not TOML; left out, with all that follows"
    ]
    assert problems[0].n_lines == 5


@pytest.mark.parametrize(("depth", "n_papers"), [(19, 1), (20, 0)])
def test_papers_are_looked_for_to_a_limited_depth(depth: int, n_papers: int) -> None:
    entries, _ = read(f'papers = {"[" * depth}{{title = "Tides", year = 2021}}{"]" * depth}')

    assert len(entries) == n_papers


def test_a_title_whose_text_is_printed_with_escapes_is_found_in_the_order_of_the_file() -> None:
    entries, _ = read(
        "[[papers]]", 'title = "\\u0054ides"', "year = 2021", "[[papers]]", 'title = "Ropes"', "year = 2020"
    )

    assert [(entry.title, entry.span.line, entry.end_line) for entry in entries] == [("Tides", 1, 3), ("Ropes", 4, 6)]
