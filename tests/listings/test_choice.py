"""The reader that explains a text best is chosen; BibTeX in a document is read as what it is."""

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.folders import CASES
from tests.listings.test_recognition import SPECIMENS
from tests.titles import byline, items, title, venue, year

from papertrace.errors import ListingError
from papertrace.listings import choice, read_listing
from papertrace.listings.captures import pages
from papertrace.listings.choice import choose_reader, try_reader
from papertrace.listings.formats import find_reader
from papertrace.listings.keyed import tables
from papertrace.model import Entry, Problem, Span
from papertrace.model.audit import FileAccount

CITE = "@misc{own,\n  title = {A List of Tides},\n  year = {2020}\n}\n"
ITEMS = items(30)
TITLES = [title(number) for number in range(30)]


def titles(path: Path, text: str) -> list[str]:
    path.write_text(text, "utf-8")
    return [entry.title for entry in read_listing(path, on_problem=lambda _: None)]


def publication(number: int) -> str:
    return f"```bibtex\n@misc{{k{number},\n  title = {{Snow, Part {number}}},\n  year = {{2021}}\n}}\n```\n\n"


def test_bibtex_at_the_head_of_a_list_does_not_make_it_a_bibliography(tmp_path: Path) -> None:
    found = titles(tmp_path / "list.md", f"{CITE}\n# Papers\n\n{ITEMS}")

    assert found == TITLES


@pytest.mark.parametrize("name", ["wrapped_references.md", "numbered_rst_references.rst"])
def test_references_on_lines_of_their_own_are_no_page_of_titles_and_abstracts(name: str) -> None:
    lines = (CASES / "lists" / name).read_text("utf-8").split("\n")

    chosen = choose_reader(lines, [], name)

    assert [trial.reader.name for trial in chosen.tried if trial.reader.module == "captures.pages"]
    assert chosen.reader.module == "learned.entries"


def test_bibtex_below_a_heading_on_citing_is_no_paper_of_the_list(tmp_path: Path) -> None:
    text = f"# Papers\n\n{ITEMS}\n## Citation\n\n{publication(1)}{publication(2)}"

    assert titles(tmp_path / "list.md", text) == TITLES


def test_bibtex_among_the_sections_of_a_list_is_read_in_its_place(tmp_path: Path) -> None:
    text = f"# Papers\n\n## Snow\n\n{publication(1)}{publication(2)}## Frost\n\n{ITEMS}"

    found = titles(tmp_path / "list.md", text)

    assert found == ["Snow, Part 1", "Snow, Part 2", *TITLES]


def test_records_longer_than_the_first_lines_are_recognised(tmp_path: Path) -> None:
    references = "".join(
        f"N1  - Doe, J., Reference {n}, 2001\n      continued on a line of its own\n" * 1 for n in range(400)
    )
    record = f"TY  - JOUR\nTI  - Tides of Frost\nAU  - Doe, Jane\n{references}ER  - \n\n"

    assert titles(tmp_path / "long.ris", record * 2) == ["Tides of Frost"] * 2


def test_a_format_is_recognised_below_a_preface(tmp_path: Path) -> None:
    rng = random.Random(7)  # noqa: S311 - not security-relevant
    preface = "".join("".join(rng.choices("0123456789.;", k=8)) + "\n" for _ in range(300))
    records = "".join(
        f"@article{{k{n},\n  title = {{Tides of Frost {n}}},\n  author = {{Doe, Jane}}\n}}\n\n" for n in range(200)
    )

    assert len(titles(tmp_path / "with_preface.txt", preface + records)) == 200


def test_yaml_with_facts_of_groups_between_its_records_is_not_read_as_a_list() -> None:
    record = "  - award: Best Paper\n    title: 'Tides of Frost:\n      Volume {n}'\n    author: Ann Doe, Rob Roe\n"
    record += "    link: https://example.org/{n}\n"
    group = (
        "- venue: WAVES\n  year: {year}\n  awards:\n{records}  place: Ostermoor\n  date: May, {year}\n  sub: sea\n\n"
    )
    groups = [
        group.format(year=year, records="".join(record.format(n=n) for n in (2 * year, 2 * year + 1)))
        for year in range(2010, 2020)
    ]

    assert choose_reader(["---", "", *"".join(groups).split("\n")], [], "").reader.name == "yaml"


def test_a_text_that_no_reader_explains_is_refused() -> None:
    with pytest.raises(ListingError, match="no reader recognises this format"):
        choose_reader(["buy milk", "call Ada"], [], "notes.txt")


def test_the_choice_is_the_same_in_every_run() -> None:
    text = f"{CITE}\n# Papers\n\n{ITEMS}".split("\n")

    assert choose_reader(text, [], "a").describe() == choose_reader(text, [], "a").describe()


PROSE = "The frost of the tides is measured over many winters, and compared with what the older tables of it say."


def report_document(number: int) -> str:
    fields = (
        f"Abstract: {PROSE}",
        f"Title: Tides of Frost in Harbour {number}",
        "Author: Doe, Jane",
        "Publication year: 2012",
        "Country of publication: Norway",
        "Language of publication: English",
        f"Document URL: https://example.org/{number}",
        "Database: ProQuest Winters",
    )
    return f"Document {number} of 30\n\nTides of Frost in Harbour {number}\n\n" + "\n\n".join(fields)


def test_lines_that_a_reader_leaves_out_between_two_papers_are_not_explained_by_it() -> None:
    rule = "\n\n" + "_" * 60 + "\n\n"
    text = rule.join(report_document(number) for number in range(1, 31))
    contents = "\n\n".join(f"{number}. Tides of Frost in Harbour {number}" for number in range(1, 31))
    lines = f"{rule}Table of contents\n\n{contents}{rule}{text}{rule}".split("\n")

    loose = try_reader(find_reader("paper-blocks"), pages.parse_plain, 0.7, lines, "report.txt")

    assert loose.n_entries > 0
    assert loose.explained < 0.5
    assert choose_reader(lines[:200], lines[200:], "report.txt").reader.name == "proquest"


def test_a_record_without_a_title_does_not_hide_the_papers_on_its_line(tmp_path: Path) -> None:
    records = ",".join(f'{{"title": "Tides of Frost {n}", "year": 2012}}' for n in range(3))

    assert len(titles(tmp_path / "papers.json", f'[{{"year": 2012}},{records}]')) == 3


@pytest.mark.parametrize("head", ["", CITE], ids=["one format", "two formats"])
def test_a_text_longer_than_what_is_tried_is_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: str
) -> None:
    monkeypatch.setattr(choice, "MAX_WHOLE_CHARS", 20_000)
    monkeypatch.setattr(choice, "MAX_TRIAL_CHARS", 10_000)
    found = titles(tmp_path / "list.md", f"{head}\n# Papers\n\n{items(400)}")

    assert found == [title(number) for number in range(400)]


def test_titles_that_are_markup_or_numbers_or_whole_texts_are_no_papers() -> None:
    rows = ["<b>x</b>", "12", "W" * 500, "Tides of Frost"]
    trial = try_reader(
        find_reader("table"), tables.parse, 1.0, ["title,year", *(f"{row},2019" for row in rows)], "a.csv"
    )

    assert (trial.n_entries, trial.n_papers) == (4, 1)


def test_an_address_with_its_label_is_no_title() -> None:
    def parse(lines: Iterable[str], source: str) -> Iterator[Entry]:
        for number, line in enumerate(lines, start=1):
            yield Entry(title=line, abstract="Prose.", span=Span(source, number), end_line=number)

    lines = ["URL: https://example.org/frost", "DOI: https://doi.org/10.1234/frost", "Tides: A Study of https://x.org"]

    assert try_reader(find_reader("title-list"), parse, 1.0, lines, "text").n_papers == 1


def test_lines_that_two_problems_leave_out_are_counted_once() -> None:
    def parse(_: Iterable[str], source: str) -> Iterator[Entry | Problem]:
        yield Entry(title="Tides of Frost", abstract="A.", span=Span(source, 1), end_line=2)
        yield Problem(Span(source, 3), "left out", n_lines=2)
        yield Problem(Span(source, 3), "left out, too", n_lines=1)

    assert (
        try_reader(find_reader("title-list"), parse, 1.0, ["Tides of Frost", "A.", "one", "two"], "a.txt").explained
        == 0.5
    )


@cases("name, meant")
def test_an_unknown_format_is_answered_with_those_that_it_may_mean(name: str, meant: str) -> None:
    with pytest.raises(ListingError) as caught:
        find_reader(name)

    assert meant in str(caught.value)


def test_a_refused_text_whose_lines_may_be_titles_names_the_reader_of_titles() -> None:
    lines = ["My reading for next week", "Sparse tides of frost", "Salt in ropes of hemp", "Fog"]
    with pytest.raises(ListingError, match="--from title-list"):
        choose_reader(lines, (), "list.txt")

    with pytest.raises(ListingError) as caught:
        choose_reader(["buy milk", "call Ann", "mend the boat", "Sparse tides of frost"], (), "list.txt")
    assert "title-list" not in str(caught.value)


def test_a_named_format_is_read_by_its_reader_whatever_the_text_looks_like() -> None:
    lines = "Tides of Frost\nRopes of Salt\n".splitlines()
    chosen = choose_reader([], lines, "list.txt", "title-list")

    assert chosen.reader is find_reader("title-list")
    assert [(item.title, item.span) for item in chosen.items if isinstance(item, Entry)] == [
        ("Tides of Frost", Span("list.txt", 1)),
        ("Ropes of Salt", Span("list.txt", 2)),
    ]


def test_the_entries_of_the_chosen_reader_name_their_source() -> None:
    chosen = choose_reader(ITEMS.splitlines(), [], "list.md")
    spans = [item.span for item in chosen.items if isinstance(item, Entry)]

    assert chosen.reader is find_reader("awesome-list")
    assert {span.source for span in spans} == {"list.md"}
    assert [span.line for span in spans] == list(range(1, 31))


REFERENCES = ";\n   ".join(
    f"Doe J, {1960 + n}, HARBOUR LETT, V{n}, P1, {'FROST OF THE TIDES AND ' * 6}" for n in range(90)
)


def web_of_science(number: int) -> str:
    return (
        f"@article{{ WOS:{number},\nAuthor = {{Doe, Jane}},\nTitle = {{Tides of Frost, Volume {number}}},\n"
        f"Cited-References = {{{REFERENCES}}},\nTimes-Cited = {{7}},\n}}\n"
    )


@pytest.mark.parametrize("start", [0, 40], ids=["whole", "without the beginning of its first entry"])
def test_a_bibliography_of_cited_references_line_by_line_is_no_page_of_papers(start: int) -> None:
    lines = "\n".join(map(web_of_science, range(20))).split("\n")[start:]

    assert {choose_reader(part[:200], part[200:], "a.bib").reader.name for part in (lines, lines[:-50])} == {"bibtex"}


def test_a_text_of_two_layouts_is_read_with_doubt(tmp_path: Path) -> None:
    texts = [(CASES / "listings" / name).read_text("utf-8") for name in ("blocks.txt", "daily_copy.txt")]
    (tmp_path / "a.txt").write_text("\n".join(texts), "utf-8")
    accounts: list[FileAccount] = []
    entries = list(read_listing(tmp_path / "a.txt", on_problem=lambda _: None, on_account=accounts.append))

    (account,) = accounts
    assert account.is_doubtful
    assert {account.reader, account.rival} == {"paper-blocks", "paper-lines"}
    assert (account.n_entries, account.n_entries_of_rival) == (len(entries), 7)


@pytest.mark.parametrize("name", SPECIMENS)
def test_no_specimen_is_read_with_doubt_about_its_format(name: str) -> None:
    lines = (CASES / "listings" / name).read_text("utf-8").rstrip("\n").split("\n")

    assert choose_reader(lines, [], name).rival is None


def test_tables_of_markdown_below_a_preface_are_a_list() -> None:
    rows = "".join(f"| [{title(n)}](https://example.org/{n}) | {venue(n)} | {year(n)} |\n" for n in range(30, 50))
    text = f"---\ndescription: Papers\n---\n\n# Tides\n\n{ITEMS}\n| Title | Venue | Year |\n|:-:|---|---|\n{rows}"

    assert choose_reader(text.split("\n"), [], "list.md").reader.name == "awesome-list"


def test_rows_of_one_width_without_titles_are_not_read_as_prose() -> None:
    with pytest.raises(ListingError, match="a table without a column of titles that is known"):
        choose_reader(
            ["id,place,date", *(f'{n},"The Frost of Ostermoor, a Harbour",2019' for n in range(9))], [], "a.csv"
        )


def test_references_with_as_many_commas_each_are_no_table() -> None:
    lines = [f"Doe Ann, Roe Rob. Tides of Frost in Small Harbours. Harbour Letters, {2000 + n}, {n}." for n in range(9)]

    assert not tables.is_table(lines)


def test_papers_in_a_text_that_no_reader_recognises_are_read_and_the_text_is_doubted(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text(
        "Notes of the group\n\n"
        + "\n\n".join(
            f"> {byline(n)} / {title(n)} / {venue(n)} / {year(n)}\n\nThe third section is hard to follow."
            for n in range(5)
        )
    )
    problems: list[Problem] = []

    entries = list(read_listing(path, on_problem=problems.append))

    assert [entry.title for entry in entries] == [title(n) for n in range(5)]
    (doubt,) = (problem for problem in problems if problem.doubts)
    assert "no reader recognises this text; 5 papers found in it" in doubt.message
