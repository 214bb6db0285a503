"""What the verdict of an earlier run is still worth: to stand in for asking, or to be confirmed by one request.

A page that came with a validator (`ETag` or `Last-Modified`) need not be read anew: asked whether it is another than
then, its host answers 304 and sends nothing (RFC 9110, sections 8.8 and 13.1). Then the verdict stands, with its
reason and what it rests on, and bears the new date.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from http import HTTPStatus
from urllib.parse import urldefrag

from papertrace.audit.settings import AuditSettings
from papertrace.audit.verdicts.classify import is_success
from papertrace.model import Ask, Method, Observation, Outcome, RepositoryState, Validator, Verdict
from papertrace.web.address import parse_address
from papertrace.web.clock import parse_timestamp

AGE_LIMIT_S: Mapping[Outcome, float] = {
    Outcome.ALIVE: 7 * 24 * 3600.0,
    Outcome.MOVED: 7 * 24 * 3600.0,
    Outcome.RESTRICTED: 7 * 24 * 3600.0,
    Outcome.SUSPECT: 24 * 3600.0,
    Outcome.INSECURE: 24 * 3600.0,
    Outcome.DEAD: 24 * 3600.0,
}
"""For how long a verdict may stand in for asking. What is not named here is asked again in every run."""

CONFIRMABLE = frozenset({Outcome.ALIVE, Outcome.MOVED, Outcome.SUSPECT})
"""Outcomes that rest on a page, so that they stand as long as the page does."""

_ETAG = re.compile(r'(?:W/)?"[!#-~]{0,300}"')
_DATE = re.compile(r"[A-Za-z0-9:, ]{10,40}")


def age_limit_s(outcome: Outcome, settings: AuditSettings) -> float:
    """Return the seconds for which a verdict stands in for asking.

    An outcome with an age of its own in the settings has that one; for the others `max_age_s` lowers `AGE_LIMIT_S`.
    """
    usual = min(settings.max_age_s, AGE_LIMIT_S.get(outcome, 0.0))
    return settings.ages_s.get(outcome, usual)


def is_fresh(verdict: Verdict, *, now: datetime, settings: AuditSettings) -> bool:
    """Say whether a verdict is young enough to stand in for asking.

    A date in the future counts as old: a clock was wrong.
    """
    checked_at = parse_timestamp(verdict.checked_at or "")
    if checked_at is None:
        return False
    return 0 <= (now - checked_at).total_seconds() < age_limit_s(verdict.outcome, settings)


def recheck(verdict: Verdict) -> Ask | None:
    """Return the one request that may confirm a verdict, or None where nothing but a new look can.

    It has the method of the last look at the page, so that the answer of a page that is another than then is that
    look, and nothing is asked in vain.
    """
    page = _page(verdict)
    if page is None or verdict.outcome not in CONFIRMABLE or verdict.repository_state is RepositoryState.EMPTY:
        return None  # that a repository is empty does not stand on its page
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


def confirmed(verdict: Verdict, seen: Observation) -> Verdict | None:
    """Return the verdict as it stands after 304, or None where the answer confirms nothing.

    Only the same redirects to the same address confirm it. What it rests on is kept, so that it can be confirmed again,
    and so is a snapshot; that there was none in any archive is asked anew.
    """
    page = _page(verdict)
    if seen.status != HTTPStatus.NOT_MODIFIED or page is None:
        return None
    if (seen.final_url, seen.hops) != (page.final_url, page.hops):
        return None
    fragment = urldefrag(verdict.link.url).fragment
    return replace(
        verdict,
        seen=(*(one for one in verdict.seen if one.status != HTTPStatus.NOT_MODIFIED), unconditional(seen)),
        # The fragment is that of the link; each link with this address has its own.
        new_url=verdict.new_url.removesuffix(f"#{fragment}") if verdict.new_url else None,
        has_snapshot=verdict.has_snapshot or None,
    )


def unconditional(seen: Observation) -> Observation:
    """Return what was seen as though it had been asked without a condition."""
    return replace(seen, ask=replace(seen.ask, validator=None))


def _page(verdict: Verdict) -> Observation | None:
    """Return the last look that found the page, or None where a registry told of it or its address is not known."""
    own = (one for one in reversed(verdict.seen) if one.ask.url == verdict.seen[0].ask.url)
    page = next((one for one in own if is_success(one)), None)
    if page is None or page.ask.accept or page.ask.method not in {Method.HEAD, Method.GET}:
        return None
    try:
        parse_address(page.final_url)
    except ValueError:
        return None
    return page
