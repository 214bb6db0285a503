"""When each host may be sent a request, on a simulated clock."""

import math

import pytest

from papertrace.web.queues.host_queues import (
    ANSWERS_ALONE,
    ANSWERS_BEFORE_SPEEDUP,
    ANSWERS_BEFORE_TRUST,
    ANSWERS_PER_SLOT,
    CONTINUED,
    MIN_PATIENCE_S,
    MIN_STAGGER_S,
    NEW,
    PATIENCE_FACTOR,
    REFUSED,
    RETRY,
    SLOW_S,
    HostQueues,
)


def drain(queues: HostQueues[str], now: float) -> list[str]:
    """Take every item that may be sent now, each answered at once."""
    taken = []
    while (turn := queues.take(now)) is not None:
        host, item = turn
        queues.done(host, item)
        taken.append(item)
    return taken


def test_empty_queues_have_no_item_and_no_time_to_wake() -> None:
    queues: HostQueues[str] = HostQueues()

    assert queues.take(0.0) is None
    assert queues.wake_at() is None


def test_links_are_requested_in_their_order() -> None:
    queues: HostQueues[str] = HostQueues()
    for host, item in (("a", "a1"), ("a", "a2"), ("b", "b1"), ("a", "a3")):
        queues.put(host, item)

    assert drain(queues, 0.0) == ["a1", "a2", "b1", "a3"]


def test_links_in_progress_come_before_new_ones_and_retries_last() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.put("a", "again", rank=RETRY)
    queues.put("b", "new", rank=NEW)
    queues.put("c", "continued", rank=CONTINUED)
    queues.put("d", "refused", rank=REFUSED)

    assert drain(queues, 0.0) == ["refused", "continued", "new", "again"]


def test_a_host_that_answers_quickly_receives_one_request_at_a_time() -> None:
    queues: HostQueues[str] = HostQueues(stagger_s=0.25)
    for item in "123":
        queues.put("a", item)

    assert queues.take(0.0) == ("a", "1")
    assert queues.take(0.1) is None
    queues.done("a", "1")
    assert queues.take(0.1) == ("a", "2")


def test_a_slow_host_does_not_hold_up_its_other_links() -> None:
    queues: HostQueues[str] = HostQueues(per_host=2, stagger_s=0.25)
    for item in "123":
        queues.put("a", item)

    queues.take(0.0)
    assert queues.wake_at() == 0.25
    assert queues.take(0.25) == ("a", "2")
    assert queues.wake_at() is None
    assert queues.take(9.0) is None


def test_a_page_that_hangs_does_not_slow_down_the_quick_ones_of_its_host() -> None:
    queues: HostQueues[str] = HostQueues(stagger_s=0.25)
    for item in ("hangs", "1", "2"):
        queues.put("a", item)

    queues.take(0.0)
    assert queues.take(0.25) == ("a", "1")
    queues.done("a", "1")
    assert queues.take(0.26) == ("a", "2")


def answer_all(queues: HostQueues[int], n_items: int, latency_s: float) -> float:
    """Send items to one host, each answered after a delay, and return when the last answer has arrived."""
    for number in range(n_items):
        queues.put("a", number)
    now = 0.0
    under_way: list[tuple[float, int]] = []
    while n_items:
        while (turn := queues.take(now)) is not None:
            under_way.append((now + latency_s, turn[1]))
        wake_at = queues.wake_at()
        now = min([ends for ends, _ in under_way] + ([] if wake_at is None else [wake_at]))
        for answered in [pair for pair in under_way if pair[0] <= now]:
            under_way.remove(answered)
            queues.done("a", answered[1], now)
            queues.record_answer("a", latency_s)
            n_items -= 1
    return now


def test_a_distant_host_receives_more_and_more_requests_up_to_the_limit() -> None:
    took_s = answer_all(HostQueues(per_host=8, stagger_s=0.25), 200, latency_s=0.4)

    assert 200 / 8 * 0.4 <= took_s <= 1.4 * 200 / 8 * 0.4


def test_a_nearby_host_receives_one_request_at_a_time_until_it_has_answered_many() -> None:
    took_s = answer_all(HostQueues(per_host=8, stagger_s=0.25), ANSWERS_PER_SLOT, latency_s=0.02)

    assert took_s >= ANSWERS_PER_SLOT * 0.02 * 0.999


def test_a_distant_host_that_fails_is_slowed_down_again() -> None:
    queues: HostQueues[str] = HostQueues(per_host=8, stagger_s=0.25)
    for _ in range(32):
        queues.record_answer("a", 0.4)
    queues.record_failure("a")
    for item in "12":
        queues.put("a", item)

    assert queues.take(0.0) == ("a", "1")
    assert queues.wake_at() == 0.25


def test_a_slow_page_of_a_fast_host_stops_counting_sooner() -> None:
    queues: HostQueues[str] = HostQueues(per_host=8, stagger_s=0.25)
    for item in "123":
        queues.put("a", item)
    queues.record_answer("a", 1.0)  # one slow page in between does not change what is typical
    for _ in range(60):
        queues.record_answer("a", 0.01)

    queues.take(0.0)
    wake_at = queues.wake_at()
    assert wake_at is not None
    assert 0.05 < wake_at < 0.2


def test_a_host_with_few_answers_is_not_trusted_yet() -> None:
    queues: HostQueues[str] = HostQueues(per_host=8, stagger_s=0.25)
    for item in "12":
        queues.put("a", item)
    for _ in range(20):
        queues.record_answer("a", 0.01)

    queues.take(0.0)
    assert queues.wake_at() == 0.25


def test_a_host_that_asked_to_wait_is_skipped_for_all_its_links() -> None:
    queues: HostQueues[str] = HostQueues()
    for host, item in (("a", "a1"), ("a", "a2"), ("b", "b1"), ("b", "b2")):
        queues.put(host, item)
    queues.take(0.0)
    queues.done("a", "a1")
    queues.pause("a", 10.0, 0.0)

    assert drain(queues, 0.0) == ["b1", "b2"]
    assert queues.wake_at() == 10.0
    assert queues.take(9.999) is None
    assert queues.take(10.0) == ("a", "a2")


def test_a_host_that_asked_to_wait_comes_first_when_it_may_be_asked_again() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.put("a", "failed", rank=RETRY)
    queues.put("b", "begun", rank=CONTINUED)
    queues.pause("a", 10.0, 0.0)

    assert queues.take(10.0) == ("a", "failed")
    assert queues.take(10.0) == ("b", "begun")


def test_a_shorter_wait_does_not_shorten_a_longer_one() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.put("a", "1")
    queues.pause("a", 10.0, 0.0)
    queues.pause("a", 1.0, 0.0)

    assert queues.wake_at() == 10.0


def test_a_page_that_hangs_does_not_delay_a_host_that_asked_to_wait() -> None:
    queues: HostQueues[str] = HostQueues(per_host=8, stagger_s=0.25)
    for item in "12":
        queues.put("a", item)
    queues.pause("a", 1.0, 0.0)

    assert queues.take(1.0) == ("a", "1")
    assert queues.take(1.2) is None
    assert queues.take(1.25) == ("a", "2")


def test_a_host_that_refused_one_of_two_requests_receives_one_at_a_time_for_a_while() -> None:
    queues: HostQueues[str] = HostQueues(per_host=8, stagger_s=0.25)
    for item in "1234":
        queues.put("a", item)
    queues.take(0.0)
    assert queues.take(0.25) == ("a", "2")
    queues.done("a", "2", 0.3)
    queues.pause("a", 1.0, 0.3)

    assert queues.take(100.0) is None
    queues.done("a", "1", 100.0)
    assert queues.take(100.0) == ("a", "3")
    assert queues.take(200.0) is None
    for _ in range(ANSWERS_ALONE):
        queues.record_answer("a", 0.01)
    queues.put("a", "5")
    assert queues.take(200.0) == ("a", "4")


def test_a_host_that_asked_to_wait_is_not_sent_requests_at_shorter_intervals() -> None:
    queues: HostQueues[str] = HostQueues(per_host=8, stagger_s=0.25)
    queues.pause("a", 1.0, 0.0)
    for _ in range(500):
        queues.record_answer("a", 0.01)
    for item in "12":
        queues.put("a", item)

    assert queues.take(2.0) == ("a", "1")
    assert queues.wake_at() == 2.25


def test_a_host_that_never_refuses_earns_more_requests_at_a_time() -> None:
    queues: HostQueues[str] = HostQueues(per_host=3, stagger_s=0.25)
    for _ in range(9 * ANSWERS_PER_SLOT):
        queues.record_answer("a", 0.01)
    for item in "1234":
        queues.put("a", item)

    assert [queues.take(0.0) for _ in range(4)] == [("a", "1"), ("a", "2"), ("a", "3"), None]


def test_a_retry_waits_for_its_own_time() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.put("a", "later", rank=RETRY, not_before=5.0)
    queues.put("a", "now")

    assert drain(queues, 0.0) == ["now"]
    assert queues.wake_at() == 5.0
    assert drain(queues, 5.0) == ["later"]


def test_a_host_that_asks_for_too_long_a_wait_is_closed_and_returns_its_queue_in_order() -> None:
    queues: HostQueues[str] = HostQueues(max_wait_s=60.0)
    queues.put("a", "1")
    queues.put("a", "3", not_before=5.0)
    queues.put("a", "2", rank=CONTINUED)

    assert queues.pause("a", 60.0, 0.0) == []
    assert queues.closed_reason("a") is None
    assert queues.pause("a", 61.0, 0.0) == ["1", "3", "2"]
    assert queues.closed_reason("a") == "the host asks to wait for 61 s, longer than this audit waits"
    assert queues.take(math.inf) is None


def test_consecutive_waits_add_up_until_an_answer_resets_them() -> None:
    queues: HostQueues[str] = HostQueues(max_wait_s=10.0)

    queues.pause("a", 8.0, 0.0)
    queues.record_answer("a")
    queues.pause("a", 8.0, 8.0)
    assert queues.closed_reason("a") is None
    queues.pause("a", 8.0, 16.0)
    assert queues.closed_reason("a") == "the host keeps asking to wait"


def test_a_host_with_an_interval_is_asked_that_long_after_its_answer() -> None:
    queues: HostQueues[str] = HostQueues(per_host=8, stagger_s=0.25)
    queues.set_interval("a", 3.0)
    for item in "12":
        queues.put("a", item)

    assert queues.take(0.0) == ("a", "1")
    assert queues.take(2.0) is None
    queues.done("a", "1", 2.5)
    assert queues.take(5.4) is None
    assert queues.wake_at() == 5.5
    assert queues.take(5.5) == ("a", "2")


def test_a_host_that_states_its_pace_is_sent_requests_at_that_pace() -> None:
    queues: HostQueues[str] = HostQueues()
    for number in range(4):
        queues.put("a", str(number))
    sent = []
    assert queues.take(0.0) == ("a", "0")
    queues.done("a", "0", 0.1)
    queues.set_pace("a", 0.5, 1, 0.1)
    now = 0.1
    while (at := queues.wake_at()) is not None:
        now = max(now, at)
        turn = queues.take(now)
        assert turn is not None
        sent.append(now)
        queues.done(*turn, now + 0.01)

    assert sent == [0.6, 1.1, 1.6]


def test_no_more_requests_are_in_flight_than_a_host_states() -> None:
    queues: HostQueues[str] = HostQueues(stagger_s=0.0)
    for number in range(5):
        queues.put("a", str(number))
    queues.set_pace("a", 0.1, 2, 0.0)

    taken = [queues.take(now) for now in (0.0, 0.2, 0.4, 0.6, 5.0)]

    assert [turn is not None for turn in taken] == [False, True, True, False, False]


def test_a_stated_pace_does_not_loosen_the_interval_of_a_registry() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.set_interval("a", 3.0)
    queues.set_pace("a", 0.1, 5, 0.0)
    for item in "12":
        queues.put("a", item)

    assert queues.take(1.0) == ("a", "1")
    assert queues.take(1.5) is None
    queues.done("a", "1", 2.0)
    assert queues.wake_at() == 5.0


def test_a_limit_of_a_host_holds_against_a_faster_pace() -> None:
    queues: HostQueues[str] = HostQueues(per_host=8)
    queues.set_limit("slow.example", 1, gap_s=0.5)
    for item in "abc":
        queues.put("slow.example", item)
    assert queues.take(0.0) == ("slow.example", "a")
    assert queues.take(10.0) is None
    queues.set_pace("slow.example", gap_s=0.0, limit=8, now=10.0)
    queues.done("slow.example", "a", 10.0)
    assert queues.take(10.0) == ("slow.example", "b")
    queues.done("slow.example", "b", 10.1)
    assert queues.take(10.4) is None
    assert queues.take(10.5) == ("slow.example", "c")


FAST_S, DISTANT_S = 0.02, 0.4


def interval_s(queues: HostQueues[str], now: float = 0.0) -> float:
    """Return after how many seconds a second request is sent to host "a" while the first is in flight."""
    queues.put("a", "probe 1")
    queues.put("a", "probe 2")
    first = queues.take(now)
    wake_at = queues.wake_at()
    assert first is not None
    assert wake_at is not None
    second = queues.take(wake_at)
    assert second is not None
    queues.done(*first)
    queues.done(*second)
    return wake_at - now


def n_at_once(queues: HostQueues[str]) -> int:
    """Return how many requests may be sent to host "a" at one moment."""
    items = [f"probe {number}" for number in range(20)]
    for item in items:
        queues.put("a", item)
    n_sent = 0
    while queues.take(0.0) is not None:
        n_sent += 1
    return n_sent


def answered(*seconds: float, times: int = 1) -> HostQueues[str]:
    """Return queues whose host "a" has given answers after these seconds, all of them so many times."""
    queues: HostQueues[str] = HostQueues(per_host=8, stagger_s=0.25)
    for one in seconds * times:
        queues.record_answer("a", one)
    return queues


@pytest.mark.parametrize("n_answers", range(40))
@pytest.mark.parametrize("seconds", [SLOW_S, DISTANT_S])
def test_the_interval_of_a_distant_host_is_halved_with_every_eighth_answer(n_answers: int, seconds: float) -> None:
    expected = max(0.25 / 2 ** (n_answers // ANSWERS_BEFORE_SPEEDUP), MIN_STAGGER_S)

    assert interval_s(answered(seconds, times=n_answers)) == expected


def test_an_interval_that_was_short_from_the_start_is_not_made_longer() -> None:
    queues: HostQueues[str] = HostQueues(stagger_s=0.01)
    for _ in range(32):
        queues.record_answer("a", DISTANT_S)

    assert interval_s(queues) == 0.01


def test_a_host_with_a_single_quick_answer_is_not_distant() -> None:
    assert interval_s(answered(0.099, *[DISTANT_S] * 7)) == 0.25


def test_a_failure_starts_the_count_of_answers_and_the_interval_again() -> None:
    queues = answered(DISTANT_S, times=16)
    queues.record_failure("a")
    for _ in range(ANSWERS_BEFORE_SPEEDUP - 1):
        queues.record_answer("a", DISTANT_S)
    assert interval_s(queues) == 0.25
    queues.record_answer("a", DISTANT_S)

    assert interval_s(queues) == 0.125


@pytest.mark.parametrize(("seconds", "expected"), [(0.001, MIN_PATIENCE_S), (FAST_S, 0.16), (0.03, 0.24), (0.05, 0.25)])
def test_the_interval_of_a_trusted_host_is_a_multiple_of_what_its_answers_take(seconds: float, expected: float) -> None:
    assert interval_s(answered(seconds, times=ANSWERS_BEFORE_TRUST)) == pytest.approx(expected)
    assert interval_s(answered(seconds, times=ANSWERS_BEFORE_TRUST - 1)) == 0.25


@pytest.mark.parametrize(
    ("last_s", "typical_s"),
    [
        pytest.param(0.01, 0.02 - 0.01 / 4, id="a quick answer counts for a quarter"),
        pytest.param(0.03, 0.02 + 0.01 / 16, id="a slow one for a sixteenth"),
        pytest.param(0.04, 0.02 + 0.02 / 16, id="one that takes twice as long too"),
        pytest.param(9.0, 0.02 + 0.02 / 16, id="and one that takes longer no more than that"),
    ],
)
def test_what_is_typical_follows_quick_answers_faster_than_slow_ones(last_s: float, typical_s: float) -> None:
    queues = answered(*[FAST_S] * ANSWERS_BEFORE_TRUST, last_s)

    assert interval_s(queues) == pytest.approx(PATIENCE_FACTOR * typical_s)


def test_the_first_answer_is_the_first_estimate_of_what_is_typical() -> None:
    queues = answered(0.005, *[0.01] * (ANSWERS_BEFORE_TRUST - 1))

    assert 0.07 < interval_s(queues) < 0.0795


@pytest.mark.parametrize("n_slots", [1, 2, 3])
def test_a_slot_is_earned_by_a_number_of_answers_and_lost_by_a_failure(n_slots: int) -> None:
    n_answers = n_slots * ANSWERS_PER_SLOT
    assert n_at_once(answered(0.01, times=n_answers - 1)) == n_slots
    assert n_at_once(answered(0.01, times=n_answers)) == n_slots + 1

    failed = answered(0.01, times=n_answers)
    failed.record_failure("a")
    assert interval_s(failed) == 0.25
    for _ in range(ANSWERS_PER_SLOT - 1):
        failed.record_answer("a", 0.01)
    assert n_at_once(failed) == 1


def test_with_two_slots_the_second_newest_request_decides_when_the_next_is_sent() -> None:
    queues = answered(0.01, times=ANSWERS_PER_SLOT)
    for item in "12345":
        queues.put("a", item)

    assert [queues.take(0.0) is None for _ in range(3)] == [False, False, True]
    first = queues.wake_at()
    assert first is not None
    assert first == pytest.approx(PATIENCE_FACTOR * 0.01)
    assert [queues.take(first) is None for _ in range(3)] == [False, False, True]
    assert queues.wake_at() == pytest.approx(2 * first)


def test_by_default_eight_requests_are_in_flight_a_quarter_of_a_second_apart() -> None:
    queues: HostQueues[int] = HostQueues()
    for number in range(20):
        queues.put("a", number)
    sent = []
    now: float | None = 0.0
    while now is not None:
        assert queues.take(now) is not None
        sent.append(now)
        now = queues.wake_at()

    assert sent == [0.25 * number for number in range(8)]


def test_answers_of_unknown_duration_do_not_make_a_host_distant() -> None:
    queues: HostQueues[str] = HostQueues()
    for _ in range(ANSWERS_BEFORE_SPEEDUP):
        queues.record_answer("a")

    assert interval_s(queues) == 0.25


@pytest.mark.parametrize("n_refusals", [1, 2, 3])
def test_each_refusal_of_one_of_several_requests_doubles_the_answers_alone(n_refusals: int) -> None:
    queues: HostQueues[str] = HostQueues()
    queues.put("a", "hangs")
    queues.take(0.0)
    for _ in range(n_refusals):
        queues.pause("a", 1.0, 0.0)
    for item in "12":
        queues.put("a", item)
    for number in range(ANSWERS_ALONE * 2 ** (n_refusals - 1) - 1):
        queues.record_answer("a", 0.01)
        queues.put("a", f"more {number}")
        assert queues.take(100.0) is None

    queues.record_answer("a", 0.01)
    queues.put("a", "3")
    assert queues.take(100.0) == ("a", "1")


def test_a_host_that_refused_a_request_on_its_own_is_not_limited_to_one() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.pause("a", 1.0, 0.0)

    assert interval_s(queues, 1.0) == 0.25


def test_a_wait_that_is_over_before_another_ends_adds_nothing() -> None:
    queues: HostQueues[str] = HostQueues(max_wait_s=10.0)
    queues.pause("a", 9.5, 0.0)
    for _ in range(5):
        queues.pause("a", 1.0, 0.0)

    assert queues.closed_reason("a") is None


def test_a_second_wait_of_the_longest_allowed_length_closes_a_host_that_keeps_asking() -> None:
    queues: HostQueues[str] = HostQueues(max_wait_s=60.0)

    queues.pause("a", 60.0, 0.0)
    assert queues.closed_reason("a") is None
    queues.pause("a", 60.0, 60.0)
    assert queues.closed_reason("a") == "the host keeps asking to wait"


def test_an_answer_makes_the_longest_wait_possible_again() -> None:
    queues: HostQueues[str] = HostQueues(max_wait_s=60.0)
    for number in range(5):
        queues.pause("a", 60.0, 60.0 * number)
        queues.record_answer("a")

    assert queues.closed_reason("a") is None


def test_a_host_that_was_never_asked_anything_is_not_closed() -> None:
    assert HostQueues[str]().closed_reason("unknown.example") is None


def test_a_limit_without_a_gap_lets_requests_follow_one_another_at_once() -> None:
    queues: HostQueues[str] = HostQueues(stagger_s=0.0)
    queues.set_limit("a", 2)

    assert n_at_once(queues) == 2


def test_a_host_that_is_asked_one_thing_at_a_time_has_the_first_turn() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.set_limit("two", 2)
    queues.put("two", "2", rank=REFUSED)
    queues.put("many", "3", rank=REFUSED)
    queues.set_limit("one", 1)
    queues.put("one", "1", rank=RETRY)

    assert drain(queues, 0.0) == ["1", "2", "3"]


def test_what_is_never_to_be_sent_is_not_sent() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.put("a", "never", not_before=math.inf)

    assert queues.take(1e12) is None


def test_a_retry_is_not_sent_early_together_with_another_item() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.put("a", "later", rank=CONTINUED, not_before=5.0)
    queues.put("a", "now", rank=RETRY)

    assert queues.take(4.0) == ("a", "now")
    queues.done("a", "now")
    assert queues.take(4.0) is None
    assert queues.wake_at() == 5.0


def test_while_another_host_is_ready_there_is_no_time_to_wait() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.put("a", "a1")
    queues.put("b", "b1")
    queues.put("c", "c1", not_before=7.0)

    queues.take(0.0)
    assert queues.wake_at() == -math.inf
    queues.pause("b", 3.0, 0.0)
    assert queues.wake_at() == 3.0
    assert queues.take(3.0) == ("b", "b1")
    assert queues.wake_at() == 7.0
