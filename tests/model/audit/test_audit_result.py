"""The result of an audit as values: verdicts, counts, and records that make a table."""

import json
from dataclasses import replace
from typing import Any

import pandas as pd
import pytest
from tests.reports.conftest import MakeFinding

from papertrace.model import AuditResult, Outcome, RepositoryState
from papertrace.model.verdict import list_states
from papertrace.reports.programs import generate_jsonl


def test_an_empty_result_has_no_verdicts_no_records_and_zeros() -> None:
    result = AuditResult(findings=())

    assert result.verdicts == ()
    assert result.to_records() == []
    assert result.counts == dict.fromkeys(Outcome, 0)


def test_verdicts_and_counts_are_those_of_the_findings(make_finding: MakeFinding) -> None:
    outcomes = (Outcome.ALIVE, Outcome.DEAD, Outcome.ALIVE)
    result = AuditResult(findings=tuple(make_finding(outcome=outcome) for outcome in outcomes))

    assert tuple(verdict.outcome for verdict in result.verdicts) == outcomes
    assert (result.counts[Outcome.ALIVE], result.counts[Outcome.DEAD], result.counts[Outcome.MOVED]) == (2, 1, 0)


def test_records_are_what_the_jsonl_report_writes(hostile: AuditResult) -> None:
    records = json.loads(json.dumps(hostile.to_records()))

    assert records == [json.loads(line) for line in generate_jsonl(hostile)]


def test_pandas_makes_a_table_of_the_records(make_finding: MakeFinding) -> None:
    archived = make_finding("https://example.org/b", outcome=Outcome.ALIVE, state=RepositoryState.ARCHIVED)
    result = AuditResult(findings=(make_finding("https://example.org/a"), archived))

    table = pd.DataFrame(result.to_records())

    assert list(table["url"]) == ["https://example.org/a", "https://example.org/b"]
    assert list(table.loc[table["outcome"] == "dead", "url"]) == ["https://example.org/a"]
    assert table["repository_state"].dropna().tolist() == ["archived"]
    assert [papers[0]["line"] for papers in table["papers"]] == [3, 3]


@pytest.mark.parametrize(
    ("outcome", "facts", "states"),
    [
        (Outcome.ALIVE, {}, {"alive"}),
        (Outcome.ALIVE, {"repository_state": RepositoryState.EMPTY}, {"alive", "empty"}),
        (Outcome.ALIVE, {"has_snapshot": False}, {"alive", "unarchived"}),
        (Outcome.ALIVE, {"has_snapshot": True}, {"alive"}),
        (Outcome.DEAD, {"has_snapshot": False}, {"dead"}),
    ],
    ids=["outcome alone", "state of a repository", "no snapshot", "a snapshot", "dead without a snapshot"],
)
def test_a_run_can_fail_on_the_outcome_the_repository_and_the_lack_of_a_snapshot(
    outcome: Outcome, facts: dict[str, Any], states: set[str], make_finding: MakeFinding
) -> None:
    finding = make_finding(outcome=outcome)

    assert list_states(replace(finding.verdict, **facts)) == states
