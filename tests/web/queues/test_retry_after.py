"""How long a host asks clients to wait."""

import pytest

from papertrace.web.exchange import Answer
from papertrace.web.queues.retry_after import MAX_INTERVAL_S, MAX_WAIT_S, requested_wait_s, stated_interval_s

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


@pytest.mark.parametrize(
    ("limit", "interval", "seconds"),
    [
        pytest.param("1", "1s", 1.0, id="lists of Crossref"),
        pytest.param("50", "1s", 0.02, id="polite pool"),
        pytest.param("5", "1m", 12.0, id="minutes"),
        pytest.param("1", "9999h", MAX_INTERVAL_S, id="for ever"),
        pytest.param("0", "1s", None, id="none"),
        pytest.param("many", "1s", None, id="not a number"),
        pytest.param("5", "soon", None, id="not a time"),
        pytest.param("5", "", None, id="no interval"),
    ],
)
def test_a_stated_rate_is_an_interval_between_requests(limit: str, interval: str, seconds: float | None) -> None:
    answer = Answer(status=200, headers=(("x-rate-limit-limit", limit), ("x-rate-limit-interval", interval)))

    assert stated_interval_s(answer) == seconds
