"""Findings as workflow commands, JUnit and SARIF: valid, with levels and places, whatever the texts contain."""

import json
from dataclasses import replace
from typing import Any

import pytest
from lxml import etree
from tests.case_tables import cases
from tests.reports.conftest import MakeFinding
from tests.reports.read_back import check_report

from papertrace.model import AuditResult, Occurrence, Outcome, RepositoryState
from papertrace.reports.programs import FINGERPRINT, escape_data, escape_property, file_uri, generate_github


def lines(result: AuditResult) -> list[str]:
    return "".join(generate_github(result)).splitlines()


def test_a_dead_link_is_an_error_at_its_line(make_finding: MakeFinding) -> None:
    assert lines(AuditResult(findings=(make_finding(),))) == [
        "::error file=lists/a.txt,line=3,col=7,title=dead link::https://example.org/a%0A404 Not Found",
        "1 link: 1 dead",
    ]


@cases("outcome, command")
def test_the_command_has_the_severity_of_the_outcome(make_finding: MakeFinding, outcome: Outcome, command: str) -> None:
    assert lines(AuditResult(findings=(make_finding(outcome=outcome),)))[0].startswith(command)


def test_what_fails_the_run_is_an_error(make_finding: MakeFinding) -> None:
    result = AuditResult(findings=(make_finding(outcome=Outcome.MOVED),), fail_on=frozenset({"moved"}))

    assert lines(result)[0].startswith("::error ")


def test_alive_links_are_only_counted(make_finding: MakeFinding) -> None:
    assert lines(AuditResult(findings=(make_finding(outcome=Outcome.ALIVE),))) == ["1 link: 1 alive"]


def test_standard_input_is_not_a_file(make_finding: MakeFinding) -> None:
    (line, _) = lines(AuditResult(findings=(make_finding(source="<stdin>"),)))

    assert line.startswith("::error title=dead link::")


def test_the_documented_characters_are_escaped() -> None:
    assert escape_data("a%b\r\nc:d,e") == "a%25b%0D%0Ac:d,e"
    assert escape_property("a%b:c,d") == "a%25b%3Ac%2Cd"


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


def log(result: AuditResult) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(check_report("sarif", result))
    return value


def results(result: AuditResult) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = log(result)["runs"][0]["results"]
    return found


def test_no_finding_is_a_run_without_results() -> None:
    assert results(AuditResult(findings=())) == []


def test_a_dead_link_is_an_error_at_its_line_in_sarif(make_finding: MakeFinding) -> None:
    (found,) = results(AuditResult(findings=(make_finding(),)))

    assert (found["ruleId"], found["level"]) == ("dead", "error")
    assert found["message"]["text"] == "https://example.org/a: 404 Not Found"
    assert found["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "lists/a.txt"},
                "region": {"startLine": 3, "startColumn": 7, "endColumn": 28},
            }
        }
    ]


def test_levels_follow_the_outcomes(every_outcome: AuditResult) -> None:
    assert {found["ruleId"]: found["level"] for found in results(every_outcome)} == {
        "moved": "warning",
        "restricted": "note",
        "rate_limited": "note",
        "unstable": "warning",
        "insecure": "warning",
        "suspect": "warning",
        "dead": "error",
        "unknown": "note",
    }


def test_every_result_has_its_rule(every_outcome: AuditResult) -> None:
    run = log(every_outcome)["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]

    assert all(rules[found["ruleIndex"]] == found["ruleId"] for found in run["results"])


def test_a_link_at_two_occurrences_is_two_results(make_finding: MakeFinding) -> None:
    found = results(AuditResult(findings=(make_finding(n_occurrences=2),)))

    assert len({one["partialFingerprints"][FINGERPRINT] for one in found}) == 2


def test_a_fingerprint_stays_when_lines_above_come_or_go(make_finding: MakeFinding) -> None:
    finding = make_finding()
    lower = replace(finding, occurrences=tuple(replace(one, line=one.line + 10) for one in finding.occurrences))
    (one,), (other,) = results(AuditResult(findings=(finding,))), results(AuditResult(findings=(lower,)))

    assert one["partialFingerprints"] == other["partialFingerprints"]


@cases("source, uri", named=True)
def test_the_name_of_a_file_is_a_uri(source: str, uri: str) -> None:
    assert file_uri(source) == uri


def test_a_link_without_an_occurrence_has_no_location(make_finding: MakeFinding) -> None:
    (found,) = results(AuditResult(findings=(make_finding(n_occurrences=0),)))

    assert "locations" not in found


def test_a_link_over_two_lines_has_no_end(make_finding: MakeFinding) -> None:
    occurrence = Occurrence(id="", title="", source="a.txt", line=1, column=2, raw="https://example.org/\na")
    (found,) = results(AuditResult(findings=(replace(make_finding(), occurrences=(occurrence,)),)))

    assert found["locations"][0]["physicalLocation"]["region"] == {"startLine": 1, "startColumn": 2}


def test_an_archived_repository_that_fails_the_run_is_a_result(make_finding: MakeFinding) -> None:
    archived = make_finding(outcome=Outcome.ALIVE, state=RepositoryState.ARCHIVED)
    (found,) = results(AuditResult(findings=(archived,), fail_on=frozenset({"archived"})))

    assert (found["ruleId"], found["level"]) == ("alive", "error")
