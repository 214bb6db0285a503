"""From observations to verdicts: outcome, reason and new address, what is accepted, the parts that fragments name.

The functions are pure. The rules are ordered by what their errors cost a curator: a live link called dead is the worst,
so only 404, 410, or a name that does not exist while others resolve, leads to `dead`.

Pages that stand in for others are recognised first: nothing was found, clients are stopped, a domain is parked. One
that says "not found" with status 200 is a suspicion, not a proof: a paper may have such a title. The rules therefore
consider only the title and the first heading, if they are short, and the text of pages that have little. What pages say
is in two tables: `missing.toml`, how languages say that something is not there, and `notices.toml`, the pages of single
services and products.

A fragment is compared with its letter case, as browsers do, as it is written and percent-decoded. Fragments that only
scripts understand (`#/path`, `#!path`, `#narrow/7`, `#L10`) and pages that were not read to the end decide nothing.

https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element
https://wicg.github.io/scroll-to-text-fragment/
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import SplitResult, unquote, urldefrag, urljoin, urlsplit

from papertrace.audit.settings import matches
from papertrace.model import Fault, Observation, Outcome, Verdict
from papertrace.model.addresses import host_of
from papertrace.model.text import decode_attribute
from papertrace.web import exchange
from papertrace.web.exchange import CUT_SHORT, REDIRECTS
from papertrace.web.pages import find_page_redirect, first_heading, page_title, read_outline, shows_app
from papertrace.word_lists import read_tables

MAX_NOTICE_LENGTH = 80
"""Characters of a title, a heading or all text of a page that may be a notice; more is about something else."""
MAX_PARKED_LENGTH = 1500
"""Characters of all text of a page whose source may show that its domain is parked."""

_PACKAGE = "papertrace.audit"
_SEPARATOR = "[|·•\u2013\u2014:»/-]"


class Meaning(StrEnum):
    """What a notice says about a link; see `notices.toml`."""

    WALL = "wall"
    CLOSED = "closed"
    BLOCKED = "blocked"
    LIMITED = "limited"
    MISSING = "missing"
    PARKED = "parked"


class Place(StrEnum):
    """Where a notice is looked for."""

    TITLE = "title"
    ERROR = "error"
    TEXT = "text"
    MARKUP = "markup"
    HEADER = "header"
    HINT = "hint"
    HOST = "host"


class Notice(NamedTuple):
    """A notice that an observation shows, with its words; they are empty if it was not said in words."""

    meaning: Meaning
    place: Place
    words: str = ""


def gone_notice(body: str) -> str | None:
    """Return the title, first heading or short text that reports a missing page, or None."""
    notice = next((notice for notice in _notices(body) if _find_gone(notice)), None)
    if notice is not None:
        return notice
    text = _short_text(body)
    return text if text and _find_gone(text) else None


def wall_notice(body: str) -> str | None:
    """Return the title or first heading of a page that blocks automated clients, or None."""
    return next((words for words in _notices(body) if _table(Place.TITLE, walls=True)[1].search(words)), None)


def find_wall(seen: Observation) -> Notice | None:
    """Return the notice that an answer comes from a wall against automated clients, or None."""
    for place in (Place.HEADER, Place.HINT):
        if any(_table(place, walls=True)[1].match(f"{name}: {value[:200]}") for name, value in seen.headers):
            return Notice(Meaning.WALL, place)
    words = wall_notice(seen.body) if seen.body else None
    if words is not None:
        return Notice(Meaning.WALL, Place.TITLE, words)
    # Walls that only scripts make have no words of their own, or those of the reader's language.
    is_scripted = "<script" in seen.body or "<iframe" in seen.body
    is_wall = is_scripted and _table(Place.MARKUP, walls=True)[1].search(_short_source(seen.body).lower()) is not None
    return Notice(Meaning.WALL, Place.MARKUP) if is_wall else None


def find_notice(seen: Observation) -> Notice | None:
    """Return the notice that a successful answer shows instead of what was asked for, or None."""
    for place, texts in (
        (Place.TITLE, _notices(seen.body)),
        (Place.ERROR, _notices(seen.body)),
        (Place.TEXT, [_short_text(seen.body)]),
        (Place.MARKUP, [_short_source(seen.body).lower()]),
        (Place.HOST, [_last_host(seen)]),
    ):
        for text in texts:
            meaning = _meaning(place, text) if text else None
            if meaning is not None and (place is not Place.ERROR or _short_source(seen.body)):
                is_said = place in {Place.TITLE, Place.ERROR, Place.TEXT}
                return Notice(meaning, place, text if is_said else "")
    words = gone_notice(seen.body)
    return Notice(Meaning.MISSING, Place.TITLE, words) if words is not None else None


def _meaning(place: Place, text: str) -> Meaning | None:
    """Return what a text means where it was found, or None if it is no notice there."""
    notices, any_of_them = _table(place, walls=False)
    if place is Place.HOST:
        return next((meaning for meaning, pattern in notices if pattern.fullmatch(text)), None)
    # Few titles are notices, so that all patterns are tried at once before each is.
    if place is not Place.MARKUP and not any_of_them.search(text):
        return None
    return next((meaning for meaning, pattern in notices if pattern.search(text)), None)


@cache
def _table(place: Place, *, walls: bool) -> tuple[list[tuple[Meaning, re.Pattern[str]]], re.Pattern[str]]:
    """Return the notices of walls at a place, or its other ones, and their patterns as one."""
    rows = [row for row in read_tables(_PACKAGE, "notices.toml")["notice"] if place in row]
    patterns = [(Meaning(row["means"]), row[place]) for row in rows if (row["means"] == Meaning.WALL) is walls]
    # The sources of pages are long, and are searched quickly for a pattern whose first letters are fixed.
    flags = re.NOFLAG if place is Place.MARKUP else re.IGNORECASE
    whole = "|".join(f"(?:{pattern})" for _, pattern in patterns)
    return [(meaning, re.compile(pattern, flags)) for meaning, pattern in patterns], re.compile(whole, re.IGNORECASE)


def _last_host(seen: Observation) -> str:
    """Return the last host of redirects that leave the site, or an empty string."""
    if not seen.hops:
        return ""
    first, last = host_of(seen.ask.url).removeprefix("www."), host_of(seen.final_url).removeprefix("www.")
    return "" if first == last else last


@cache
def _number() -> re.Pattern[str]:
    """Return the pattern of the number 404 where it stands for an error."""
    errors = "|".join(language["error"] for language in read_tables(_PACKAGE, "missing.toml").values())
    at_the_start = rf"^(?:http\s)?(?:(?:{errors})\W{{0,3}})?404(?![0-9a-z])"
    return re.compile(rf"{at_the_start}|(?:{errors})\W{{0,3}}404\b|\s{_SEPARATOR}\s404\W{{0,2}}$")


@cache
def _gone() -> tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]:
    """Return the signs of each language, and the pattern of its notices of missing pages."""
    return tuple(
        (tuple(language["signs"].split()), re.compile("|".join(_patterns(language))))
        for language in read_tables(_PACKAGE, "missing.toml").values()
    )


@cache
def _signs() -> re.Pattern[str]:
    """Return the pattern of the signs of all languages, of which most titles have none."""
    return re.compile("|".join(sorted({re.escape(sign) for signs, _ in _gone() for sign in signs})))


def _find_gone(notice: str) -> re.Match[str] | None:
    """Return where a text says in any language that something is not there, or None."""
    text = notice.lower()
    if "404" in text and (found := _number().search(text)):
        return found
    if not _signs().search(text):
        return None
    matches = (pattern.search(text) for signs, pattern in _gone() if any(sign in text for sign in signs))
    return next(filter(None, matches), None)


def _patterns(language: Mapping[str, Any]) -> Iterator[str]:
    """Yield the patterns of one language: a predicate beside a noun, a predicate alone, phrases."""
    nouns, predicates = (re.sub(r"\n\s*", "", language[name]) for name in ("nouns", "predicates"))
    edge = "" if language.get("unspaced") else r"\b"
    noun, predicate = f"{edge}(?:{nouns}){edge}", f"{edge}(?:{predicates})"
    # A colon, a bar or a full stop separates what is not there from what is said of something else.
    yield f"{noun}[^:;|.]{{0,40}}{predicate}"
    yield f"{predicate}[^:;|.]{{0,25}}{noun}"
    yield rf"(?:^|\s{_SEPARATOR}\s)(?:{predicates})\W{{0,3}}(?:$|\s{_SEPARATOR}\s)"
    if "phrases" in language:
        yield str(language["phrases"])


def _notices(body: str) -> list[str]:
    found = (page_title(body), first_heading(body)) if body else ()
    return [notice for notice in found if notice and len(notice) <= MAX_NOTICE_LENGTH]


def _short_text(body: str) -> str:
    """Return all text of a page if it is short, else an empty string."""
    # Plain text of several lines is a file with a content of its own.
    if "<" not in body and "\n" in body.strip():
        return ""
    text = read_outline(body).text if "<" in body else body[: 2 * MAX_NOTICE_LENGTH].strip()
    return text if len(text) <= MAX_NOTICE_LENGTH else ""


def _short_source(body: str) -> str:
    """Return the source of a page that has little text, else an empty string."""
    return body if "<" in body and len(read_outline(body).text) <= MAX_PARKED_LENGTH else ""


GONE = frozenset({404, 410})
# 418 and 999 are no statuses of HTTP for this: Douban and LinkedIn send them to clients that they take for bots.
RESTRICTED = frozenset({401, 403, 407, 418, 451, 999})
PERMANENT_REDIRECTS = frozenset({301, 308})
_STATUSES = frozenset(HTTPStatus)

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
    return exchange.is_transient(seen) and find_wall(seen) is None


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
    if not is_success(seen):
        return Conclusion(outcome=Outcome.SUSPECT, reason=f"{status_text}{_redirect_note(seen)}: inconclusive")
    notice = find_notice(seen)
    if notice is not None:
        return _of_notice(notice, seen, status_text)
    return _of_redirects(seen, status_text) if seen.hops else Conclusion(outcome=Outcome.ALIVE, reason=status_text)


_OF_FAULTS: Mapping[Fault, tuple[Outcome, str]] = {
    Fault.DNS: (Outcome.DEAD, "{detail}, although other names resolve{where}"),
    Fault.TLS: (Outcome.INSECURE, "no trusted connection: {detail}{where}"),
    Fault.REFUSED_ADDRESS: (Outcome.SKIPPED, "not requested: {detail}{where}"),
    Fault.WITHHELD: (Outcome.RATE_LIMITED, "not requested: {detail}{where}"),
    Fault.EXCLUDED: (Outcome.SKIPPED, "{detail}"),
    Fault.NO_NETWORK: (Outcome.UNKNOWN, "no network: {detail}"),
    Fault.LOOP: (Outcome.SUSPECT, "{detail}"),
    Fault.TOO_MANY_REDIRECTS: (Outcome.SUSPECT, "{detail}"),
    Fault.BAD_REDIRECT: (Outcome.SUSPECT, "invalid redirect: {detail}"),
}
_UNSTABLE = (Outcome.UNSTABLE, "{detail}{where}{tries}")
"""What follows from the other faults."""


def _of_fault(seen: Observation, fault: Fault, n_attempts: int) -> Conclusion:
    outcome, reason = _OF_FAULTS.get(fault, _UNSTABLE)
    detail = seen.detail or str(fault).replace("_", " ")
    tries = _tries_note(n_attempts)
    return Conclusion(outcome=outcome, reason=reason.format(detail=detail, where=_redirect_note(seen), tries=tries))


def _of_gone(seen: Observation, reason: str) -> Conclusion:
    wall = find_wall(seen)
    if shows_app(seen.body):
        doubt = "a script of the page takes browsers on"
    elif _sends_on(seen):
        doubt = "the page sends browsers on"
    elif wall is not None and wall.place is not Place.HINT:
        # A missing page has no such words; a host that stops clients may show them whatever is requested.
        doubt = "the page is one that blocks automated clients"
    else:
        return Conclusion(outcome=Outcome.DEAD, reason=reason)
    return Conclusion(outcome=Outcome.SUSPECT, reason=f"{reason}, but {doubt}")


def _sends_on(seen: Observation) -> bool:
    """Return whether a page sends browsers to another one, and does not say that it is missing."""
    target = find_page_redirect(seen.body)
    if not target or gone_notice(seen.body) is not None:
        return False
    try:
        return not _is_root(_split(urljoin(seen.final_url, target)))
    except ValueError:
        return False


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
    host, other = (parts.netloc.lower().removeprefix("www.") for parts in (requested, final))
    if _is_root(final) and not _is_root(requested) and (host == other or host.endswith(f".{other}")):
        return "the front page of the site"
    return None


def _of_notice(notice: Notice, seen: Observation, status_text: str) -> Conclusion:
    """Return what a page means that a successful answer shows instead of what was asked for."""
    is_doubtful = notice.meaning in {Meaning.MISSING, Meaning.PARKED}
    outcome = Outcome.RATE_LIMITED if notice.meaning is Meaning.LIMITED else Outcome.RESTRICTED
    outcome = Outcome.SUSPECT if is_doubtful else outcome
    if notice.words:
        reason = f"{status_text}, but the page says: {notice.words}"
    elif notice.place is Place.HOST:
        what = "a marketplace of domains" if notice.meaning is Meaning.PARKED else "a page that asks for consent"
        reason = f"redirects to {what}: {seen.final_url}"
    else:
        reason = f"{status_text}, but the page is that of a parked domain"
    return Conclusion(outcome=outcome, reason=reason)


def _status_text(seen: Observation) -> str:
    phrase = HTTPStatus(seen.status).phrase if seen.status in _STATUSES else ""
    return f"{seen.status} {phrase}{' without a target' if seen.status in REDIRECTS else ''}".rstrip()


def _redirect_note(seen: Observation) -> str:
    return ("", " after a redirect", f" after {len(seen.hops)} redirects")[min(len(seen.hops), 2)]


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


_ANCHOR = re.compile(
    r"\s(?:id|name)\s{0,4}=\s{0,4}(?:\"([^\"]{1,500})\"|'([^']{1,500})'|([^\s\"'>]{1,500}))", re.IGNORECASE
)
_TEXT_DIRECTIVE = ":~:"
_SPACE = re.compile(r"\s+")
_SCRIPTED = ("/", "!", "?")
# Routes of applications (`#narrow/channel/7`), and lines of a file on a code host (`#L10-L20`, `#lines-3:5`).
_SCRIPTED_FRAGMENT = re.compile(
    r"[\w.%-]{1,100}/.{0,2000}|[Ll]\d{1,7}(?:C\d{1,5})?(?:-[Ll]?\d{1,7}(?:C\d{1,5})?)?|lines?-\d{1,7}(?:[:,-]\d{1,7}){0,9}",
    re.ASCII,
)
_WORKING = frozenset({Outcome.ALIVE, Outcome.MOVED})


def leaves_part_open(verdict: Verdict) -> bool:
    """Return whether a verdict finds that a link works, but not whether its page has the part that the link names."""
    return verdict.outcome in _WORKING and not verdict.fragment_checked and any(_named_parts(verdict.link.url))


def with_missing_parts(verdicts: Iterable[Verdict], page: Observation) -> list[Verdict]:
    """Return verdicts, changed to suspect if the page lacks the part that the fragment of a link names."""
    return [
        replace(
            one, outcome=Outcome.SUSPECT, reason=f"{one.reason}, but the page has no part {missing!r}", new_url=None
        )
        if one.outcome in _WORKING and (missing := missing_part(one.link.url, page.body)) is not None
        else one
        for one in verdicts
    ]


def complete_page(verdict: Verdict, max_body_bytes: int) -> Observation | None:
    """Return the observation of the page that a verdict rests on, or None if it was not read to its end."""
    own = (one for one in reversed(verdict.seen) if one.ask.url == verdict.seen[0].ask.url)
    page = next((one for one in own if is_success(one)), None)
    if page is None or not page.body or page.detail == CUT_SHORT:
        return None
    return page if len(page.body.encode(errors="replace")) < max_body_bytes else None


def missing_part(url: str, body: str) -> str | None:
    """Return the part of a complete page that a URL names and the page lacks, or None.

    >>> missing_part("https://example.org/#Top-Id", "<p id=top-id>")
    'Top-Id'
    >>> missing_part("https://example.org/#top", "<p>")
    """
    fragment, texts = _named_parts(url)
    if fragment:
        anchors = {decode_attribute(one or other or third) for one, other, third in _ANCHOR.findall(body)}
        named = {fragment, unquote(fragment)}
        # GitHub and others put a prefix before what authors name, and scripts that take it away.
        if anchors.isdisjoint(named | {f"user-content-{name}" for name in named}) and not _is_named(named, body):
            return unquote(fragment)
    return next((unquote(text) for text in texts if not _has_text(text, body)), None)


def _is_named(names: Iterable[str], body: str) -> bool:
    """Return whether a page links to one of its parts, or has it among the data that its scripts render."""
    marks = ("#{}", "user-content-{}", '"anchor":"{}')
    return any(f"{mark.format(name)}{end}" in body for name in names for mark in marks for end in ('"', "'", "\\"))


def _named_parts(url: str) -> tuple[str, list[str]]:
    """Return the anchor and the text directives in the fragment of a URL, without those that scripts interpret."""
    fragment, _, directive = urldefrag(url).fragment.partition(_TEXT_DIRECTIVE)
    is_scripted = fragment.startswith(_SCRIPTED) or _SCRIPTED_FRAGMENT.fullmatch(fragment) is not None
    is_anchor = not is_scripted and fragment.lower() != "top" and "=" not in fragment
    texts = [part.removeprefix("text=") for part in directive.split("&") if part.startswith("text=")]
    return fragment if is_anchor else "", texts


def _has_text(directive: str, body: str) -> bool:
    """Return whether a page has the words of a text directive: `[prefix-,]start[,end][,-suffix]`."""
    parts = [part for part in directive.split(",") if not part.endswith("-") and not part.startswith("-")]
    text = _comparable(read_outline(body, math.inf).text)
    return all(_comparable(unquote(part)) in text for part in parts)


def _comparable(text: str) -> str:
    # Elements inside a sentence leave blanks in the text that are not on the page.
    return _SPACE.sub("", text).casefold()
