"""Findings as CSV: a row per occurrence, and no cell that a spreadsheet would run."""

import csv
import io

import pytest
from tests.reports.conftest import MakeFinding

from papertrace.model import AuditResult, Outcome
from papertrace.reports.forms.rows import COLUMNS, generate_csv


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
