"""Statuses that the user accepts as alive."""

from dataclasses import replace

from tests.case_tables import cases
from tests.origin.cases import link

from papertrace.audit.verdicts import accept
from papertrace.model import Ask, Fault, Hop, Method, Observation, Outcome, Verdict

URL = "https://www.example.org/a"
SEEN = Observation(ask=Ask(method=Method.GET, url=URL), final_url=URL, status=403)
VERDICT = Verdict(
    link=link(URL),
    outcome=Outcome.RESTRICTED,
    reason="403 Forbidden",
    seen=(SEEN,),
    failing_since="2026-01-01T00:00:00Z",
    n_failing=2,
)


def test_nothing_is_accepted_that_was_not_named() -> None:
    assert accept(VERDICT, frozenset()) == VERDICT
    assert accept(VERDICT, {999}) == VERDICT


def test_an_accepted_status_is_alive_and_says_so() -> None:
    found = accept(VERDICT, {403, 999})

    assert found.outcome is Outcome.ALIVE
    assert found.reason == "403 Forbidden (accepted: 403 counts as alive here)"
    assert (found.failing_since, found.n_failing) == (None, 0)


def test_a_living_link_stays_unchanged() -> None:
    moved = replace(VERDICT, outcome=Outcome.MOVED, seen=(replace(SEEN, status=200),))

    assert accept(moved, {200}) == moved


def test_a_fault_has_no_status() -> None:
    failed = replace(VERDICT, seen=(replace(SEEN, status=None, fault=Fault.TIMEOUT),))

    assert accept(failed, {403}) == failed


def test_the_status_of_another_host_is_not_accepted() -> None:
    api = replace(SEEN, ask=Ask(method=Method.GET, url="https://api.example.net/a"))

    assert accept(replace(VERDICT, seen=(api,)), {403}).outcome is Outcome.RESTRICTED


@cases("statuses, outcome", named=True, statuses=set, outcome=Outcome)
def test_a_link_whose_redirects_are_accepted_has_not_moved(statuses: set[int], outcome: Outcome) -> None:
    hops = (Hop(url=URL, status=301), Hop(url=f"{URL}/b", status=308))
    seen = replace(SEEN, status=200, final_url=f"{URL}/c", hops=hops)
    moved = replace(VERDICT, outcome=Outcome.MOVED, reason="moved permanently", seen=(seen,), new_url=f"{URL}/c")

    found = accept(moved, statuses)
    assert found.outcome is outcome
    assert (found.new_url is None) is (outcome is Outcome.ALIVE)
