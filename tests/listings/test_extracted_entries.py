"""Papers in the extracted form, read as a listing among others."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import papertrace
from papertrace.listings.extracted import entries_of, parse_entries
from papertrace.model import Entry, Identifiers, Link, LinkKind, LinkRole, Paper, Problem, Span, Target
from papertrace.pipeline.papers import generate_extracted, read_listing

DERIVED = ("concepts", "mentions")  # They depend on the other papers.


def rewritten(path: Path, folder: Path) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """Return the records of a listing, and those of its extracted file read as a listing."""
    once, twice = folder / "once.jsonl", folder / "twice.jsonl"
    for source, target in ((path, once), (once, twice)):
        target.write_text("".join(generate_extracted(papertrace.extract_papers(source))), encoding="utf-8")
    return tuple(  # type: ignore[return-value]
        [json.loads(line) for line in file.read_text("utf-8").splitlines()] for file in (once, twice)
    )


def test_what_was_read_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "papers.bib"
    path.write_text(
        "@article{a, title={WalrusKit: Herds}, author={Doe, Ann and Poe, Al}, year={2024}, doi={10.1000/walrus},\n"
        "abstract={We track herds. Our code is at https://github.com/acme/walrus. Unlike https://github.com/acme/seal.},\n"
        "url={https://example.org/walrus}}\n",
        encoding="utf-8",
    )
    (once,), (twice,) = rewritten(path, tmp_path)
    assert {key: value for key, value in once.items() if key not in (*DERIVED, "links")} == {
        key: value for key, value in twice.items() if key not in (*DERIVED, "links")
    }
    assert once["links"] == twice["links"], "each at the place that its own listing prints it"
    assert len(told(once)) == 3


def told(record: dict[str, object]) -> set[tuple[str, str, str]]:
    links = record["links"]
    assert isinstance(links, list)
    return {(link["url"], link["kind"], link["role"]) for link in links}


@pytest.mark.parametrize("name", ["daily_papers_scrape.json", "arxiv_daily.jsonl", "proceedings_sample.bib"])
def test_real_listings_keep_their_links(shared: Path, tmp_path: Path, name: str) -> None:
    once, twice = rewritten(shared / "data" / "listings" / name, tmp_path)
    for fact in ("id", "entries", "references"):
        assert [record[fact] for record in once] == [record[fact] for record in twice]
    assert [told(record) for record in once] == [told(record) for record in twice]
    assert [record["claim"] for record in once] == [record["claim"] for record in twice]


def test_it_is_recognised_and_a_bad_line_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "papers.jsonl"
    good = '{"id":"a","title":"A","abstract":"We sort.","links":[],"concepts":[]}'
    path.write_text(f"{good}\n{{\n{good}\n", encoding="utf-8")
    problems: list[Problem] = []
    entries = list(read_listing(path, on_problem=problems.append))
    assert [(entry.title, entry.span.line) for entry in entries] == [("A", 1), ("A", 3)], "no place is known but this"
    assert [problem.span.line for problem in problems] == [2]


def test_a_reference_to_a_paper_by_its_id_still_leads_to_it() -> None:
    lines = ['{"id":"walrus-1","title":"W","links":[],"concepts":[],"references":["doi:10.1000/x"]}']
    (entry,) = [item for item in parse_entries(lines, "x") if isinstance(item, Entry)]
    assert (entry.aliases, entry.references, entry.abstract_span) == (("walrus-1",), ("doi:10.1000/x",), None)


def test_blank_lines_between_papers_are_passed_over() -> None:
    good = '{"id":"a","title":"A","links":[],"concepts":[]}'
    entries = [item for item in parse_entries(["", good, "  ", good], "x") if isinstance(item, Entry)]
    assert [entry.span.line for entry in entries] == [2, 4]


LISTED = Entry(title="A", abstract="", span=Span("a.md", 3), end_line=3)
LINK = Link(
    raw="example.org/a",
    url="https://example.org/a",
    span=Span("a.md", 3),
    kind=LinkKind.PROJECT_PAGE,
    role=LinkRole.OWN,
)
ARXIV = Identifiers(arxiv="2401.00001")


@pytest.mark.parametrize("facts", [{"links": (LINK,)}, {"identifiers": ARXIV}, {"references": ("doi:10.1/x",)}])
def test_the_entries_of_a_paper_that_was_read_from_an_extracted_file_have_what_it_has(facts: dict[str, Any]) -> None:
    paper = Paper(id="a", title="A", abstract="", entries=(LISTED,), **facts)
    (entry,) = entries_of(paper)
    assert [target.raw for target in entry.targets] == [link.raw for link in paper.links]
    assert (entry.identifiers, entry.references, entry.aliases) == (paper.identifiers, paper.references, ("a",))


@pytest.mark.parametrize(
    "facts",
    [
        {"targets": (Target(raw="example.org/a", words="", span=Span("a.md", 3)),)},
        {"identifiers": ARXIV},
        {"references": ("doi:10.1/x",)},
        {"abstract_span": Span("a.md", 4)},
    ],
    ids=list,
)
def test_the_entries_of_a_paper_that_was_read_from_a_listing_are_its_own(facts: dict[str, Any]) -> None:
    listed = replace(LISTED, **facts)
    paper = Paper(id="a", title="A", abstract="", entries=(listed,), identifiers=ARXIV)
    assert list(entries_of(paper)) == [listed]


def test_a_paper_that_has_nothing_but_its_entries_gives_them_as_they_are() -> None:
    paper = Paper(id="a", title="A", abstract="", entries=(LISTED,))
    assert list(entries_of(paper)) == [LISTED]
