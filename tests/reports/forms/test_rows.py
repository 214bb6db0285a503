"""Findings as CSV, in which no cell runs, and as JSON lines, read back as they were."""

import csv
import io
import json
from dataclasses import replace

import pytest
from tests.reports.conftest import MakeFinding

from papertrace.model import (
    Ask,
    AuditResult,
    Claim,
    ClaimState,
    CodeClaim,
    Finding,
    Hop,
    Link,
    LinkKind,
    Method,
    Observation,
    Occurrence,
    Outcome,
    Problem,
    RepositoryState,
    Span,
    Verdict,
)
from papertrace.model.audit import FindingRecord, generate_records
from papertrace.reports.programs import COLUMNS, generate_csv, generate_jsonl, parse_jsonl


def rows(result: AuditResult) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(generate_csv(result)), newline="")))


def test_no_finding_is_a_header_alone() -> None:
    assert "".join(generate_csv(AuditResult(findings=()))) == ",".join(COLUMNS) + "\n"


def test_a_link_has_a_row_for_each_of_its_occurrences(make_finding: MakeFinding) -> None:
    found = rows(AuditResult(findings=(make_finding(n_occurrences=2, failing=("2026-01-01T00:00:00Z", 3)),)))

    assert [(row["url"], row["line"], row["column"]) for row in found] == [
        ("https://example.org/a", "3", "7"),
        ("https://example.org/a", "4", "7"),
    ]
    assert (found[0]["status"], found[0]["n_failing"], found[0]["year"]) == ("404", "3", "2024")


def test_a_link_without_an_occurrence_has_a_row(make_finding: MakeFinding) -> None:
    (row,) = rows(AuditResult(findings=(make_finding(n_occurrences=0, outcome=Outcome.ALIVE),)))

    assert (row["outcome"], row["source"]) == ("alive", "")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r=", "\n=", " ="])
def test_no_cell_is_a_formula(make_finding: MakeFinding, start: str) -> None:
    (row,) = rows(AuditResult(findings=(make_finding(title=f"{start}cmd|'/c calc'!A1"),)))

    assert row["title"].startswith("'")


def test_no_part_of_a_cell_after_a_semicolon_is_a_formula(make_finding: MakeFinding) -> None:
    (row,) = rows(AuditResult(findings=(make_finding(title='tides; =1+1;"@SUM(A1);-frost; salt'),)))

    assert row["title"] == "tides; '=1+1;\"'@SUM(A1);'-frost; salt"


URL = "https://code.example.org/acme/gridweave"
LINK = Link(raw=URL, url=URL, span=Span("a.txt", 3, 7), kind=LinkKind.REPOSITORY)
SEEN = Observation(
    ask=Ask(method=Method.HEAD, url=URL), final_url=f"{URL}-2", status=200, hops=(Hop(url=URL, status=301),)
)
FINDING = Finding(
    verdict=Verdict(
        link=LINK,
        outcome=Outcome.MOVED,
        reason="renamed for good",
        seen=(SEEN,),
        new_url=f"{URL}-2",
        repository_state=RepositoryState.RENAMED,
    ),
    occurrences=(Occurrence(id="p1", title="GridWeave", source="a.txt", line=3, column=7),),
)
RESULT = AuditResult(findings=(FINDING,))


def to_record(finding: Finding) -> FindingRecord:
    (record,) = generate_records(AuditResult(findings=(finding,)))
    return record


def test_a_finding_has_the_promised_keys_in_order() -> None:
    (line,) = generate_jsonl(RESULT)
    record = json.loads(line)

    assert " ".join(record) == (
        "url outcome reason status new_url redirects "
        "repository_state failing_since checked_at papers rescue has_snapshot last_active"
    )
    assert record["redirects"] == [{"url": URL, "status": 301}]
    assert list(record["papers"][0]) == ["id", "title", "source", "line", "column", "claim", "gap"]
    assert list(record["papers"][0].values()) == ["p1", "GridWeave", "a.txt", 3, 7, None, None]


def test_the_status_is_that_of_the_link_and_not_of_another_request() -> None:
    probe = Observation(ask=Ask(method=Method.GET, url="https://code.example.org/impossible"), final_url="", status=404)
    seen = replace(FINDING, verdict=replace(FINDING.verdict, seen=(SEEN, probe)))

    assert to_record(seen).status == 200


def test_a_finding_reads_back_as_it_was() -> None:
    assert list(parse_jsonl(generate_jsonl(RESULT), "audit.jsonl")) == [to_record(FINDING)]


def test_a_line_that_is_not_a_finding_is_reported_and_the_rest_is_read() -> None:
    lines = ["{", *generate_jsonl(RESULT), '{"url": 1}']

    kinds = [type(item).__name__ for item in parse_jsonl(lines, "audit.jsonl")]
    positions = [str(item.span) for item in parse_jsonl(lines, "audit.jsonl") if isinstance(item, Problem)]

    assert kinds == ["Problem", "FindingRecord", "Problem"]
    assert positions == ["audit.jsonl:1:1", "audit.jsonl:3:1"]


def test_a_snapshot_of_a_dead_link_is_recorded() -> None:
    verdict = replace(FINDING.verdict, outcome=Outcome.DEAD, rescue="https://archive.example.org/1")

    assert to_record(replace(FINDING, verdict=verdict)).rescue == "https://archive.example.org/1"


def test_a_verdict_from_a_registry_has_no_status() -> None:
    seen = replace(SEEN, ask=replace(SEEN.ask, accept="application/json"))

    assert to_record(replace(FINDING, verdict=replace(FINDING.verdict, seen=(seen,)))).status is None


def test_an_occurrence_has_the_claim_of_its_paper_and_its_gap() -> None:
    dead = replace(FINDING, verdict=replace(FINDING.verdict, outcome=Outcome.DEAD, repository_state=None))
    other = replace(dead.occurrences[0], id="p2")
    code = CodeClaim(occurrence=dead.occurrences[0], claim=Claim(state=ClaimState.LINKED), findings=(dead,))
    (line,) = generate_jsonl(
        AuditResult(findings=(replace(dead, occurrences=(*dead.occurrences, other)),), code_claims=(code,))
    )

    assert [
        (occurrence["id"], occurrence["column"], occurrence["claim"], occurrence["gap"])
        for occurrence in json.loads(line)["papers"]
    ] == [
        ("p1", 7, "linked", "says its code is open; the link is dead"),
        ("p2", 7, None, None),
    ]


def test_a_claim_that_holds_has_no_gap() -> None:
    code = CodeClaim(occurrence=FINDING.occurrences[0], claim=Claim(state=ClaimState.LINKED), findings=(FINDING,))
    (line,) = generate_jsonl(AuditResult(findings=(FINDING,), code_claims=(code,)))

    (occurrence,) = json.loads(line)["papers"]
    assert (occurrence["claim"], occurrence["gap"]) == ("linked", None)


def test_records_of_an_earlier_form_are_read() -> None:
    occurrence = '{"id": "p1", "title": "A", "source": "a.txt", "line": 3}'
    line = f'{{"url": "https://example.org/", "outcome": "alive", "reason": "200 OK", "papers": [{occurrence}]}}'
    (record,) = parse_jsonl([line], "x.jsonl")

    assert not isinstance(record, Problem)
    assert (record.papers[0].column, record.papers[0].claim) == (None, None)


def test_blank_lines_are_passed_over_and_others_are_reported() -> None:
    line = '{"url": "https://example.org/", "outcome": "alive", "reason": "200 OK", "papers": []}'
    record, problem = parse_jsonl(["", line, "  ", "{"], "x.jsonl")

    assert not isinstance(record, Problem)
    assert record.url == "https://example.org/"
    assert isinstance(problem, Problem)
    assert str(problem).startswith("x.jsonl:4:1: not a finding of an audit (")
