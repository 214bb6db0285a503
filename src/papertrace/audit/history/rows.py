"""Conversion of verdicts to rows of the store and back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from papertrace.model import Ask, Fault, Hop, Link, Method, Observation, Outcome, RepositoryState, Verdict
from papertrace.model.addresses import comparable_url
from papertrace.web.address import public_url

COLUMNS = (
    "url, run, outcome, reason, new_url, repository_state, failing_since, n_failing, checked_at, seen, rescue, "
    "has_snapshot, fragment_checked"
)
"""The columns in the order that `row_of` returns and `stored_verdict_of` expects."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredVerdict:
    """The verdict on one URL from one run; `n_failing` counts the consecutive runs in which it has failed."""

    url: str
    run: int
    outcome: Outcome
    reason: str
    new_url: str | None
    repository_state: RepositoryState | None
    failing_since: str | None
    n_failing: int
    checked_at: str
    seen: tuple[Observation, ...]
    rescue: str | None
    has_snapshot: bool | None
    fragment_checked: bool


def row_of(verdict: Verdict, run: int) -> tuple[object, ...]:
    """Return a verdict of a run as a row."""
    return (
        comparable_url(verdict.link.url),
        run,
        str(verdict.outcome),
        verdict.reason,
        verdict.new_url,
        str(verdict.repository_state) if verdict.repository_state else None,
        verdict.failing_since,
        verdict.n_failing,
        verdict.checked_at,
        json.dumps([_to_json(one) for one in verdict.seen], ensure_ascii=False, separators=(",", ":")),
        verdict.rescue,
        None if verdict.has_snapshot is None else int(verdict.has_snapshot),
        int(verdict.fragment_checked),
    )


def stored_verdict_of(row: tuple[Any, ...]) -> StoredVerdict:
    """Parse a row.

    Raises
    ------
    KeyError, TypeError, ValueError, RecursionError
        When the row was not written by `row_of`.
    """
    url, run, outcome, reason, new_url, state, since, n_failing, checked_at, seen, rescue, has_snapshot, checked = row
    return StoredVerdict(
        url=url,
        run=run,
        outcome=Outcome(outcome),
        reason=reason,
        new_url=new_url,
        repository_state=RepositoryState(state) if state else None,
        failing_since=since,
        n_failing=n_failing,
        checked_at=checked_at,
        seen=tuple(_from_json(one) for one in json.loads(seen)),
        rescue=rescue,
        has_snapshot=None if has_snapshot is None else bool(has_snapshot),
        fragment_checked=bool(checked),
    )


def verdict_of(link: Link, stored: StoredVerdict) -> Verdict:
    """Return a stored verdict as a verdict on a link."""
    return Verdict(
        link=link,
        outcome=stored.outcome,
        reason=stored.reason,
        seen=stored.seen,
        new_url=stored.new_url,
        repository_state=stored.repository_state,
        failing_since=stored.failing_since,
        n_failing=stored.n_failing,
        checked_at=stored.checked_at,
        rescue=stored.rescue,
        has_snapshot=stored.has_snapshot,
        fragment_checked=stored.fragment_checked,
    )


def _to_json(seen: Observation) -> dict[str, Any]:
    """Return an observation without its body, which is not needed after the verdict."""
    return {
        "ask": [str(seen.ask.method), public_url(seen.ask.url), *([seen.ask.accept] if seen.ask.accept else [])],
        "final_url": seen.final_url,
        "status": seen.status,
        "fault": str(seen.fault) if seen.fault else None,
        "detail": seen.detail,
        "hops": [[hop.url, hop.status] for hop in seen.hops],
        "headers": [list(header) for header in seen.headers],
        "seconds": round(seen.seconds, 3),
    }


def _from_json(data: Mapping[str, Any]) -> Observation:
    method, url, *accept = data["ask"]
    return Observation(
        ask=Ask(method=Method(method), url=url, accept="".join(accept)),
        final_url=data["final_url"],
        status=data["status"],
        fault=Fault(data["fault"]) if data["fault"] else None,
        detail=data["detail"],
        hops=tuple(Hop(url=hop_url, status=status) for hop_url, status in data["hops"]),
        headers=tuple((name, value) for name, value in data["headers"]),
        seconds=data["seconds"],
    )
