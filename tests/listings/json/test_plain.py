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
