"""What changed since an earlier run, as every report tells it."""

from collections.abc import Iterator

from papertrace.model import Change, ChangeKind, Comparison
from papertrace.reports.outcomes import words

TITLES = {
    ChangeKind.DIED: "newly dead",
    ChangeKind.RECOVERED: "recovered",
    ChangeKind.MOVED: "newly moved",
    ChangeKind.ARCHIVED: "newly archived",
}


def heading(comparison: Comparison) -> str:
    """Return what the changes are counted from."""
    return f"Since run {comparison.run} ({comparison.started_at})"


def by_kind(comparison: Comparison) -> Iterator[tuple[str, Change]]:
    """Yield the changes with the title of their kind, kind by kind."""
    for kind, title in TITLES.items():
        yield from ((title, change) for change in comparison.changes if change.kind is kind)


def change_words(change: Change) -> str:
    """Return what a link was and is: `was alive, now dead: 404 Not Found`."""
    return f"{outcome_words(change)}: {change.finding.verdict.reason}"


def outcome_words(change: Change) -> str:
    """Return what a link was and is, without the reason: `was alive, now dead`."""
    return f"was {words(change.before)}, now {words(change.finding.verdict.outcome)}"


def count_words(comparison: Comparison) -> str:
    """Return in one line how many links changed."""
    counts = {kind: sum(change.kind is kind for change in comparison.changes) for kind in TITLES}
    parts = [f"{count} {TITLES[kind]}" for kind, count in counts.items() if count]
    if comparison.n_new:
        parts.append(f"{comparison.n_new} unknown until then")
    return ", ".join(parts) or "nothing has changed"
