"""One observation -> outcome, reason and, if the page has moved, the new address.

The functions are pure. The rules are ordered by what their errors cost a curator: a live link called dead is the worst,
so only 404, 410, or a name that does not exist while others resolve, leads to `dead`.
"""

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import assert_never
from urllib.parse import SplitResult, urljoin, urlsplit

from papertrace.audit.verdicts.notices import FoundNotice, Meaning, Place, find_notice, find_wall, gone_notice
from papertrace.model import Fault, Observation, Outcome
from papertrace.web import exchange
from papertrace.web.pages import find_page_redirect, shows_app
from papertrace.web.transport.redirects import REDIRECTS

GONE = frozenset({404, 410})
# 418 and 999 are no statuses of HTTP for this: Douban and LinkedIn send them to clients that they take for bots.
RESTRICTED = frozenset({401, 403, 407, 418, 451, 999})
PERMANENT_REDIRECTS = frozenset({301, 308})

_LOGIN_SEGMENT = re.compile(
    r"(?:(?:wp|user|member|account|admin|my)[-_])?(?:log|sign)[-_]?(?:in|on)(?:\.[a-z]{2,5})?|oauth2?|sso|saml2?|adfs|authenticate|authwall",
    re.IGNORECASE,
)
_LOGIN_HOST = re.compile(r"(?:login|signin|accounts|auth|sso|idp)\.", re.IGNORECASE)
_BARRIER_SEGMENT = re.compile(
    r"(?:re|h)?captcha|(?:bot|human|robot|browser)[-_]?(?:check|challenge|verification)|verify[-_]?(?:you[-_]?are[-_]?)?human"
    r"|cookies?[-_]?(?:absent|disabled|required|not[-_]?(?:supported|enabled))",
    re.IGNORECASE,
)
# Names under which servers put the session into an address, for clients that have not returned its cookie yet.
_SESSION = re.compile(
    r";(?:jsessionid|phpsessid)=[^/?#;]{8,200}"
    r"|(?<=[?&])(?:jsessionid|phpsessid|aspsessionid\w{0,20}|cftoken|session_?id)=[\w.!~-]{8,200}(?:&|(?=#)|\Z)",
    re.IGNORECASE,
)
_ERROR_SEGMENT = re.compile(
    r"(?:errors?[-_]?)?(?:404|410)(?:[-_]?(?:error|not[-_]?found|page))?(?:\.[a-z]{2,5})?"
    r"|(?:(?:page|file|error|content|site)[-_]?)?not[-_]?found(?:[-_]?page)?(?:\.[a-z]{2,5})?",
    re.IGNORECASE,
)
_ERROR_PAGE = re.compile(r"/?(?:custom)?err(?:or)?s?(?:[-_]?page)?(?:/(?:index)?)?(?:\.[a-z]{2,5})?/?", re.IGNORECASE)
_ERROR_QUERY = re.compile(
    r"(?:\A|[&;])(?:aspxerrorpath=|404(?:[;&]|\Z)"
    r"|(?:ref|err(?:or)?(?:[-_]?(?:code|msg|message))?|e|code|status|reason|msg|message|notice|from|redirect(?:ed)?)"
    r"=(?:404|410|(?:page[-_+]?)?not(?:[-_+]|%20)?found)\b)",
    re.IGNORECASE,
)
_ROOT_SEGMENT = re.compile(r"[a-z]{2}(?:[-_][a-z]{2})?|(?:index|home|default)(?:\.[a-z]{2,5})?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """The outcome of an observation, and the reason for it."""

    outcome: Outcome
    reason: str
    new_url: str | None = None


def is_success(seen: Observation) -> bool:
    """Return whether the final status is 2xx; `requests` would accept 999 too."""
    return seen.status is not None and 200 <= seen.status <= 299  # noqa: PLR2004 - RFC 9110, section 15.3


def is_transient(seen: Observation) -> bool:
    """Return whether the same request may get another answer shortly afterwards, unless it met a bot wall."""
    return exchange.is_transient(seen) and not _is_wall(seen)


def classify(seen: Observation, *, n_attempts: int = 1) -> Conclusion:  # noqa: PLR0911 - one return for each rule
    """Conclude from the last observation of a link, without raising, whatever the server sent.

    `n_attempts` is the number of attempts, which the reason mentions.
    """
    if seen.fault is not None:
        return _of_fault(seen, seen.fault, n_attempts)
    status = seen.status
    if status is None:
        return Conclusion(outcome=Outcome.UNKNOWN, reason="no answer was observed")
    status_text = _status_text(seen)
    wall = find_wall(seen)
    # The title of a missing page proves nothing, but a header that only walls send does.
    if status in GONE and (wall is None or wall.place is not Place.HEADER):
        return _of_gone(seen, status_text + _redirect_note(seen))
    if wall is not None:
        return Conclusion(outcome=Outcome.RESTRICTED, reason=f"{status_text}: a page that blocks automated clients")
    if status in RESTRICTED:
        return Conclusion(outcome=Outcome.RESTRICTED, reason=status_text + _redirect_note(seen))
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return Conclusion(outcome=Outcome.RATE_LIMITED, reason=status_text + _tries_note(n_attempts))
    if is_transient(seen):
        return Conclusion(outcome=Outcome.UNSTABLE, reason=status_text + _redirect_note(seen) + _tries_note(n_attempts))
    if is_success(seen):
        return _of_success(seen, status_text)
    return Conclusion(outcome=Outcome.SUSPECT, reason=f"{status_text}{_redirect_note(seen)}: inconclusive")


def _of_fault(seen: Observation, fault: Fault, n_attempts: int) -> Conclusion:  # noqa: PLR0911 - one return for each kind
    detail = seen.detail or str(fault).replace("_", " ")
    where = _redirect_note(seen)
    match fault:
        case Fault.DNS:
            return Conclusion(outcome=Outcome.DEAD, reason=f"{detail}, although other names resolve{where}")
        case Fault.TLS:
            return Conclusion(outcome=Outcome.INSECURE, reason=f"no trusted connection: {detail}{where}")
        case Fault.REFUSED_ADDRESS:
            return Conclusion(outcome=Outcome.SKIPPED, reason=f"not requested: {detail}{where}")
        case Fault.WITHHELD:
            return Conclusion(outcome=Outcome.RATE_LIMITED, reason=f"not requested: {detail}{where}")
        case Fault.EXCLUDED:
            return Conclusion(outcome=Outcome.SKIPPED, reason=detail)
        case Fault.NO_NETWORK:
            return Conclusion(outcome=Outcome.UNKNOWN, reason=f"no network: {detail}")
        case Fault.LOOP | Fault.TOO_MANY_REDIRECTS | Fault.BAD_REDIRECT:
            prefix = "invalid redirect: " if fault is Fault.BAD_REDIRECT else ""
            return Conclusion(outcome=Outcome.SUSPECT, reason=f"{prefix}{detail}")
        case Fault.CONNECT | Fault.DNS_TEMPORARY | Fault.MALFORMED | Fault.RESET | Fault.TIMEOUT:
            return Conclusion(outcome=Outcome.UNSTABLE, reason=f"{detail}{where}{_tries_note(n_attempts)}")
        case _:
            assert_never(fault)


def _of_gone(seen: Observation, reason: str) -> Conclusion:
    if shows_app(seen.body):
        reason = f"{reason}, but a script of the page takes browsers on"
        return Conclusion(outcome=Outcome.SUSPECT, reason=reason)
    if _sends_on(seen):
        return Conclusion(outcome=Outcome.SUSPECT, reason=f"{reason}, but the page sends browsers on")
    wall = find_wall(seen)
    if wall is not None and wall.place is not Place.HINT:
        # A missing page has no such words; a host that stops clients may show them whatever is requested.
        return Conclusion(
            outcome=Outcome.SUSPECT, reason=f"{reason}, but the page is one that blocks automated clients"
        )
    return Conclusion(outcome=Outcome.DEAD, reason=reason)


def _sends_on(seen: Observation) -> bool:
    """Return whether a page sends browsers to another one, and does not say that it is missing."""
    target = find_page_redirect(seen.body)
    if not target or gone_notice(seen.body) is not None:
        return False
    try:
        return not _is_root(_split(urljoin(seen.final_url, target)))
    except ValueError:
        return False


def _of_success(seen: Observation, status_text: str) -> Conclusion:
    notice = find_notice(seen)
    if notice is not None:
        return _of_notice(notice, seen, status_text)
    return _of_redirects(seen, status_text) if seen.hops else Conclusion(outcome=Outcome.ALIVE, reason=status_text)


def _of_redirects(seen: Observation, status_text: str) -> Conclusion:
    is_permanent = all(hop.status in PERMANENT_REDIRECTS for hop in seen.hops)
    # No server moves a page to a barrier for good, but some are about captchas.
    if not is_permanent and _is_barrier(_split(seen.final_url)) and not _is_barrier(_split(seen.ask.url)):
        reason = f"redirects to a page that blocks automated clients: {seen.final_url}"
        return Conclusion(outcome=Outcome.RESTRICTED, reason=reason)
    wrong_target = _wrong_target(seen)
    if wrong_target is not None:
        return Conclusion(outcome=Outcome.SUSPECT, reason=f"redirects to {wrong_target}: {seen.final_url}")
    new_url = _without_session(seen.final_url, seen.ask.url)
    if new_url != seen.final_url and new_url in (seen.ask.url, seen.hops[0].url):
        return Conclusion(outcome=Outcome.ALIVE, reason=f"{status_text} after a redirect that adds a session")
    if is_permanent:
        return Conclusion(outcome=Outcome.MOVED, reason="moved permanently", new_url=new_url)
    return Conclusion(outcome=Outcome.ALIVE, reason=f"{status_text} after a temporary redirect")


def _wrong_target(seen: Observation) -> str | None:
    """Return what redirects lead to instead of the page that was requested, or None if that may be the page."""
    requested, final = _split(seen.ask.url), _split(seen.final_url)
    if is_login(final) and not is_login(requested) and not _has_own_login_word(requested, final):
        return "a login page"
    if _is_error_page(final) and not _is_error_page(requested):
        return "an error page"
    if _is_root(final) and not _is_root(requested) and _is_same_site(requested, final):
        return "the front page of the site"
    return None


def _of_notice(notice: FoundNotice, seen: Observation, status_text: str) -> Conclusion:
    """Return what a page means that a successful answer shows instead of what was asked for."""
    outcome = {
        Meaning.WALL: Outcome.RESTRICTED,
        Meaning.CLOSED: Outcome.RESTRICTED,
        Meaning.BLOCKED: Outcome.RESTRICTED,
        Meaning.LIMITED: Outcome.RATE_LIMITED,
        Meaning.MISSING: Outcome.SUSPECT,
        Meaning.PARKED: Outcome.SUSPECT,
    }[notice.meaning]
    if notice.words:
        reason = f"{status_text}, but the page says: {notice.words}"
    elif notice.place is Place.HOST:
        what = "a marketplace of domains" if notice.meaning is Meaning.PARKED else "a page that asks for consent"
        reason = f"redirects to {what}: {seen.final_url}"
    else:
        reason = f"{status_text}, but the page is that of a parked domain"
    return Conclusion(outcome=outcome, reason=reason)


def _is_wall(seen: Observation) -> bool:
    return find_wall(seen) is not None


def _status_text(seen: Observation) -> str:
    try:
        phrase = HTTPStatus(seen.status or 0).phrase
    except ValueError:
        phrase = ""
    if seen.status in REDIRECTS:
        return f"{seen.status} {phrase} without a target"
    return f"{seen.status} {phrase}".rstrip()


def _redirect_note(seen: Observation) -> str:
    if not seen.hops:
        return ""
    n_hops = len(seen.hops)
    return f" after {n_hops} redirects" if n_hops > 1 else " after a redirect"


def _tries_note(n_attempts: int) -> str:
    return f" ({n_attempts} attempts)" if n_attempts > 1 else ""


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", "", "", "")


def is_login(parts: SplitResult) -> bool:
    """Return whether an address is that of a page to log in."""
    segments = parts.path.split("/")
    return any(_LOGIN_SEGMENT.fullmatch(segment) for segment in segments) or bool(_LOGIN_HOST.match(parts.netloc))


def _has_own_login_word(requested: SplitResult, final: SplitResult) -> bool:
    """Return whether a path is about logging in because the requested one was, such as `/tools/sso-proxy`.

    A page that is asked for before another one names that in its query, or is on a host of its own.
    """
    if final.query or _LOGIN_HOST.match(final.netloc):
        return False
    words = {word for segment in requested.path.lower().split("/") for word in _words(segment)}
    found = [one for one in final.path.lower().split("/") if _LOGIN_SEGMENT.fullmatch(one)]
    return bool(found) and all(words.issuperset(_words(one)) for one in found)


def _words(segment: str) -> list[str]:
    return re.split(r"[^a-z0-9]+", segment.partition(".")[0])


def _is_barrier(parts: SplitResult) -> bool:
    segments = (one.rpartition(".")[0] or one for one in parts.path.split("/"))
    return any(_BARRIER_SEGMENT.fullmatch(segment) for segment in segments)


def _without_session(url: str, requested: str) -> str:
    """Return an address without a session that was not requested: it would be another one for every reader.

    >>> _without_session("http://example.org/a;jsessionid=0123456789?b=c", "http://example.org/")
    'http://example.org/a?b=c'
    >>> _without_session("http://example.org/?session_id=20260131", "http://example.com/?session_id=20260131")
    'http://example.org/?session_id=20260131'
    """
    rest = _SESSION.sub(lambda found: found[0] if found[0].rstrip("&") in requested else "", url)
    return url if rest == url else re.sub(r"[?&](?=#|\Z)", "", rest)


def _is_error_page(parts: SplitResult) -> bool:
    """Return whether an address is that of a page that reports an error, by its path or its query."""
    last = parts.path.rstrip("/").rpartition("/")[2]
    if _ERROR_SEGMENT.fullmatch(last) or _ERROR_QUERY.search(parts.query):
        return True
    # A page about errors is deeper in a site than the one that reports them.
    return _ERROR_PAGE.fullmatch(parts.path) is not None


def _is_root(parts: SplitResult) -> bool:
    # A query or a fragment may identify a page of its own, as in many applications.
    if parts.query or parts.fragment:
        return False
    path = parts.path.strip("/")
    return not path or _ROOT_SEGMENT.fullmatch(path) is not None


def _is_same_site(requested: SplitResult, final: SplitResult) -> bool:
    one, other = (parts.netloc.lower().removeprefix("www.") for parts in (requested, final))
    return one == other or one.endswith(f".{other}")
