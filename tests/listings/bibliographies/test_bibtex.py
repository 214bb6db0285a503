"""Bibliographies in BibTeX: entries, and the effect of a lost brace."""

from pathlib import Path

import pytest
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.bibliographies import bibtex
from papertrace.listings.bibliographies.bibtex import parse, recognise
from papertrace.model import Entry, Markup, Problem, advance

FOLDER = CASES / "listings"


@pytest.fixture
def problems() -> list[Problem]:
    return []


@pytest.fixture
def entries(problems: list[Problem]) -> list[Entry]:
    return list(read_listing(FOLDER / "bibliography.bib", on_problem=problems.append))


def read_one(text: str) -> Entry:
    (entry,) = (item for item in parse(text.split("\n"), "a.bib") if isinstance(item, Entry))
    return entry


def test_entries_are_on_their_lines(entries: list[Entry]) -> None:
    assert [(e.title.partition(":")[0], e.span.line, e.span.column, e.end_line) for e in entries] == [
        ("GridWeave", 10, 1, 24),
        ('A Title with a "Quoted" Word', 26, 1, 31),
        ("The Brace that Never Closed", 33, 1, 39),
        ("No Comma after the Title", 41, 1, 42),
        ("Last on the Line", 44, 1, 44),
        ("Beside It", 44, 78, 44),
    ]


def test_a_title_is_plain_text_on_one_line(entries: list[Entry]) -> None:
    assert entries[0].title == r"GridWeave: Sparse GEMM on Small Grids, $2\times$ Faster & 50% Cheaper"


def test_names_have_the_first_name_first(entries: list[Entry]) -> None:
    assert entries[0].authors == ("Jane Doe", "Jørg Müller-Lüdenscheid", "Acme Labs")
    assert entries[1].authors == ("Richard Roe", "Ann van der Poe")


def test_dates_are_read_in_parts_or_whole_and_ranges_by_their_start(entries: list[Entry]) -> None:
    assert [e.date for e in entries[:4]] == ["2024-06", "2023-03-05", "2024", "2022"]


def test_identifiers_come_from_their_fields_and_from_the_journal(entries: list[Entry]) -> None:
    assert entries[0].identifiers.doi == "10.1000/sst.2024.1"
    assert [e.identifiers.arxiv for e in entries[:3]] == [None, "2303.00001", "2401.00002"]


def test_the_abstract_stays_as_printed_at_its_position(entries: list[Entry]) -> None:
    first = entries[0]
    line = (FOLDER / "bibliography.bib").read_text(encoding="utf-8").split("\n")[17]

    assert first.markup is Markup.BIBTEX
    assert first.abstract_span is not None
    place = advance(first.abstract_span, first.abstract, first.abstract.index("https"))
    assert line[place.column - 1 :].startswith("https://example.org/gridweave")
    assert place.line == 18


def test_fields_with_addresses_are_targets_at_their_positions(entries: list[Entry]) -> None:
    lines = (FOLDER / "bibliography.bib").read_text(encoding="utf-8").split("\n")

    assert [(t.raw, t.words) for t in entries[0].targets] == [
        (r"https://example.org/papers/grid\_weave", "url"),
        ("github.com/acme/gridweave", "code"),
        ("https://example.org/slides_1.pdf", "note: Slides:"),
        ("https://example.org/d", "the data page"),
    ]
    for target in entries[0].targets:
        assert lines[target.span.line - 1][target.span.column - 1 :].startswith(target.raw)


def test_blocks_that_are_not_papers_are_reported_as_harmless(entries: list[Entry], problems: list[Problem]) -> None:
    assert entries
    assert [(p.span.line, p.n_lines) for p in problems if p.harmless] == [(1, 1), (3, 1), (5, 4)]


def test_a_lost_brace_loses_only_its_field(entries: list[Entry], problems: list[Problem]) -> None:
    lost = entries[2]

    assert (lost.abstract, lost.date) == ("It was open", "2024")
    assert ["the value of abstract has no end" in p.message for p in problems if p.span.line == 33] == [True]


def test_a_field_after_a_lost_comma_is_read(entries: list[Entry]) -> None:
    assert [t.raw for t in entries[3].targets] == ["https://example.org/comma"]


def test_an_entry_without_a_title_is_reported(entries: list[Entry], problems: list[Problem]) -> None:
    assert entries
    assert [p.message for p in problems if p.span.line == 43] == ["@misc{untitled: without a title; left out"]


def test_abbreviations_are_expanded_and_concatenated() -> None:
    entry = read_one('@string{s = "Sparse"}\n@misc{a, title = s # { Things in } # "19" # 90}')

    assert entry.title == "Sparse Things in 1990"


def test_abbreviations_of_abbreviations_do_not_grow_without_bound() -> None:
    doubling = "".join(f"@string{{s{n + 1} = s{n} # s{n}}}\n" for n in range(60))

    entry = read_one(f"@string{{s0 = {{0123456789}}}}\n{doubling}@misc{{a, title = {{T}}, abstract = s60}}")

    assert len(entry.abstract) <= 1024 * 1024


def test_the_first_of_repeated_fields_counts() -> None:
    assert read_one("@misc{a, title={One}, TITLE={Two}}").title == "One"


def test_escaped_braces_do_not_count() -> None:
    assert read_one(r"@misc{a, title={Half Open}, abstract={On $\{0, 1)$.}}").abstract == r"On $\{0, 1)$."


def test_a_subtitle_is_a_fact_of_its_own() -> None:
    entry = read_one("@book{a, title={Grids}, subtitle={A Primer}}")
    assert (entry.title, entry.subtitle) == ("Grids", "A Primer")


def test_a_page_that_quotes_one_entry_is_not_a_bibliography() -> None:
    page = ["# GridWeave", *["Some text of a page."] * 9, "@misc{a,", "  title = {A},", "}"]

    assert recognise(page) < 0.5
    assert recognise(page[10:]) == 1.0


def test_the_proceedings_are_read_whole(shared: Path) -> None:
    problems: list[Problem] = []
    path = shared / "data" / "listings" / "proceedings_sample.bib"
    entries = list(read_listing(path, on_problem=problems.append))

    assert len(entries) == 24
    assert [str(p.span).removeprefix(str(path)) for p in problems] == [":1:1"]
    assert all(e.authors and e.abstract for e in entries)
    assert not any(sign in e.title for e in entries for sign in "{}\\\n")
    assert [e.authors[0] for e in entries if "ğ" in e.authors[0] or "ğ" in e.authors[-1]] == [
        "Berrin Yanıkoğlu",  # noqa: RUF001
        "Samet Demir",
    ]


def test_a_part_has_the_volume_of_its_parent_wherever_that_is() -> None:
    text = "@inbook{a, title={Part}, crossref={V}}@article{b, title={Next}}@proceedings{v, title={Whole}, year=2001}"
    first, second = entries_of(text)

    assert (first.title, first.venue, first.date, second.title) == ("Part", "Whole", "2001", "Next")


def test_what_an_entry_says_itself_is_not_inherited() -> None:
    (entry,) = entries_of("@xdata{x, publisher={Far}, year=1999}@book{a, title={T}, year=2003, xdata={x}}")

    assert (entry.publisher, entry.date) == ("Far", "2003")


def test_entries_that_inherit_in_a_circle_are_read() -> None:
    text = "@book{a, title={One}, crossref={b}}@book{b, title={Two}, crossref={a}}@book{c, title={Three}, crossref={c}}"

    assert [entry.title for entry in entries_of(text)] == ["One", "Two", "Three"]


def test_a_parent_that_does_not_exist_costs_nothing() -> None:
    assert [entry.title for entry in entries_of("@book{a, title={One}, crossref={none}}@book{b, title={Two}}")] == [
        "One",
        "Two",
    ]


def test_the_main_title_stands_for_a_title_that_is_missing() -> None:
    assert entries_of("@book{a, maintitle={Works}, volume=2}")[0].title == "Works"


def entries_of(text: str) -> list[Entry]:
    return [item for item in parse(text.replace("}@", "}\n@").split("\n"), "a.bib") if isinstance(item, Entry)]


def test_data_that_inherits_from_each_other_is_read_once_each() -> None:
    names = [f"x{number}" for number in range(30)]
    blocks = [f"@xdata{{{name}, xdata = {{{','.join(names)}}}, year = {{2020}}}}" for name in names]

    (entry,) = entries_of("\n".join([*blocks, "@misc{a, title = {Tides of Frost}, xdata = {x0}}"]))

    assert entry.date == "2020"


@pytest.mark.parametrize(
    ("parent", "child"),
    [
        pytest.param("periodical", "article", id="the journal of an article"),
        pytest.param("mvbook", "inbook", id="the whole of several volumes"),
        pytest.param("mvproceedings", "inproceedings", id="proceedings of several volumes"),
        pytest.param("xdata", "article", id="data for any entry"),
    ],
)
def test_an_entry_takes_its_venue_from_what_it_refers_to(parent: str, child: str) -> None:
    title = "journaltitle" if parent == "xdata" else "title"
    refers = "xdata" if parent == "xdata" else "crossref"
    whole = f"@{parent}{{p, {title}={{Journal of Tusks}}}}"
    text = f"{whole}\n@{child}{{c, title={{Tides}}, author={{Doe, J.}}, {refers}={{p}}}}"

    found = [item for item in parse(text.split("\n"), "a.bib") if isinstance(item, Entry) and item.title == "Tides"]

    assert [entry.venue for entry in found] == ["Journal of Tusks"]


def test_of_too_many_abbreviations_the_first_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bibtex, "_MAX_STRINGS", 1)
    text = "@string{one = {Journal of Sand}}\n@string{two = {Letters on Salt}}\n"

    entries = parse(
        [*text.split("\n"), *(f"@article{{{n}, title={{A {n}}}, journal={n}}}" for n in ("one", "two"))], "a.bib"
    )

    assert [entry.venue for entry in entries if isinstance(entry, Entry)] == ["Journal of Sand", "two"]


def test_a_volume_is_a_paper_of_its_own_and_the_work_gives_what_it_lacks() -> None:
    text = "@book{one, title={Sand}, crossref={all}}\n@mvbook{all, title={The Dunes}, publisher={Example Press}}"
    entries = [item for item in parse(text.split("\n"), "a.bib") if isinstance(item, Entry)]

    assert [(entry.title, entry.publisher) for entry in entries] == [
        ("Sand", "Example Press"),
        ("The Dunes", "Example Press"),
    ]


@pytest.mark.parametrize(
    ("text", "fact"),
    [('@string{s = "Sparse', "no end"), ("@string{s}", "")],
    ids=["without an end", "without a value"],
)
def test_a_broken_abbreviation_is_reported(text: str, fact: str) -> None:
    items = list(parse([*text.split("\n"), "@misc{a, title = {Tides}}"], "a.bib"))

    assert [item.title for item in items if isinstance(item, Entry)] == ["Tides"]
    assert [(item.span.line, fact in item.message) for item in items if isinstance(item, Problem)] == [(1, True)]


def test_et_al_is_no_part_of_a_name() -> None:
    entries = list(parse(["@article{one, title={Sand}, author={Doe, Ann et al.}, year=2021}"], "a.bib"))

    assert [entry.authors for entry in entries if isinstance(entry, Entry)] == [("Ann Doe",)]
