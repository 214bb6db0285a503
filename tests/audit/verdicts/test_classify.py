"""From observations to outcomes, and statuses that the user accepts as alive."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from tests.case_tables import cases
from tests.origin.cases import link

from papertrace.audit.verdicts import Conclusion, accept, classify, is_success, is_transient, missing_part
from papertrace.model import Ask, Fault, Hop, Method, Observation, Outcome, Verdict

URL = "https://lab.example.org/project/page"


def seen(
    status: int | None = None,
    *,
    fault: Fault | str | None = None,
    hops: Sequence[int] = (),
    final_url: str = URL,
    title: str = "",
    detail: str = "",
    headers: tuple[tuple[str, str], ...] = (),
    url: str = URL,
) -> Observation:
    return Observation(
        ask=Ask(method=Method.GET, url=url),
        final_url=final_url,
        status=status,
        fault=Fault(fault) if fault else None,
        detail=detail,
        hops=tuple(Hop(url=URL, status=hop) for hop in hops),
        headers=headers,
        body=f"<title>{title}</title>" if title else "",
    )


def test_a_page_that_answers_is_alive() -> None:
    assert classify(seen(200)).outcome is Outcome.ALIVE


@cases("status, outcome")
def test_each_status_has_its_outcome(status: int, outcome: Outcome) -> None:
    assert classify(seen(status)).outcome is outcome


@cases("fault, outcome")
def test_each_fault_has_its_outcome(fault: Fault, outcome: Outcome) -> None:
    assert classify(seen(fault=fault)).outcome is outcome


def test_every_fault_is_covered_above() -> None:
    assert len(Fault) == 14


@cases("hops, outcome")
def test_only_a_chain_of_permanent_redirects_has_moved(hops: tuple[int, ...], outcome: Outcome) -> None:
    conclusion = classify(seen(200, hops=hops, final_url="https://new.example.net/page"))

    assert conclusion.outcome is outcome
    assert conclusion.new_url == ("https://new.example.net/page" if outcome is Outcome.MOVED else None)


def test_a_permanent_redirect_to_a_missing_page_has_not_moved() -> None:
    assert classify(seen(404, hops=(301,))).outcome is Outcome.DEAD


@cases("final_url, outcome", named=True)
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


MOVED_URL = "https://new.example.net/page"


@cases("given, outcome, reason")
def test_each_conclusion_says_why(given: dict[str, Any], outcome: Outcome, reason: str) -> None:
    new_url = MOVED_URL if outcome is Outcome.MOVED else None

    assert classify(seen(**given), n_attempts=2) == Conclusion(outcome=outcome, reason=reason, new_url=new_url)


@pytest.mark.parametrize("observed", [seen(429), seen(503), seen(fault=Fault.RESET, detail="reset")])
def test_a_single_attempt_is_not_counted_in_the_reason(observed: Observation) -> None:
    assert "attempt" not in classify(observed).reason
    assert classify(observed) == classify(observed, n_attempts=1)


@pytest.mark.parametrize(("status", "works"), [(None, False), (199, False), (200, True), (299, True), (300, False)])
def test_only_statuses_from_200_to_299_are_a_success(status: int | None, works: bool) -> None:  # noqa: FBT001
    assert is_success(seen(status)) is works


@pytest.mark.parametrize("status", [404, 410])
def test_a_missing_page_is_gone_unless_a_wall_answers(status: int) -> None:
    assert classify(seen(status, title="A page that was here")).outcome is Outcome.DEAD
    assert classify(seen(status, title="Just a moment...")).outcome is Outcome.SUSPECT
    assert not is_transient(seen(status, headers=(("cf-mitigated", "challenge"),)))
    assert classify(seen(status, headers=(("cf-mitigated", "block"),))).outcome is Outcome.DEAD
    assert classify(seen(status, headers=(("cf-mitigated", "challenge"),))).outcome is Outcome.RESTRICTED


def test_a_missing_page_that_sends_browsers_on_is_suspect_unless_to_the_front_page() -> None:
    def outcome(body: str) -> Outcome:
        return classify(replace(seen(404), body=body)).outcome

    refresh = "<meta http-equiv=refresh content='0; url={}'>"
    assert outcome("<title>Redirecting</title>" + refresh.format("/new/place")) is Outcome.SUSPECT
    assert outcome("<script>location = '/new/place'</script>") is Outcome.SUSPECT
    assert outcome("<title>Redirecting</title>" + refresh.format("/")) is Outcome.DEAD
    assert outcome("<title>Redirecting</title>" + refresh.format("http://[half/")) is Outcome.DEAD
    assert outcome("<title>Page not found</title>" + refresh.format("/search")) is Outcome.DEAD


def test_a_missing_page_that_takes_browsers_to_an_application_is_suspect() -> None:
    app = "<script>var l = window.location; l.replace(l.origin + '/?/' + l.pathname.slice(1));</script>"
    stores = "<script>sessionStorage.redirect = location.href;</script><meta http-equiv=refresh content='0;URL=/'>"
    reads = "<script>var p = location.pathname; if (p) location.replace('/#' + p);</script>"
    counts = "<h1>Page not found</h1><script>count('/404?from=' + location.pathname);</script>"

    archive = "<h1>Gone</h1><script>old.href = 'https://archive.example.org' + location.pathname;</script>"
    names = "<h1>Gone</h1><script>p.innerHTML = p.innerHTML.replace('PATH', location.pathname);</script>"
    bodies = (app, stores, reads, counts, archive, names)

    assert [classify(replace(seen(404), body=body)).outcome for body in bodies] == [
        *[Outcome.SUSPECT] * 3,
        *[Outcome.DEAD] * 3,
    ]


@cases("hop, outcome, paths", named=True)
def test_the_path_of_a_redirect_says_what_stands_there(hop: int, outcome: str, paths: str) -> None:
    for path in paths.split():
        found = classify(seen(200, hops=(hop,), final_url=f"https://lab.example.org{path}"))
        assert found.outcome == outcome
        assert (found.reason == f"redirects to a login page: https://lab.example.org{path}") == (outcome == "suspect")


@cases("final, new_url")
def test_a_session_is_no_part_of_a_new_address(final: str, new_url: str | None) -> None:
    conclusion = classify(seen(200, hops=(301,), final_url=final))

    assert (conclusion.outcome, conclusion.new_url) == (Outcome.MOVED if new_url else Outcome.ALIVE, new_url)


@cases("requested, final")
def test_a_link_to_such_a_page_may_be_redirected_to_another_of_the_kind(requested: str, final: str) -> None:
    assert classify(seen(200, hops=(302,), url=requested, final_url=final)).outcome is Outcome.ALIVE


@cases("requested, final, outcome")
def test_where_a_redirect_leads_is_compared_with_where_the_link_leads(
    requested: str, final: str, outcome: Outcome
) -> None:
    assert classify(seen(200, hops=(302,), url=requested, final_url=final)).outcome is outcome


def test_a_session_that_was_requested_stays_in_the_address() -> None:
    new_url = "https://www.example.org/talk?session_id=20260131"
    conclusion = classify(seen(200, hops=(301,), url="http://example.org/talk?session_id=20260131", final_url=new_url))

    assert (conclusion.outcome, conclusion.new_url) == (Outcome.MOVED, new_url)


def test_a_header_that_not_only_walls_send_leaves_a_404_dead() -> None:
    assert classify(seen(404, headers=(("akamai-cache-status", "Error from child"),))).outcome is Outcome.DEAD


@pytest.mark.parametrize(
    "title", ["403 Forbidden", "502 Bad Gateway errors", "Error establishing a database connection: what to do"]
)
def test_an_article_about_an_error_is_alive(title: str) -> None:
    body = f"<title>{title}</title><h1>{title}</h1><p>{'word ' * 500}"

    assert classify(replace(seen(200), body=body)).outcome is Outcome.ALIVE


@cases("url, final_url, outcome", named=True)
def test_a_page_about_logging_in_is_no_log_in(url: str, final_url: str, outcome: Outcome) -> None:
    site = "https://lab.example.org"
    one = seen(200, hops=(301,), url=site + url, final_url=site + final_url)

    assert classify(one).outcome is outcome


@cases("status, body, outcome", named=True)
def test_what_stops_a_checker_is_no_death(status: int, body: str, outcome: Outcome) -> None:
    ask = Ask(method=Method.GET, url="https://h.example/x")

    assert classify(Observation(ask=ask, final_url=ask.url, status=status, body=body)).outcome is outcome


def test_a_heading_that_a_script_renders_is_found_among_the_data_of_its_page() -> None:
    data = '<script type="application/json">{"toc": [{"anchor":"shiv"}]}</script>'

    assert missing_part("https://h.example/acme/shiv#shiv", data) is None
    assert missing_part("https://h.example/acme/shiv#chiv", data) == "chiv"


OWN_URL = "https://www.example.org/a"
SEEN = Observation(ask=Ask(method=Method.GET, url=OWN_URL), final_url=OWN_URL, status=403)
VERDICT = Verdict(
    link=link(OWN_URL),
    outcome=Outcome.RESTRICTED,
    reason="403 Forbidden",
    seen=(SEEN,),
    failing_since="2026-01-01T00:00:00Z",
    n_failing=2,
)


def test_an_accepted_status_is_alive_and_says_so() -> None:
    found = accept(VERDICT, {403, 999})

    assert found.outcome is Outcome.ALIVE
    assert found.reason == "403 Forbidden (accepted: 403 counts as alive here)"
    assert (found.failing_since, found.n_failing) == (None, 0)


@pytest.mark.parametrize(
    ("verdict", "statuses"),
    [
        pytest.param(VERDICT, set(), id="nothing"),
        pytest.param(VERDICT, {999}, id="what was not named"),
        pytest.param(replace(VERDICT, outcome=Outcome.MOVED, seen=(replace(SEEN, status=200),)), {200}, id="alive"),
        pytest.param(replace(VERDICT, seen=(replace(SEEN, status=None, fault=Fault.TIMEOUT),)), {403}, id="a fault"),
        pytest.param(
            replace(VERDICT, seen=(replace(SEEN, ask=Ask(method=Method.GET, url="https://api.example.net/a")),)),
            {403},
            id="the status of another host",
        ),
    ],
)
def test_nothing_else_is_accepted(verdict: Verdict, statuses: set[int]) -> None:
    assert accept(verdict, statuses) == verdict


@cases("statuses, outcome", named=True)
def test_a_link_whose_redirects_are_accepted_has_not_moved(statuses: set[int], outcome: Outcome) -> None:
    hops = (Hop(url=OWN_URL, status=301), Hop(url=f"{OWN_URL}/b", status=308))
    seen = replace(SEEN, status=200, final_url=f"{OWN_URL}/c", hops=hops)
    moved = replace(VERDICT, outcome=Outcome.MOVED, reason="moved permanently", seen=(seen,), new_url=f"{OWN_URL}/c")

    found = accept(moved, statuses)
    assert found.outcome is outcome
    assert (found.new_url is None) is (outcome is Outcome.ALIVE)
