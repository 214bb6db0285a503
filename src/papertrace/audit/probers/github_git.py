"""A repository on GitHub by its page and by git, which shows what the page does not.

The page of an empty repository cannot be told from that of another; git distinguishes them. And when the pages are
rate-limited, git is still accepted, because its limits are separate. That git does not find a repository proves
nothing: a host that limits requests gives git the same answer for public repositories as for missing ones.
"""

from dataclasses import replace
from http import HTTPStatus

from papertrace.audit.probers import github
from papertrace.audit.probers.prober import Probe, Prober
from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link, Method, Observation, Outcome, RepositoryState, Verdict
from papertrace.web.address import parse_address
from papertrace.web.git import DISABLED

UNDECIDED = frozenset({Outcome.RATE_LIMITED, Outcome.UNSTABLE, Outcome.RESTRICTED, Outcome.SUSPECT})
"""Outcomes of a page that git may decide."""


def suits(link: Link, settings: AuditSettings) -> bool:
    """Accept links to repositories on GitHub hosts of the settings, if git is used."""
    return settings.asks_git and github.suits(link, settings)


def probe(link: Link) -> Probe:
    """Conclude from the page, then check with git if a front page was found or is undecided."""
    page = yield from github.probe(link)
    if not _needs_git(link, page):
        return page
    found = yield Ask(method=Method.GIT, url=parse_address(f"{github.address(link)}.git").url)
    return _with_git(page, found[-1])


def _needs_git(link: Link, page: Verdict) -> bool:
    if not github.is_front_page(link) or page.repository_state is RepositoryState.TAKEN_DOWN:
        return False
    return page.repository_state is RepositoryState.PRESENT or page.outcome in UNDECIDED


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
            outcome, state, reason = (
                Outcome.RESTRICTED,
                RepositoryState.TAKEN_DOWN,
                "the repository has been taken down",
            )
        case HTTPStatus.FORBIDDEN if git.detail == DISABLED:
            outcome, state, reason = Outcome.RESTRICTED, RepositoryState.DISABLED, DISABLED
        case _:
            return page
    return replace(page, outcome=outcome, reason=reason, repository_state=state, new_url=None)


PROBER = Prober(name="github_git", suits=suits, address=github.address, probe=probe)
