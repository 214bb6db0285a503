"""Tests of the reader of papers in YAML."""

import pytest
from tests.calls import n_calls
from tests.folders import CASES

from papertrace.listings.captures import labelled_text
from papertrace.listings.choice import choose_reader
from papertrace.listings.json import yaml_records
from papertrace.listings.json.yaml_records import parse, recognise
from papertrace.model import Entry, Problem, Span

FRONT_MATTER = [
    "---",
    'title: "Tides of Frost"',
    "authors: [Ann Doe, Rob Roe]",
    "publication: '*Harbour Letters*'",
    "date: 2021-03-01",
    "url_code: https://github.com/acme/tides",
    "---",
    "The text of the page: {{< figure >}} [that is no YAML.",
]


def read(*lines: str) -> tuple[list[Entry], list[Problem]]:
    found = list(parse(lines, "papers.yml"))
    return [one for one in found if isinstance(one, Entry)], [one for one in found if isinstance(one, Problem)]


def test_mappings_are_papers_with_the_lines_they_span() -> None:
    entries, problems = read(*(CASES / "listings" / "publications.yml").read_text(encoding="utf-8").split("\n"))

    assert problems == []
    assert [(entry.title, entry.date, entry.venue) for entry in entries] == [
        ("Tides of Frost in Small Harbours", "2021", "Harbour Letters"),
        ("Ropes: A Study of Knots", "2020", None),
        ("Salt in the Wind", "2019", "Conference on Waves (WAVES)"),
    ]
    assert entries[0].identifiers.arxiv == "2101.00001"
    assert entries[1].identifiers.doi == "10.1234/ropes.7"
    assert [target.raw for target in entries[1].targets] == ["https://github.com/acme/ropes"]
    assert entries[2].authors == ("Ann Doe", "Jan van der Poe")
    assert [target.raw for target in entries[2].targets] == ["https://example.org/salt.pdf"]
    assert entries[2].abstract.endswith("than anybody thought.")
    assert [(entry.span.line, entry.span.column, entry.end_line) for entry in entries] == [
        (2, 3, 2),
        (3, 3, 3),
        (4, 3, 15),
    ]


def test_a_mapping_around_papers_is_a_section() -> None:
    entries, _ = read(
        "- title: Preprints",
        "  year: 2020",
        "  papers:",
        "  - title: Tides",
        "    year: 2019",
        "  - title: Salt",
        "    doi: 10.1/s",
    )

    assert [entry.title for entry in entries] == ["Tides", "Salt"]


def test_works_that_a_paper_cites_are_no_papers_of_the_listing() -> None:
    entries, _ = read("- title: Tides", "  year: 2020", "  references:", "  - title: Salt", "    year: 2019")

    assert [entry.title for entry in entries] == ["Tides"]


def test_a_name_is_a_title_beside_authors_alone() -> None:
    entries, _ = read(
        "- name: Ann Doe", "  url: https://example.org/doe", "- name: Tides of Frost", "  author: Ann Doe"
    )

    assert [entry.title for entry in entries] == ["Tides of Frost"]


def test_the_front_matter_of_a_page_is_a_paper() -> None:
    entries, problems = read(*FRONT_MATTER)

    assert [(problem.span.line, problem.n_lines, problem.harmless) for problem in problems] == [(8, 1, True)]
    assert [(entry.title, entry.authors, entry.venue, entry.date) for entry in entries] == [
        ("Tides of Frost", ("Ann Doe", "Rob Roe"), "Harbour Letters", "2021-03-01")
    ]
    assert (entries[0].span, entries[0].end_line) == (Span("papers.yml", 2, 1), 6)
    assert recognise(FRONT_MATTER) > 0.5


def test_text_that_is_not_yaml_is_reported_with_all_that_follows() -> None:
    entries, problems = read(
        "- title: Tides", "  year: 2020", "- title: [Salt", "  year: 2019: x", "", "- title: Frost"
    )

    assert [entry.title for entry in entries] == ["Tides"]
    assert [(problem.span.line, problem.n_lines) for problem in problems] == [(4, 2)]


def test_deeply_nested_values_and_aliases_of_aliases_cost_no_more_than_their_text() -> None:
    nested, problems = read("- " * 200_000)
    assert (nested, len(problems)) == ([], 1)

    laughs = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    laughs += [
        f"{name}: &{name} [{', '.join(9 * [f'*{before}'])}]"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    entries, problems = read(*laughs, "papers:", "- {title: Tides, year: 2020, data: *i}")
    assert ([entry.title for entry in entries], problems) == (["Tides"], [])


def test_a_bibliography_for_pandoc_has_its_papers_below_references() -> None:
    entries, problems = read(
        "---",
        "references:",
        "- id: doe2020",
        "  title: Tides of Frost",
        "  author:",
        "  - {family: Doe, given: Ann}",
        "  issued:",
        "  - year: 2020",
        "    month: 3",
        "- title: Salt",
        "  author: [{family-names: Roe, given-names: Rob}]",
        "  issued: {date-parts: [[2019]]}",
        "...",
    )

    assert problems == []
    assert [(entry.title, entry.authors, entry.date) for entry in entries] == [
        ("Tides of Frost", ("Ann Doe",), "2020-03"),
        ("Salt", ("Rob Roe",), "2019"),
    ]


def test_keys_of_thousands_of_papers_are_not_gone_through_for_each() -> None:
    def calls(n: int) -> int:
        lines = [f"paper{i}: {{title: Tides {i}, year: 2020}}" for i in range(n)]
        return n_calls(lambda: list(parse(lines, "papers.yml")))

    calls(10)  # imports must not count
    assert calls(400) < 5 * calls(100)


def test_aliases_of_texts_are_these_texts() -> None:
    entries, _ = read("x: &waves WAVES", "y: &list [WAVES]", "papers:", "- {title: Tides, venue: *waves, data: *list}")

    assert [(entry.title, entry.venue) for entry in entries] == [("Tides", "WAVES")]


def test_venues_in_markdown_are_plain() -> None:
    entries, _ = read(
        '- {title: Tides, publication: "In *Harbour Letters*, 3"}',
        '- {title: Salt, publication: "**WAVES**"}',
        '- {title: Ropes, venue: "*SEM 2019"}',
    )

    assert [entry.venue for entry in entries] == ["Harbour Letters, 3", "WAVES", "*SEM 2019"]


def test_titles_with_addresses_alone_are_papers_if_an_address_is_that_of_one() -> None:
    entries, _ = read(
        "- {title: Home, url: /}",
        "- {title: Publications, link: /publications/}",
        "- {title: Code, url: https://example.org/code}",
        "- {title: Tides, url: https://arxiv.org/abs/2101.00001}",
        "- {title: Salt, link: papers/salt.pdf}",
        "- {title: Ropes, links: [{name: text, href: https://example.org/ropes.pdf}]}",
    )

    assert [entry.title for entry in entries] == ["Tides", "Salt", "Ropes"]


def test_text_with_labels_alone_may_be_no_yaml() -> None:
    labelled = ["title: Tides of Frost", "authors: Ann Doe, Rob Roe", "year: 2020", "url: https://example.org/a"]
    listed = ["- title: Tides of Frost", *(f"  {line}" for line in labelled[1:])]

    assert 0 < recognise(labelled) < labelled_text.recognise(labelled)
    assert recognise(["---", *labelled, "---", "The text of the page."]) < 1
    assert recognise(["---", *labelled]) == recognise(listed) == recognise(["2020:", *listed]) == 1
    assert choose_reader(listed, [], "papers.yml").reader.name == "yaml"
    assert choose_reader(labelled, [], "papers.txt").reader.name == "labelled-text"


@pytest.mark.parametrize(
    "lines",
    [
        ["# Tides", "", "- [Title: A Study](https://example.org/a)", "- [Salt](https://example.org/b)"],
        ["name: build", "on: push", "jobs:", "  test:", "    name: Test", "    steps:", "      - name: Check out"],
        ["name: Frost", "description: Finds frost in papers.", "author: Ann Doe", "runs:", "  using: node"],
        ["main:", "  - title: Home", "    url: /", "  - title: Papers", "    url: /papers/"],
        ["title: A Site about Harbours", "theme: stone", "plugins:", "  - feed"],
        ["Title: Tides of Frost", "We measure the tides, and nobody had done so before us.", "It was cold."],
        [],
    ],
    ids=["list", "workflow", "action", "menu", "site", "prose", "nothing"],
)
def test_other_texts_are_not_taken_for_papers_in_yaml(lines: list[str]) -> None:
    assert recognise(lines) == 0


def test_publishers_are_venues_where_articles_with_a_doi_have_no_others() -> None:
    lines = [
        line
        for n, name in enumerate(["Harbour Letters", "Tides", "Frost Research", "Tides", "Rope"])
        for line in (
            f"- id: doi:10.5555/{n}",
            f"  title: Tides of Small Bay {n}",
            "  date: '2020'",
            f"  publisher: {name}",
        )
    ]
    entries = [item for item in parse(lines, "citations.yaml") if isinstance(item, Entry)]

    assert [(entry.venue, entry.publisher) for entry in entries][:2] == [("Harbour Letters", None), ("Tides", None)]


def test_a_publisher_with_a_year_is_a_venue_and_tags_are_no_part_of_names() -> None:
    lines = [
        "- title: Tides of Small Bays",
        "  authors: <b>Ann Doe</b>*, **Rob Roe**",
        "  publisher: Harbour Letters 2026",
    ]
    (entry,) = [item for item in parse(lines, "papers.yaml") if isinstance(item, Entry)]

    assert (entry.venue, entry.publisher, entry.authors) == ("Harbour Letters", None, ("Ann Doe", "Rob Roe"))


@pytest.mark.parametrize(
    ("lines", "spans"),
    [
        pytest.param(
            ["- title: Tides", "  year: 2020", "", "- {title: Salt, year: 2021}"], [(1, 3, 2), (4, 3, 4)], id="items"
        ),
        pytest.param(
            ["# Papers", "-", "  title: Tides", "  abstract: |", "    We weigh", "    tides.", "x: 1"],
            [(3, 3, 6)],
            id="a block",
        ),
        pytest.param(["title: Tides", "year: 2020"], [(1, 1, 2)], id="one paper"),
        pytest.param(
            ["2020:", "  - title: Tides", "    doi: 10.1/t", "  - title: Salt", "    doi: 10.1/s"],
            [(2, 5, 3), (4, 5, 5)],
            id="below a year",
        ),
        pytest.param(["---  ", "title: Tides", "year: 2020", "--- ", "", "Text: {"], [(2, 1, 3)], id="front matter"),
        pytest.param(["---", "- title: Tides", "  year: 2020"], [(2, 3, 3)], id="a mark of a document"),
        pytest.param(
            ["---", "- {title: Tides, year: 2020}", "---", "- {title: Salt, year: 2020}"],
            [(2, 3, 2), (4, 3, 4)],
            id="two documents",
        ),
    ],
)
def test_a_record_has_the_lines_of_its_mapping(lines: list[str], spans: list[tuple[int, int, int]]) -> None:
    entries, _ = read(*lines)

    assert [(entry.span.line, entry.span.column, entry.end_line) for entry in entries] == spans


@pytest.mark.parametrize(
    ("lines", "titles"),
    [
        pytest.param(
            ["title: Tides", "year: 2020", "Citations:", "- {title: Salt, year: 2019}"], ["Tides"], id="of a paper"
        ),
        pytest.param(["x: 1", "citations:", "- {title: Salt, year: 2019}"], ["Salt"], id="of a file without a title"),
        pytest.param(["papers:", "- {title: Tides, year: 1, cites: [{title: Salt, year: 2}]}"], ["Tides"], id="below"),
        pytest.param(["name: Tides", "author: Ann Doe"], [], id="a name of a whole file"),
        pytest.param(["x: {Name: Tides, Author: Ann Doe}"], ["Tides"], id="a name below another key"),
        pytest.param(["x: {name: Ann Doe, title: Tides, author: Ann Doe}"], ["Tides"], id="a name and a title"),
        pytest.param(["x: {name: [Ann], author: Ann Doe}"], [], id="a name that is a list"),
        pytest.param(["x: {title: Tides, homepage: https://example.org/x}"], [], id="a title with an address"),
        pytest.param(["x: {title: Tides, homepage: https://example.org/x.pdf}"], ["Tides"], id="a document"),
        pytest.param(
            ["x: {title: Tides, links: {a: [https://arxiv.org/abs/2101.00001]}}"], ["Tides"], id="nested addresses"
        ),
        pytest.param(["x: {title: Tides, url_pdf: tides.html}"], ["Tides"], id="a key of papers"),
        pytest.param(["x: {title: Tides, n: 1}"], [], id="a title with no fact"),
    ],
)
def test_papers_are_told_from_other_mappings(lines: list[str], titles: list[str]) -> None:
    assert [entry.title for entry in read(*lines)[0]] == titles


def test_problems_say_what_is_left_out() -> None:
    _, (broken,) = read("- title: Tides", "  year: 2020", "- title: [Salt", "", "  x: }")
    _, (page,) = read(*FRONT_MATTER)
    _, (nested,) = read("- " * 101 + "x")

    assert str(broken) == "papers.yml:5:1: 'x: }': not YAML; left out, with all that follows"
    assert broken.n_lines == 1
    assert page.message == "text of the page below its front matter; left out"
    assert (nested.span, nested.message) == (
        Span("papers.yml", 1, 201),
        "values too deeply nested; all that follows is left out",
    )
    assert read("- " * 100 + "x") == ([], [])


def test_a_text_too_long_to_be_read_whole_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["- title: Tides", "  year: 2020"]
    monkeypatch.setattr(yaml_records, "_MAX_CHARS", sum(len(line) + 1 for line in lines))

    assert len(read(*lines)[0]) == 1
    assert read(*lines, "")[0] == []
    assert str(read(*lines, "")[1][0]) == (
        "papers.yml:1:1: YAML of more than 0 MiB; left out; divide it into several files"
    )


def articles(names: list[str], *, n_dois: int, venue: str = "") -> list[tuple[str | None, str | None]]:
    lines: list[str] = []
    for n, name in enumerate(names):
        facts = f", doi: 10.5555/{n}" if n < n_dois else ""
        lines.append(f"- {{title: Tides {n}, year: 2020, publisher: {name}{facts}{'' if n else venue}}}")
    return [(entry.venue, entry.publisher) for entry in read(*lines)[0]]


def test_publishers_are_venues_only_if_several_of_them_are_those_of_articles() -> None:
    names = ["Harbours", "Tides", "Frost", "Ropes", "Salt"]

    assert articles(names, n_dois=3) == [(name, None) for name in names]
    assert articles(names[:4], n_dois=4) == [(None, name) for name in names[:4]]
    assert articles([*names, "Wind"], n_dois=3) == [(None, name) for name in [*names, "Wind"]]
    assert articles(["Harbours", "Tides"] * 3, n_dois=6) == [(None, name) for name in ["Harbours", "Tides"] * 3]
    assert articles(["Harbours", "Tides", "Frost"] * 2, n_dois=6)[0] == ("Harbours", None)
    assert articles(names, n_dois=5, venue=", venue: WAVES")[1] == (None, "Tides")


@pytest.mark.parametrize(
    ("lines", "confidence"),
    [
        pytest.param(["# Papers", "", "- title: Tides", "  year: 2020"], 1.0, id="items"),
        pytest.param(["-", "  title: Tides", "  year: 2020"], 1.0, id="a dash of its own"),
        pytest.param(['- {"title": Tides, year: 2020}', "- {title: Salt, year: 2020}"], 1.0, id="flow"),
        pytest.param(["title: Tides", "year: 2020"], 0.85, id="labels alone"),
        pytest.param(["---", "title: Tides", "year: 2020", "---", "", "Text of a page."], 0.85, id="front matter"),
        pytest.param(["---", "title: Tides", "year: 2020", "---", "", "x: 1"], 1.0, id="documents"),
        pytest.param(["papers:", "  tides:", "    title: Tides", "    year: 2020"], 1.0, id="below names"),
        pytest.param(['{"title": "Tides", "year": 2020}'], 0.0, id="JSON"),
        pytest.param(["- title: Tides"], 0.0, id="a title alone"),
        pytest.param(["- title: Tides", "Text", "Text", "  year: 2020", "Text"], 0.0, id="text"),
        pytest.param(["Text", "- title: Tides", "  year: 2020"], 0.0, id="text before items"),
    ],
)
def test_papers_in_yaml_are_recognised(lines: list[str], confidence: float) -> None:
    assert recognise(lines) == confidence


def test_a_file_that_is_too_large_to_be_read_whole_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_records, "_MAX_CHARS", 1 << 20)

    entries, problems = read("- title: Tides", "  year: 2021", f"# {'x' * (1 << 20)}")

    assert entries == []
    assert [str(problem) for problem in problems] == [
        "papers.yml:1:1: YAML of more than 1 MiB; left out; divide it into several files"
    ]


@pytest.mark.parametrize(
    ("facts", "year"),
    [
        (('venue: "WAVES \'21"',), "2021"),
        (("venue: WAVES", "year: 2020"), "2020"),
        (("venue: WAVES",), None),
    ],
)
def test_the_date_of_a_meeting_is_no_date_of_the_paper_that_is_presented(
    facts: tuple[str, ...], year: str | None
) -> None:
    lines = ["sessions:", "  - date: 02/11/2022", "    presenter: Al Poe", "    title: Tides of Frost"]
    lines += ["    authors: Ann Doe, Rob Roe", *(f"    {fact}" for fact in facts)]

    assert [one.date for one in parse(lines, "seminar.yml") if isinstance(one, Entry)] == [year]
