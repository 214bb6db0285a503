"""The extracted form: the promised keys in their order, and papers read back as they were."""

import json
from dataclasses import replace
from typing import Any

import pytest

from papertrace.listings.extracted import is_extracted, parse
from papertrace.model import (
    Claim,
    ClaimState,
    Concept,
    Entry,
    Identifiers,
    Link,
    LinkKind,
    LinkRole,
    Mention,
    Paper,
    Problem,
    RepoRef,
    Span,
)
from papertrace.model.papers.facts import Affiliation
from papertrace.reports.programs import generate_extracted

PLACE = Span("a.txt", 3, 1)
SHARED: dict[str, Any] = {
    "title": "GridWeave: Größe \u2028 & <Ties>",
    "abstract": "Packs tiles.",
    "authors": ("Ada B.", "Carl D."),
    "n_authors": 2,
    "organisation": "Acme",
    "date": "--04-05",
    "n_comments": 7,
}
PAPER = Paper(
    id="gridweave-1",
    entries=(Entry(span=PLACE, end_line=5, **SHARED),),
    identifiers=Identifiers(arxiv="2401.00001", doi="10.1/x"),
    links=(
        Link(
            raw="github.com/acme/gridweave",
            url="https://github.com/acme/gridweave",
            span=Span("a.txt", 5, 9),
            kind=LinkKind.REPOSITORY,
            role=LinkRole.OWN,
            repository=RepoRef("github.com", "acme", "gridweave"),
        ),
    ),
    concepts=(Concept(key="sparse tile", label="sparse tiles", surfaces=("sparse tile",)),),
    mentions=(
        Mention(
            target="other-2",
            title="Other",
            surface="Other",
            sentence="Unlike Other, it packs.",
            span=Span("x.jsonl", 1),
        ),
    ),
    references=("arxiv:2301.00001",),
    claim=Claim(state=ClaimState.LINKED, sentence="Code is here."),
    **SHARED,
)


def test_a_paper_has_the_promised_keys_in_order() -> None:
    (line,) = generate_extracted([PAPER])
    record = json.loads(line)

    assert " ".join(record) == (
        "id title abstract authors n_authors organisation date year n_comments subtitle venue "
        "publisher type volume first_page keywords index_keywords n_citations identifiers entries "
        "links concepts minor_concepts mentions references claim"
    )
    assert list(record["links"][0]) == ["url", "raw", "kind", "role", "repository", "source", "line", "column"]
    assert record["year"] is None


def test_absent_facts_are_null_or_empty() -> None:
    bare = Paper(id="x", title="X", abstract="", entries=(Entry(title="X", abstract="", span=PLACE, end_line=3),))
    (line,) = generate_extracted([bare])
    record = json.loads(line)

    assert [record[key] for key in ("authors", "date", "organisation", "links", "references")] == [
        [],
        None,
        None,
        [],
        [],
    ]
    assert record["claim"] == {"state": "none", "sentence": ""}


def test_a_mention_carries_the_title_of_its_paper() -> None:
    (line,) = generate_extracted([PAPER])

    assert json.loads(line)["mentions"] == [
        {"id": "other-2", "title": "Other", "surface": "Other", "sentence": "Unlike Other, it packs."},
    ]


def test_papers_read_back_as_they_were() -> None:
    lines = list(generate_extracted([PAPER]))
    (paper,) = parse(lines, "x.jsonl")

    assert is_extracted(lines)
    assert isinstance(paper, Paper)
    # The extracted form has the lines of entries, but not their columns.
    assert paper == PAPER


FULL: dict[str, Any] = {
    "issue": "3",
    "last_page": "299",
    "language": "en",
    "issn": "1234-5679",
    "isbn": "9780000000002",
    "editors": ("Al Poe",),
    "affiliations": (Affiliation(institution="Harbour Institute", city="Bergen", country="NO", authors=("Ada B.",)),),
    "funding": ("Tide Fund",),
}


def test_facts_that_have_keys_where_they_are_known_follow_the_citations() -> None:
    entries = tuple(replace(entry, **FULL) for entry in PAPER.entries)
    full = replace(PAPER, entries=entries, cited=(("arxiv:2301.00001", "Ropes (2023)"),), **FULL)
    (line,) = generate_extracted([full])
    record = json.loads(line)
    keys = list(record)

    assert keys[keys.index("n_citations") + 1 : keys.index("identifiers")] == list(FULL)
    affiliation = {"institution": "Harbour Institute", "city": "Bergen", "country": "NO", "authors": ["Ada B."]}
    assert record["affiliations"] == [affiliation]
    assert record["cited_works"] == {"arxiv:2301.00001": "Ropes (2023)"}
    assert list(parse([line], "x.jsonl")) == [full]


def test_a_fact_that_one_of_two_entries_lacks_is_null_there() -> None:
    (entry,) = PAPER.entries
    entries = (entry, replace(entry, span=Span("b.txt", 7), **FULL))
    merged = replace(PAPER, entries=entries, **FULL)
    (line,) = generate_extracted([merged])
    (read,) = parse([line], "x.jsonl")

    assert json.loads(line)["entries"][0]["issue"] is None
    assert isinstance(read, Paper)
    assert read.entries == entries


def test_facts_that_differ_between_entries_are_kept_with_each() -> None:
    (entry,) = PAPER.entries
    other = replace(entry, span=Span("b.txt", 7), end_line=8, title="Gridweave", date="2020-01-02", n_comments=None)
    merged = replace(PAPER, entries=(entry, other), date="2020-01-02")

    (line,) = generate_extracted([merged])
    (read,) = parse([line], "x.jsonl")

    assert json.loads(line)["entries"] == [
        {"source": "a.txt", "line": 3, "end_line": 5, "date": "--04-05"},
        {"source": "b.txt", "line": 7, "end_line": 8, "title": "Gridweave", "n_comments": None},
    ]
    assert isinstance(read, Paper)
    assert read.entries == merged.entries


def test_a_line_that_is_not_a_paper_is_reported_and_the_rest_is_read() -> None:
    lines = ["[]", *generate_extracted([PAPER]), '{"title": "no id"}', "", "[" * 100_000]
    items = list(parse(lines, "x.jsonl"))

    assert [type(item).__name__ for item in items] == ["Problem", "Paper", "Problem", "Problem"]
    assert [item.span.line for item in items if isinstance(item, Problem)] == [1, 3, 5]


def test_a_lone_surrogate_does_not_stop_a_report() -> None:
    (line,) = generate_extracted([replace(PAPER, authors=("\udc00 X",))])
    assert json.loads(line)["authors"] == ["? X"]
    (plain,) = generate_extracted([replace(PAPER, authors=("? X",))])
    assert line == plain


def test_a_line_that_nests_without_end_is_a_problem_of_its_own() -> None:
    levels = 1_000_000  # How many are read depends on the Python: 3.13 reads thousands.
    deep = '{"id":"x","title":"y","links":[],"concepts":[],"z":' + "[" * levels + "]" * levels + "}"
    good, problem = parse([*generate_extracted([PAPER]), deep], "x.jsonl")
    assert isinstance(good, Paper)
    assert isinstance(problem, Problem)


@pytest.mark.parametrize(
    ("date", "year"), [("\u00b2024-01-01", None), ("--01-02", None), ("", None), ("2024-01-02", 2024)]
)
def test_a_date_has_the_year_that_its_digits_say(date: str, year: int | None) -> None:
    assert replace(PAPER, date=date).year == year
