"""What an audit waits for, on webs drawn at random and a simulated clock."""

from dataclasses import replace
from statistics import mean

import pytest
from benchmarks.bench_audit_waiting import SETTINGS, Host, Mix, Page, Quota, Says, Score, bound_s, draw, is_right, score

from papertrace.model import Ask, Link, LinkKind, Method, Observation, Outcome, Span, Verdict

SEEDS = (2, 5, 6, 7, 8, 9, 14, 15, 29)


@pytest.fixture(scope="module")
def scores() -> list[Score]:
    return [score(draw(seed)) for seed in SEEDS]


def test_a_mix_is_the_same_whenever_it_is_drawn() -> None:
    assert draw(3) == draw(3)
    assert draw(3) != draw(4)


def test_an_audit_waits_little_longer_than_a_client_that_knows_every_host(scores: list[Score]) -> None:
    ratios = [one.ratio for one in scores]

    assert mean(ratios) <= 1.2
    assert max(ratios) <= 1.5


def test_no_host_is_asked_early_and_no_link_called_dead_for_it(scores: list[Score]) -> None:
    assert [one.counts["early"] for one in scores] == [0] * len(SEEDS)
    assert [one.counts["false deaths"] for one in scores] == [0] * len(SEEDS)
    assert [one.counts["wrong"] for one in scores] == [0] * len(SEEDS)


def test_a_page_of_a_host_that_refuses_without_a_word_may_stay_undecided_after_all_tries() -> None:
    host = Host("a.example", latency_s=0.05, quota=Quota(15, 2, Says.UNAVAILABLE_ALONE))
    link = Link(raw="u", url="http://a.example/plain/x", span=Span("l", 1), kind=LinkKind.PAGE)
    seen = Observation(ask=Ask(method=Method.GET, url=link.url), final_url=link.url, status=503)
    tried = Verdict(link=link, outcome=Outcome.UNSTABLE, reason="503", seen=(seen,) * 4)

    assert is_right(tried, Page.PLAIN, host)
    assert not is_right(replace(tried, seen=(seen,) * 2), Page.PLAIN, host)
    assert not is_right(tried, Page.PLAIN, replace(host, quota=None))
    assert not is_right(replace(tried, outcome=Outcome.DEAD), Page.PLAIN, host)


def mix_of(host: Host, *pages: Page) -> Mix:
    return Mix({host.name: host}, tuple((f"http://{host.name}/{page}/thing-{n}", page) for n, page in enumerate(pages)))


def test_the_bound_of_a_host_is_its_work_at_as_many_requests_at_a_time_as_it_takes() -> None:
    host = Host("a.example", latency_s=0.5, max_at_once=4)

    assert bound_s(mix_of(host, *[Page.PLAIN] * 80)) == pytest.approx(80 * 0.5 / 4)


def test_the_bound_has_the_pauses_of_a_host_and_the_longest_page() -> None:
    quota = Quota(10, 3, Says.SECONDS)
    host = Host("a.example", latency_s=0.001, quota=quota)

    assert bound_s(mix_of(host, *[Page.PLAIN] * 35)) == pytest.approx(9.0, abs=0.01)
    assert bound_s(mix_of(Host("a.example", latency_s=0.001), Page.HANGS)) >= SETTINGS.timeout_s


def test_a_page_that_hangs_after_a_pause_ends_so_much_later() -> None:
    host = Host("a.example", latency_s=0.001, quota=Quota(10, 3, Says.SECONDS))

    assert bound_s(mix_of(host, *[Page.PLAIN] * 9, Page.HANGS)) == pytest.approx(4.0)
    assert bound_s(mix_of(host, *[Page.PLAIN] * 10, Page.HANGS)) == pytest.approx(7.0)


@pytest.mark.parametrize("says", list(Says))
def test_a_host_with_a_quota_loses_no_link_however_it_says_so(says: Says) -> None:
    host = Host("a.example", latency_s=0.05, quota=Quota(15, 2, says))
    found = score(mix_of(host, *[Page.PLAIN] * 100))

    assert found.counts["wrong"] == 0
    assert found.counts["early"] == 0
    assert found.ratio <= 1.5
