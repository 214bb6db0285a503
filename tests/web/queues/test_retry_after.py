"""How long a host asks clients to wait."""

import pytest
from tests.case_tables import cases

from papertrace.web.exchange import Answer
from papertrace.web.queues import MAX_GAP_S, MAX_WAIT_S, requested_wait_s, stated_pace

DATE = ("date", "Mon, 05 Jan 2026 12:00:00 GMT")
EPOCH = 1767614400


def test_an_answer_without_such_headers_requests_no_wait() -> None:
    assert requested_wait_s(Answer(status=200)) is None


@pytest.mark.parametrize(
    ("status", "headers", "seconds"),
    [
        pytest.param(429, [("retry-after", "7")], 7, id="seconds"),
        pytest.param(503, [("retry-after", " 7 ")], 7, id="seconds of an overload"),
        pytest.param(403, [("retry-after", "60")], 60, id="seconds of GitHub's secondary limit"),
        pytest.param(429, [DATE, ("retry-after", "Mon, 05 Jan 2026 12:01:00 GMT")], 60, id="date"),
        pytest.param(429, [DATE, ("retry-after", "Mon, 05 Jan 2026 11:00:00 GMT")], 0, id="date gone by"),
        pytest.param(429, [("retry-after", "Mon, 05 Jan 2026 12:00:09 GMT")], 9, id="date by our clock"),
        pytest.param(429, [("retry-after", "3s")], 3, id="seconds with a unit"),
        pytest.param(429, [("retry-after", "30 seconds")], 30, id="seconds with a word"),
        pytest.param(429, [("retry-after", "3 apples")], None, id="another unit"),
        pytest.param(429, [("retry-after", "soon")], None, id="no date"),
        pytest.param(429, [("retry-after", "-5")], None, id="negative"),
        pytest.param(429, [("retry-after", "9" * 400)], MAX_WAIT_S, id="for ever"),
        pytest.param(301, [("retry-after", "7")], None, id="of a redirect"),
        pytest.param(200, [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "30")], 30, id="budget in seconds"),
        pytest.param(
            200, [DATE, ("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", str(EPOCH + 30))], 30, id="budget as date"
        ),
        pytest.param(200, [("x-ratelimit-remaining", "1"), ("x-ratelimit-reset", "30")], None, id="budget left"),
        pytest.param(200, [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "nan")], None, id="not a number"),
        pytest.param(200, [("x-ratelimit-remaining", "0")], None, id="no reset"),
        pytest.param(200, [("ratelimit-remaining", "0"), ("ratelimit-reset", "5")], 5, id="older draft"),
        pytest.param(200, [("ratelimit", "limit=100, remaining=0, reset=12")], 12, id="middle draft"),
        pytest.param(200, [("ratelimit", '"default";r=0;t=12')], 12, id="newer draft"),
        pytest.param(200, [("ratelimit", '"default";r=5;t=12')], None, id="newer draft, budget left"),
        pytest.param(200, [("ratelimit", '"burst";r=0;t=2, "day";r=90;t=86400')], 2, id="the first of two policies"),
        pytest.param(200, [("ratelimit", '"burst";r=9;t=2, "day";r=0;t=86400')], 86400, id="the second of two"),
        pytest.param(200, [("ratelimit", '"burst";r=0;t=2, "day";r=0;t=60')], 60, id="both"),
        pytest.param(
            200, [("ratelimit", '"burst";r=0, "day";r=5;t=60')], None, id="a spent one that does not say when"
        ),
        pytest.param(429, [("retry-after", "3"), ("ratelimit", '"x";r=0;t=12')], 12, id="the longer of two"),
    ],
)
def test_a_wait_is_read_from_the_headers(status: int, headers: list[tuple[str, str]], seconds: float | None) -> None:
    answer = Answer(status=status, headers=tuple(headers), at="2026-01-05T12:00:00Z")

    assert requested_wait_s(answer) == seconds


def test_the_interval_of_a_quota_is_the_wait_after_a_refusal_that_states_no_other() -> None:
    headers = (("x-rate-limit-interval", "1s"),)

    assert requested_wait_s(Answer(status=429, headers=headers), is_refusal=True) == 1
    assert requested_wait_s(Answer(status=200, headers=headers)) is None


@pytest.mark.parametrize(
    ("headers", "pace"),
    [
        pytest.param([], None, id="nothing"),
        pytest.param([("x-rate-limit-limit", "5"), ("x-rate-limit-interval", "1s")], (0.2, 1), id="one at a time"),
        pytest.param(
            [("x-rate-limit-limit", "10"), ("x-rate-limit-interval", "1s"), ("x-concurrency-limit", "3")],
            (0.1, 3),
            id="three at a time",
        ),
        pytest.param([("x-rate-limit-limit", "50, 5"), ("x-rate-limit-interval", "1 s")], (0.2, 1), id="two limits"),
        pytest.param([("x-rate-limit-limit", "0"), ("x-rate-limit-interval", "2s")], (2.0, 1), id="no limit at all"),
        pytest.param([("x-rate-limit-limit", "1"), ("x-rate-limit-interval", "9999s")], (MAX_GAP_S, 1), id="an hour"),
        pytest.param([("x-rate-limit-limit", "5"), ("x-rate-limit-interval", "1m")], (12.0, 1), id="minutes"),
        pytest.param([("x-rate-limit-limit", "900")], None, id="no interval"),
        pytest.param([("x-rate-limit-limit", "x"), ("x-rate-limit-interval", "1s")], None, id="no number"),
    ],
)
def test_the_pace_that_a_host_states_with_every_answer_is_read(
    headers: list[tuple[str, str]], pace: tuple[float, int] | None
) -> None:
    assert stated_pace(Answer(status=200, headers=tuple(headers))) == pace


@cases("headers, seconds", named=True, headers=list)
def test_a_quota_that_is_used_up_requests_the_wait_until_its_reset(
    headers: list[tuple[str, str]], seconds: float | None
) -> None:
    assert requested_wait_s(Answer(status=403, headers=tuple(headers))) == seconds
