"""Repositories by their pages, with made-up owners."""

from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from tests.case_tables import cases
from tests.probes import next_step

from papertrace.audit import AuditSettings
from papertrace.audit.probers import address_of_repository, probe_repository, suits_repository
from papertrace.audit.settings import Endpoint, Endpoints
from papertrace.model import (
    Ask,
    Fault,
    Hop,
    Link,
    LinkKind,
    Method,
    Observation,
    Outcome,
    RepoRef,
    RepositoryState,
    Span,
    Verdict,
)

HOST = "https://github.com"
FRONT = f"{HOST}/acme-example/tool"
BELOW = f"{FRONT}/tree/main/src"


def link(url: str = FRONT) -> Link:
    owner, name = urlsplit(url).path.strip("/").split("/")[:2]
    repository = RepoRef("github.com", owner, name.removesuffix(".git"))
    return Link(raw=url, url=url, span=Span("a", 1), kind=LinkKind.REPOSITORY, repository=repository)


def seen(
    method: Method,
    status: int | None,
    *,
    url: str = FRONT,
    to: str | None = None,
    hops: tuple[int, ...] = (),
    fault: Fault | None = None,
) -> Observation:
    return Observation(
        ask=Ask(method=method, url=url),
        final_url=to or url,
        status=status,
        fault=fault,
        hops=tuple(Hop(url=url, status=hop) for hop in hops),
    )


def verdict(*observations: Observation, url: str = FRONT) -> Verdict:
    step = next_step(probe_repository, link(url), observations)
    assert isinstance(step, Verdict)
    return step


def test_a_link_without_a_repository_is_not_for_this_prober() -> None:
    page = Link(raw="", url=f"{HOST}/features", span=Span("a", 1), kind=LinkKind.PAGE)

    assert not suits_repository(page, AuditSettings())
    assert suits_repository(link(), AuditSettings())
    assert not suits_repository(
        link(),
        AuditSettings(
            endpoints=Endpoints(github=Endpoint(api="https://api.example.org/graphql", hosts=("code.example.org",)))
        ),
    )


@cases("url, asked")
def test_many_spellings_are_one_query(url: str, asked: str) -> None:
    assert address_of_repository(link(url)) == asked


def test_the_first_request_is_head() -> None:
    assert next_step(probe_repository, link(BELOW), ()) == Ask(method=Method.HEAD, url=BELOW)


def test_a_page_that_answers_is_a_repository_that_exists() -> None:
    found = verdict(seen(Method.HEAD, 200))

    assert (found.outcome, found.repository_state) == (Outcome.ALIVE, RepositoryState.PRESENT)


def test_a_permanent_redirect_to_another_name_is_a_rename() -> None:
    found = verdict(seen(Method.HEAD, 200, to=f"{HOST}/acme-example/New", hops=(301,)))

    assert (found.outcome, found.repository_state) == (Outcome.MOVED, RepositoryState.RENAMED)
    assert found.new_url == f"{HOST}/acme-example/New"
    assert "acme-example/New" in found.reason


def test_a_redirect_that_only_changes_letter_case_is_not_a_rename() -> None:
    found = verdict(seen(Method.HEAD, 200, to=f"{HOST}/Acme-Example/Tool", hops=(301,)))

    assert found.repository_state is RepositoryState.PRESENT


def test_a_temporary_redirect_is_not_a_rename() -> None:
    found = verdict(seen(Method.HEAD, 200, to=f"{HOST}/acme-example/new", hops=(302,)))

    assert (found.outcome, found.repository_state) == (Outcome.ALIVE, RepositoryState.PRESENT)


def test_a_missing_repository_is_dead_when_get_says_so_too() -> None:
    assert next_step(probe_repository, link(), [seen(Method.HEAD, 404)]) == Ask(method=Method.GET, url=FRONT)

    found = verdict(seen(Method.HEAD, 404), seen(Method.GET, 404))

    assert (found.outcome, found.repository_state) == (Outcome.DEAD, RepositoryState.MISSING)


GONE_BELOW = (seen(Method.HEAD, 404, url=BELOW), seen(Method.GET, 404, url=BELOW))


def test_for_a_missing_path_the_repository_itself_is_requested() -> None:
    assert next_step(probe_repository, link(BELOW), GONE_BELOW) == Ask(method=Method.HEAD, url=FRONT)


def test_a_missing_path_in_an_existing_repository_is_reported() -> None:
    found = verdict(*GONE_BELOW, seen(Method.HEAD, 200), url=BELOW)

    assert (found.outcome, found.repository_state) == (Outcome.DEAD, RepositoryState.PATH_MISSING)


def test_a_missing_path_in_a_missing_repository_is_a_missing_repository() -> None:
    found = verdict(*GONE_BELOW, seen(Method.HEAD, 404), seen(Method.GET, 404), url=BELOW)

    assert (found.outcome, found.repository_state) == (Outcome.DEAD, RepositoryState.MISSING)


@pytest.mark.parametrize(("status", "outcome"), [(429, Outcome.RATE_LIMITED), (503, Outcome.UNSTABLE)])
def test_a_missing_path_is_not_dead_while_the_repository_is_not_known(status: int, outcome: Outcome) -> None:
    found = verdict(*GONE_BELOW, seen(Method.HEAD, status), seen(Method.GET, status), url=BELOW)

    assert (found.outcome, found.repository_state) == (outcome, None)


def test_a_repository_taken_down_is_restricted_and_not_dead() -> None:
    found = verdict(seen(Method.HEAD, 451), seen(Method.GET, 451))

    assert (found.outcome, found.repository_state) == (Outcome.RESTRICTED, RepositoryState.TAKEN_DOWN)


def test_a_redirect_to_the_login_says_nothing_about_the_repository() -> None:
    found = verdict(seen(Method.HEAD, 200, to=f"{HOST}/login?return_to=x", hops=(302,)))

    assert (found.outcome, found.repository_state) == (Outcome.SUSPECT, None)


def test_an_unanswered_request_says_nothing_about_the_repository() -> None:
    found = verdict(seen(Method.HEAD, None, fault=Fault.TLS))

    assert (found.outcome, found.repository_state) == (Outcome.INSECURE, None)


@pytest.mark.parametrize("status", [403, 200])
@pytest.mark.parametrize(
    ("words", "state"),
    [
        ("Repository unavailable due to DMCA takedown.", RepositoryState.TAKEN_DOWN),
        ("Access to this repository has been disabled by GitHub staff.", RepositoryState.DISABLED),
    ],
)
def test_a_blocked_repository_is_recognised_by_the_words_of_its_page(
    status: int, words: str, state: RepositoryState
) -> None:
    blocked = replace(seen(Method.GET, status), body=f"<h3>{words}</h3>")

    found = verdict(seen(Method.HEAD, 403), blocked)

    assert (found.outcome, found.repository_state) == (Outcome.RESTRICTED, state)


@pytest.mark.parametrize("to", ["https://example.org/acme-example/new", f"{HOST}/acme-example", f"{HOST}/"])
def test_a_repository_that_redirects_elsewhere_is_not_renamed(to: str) -> None:
    found = verdict(seen(Method.HEAD, 200, to=to, hops=(301,)))

    assert found.repository_state is not RepositoryState.RENAMED
