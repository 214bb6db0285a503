"""The changes since an earlier run, in the words of every report."""

from collections.abc import Iterator

from papertrace.model import Change, ChangeKind, Comparison
from papertrace.reports.outcomes import name_outcome

TITLES = {
    ChangeKind.DIED: "newly dead",
    ChangeKind.RECOVERED: "recovered",
    ChangeKind.MOVED: "newly moved",
    ChangeKind.ARCHIVED: "newly archived",
}


def make_heading(comparison: Comparison) -> str:
    """Return the heading of the changes: the run that they are counted from."""
    return f"Since run {comparison.run} ({comparison.started_at})"


def generate_by_kind(comparison: Comparison) -> Iterator[tuple[str, Change]]:
    """Yield the changes with the title of their kind, kind by kind."""
    for kind, title in TITLES.items():
        yield from ((title, change) for change in comparison.changes if change.kind is kind)


def describe_change(change: Change) -> str:
    """Return both outcomes of a link and the reason: `was alive, now dead: 404 Not Found`."""
    return f"{describe_outcomes(change)}: {change.finding.verdict.reason}"


def describe_outcomes(change: Change) -> str:
    """Return both outcomes of a link: `was alive, now dead`."""
    return f"was {name_outcome(change.before)}, now {name_outcome(change.finding.verdict.outcome)}"


def describe_changes(comparison: Comparison) -> str:
    """Return in one line how many links changed."""
    counts = {kind: sum(change.kind is kind for change in comparison.changes) for kind in TITLES}
    parts = [f"{count} {TITLES[kind]}" for kind, count in counts.items() if count]
    if comparison.n_new:
        parts.append(f"{comparison.n_new} new")
    return ", ".join(parts) or "no changes"
