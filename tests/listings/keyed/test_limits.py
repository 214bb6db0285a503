"""Bounds of keyed notations: how much is read, kept and looked for; the bound itself is a few characters here."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence

import pytest
from tests.calls import n_calls

from papertrace.listings.keyed import bibtex, data_files, tables, xml
from papertrace.listings.keyed import json as json_records
from papertrace.listings.keyed.data_files import parse_toml, parse_yaml
from papertrace.listings.opening import MAX_TEXT_CHARS
from papertrace.model import Entry, Problem

Parse = Callable[[Iterable[str], str], Iterator[Entry | Problem]]


def read(parse: Parse, lines: Sequence[str]) -> tuple[list[Entry], list[Problem]]:
    items = list(parse(lines, "list"))
    return [one for one in items if isinstance(one, Entry)], [one for one in items if isinstance(one, Problem)]


def test_abbreviations_of_abbreviations_do_not_grow_without_bound() -> None:
    doubling = [f"@string{{s{n + 1} = s{n} # s{n}}}" for n in range(60)]
    (entry,), _ = read(bibtex.parse, ["@string{s0 = {0123456789}}", *doubling, "@misc{a, title = {T}, abstract = s60}"])

    assert len(entry.abstract) <= 1024 * 1024


def test_of_too_many_abbreviations_the_first_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bibtex, "_MAX_STRINGS", 1)
    lines = ["@string{one = {Journal of Sand}}", "@string{two = {Letters on Salt}}"]
    lines += [f"@article{{{n}, title={{A {n}}}, journal={n}}}" for n in ("one", "two")]

    assert [entry.venue for entry in read(bibtex.parse, lines)[0]] == ["Journal of Sand", "two"]


def test_data_that_inherits_from_each_other_is_read_once_each() -> None:
    names = [f"x{number}" for number in range(30)]
    blocks = [f"@xdata{{{name}, xdata = {{{','.join(names)}}}, year = {{2020}}}}" for name in names]
    (entry,), _ = read(bibtex.parse, [*blocks, "@misc{a, title = {Tides of Frost}, xdata = {x0}}"])

    assert entry.date == "2020"


def test_a_row_that_no_reader_can_read_is_reported_and_reading_continues() -> None:
    entries, problems = read(tables.parse, ["title,year", "One,2001", 'Two,"' + "x" * 17_000_000 + '"', "Three,2003"])

    assert [entry.title for entry in entries] == ["One", "Three"]
    assert [problem.span.line for problem in problems] == [3]


def test_a_table_of_ten_thousand_columns_keeps_its_titles() -> None:
    names = [*(f"extra {n}" for n in range(10_000)), "title", "year"]
    row = [*("x" for _ in range(10_000)), "Wide Tables", "2001"]
    (entry,), _ = read(tables.parse, [",".join(names), ",".join(row)])

    assert (entry.title, entry.date) == ("Wide Tables", "2001")


def test_a_reference_list_longer_than_the_limit_of_csv_is_read() -> None:
    references = "; ".join(f"Doe, J., (1999) Nets, {n}, p. 1" for n in range(1, 8_001))
    (entry,), _ = read(tables.parse, ["Title,Year,References", f'Nets,2001,"{references}"'])

    assert len(entry.references) == 8_000


def test_of_a_cell_of_thousands_of_lines_the_first_are_located() -> None:
    abstract = "\n".join(f"line {number}" for number in range(3000))
    entries, _ = read(tables.parse, f'title,abstract,year\nSand,"{abstract}",2019\nSalt,,2020'.split("\n"))

    assert [(one.title, one.span.line, one.end_line) for one in entries] == [("Sand", 2, 3001), ("Salt", 3002, 3002)]
    assert entries[0].abstract.split() == abstract.split()


def test_of_records_that_are_no_xml_only_they_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml, "_MAX_RECORD_CHARS", 60)
    lines = ["</record><record/>", "<record>A\ud800</record>", "<record>A<b></record>", f"<record>{'x' * 70}", "<x>"]

    *problems, last = xml.split_xml([*lines, "<record><record/>A</record><record>"], "a.xml", "record")

    assert [str(one).partition(" (")[0] for one in problems if isinstance(one, Problem)] == [
        "a.xml:2:1: unsafe XML",
        "a.xml:3:1: malformed XML on line 3",
        "a.xml:4:1: the record has no end; left out; close it by </record>",
    ]
    assert [one.span.line for one in problems if not isinstance(one, Problem)] == [6]
    assert str(last) == "a.xml:6:28: the record has no end; left out; close it by </record>"


def test_deeply_nested_values_and_aliases_of_aliases_cost_no_more_than_their_text() -> None:
    assert [str(one) for one in read(parse_yaml, ["- " * 200_000])[1]] == [
        "list:1:201: values too deeply nested; all that follows is left out"
    ]
    assert read(parse_yaml, ["- " * 100 + "x"]) == ([], [])

    laughs = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    laughs += [
        f"{name}: &{name} [{', '.join(9 * [f'*{before}'])}]"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    entries, problems = read(parse_yaml, [*laughs, "papers:", "- {title: Tides, year: 2020, data: *i}"])
    assert ([entry.title for entry in entries], problems) == (["Tides"], [])


def test_keys_of_thousands_of_papers_are_not_gone_through_for_each() -> None:
    def calls(n: int) -> int:
        return n_calls(lambda: read(parse_yaml, [f"paper{i}: {{title: Tides {i}, year: 2020}}" for i in range(n)]))

    calls(10)  # imports must not count
    assert calls(400) < 5 * calls(100)


@pytest.mark.parametrize(
    ("parse", "limit", "lines"),
    [
        pytest.param(parse_yaml, "_MAX_CHARS_YAML", ["- title: Tides", "  year: 2020"], id="YAML"),
        pytest.param(parse_toml, "_MAX_CHARS_TOML", ["[[papers]]", 'title = "Tides"', "year = 2021"], id="TOML"),
    ],
)
def test_a_text_too_long_to_be_read_whole_is_left_out(
    monkeypatch: pytest.MonkeyPatch, parse: Parse, limit: str, lines: list[str]
) -> None:
    monkeypatch.setattr(data_files, limit, sum(len(line) + 1 for line in lines))

    assert [entry.title for entry in read(parse, lines)[0]] == ["Tides"]
    entries, problems = read(parse, [*lines, ""])
    assert entries == []
    (fact,) = map(str, problems)
    assert fact.endswith("of more than 0 MiB; left out; divide it into several files")


def test_a_number_that_is_too_long_to_be_read_leaves_out_the_file_from_its_first_line() -> None:
    lines = ["[[papers]]", f"year = {'9' * 5000}", "[[papers]]", 'title = "Tides"', "year = 2021"]
    entries, (problem,) = read(parse_toml, lines)

    assert entries == []
    assert (problem.span.line, problem.n_lines) == (1, 5)
    assert problem.message == "'[[papers]]': not TOML; left out, with all that follows"


@pytest.mark.parametrize(("depth", "n_papers"), [(19, 1), (20, 0)])
def test_papers_are_looked_for_to_a_limited_depth(depth: int, n_papers: int) -> None:
    entries, _ = read(parse_toml, [f'papers = {"[" * depth}{{title = "Tides", year = 2021}}{"]" * depth}'])

    assert len(entries) == n_papers


def test_a_record_of_many_keys_around_a_group_says_nothing_of_it() -> None:
    tides, salt = ({"title": title, "authors": "Ann Doe"} for title in ("Tides", "Salt"))
    others = {f"note_{number}": "x" for number in range(40)}
    groups = [{"venue": "WAVES", "awards": [tides]} | others, {"venue": "IHC", "awards": [salt]}]

    assert [entry.venue for entry in read(json_records.parse, [json.dumps(groups)])[0]] == [None, "IHC"]


def test_a_record_with_a_text_too_long_is_a_problem_of_its_lines() -> None:
    long = "x" * (MAX_TEXT_CHARS + 1)
    lines = ['{"title":"A"}', '{"title":"B",', f'"x":"{long}"}}', f'{{"title":"C","x":"{long[1:]}"}}']
    entries, (problem,) = read(json_records.parse, lines)

    assert [entry.title for entry in entries] == ["A", "C"]
    assert (problem.span.line, problem.n_lines) == (2, 2)
    assert "characters" in problem.message


def test_addresses_of_a_record_are_all_found_in_the_order_in_which_they_are_printed() -> None:
    addresses = [f"https://example.org/{number}" for number in range(3000)]
    line = json.dumps([{"title": "Salt", "summary": "S.", "urls": addresses}])
    (entry,), _ = read(json_records.parse, [line])

    assert [target.raw for target in entry.targets] == addresses
    assert all(line[target.span.column - 1 :].startswith(target.raw) for target in entry.targets[::100])


def test_a_long_work_printed_over_many_lines_is_recognised_by_its_visible_keys() -> None:
    work = {"id": "https://openalex.org/W1", "title": "T", "authorships": [{"n": n} for n in range(400)]}
    lines = json.dumps(work | {"referenced_works": []}, indent=1).split("\n")
    head = [lines[0], ' "referenced_works": [],', *lines[1:199]]

    assert json_records.recognise(head, service="openalex") == 1.0
    assert [entry.end_line for entry in read(json_records.parse, lines)[0]] == [len(lines)]


def test_a_record_longer_than_the_head_is_recognised() -> None:
    authors = [{"name": f"Ada Doe {n}"} for n in range(300)]
    text = json.dumps([{"paper": {"id": "2401.00001", "authors": authors, "title": "A Title"}}], indent=1)

    assert json_records.recognise(text.split("\n")[:200], service="hugging-face") > 0.5
