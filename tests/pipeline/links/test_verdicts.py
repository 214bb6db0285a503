"""Findings of an earlier audit, read for a baseline and for a graph."""

import json
from pathlib import Path

import pytest
from tests.case_tables import cases

from papertrace.errors import ListingError
from papertrace.model import Link, LinkKind, LinkRole, Outcome, Paper, Problem, Span
from papertrace.pipeline.history import read_baseline, read_history

URL = "https://example.org/a"


def finding(**facts: object) -> str:
    return json.dumps({"url": URL, "outcome": "alive", "reason": "200 OK", "papers": []} | facts)


@pytest.fixture
def write(tmp_path: Path) -> "Write":
    return Write(tmp_path / "audit.jsonl")


class Write:
    """A function that writes lines to a file and returns its path."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, *lines: str) -> Path:
        self.path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return self.path


@cases("facts, states", named=True)
def test_a_baseline_has_all_that_can_fail_a_run(facts: dict[str, object], states: set[str], write: Write) -> None:
    assert read_baseline(write(finding(**facts))) == {URL: states}


def test_findings_of_one_address_add_up_in_a_baseline(write: Write) -> None:
    lines = [finding(), finding(url="https://ada:secret@example.org/a", outcome="dead")]

    assert read_baseline(write(*lines)) == {URL: {"alive", "dead"}}


def test_verdicts_are_on_the_links_of_papers_and_others_are_passed_over(write: Write) -> None:
    link = Link(raw=URL, url=URL, span=Span("a.md", 3), kind=LinkKind.PAGE, role=LinkRole.OWN)
    paper = Paper(id="a", title="Tides", abstract="", entries=(), links=(link,))
    problems: list[Problem] = []

    path = write(finding(outcome="dead"), "{", finding(url="https://example.org/b"))

    assert [(one.link, one.outcome) for one in read_history([path], [paper], problems.append).verdicts] == [
        (link, Outcome.DEAD)
    ]
    assert [problem.span.line for problem in problems] == [2]


def test_a_file_without_a_finding_is_refused(write: Write) -> None:
    path = write("{}")
    refusal = r"audit\.jsonl:1:1: contains no verdict; create one with papertrace audit"

    for read in (read_baseline, lambda one: read_history([one], [], lambda _: None)):
        with pytest.raises(ListingError, match=refusal):
            read(path)
