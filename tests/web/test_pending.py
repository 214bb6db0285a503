"""One ask with its retries."""

import pytest

from papertrace.audit import AuditSettings
from papertrace.model import Ask, Fault, Method
from papertrace.web.client import NextStep, PendingAsk, Terms
from papertrace.web.exchange import Answer

URL = "https://example.org/a"
WITHHELD = Answer(fault=Fault.WITHHELD, detail="the host keeps asking to wait")


def pending(method: Method = Method.GET, *, n_failed: int = 0) -> PendingAsk:
    return PendingAsk(Ask(method=method, url=URL), AuditSettings(retries=2), terms=Terms(n_failed=n_failed))


def test_a_final_answer_ends_it() -> None:
    one = pending()

    assert one.take(Answer(status=404)) is NextStep.DONE
    assert one.is_over
    assert [seen.status for seen in one.seen] == [404]


def test_a_transient_answer_is_retried_until_the_retries_are_exhausted() -> None:
    one = pending()

    assert [one.take(Answer(status=500)) for _ in range(3)] == [NextStep.RETRY, NextStep.RETRY, NextStep.DONE]
    assert [seen.status for seen in one.seen] == [500, 500, 500]


@pytest.mark.parametrize("status", [429, 503])
def test_a_host_that_may_refuse_without_saying_how_long_is_asked_more_often(status: int) -> None:
    one = pending()
    assert [one.take(Answer(status=status)) for _ in range(5)] == [NextStep.RETRY] * 4 + [NextStep.DONE]
    assert one.backoff_s == 1.0

    says = pending()
    stated = Answer(status=status, headers=(("retry-after", "1"),))
    assert says.is_refused(stated)
    assert [says.take(stated) for _ in range(3)] == [NextStep.RETRY, NextStep.RETRY, NextStep.DONE]


@pytest.mark.parametrize("before", [Answer(status=503), Answer(fault=Fault.RESET)], ids=["unavailable", "reset"])
@pytest.mark.parametrize("status", [429, 503])
def test_a_refusal_with_a_time_takes_no_try_from_a_page_that_has_failed(status: int, before: Answer) -> None:
    one = PendingAsk(Ask(method=Method.GET, url=URL), AuditSettings(retries=1))
    stated = Answer(status=status, headers=(("retry-after", "1"),))

    assert [one.take(answer) for answer in (before, stated, Answer(status=200))] == [
        NextStep.RETRY,
        NextStep.RETRY,
        NextStep.DONE,
    ]


@pytest.mark.parametrize(
    ("answer", "is_over"),
    [
        (Answer(status=429, headers=(("retry-after", "60"),)), True),
        (Answer(status=429, headers=(("retry-after", "4"),)), False),
        (Answer(status=429), False),
        (Answer(fault=Fault.TIMEOUT), True),
        (Answer(fault=Fault.RESET), False),
    ],
)
def test_a_question_is_not_repeated_if_that_takes_longer_than_it_is_worth(answer: Answer, *, is_over: bool) -> None:
    ask = Ask(method=Method.GET, url=URL, accept="application/json")
    one = PendingAsk(ask, AuditSettings(retries=2), terms=Terms(max_wait_s=4.0))

    assert (one.take(answer) is NextStep.DONE) == is_over


def test_earlier_failures_count() -> None:
    one = pending(n_failed=1)

    assert [one.take(Answer(fault=Fault.TIMEOUT)) for _ in range(2)] == [NextStep.RETRY, NextStep.DONE]


def test_head_is_never_retried() -> None:
    assert pending(Method.HEAD).take(Answer(status=503)) is NextStep.DONE


def test_a_redirect_is_followed_and_a_retry_starts_over() -> None:
    one = pending()

    assert one.take(Answer(status=302, headers=(("location", "https://example.net/b"),))) is NextStep.REDIRECT
    assert one.host == "example.net"
    assert one.take(Answer(status=503)) is NextStep.RETRY
    assert one.request().url == URL


def test_the_pause_doubles() -> None:
    one = pending()
    pauses = []
    for _ in range(2):
        one.take(Answer(status=500))
        pauses.append(one.backoff_s)

    assert pauses == [1.0, 2.0]


@pytest.mark.parametrize(
    ("before", "seen"),
    [
        pytest.param([], [Fault.WITHHELD], id="never asked"),
        pytest.param([Answer(status=429)], [429], id="refused before"),
    ],
)
def test_a_withheld_retry_leaves_the_earlier_observation(before: list[Answer], seen: list[object]) -> None:
    one = pending()
    for answer in before:
        one.take(answer)

    assert one.take(WITHHELD) is NextStep.DONE
    assert [observation.status or observation.fault for observation in one.seen] == seen


def test_the_try_after_a_timeout_is_short() -> None:
    one = PendingAsk(Ask(method=Method.GET, url=URL), AuditSettings(retries=1, timeout_s=8.0, deadline_s=20.0))

    assert one.request().seconds_left == 20.0
    assert one.take(Answer(fault=Fault.TIMEOUT)) is NextStep.RETRY
    assert one.is_timed_out
    assert one.request().seconds_left == 2.0


def test_a_question_to_a_service_has_its_time_again_after_a_timeout() -> None:
    ask = Ask(method=Method.GET, url=URL, accept="application/json")
    one = PendingAsk(ask, AuditSettings(retries=1, timeout_s=8.0, deadline_s=20.0))

    assert one.take(Answer(fault=Fault.TIMEOUT)) is NextStep.RETRY
    assert not one.is_timed_out
    assert one.request().seconds_left == 20.0


def test_the_try_after_another_failure_is_not() -> None:
    one = PendingAsk(Ask(method=Method.GET, url=URL), AuditSettings(retries=1, timeout_s=8.0, deadline_s=20.0))

    assert one.take(Answer(status=503)) is NextStep.RETRY
    assert not one.is_timed_out
    assert one.request().seconds_left == 20.0


def test_a_refusal_after_a_failure_is_not_the_last_try() -> None:
    one = pending(n_failed=1)  # one retry is left

    assert one.take(Answer(fault=Fault.RESET)) is NextStep.RETRY
    assert one.take(Answer(status=429, headers=(("retry-after", "3"),))) is NextStep.RETRY
    assert one.take(Answer(status=429, headers=(("retry-after", "3"),))) is NextStep.DONE
