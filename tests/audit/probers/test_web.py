"""What is requested of a page, and when that is conclusive."""

from dataclasses import replace

import pytest
from tests.case_tables import cases
from tests.origin.cases import link
from tests.probes import next_step

from papertrace.audit import AuditSettings
from papertrace.audit.probers import PROBERS, nonexistent_page, probe_page, prober_of
from papertrace.model import Ask, Fault, Method, Observation, Outcome, Verdict

PAGE = "https://example.org/a"
URL = f"{PAGE}.zip"
HTML = (("content-type", "text/html"),)
PDF = (("content-type", "application/pdf"),)


def head(
    status: int | None = 200, *, fault: Fault | None = None, headers: tuple[tuple[str, str], ...] = HTML
) -> Observation:
    return Observation(ask=Ask(method=Method.HEAD, url=URL), final_url=URL, status=status, fault=fault, headers=headers)


def get(
    status: int | None = 200, *, fault: Fault | None = None, body: str = "<title>A</title>", url: str = URL
) -> Observation:
    return Observation(
        ask=Ask(method=Method.GET, url=url), final_url=url, status=status, fault=fault, headers=HTML, body=body
    )


def step(*seen: Observation) -> Ask | Verdict:
    return next_step(probe_page, link(seen[0].ask.url if seen else PAGE), seen)


def outcome(*seen: Observation) -> Outcome:
    verdict = step(*seen)
    assert isinstance(verdict, Verdict)
    assert verdict.link == link(seen[0].ask.url)
    return verdict.outcome


def test_a_page_is_requested_by_get_at_once() -> None:
    assert step() == Ask(method=Method.GET, url=PAGE)


@pytest.mark.parametrize("name", ["paper.pdf", "weights.safetensors", "data.tar.gz?download=1", "Figure.PNG"])
def test_the_first_request_of_a_file_is_head(name: str) -> None:
    url = f"{PAGE}/{name}"

    assert next_step(probe_page, link(url), ()) == Ask(method=Method.HEAD, url=url)


def test_head_is_enough_for_what_is_not_html() -> None:
    assert outcome(head(headers=PDF)) is Outcome.ALIVE


@pytest.mark.parametrize("status", [200, 400, 403, 404, 405, 410, 429, 500, 501, 999])
def test_any_other_answer_to_head_is_followed_by_get(status: int) -> None:
    assert step(head(status)) == Ask(method=Method.GET, url=URL)


@pytest.mark.parametrize("fault", [Fault.TIMEOUT, Fault.RESET, Fault.MALFORMED, Fault.CONNECT, Fault.DNS_TEMPORARY])
def test_a_transient_fault_of_head_is_followed_by_get(fault: Fault) -> None:
    assert step(head(None, fault=fault)) == Ask(method=Method.GET, url=URL)


@pytest.mark.parametrize("fault", [Fault.DNS, Fault.TLS, Fault.REFUSED_ADDRESS, Fault.EXCLUDED, Fault.WITHHELD])
def test_a_fault_that_get_would_have_too_is_conclusive(fault: Fault) -> None:
    assert isinstance(step(head(None, fault=fault)), Verdict)


@pytest.mark.parametrize("fault", [Fault.LOOP, Fault.TOO_MANY_REDIRECTS, Fault.BAD_REDIRECT])
def test_redirects_of_head_that_lead_nowhere_are_followed_by_get(fault: Fault) -> None:
    assert step(head(None, fault=fault)) == Ask(method=Method.GET, url=URL)


def test_a_host_that_limits_requests_is_not_asked_for_a_nonexistent_page() -> None:
    limited = Observation(
        ask=Ask(method=Method.GET, url=PAGE),
        final_url=PAGE,
        status=200,
        headers=(*HTML, ("x-ratelimit-remaining", "7")),
        body="<title>A</title>",
    )

    assert outcome(get(429, url=PAGE), get(url=PAGE)) is Outcome.ALIVE
    assert outcome(limited) is Outcome.ALIVE


@cases("path, body, is_doubtful")
def test_a_nonexistent_page_is_requested_only_where_a_page_is_not_about_its_address(
    path: str, body: str, *, is_doubtful: bool
) -> None:
    url = f"https://example.org/{path}"

    assert isinstance(step(get(body=body, url=url)), Ask) is is_doubtful


def test_only_get_can_say_dead() -> None:
    assert outcome(head(404), get(404)) is Outcome.DEAD
    assert outcome(head(404), get(200, body="")) is Outcome.ALIVE


@pytest.mark.parametrize("status", [403, 429, 500, 999])
def test_a_page_that_head_found_stays_alive_when_get_is_refused(status: int) -> None:
    assert outcome(head(), get(status)) is Outcome.ALIVE


def test_a_page_that_get_calls_gone_is_gone_whatever_head_said() -> None:
    assert outcome(head(), get(404)) is Outcome.DEAD


def test_a_soft_404_is_found_without_another_request() -> None:
    assert outcome(head(), get(body="<title>Page not found</title>")) is Outcome.SUSPECT


def test_a_page_that_looks_fine_is_compared_with_a_nonexistent_one() -> None:
    assert step(head(), get()) == Ask(method=Method.GET, url=nonexistent_page(URL))


@pytest.mark.parametrize(
    ("stray", "expected"),
    [
        pytest.param(get(404, url=nonexistent_page(URL)), Outcome.ALIVE, id="404 for it"),
        pytest.param(get(200, url=nonexistent_page(URL)), Outcome.SUSPECT, id="the same page"),
        pytest.param(get(200, url=nonexistent_page(URL), body="<title>B</title>"), Outcome.ALIVE, id="another page"),
        pytest.param(get(None, fault=Fault.TIMEOUT, url=nonexistent_page(URL)), Outcome.ALIVE, id="no answer"),
        pytest.param(get(429, url=nonexistent_page(URL)), Outcome.ALIVE, id="refused"),
        pytest.param(
            replace(get(url=nonexistent_page(URL)), headers=(*HTML, ("retry-after", "9"))),
            Outcome.ALIVE,
            id="the same page of a host that limits requests",
        ),
    ],
)
def test_a_host_that_returns_the_same_page_for_any_path_is_suspect(stray: Observation, expected: Outcome) -> None:
    assert outcome(head(), get(), stray) is expected


def test_all_pages_of_a_host_share_one_nonexistent_page() -> None:
    assert nonexistent_page("https://example.org/a/b") == nonexistent_page("https://example.org/c?d=e")
    assert nonexistent_page("https://example.org/a") != nonexistent_page("https://example.net/a")


def test_the_reason_counts_the_attempts() -> None:
    verdict = step(head(500), get(500), get(500))

    assert isinstance(verdict, Verdict)
    assert verdict.reason == "500 Internal Server Error (2 attempts)"


def test_a_file_whose_head_was_refused_is_not_compared_with_a_page() -> None:
    file = Observation(ask=Ask(method=Method.GET, url=URL), final_url=URL, status=200, headers=PDF, body="%PDF-1.7")

    assert outcome(head(405), file) is Outcome.ALIVE


def test_a_host_that_proves_nothing_is_given_as_the_reason() -> None:
    verdict = step(head(), get(), get(url=nonexistent_page(URL)))

    assert isinstance(verdict, Verdict)
    assert verdict.reason == "the host returns this same page for any path"


def test_any_link_has_a_prober() -> None:
    assert prober_of(link("https://example.org/"), AuditSettings()) is PROBERS["web"]
