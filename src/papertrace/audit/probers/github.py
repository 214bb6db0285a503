"""A repository on GitHub by its pages, without a token or the API.

A page shows whether the repository exists and under which name. Only the API shows cheaply whether it is archived or
empty, so `present` means here that its page was found. A 404 from GitHub is authoritative; a private repository gets
one too, which for readers is the same.
"""

import re
from collections.abc import Generator
from urllib.parse import urlsplit

from papertrace.audit.probers.prober import Probe, Prober, Seen
from papertrace.audit.probers.web import needs_get
from papertrace.audit.settings import AuditSettings
from papertrace.audit.verdicts.classify import GONE, PERMANENT_REDIRECTS, classify, is_success
from papertrace.model import Ask, Link, Method, Observation, Outcome, RepoRef, RepositoryState, Verdict
from papertrace.model.link import repository_of
from papertrace.web.address import parse_address

UNAVAILABLE_FOR_LEGAL_REASONS = 451
# GitHub blocks repositories with 451 or 403, and says which of its pages it is only in words.
_TAKEN_DOWN = re.compile(r"repository unavailable due to (?:a )?DMCA takedown", re.IGNORECASE)
_DISABLED = re.compile(r"(?:access to )?this repository has been disabled", re.IGNORECASE)


def suits(link: Link, settings: AuditSettings) -> bool:
    """Accept links to repositories on GitHub hosts of the settings."""
    return link.repository is not None and link.repository.host.lower() in settings.endpoints.github.hosts


def address(link: Link) -> str:
    """Return the address of the repository's page, or of the page below it that the link leads to.

    Owner and name are in lower case, since GitHub ignores case; `.git`, `www.`, query and fragment are dropped.
    """
    repository = repository_of(link)
    subpath = _subpath(link)
    return parse_address(_front(repository) + (f"/{subpath}" if subpath else "")).url


def is_front_page(link: Link) -> bool:
    """Return whether a link leads to the front page of its repository."""
    return not _subpath(link)


def probe(link: Link) -> Probe:
    """Request the page, then the repository's front page if the page is gone, and conclude."""
    page = address(link)
    front = parse_address(_front(repository_of(link))).url
    seen = yield from _request(page)
    if seen[-1].status in GONE and page != front:
        seen = yield from _request(front)
        if is_success(seen[-1]):
            return Verdict(
                link=link,
                outcome=Outcome.DEAD,
                reason="the repository exists, but this path does not",
                repository_state=RepositoryState.PATH_MISSING,
            )
    return _conclude(link, seen)


def _request(url: str) -> Generator[Ask, Seen, Seen]:
    """Request a page by HEAD, then by GET if HEAD is not conclusive; return what was seen of the last one."""
    head = yield Ask(method=Method.HEAD, url=url)
    if is_success(head[-1]) or not needs_get(head[-1]):
        return head
    return (yield Ask(method=Method.GET, url=url))


def _conclude(link: Link, seen: Seen) -> Verdict:
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


PROBER = Prober(name="github", suits=suits, address=address, probe=probe)
