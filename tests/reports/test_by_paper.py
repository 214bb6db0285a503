"""The table of a survey: a row for each paper, shares by year and venue."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from tests.folders import CASES, ROOT

from papertrace.cli.main import main
from papertrace.errors import SettingsError
from papertrace.model import (
    AuditResult,
    Claim,
    ClaimState,
    CodeClaim,
    Finding,
    Link,
    Occurrence,
    Outcome,
    Span,
    Verdict,
)
from papertrace.model.link import LinkKind
from papertrace.reports.tables import count_shares, find_form, generate_table, tabulate_papers


def occurrence(paper: str, line: int, year: int | None = 2020, venue: str = "") -> Occurrence:
    return Occurrence(id=paper, title=f"Title {paper}", source="a.bib", line=line, column=1, year=year, venue=venue)


def finding(url: str, outcome: Outcome, *where: Occurrence, reason: str = "seen") -> Finding:
    link = Link(raw=url, url=url, span=Span("a.bib", 1), kind=LinkKind.PAGE)
    return Finding(verdict=Verdict(link=link, outcome=outcome, reason=reason), occurrences=where)


A, B, C = occurrence("a", 1, venue="Ice"), occurrence("b", 5, venue="Ice"), occurrence("c", 9, year=None)
DEAD, ALIVE = (
    finding("https://example.org/dead", Outcome.DEAD, A),
    finding("https://example.org/alive", Outcome.ALIVE, A),
)
SUSPECT = finding("https://example.org/video", Outcome.SUSPECT, B)
RESULT = AuditResult(
    findings=(DEAD, ALIVE, SUSPECT),
    code_claims=(
        CodeClaim(occurrence=A, claim=Claim(state=ClaimState.LINKED), findings=(DEAD, ALIVE)),
        CodeClaim(occurrence=C, claim=Claim(state=ClaimState.PROMISED, sentence="Code will be released.")),
    ),
)


def test_an_audit_without_papers_has_no_rows() -> None:
    assert tabulate_papers(AuditResult(findings=())) == []


def test_each_paper_has_a_row_with_the_best_of_its_code() -> None:
    first, second, third = tabulate_papers(RESULT)

    assert (first["claim"], first["outcome"], first["links"], first["dead_links"]) == ("linked", "alive", 2, 1)
    assert first["code"] == "https://example.org/dead https://example.org/alive"
    assert (first["year"], first["venue"], first["place"]) == (2020, "Ice", "a.bib:1")
    assert (second["claim"], second["code"], second["outcome"]) == ("none", "", "suspect")
    assert (third["claim"], third["outcome"], third["links"]) == ("promised", "", 0)


def test_when_a_repository_was_last_active_is_a_column_where_its_host_says_it() -> None:
    pushed = replace(ALIVE, verdict=replace(ALIVE.verdict, last_active="2021-03-04"))
    row, *_ = tabulate_papers(AuditResult(findings=(pushed,)))

    assert row["last_active"] == "2021-03-04"
    assert tabulate_papers(RESULT)[0]["last_active"] == ""


def test_shares_are_of_all_papers_of_a_venue() -> None:
    ice, unknown = count_shares(tabulate_papers(RESULT), "venue")

    assert ice == {
        "venue": "Ice",
        "papers": 2,
        "code_linked": 1,
        "code_works": 1,
        "code_dead": 0,
        "code_undecided": 0,
        "code_only_claimed": 0,
        "works_percent": 50.0,
    }
    assert (unknown["venue"], unknown["code_only_claimed"]) == ("unknown", 1)


def test_years_are_in_their_order() -> None:
    assert [row["year"] for row in count_shares(tabulate_papers(RESULT), "year")] == ["2020", "unknown"]


@pytest.mark.parametrize("form", ["csv", "md", "tex", "html"])
def test_every_form_has_every_paper(form: str) -> None:
    text = "".join(generate_table(RESULT, "paper", form))

    assert all(f"Title {paper}" in text for paper in "abc")


def test_the_suffix_of_the_file_decides_the_form() -> None:
    assert [find_form("text", Path(f"a.{suffix}")) for suffix in ("tex", "csv", "txt")] == ["tex", "csv", "md"]
    assert (find_form("text", None), find_form("html", Path("a.tex"))) == ("md", "html")
    with pytest.raises(SettingsError, match=r"ends in \.tex"):
        find_form("sarif", None)
    with pytest.raises(SettingsError, match=r"code\.xlsx: --by writes no \.xlsx; name a file that ends in \.md"):
        find_form("text", Path("code.xlsx"))


def test_the_command_writes_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tour = [str(CASES / "audit" / "tour.txt"), "--cassette", str(ROOT / "cassettes/audit/run/tour.yaml")]

    assert main(["audit", *tour, "--store", "none", "-q", "--by", "paper", "--format", "csv"]) == 1
    assert main(["audit", *tour, "--store", "none", "-q", "--by", "paper", "-o", str(tmp_path / "code.tex")]) == 1
    assert main(["audit", *tour, "--store", "none", "-q", "--by", "paper", "--format", "junit"]) == 2

    captured = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(captured.out)))
    assert [row["outcome"] for row in rows] == ["alive", "dead", "moved", "suspect", "restricted"]
    assert "\\toprule" in (tmp_path / "code.tex").read_text("utf-8")
    assert "not junit" in captured.err
