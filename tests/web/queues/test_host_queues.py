"""When each host may be sent a request, on a simulated clock; how long it asks to wait; whether the network is up."""

import heapq
import math
from collections import Counter
from collections.abc import Callable
from typing import Any

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
RANKS = {"RETRY": RETRY, "CONTINUED": CONTINUED, "REFUSED": REFUSED, "none": None}


def drain(queues: HostQueues[str], now: float) -> list[str]:
    """Take every item that may be sent now, each answered at once."""
    taken = []
    while (turn := queues.take(now)) is not None:
        queues.done(*turn)
        taken.append(turn[1])
    return taken


def value_of(word: str) -> object:
    """Return what a word of a script stands for: a number, a rank or nothing, else a host or an item."""
    try:
        return float(word)
    except ValueError:
        return RANKS.get(word, word)


def shown(result: object) -> str:
    """Return what a script says of a result."""
    if isinstance(result, tuple | list):
        return " ".join(map(shown, result)) or "nothing"
    return "nothing" if result is None else f"{result:g}" if isinstance(result, float) else str(result)


@cases("script", named=True)
def test_queues_do_what_a_script_says(script: str) -> None:
    queues: HostQueues[str] = HostQueues()
    for step in script.strip().splitlines():
        call, arrow, right = step.strip().partition(" -> ")
        name, *words = call.split()
        options: dict[str, Any] = {
            key: value_of(word) for key, _, word in (one.partition("=") for one in words) if word
        }
        values: list[Any] = [value_of(word) for word in words if "=" not in word]
        match name:
            case "queues":
                queues = HostQueues(**options)
            case "put":
                for item in values[1:]:
                    queues.put(values[0], item, **options)
            case "drain":
                assert shown(drain(queues, *values)) == right, step
            case _:
                for _ in range(int(options.pop("times", 1))):
                    result = getattr(queues, name)(*values, **options)
                assert not arrow or shown(result) == right, step


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
