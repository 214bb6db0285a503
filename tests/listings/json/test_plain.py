"""Papers as JSON of any other service: common names of keys, and records without a title."""

import json

import pytest
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.json.plain import parse, recognise
from papertrace.model import Entry, Problem

FOLDER = CASES / "listings"


def test_records_are_read_by_common_names_of_keys() -> None:
    problems: list[Problem] = []
    entries = list(read_listing(FOLDER / "plain.jsonl", on_problem=problems.append))

    assert [
        (e.title.partition(":")[0], e.authors, e.date, e.identifiers.arxiv, e.identifiers.doi) for e in entries
    ] == [
        ("Fold", ("Ada Lindqvist", "Bo Nowak"), "2024", None, None),
        ("Bend", ("Chi Okafor", "Dee Haddad"), "2023", "2301.00001", None),
        ("Crease", ("Eve Tanaka",), "2022-05-06", None, "10.1234/crease"),
    ]
    assert [target.raw for target in entries[0].targets] == ["https://github.com/globex/fold"]
    assert [(problem.span.line, problem.message) for problem in problems] == [(3, "a record without a title; left out")]


def test_an_array_of_records_is_read() -> None:
    assert [entry.span.line for entry in read_listing(FOLDER / "plain.json")] == [2, 3]


def test_json_without_titles_is_not_a_listing() -> None:
    assert recognise(['{"name": "fold", "version": "1.0", "dependencies": {}}']) == 0


def test_odd_values_are_absent_and_raise_nothing() -> None:
    line = '{"title": "A", "authors": 7, "year": true, "url": {"a": 1}, "abstract": null, "date": [], "doi": "x"}'
    (entry,) = parse([line], "a.jsonl")

    assert isinstance(entry, Entry)
    assert (entry.abstract, entry.authors, entry.date, entry.targets) == ("", (), None, ())


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(
            '{"message":{"items":[{"DOI":"10.1234/fold","title":["Fold"],"author":[{"given":"Ada","family":"Doe"}],'
            '"issued":{"date-parts":[[2024,3,5]]},"abstract":"<jats:p>We fold.</jats:p>"}]}}',
            id="Crossref",
        ),
        pytest.param(
            '[{"id":"doe","title":"Fold","author":[{"given":"Ada","family":"Doe"}],"DOI":"10.1234/fold",'
            '"issued":{"date-parts":[["2024",3,"5"]]},"abstract":"We fold."}]',
            id="CSL of Zotero, with text for numbers",
        ),
        pytest.param(
            '{"result":{"hits":{"hit":[{"info":{"title":"Fold","authors":{"author":[{"text":"Ada Doe"}]},'
            '"date":"2024-03-05","doi":"10.1234/fold","abstract":"We fold."}}]}}}',
            id="dblp",
        ),
        pytest.param(
            '{"notes":[{"content":{"title":{"value":"Fold"},"authors":{"value":["Ada Doe"]},'
            '"abstract":{"value":"We fold."}},"url":"https://doi.org/10.1234/fold","date":"2024-03-05"}]}',
            id="OpenReview",
        ),
        pytest.param(
            '[{"paper_title":"Fold","author_names":["Ada Doe"],"paper_url":"https://doi.org/10.1234/fold",'
            '"summary":"We fold.","published":"Mar 5, 2024"}]',
            id="a scrape",
        ),
    ],
)
def test_services_wrap_the_same_facts_differently(record: str) -> None:
    assert recognise([record]) > 0.5
    (entry,) = parse([record], "a.json")

    assert isinstance(entry, Entry)
    assert (entry.title, entry.authors, entry.abstract) == ("Fold", ("Ada Doe",), "We fold.")
    assert (entry.date, entry.identifiers.doi) == ("2024-03-05", "10.1234/fold")


def test_a_date_without_a_year_and_placeholders_for_authors_are_kept() -> None:
    (entry,) = parse(['{"title": "Fold", "authors": "Google", "date": "Jan 24"}'], "a.json")

    assert isinstance(entry, Entry)
    assert (entry.authors, entry.date) == (("Google",), "--01-24")


def test_addresses_of_avatars_and_licences_are_not_targets() -> None:
    line = (
        '{"title": "Fold", "avatarUrl": "https://example.org/a.png", "license_url": "https://example.org/l", '
        '"paperLinks": [{"url": "https://arxiv.org/abs/2401.00001"}], "codeUrl": "github.com/globex/fold"}'
    )
    (entry,) = parse([line], "a.json")

    assert isinstance(entry, Entry)
    assert [target.raw for target in entry.targets] == ["https://arxiv.org/abs/2401.00001", "github.com/globex/fold"]
    assert entry.identifiers.arxiv == "2401.00001"


def test_items_in_markdown_under_keys_are_papers() -> None:
    text = (
        '{"Grids": {"2401.00001": "- 2024-01-02, **Weaving Grids**, Ada Doe et.al., Paper: [a](https://arxiv.org/abs/2401.00001)",'
        ' "2401.00002": "- 2024-01-03, **Knot Nets**, Bob Roe et.al., Paper: [b](https://arxiv.org/abs/2401.00002v1)"},'
        ' "Wool": {"2401.00003": "|**2024-01-04**|**Loose Threads**|Cy Poe et.al.|[pdf](https://arxiv.org/abs/2401.00003)|"}}'
    )
    entries = [item for item in parse([text], "days.json") if isinstance(item, Entry)]

    assert [(e.title, e.identifiers.arxiv, e.date) for e in entries] == [
        ("Weaving Grids", "2401.00001", "2024-01-02"),
        ("Knot Nets", "2401.00002", "2024-01-03"),
        ("Loose Threads", "2401.00003", "2024-01-04"),
    ]
    assert entries[0].authors == ("Ada Doe",)
    assert recognise([text]) > 0.5


def test_authors_are_named_whole_or_in_parts_and_works_cited_by_their_identifiers() -> None:
    record = {
        "title": "Tides of Frost",
        "authors": [{"given": "Jane", "family": "Doe"}, {"name": "Rob Roe"}, {"family": "Poe"}],
        "references": [{"doi": "10.1000/a"}, {"title": "no identifier"}, {"arxiv_id": "2401.00001"}],
    }

    (entry,) = parse([json.dumps([record])], "a.json")

    assert isinstance(entry, Entry)
    assert entry.authors == ("Jane Doe", "Rob Roe", "Poe")
    assert entry.references == ("doi:10.1000/a", "arxiv:2401.00001")


def test_particles_of_names_are_kept() -> None:
    people = '{"family":"Doe","given":"Ada","non-dropping-particle":"van"},{"family":"Roe","dropping-particle":"de"}'
    (entry,) = parse([f'[{{"title":"Fold","author":[{people}]}}]'], "a.json")

    assert isinstance(entry, Entry)
    assert entry.authors == ("Ada van Doe", "de Roe")


def test_words_between_tables_of_markdown_end_them() -> None:
    row = "|[Tides of Frost {n}](https://example.org/{n})|2020|"
    record = {
        "2401.00001": row.format(n=1),
        "2401.00002": "- [Ropes in the Sun](https://example.org/2)",
        "2401.00003": row.format(n=3),
    }
    entries = [item for item in parse([json.dumps({"papers": record})], "a.json") if isinstance(item, Entry)]

    assert [entry.title for entry in entries] == ["Tides of Frost 1", "Ropes in the Sun", "Tides of Frost 3"]


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        pytest.param(["Doe, Ann", "van der Roe, Rob"], ("Ann Doe", "Rob van der Roe"), id="family names first"),
        pytest.param(["Doe, Ann", "Garza Roe, Rob"], ("Ann Doe", "Rob Garza Roe"), id="one with two family names"),
        pytest.param(["Ann Doe, Stone Institute"], ("Ann Doe, Stone Institute",), id="affiliation"),
        pytest.param(["Ann Doe, Jr."], ("Ann Doe, Jr.",), id="suffix"),
        pytest.param(["Doe, Ann", "Rob Roe"], ("Doe, Ann", "Rob Roe"), id="two customs"),
    ],
)
def test_names_in_a_list_are_inverted_if_family_names_are_first(printed: list[str], expected: tuple[str, ...]) -> None:
    (entry,) = parse([json.dumps({"title": "Tides of Frost", "authors": printed})], "papers.json")
    assert isinstance(entry, Entry)
    assert entry.authors == expected


def test_the_name_of_a_journal_may_be_a_record_below_the_article() -> None:
    line = (
        '{"title": "Tides of Small Bays", "authors": ["Doe, Ann"], "article": {"journal": {"name": "Harbour Letters"}}}'
    )
    (entry,) = [item for item in parse([line], "papers.json") if isinstance(item, Entry)]

    assert entry.venue == "Harbour Letters"


def test_a_link_may_be_one_record_with_its_address_and_its_words() -> None:
    line = '{"title": "Tides", "year": 2020, "link": {"url": "https://example.org/tides", "display": "A"}}'
    (entry,) = [item for item in parse([line], "papers.json") if isinstance(item, Entry)]

    assert [target.raw for target in entry.targets] == ["https://example.org/tides"]


def test_daggers_after_names_are_no_part_of_them() -> None:
    (entry,) = parse(['[{"title": "Tides of Small Bays", "authors": ["Ann Doe†", "Rob Roe*"]}]'], "papers.json")

    assert isinstance(entry, Entry)
    assert entry.authors == ("Ann Doe", "Rob Roe")


def read_record(**fields: object) -> Entry:
    (entry,) = parse([json.dumps({"title": "Tides of Frost", **fields})], "a.json")
    assert isinstance(entry, Entry)
    return entry


@pytest.mark.parametrize("key", ["title", "Paper_Title", "paperTitle", "paper title", "display_name"])
def test_a_title_has_one_of_several_names(key: str) -> None:
    for printed in ("Tides <i>of</i> Frost", ["Tides of Frost", "Ropes"]):
        (entry,) = parse([json.dumps({key: printed, "year": 2020})], "a.json")

        assert isinstance(entry, Entry)
        assert entry.title == "Tides of Frost"


@pytest.mark.parametrize(
    ("key", "printed", "fact", "expected"),
    [
        *((key, "We <b>fold</b>.", "abstract", "We fold.") for key in ("abstract", "paper_abstract", "summary")),
        *((key, "We fold.", "abstract", "We fold.") for key in ("description", "TLDR")),
        *((key, ["Ann Doe"], "authors", ("Ann Doe",)) for key in ("authors", "Author", "creators", "author_names")),
        *((key, "Acme", "organisation", "Acme") for key in ("organisation", "organization", "affiliation")),
        *((key, "2020-05-06", "date", "2020-05-06") for key in ("date", "published", "publication_date", "issued")),
        *((key, "2020-05-06", "date", "2020-05-06") for key in ("published_date", "publishedAt", "published-print")),
        *((key, "2020-05-06", "date", "2020-05-06") for key in ("created", "pdate", "cdate")),
        ("year", 2020, "date", "2020"),
        *((key, "Harbours", "venue", "Harbours") for key in ("container-title", "venue", "journal", "booktitle")),
        *((key, "Harbours", "venue", "Harbours") for key in ("conference", "publicationTitle", "journalTitle")),
        ("publication", "In: **Harbours**", "venue", "Harbours"),
        ("publication", "__Harbours__, 3", "venue", "Harbours, 3"),
        ("container-title", ["Harbours", "Harb."], "venue", "Harbours"),
        ("journal", {"name": "Harbours"}, "venue", "Harbours"),
        ("venue", {"title": "Harbours", "id": 1}, "venue", "Harbours"),
        ("publisher", "Harbour Press", "publisher", "Harbour Press"),
        ("publisher", "Harbour Press", "venue", None),
        ("publisher", "arXiv", "venue", "arXiv"),
        ("publisher", "WAVES 2020", "venue", "WAVES"),
        ("publisher", "WAVES 2020", "publisher", None),
        ("subtitle", ["A Study"], "subtitle", "A Study"),
        *((key, "article", "type", "article") for key in ("type", "itemType", "document_type")),
        ("volume", 7, "volume", "7"),
        *((key, "283-290", "first_page", "283") for key in ("page", "pages", "first_page")),
        ("keywords", ["frost", "tide"], "keywords", ("frost", "tide")),
        *((key, "frost; tide", "keywords", ("frost", "tide")) for key in ("keywords", "keyword")),
        *((key, ["frost", "tide"], "index_keywords", ("frost", "tide")) for key in ("subject", "subjects")),
        *((key, 12, "n_citations", 12) for key in ("is-referenced-by-count", "citation_count", "citationCount")),
        *((key, 12, "n_citations", 12) for key in ("n_citations", "cited_by_count", "citations")),
        ("reference", [{"DOI": "10.1000/a"}], "references", ("doi:10.1000/a",)),
        ("references", [{"arxiv": "2401.00001"}] * 2, "references", ("arxiv:2401.00001",)),
    ],
)
def test_a_fact_has_one_of_several_names(key: str, printed: object, fact: str, expected: object) -> None:
    assert getattr(read_record(**{key: printed}), fact) == expected
    assert getattr(read_record(content={key: printed}), fact) == expected


def test_what_a_record_does_not_say_is_absent() -> None:
    entry = read_record()

    assert (entry.abstract, entry.abstract_span, entry.authors, entry.date) == ("", None, (), None)
    assert (entry.venue, entry.publisher, entry.organisation, entry.subtitle, entry.type) == (None,) * 5
    assert (entry.volume, entry.first_page, entry.n_citations) == (None,) * 3
    assert (entry.keywords, entry.index_keywords, entry.references, entry.targets) == ((), (), (), ())


@pytest.mark.parametrize("wrapper", ["content", "info", "paper", "article", "details", "attributes", "_source"])
def test_facts_may_be_wrapped(wrapper: str) -> None:
    fields = {"abstract": "We fold.", "url": "https://example.org/a"}
    (entry,) = parse([json.dumps({"title": "Tides", wrapper: fields})], "a.json")

    assert isinstance(entry, Entry)
    assert (entry.abstract, entry.abstract_span) == ("We fold.", entry.span)
    assert [(target.raw, target.words, target.span) for target in entry.targets] == [
        ("https://example.org/a", "url", entry.span)
    ]


@pytest.mark.parametrize(
    ("printed", "date"),
    [
        ({"year": 2020, "month": 3, "day": 5}, "2020-03-05"),
        ({"year": 2020, "month": 3}, "2020-03"),
        ({"year": 2020, "month": "soon", "day": 5}, "2020"),
        ([{"year": 2020, "month": 3}], "2020-03"),
        ({"value": "2020-03-05"}, "2020-03-05"),
        ({"date-parts": [[2020, 3], [2021, 4]]}, "2020-03"),
        ({"date-parts": [2020]}, None),
        ({"date-parts": []}, None),
        ({"year": 2020, "season": 1}, None),
        ({"raw": "2020"}, None),
    ],
)
def test_a_date_may_be_in_parts(printed: object, date: str | None) -> None:
    assert read_record(issued=printed).date == date


@pytest.mark.parametrize(
    "person",
    [
        *({key: "Ann Doe"} for key in ("name", "fullname", "full_name", "display_name", "text", "literal")),
        {"given": "Ann", "family": "Doe"},
        {"first": "Ann", "last": "Doe"},
        {"first_name": "Ann", "last_name": "Doe"},
        {"given-names": "Ann", "family-names": "Doe"},
    ],
    ids=" and ".join,
)
def test_a_person_is_named_in_one_of_several_shapes(person: dict[str, str]) -> None:
    assert read_record(authors=[person, {"id": 1}]).authors == ("Ann Doe",)
    assert read_record(author=person).authors == ("Ann Doe",)


@pytest.mark.parametrize(
    ("fields", "authors"),
    [
        ({"authors": "<b>Ann Doe</b>*, Rob Roe"}, ("Ann Doe", "Rob Roe")),
        ({"authors": [], "author": "Ann Doe"}, ("Ann Doe",)),
        ({"authors": ["Ann Doe", "-", "42"]}, ("Ann Doe",)),
        ({"authors": [{"name": "Doe, Ann"}, {"name": "Roe, Rob"}]}, ("Ann Doe", "Rob Roe")),
        ({"authors": ["D\u2021", "Roe\u00a7"]}, ("D", "Roe")),
    ],
    ids=["tags", "an empty list before another", "no letters", "inverted names", "marks of footnotes"],
)
def test_names_are_read_without_what_is_around_them(fields: dict[str, object], authors: tuple[str, ...]) -> None:
    assert read_record(**fields).authors == authors


@pytest.mark.parametrize(
    ("fields", "arxiv", "doi"),
    [
        ({"arxivId": "2401.00001"}, "2401.00001", None),
        ({"id": "2401.00001v1"}, "2401.00001", None),
        ({"eprint": "2401.00001"}, "2401.00001", None),
        ({"number": "2401.00001"}, None, None),
        ({"id": "doi:10.1000/TIDES"}, None, "10.1000/tides"),
        ({"DOI": "10.1000/tides", "id": "10.1000/other"}, None, "10.1000/tides"),
        ({"paperLink": "https://arxiv.org/abs/2401.00001"}, "2401.00001", None),
    ],
)
def test_identifiers_are_in_several_fields(fields: dict[str, object], arxiv: str | None, doi: str | None) -> None:
    identifiers = read_record(**fields).identifiers

    assert (identifiers.arxiv, identifiers.doi) == (arxiv, doi)


@pytest.mark.parametrize("key", ["projectPage", "dataset", "data_url", "video", "html", "ee", "demo", "pdf"])
@pytest.mark.parametrize(
    "printed",
    [
        "https://example.org/a",
        "see https://example.org/a",
        ["https://example.org/a"],
        {"url": "https://example.org/a"},
        [{"URL": "https://example.org/a"}],
        {"href": "https://example.org/a", "id": 1},
        {"value": "https://example.org/a"},
    ],
    ids=["text", "note", "texts", "object", "objects", "a reference of HTML", "value"],
)
def test_addresses_are_in_fields_with_their_usual_names(key: str, printed: object) -> None:
    assert [(target.raw, target.words) for target in read_record(**{key: printed}).targets] == [
        ("https://example.org/a", key)
    ]


@pytest.mark.parametrize("key", ["authorUrl", "venue_url", "licenceUrl", "reference_link", "url_prefix", "imageUrl"])
def test_addresses_of_other_things_are_not_targets(key: str) -> None:
    assert read_record(**{key: "https://example.org/a"}).targets == ()


@pytest.mark.parametrize(
    ("head", "confidence"),
    [
        pytest.param(['{"Title": "T", "Year": 2020}'], 0.7, id="a title and another fact"),
        pytest.param(['{"title": "T", "n": 1}'], 0, id="a title alone"),
        pytest.param(['{"content": {"x": 1}}'], 0.7, id="wrapped facts"),
        pytest.param(['{"info": {"x": 1}}'], 0.7, id="facts of dblp"),
        pytest.param(['{"title": "T", "year": 1}', '{"id": 1}'], 0.35, id="half of the records"),
        pytest.param(['{"title": "T", "paperId": "1", "year": 2020}'], 0, id="papers of a known service"),
        pytest.param(["Title: T"], 0, id="no JSON"),
        pytest.param([], 0, id="nothing"),
    ],
)
def test_the_confidence_is_the_share_of_fitting_records(head: list[str], confidence: float) -> None:
    assert recognise(head) == confidence


@pytest.mark.parametrize(
    ("lines", "is_recognised"),
    [
        (["", '  {"2401.00001": "- **T**, [pdf](https://example.org/a)",'], True),
        (['{"a": "| T | https://example.org/a |",', '"b": "words",', '"c": "* T, https://example.org/c",'], True),
        (['{"a": "- T, https://example.org/a",', '"b": "words",'], False),
        (['{"a": "- a list without an address",'], False),
        (['["- T, https://example.org/a",'], False),
        (['{"a": "T, https://example.org/a",'], False),
    ],
    ids=["an open object", "most of its values", "half of its values", "no address", "an array", "no item"],
)
def test_items_in_markdown_are_recognised_though_their_object_goes_on(lines: list[str], *, is_recognised: bool) -> None:
    assert (recognise(lines) > 0) == is_recognised


def test_problems_count_the_lines_of_a_record_without_a_title() -> None:
    found = list(parse(["[", '{"year": 2020,', '"n": 1}, {"title": "Tides"}', "]"], "a.json"))

    assert [(one.span.line, one.n_lines) for one in found if isinstance(one, Problem)] == [(2, 2)]
    assert [one.span.line for one in found if isinstance(one, Entry)] == [3]


def test_items_in_markdown_are_on_the_lines_of_their_object() -> None:
    text = [
        "{",
        '"papers": {',
        '"2401.00001": "- **Weaving Grids**, Ada Doe, [pdf](https://arxiv.org/abs/2401.00001). We weave.",',
        '"2401.00002": "-  **Knot\\n Nets**, Bob Roe, [code](https://example.org/knots)"',
        "}}",
    ]
    entries = [item for item in parse(text, "days.json") if isinstance(item, Entry)]

    assert [(entry.title, entry.identifiers.arxiv) for entry in entries] == [
        ("Weaving Grids", "2401.00001"),
        ("Knot Nets", "2401.00002"),
    ]
    assert {(entry.span.line, entry.span.column, entry.end_line) for entry in entries} == {(1, 1, 5)}
    assert {target.span.line for entry in entries for target in entry.targets} == {1}


def test_rows_of_one_table_stay_together_until_other_words_end_it() -> None:
    row = "|[Tides of Frost {n}](https://example.org/{n})|2020|"
    record = {"a": row.format(n=1), "b": row.format(n=2), "c": "Words about https://example.org", "d": row.format(n=3)}
    entries = [item for item in parse([json.dumps({"papers": record})], "a.json") if isinstance(item, Entry)]

    assert [entry.title for entry in entries] == ["Tides of Frost 1", "Tides of Frost 2", "Tides of Frost 3"]
