"""Findings as SARIF 2.1.0: valid, with levels, occurrences and fingerprints that stay."""

import json
from dataclasses import replace
from typing import Any

from tests.case_tables import cases
from tests.reports.conftest import MakeFinding
from tests.reports.read_back import check_report

from papertrace.model import AuditResult, Occurrence, Outcome, RepositoryState
from papertrace.reports.forms.ci import FINGERPRINT, file_uri


def log(result: AuditResult) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(check_report("sarif", result))
    return value


def results(result: AuditResult) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = log(result)["runs"][0]["results"]
    return found


def test_no_finding_is_a_run_without_results() -> None:
    assert results(AuditResult(findings=())) == []


def test_a_dead_link_is_an_error_at_its_line(make_finding: MakeFinding) -> None:
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
