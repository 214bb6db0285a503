"""Changes of links since an earlier run of the store."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from papertrace.audit.history.store import FAILING, Run, Store
from papertrace.audit.remapping import remap_link, restore_link
from papertrace.audit.verdicts.accept import accept
from papertrace.model import Change, ChangeKind, Comparison, Finding, Link, Outcome, RepositoryState, Verdict

_ALIVE = frozenset({Outcome.ALIVE, Outcome.MOVED})


def compare_findings(
    findings: tuple[Finding, ...],
    store: Store,
    run: Run,
    *,
    accepted: AbstractSet[int] = frozenset(),
    remap: Sequence[tuple[str, str]] = (),
) -> Comparison:
    """Return what has changed since a run, in the order of the findings.

    A finding is compared with the last verdict up to the end of that run, even if an earlier run found it, because runs
    reuse recent verdicts. Statuses that are accepted now count as accepted then. The store knows a link by the address
    that was requested, which the rules of `remap` make of its own. What is looked up on disk has no verdict of an
    earlier run, and is neither new nor changed.
    """
    changes = []
    n_new = 0
    for finding in findings:
        if not finding.verdict.link.url.startswith(("http://", "https://")):
            continue
        before = _verdict_then(finding.verdict.link, store, run, remap)
        if before is None:
            n_new += finding.verdict.outcome is not Outcome.SKIPPED
            continue
        before = accept(before, accepted)
        kind = judge_change(before, finding.verdict)
        if kind is not None:
            changes.append(Change(kind=kind, before=before.outcome, finding=finding))
    return Comparison(run=run.id, started_at=run.started_at, changes=tuple(changes), n_new=n_new)


def _verdict_then(link: Link, store: Store, run: Run, remap: Sequence[tuple[str, str]]) -> Verdict | None:
    requested = remap_link(link, remap)
    before = store.as_of(requested, run.id)
    return before if before is None or requested is link else restore_link(before, link)


def judge_change(before: Verdict, now: Verdict) -> ChangeKind | None:
    """Return how a link changed between two verdicts, or None if it did not.

    An undecided outcome on either side is not a change: a link that timed out has not died, and one that was
    rate-limited has not recovered when it answers.
    """
    if now.outcome is Outcome.DEAD:
        return ChangeKind.DIED if before.outcome is not Outcome.DEAD else None
    if now.outcome in _ALIVE and before.outcome in FAILING:
        return ChangeKind.RECOVERED
    if now.outcome is Outcome.MOVED and (before.outcome is not Outcome.MOVED or now.new_url != before.new_url):
        return ChangeKind.MOVED
    if now.repository_state is RepositoryState.ARCHIVED and before.repository_state is not RepositoryState.ARCHIVED:
        return ChangeKind.ARCHIVED
    return None
