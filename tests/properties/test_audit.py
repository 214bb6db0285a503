"""Properties of the audit."""

import string
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st
from tests.probes import next_step

from papertrace.audit.probers import PROBERS
from papertrace.audit.run import MAX_ASKS
from papertrace.audit.verdicts import classify, is_transient
from papertrace.model import Ask, Fault, Hop, Link, LinkKind, Method, Observation, Outcome, RepoRef, Span, hide_userinfo
from papertrace.web.address import parse_address, public_url
from papertrace.web.cassette import Cassette, RecordMode
from papertrace.web.exchange import Answer, RedirectChain, Request, parse_timestamp, timestamp
from papertrace.web.guard import Guard, RefusedAddressError, literal_address, refusal
from papertrace.web.queues import MAX_WAIT_S, HostQueues, requested_wait_s

URL_TEXT = st.text(alphabet=string.ascii_letters + string.digits + "/:?#[]@%.-_ é\n", max_size=40)
URLS = st.one_of(
    st.builds("https://example.org/{}".format, URL_TEXT), st.builds("http://{}".format, URL_TEXT), st.text(max_size=60)
)
HEADER_NAMES = (
    "location",
    "retry-after",
    "date",
    "set-cookie",
    "cf-mitigated",
    "ratelimit",
    "content-type",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
)
HEADERS = st.lists(
    st.tuples(
        st.sampled_from(HEADER_NAMES),
        st.one_of(st.text(max_size=40), URLS, st.integers(-10, 10**12).map(str)),
    ),
    max_size=4,
).map(tuple)
BODIES = st.one_of(st.text(max_size=200), st.builds("<title>{}</title>".format, st.text(max_size=100)))
ASKS = st.builds(Ask, method=st.sampled_from(Method), url=URLS)
OBSERVATIONS = st.builds(
    Observation,
    ask=ASKS,
    final_url=URLS,
    status=st.one_of(st.none(), st.integers(0, 1100)),
    fault=st.one_of(st.none(), st.sampled_from(Fault)),
    detail=st.text(max_size=20),
    hops=st.lists(st.builds(Hop, url=URLS, status=st.integers(300, 399)), max_size=3).map(tuple),
    headers=HEADERS,
    body=BODIES,
)
ANSWERS = st.builds(
    Answer,
    status=st.integers(0, 1100),
    phrase=st.text(max_size=10),
    headers=HEADERS,
    body=BODIES,
    detail=st.text(max_size=10),
    at=st.sampled_from(["", "2026-01-05T12:00:00Z"]),
)


@given(OBSERVATIONS, st.integers(0, 5))
def test_dead_needs_404_or_410_or_a_name_that_does_not_exist(seen: Observation, n_attempts: int) -> None:
    conclusion = classify(seen, n_attempts=n_attempts)

    if conclusion.outcome is Outcome.DEAD:
        assert seen.fault is Fault.DNS or (seen.fault is None and seen.status in {404, 410})
    assert conclusion.reason
    assert (conclusion.new_url is not None) == (conclusion.outcome is Outcome.MOVED)


@given(OBSERVATIONS)
def test_what_is_asked_again_is_never_called_dead_or_alive(seen: Observation) -> None:
    if is_transient(seen):
        assert classify(seen).outcome in {Outcome.UNSTABLE, Outcome.RATE_LIMITED, Outcome.UNKNOWN}


@given(
    st.data(), st.sampled_from(["https://github.com/acme-example/tool", "https://github.com/acme-example/tool/tree/x"])
)
def test_every_prober_concludes_whatever_it_is_shown(data: st.DataObject, url: str) -> None:
    link = Link(
        raw=url,
        url=url,
        span=Span("a", 1),
        kind=LinkKind.REPOSITORY,
        repository=RepoRef("github.com", "acme-example", "tool"),
    )
    for prober in PROBERS.values():
        seen: list[Observation] = []
        while isinstance(step := next_step(prober.probe, link, seen), Ask):
            address = parse_address(step.url).url
            seen.append(replace(data.draw(OBSERVATIONS), ask=step, final_url=address))
        assert len(seen) <= MAX_ASKS
        if step.outcome is Outcome.DEAD:
            assert any(one.status in {404, 410} or one.fault is Fault.DNS for one in seen)


@given(URLS)
def test_parsing_an_address_twice_changes_nothing(url: str) -> None:
    try:
        address = parse_address(url)
    except ValueError:
        return
    assert parse_address(address.url) == address
    assert address.url.isascii()
    assert not set(address.url) & set(" \n\r\t\x00")


@given(URLS)
def test_hiding_secrets_twice_changes_nothing(url: str) -> None:
    assert public_url(public_url(url)) == public_url(url)
    assert hide_userinfo(hide_userinfo(url)) == hide_userinfo(url)


@given(st.ip_addresses())
def test_an_address_is_refused_in_every_spelling_or_in_none(address: object) -> None:
    again = literal_address(str(address))
    assert again is not None
    guard = Guard(resolve=lambda _host, port: [(str(again), port)])
    for host in (str(again), "name.example.org"):
        try:
            guard.socket_addresses(host, 80)
        except RefusedAddressError:
            assert refusal(again) is not None
        else:
            assert refusal(again) is None


@given(st.ip_addresses(v=4))
def test_a_mapped_address_is_judged_as_the_one_it_carries(address: object) -> None:
    plain, mapped, nat64 = (
        literal_address(text) for text in (str(address), f"::ffff:{address}", f"64:ff9b::{address}")
    )
    assert plain is not None
    assert mapped is not None
    assert nat64 is not None
    assert refusal(plain) == refusal(mapped) == refusal(nat64)


@given(ANSWERS)
def test_a_wait_is_bounded(answer: Answer) -> None:
    wait_s = requested_wait_s(answer)

    assert wait_s is None or 0 <= wait_s <= MAX_WAIT_S


@given(st.lists(ANSWERS, min_size=12, max_size=12))
def test_a_chain_ends_whatever_a_server_sends(answers: list[Answer]) -> None:
    chain = RedirectChain(Ask(method=Method.GET, url="https://example.org/a"), max_redirects=10, deadline_s=10.0)
    for answer in answers:
        parse_address(chain.request().url)
        seen = chain.take(answer)
        if seen is not None:
            assert (seen.status is None) != (seen.fault is None)
            assert len(seen.hops) <= 11
            return
    raise AssertionError(answers)


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 2), st.floats(0, 5)), max_size=30),
    st.lists(st.tuples(st.sampled_from("abc"), st.floats(0.1, 5)), max_size=5),
)
def test_everything_scheduled_is_asked_once_and_nothing_too_early(
    items: list[tuple[str, int, float]], pauses: list[tuple[str, float]]
) -> None:
    queues: HostQueues[int] = HostQueues(per_host=1)
    for number, (host, rank, not_before) in enumerate(items):
        queues.put(host, number, rank=rank, not_before=not_before)
    deadlines = dict.fromkeys("abc", 0.0)
    for host, seconds in pauses:
        queues.pause(host, seconds, 0.0)
        deadlines[host] = max(deadlines[host], seconds)
    now = 0.0
    asked: list[int] = []
    while len(asked) < len(items):
        turn = queues.take(now)
        if turn is None:
            wake_at = queues.wake_at()
            assert wake_at is not None
            assert wake_at > now
            now = wake_at
            continue
        host, number = turn
        assert items[number][0] == host
        assert now >= max(deadlines[host], items[number][2])
        asked.append(number)
        queues.done(host, number)

    assert sorted(asked) == list(range(len(items)))
    assert queues.wake_at() is None


@given(st.lists(st.tuples(URLS, ANSWERS), max_size=5))
def test_a_cassette_gives_back_what_it_was_given(pairs: list[tuple[str, Answer]]) -> None:
    requests = [
        (Request(method=Method.GET, url=public_url(url), ask=Ask(method=Method.GET, url=url), seconds_left=1.0), answer)
        for url, answer in pairs
    ]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.yaml"
        with Cassette(path, RecordMode.ALL) as cassette:
            for request, answer in requests:
                cassette.record(request, answer)
        if not requests:
            return
        replay = Cassette(path, RecordMode.NONE)
        for request, answer in requests:
            again = replay.replay(request)
            assert (again.status, again.phrase, again.body, again.at) == (
                answer.status,
                answer.phrase,
                answer.body,
                answer.at,
            )
        with Cassette(Path(folder) / "b.yaml", RecordMode.ALL) as cassette:
            for request, _ in requests:
                cassette.record(request, Cassette(path, RecordMode.NONE).replay(request))


@given(st.datetimes(min_value=datetime(1970, 1, 1), max_value=datetime(2200, 1, 1)))  # noqa: DTZ001 - it is given a zone below
def test_a_timestamp_is_read_back(moment: datetime) -> None:
    moment = moment.replace(microsecond=0, tzinfo=UTC)

    assert parse_timestamp(timestamp(moment)) == moment
