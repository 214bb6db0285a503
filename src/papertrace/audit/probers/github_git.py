"""A repository on GitHub by its page and by git: what a page does not show, and what it will not.

A page answers alike for an empty repository and for one that is not; git tells them apart. And where the pages refuse a
machine for the moment, git is still let in, for its limits are others.
"""

from collections.abc import Sequence
from dataclasses import replace
from http import HTTPStatus

from papertrace.audit.probers import github
from papertrace.audit.probers.prober import Prober, last_seen
from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link, Method, Observation, Outcome, RepositoryState, Verdict
from papertrace.web.address import parse_address

UNDECIDED = frozenset({Outcome.RATE_LIMITED, Outcome.UNSTABLE, Outcome.RESTRICTED, Outcome.SUSPECT})
"""What a page may say of a repository that git finds."""


def suits(link: Link, settings: AuditSettings) -> bool:
    """Suit links to repositories on the hosts that the settings name, where git may be asked."""
    return settings.asks_git and github.suits(link, settings)


def decide(link: Link, seen: Sequence[Observation]) -> Ask | Verdict:
    """Let the page conclude, then ask git about a front page that is there, or of which it is not known."""
    step = github.decide(link, [one for one in seen if one.ask.method is not Method.GIT])
    if isinstance(step, Ask) or not _leaves_a_question(link, step):
        return step
    ask = Ask(method=Method.GIT, url=parse_address(f"{github.address(link)}.git").url)
    found = last_seen(seen, ask.method, ask.url)
    return ask if found is None else _with_git(step, found, seen)


def _leaves_a_question(link: Link, page: Verdict) -> bool:
    if not github.is_front(link) or page.repository_state is RepositoryState.TAKEN_DOWN:
        return False
    return page.repository_state is RepositoryState.PRESENT or page.outcome in UNDECIDED


def _with_git(page: Verdict, git: Observation, seen: Sequence[Observation]) -> Verdict:
    """Return the verdict of the page, or what git knows better.

    That git finds nothing means death where the pages were refused for their number alone. In any other case a server
    may be out of order, or let nobody in without a login.
    """
    is_there = page.repository_state is RepositoryState.PRESENT
    verdict = replace(page, seen=tuple(seen))
    match git.status:
        case HTTPStatus.NO_CONTENT:
            outcome, state, reason = Outcome.SUSPECT, RepositoryState.EMPTY, "the repository is there, but empty"
        case HTTPStatus.OK if not is_there:
            outcome, state = Outcome.ALIVE, RepositoryState.PRESENT
            reason = f"git finds the repository (its page: {page.reason})"
        case HTTPStatus.NOT_FOUND if page.outcome is Outcome.RATE_LIMITED:
            outcome, state = Outcome.DEAD, RepositoryState.MISSING
            reason = f"git finds no such repository: it is gone or private (its page: {page.reason})"
        case _:
            return verdict
    return replace(verdict, outcome=outcome, reason=reason, repository_state=state, new_url=None)


PROBER = Prober(name="github_git", suits=suits, address=github.address, decide=decide)
