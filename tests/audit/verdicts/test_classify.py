"""From observations to outcomes."""

import pytest

from papertrace.audit.verdicts.classify import classify, is_transient
from papertrace.model import Ask, Fault, Hop, Method, Observation, Outcome

URL = "https://lab.example.org/project/page"


def seen(
    status: int | None = None,
    *,
    fault: Fault | None = None,
    hops: tuple[int, ...] = (),
    final_url: str = URL,
    title: str = "",
    headers: tuple[tuple[str, str], ...] = (),
    url: str = URL,
) -> Observation:
    return Observation(
        ask=Ask(method=Method.GET, url=url),
        final_url=final_url,
        status=status,
        fault=fault,
        hops=tuple(Hop(url=URL, status=hop) for hop in hops),
        headers=headers,
        body=f"<title>{title}</title>" if title else "",
    )


def test_a_page_that_answers_is_alive() -> None:
    assert classify(seen(200)).outcome is Outcome.ALIVE


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        *[(status, Outcome.ALIVE) for status in (200, 203, 204, 206)],
        *[(status, Outcome.DEAD) for status in (404, 410)],
        *[(status, Outcome.RESTRICTED) for status in (401, 403, 407, 418, 451, 999)],
        (429, Outcome.RATE_LIMITED),
        *[(status, Outcome.UNSTABLE) for status in (408, 425, 500, 501, 502, 503, 504, 520, 530, 599)],
        *[(status, Outcome.SUSPECT) for status in (100, 300, 302, 304, 400, 402, 405, 406, 409, 421, 422, 600)],
    ],
)
def test_each_status_has_its_outcome(status: int, outcome: Outcome) -> None:
    assert classify(seen(status)).outcome is outcome


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (Fault.DNS, Outcome.DEAD),
        (Fault.DNS_TEMPORARY, Outcome.UNSTABLE),
        (Fault.CONNECT, Outcome.UNSTABLE),
        (Fault.RESET, Outcome.UNSTABLE),
        (Fault.TIMEOUT, Outcome.UNSTABLE),
        (Fault.MALFORMED, Outcome.UNSTABLE),
        (Fault.TLS, Outcome.INSECURE),
        (Fault.LOOP, Outcome.SUSPECT),
        (Fault.TOO_MANY_REDIRECTS, Outcome.SUSPECT),
        (Fault.BAD_REDIRECT, Outcome.SUSPECT),
        (Fault.REFUSED_ADDRESS, Outcome.SKIPPED),
        (Fault.WITHHELD, Outcome.RATE_LIMITED),
        (Fault.EXCLUDED, Outcome.SKIPPED),
        (Fault.NO_NETWORK, Outcome.UNKNOWN),
    ],
)
def test_each_fault_has_its_outcome(fault: Fault, outcome: Outcome) -> None:
    assert classify(seen(fault=fault)).outcome is outcome


def test_every_fault_is_covered_above() -> None:
    assert len(Fault) == 14


@pytest.mark.parametrize(
    ("hops", "outcome"),
    [
        ((301,), Outcome.MOVED),
        ((308, 301), Outcome.MOVED),
        ((302,), Outcome.ALIVE),
        ((301, 302), Outcome.ALIVE),
        ((307, 308), Outcome.ALIVE),
        ((303,), Outcome.ALIVE),
    ],
)
def test_only_a_chain_of_permanent_redirects_has_moved(hops: tuple[int, ...], outcome: Outcome) -> None:
    conclusion = classify(seen(200, hops=hops, final_url="https://new.example.net/page"))

    assert conclusion.outcome is outcome
    assert conclusion.new_url == ("https://new.example.net/page" if outcome is Outcome.MOVED else None)


def test_a_permanent_redirect_to_a_missing_page_has_not_moved() -> None:
    assert classify(seen(404, hops=(301,))).outcome is Outcome.DEAD


@pytest.mark.parametrize(
    ("final_url", "outcome"),
    [
        pytest.param("https://lab.example.org/", Outcome.SUSPECT, id="root"),
        pytest.param("https://www.lab.example.org", Outcome.SUSPECT, id="root of www"),
        pytest.param("https://example.org/", Outcome.SUSPECT, id="root of the parent"),
        pytest.param("https://lab.example.org/en/", Outcome.SUSPECT, id="root of a language"),
        pytest.param("https://lab.example.org/index.html", Outcome.SUSPECT, id="root by name"),
        pytest.param("https://lab.example.org/login?next=x", Outcome.SUSPECT, id="login"),
        pytest.param("https://lab.example.org/users/sign_in", Outcome.SUSPECT, id="sign in"),
        pytest.param("https://accounts.example.net/x", Outcome.SUSPECT, id="host of accounts"),
        pytest.param("https://project.example.net/", Outcome.ALIVE, id="a domain of its own"),
        pytest.param("https://lab.example.org/?page=4", Outcome.ALIVE, id="root with a query"),
        pytest.param("https://lab.example.org/#/page", Outcome.ALIVE, id="root with a fragment"),
        pytest.param("https://lab.example.org/loginfo", Outcome.ALIVE, id="a word that begins so"),
        pytest.param("https://lab.example.org/en/page", Outcome.ALIVE, id="page in a language"),
        pytest.param("https://lab.example.org/404", Outcome.SUSPECT, id="404"),
        pytest.param("https://lab.example.org/en/404.html", Outcome.SUSPECT, id="404 in a language"),
        pytest.param("https://lab.example.org/errors/not-found", Outcome.SUSPECT, id="not found"),
        pytest.param("https://lab.example.org/error?aspxerrorpath=/project/page", Outcome.SUSPECT, id="error of ASP"),
        pytest.param("https://lab.example.org/Error.aspx", Outcome.SUSPECT, id="error"),
        pytest.param("https://lab.example.org/?ref=404", Outcome.SUSPECT, id="root with 404 in its query"),
        pytest.param("https://lab.example.org/?error=not_found", Outcome.SUSPECT, id="root with an error"),
        pytest.param("https://lab.example.org/item?id=404", Outcome.ALIVE, id="the 404th item"),
        pytest.param("https://lab.example.org/room-404", Outcome.ALIVE, id="room 404"),
        pytest.param("https://lab.example.org/docs/errors", Outcome.ALIVE, id="a page about errors"),
        pytest.param("https://lab.example.org/error-bounds", Outcome.ALIVE, id="a page about bounds"),
    ],
)
def test_a_redirect_to_the_front_page_or_a_login_is_suspect(final_url: str, outcome: Outcome) -> None:
    assert classify(seen(200, hops=(302,), final_url=final_url)).outcome is outcome


def test_a_front_page_that_redirects_to_a_front_page_is_not_suspect() -> None:
    moved = seen(200, hops=(302,), url="https://lab.example.org/", final_url="https://lab.example.org/en/")

    assert classify(moved).outcome is Outcome.ALIVE


def test_a_page_that_says_not_found_is_suspect_and_says_so() -> None:
    conclusion = classify(seen(200, title="Page not found"))

    assert conclusion.outcome is Outcome.SUSPECT
    assert "Page not found" in conclusion.reason


@pytest.mark.parametrize("status", [200, 403, 429, 503])
def test_a_bot_wall_is_restricted_whatever_its_status(status: int) -> None:
    assert classify(seen(status, title="Just a moment...")).outcome is Outcome.RESTRICTED
    assert classify(seen(status, headers=(("cf-mitigated", "challenge"),))).outcome is Outcome.RESTRICTED


def test_a_bot_wall_is_not_requested_again() -> None:
    assert is_transient(seen(503))
    assert not is_transient(seen(503, title="Just a moment..."))


@pytest.mark.parametrize("status", [200, 301, 400, 401, 403, 404, 410, 451, 999])
def test_a_final_answer_is_not_requested_again(status: int) -> None:
    assert not is_transient(seen(status))


def test_the_reason_counts_the_attempts() -> None:
    assert classify(seen(500), n_attempts=3).reason == "500 Internal Server Error (3 attempts)"
