"""JSON of the daily papers of Hugging Face: responses of the API, and scrapes."""

import json
from pathlib import Path

import pytest
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.json.hugging_face import parse, recognise
from papertrace.model import Entry, Problem, advance

FOLDER = CASES / "listings"


def read(*lines: str) -> tuple[list[Entry], list[Problem]]:
    items = list(parse(lines, "papers.json"))
    return [i for i in items if isinstance(i, Entry)], [i for i in items if isinstance(i, Problem)]


def test_an_empty_array_has_no_entries_and_no_problems() -> None:
    assert read("[]") == ([], [])


def test_answers_of_the_api_are_read() -> None:
    first, *others = read_listing(FOLDER / "daily_papers.json")

    assert (first.title, first.authors, first.n_authors) == (
        "GridWeave: Packing Sparse Tiles",
        ("Ada Doe", "Bob Roe"),
        2,
    )
    assert (first.organisation, first.date, first.n_comments) == ("Acme Labs", "2024-01-02", 2)
    assert first.identifiers.arxiv == "2401.00001"
    assert [(e.title, e.abstract, e.authors, e.n_authors) for e in others] == [
        ("Ledger", "", (), None),
        ("Quill: Écrire", "", (), None),
    ]


def test_addresses_of_the_paper_are_targets_and_pictures_are_not() -> None:
    first = next(iter(read_listing(FOLDER / "daily_papers.json")))

    assert [(t.raw, t.words) for t in first.targets] == [
        ("https://github.com/acme/gridweave", "githubRepo"),
        ("https://gridweave.example.org", "projectPage"),
    ]


def test_spans_point_to_the_printed_text() -> None:
    path = FOLDER / "daily_papers.json"
    lines = path.read_text(encoding="utf-8").split("\n")
    first = next(iter(read_listing(path)))

    assert first.abstract_span is not None
    url = advance(first.abstract_span, first.abstract, first.abstract.index("Sparse"))
    page = first.targets[1]
    assert lines[url.line - 1][url.column - 1 :].startswith("Sparse tiles waste")
    assert lines[page.span.line - 1][page.span.column - 1 :].startswith(page.raw)


def test_a_record_without_a_title_is_reported_and_reading_continues() -> None:
    problems: list[Problem] = []
    entries = list(read_listing(FOLDER / "daily_papers.json", on_problem=problems.append))

    assert [(p.span.line, "without a title" in p.message) for p in problems] == [(10, True)]
    assert len(entries) == 3


def test_scrapes_are_read_and_a_damaged_record_affects_no_other() -> None:
    problems: list[Problem] = []
    entries = list(read_listing(FOLDER / "scrape.json", on_problem=problems.append))

    assert [(e.title, e.abstract, e.date, e.identifiers.arxiv, e.span.line, e.end_line) for e in entries] == [
        ("GridWeave: Packing Sparse Tiles", "A short note.", None, "2401.00001", 3, 16),
        ("Ledger", "", None, "2403.00003", 22, 25),
    ]
    assert [t.raw for t in entries[0].targets] == [
        "https://huggingface.co/papers/2401.00001",
        "https://arxiv.org/abs/2401.00001",
        "https://github.com/acme/gridweave",
        "https://github.com/acme/tiles",
    ]
    assert [p.span.line for p in problems] == [17]


def test_all_on_one_line_reads_like_many_lines() -> None:
    text = (FOLDER / "daily_papers.json").read_text(encoding="utf-8")
    entries, _ = read(json.dumps(json.loads(text)))

    assert [e.title for e in entries] == [e.title for e in read_listing(FOLDER / "daily_papers.json")]
    assert {e.end_line for e in entries} == {1}
    assert len({e.span.column for e in entries}) == 3


def test_lines_of_json_are_read() -> None:
    papers = json.loads((FOLDER / "daily_papers.json").read_text(encoding="utf-8"))
    entries, problems = read(*(json.dumps(paper) for paper in papers))

    assert [(e.title, e.span.line) for e in entries] == [
        ("GridWeave: Packing Sparse Tiles", 1),
        ("Ledger", 2),
        ("Quill: Écrire", 4),
    ]
    assert [p.span.line for p in problems] == [3]


def test_a_record_longer_than_the_head_is_recognised() -> None:
    authors = [{"name": f"Ada Doe {n}"} for n in range(300)]
    text = json.dumps([{"paper": {"id": "2401.00001", "authors": authors, "title": "A Title"}}], indent=1)

    assert recognise(text.split("\n")[:200]) > 0.5


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"id": "2401.00001", "title": "A", "abs": "https://arxiv.org/abs/2401.00001"}', id="arXiv"),
        pytest.param('{"id": "https://openalex.org/W1", "title": "A", "authorships": []}', id="OpenAlex"),
        pytest.param('{"paperId": "x", "title": "A", "externalIds": {"ArXiv": "2401.00001"}}', id="Semantic Scholar"),
        pytest.param("[1, 2]", id="numbers"),
        pytest.param("[link](https://huggingface.co/papers/2401.00001)", id="Markdown"),
        pytest.param("", id="nothing"),
    ],
)
def test_other_json_is_not_recognised(text: str) -> None:
    assert recognise([text]) == 0.0


def test_the_real_scrape_has_fifteen_papers(shared: Path) -> None:
    problems: list[Problem] = []
    entries = list(read_listing(shared / "data" / "listings" / "daily_papers_scrape.json", on_problem=problems.append))

    assert (len(entries), problems) == (15, [])
    assert [len([t for t in e.targets if t.words == "github_links"]) for e in entries].count(1) == 11
    assert sum(not e.abstract for e in entries) == 1
    assert all(e.identifiers.arxiv for e in entries)


def test_an_abstract_in_another_spelling_of_json_has_the_place_of_its_record() -> None:
    (entry,), _ = read('[{"title": "Salt", "summary": "\\u0053and is dry."}]')

    assert entry.abstract == "Sand is dry."
    assert entry.abstract_span is not None
    assert entry.abstract_span.column == 2


def test_authors_in_one_text_are_split() -> None:
    (entry,), _ = read('[{"title": "Salt", "summary": "S.", "authors": "Ada Doe, Bob Roe"}]')

    assert entry.authors == ("Ada Doe", "Bob Roe")


def test_addresses_beyond_the_first_hundreds_have_the_place_of_their_record() -> None:
    addresses = [f"https://example.org/{number}" for number in range(3000)]
    (entry,), _ = read(json.dumps([{"title": "Salt", "summary": "S.", "urls": addresses}]))

    assert [target.raw for target in entry.targets] == addresses
    assert entry.targets[0].span.column > 2
    assert entry.targets[-1].span.column == 2


def read_paper(**fields: object) -> Entry:
    (entry,), _ = read(json.dumps({"title": "Salt", **fields}))
    return entry


@pytest.mark.parametrize(
    ("key", "printed", "fact", "expected"),
    [
        *((key, " Sand\nis dry. ", "abstract", "Sand is dry.") for key in ("summary", "abstract", "description")),
        *((key, "Ada Doe and Bob Roe", "authors", ("Ada Doe", "Bob Roe")) for key in ("authors", "author")),
        ("authors", "Ada Doe; Bob  Roe, and Cy Poe", "authors", ("Ada Doe", "Bob Roe", "Cy Poe")),
        ("authors", ["Ada  Doe", " ", 7], "authors", ("Ada Doe",)),
        ("authors", [{"name": "Ada Doe"}, {"fullname": "Bob Roe"}, {"_id": "1"}], "authors", ("Ada Doe", "Bob Roe")),
        *((key, 3, "n_authors", 3) for key in ("n_authors", "num_authors", "numAuthors", "authorsCount")),
        ("n_authors", True, "n_authors", None),
        ("n_authors", -1, "n_authors", None),
        ("n_authors", 0, "n_authors", 0),
        *((key, " Acme ", "organisation", "Acme") for key in ("organization", "organisation")),
        ("organization", {"fullname": "Acme Labs", "name": "acme"}, "organisation", "Acme Labs"),
        ("organization", {"name": "acme"}, "organisation", "acme"),
        ("organization", {"_id": "1"}, "organisation", None),
        *((key, "2024-01-02T10:00:00Z", "date", "2024-01-02") for key in ("publishedAt", "published_at", "published")),
        *((key, "Jan 2, 2024", "date", "2024-01-02") for key in ("publication_date", "date", "published_date")),
        ("submittedOnDailyAt", "2024-01-02", "date", None),
        *((key, 5, "n_comments", 5) for key in ("numComments", "num_comments", "n_comments", "comments")),
        ("comments", "5 pages", "n_comments", None),
    ],
)
def test_a_fact_has_one_of_several_names(key: str, printed: object, fact: str, expected: object) -> None:
    assert getattr(read_paper(**{key: printed}), fact) == expected
    assert getattr(read_paper(details={key: printed}), fact) == expected


def test_the_innermost_of_several_facts_is_that_of_the_paper() -> None:
    entry = read_paper(
        summary="Outer.",
        authors=["Bob Roe"],
        numComments=4,
        paper={"summary": "Inner.", "authors": [{"name": "Ada Doe"}]},
    )

    assert (entry.abstract, entry.authors, entry.n_comments) == ("Inner.", ("Ada Doe",), 4)


def test_only_lists_of_the_service_itself_name_all_authors() -> None:
    assert read_paper(authors=["Ada Doe"]).n_authors is None
    assert read_paper(authors=["Ada Doe"], upvotes=0).n_authors == 1
    assert read_paper(paper={"authors": [{"name": "Ada Doe"}]}).n_authors == 1
    assert read_paper(upvotes=0).n_authors is None
    assert read_paper(authors=["Ada Doe"], upvotes=0, n_authors=9).n_authors == 9


@pytest.mark.parametrize(
    ("fields", "arxiv", "doi"),
    [
        *(({key: "2401.00001"}, "2401.00001", None) for key in ("arxiv_id", "arxivId", "arxiv", "id")),
        ({"doi": "10.1000/SALT"}, None, "10.1000/salt"),
        ({"url": "https://huggingface.co/papers/2401.00001"}, "2401.00001", None),
        ({"id": "6500aa"}, None, None),
    ],
)
def test_identifiers_are_in_several_fields(fields: dict[str, object], arxiv: str | None, doi: str | None) -> None:
    identifiers = read_paper(**fields).identifiers

    assert (identifiers.arxiv, identifiers.doi) == (arxiv, doi)


def test_each_address_is_one_target_at_its_place() -> None:
    line = (
        '{"title": "Salt", "pageUrl": "https:\\/\\/example.org\\/a", "links": ["example.org\\/b", "no address", 7, '
        '"https:\\/\\/example.org\\/a"], "imageUrl": "https://example.org/i.png"}'
    )
    (entry,), _ = read(line)

    assert [(target.raw, target.words, line[target.span.column - 1 :][:12]) for target in entry.targets] == [
        ("https://example.org/a", "pageUrl", "https:\\/\\/ex"),
        ("example.org/b", "links", "example.org\\"),
    ]


def test_text_is_found_in_the_spelling_in_which_it_is_printed() -> None:
    line = '[{"x": 1}, {"n": 1, "title": "\u00c9cume \\"X\\"", "summary": "Der S\\u00e4nd\\/Salz."}]'
    (entry,), _ = read(line)

    assert (entry.title, entry.abstract) == ('\u00c9cume "X"', "Der S\u00e4nd/Salz.")
    assert line[entry.span.column - 1 :].startswith("\u00c9cume")
    assert entry.abstract_span is not None
    assert line[entry.abstract_span.column - 1 :].startswith("Der S")


def test_fields_of_later_records_are_found_on_their_own_lines() -> None:
    record = '{{"title": "Salt {n}",\n "summary": "Sand {n}.", "url": "https://example.org/{n}"}}'
    text = "[" + ",\n\n".join(record.format(n=n) for n in range(3)) + "]"
    entries, _ = read(*text.split("\n"))

    assert [(entry.span.line, entry.span.column) for entry in entries] == [(1, 13), (4, 12), (7, 12)]
    assert [(span.line, span.column) for entry in entries if (span := entry.abstract_span)] == [
        *((line, 14) for line in (2, 5, 8)),
    ]
    assert [target.span.line for entry in entries for target in entry.targets] == [2, 5, 8]
    assert [entry.end_line for entry in entries] == [2, 5, 8]


@pytest.mark.parametrize(
    ("record", "confidence"),
    [
        pytest.param('{"paper": {"title": "T"}}', 1.0, id="the API"),
        pytest.param('{"paper": {"title": "T"}, "concepts": []}', 0.0, id="extracted papers"),
        pytest.param('{"paper": {"id": "1"}}', 0.0, id="no title"),
        pytest.param('{"title": "T", "paper": "1"}', 0.0, id="a paper that is a text"),
        pytest.param('{"title": "T", "link": "https://hf.co/papers/2401.00001"}', 1.0, id="an address"),
        pytest.param('{"title": "T", "link": "https://hf.co/models/2401.00001"}', 0.0, id="another address"),
        pytest.param('{"title": "T", "details": {"link": "http://www.huggingface.co/papers/2"}}', 1.0, id="details"),
        *(
            pytest.param(json.dumps({"title": "T", key: 1}), 1.0, id=key)
            for key in ("upvotes", "numComments", "submittedOnDailyBy", "submittedOnDailyAt", "discussionId")
        ),
        *(pytest.param(json.dumps({"title": "T", key: 1}), 1.0, id=key) for key in ("githubRepo", "projectPage")),
        pytest.param('[{"title": "T", "upvotes": 1}, {"title": "T"}]', 0.5, id="half of the records"),
        pytest.param('[{"paper": {"authors": [', 0.9, id="a cut-off answer"),
        pytest.param('[{"title": "T", "submittedOnDailyBy" : {', 0.9, id="a cut-off record"),
        pytest.param('[{"url": "https://huggingface.co/papers/2401.1", "x": [', 0.9, id="a cut-off scrape"),
        pytest.param('[{"title": "T", "x": [', 0.0, id="a cut-off record of others"),
    ],
)
def test_papers_are_recognised_by_what_only_this_service_has(record: str, confidence: float) -> None:
    assert recognise(["", f"  {record}"]) == confidence


def test_addresses_are_found_in_whatever_order_they_are_printed() -> None:
    line = '{"paper": {"title": "Salt", "projectPage": "https://example.org/a"}, "githubRepo": "https://example.org/b"}'
    (entry,), _ = read(line)

    assert {target.raw: line[target.span.column - 1 :][:21] for target in entry.targets} == {
        address: address for address in ("https://example.org/a", "https://example.org/b")
    }
