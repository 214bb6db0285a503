"""A repository by its page and by git: when git is asked, and what its answer changes.

https://git-scm.com/docs/git-ls-remote (--exit-code: 2 where no matching reference is found)
"""

from dataclasses import replace

import pytest
from tests.case_tables import cases
from tests.origin.cases import link, settings_for
from tests.probes import next_step

from papertrace.audit.probers import GITHUB_GIT, probe_with_git, prober_of
from papertrace.model import Ask, Fault, Hop, Method, Observation, Outcome, RepositoryState, Verdict

TOOL = link("https://code.example.org/Acme-Example/Tool")
URL = "https://code.example.org/acme-example/tool"
HEAD, GET = (Ask(method=method, url=URL) for method in (Method.HEAD, Method.GET))
GIT = Ask(method=Method.GIT, url=f"{URL}.git")
THERE = (Observation(ask=HEAD, final_url=URL, status=200),)


def page(status: int | None = None, fault: Fault | None = None) -> tuple[Observation, ...]:
    return tuple(Observation(ask=ask, final_url=URL, status=status, fault=fault) for ask in (HEAD, GET))


def git(status: int | None = None, fault: Fault | None = None) -> Observation:
    return Observation(ask=GIT, final_url=GIT.url, status=status, fault=fault)


def concluded(*seen: Observation) -> Verdict:
    verdict = next_step(probe_with_git, TOOL, seen)
    assert isinstance(verdict, Verdict)
    return verdict


@pytest.mark.parametrize("asks_git", [True, False])
def test_git_is_used_if_the_settings_allow_it(*, asks_git: bool) -> None:
    settings = replace(settings_for(), asks_git=asks_git)

    assert (prober_of(TOOL, settings) is GITHUB_GIT) == asks_git
    assert prober_of(TOOL, settings_for()) is not GITHUB_GIT


def test_the_page_is_requested_before_git() -> None:
    assert next_step(probe_with_git, TOOL, ()) == HEAD
    assert next_step(probe_with_git, TOOL, THERE) == GIT


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(page(404), id="gone"),
        pytest.param(page(451), id="taken down"),
        pytest.param(
            (Observation(ask=HEAD, final_url=f"{URL}-2", status=200, hops=(Hop(url=URL, status=301),)),), id="renamed"
        ),
    ],
)
def test_what_the_page_decides_needs_no_git(seen: tuple[Observation, ...]) -> None:
    assert isinstance(next_step(probe_with_git, TOOL, seen), Verdict)


def test_a_page_below_the_repository_needs_no_git() -> None:
    below = link(f"{URL}/tree/main")
    seen = Observation(ask=Ask(method=Method.HEAD, url=f"{URL}/tree/main"), final_url=f"{URL}/tree/main", status=200)

    assert isinstance(next_step(probe_with_git, below, [seen]), Verdict)


@pytest.mark.parametrize(
    ("answer", "outcome", "state"),
    [
        (git(200), Outcome.ALIVE, RepositoryState.PRESENT),
        (git(204), Outcome.SUSPECT, RepositoryState.EMPTY),
        (git(404), Outcome.ALIVE, RepositoryState.PRESENT),
        (git(503), Outcome.ALIVE, RepositoryState.PRESENT),
        (git(fault=Fault.TIMEOUT), Outcome.ALIVE, RepositoryState.PRESENT),
        (git(fault=Fault.WITHHELD), Outcome.ALIVE, RepositoryState.PRESENT),
    ],
    ids=["there", "empty", "missing", "out of order", "time-out", "not asked"],
)
def test_git_may_find_that_an_existing_repository_is_empty(
    answer: Observation, outcome: Outcome, state: RepositoryState
) -> None:
    verdict = concluded(*THERE, answer)

    assert (verdict.outcome, verdict.repository_state) == (outcome, state)
    assert (verdict.reason == "the repository exists but is empty") == (state is RepositoryState.EMPTY)


@pytest.mark.parametrize(
    ("seen", "outcome"),
    [
        (page(429), Outcome.RATE_LIMITED),
        (page(503), Outcome.UNSTABLE),
        (page(403), Outcome.RESTRICTED),
        (page(fault=Fault.WITHHELD), Outcome.RATE_LIMITED),
    ],
    ids=["429", "503", "403", "not asked"],
)
def test_git_may_decide_where_the_page_refuses(seen: tuple[Observation, ...], outcome: Outcome) -> None:
    there, empty, silent = (concluded(*seen, answer) for answer in (git(200), git(204), git(fault=Fault.TIMEOUT)))

    assert (there.outcome, there.repository_state) == (Outcome.ALIVE, RepositoryState.PRESENT)
    assert there.reason.startswith("git finds the repository (its page: ")
    assert (empty.outcome, empty.repository_state) == (Outcome.SUSPECT, RepositoryState.EMPTY)
    assert (silent.outcome, silent.repository_state) == (outcome, None)


@pytest.mark.parametrize(
    ("status", "outcome"),
    [(429, Outcome.RATE_LIMITED), (503, Outcome.UNSTABLE), (403, Outcome.RESTRICTED)],
)
@pytest.mark.parametrize("found", [401, 404])
def test_nothing_is_dead_because_git_does_not_find_it(status: int, outcome: Outcome, found: int) -> None:
    # A host that limits requests asks git for a login too, even for a public repository.
    verdict = concluded(*page(status), git(found))

    assert (verdict.outcome, verdict.repository_state) == (outcome, None)


@cases("status, words, state")
def test_git_may_find_that_a_repository_is_blocked(status: int, words: str, state: RepositoryState) -> None:
    verdict = concluded(*page(429), replace(git(status), detail=words))

    assert (verdict.outcome, verdict.repository_state) == (Outcome.RESTRICTED, state)


def test_a_refusal_of_git_is_not_a_blocked_repository() -> None:
    verdict = concluded(*page(429), replace(git(403), detail="git was refused"))

    assert (verdict.outcome, verdict.repository_state) == (Outcome.RATE_LIMITED, None)
