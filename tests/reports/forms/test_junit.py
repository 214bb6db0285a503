"""Findings as JUnit: valid by the schema that readers have in common, with any text."""

import pytest
from lxml import etree
from tests.reports.conftest import MakeFinding
from tests.reports.read_back import check_report

from papertrace.model import AuditResult, Outcome


def report(result: AuditResult) -> etree._Element:
    return etree.fromstring(check_report("junit", result).encode())


def test_no_finding_is_no_suite() -> None:
    assert [child.tag for child in report(AuditResult(findings=()))] == []


def test_a_dead_link_is_a_failure_with_its_occurrences(make_finding: MakeFinding) -> None:
    root = report(AuditResult(findings=(make_finding(n_occurrences=2),)))
    (failure,) = root.iter("failure")

    assert list(root.attrib.values()) == ["papertrace audit", "1", "1", "0", "0"]
    assert list(root.attrib) == ["name", "tests", "failures", "errors", "time"]
    assert failure.get("message") == "dead: 404 Not Found"
    assert (failure.text or "").splitlines()[1:] == ["lists/a.txt:3:7 A Paper", "lists/a.txt:4:7 A Paper"]


@pytest.mark.parametrize("outcome", Outcome)
def test_only_what_is_decided_passes_or_fails(make_finding: MakeFinding, outcome: Outcome) -> None:
    root = report(AuditResult(findings=(make_finding(outcome=outcome),)))
    (case,) = root.iter("testcase")
    expected = {Outcome.DEAD: "failure", Outcome.ALIVE: "system-out", Outcome.MOVED: "system-out"}

    assert case[0].tag == expected.get(outcome, "skipped")


def test_what_fails_the_run_is_a_failure(make_finding: MakeFinding) -> None:
    root = report(AuditResult(findings=(make_finding(outcome=Outcome.MOVED),), fail_on=frozenset({"moved"})))

    assert root.get("failures") == "1"


def test_each_source_is_a_suite(make_finding: MakeFinding) -> None:
    findings = (make_finding(), make_finding("https://example.org/b", source="b.txt"))

    assert [suite.get("name") for suite in report(AuditResult(findings=findings))] == ["lists/a.txt", "b.txt"]
