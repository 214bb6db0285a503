"""What to request from which host, and when to conclude.

A prober is a generator that requests what it needs of a link, and returns a verdict. It sends nothing: the auditor
sends the requests that it yields and resumes it with the observations. To add one, add a row to `PROBERS`.

>>> from papertrace.audit.verdicts import classify
>>> from papertrace.model import Method
>>> def probe(link: Link) -> Probe:
...     seen = yield Ask(method=Method.GET, url=link.url)
...     conclusion = classify(seen[-1], n_attempts=len(seen))
...     return Verdict(link=link, outcome=conclusion.outcome, reason=conclusion.reason)

Any web page: GET, of which only the first kilobytes are read; for files HEAD, then GET if HEAD is not conclusive.

HEAD is cheap but unreliable: servers refuse it, or answer it differently from GET. So only a 2xx to HEAD counts, and
for an HTML page not even that, because "page not found" may come with 200. HEAD is therefore sent only where the path
is that of a file, of which GET would cost the host more than the kilobytes that are read.

If a page looks fine but neither its title nor its first heading is about what its address names, a path that cannot
exist is requested from the same host, once per host: if it returns the same page, the host proves nothing by returning
ours. A host that limits requests is not asked for that.

A repository on GitHub by its pages, without a token or the API.

A page shows whether the repository exists and under which name. Only the API shows cheaply whether it is archived or
empty, so `present` means here that its page was found. A 404 from GitHub is authoritative; a private repository gets
one too, which for readers is the same.

A repository on GitHub by its page and by git, which shows what the page does not.

The page of an empty repository cannot be told from that of another; git distinguishes them. And when the pages are
rate-limited, git is still accepted, because its limits are separate. That git does not find a repository proves
nothing: a host that limits requests gives git the same answer for public repositories as for missing ones.
"""

import hashlib
import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from papertrace.audit.settings import AuditSettings
from papertrace.audit.verdicts import GONE, PERMANENT_REDIRECTS, Conclusion, classify, is_success, is_transient
from papertrace.model import Ask, Fault, Link, Method, Observation, Outcome, RepoRef, RepositoryState, Verdict
from papertrace.model.link import repository_of
from papertrace.web.address import parse_address
from papertrace.web.git import DISABLED
from papertrace.web.pages import first_heading, page_title

if TYPE_CHECKING:
    from protego import Protego

Seen = Sequence[Observation]
"""The observations of one request in order, one for each try; the last one counts. Never empty."""

Probe = Generator[Ask, Seen, Verdict]
"""What a prober requests for one link, one `Ask` at a time; it is resumed with what was seen of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prober:
    """The rules for one kind of host.

    `suits` returns whether the prober accepts a link. `address` returns the address of the link; links with the same
    address are requested once. `probe` requests what it needs and returns the verdict, to which the auditor adds all
    that was seen. It must end after finitely many asks, whatever it is shown.
    """

    name: str
    suits: Callable[[Link, AuditSettings], bool]
    address: Callable[[Link], str]
    probe: Callable[[Link], Probe]


_FILE = re.compile(
    r"\.(?:pdf|ps|eps|djvu|epub|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|whl|jar|exe|dmg|deb|rpm|iso|bin|img|apk"
    r"|png|jpe?g|gif|webp|tiff?|bmp|mp[34]|m4[av]|webm|mov|avi|mkv|wav|flac|ogg"
    r"|docx?|xlsx?|pptx?|od[tsp]|csv|tsv|parquet|feather|h5|hdf5|npy|npz|pt|pth|ckpt|safetensors|onnx|gguf|mat|pkl)\Z",
    re.IGNORECASE,
)
_LIMIT_HEADERS = frozenset(
    {"ratelimit", "ratelimit-remaining", "retry-after", "x-rate-limit-limit", "x-ratelimit-remaining"}
)
_WORD = re.compile(r"[^\W_]{3,}")
_EXTENSION = re.compile(r"\.(?:x?html?|php|aspx?|jsp|md)\Z")
MIN_OWN_CHARACTERS = 8
"""Characters of the words that a page and its address share, so that "page" or "project" proves nothing."""
_REDIRECT_FAULTS = frozenset({Fault.LOOP, Fault.TOO_MANY_REDIRECTS, Fault.BAD_REDIRECT})
_CHANGING = re.compile(r"[A-Za-z0-9+/=_-]{20,}|[0-9]+")


def probe_page(link: Link) -> Probe:
    """Request the page and a nonexistent one, as far as needed, and conclude."""
    page = parse_address(link.url).url
    head: Seen = ()
    if is_file(page):
        head = yield Ask(method=Method.HEAD, url=page)
        if not needs_get(head[-1]):
            return _verdict(link, classify(head[-1]))
    body = yield Ask(method=Method.GET, url=page)
    if head and is_success(head[-1]) and not is_success(body[-1]) and body[-1].status not in GONE:
        # HEAD has just found the page, and a failing GET does not refute that.
        return _verdict(link, classify(head[-1]))
    conclusion = classify(body[-1], n_attempts=len(body))
    if not _is_plain_page(body[-1], conclusion) or _is_limited([*head, *body]) or _has_own_words(body[-1]):
        return _verdict(link, conclusion)
    control = yield Ask(method=Method.GET, url=nonexistent_page(body[-1].final_url))
    if is_success(control[-1]) and not _is_limited(control) and _is_same_page(body[-1], control[-1]):
        reason = "the host returns this same page for any path"
        conclusion = Conclusion(outcome=Outcome.SUSPECT, reason=reason)
    return _verdict(link, conclusion)


def needs_get(head: Observation) -> bool:
    """Return whether GET may show more than this answer to HEAD."""
    if head.fault is not None:
        # Some servers redirect HEAD in circles, or to nowhere.
        return is_transient(head) or head.fault in _REDIRECT_FAULTS
    if not is_success(head):
        return True
    return _is_html(head)


def is_file(url: str) -> bool:
    """Return whether the path of a URL is that of a file rather than of a page.

    >>> is_file("https://example.org/paper.PDF?download=1"), is_file("https://example.org/a.html")
    (True, False)
    """
    return _FILE.search(urlsplit(url).path) is not None


def nonexistent_page(url: str) -> str:
    """Return the URL of a page that does not exist on the same host, always the same one for a host.

    >>> nonexistent_page("https://example.org/a/b?c=d")
    'https://example.org/papertrace-bfabc3743295'
    """
    parts = urlsplit(url)
    digest = hashlib.sha256(parts.netloc.encode()).hexdigest()[:12]
    return parse_address(f"{parts.scheme}://{parts.netloc}/papertrace-{digest}").url


def _is_plain_page(body: Observation, conclusion: Conclusion) -> bool:
    if conclusion.outcome not in {Outcome.ALIVE, Outcome.MOVED} or not _is_html(body) or not body.body.strip():
        return False
    return urlsplit(body.final_url).path.strip("/") != ""


def _has_own_words(body: Observation) -> bool:
    """Return whether the title or first heading of a page has the words of its address.

    A page that stands in for all others does not know them, unless it repeats the address as it is.
    """
    parts = urlsplit(body.final_url)
    last = unquote(parts.path).rstrip("/").rpartition("/")[2].lower()
    shown = f"{page_title(body.body)} {first_heading(body.body)}".lower()
    if unquote(parts.path).strip("/").lower() in shown:
        return False
    words = set(_WORD.findall(_EXTENSION.sub("", last)))
    common = words & set(_WORD.findall(shown))
    return 2 * len(common) >= len(words) and sum(map(len, common)) >= MIN_OWN_CHARACTERS


def _is_limited(seen: Seen) -> bool:
    return any(
        one.status == HTTPStatus.TOO_MANY_REQUESTS or not _LIMIT_HEADERS.isdisjoint(name for name, _ in one.headers)
        for one in seen
    )


def _is_html(seen: Observation) -> bool:
    """Return whether the content type is HTML, which is also assumed when it is missing."""
    content_type = next((value for name, value in seen.headers if name == "content-type"), "text/html")
    return "html" in content_type.lower()


def _is_same_page(body: Observation, control: Observation) -> bool:
    if _stable_text(body) == _stable_text(control):
        return True
    # Equal titles count only if both redirect to one address: a title may be the name of the site, which real pages and
    # soft 404s share.
    return body.final_url == control.final_url and page_title(body.body) == page_title(control.body)


def _stable_text(seen: Observation) -> str:
    """Return a page without the parts that change between requests: its own path, numbers, nonces."""
    path = urlsplit(seen.final_url).path
    text = seen.body.replace(path, "") if len(path) > 1 else seen.body
    return _CHANGING.sub("", text)


def _verdict(link: Link, conclusion: Conclusion) -> Verdict:
    return Verdict(link=link, outcome=conclusion.outcome, reason=conclusion.reason, new_url=conclusion.new_url)


UNAVAILABLE_FOR_LEGAL_REASONS = 451
# GitHub blocks repositories with 451 or 403, and says which of its pages it is only in words.
_TAKEN_DOWN = re.compile(r"repository unavailable due to (?:a )?DMCA takedown", re.IGNORECASE)
_DISABLED = re.compile(r"(?:access to )?this repository has been disabled", re.IGNORECASE)


def suits_repository(link: Link, settings: AuditSettings) -> bool:
    """Accept links to repositories on GitHub hosts of the settings."""
    return link.repository is not None and link.repository.host.lower() in settings.endpoints.github.hosts


def address_of_repository(link: Link) -> str:
    """Return the address of the repository's page, or of the page below it that the link leads to.

    Owner and name are in lower case, since GitHub ignores case; `.git`, `www.`, query and fragment are dropped.
    """
    repository = repository_of(link)
    subpath = _subpath(link)
    return parse_address(_front(repository) + (f"/{subpath}" if subpath else "")).url


def probe_repository(link: Link) -> Probe:
    """Request the page, then the repository's front page if the page is gone, and conclude."""
    page = address_of_repository(link)
    front = parse_address(_front(repository_of(link))).url
    seen = yield from _request_page(page)
    if seen[-1].status in GONE and page != front:
        seen = yield from _request_page(front)
        if is_success(seen[-1]):
            return Verdict(
                link=link,
                outcome=Outcome.DEAD,
                reason="the repository exists, but this path does not",
                repository_state=RepositoryState.PATH_MISSING,
            )
    return _conclude_repository(link, seen)


def _request_page(url: str) -> Generator[Ask, Seen, Seen]:
    """Request a page by HEAD, then by GET if HEAD is not conclusive; return what was seen of the last one."""
    head = yield Ask(method=Method.HEAD, url=url)
    if is_success(head[-1]) or not needs_get(head[-1]):
        return head
    return (yield Ask(method=Method.GET, url=url))


def _conclude_repository(link: Link, seen: Seen) -> Verdict:
    last = seen[-1]
    conclusion = classify(last, n_attempts=len(seen))
    outcome, reason, new_url = conclusion.outcome, conclusion.reason, conclusion.new_url
    state = None
    if last.status in GONE:
        state = RepositoryState.MISSING
        reason = f"{reason}: the repository was deleted or is private"
    elif last.status == UNAVAILABLE_FOR_LEGAL_REASONS or _TAKEN_DOWN.search(last.body):
        outcome, state = Outcome.RESTRICTED, RepositoryState.TAKEN_DOWN
    elif _DISABLED.search(last.body):
        outcome, state = Outcome.RESTRICTED, RepositoryState.DISABLED
    elif is_success(last) and outcome in {Outcome.ALIVE, Outcome.MOVED}:
        state = RepositoryState.PRESENT
        renamed = _renamed(link, last)
        if renamed is not None:
            outcome, state, new_url = Outcome.MOVED, RepositoryState.RENAMED, last.final_url
            reason = f"the repository is now {renamed}; the old name redirects until someone else takes it"
    return Verdict(link=link, outcome=outcome, reason=reason, new_url=new_url, repository_state=state)


def _renamed(link: Link, last: Observation) -> str | None:
    """Return the new `owner/name` of a renamed repository, or None if the name is unchanged."""
    if not last.hops or any(hop.status not in PERMANENT_REDIRECTS for hop in last.hops):
        return None
    repository = repository_of(link)
    parts = urlsplit(last.final_url)
    segments = parts.path.strip("/").split("/")
    if parts.hostname != repository.host.lower() or len(segments) < 2:  # noqa: PLR2004 - owner and name
        return None
    new = f"{segments[0]}/{segments[1]}"
    return None if new.casefold() == repository.slug.casefold() else new


def _front(repository: RepoRef) -> str:
    return f"https://{repository.host}/{repository.owner}/{repository.name}".lower()


def _subpath(link: Link) -> str:
    """Return the path below the repository, empty for its front page."""
    segments = urlsplit(link.url).path.strip("/").split("/")
    return "/".join(segments[2:])


UNDECIDED = frozenset({Outcome.RATE_LIMITED, Outcome.UNSTABLE, Outcome.RESTRICTED, Outcome.SUSPECT})
"""Outcomes of a page that git may decide."""


def probe_with_git(link: Link) -> Probe:
    """Conclude from the page, then check with git if a front page was found or is undecided."""
    page = yield from probe_repository(link)
    is_there = page.repository_state is RepositoryState.PRESENT
    is_open = is_there or (page.outcome in UNDECIDED and page.repository_state is not RepositoryState.TAKEN_DOWN)
    if _subpath(link) or not is_open:
        return page
    found = yield Ask(method=Method.GIT, url=parse_address(f"{address_of_repository(link)}.git").url)
    return _with_git(page, found[-1])


def _with_git(page: Verdict, git: Observation) -> Verdict:
    """Return the verdict of the page, corrected by what git found; that it found nothing corrects nothing."""
    is_present = page.repository_state is RepositoryState.PRESENT
    match git.status:
        case HTTPStatus.NO_CONTENT:
            outcome, state, reason = Outcome.SUSPECT, RepositoryState.EMPTY, "the repository exists but is empty"
        case HTTPStatus.OK if not is_present:
            outcome, state = Outcome.ALIVE, RepositoryState.PRESENT
            reason = f"git finds the repository (its page: {page.reason})"
        case HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS:
            outcome, state = Outcome.RESTRICTED, RepositoryState.TAKEN_DOWN
            reason = "the repository has been taken down"
        case HTTPStatus.FORBIDDEN if git.detail == DISABLED:
            outcome, state, reason = Outcome.RESTRICTED, RepositoryState.DISABLED, DISABLED
        case _:
            return page
    return replace(page, outcome=outcome, reason=reason, repository_state=state, new_url=None)


MAX_ROBOTS_LENGTH = 512 * 1024
"""The characters of a `robots.txt` that are read; section 2.5 asks for at least 500 KiB."""

_USER_AGENT_LINE = re.compile(r"[ \t]{0,100}user[- ]?agent[ \t]{0,100}[: \t][ \t]{0,100}([^\r\n#]*)", re.IGNORECASE)
_PRODUCT_TOKEN = re.compile(r"[a-z_-]+|\*(?!\S)", re.IGNORECASE | re.ASCII)
_RULE_LINE = re.compile(r"[ \t]{0,100}(?:allow|di[a-z]{3,8})\b", re.IGNORECASE)
"""A line with a rule, also if `disallow` is misspelt."""
_OF_OTHERS = "User-agent: 0"
"""A line for all other clients: no name of a client has digits."""


def robots_ask(url: str) -> Ask:
    """Return the ask for the `robots.txt` of the host of a URL.

    >>> robots_ask("https://example.org/a?b").url
    'https://example.org/robots.txt'
    """
    parts = urlsplit(url)
    return Ask(
        method=Method.GET, url=parse_address(f"{parts.scheme}://{parts.netloc}/robots.txt").url, accept="text/plain"
    )


def reason_forbidden(url: str, robots: Observation, user_agent: str) -> str | None:
    """Return why a page must not be requested, or None if it may be.

    A host that fails to answer with its rules forbids everything (section 2.3.1.4); one without rules forbids nothing.
    What prevents any connection is left to the request for the page, whose verdict says what it is.
    """
    if robots.status is not None and robots.status >= 500:  # noqa: PLR2004 - errors of the server
        return f"robots.txt could not be read ({robots.status})"
    if not is_success(robots):
        return None
    token = _product_token(user_agent)
    return None if _parse(robots.body, token).can_fetch(url, token) else "robots.txt of the host forbids it"


@lru_cache(maxsize=32)
def _parse(text: str, token: str) -> "Protego":
    """Return the rules of a file.

    All other clients get one name, since the parser keeps the rules of a group once for each client that it names.
    Records that the standard leaves open must not end the list of clients of a group (section 2.2.4).
    """
    from protego import Protego

    # A line that is cut off could forbid more than the whole one.
    read = text if len(text) <= MAX_ROBOTS_LENGTH else text[: MAX_ROBOTS_LENGTH + 1].rpartition("\n")[0]
    lines = read.removeprefix("\ufeff").splitlines()
    return Protego.parse("\n".join(kept for line in lines if (kept := _record(line, token))))


def _record(line: str, token: str) -> str:
    found = _USER_AGENT_LINE.match(line)
    if found is None:
        return line if _RULE_LINE.match(line) else ""
    named = _product_token(found[1])
    return f"User-agent: {named}" if named in {token, "*"} else _OF_OTHERS


def _product_token(text: str) -> str:
    """Return the letters, hyphens and underscores with which the name of a client begins, in lower case.

    >>> _product_token("Acme-Audit/1.0 (https://example.org/audit)")
    'acme-audit'
    """
    found = _PRODUCT_TOKEN.match(text.strip())
    return found[0].lower() if found else ""


GITHUB_GIT = Prober(
    name="github_git",
    suits=lambda link, settings: settings.asks_git and suits_repository(link, settings),
    address=address_of_repository,
    probe=probe_with_git,
)
GITHUB = Prober(name="github", suits=suits_repository, address=address_of_repository, probe=probe_repository)
WEB = Prober(name="web", suits=lambda *_: True, address=lambda link: parse_address(link.url).url, probe=probe_page)

PROBERS: dict[str, Prober] = {one.name: one for one in (GITHUB_GIT, GITHUB, WEB)}
"""The probers by name, in the order in which they are tried; the last one accepts every link."""


def prober_of(link: Link, settings: AuditSettings) -> Prober:
    """Return the first prober that accepts a link."""
    return next(prober for prober in PROBERS.values() if prober.suits(link, settings))
