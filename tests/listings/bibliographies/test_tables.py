"""Tables of papers: names of columns, and spans of cells."""

import pytest
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.bibliographies.tables import parse, recognise
from papertrace.model import Entry, Problem, advance

FOLDER = CASES / "listings"


def read(name: str) -> tuple[list[Entry], list[Problem]]:
    problems: list[Problem] = []
    return list(read_listing(FOLDER / name, on_problem=problems.append)), problems


@pytest.mark.parametrize(
    ("name", "authors", "date"),
    [
        pytest.param("scopus.csv", ("Jane Doe", "Richard Roe"), "2024", id="Scopus"),
        pytest.param("ieee.csv", ("J. Doe", "R. Roe"), "2024-06-05", id="IEEE Xplore"),
        pytest.param("web_of_science.tsv", ("Jane Doe", "Richard Roe"), "2024-06-05", id="Web of Science"),
        pytest.param("generic.csv", ("Jane Doe", "Richard Roe", "Ann Poe"), "2024", id="a private list"),
    ],
)
def test_exports_are_read(name: str, authors: tuple[str, ...], date: str) -> None:
    first = read(name)[0][0]

    assert first.title == "GridWeave: Sparse GEMM on Small Grids"
    assert (first.authors, first.date) == (authors, date)


def test_a_cell_of_several_lines_keeps_its_positions() -> None:
    first, second = read("scopus.csv")[0]

    assert (first.span.line, first.end_line, second.span.line, second.abstract) == (2, 3, 4, "")
    assert first.abstract_span is not None
    place = advance(first.abstract_span, first.abstract, first.abstract.index("https"))
    assert (place.line, place.column) == (3, 12)


def test_a_row_without_a_title_is_reported() -> None:
    assert [(p.span.line, p.message) for p in read("scopus.csv")[1]] == [(5, "a row without a title; left out")]


def test_reference_lists_give_the_dois_in_them_and_no_links() -> None:
    first = read("scopus.csv")[0][0]

    assert first.references == ("doi:10.1000/old.1", "arxiv:2001.00003")
    assert [t.raw for t in first.targets] == ["https://example.org/record?id=1"]
    assert read("web_of_science.tsv")[0][0].references == ("doi:10.1000/old.1", "doi:10.1000/new.2")


def test_addresses_of_other_columns_are_targets_under_their_names() -> None:
    first, second, third = read("generic.csv")[0]

    assert [(t.raw, t.words, t.span.line) for t in first.targets] == [("github.com/acme/gridweave", "code", 4)]
    assert [t.words for t in second.targets] == ["code: see", "code: or", "arxiv"]
    assert (second.authors, second.identifiers.arxiv) == (("Ann Poe", "Bo Moe"), "2301.00002")
    assert (third.title, third.span.line) == ("Orchard; or, Trees", 7)


def test_text_above_the_header_is_harmless() -> None:
    assert [(p.span.line, p.harmless) for p in read("generic.csv")[1]] == [(2, True)]


def test_a_row_that_no_reader_can_read_is_reported_and_reading_continues() -> None:
    lines = ["title,year", "One,2001", 'Two,"' + "x" * 17_000_000 + '"', "Three,2003"]
    items = list(parse(lines, "a.csv"))

    assert [i.title for i in items if isinstance(i, Entry)] == ["One", "Three"]
    assert [i.span.line for i in items if isinstance(i, Problem)] == [3]


def test_a_quote_at_the_front_of_a_cell_of_web_of_science_opens_nothing() -> None:
    lines = ["PT\tTI\tPY", 'J\t"Open" Questions\t2001', 'J\t"Lost\t2002', "J\tTwo\t2003"]

    assert [i.title for i in parse(lines, "a.tsv") if isinstance(i, Entry)] == ['"Open" Questions', '"Lost', "Two"]


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(["Title of a page, authors and year", "text"], id="a sentence"),
        pytest.param(["name,age", "Ada,36"], id="another table"),
        pytest.param(["| title | year |", "| --- | --- |", "| A | 2001 |"][1:], id="Markdown without its header"),
        pytest.param(['{"title": 1, "year": 2}'], id="JSON"),
        pytest.param(["title", "year"], id="a list of words"),
    ],
)
def test_other_texts_are_not_tables_of_papers(head: list[str]) -> None:
    assert recognise(head) <= 0.5


@pytest.mark.parametrize("separator", [",", "\t", ";", "|"], ids=["comma", "tab", "semicolon", "bar"])
def test_the_separator_is_found(separator: str) -> None:
    lines = [separator.join(row) for row in (("Year", "Title"), ("2001", "One"), ("2002", "Two"))]

    assert recognise(lines) > 0.5
    assert [(i.title, i.date) for i in parse(lines, "a.csv") if isinstance(i, Entry)] == [
        ("One", "2001"),
        ("Two", "2002"),
    ]


@pytest.mark.parametrize(
    "header",
    [
        "titel;autor;jahr",
        "Titre;Auteurs;Année",
        "Título;Autores;Año",
        "标题;作者;年份",
        "TITLES;Author Names;Pub. Year",
    ],
)
def test_columns_are_known_in_other_languages_and_spellings(header: str) -> None:
    (entry,) = parse([header, "Tides;Ada Doe;2024"], "a.csv")

    assert isinstance(entry, Entry)
    assert (entry.title, entry.authors, entry.date) == ("Tides", ("Ada Doe",), "2024")


def test_a_table_of_ten_thousand_columns_keeps_its_titles() -> None:
    names = [*(f"extra {n}" for n in range(10_000)), "title", "year"]
    row = [*("x" for _ in range(10_000)), "Wide Tables", "2001"]
    (entry,) = parse([",".join(names), ",".join(row)], "a.csv")

    assert isinstance(entry, Entry)
    assert (entry.title, entry.date) == ("Wide Tables", "2001")


def test_a_reference_list_longer_than_the_limit_of_csv_is_read() -> None:
    references = "; ".join(f"Doe, J., (1999) Nets, {n}, p. 1" for n in range(1, 8_001))
    (entry,) = parse(["Title,Year,References", f'Nets,2001,"{references}"'], "a.csv")

    assert isinstance(entry, Entry)
    assert len(entry.references) == 8_000


def test_rows_wider_than_the_header_are_a_table_all_the_same() -> None:
    assert recognise(["Title,Year,DOI", *["A Title,2001,10.1000/1,extra"] * 4]) > 0.5


@pytest.mark.parametrize("header", ["PaperTitle\tAuthorNames", "paper_title\tauthor_names", "papertitle\tauthornames"])
def test_columns_are_known_by_names_whose_words_are_glued(header: str) -> None:
    lines = [header, "Tides of Frost in Harbours\tDoe, Jane; Roe, Rob", "Salt on Ropes\tPoe, Ann"]
    (first, second) = parse(lines, "a.tsv")

    assert isinstance(first, Entry)
    assert isinstance(second, Entry)
    assert (first.title, first.authors, second.title) == (
        "Tides of Frost in Harbours",
        ("Jane Doe", "Rob Roe"),
        "Salt on Ropes",
    )
    assert recognise(lines) > 0.9


def test_a_table_of_nothing_has_no_papers() -> None:
    assert list(parse([], "a.csv")) == []


def test_a_row_that_is_none_is_reported_and_the_next_is_read() -> None:
    problem, entry = parse(["title,year", "Tides\rof Frost,2019", "Lanterns,2018"], "a.csv")

    assert str(problem).startswith("a.csv:2:1: not a table row")
    assert isinstance(entry, Entry)
    assert (entry.title, entry.date) == ("Lanterns", "2018")
    assert list(parse(["title\r,year"], "a.csv")) != []


@pytest.mark.parametrize(
    ("head", "score"),
    [
        pytest.param(["title,year"], 0.3, id="a header alone"),
        pytest.param(["title,year", "Tides\rof Frost,2019"], 0.3, id="rows that are none"),
        pytest.param(["title,year", "Tides,2019", "Lanterns,2018"], 1.0, id="rows as wide as the header"),
        pytest.param(["title,year", *(["a,b,c,d,e,f,g"] * 3)], 0.3, id="rows that are much wider"),
        pytest.param([f"title, {'which is a long sentence ' * 9}, year"], 0.0, id="a sentence with commas"),
    ],
)
def test_a_table_is_recognised_by_header_and_rows(head: list[str], score: float) -> None:
    assert recognise(head) == score


def test_of_a_cell_of_thousands_of_lines_the_first_are_located() -> None:
    abstract = "\n".join(f"line {number}" for number in range(3000))
    lines = f'title,abstract,year\nSand,"{abstract}",2019\nSalt,,2020'.split("\n")
    entries = [item for item in parse(lines, "a.csv") if isinstance(item, Entry)]

    assert [(entry.title, entry.span.line, entry.end_line) for entry in entries] == [
        ("Sand", 2, 3001),
        ("Salt", 3002, 3002),
    ]
    assert entries[0].abstract == abstract


def test_labels_of_wikidata_are_the_words_for_what_other_columns_name() -> None:
    rows = ["item,itemLabel,authorLabel,publicationDate", "https://example.org/Q1,Tides of Frost,Ann Doe,2021-03-01"]
    (entry,) = [item for item in parse(rows, "query.csv") if isinstance(item, Entry)]

    assert (entry.title, entry.authors, entry.date) == ("Tides of Frost", ("Ann Doe",), "2021-03-01")


@pytest.mark.parametrize(
    "header", ["#,Lead Authors,Title,Length", "#\tFirst author\ttitle\tpages", "\ufeff#,Authors,Title"]
)
def test_a_table_may_begin_with_a_column_of_numbers_and_name_its_first_authors(header: str) -> None:
    separator = "\t" if "\t" in header else ","
    rows = [separator.join([str(n), "Ann Doe", f"Tides of Frost {n}", "8"]) for n in range(3)]

    assert recognise([header, *rows]) > 0.9
    entries = [item for item in parse([header, *rows], "papers.csv") if isinstance(item, Entry)]
    assert [(entry.title, entry.authors) for entry in entries] == [
        (f"Tides of Frost {n}", ("Ann Doe",)) for n in range(3)
    ]


def test_a_column_that_cites_the_papers_gives_their_authors() -> None:
    lines = [
        "pub_date\ttitle\tvenue\texcerpt\tcitation\tpaper_url",
        '2019-10-01\tTides of Frost\tHarbour Letters\tA.\tDoe, A. (2019). "Tides of Frost." <i>HL</i>. 1(1).\t',
    ]
    entries = [item for item in parse(lines, "papers.tsv") if isinstance(item, Entry)]

    assert [(one.authors, one.venue, one.date) for one in entries] == [(("A. Doe",), "Harbour Letters", "2019-10-01")]


def test_columns_may_name_a_fact_and_what_it_is_a_fact_of() -> None:
    head = [
        "Kind,Author of Review,Year,Title of Review,Title of Journal,Reviewed Author,Reviewed Title,Number of Authors",
        'Review,"Doe, Jane",2021,Review of: Tides of Frost,Harbour Letters,"Roe, Rob",Tides of Frost,1',
        "Review,n.a.,2022,Review of: Salt and Ropes,None,Ann Poe,Salt and Ropes,1",
    ]
    first, second = (item for item in parse(head, "reviews.csv") if isinstance(item, Entry))

    assert recognise(head) > 0.9
    assert (first.title, first.authors, first.venue) == (
        "Review of: Tides of Frost",
        ("Jane Doe",),
        "Harbour Letters",
    )
    assert (second.title, second.authors, second.venue, second.date) == ("Review of: Salt and Ropes", (), None, "2022")


def test_pages_and_recordings_that_a_manager_of_citations_keeps_are_no_papers() -> None:
    head = [
        "Key,Item Type,Publication Year,Author,Title,Publication Title,DOI,Url",
        'A1,journalArticle,2021,"Doe, Jane",Tides of Frost,Harbour Letters,10.1000/tides,https://example.org/a',
        "B2,webpage,,,The Harbour at a Glance,Harbour Office,,https://example.org/b",
        'C3,blogPost,2020,"Roe, Rob",Salt and Ropes Again,,,https://example.org/c',
        'D4,blogPost,2020,"Roe, Rob",Ropes of Hemp,,10.1000/hemp,https://example.org/d',
    ]
    items = list(parse(head, "zotero.csv"))

    assert [item.title for item in items if isinstance(item, Entry)] == ["Tides of Frost", "Ropes of Hemp"]
    assert [(item.span.line, item.harmless) for item in items if isinstance(item, Problem)] == [(3, True), (4, True)]
