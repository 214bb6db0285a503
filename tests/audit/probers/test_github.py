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


HEAD, GET = Method.HEAD, Method.GET
GONE_BELOW = (seen(HEAD, 404, url=BELOW), seen(GET, 404, url=BELOW))


def test_get_and_the_front_page_are_requested_before_anything_is_missing() -> None:
    assert next_step(probe_repository, link(), [seen(HEAD, 404)]) == Ask(method=GET, url=FRONT)
    assert next_step(probe_repository, link(BELOW), GONE_BELOW) == Ask(method=HEAD, url=FRONT)


@pytest.mark.parametrize(
    ("observed", "outcome", "state"),
    [
        pytest.param([seen(HEAD, 200)], "alive", "present", id="an answer"),
        pytest.param(
            [seen(HEAD, 200, to=f"{HOST}/Acme-Example/Tool", hops=(301,))], None, "present", id="other letter case"
        ),
        pytest.param(
            [seen(HEAD, 200, to=f"{HOST}/acme-example/new", hops=(302,))], "alive", "present", id="for the moment"
        ),
        pytest.param([seen(HEAD, 404), seen(GET, 404)], "dead", "missing", id="missing"),
        pytest.param([*GONE_BELOW, seen(HEAD, 200)], "dead", "path_missing", id="a missing path"),
        pytest.param([*GONE_BELOW, seen(HEAD, 404), seen(GET, 404)], "dead", "missing", id="with its repository"),
        pytest.param([*GONE_BELOW, seen(HEAD, 429), seen(GET, 429)], "rate_limited", None, id="limited"),
        pytest.param([*GONE_BELOW, seen(HEAD, 503), seen(GET, 503)], "unstable", None, id="out of order"),
        pytest.param([seen(HEAD, 451), seen(GET, 451)], "restricted", "taken_down", id="taken down"),
        pytest.param([seen(HEAD, 200, to=f"{HOST}/login?return_to=x", hops=(302,))], "suspect", None, id="a login"),
        pytest.param([seen(HEAD, None, fault=Fault.TLS)], "insecure", None, id="no answer"),
    ],
)
def test_what_pages_show_of_a_repository(observed: list[Observation], outcome: str | None, state: str | None) -> None:
    found = verdict(*observed, url=observed[0].ask.url)

    assert found.repository_state == state
    assert outcome in {None, found.outcome}


def test_a_permanent_redirect_to_another_name_is_a_rename() -> None:
    found = verdict(seen(HEAD, 200, to=f"{HOST}/acme-example/New", hops=(301,)))

    assert (found.outcome, found.repository_state) == (Outcome.MOVED, RepositoryState.RENAMED)
    assert found.new_url == f"{HOST}/acme-example/New"
    assert "acme-example/New" in found.reason


@pytest.mark.parametrize("status", [403, 200])
@cases("words, state")
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
