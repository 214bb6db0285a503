"""Small values: what they refuse, and how they show themselves."""

import json
from dataclasses import replace

import pytest

from papertrace.model import Concept, EdgeKind, Link, LinkKind, Paper, Span
from papertrace.model.addresses import comparable_host, encode_host, host_spellings
from papertrace.model.graphs import Edge
from papertrace.model.link import repository_of
from papertrace.model.papers.facts import Source, Work
from papertrace.model.papers.recording import without_added

LINK = Link(raw="x", url="https://example.org/x", span=Span("a", 1), kind=LinkKind.PAGE)
PAPER = Paper(id="a", title="Tusks", abstract="", entries=(), date="2024-05-01", links=(LINK,))


def test_an_edge_has_evidence() -> None:
    with pytest.raises(ValueError, match=r"edge a - b \(concept\) has no evidence"):
        Edge(source="a", target="b", kind=EdgeKind.CONCEPT, weight=1.0, evidence=())


@pytest.mark.parametrize(("n", "in_title", "is_topical"), [(1, False, False), (2, False, True), (1, True, True)])
def test_a_concept_is_topical_in_the_title_or_if_it_is_said_twice(n: int, *, in_title: bool, is_topical: bool) -> None:
    assert Concept(key="x", label="x", n=n, in_title=in_title).is_topical is is_topical


def test_a_link_that_names_no_repository_has_none() -> None:
    with pytest.raises(ValueError, match=r"https://example\.org/x names no repository"):
        repository_of(LINK)


def test_a_paper_shows_its_title_its_year_and_what_it_has() -> None:
    assert repr(PAPER) == "<Paper 'Tusks' (2024): 1 link, 0 concepts, 0 mentions; id 'a'>"
    assert repr(replace(PAPER, date=None)) == "<Paper 'Tusks': 1 link, 0 concepts, 0 mentions; id 'a'>"
    assert "Tusks" in PAPER._repr_html_()
    formulas = replace(PAPER, title="$\\pi_{0}$: Tusks", abstract="In $O(n^2)$ steps.")
    assert "π₀: Tusks" in formulas._repr_html_()
    assert "In O(n²) steps." in formulas._repr_html_()


def test_a_work_is_named_by_each_registry_once() -> None:
    work = Work(names=("doi:10.1000/1", "openalex:W1", "openalex:W2"))

    assert (work.name_of("doi"), work.name_of("openalex"), work.name_of("s2")) == ("10.1000/1", "W1", None)
    assert str(Source(service="openalex", date="2026-01-05")) == "openalex 2026-01-05"


def test_a_joiner_in_a_host_is_refused_where_the_script_has_none() -> None:
    with pytest.raises(ValueError, match="zero-width joiner"):
        encode_host("a\u200db\u00e9.example")
    assert comparable_host("A\u200db\u00e9.example") == "a\u200db\u00e9.example"


def test_a_host_that_cannot_be_mapped_is_taken_in_lower_case() -> None:
    assert host_spellings("*.EXAMPLE.org") == ("*.example.org", "*.example.org")


@pytest.mark.parametrize(
    "line",
    ['{"is_added": ', '{"is_added": 1}', "plain text", 'says "is_added"', '["is_added"]', '{"is_added": "\ud800"}'],
)
def test_a_line_that_is_no_extracted_paper_is_left_as_it_is(line: str) -> None:
    assert without_added(line) == line


def test_added_facts_are_taken_out_of_an_extracted_paper() -> None:
    record = {"id": "a", "title": "T", "links": [], "concepts": [], "urls": [{"is_added": True}], "sources": {}}

    assert json.loads(without_added(json.dumps(record))) == {"id": "a", "title": "T", "links": [], "concepts": []}
