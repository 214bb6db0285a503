"""Changes of links since an earlier run."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from tests.case_tables import cases
from tests.origin.cases import link

from papertrace.audit.history import compare_findings, judge_change
from papertrace.audit.store import Store
from papertrace.model import Ask, ChangeKind, Finding, Method, Observation, Outcome, RepositoryState, Verdict

URL = "https://example.org/a"


def verdict(outcome: Outcome, *, url: str = URL, status: int = 404, new_url: str | None = None) -> Verdict:
    seen = Observation(ask=Ask(method=Method.GET, url=url), final_url=url, status=status)
    return Verdict(
        link=link(url),
        outcome=outcome,
        reason="seen",
        seen=(seen,),
        new_url=new_url,
        checked_at="2026-01-05T12:00:00Z",
    )


@cases("before, now, kind", before=Outcome, now=Outcome, kind=ChangeKind)
def test_only_decided_outcomes_on_both_sides_are_a_change(
    before: Outcome, now: Outcome, kind: ChangeKind | None
) -> None:
    assert judge_change(verdict(before), verdict(now)) is kind


def test_a_link_with_another_new_address_has_moved_again() -> None:
    before = verdict(Outcome.MOVED, new_url="https://example.org/b")

    assert judge_change(before, before) is None
    assert judge_change(before, replace(before, new_url="https://example.org/c")) is ChangeKind.MOVED


def test_a_repository_archived_since_then_is_reported() -> None:
    before = verdict(Outcome.ALIVE)
    now = replace(before, repository_state=RepositoryState.ARCHIVED)

    assert judge_change(before, now) is ChangeKind.ARCHIVED
    assert judge_change(now, now) is None


def test_findings_are_compared_with_the_verdicts_of_that_time(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store(path, now=datetime(2026, 1, 1, tzinfo=UTC)) as store:
        store.put(verdict(Outcome.ALIVE))
        store.put(verdict(Outcome.DEAD, url="https://example.org/b"))
    urls = (URL, "https://example.org/b", "https://example.org/new")
    findings = tuple(Finding(verdict=verdict(Outcome.DEAD, url=url), occurrences=()) for url in urls)
    with Store(path) as store:
        comparison = compare_findings(findings, store, store.find_run("last"))

    assert (comparison.run, comparison.started_at, comparison.n_new) == (1, "2026-01-01T00:00:00Z", 1)
    assert [(change.kind, change.before, change.finding) for change in comparison.changes] == [
        (ChangeKind.DIED, Outcome.ALIVE, findings[0])
    ]


def test_a_status_that_is_accepted_now_was_accepted_then(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        store.put(verdict(Outcome.DEAD))
    findings = (Finding(verdict=verdict(Outcome.ALIVE), occurrences=()),)
    with Store(path) as store:
        run = store.find_run("last")

        assert len(compare_findings(findings, store, run).changes) == 1
        assert compare_findings(findings, store, run, accepted={404}).changes == ()


def test_a_link_is_compared_under_the_address_that_was_requested(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        store.put(verdict(Outcome.MOVED, url="http://localhost:8000/example.org/a"))
    findings = (Finding(verdict=verdict(Outcome.DEAD, url=URL), occurrences=()),)
    with Store(path) as store:
        run = store.find_run("last")
        remapped = compare_findings(findings, store, run, remap=[("https://(.*)", "http://localhost:8000/$1")])

        assert compare_findings(findings, store, run).n_new == 1
    assert remapped.n_new == 0
    assert [(change.kind, change.before) for change in remapped.changes] == [(ChangeKind.DIED, Outcome.ALIVE)]


def test_references_to_files_are_not_new_in_every_run(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        store.put(verdict(Outcome.ALIVE))
    findings = tuple(
        Finding(verdict=verdict(Outcome.DEAD, url=url), occurrences=()) for url in ("docs/b.md", "README.md#use")
    )
    with Store(path) as store:
        comparison = compare_findings(findings, store, store.find_run("last"))

    assert (comparison.n_new, comparison.changes) == (0, ())
