"""Count statuses that a user takes for an answer as alive, after the audit: the store keeps what was seen."""

from collections.abc import Set as AbstractSet
from dataclasses import replace

from papertrace.model import Outcome, Verdict
from papertrace.web.address import parse_address

_WELL = frozenset({Outcome.ALIVE, Outcome.MOVED})


def accept(verdict: Verdict, statuses: AbstractSet[int]) -> Verdict:
    """Return a verdict as it is, or as alive where its link answered with one of the statuses.

    The reason says so. Only what the link's own host answered counts, not the word of a registry elsewhere.
    """
    look = verdict.last_look
    if look is None or look.status not in statuses or verdict.outcome in _WELL:
        return verdict
    if _host(look.ask.url) != _host(verdict.link.url):
        return verdict
    reason = f"{verdict.reason} (accepted: {look.status} counts as alive here)"
    return replace(verdict, outcome=Outcome.ALIVE, reason=reason, failing_since=None, n_failing=0)


def _host(url: str) -> str:
    try:
        return parse_address(url).host.removeprefix("www.")
    except ValueError:
        return ""
