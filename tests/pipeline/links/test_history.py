"""The history of links: the latest verdicts, and what changed from run to run of stores and reports."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

import papertrace
from papertrace.audit.store import Store
from papertrace.errors import ListingError, StoreError
from papertrace.model import ChangeKind, Outcome, Paper, RepositoryState, Verdict
from papertrace.pipeline.history import read_history

LISTING = """\
@article{one, title = {Tides of Frost in Harbours}, url = {https://github.com/acme/tides}}
@article{two, title = {Salted Ropes and Winter Storms}, url = {https://example.org/ropes}}
"""
TIDES, ROPES = "https://github.com/acme/tides", "https://example.org/ropes"


@pytest.fixture
def papers(tmp_path: Path) -> list[Paper]:
    path = tmp_path / "papers.bib"
    path.write_text(LISTING, encoding="utf-8")
    return list(papertrace.extract_papers([path]))


def audit(
    path: Path,
    papers: list[Paper],
    month: int,
    outcomes: dict[str, Outcome],
    state: RepositoryState | None = None,
) -> None:
    """Add a run to a store in which links have these outcomes."""
    now = datetime(2026, month, 1, tzinfo=UTC)
    links = {link.url: link for paper in papers for link in paper.links}
    with Store(path, now=now) as store:
        for url, outcome in outcomes.items():
            link = links.get(url) or replace(next(iter(links.values())), url=url, raw=url)
            checked_at = f"2026-{month:02}-01T00:00:00Z"
            store.put(Verdict(link=link, outcome=outcome, reason="seen", checked_at=checked_at, repository_state=state))


def report(path: Path, outcomes: dict[str, Outcome], checked_at: str = "2026-05-01T00:00:00Z") -> Path:
    """Write the report of an audit in which links have these outcomes, none of them in a paper."""
    place = {"id": "", "title": "", "source": "/home/ada/README.md", "line": 7, "column": 3}
    lines = (
        json.dumps({"url": url, "outcome": outcome, "reason": "seen", "checked_at": checked_at, "papers": [place]})
        for url, outcome in outcomes.items()
    )
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_single_run_has_no_changes(tmp_path: Path, papers: list[Paper]) -> None:
    audit(tmp_path / "links.sqlite", papers, 1, {TIDES: Outcome.ALIVE, ROPES: Outcome.DEAD})

    history = read_history([tmp_path / "links.sqlite"], papers)

    assert (history.result.comparison, history.changes) == (None, ())
    assert [one.outcome for one in history.verdicts] == [Outcome.ALIVE, Outcome.DEAD]


def test_changes_of_all_runs_are_known_and_those_of_the_last_one_compared(tmp_path: Path, papers: list[Paper]) -> None:
    store = tmp_path / "links.sqlite"
    audit(store, papers, 1, {TIDES: Outcome.ALIVE, ROPES: Outcome.DEAD})
    audit(store, papers, 2, {TIDES: Outcome.DEAD, ROPES: Outcome.ALIVE})
    audit(store, papers, 3, {TIDES: Outcome.ALIVE}, RepositoryState.ARCHIVED)

    history = read_history([store], papers)

    kinds = [(one.kind, one.finding.verdict.link.url) for one in history.changes]
    assert kinds[0] == (ChangeKind.RECOVERED, TIDES)
    assert sorted(kinds[1:]) == [(ChangeKind.DIED, TIDES), (ChangeKind.RECOVERED, ROPES)]
    assert history.result.comparison is not None
    assert history.result.comparison.started_at.startswith("2026-02-01")
    assert [one.kind for one in history.result.comparison.changes] == [ChangeKind.RECOVERED]
    assert [one.outcome for one in history.before] == [Outcome.DEAD, Outcome.ALIVE]


def test_a_link_that_was_not_reached_has_neither_died_again_nor_recovered(tmp_path: Path, papers: list[Paper]) -> None:
    store = tmp_path / "links.sqlite"
    for month, outcome in enumerate((Outcome.DEAD, Outcome.RATE_LIMITED, Outcome.DEAD, Outcome.ALIVE), start=1):
        audit(store, papers, month, {TIDES: outcome})

    assert [one.kind for one in read_history([store], papers).changes] == [ChangeKind.RECOVERED]


def test_links_of_other_lists_in_a_store_are_left_out(tmp_path: Path, papers: list[Paper]) -> None:
    store = tmp_path / "links.sqlite"
    audit(store, papers, 1, {TIDES: Outcome.ALIVE, "https://example.org/other": Outcome.DEAD})
    audit(store, papers, 2, {"https://example.org/other": Outcome.ALIVE})

    history = read_history([store], papers)

    assert [one.verdict.link.url for one in history.result.findings] == [TIDES]
    assert history.result.comparison is None


def test_a_report_adds_links_outside_of_papers_and_no_change_that_the_store_has(
    tmp_path: Path, papers: list[Paper]
) -> None:
    store, elsewhere = tmp_path / "links.sqlite", "https://example.org/badge"
    audit(store, papers, 4, {TIDES: Outcome.ALIVE})
    audit(store, papers, 5, {TIDES: Outcome.DEAD})
    path = report(tmp_path / "audit.jsonl", {TIDES: Outcome.DEAD, elsewhere: Outcome.ALIVE})

    history = read_history([store, path], papers)

    assert [one.verdict.link.url for one in history.result.findings] == [TIDES, elsewhere]
    assert [one.kind for one in history.changes] == [ChangeKind.DIED]
    assert {at.source for one in history.result.findings for at in one.occurrences} == {"README.md"}
    assert history.result.findings[1].occurrences[0].is_elsewhere


def test_two_reports_are_compared(tmp_path: Path, papers: list[Paper]) -> None:
    paths = [
        report(tmp_path / "may.jsonl", {ROPES: Outcome.ALIVE}),
        report(tmp_path / "june.jsonl", {ROPES: Outcome.DEAD}, "2026-06-01T00:00:00Z"),
    ]

    comparison = read_history(paths, papers).result.comparison

    assert comparison is not None
    assert (comparison.started_at, [one.kind for one in comparison.changes]) == (
        "2026-05-01T00:00:00Z",
        [ChangeKind.DIED],
    )


def test_a_file_without_verdicts_is_an_error(tmp_path: Path, papers: list[Paper]) -> None:
    Store(tmp_path / "links.sqlite").close()

    with pytest.raises(StoreError, match=r"contains no verdict; papertrace audit --store"):
        read_history([tmp_path / "links.sqlite"], papers)
    with pytest.raises(ListingError, match=r"missing\.jsonl"):
        read_history([tmp_path / "missing.jsonl"], papers)


def test_a_store_may_have_later_verdicts_on_links_that_a_report_lacks(tmp_path: Path, papers: list[Paper]) -> None:
    store = tmp_path / "links.sqlite"
    audit(store, papers, 5, {TIDES: Outcome.ALIVE})
    audit(store, papers, 6, {"https://example.org/left-out": Outcome.ALIVE})
    path = report(tmp_path / "audit.jsonl", {TIDES: Outcome.ALIVE})

    assert [one.verdict.link.url for one in read_history([store, path], papers).result.findings] == [TIDES]
