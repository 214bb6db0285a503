"""How long a host asks clients to wait."""

from tests.case_tables import cases

from papertrace.web.exchange import Answer
from papertrace.web.queues import requested_wait_s, stated_pace

DATE = ("date", "Mon, 05 Jan 2026 12:00:00 GMT")
EPOCH = 1767614400


def test_an_answer_without_such_headers_requests_no_wait() -> None:
    assert requested_wait_s(Answer(status=200)) is None


@cases("status, headers, seconds", named=True, headers=list)
def test_a_wait_is_read_from_the_headers(status: int, headers: list[tuple[str, str]], seconds: float | None) -> None:
    answer = Answer(status=status, headers=tuple(headers), at="2026-01-05T12:00:00Z")

    assert requested_wait_s(answer) == seconds


def test_the_interval_of_a_quota_is_the_wait_after_a_refusal_that_states_no_other() -> None:
    headers = (("x-rate-limit-interval", "1s"),)

    assert requested_wait_s(Answer(status=429, headers=headers), is_refusal=True) == 1
    assert requested_wait_s(Answer(status=200, headers=headers)) is None


@cases("headers, pace", named=True, headers=list)
def test_the_pace_that_a_host_states_with_every_answer_is_read(
    headers: list[tuple[str, str]], pace: tuple[float, int] | None
) -> None:
    assert stated_pace(Answer(status=200, headers=tuple(headers))) == pace


@cases("headers, seconds", named=True, headers=list)
def test_a_quota_that_is_used_up_requests_the_wait_until_its_reset(
    headers: list[tuple[str, str]], seconds: float | None
) -> None:
    assert requested_wait_s(Answer(status=403, headers=tuple(headers))) == seconds
