"""Count statuses that a user takes for an answer as alive, after the audit: the store keeps what was seen."""

from collections.abc import Set as AbstractSet
from dataclasses import replace

from papertrace.model import Outcome, Verdict
from papertrace.model.addresses import host_of

_WELL = frozenset({Outcome.ALIVE, Outcome.MOVED})


def accept(verdict: Verdict, statuses: AbstractSet[int]) -> Verdict:
    """Return a verdict as it is, or as alive where its link answered with one of the statuses.

    The reason says so. Only what the link's own host answered counts, not the word of a registry elsewhere.
    """
    look = verdict.last_look
    if look is None or look.status not in statuses or verdict.outcome in _WELL:
        return verdict
    if _bare_host(look.ask.url) != _bare_host(verdict.link.url):
        return verdict
    reason = f"{verdict.reason} (accepted: {look.status} counts as alive here)"
    return replace(verdict, outcome=Outcome.ALIVE, reason=reason, failing_since=None, n_failing=0)


def _bare_host(url: str) -> str:
    return host_of(url).removeprefix("www.")
