"""When each host may be sent a request, on a simulated clock; how long it asks to wait; whether the network is up."""

import heapq
import math
from collections import Counter
from collections.abc import Callable, Iterable

import pytest
from tests.case_tables import cases

from papertrace.errors import NetworkDownError
from papertrace.model import Fault
from papertrace.web.exchange import Answer
from papertrace.web.queues import (
    ANSWERS_BEFORE_TRIAL,
    ANSWERS_BEFORE_TRUST,
    CONTINUED,
    FAILURES_OF_HOST,
    MAX_PAUSES_UNASKED,
    MIN_UNRESOLVED_HOSTS,
    NEW,
    PATIENCE_FACTOR,
    REFUSED,
    RETRY,
    SECONDS_OF_TRUST,
    Connectivity,
    HostQueues,
    requested_wait_s,
    stated_pace,
)

QUICK_S, DISTANT_S = 0.004, 0.4


def queues_of(items: Iterable[str], *, per_host: int = 8, stagger_s: float = 0.25) -> HostQueues[str]:
    """Return queues with these items for host "a"."""
    queues: HostQueues[str] = HostQueues(per_host=per_host, stagger_s=stagger_s)
    for item in items:
        queues.put("a", item)
    return queues


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


def test_a_host_that_answers_quickly_receives_one_request_at_a_time() -> None:
    queues = queues_of("123", stagger_s=0.25)

    assert queues.take(0.0) == ("a", "1")
    assert queues.take(0.1) is None
    queues.done("a", "1")
    assert queues.take(0.1) == ("a", "2")


def test_a_slow_host_does_not_hold_up_its_other_links() -> None:
    queues = queues_of("123", per_host=2, stagger_s=0.25)

    queues.take(0.0)
    assert queues.wake_at() == 0.25
    assert queues.take(0.25) == ("a", "2")
    assert queues.wake_at() is None
    assert queues.take(9.0) is None


def test_a_page_that_hangs_does_not_slow_down_the_quick_ones_of_its_host() -> None:
    queues = queues_of(("hangs", "1", "2"), stagger_s=0.25)

    queues.take(0.0)
    assert queues.take(0.25) == ("a", "1")
    queues.done("a", "1")
    assert queues.take(0.26) == ("a", "2")


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


def test_a_shorter_wait_does_not_shorten_a_longer_one() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.put("a", "1")
    queues.pause("a", 10.0, 0.0)
    queues.pause("a", 1.0, 0.0)

    assert queues.wake_at() == 10.0


def test_a_page_that_hangs_does_not_delay_a_host_that_asked_to_wait() -> None:
    queues = queues_of("12", per_host=8, stagger_s=0.25)
    queues.pause("a", 1.0, 0.0)

    assert queues.take(1.0) == ("a", "1")
    assert queues.take(1.2) is None
    assert queues.take(1.25) == ("a", "2")


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
    queues = queues_of(map(str, range(4)))
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
    queues = queues_of(map(str, range(5)), stagger_s=0.0)
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


@pytest.mark.parametrize(("n_links", "n_refusals"), [(1, 5), (4, 6), (30, 7), (100, 9)])
def test_a_host_that_does_not_say_how_long_is_waited_for_as_its_links_are_worth(n_links: int, n_refusals: int) -> None:
    queues: HostQueues[int] = HostQueues(max_wait_s=120.0)
    for number in range(n_links):
        queues.put("a", number)
    now, n_refused = 0.0, 0
    while queues.closed_reason("a") is None:
        now = max(now, queues.wake_at() or now)
        turn = queues.take(now)
        assert turn is not None
        queues.done(*turn, now)
        queues.pause("a", None, now, usual_s=1.0)
        queues.put(*turn)
        n_refused += 1

    assert n_refused == n_refusals


def test_a_host_that_was_not_asked_for_a_while_is_not_left_for_as_long() -> None:
    queues: HostQueues[int] = HostQueues()
    for number in range(5):
        queues.put("a", number)
    for now, is_refused in ((0.0, False), (8.0, True), (9.0, False), (9.0, True)):
        turn = queues.take(now)
        assert turn is not None
        queues.done(*turn, now)
        if is_refused:
            queues.pause("a", None, now, usual_s=1.0)
        else:
            queues.record_answer("a", 0.1)

    wake_at = queues.wake_at()
    assert wake_at is not None
    assert 9.0 < wake_at <= 10.0


def test_an_answer_makes_the_longest_wait_possible_again() -> None:
    queues: HostQueues[str] = HostQueues(max_wait_s=60.0)
    for number in range(5):
        queues.pause("a", 60.0, 60.0 * number)
        queues.record_answer("a")

    assert queues.closed_reason("a") is None


def test_a_host_that_was_never_asked_anything_is_not_closed() -> None:
    assert HostQueues[str]().closed_reason("unknown.example") is None


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


def n_at_once(queues: HostQueues[str], now: float = 0.0) -> int:
    """Return how many requests may be sent to host "a" at one moment."""
    for number in range(20):
        queues.put("a", f"probe {number}")
    n_sent = 0
    while queues.take(now) is not None:
        n_sent += 1
    return n_sent


def answered(seconds: float, times: int) -> HostQueues[str]:
    """Return queues whose host "a" has given so many answers."""
    queues: HostQueues[str] = HostQueues(per_host=8, stagger_s=0.25)
    for _ in range(times):
        queues.record_answer("a", seconds)
    return queues


class Server:
    """Host "a" on a simulated clock; `refuses` gets the time and returns None, or the seconds of a pause.

    Infinity is a refusal that does not say for how long.
    """

    def __init__(self, queues: HostQueues[int], refuses: Callable[[float], float | None]) -> None:
        """Answer all that is queued."""
        self.refused_at: list[float] = []
        self.most_at_once = 0
        self.now = 0.0
        self._queues = queues
        self._refuses = refuses

    def serve(self, n_items: int, latency_s: float) -> float:
        """Answer so many items and return when the last answer has arrived."""
        for number in range(n_items):
            self._queues.put("a", number)
        in_flight: list[tuple[float, int, float | bool | None]] = []
        n_accepted = 0
        while n_accepted < n_items:
            while (turn := self._queues.take(self.now)) is not None:
                heapq.heappush(in_flight, (self.now + latency_s, turn[1], self._refuses(self.now)))
                self.most_at_once = max(self.most_at_once, len(in_flight))
            wake_at = self._queues.wake_at()
            self.now = min([at for at, *_ in in_flight] + ([] if wake_at is None else [wake_at]))
            while in_flight and in_flight[0][0] <= self.now:
                _, item, refused = heapq.heappop(in_flight)
                self._queues.done("a", item, self.now)
                if refused is None:
                    n_accepted += 1
                    self._queues.record_answer("a", latency_s)
                    continue
                self.refused_at.append(self.now)
                assert self._queues.pause("a", None if refused == math.inf else refused, self.now) == []
                self._queues.put("a", item, rank=REFUSED)
        return self.now


def never(_: float) -> None:
    """Refuse nothing."""


def test_what_is_in_progress_comes_before_new_links_and_retries_after_them() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.put("a", "new", rank=NEW)
    queues.put("a", "again", rank=RETRY)
    queues.put("a", "continued", rank=CONTINUED)
    queues.put("a", "refused", rank=REFUSED)

    assert drain(queues, 0.0) == ["refused", "continued", "new", "again"]


def test_the_host_that_will_take_longest_is_asked_first() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.put("few", "1")
    for item in "2345":
        queues.put("many", item)
    queues.record_answer("slow", 5.0)
    queues.put("slow", "6")

    taken = [turn[0] for turn in (queues.take(0.0), queues.take(0.0), queues.take(0.0)) if turn is not None]
    assert taken == ["slow", "many", "few"]


def test_a_host_with_an_announced_quota_is_asked_before_one_without_since_it_will_pause() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.announce_budget("pausing", 2, 30.0)
    for item in range(4):
        queues.put("free", f"free {item}")
        queues.put("pausing", f"pausing {item}")

    assert queues.take(0.0) == ("pausing", "pausing 0")


@pytest.mark.parametrize("latency_s", [0.1, DISTANT_S, 1.0])
def test_a_distant_host_soon_receives_as_many_requests_as_are_allowed(latency_s: float) -> None:
    server = Server(HostQueues(per_host=8, stagger_s=0.25), never)
    took_s = server.serve(200, latency_s)

    assert server.most_at_once == 8
    assert 200 / 8 * latency_s <= took_s <= 1.25 * 200 / 8 * latency_s


def test_a_nearby_host_receives_one_request_at_a_time_until_it_is_trusted() -> None:
    server = Server(HostQueues(), never)

    server.serve(ANSWERS_BEFORE_TRUST, QUICK_S)
    assert server.most_at_once == 1
    server.serve(100, QUICK_S)
    assert server.most_at_once == 8


def test_a_host_is_trusted_after_answers_or_after_the_time_that_they_took() -> None:
    assert n_at_once(answered(QUICK_S, ANSWERS_BEFORE_TRUST - 1)) == 1
    assert n_at_once(answered(QUICK_S, ANSWERS_BEFORE_TRUST)) == 2
    assert n_at_once(answered(SECONDS_OF_TRUST / 2, 1)) == 1
    assert n_at_once(answered(SECONDS_OF_TRUST / 2, 2)) == 2


def test_a_page_that_hangs_stops_counting_after_many_times_what_is_typical() -> None:
    queues = answered(0.01, 10)
    queues.record_answer("a", 9.0)  # one slow page changes little
    queues.put("a", "hangs")
    queues.put("a", "next")
    queues.take(0.0)

    wake_at = queues.wake_at()
    assert wake_at is not None
    assert PATIENCE_FACTOR * 0.01 <= wake_at <= 1.1 * PATIENCE_FACTOR * 0.01


@pytest.mark.parametrize("n_accepted", [5, 20, 70])
@pytest.mark.parametrize("latency_s", [QUICK_S, 0.1])
def test_only_the_first_refusal_meets_requests_under_way_and_none_is_early(n_accepted: int, latency_s: float) -> None:
    n_since_pause, closed_until = 0, -1.0
    early = Counter[bool]()

    def refuses(now: float) -> float | None:
        nonlocal n_since_pause, closed_until
        if now < closed_until:
            early[now > closed_until - 2.0 + latency_s] += 1
            return closed_until - now
        n_since_pause += 1
        if n_since_pause > n_accepted:
            n_since_pause, closed_until = 0, now + 2.0
            return 2.0
        return None

    server = Server(HostQueues(), refuses)
    took_s = server.serve(10 * n_accepted, latency_s)

    assert early[True] == 0
    assert early[False] <= 8
    n_pauses = len({round(at, 1) for at in server.refused_at})
    assert took_s <= 2.1 * 10 + 10 * n_accepted * latency_s
    assert n_pauses <= 12


def test_after_a_pause_one_request_finds_out_whether_the_host_answers_again() -> None:
    queues = answered(DISTANT_S, 20)
    for item in "1234":
        queues.put("a", item)
    queues.take(0.0)
    queues.done("a", "1", 0.4)
    queues.pause("a", 3.0, 0.4)

    assert queues.wake_at() == 3.4
    assert queues.take(3.4) == ("a", "2")
    assert queues.take(3.4) is None
    queues.done("a", "2", 3.8)
    queues.record_answer("a", DISTANT_S)
    assert queues.take(3.8) == ("a", "3")
    assert queues.take(3.8) == ("a", "4")


def test_a_host_that_answered_when_the_stated_time_was_over_is_not_probed_the_next_time() -> None:
    queues = answered(DISTANT_S, 20)
    for item in "123456":
        queues.put("a", item)
    for item, at in (("1", 0.4), ("2", 3.8)):
        queues.take(at - 0.4)
        queues.done("a", item, at)
        if item == "1":
            queues.pause("a", 3.0, at)
    queues.record_answer("a", DISTANT_S)
    queues.take(3.8)
    queues.done("a", "3", 4.2)
    queues.pause("a", 3.0, 4.2)

    assert [queues.take(7.2) is not None for _ in range(2)] == [True, True]


def test_the_window_of_a_host_that_does_not_say_how_long_is_found_out() -> None:
    window_at, n_in_window = 0.0, 0

    def refuses(now: float) -> float | None:
        nonlocal window_at, n_in_window
        if now - window_at >= 5.0:
            window_at, n_in_window = now, 0
        n_in_window += 1
        return math.inf if n_in_window > 10 else None

    server = Server(HostQueues(), refuses)
    took_s = server.serve(100, 0.1)

    assert took_s <= 1.25 * 9 * 5.0


def test_requests_sent_before_a_host_showed_how_many_it_takes_do_not_count_as_its_failures() -> None:
    queues = answered(DISTANT_S, 20)
    assert n_at_once(queues) == 8
    for number in range(8):
        queues.done("a", f"probe {number}", 1.0)
        if number > 1:
            queues.record_failure("a", 1.0, DISTANT_S)
        else:
            queues.record_answer("a", DISTANT_S)

    queues.put("a", "next")
    assert queues.take(1.0) is not None


def test_requests_under_way_when_a_host_refuses_do_not_make_its_pause_longer() -> None:
    queues = answered(DISTANT_S, 20)
    for item in "1234":
        queues.put("a", item)
    for _ in range(3):
        queues.take(0.0)
    for item, at in (("1", 0.4), ("2", 0.41), ("3", 0.42)):
        queues.done("a", item, at)
        queues.pause("a", None, at)

    assert queues.wake_at() == 1.4


def test_a_host_that_does_not_say_how_long_is_given_ever_longer_pauses() -> None:
    queues: HostQueues[str] = HostQueues()
    now, pauses = 0.0, []
    for number in range(7):
        queues.put("a", str(number))
        assert queues.take(now) is not None
        queues.done("a", str(number), now)
        queues.pause("a", None, now, usual_s=1.0)
        queues.put("a", "next")
        wake_at = queues.wake_at()
        assert wake_at is not None
        pauses.append(wake_at - now)
        now = wake_at
        queues.take(now)
        queues.done("a", "next", now)

    assert pauses == [1, 1, 2, 4, 8, 16, 32]


def test_an_announced_quota_is_never_exceeded() -> None:
    queues = answered(DISTANT_S, 20)
    for item in range(9):
        queues.put("a", str(item))
    queues.take(0.0)
    queues.done("a", "0", 0.4)
    queues.announce_budget("a", 3, 10.0)

    assert [queues.take(0.4) is not None for _ in range(5)] == [True, True, True, False, False]


def test_a_host_that_fails_beside_more_others_than_it_ever_answered_is_sent_fewer_at_a_time() -> None:
    queues = answered(DISTANT_S, 20)
    now = 0.0
    assert n_at_once(queues) == 8
    for number in range(8):
        queues.done("a", f"probe {number}", now)
        if number < 3:
            queues.record_answer("a", DISTANT_S)
        else:
            queues.record_failure("a", now, DISTANT_S)
    assert n_at_once(queues, 5.0) == 4


def test_a_host_that_fails_beside_any_other_is_sent_no_more_until_one_is_answered() -> None:
    queues = answered(DISTANT_S, 20)
    for number in range(30):
        queues.put("a", str(number))
    now, under_way = 0.0, list[str]()
    for fails in (False, *[True] * 7, False, True, True):
        if not under_way:
            now = max(now, queues.wake_at() or now)
        while (turn := queues.take(now)) is not None:
            under_way.append(turn[1])
        now += 0.2
        queues.done("a", under_way.pop(0), now)
        if fails:
            queues.record_failure("a", now, DISTANT_S)
        else:
            queues.record_answer("a", DISTANT_S)
    while (turn := queues.take(now)) is not None:
        under_way.append(turn[1])

    assert len(under_way) == 1
    assert queues.wake_at() is None


def test_a_host_that_failed_beside_others_is_tried_with_one_more_after_some_answers() -> None:
    queues = answered(DISTANT_S, 20)
    n_at_once(queues)
    for number in range(8):
        queues.done("a", f"probe {number}", 0.0)
        queues.record_failure("a", 0.0) if number in {4, 5} else queues.record_answer("a", DISTANT_S)
    for _ in range(ANSWERS_BEFORE_TRIAL):
        queues.record_answer("a", DISTANT_S)

    assert n_at_once(queues) in {5, 6}


def test_a_host_that_is_unavailable_many_times_in_a_row_gets_a_pause_but_not_for_ever() -> None:
    queues: HostQueues[str] = HostQueues()
    now, pauses = 0.0, []
    for number in range(40):
        queues.put("a", str(number))
        wake_at = queues.wake_at()
        assert wake_at is not None
        pauses.append(max(wake_at, now) - now)
        now = max(wake_at, now)
        assert queues.take(now) is not None
        queues.done("a", str(number), now)
        queues.record_failure("a", now)

    assert pauses[:FAILURES_OF_HOST] == [0] * FAILURES_OF_HOST
    assert sum(pause > 0 for pause in pauses) == MAX_PAUSES_UNASKED
    assert pauses[-20:] == [0] * 20


def test_a_limit_holds_however_often_a_host_answers() -> None:
    queues: HostQueues[str] = HostQueues()
    queues.set_limit("a", 2)
    for _ in range(200):
        queues.record_answer("a", 0.4)

    assert n_at_once(queues) == 2


def test_an_answer_without_such_headers_requests_no_wait() -> None:
    assert requested_wait_s(Answer(status=200)) is None


@cases("status, headers, seconds", named=True)
def test_a_wait_is_read_from_the_headers(status: int, headers: list[tuple[str, str]], seconds: float | None) -> None:
    answer = Answer(status=status, headers=tuple(headers), at="2026-01-05T12:00:00Z")

    assert requested_wait_s(answer) == seconds


def test_the_interval_of_a_quota_is_the_wait_after_a_refusal_that_states_no_other() -> None:
    headers = (("x-rate-limit-interval", "1s"),)

    assert requested_wait_s(Answer(status=429, headers=headers), is_refusal=True) == 1
    assert requested_wait_s(Answer(status=200, headers=headers)) is None


@cases("headers, pace", named=True)
def test_the_pace_that_a_host_states_with_every_answer_is_read(
    headers: list[tuple[str, str]], pace: tuple[float, int] | None
) -> None:
    assert stated_pace(Answer(status=200, headers=tuple(headers))) == pace


@cases("headers, seconds", named=True)
def test_a_quota_that_is_used_up_requests_the_wait_until_its_reset(
    headers: list[tuple[str, str]], seconds: float | None
) -> None:
    assert requested_wait_s(Answer(status=403, headers=tuple(headers))) == seconds


SILENCE = Answer(fault=Fault.NO_NETWORK)


def test_only_the_first_answer_shows_that_the_network_is_up() -> None:
    connectivity = Connectivity(["example.org"])

    assert not connectivity.observe("a", SILENCE)
    assert connectivity.observe("b", Answer(status=500))
    assert not connectivity.observe("b", Answer(status=200))
    assert connectivity.is_up


@pytest.mark.parametrize("fault", [Fault.TIMEOUT, Fault.WITHHELD, Fault.REFUSED_ADDRESS])
def test_what_is_possible_without_a_network_does_not_show_one(fault: Fault) -> None:
    connectivity = Connectivity(["example.org"])

    assert not connectivity.observe("a", Answer(fault=fault))
    assert not connectivity.is_up


@pytest.mark.parametrize("fault", [Fault.DNS, Fault.RESET, Fault.TLS, Fault.CONNECT])
def test_what_requires_a_network_shows_that_it_is_up(fault: Fault) -> None:
    assert Connectivity(["example.org"]).observe("a", Answer(fault=fault))


def test_several_unresolved_hosts_end_the_audit() -> None:
    connectivity = Connectivity(["example.org", "iana.org"])
    for number in range(MIN_UNRESOLVED_HOSTS - 1):
        connectivity.observe(f"host-{number}", SILENCE)
        connectivity.observe(f"host-{number}", SILENCE)

    with pytest.raises(NetworkDownError, match=r"none of example\.org, iana\.org resolves"):
        connectivity.observe("one-more", SILENCE)


def test_once_the_network_was_up_unresolved_hosts_end_nothing() -> None:
    connectivity = Connectivity(["example.org"], is_up=True)

    assert [connectivity.observe(f"host-{number}", SILENCE) for number in range(20)] == [False] * 20
