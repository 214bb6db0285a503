"""Statuses and redirects that the user accepts, applied after the audit because the store keeps original outcomes."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from papertrace.audit.link_filter import matches
from papertrace.model import Outcome, Verdict
from papertrace.model.addresses import host_of


def accept(verdict: Verdict, statuses: AbstractSet[int]) -> Verdict:
    """Return a verdict, changed to alive if its link answered with one of the statuses.

    The reason mentions this. A link that has moved is alive if its redirects are accepted too. Only an answer from the
    link's own host counts, not that of a registry on another host.
    """
    observation = verdict.last_observation
    if observation is None or observation.status not in statuses or verdict.outcome is Outcome.ALIVE:
        return verdict
    if verdict.outcome is Outcome.MOVED:
        hops = [hop.status for hop in observation.hops]
        if not hops or not statuses >= set(hops):
            return verdict
        accepted = " and ".join(map(str, sorted(set(hops))))
        reason = f"{verdict.reason} to {observation.final_url} (accepted: {accepted} counts as alive here)"
        return replace(verdict, outcome=Outcome.ALIVE, reason=reason, new_url=None)
    if _bare_host(observation.ask.url) != _bare_host(verdict.link.url):
        return verdict
    reason = f"{verdict.reason} (accepted: {observation.status} counts as alive here)"
    return replace(verdict, outcome=Outcome.ALIVE, reason=reason, failing_since=None, n_failing=0)


def allow_redirect(verdict: Verdict, patterns: Sequence[str]) -> Verdict:
    """Return a verdict, changed to alive if its link redirects and a pattern matches the link or the target.

    A redirect to a page that is gone, or that requires a login, is still reported as that.
    """
    observation = verdict.last_observation
    if not patterns or verdict.outcome is not Outcome.MOVED or observation is None or not observation.hops:
        return verdict
    urls = (verdict.link.url, observation.final_url)
    allowed = next((pattern for pattern in patterns if any(matches(pattern, url) for url in urls)), None)
    if allowed is None:
        return verdict
    reason = f"{verdict.reason} to {observation.final_url} (allowed by --allow-redirect {allowed})"
    return replace(verdict, outcome=Outcome.ALIVE, reason=reason, new_url=None)


def _bare_host(url: str) -> str:
    return host_of(url).removeprefix("www.")
