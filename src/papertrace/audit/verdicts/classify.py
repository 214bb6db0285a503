"""What was seen means what: one observation -> outcome, reason and, where it moved, the new address.

Pure. The rules are ordered by what they cost a curator when they err: a live link called dead is the worst, so `dead`
needs 404, 410 or a name that does not exist while others do, and nothing else leads there.
"""

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import assert_never
from urllib.parse import SplitResult, urlsplit

from papertrace.audit.verdicts.soft404 import gone_notice, wall_notice
from papertrace.model import Fault, Observation, Outcome
from papertrace.web import pending
from papertrace.web.transport.redirects import REDIRECTS

GONE = frozenset({404, 410})
RESTRICTED = frozenset({401, 403, 407, 451, 999})
PERMANENT_REDIRECTS = frozenset({301, 308})

_LOGIN_SEGMENT = re.compile(
    r"(?:log|sign)[-_]?(?:in|on)(?:\.[a-z]{2,5})?|oauth2?|sso|saml2?|authenticate", re.IGNORECASE
)
_LOGIN_HOST = re.compile(r"(?:login|signin|accounts|auth|sso|idp)\.", re.IGNORECASE)
_ROOT_SEGMENT = re.compile(r"[a-z]{2}(?:[-_][a-z]{2})?|(?:index|home|default)(?:\.[a-z]{2,5})?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """Hold what an observation means."""

    outcome: Outcome
    reason: str
    new_url: str | None = None


def is_success(seen: Observation) -> bool:
    """Say whether the final status is 2xx; `requests` would count 999 as well."""
    return seen.status is not None and 200 <= seen.status <= 299  # noqa: PLR2004 - RFC 9110, section 15.3


def is_transient(seen: Observation) -> bool:
    """Return whether the same request may be answered differently a little later; a bot wall would not be."""
    return pending.is_transient(seen) and not _is_wall(seen)


def classify(seen: Observation, *, n_asked: int = 1) -> Conclusion:  # noqa: PLR0911 - one for each rule
    """Conclude from the last observation of a link; `n_asked` is how often it was asked, for the words.

    Never raises, whatever a server sent.
    """
    if seen.fault is not None:
        return _of_fault(seen, seen.fault, n_asked)
    status = seen.status
    if status is None:
        return Conclusion(outcome=Outcome.UNKNOWN, reason="nothing was seen")
    words = _status_words(seen)
    if status in GONE:
        return Conclusion(outcome=Outcome.DEAD, reason=words + _after(seen))
    if _is_wall(seen):
        return Conclusion(outcome=Outcome.RESTRICTED, reason=f"{words}: a page that keeps machines out")
    if status in RESTRICTED:
        return Conclusion(outcome=Outcome.RESTRICTED, reason=words + _after(seen))
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return Conclusion(outcome=Outcome.RATE_LIMITED, reason=words + _times(n_asked))
    if is_transient(seen):
        return Conclusion(outcome=Outcome.UNSTABLE, reason=words + _after(seen) + _times(n_asked))
    if is_success(seen):
        return _of_success(seen, words)
    return Conclusion(outcome=Outcome.SUSPECT, reason=f"{words}{_after(seen)}: neither there nor gone")


def _of_fault(seen: Observation, fault: Fault, n_asked: int) -> Conclusion:  # noqa: PLR0911 - one for each kind
    detail = seen.detail or str(fault).replace("_", " ")
    where = _after(seen)
    match fault:
        case Fault.DNS:
            return Conclusion(outcome=Outcome.DEAD, reason=f"{detail}, while others do{where}")
        case Fault.TLS:
            return Conclusion(outcome=Outcome.INSECURE, reason=f"no trusted connection: {detail}{where}")
        case Fault.REFUSED_ADDRESS:
            return Conclusion(outcome=Outcome.SKIPPED, reason=f"not asked: {detail}{where}")
        case Fault.WITHHELD:
            return Conclusion(outcome=Outcome.RATE_LIMITED, reason=f"not asked: {detail}{where}")
        case Fault.NO_NETWORK:
            return Conclusion(outcome=Outcome.UNKNOWN, reason=f"no network: {detail}")
        case Fault.LOOP | Fault.TOO_MANY_REDIRECTS | Fault.BAD_REDIRECT:
            words = "a redirect leads nowhere: " if fault is Fault.BAD_REDIRECT else ""
            return Conclusion(outcome=Outcome.SUSPECT, reason=f"{words}{detail}")
        case Fault.CONNECT | Fault.DNS_TEMPORARY | Fault.MALFORMED | Fault.RESET | Fault.TIMEOUT:
            return Conclusion(outcome=Outcome.UNSTABLE, reason=f"{detail}{where}{_times(n_asked)}")
        case _:
            assert_never(fault)


def _of_success(seen: Observation, words: str) -> Conclusion:
    notice = gone_notice(seen.body) if seen.body else None
    if notice is not None:
        return Conclusion(outcome=Outcome.SUSPECT, reason=f"{words}, but the page says: {notice}")
    if not seen.hops:
        return Conclusion(outcome=Outcome.ALIVE, reason=words)
    asked, final = _split(seen.ask.url), _split(seen.final_url)
    if _is_login(final) and not _is_login(asked):
        return Conclusion(outcome=Outcome.SUSPECT, reason=f"redirects to a login page: {seen.final_url}")
    if _is_root(final) and not _is_root(asked) and _is_same_site(asked, final):
        return Conclusion(outcome=Outcome.SUSPECT, reason=f"redirects to the front page of the site: {seen.final_url}")
    if all(hop.status in PERMANENT_REDIRECTS for hop in seen.hops):
        return Conclusion(outcome=Outcome.MOVED, reason="moved for good", new_url=seen.final_url)
    return Conclusion(outcome=Outcome.ALIVE, reason=f"{words} after a temporary redirect")


def _is_wall(seen: Observation) -> bool:
    # Cloudflare marks its challenge whatever the status; others tell by their title alone.
    if ("cf-mitigated", "challenge") in seen.headers:
        return True
    return bool(seen.body) and seen.status not in GONE and wall_notice(seen.body) is not None


def _status_words(seen: Observation) -> str:
    try:
        phrase = HTTPStatus(seen.status or 0).phrase
    except ValueError:
        phrase = ""
    if seen.status in REDIRECTS:
        return f"{seen.status} {phrase} without an address"
    return f"{seen.status} {phrase}".rstrip()


def _after(seen: Observation) -> str:
    if not seen.hops:
        return ""
    n_hops = len(seen.hops)
    return f" after {n_hops} redirects" if n_hops > 1 else " after a redirect"


def _times(n_asked: int) -> str:
    return f" (asked {n_asked} times)" if n_asked > 1 else ""


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", "", "", "")


def _is_login(parts: SplitResult) -> bool:
    segments = parts.path.split("/")
    return any(_LOGIN_SEGMENT.fullmatch(segment) for segment in segments) or bool(_LOGIN_HOST.match(parts.netloc))


def _is_root(parts: SplitResult) -> bool:
    # A query or a fragment may name a page of its own, as it does in many applications.
    if parts.query or parts.fragment:
        return False
    path = parts.path.strip("/")
    return not path or _ROOT_SEGMENT.fullmatch(path) is not None


def _is_same_site(asked: SplitResult, final: SplitResult) -> bool:
    one, other = (parts.netloc.lower().removeprefix("www.") for parts in (asked, final))
    return one == other or one.endswith(f".{other}")
