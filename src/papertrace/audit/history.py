"""What an earlier run says of a link: whether its verdict is reused or confirmed, and what has changed since.

A page that came with a validator (`ETag` or `Last-Modified`) need not be fetched again: if it is unchanged, its host
answers a conditional request with 304 and without a body (RFC 9110, sections 8.8 and 13.1). The verdict is then kept,
with its reason and observations, and gets the new date.
"""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime
from http import HTTPStatus
from urllib.parse import urldefrag

from papertrace.audit.choosing import remap_link, restore_link
from papertrace.audit.settings import AuditSettings
from papertrace.audit.store import FAILING, Run, Store
from papertrace.audit.verdicts import accept, is_success
from papertrace.model import (
    Ask,
    Change,
    ChangeKind,
    Comparison,
    Finding,
    Method,
    Observation,
    Outcome,
    RepositoryState,
    Validator,
    Verdict,
)
from papertrace.web.address import parse_address
from papertrace.web.exchange import parse_timestamp

AGE_LIMIT_S: Mapping[Outcome, float] = {
    Outcome.ALIVE: 7 * 24 * 3600.0,
    Outcome.MOVED: 7 * 24 * 3600.0,
    Outcome.RESTRICTED: 7 * 24 * 3600.0,
    Outcome.SUSPECT: 24 * 3600.0,
    Outcome.INSECURE: 24 * 3600.0,
    # What was dead may have been repaired because of the last report.
    Outcome.DEAD: 3600.0,
}
"""How long a verdict may be reused, in seconds. Links with other outcomes are requested again in every run."""

CONFIRMABLE = frozenset({Outcome.ALIVE, Outcome.MOVED, Outcome.SUSPECT})
"""Outcomes that depend only on a page, so that they hold as long as it is unchanged."""

_ETAG = re.compile(r'(?:W/)?"[!#-~]{0,300}"')
_DATE = re.compile(r"[A-Za-z0-9:, ]{10,40}")


def is_fresh(verdict: Verdict, *, now: datetime, settings: AuditSettings) -> bool:
    """Return whether a verdict is recent enough to be reused.

    The limit is that in `ages_s` of the settings, otherwise the lower of `max_age_s` and `AGE_LIMIT_S`. A date in the
    future, which a wrong clock must have given, counts as old.
    """
    checked_at = parse_timestamp(verdict.checked_at or "")
    if checked_at is None:
        return False
    usual = min(settings.max_age_s, AGE_LIMIT_S.get(verdict.outcome, 0.0))
    return 0 <= (now - checked_at).total_seconds() < settings.ages_s.get(verdict.outcome, usual)


def recheck(verdict: Verdict) -> Ask | None:
    """Return the conditional request that may confirm a verdict, or None if the link must be audited again.

    It has the method of the last request for the page, so that the answer of a changed page can be used, and no request
    is wasted.
    """
    page = _page(verdict)
    if page is None or verdict.outcome not in CONFIRMABLE or verdict.repository_state is RepositoryState.EMPTY:
        return None  # the page does not show that a repository is empty
    headers = dict(page.headers)
    etag, modified = headers.get("etag", ""), headers.get("last-modified", "")
    validator = Validator(
        url=parse_address(page.final_url).url,
        etag=etag if _ETAG.fullmatch(etag) else "",
        last_modified=modified if _DATE.fullmatch(modified) else "",
    )
    if not validator.etag and not validator.last_modified:
        return None
    return replace(page.ask, validator=validator)


def confirmed(verdict: Verdict, seen: Observation, *, at: str) -> Verdict | None:
    """Return the verdict as confirmed by a 304 at a time (ISO 8601), or None if the answer does not confirm it.

    Only the same redirects to the same address confirm it. Its observations are kept, so that it can be confirmed
    again, and so is a snapshot; archives that had none are asked again.
    """
    page = _page(verdict)
    if seen.status != HTTPStatus.NOT_MODIFIED or page is None:
        return None
    if (seen.final_url, seen.hops) != (page.final_url, page.hops):
        return None
    fragment = urldefrag(verdict.link.url).fragment
    return replace(
        verdict,
        seen=(*(one for one in verdict.seen if one.status != HTTPStatus.NOT_MODIFIED), _without_condition(seen)),
        # The fragment comes from the link; each link with this address has its own.
        new_url=verdict.new_url.removesuffix(f"#{fragment}") if verdict.new_url else None,
        checked_at=at or None,
        has_snapshot=verdict.has_snapshot or None,
    )


def unconditional(seen: Sequence[Observation]) -> tuple[Observation, ...]:
    """Return what was seen of a conditional request as that of the plain one; a 304 does not show the page: empty."""
    return () if seen[-1].status == HTTPStatus.NOT_MODIFIED else tuple(_without_condition(one) for one in seen)


def answers(seen: Observation, ask: Ask) -> bool:
    """Return whether an observation makes a request superfluous; an answer to GET shows all that HEAD would."""
    return seen.ask == ask or (ask.method is Method.HEAD and seen.ask == replace(ask, method=Method.GET))


def _without_condition(seen: Observation) -> Observation:
    return replace(seen, ask=replace(seen.ask, validator=None))


def _page(verdict: Verdict) -> Observation | None:
    """Return the last observation that found the page, or None if the verdict came from a registry."""
    own = (one for one in reversed(verdict.seen) if one.ask.url == verdict.seen[0].ask.url)
    page = next((one for one in own if is_success(one)), None)
    if page is None or page.ask.accept or page.ask.method not in {Method.HEAD, Method.GET}:
        return None
    try:
        parse_address(page.final_url)
    except ValueError:
        return None
    return page


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
        link = finding.verdict.link
        requested = remap_link(link, remap)
        before = store.as_of(requested, run.id)
        if before is not None and requested is not link:
            before = restore_link(before, link)
        if before is None:
            n_new += finding.verdict.outcome is not Outcome.SKIPPED
            continue
        before = accept(before, accepted)
        kind = judge_change(before, finding.verdict)
        if kind is not None:
            changes.append(Change(kind=kind, before=before.outcome, finding=finding))
    return Comparison(run=run.id, started_at=run.started_at, changes=tuple(changes), n_new=n_new)


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
