"""A repository on GitHub, by its pages: no token, no API.

A page tells whether the repository is there and under which name. That it is archived or empty only the API tells
cheaply, so `present` means here: its page answers. A page of GitHub that says 404 is the registry's own word; it also
says so of a private repository, which for a reader is the same.
"""

from collections.abc import Sequence
from urllib.parse import urlsplit

from papertrace.audit.probers.prober import Prober, last_seen, n_seen
from papertrace.audit.probers.web import needs_get
from papertrace.audit.settings import AuditSettings
from papertrace.audit.verdicts.classify import GONE, PERMANENT_REDIRECTS, classify, is_success
from papertrace.model import Ask, Link, Method, Observation, Outcome, RepoRef, RepositoryState, Verdict
from papertrace.model.link import repository_of
from papertrace.web.address import parse_address

UNAVAILABLE_FOR_LEGAL_REASONS = 451


def suits(link: Link, settings: AuditSettings) -> bool:
    """Suit links to repositories on the hosts that the settings name."""
    return link.repository is not None and link.repository.host.lower() in settings.endpoints.github.hosts


def address(link: Link) -> str:
    """Return the repository's page, or the page below it that the link leads to.

    Owner and name are put into lower case, for GitHub ignores case; `.git`, `www.`, a query and a fragment go.
    """
    repository = repository_of(link)
    below = _below(link)
    return parse_address(_front(repository) + (f"/{below}" if below else "")).url


def is_front(link: Link) -> bool:
    """Say whether a link leads to the front page of its repository."""
    return not _below(link)


def decide(link: Link, seen: Sequence[Observation]) -> Ask | Verdict:
    """Ask for the page, for the repository's front page where the page is gone, and conclude."""
    page = address(link)
    front = parse_address(_front(repository_of(link))).url
    last = _look(page, seen)
    if isinstance(last, Ask):
        return last
    if last.status in GONE and page != front:
        whole = _look(front, seen)
        if isinstance(whole, Ask):
            return whole
        if is_success(whole):
            return Verdict(
                link=link,
                outcome=Outcome.DEAD,
                reason="the repository is there, but not this path in it",
                seen=tuple(seen),
                repository_state=RepositoryState.PATH_MISSING,
            )
        last = whole
    return _conclude(link, seen, last)


def _look(url: str, seen: Sequence[Observation]) -> Ask | Observation:
    """Return what is to be asked of an address, or what was seen of it in the end."""
    body = last_seen(seen, Method.GET, url)
    if body is not None:
        return body
    head = last_seen(seen, Method.HEAD, url)
    if head is None:
        return Ask(method=Method.HEAD, url=url)
    return head if is_success(head) or not needs_get(head) else Ask(method=Method.GET, url=url)


def _conclude(link: Link, seen: Sequence[Observation], last: Observation) -> Verdict:
    conclusion = classify(last, n_asked=n_seen(seen, last))
    outcome, reason, new_url = conclusion.outcome, conclusion.reason, conclusion.new_url
    state = None
    if last.status in GONE:
        state = RepositoryState.MISSING
        reason = f"{reason}: the repository is gone or private"
    elif last.status == UNAVAILABLE_FOR_LEGAL_REASONS:
        state = RepositoryState.TAKEN_DOWN
    elif is_success(last) and outcome in {Outcome.ALIVE, Outcome.MOVED}:
        state = RepositoryState.PRESENT
        renamed = _renamed(link, last)
        if renamed is not None:
            outcome, state, new_url = Outcome.MOVED, RepositoryState.RENAMED, last.final_url
            reason = f"the repository is now {renamed}; the old name works until someone takes it"
    return Verdict(link=link, outcome=outcome, reason=reason, seen=tuple(seen), new_url=new_url, repository_state=state)


def _renamed(link: Link, last: Observation) -> str | None:
    """Return the repository's new `owner/name`, or None where it bears the old one."""
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


def _below(link: Link) -> str:
    """Return the path below the repository, or nothing for its front page."""
    segments = urlsplit(link.url).path.strip("/").split("/")
    return "/".join(segments[2:])


PROBER = Prober(name="github", suits=suits, address=address, decide=decide)
