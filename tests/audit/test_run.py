"""Complete audits of the loopback origin, live and replayed."""

import socket
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import pytest
from tests.clients import auditor_of
from tests.folders import CASSETTES
from tests.origin.cases import (
    ORIGIN_CASES,
    RECORDED_FROM,
    SECTIONS,
    Case,
    FixedDate,
    link,
    links_of,
    settings_for,
    settings_with_registries,
    verdict_bytes,
)
from tests.origin.server import Origin

from papertrace.audit import AuditSettings, Cassette, RecordMode, generate_verdicts
from papertrace.audit.registries import REGISTRIES
from papertrace.errors import CassetteError, NetworkDownError
from papertrace.model import Fault, Outcome, RepositoryState, Verdict
from papertrace.web.exchange import Answer, Clock, Request, VirtualClock
from papertrace.web.guard import Resolver

FOLDER = CASSETTES / "audit" / "run"
MAX_CASSETTE_BYTES = 50_000


@dataclass(frozen=True)
class Recorded:
    """An audit of all cases whose answers are in a cassette, the only one whose requests the origin has logged."""

    path: Path
    verdicts: tuple[Verdict, ...]


def audit_all(settings: AuditSettings, resolve: Resolver, cassette: Cassette | None = None) -> tuple[Verdict, ...]:
    """Audit all cases; of two requests in flight when a host refuses one, both are in the verdicts, so one is sent."""
    links = [link(case.url, line) for line, case in enumerate(ORIGIN_CASES)]
    found: list[Verdict] = []
    for is_limited in (False, True):
        asking = replace(settings, stagger_s=settings.deadline_s) if is_limited else settings
        some = [one for one in links if (ORIGIN_CASES[one.span.line].section == "limits") is is_limited]
        clock = None if cassette and cassette.only_replays else FixedDate()
        found += generate_verdicts(some, settings=asking, cassette=cassette, resolve=resolve, clock=clock)
    return tuple(sorted(found, key=lambda verdict: verdict.link.span))


@pytest.fixture(scope="module")
def live(running_origin: Origin, settings: AuditSettings, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    running_origin.reset()
    path = tmp_path_factory.mktemp("live") / "origin.yaml"
    with Cassette(path, RecordMode.ONCE) as cassette:
        verdicts = audit_all(settings, running_origin.resolve, cassette)
    assert running_origin.n_early == 0
    assert not any(request.path.startswith("/latest") for request in running_origin.log)
    return Recorded(path, verdicts)


def no_name_resolves(host: str, port: int) -> Sequence[tuple[str, int]]:
    raise socket.gaierror(socket.EAI_AGAIN, f"{host}:{port}")


def never_wait(_: Clock, seconds: float) -> None:
    pytest.fail(f"a replay waits for {seconds} s")


def test_auditing_no_links_sends_nothing() -> None:
    assert list(generate_verdicts([])) == []


@pytest.mark.parametrize(("line", "case"), list(enumerate(ORIGIN_CASES)), ids=map(str, ORIGIN_CASES))
def test_the_verdicts_on_the_origin_are_as_expected(live: Recorded, line: int, case: Case) -> None:
    verdict = live.verdicts[line]

    assert (str(verdict.outcome), verdict.reason) == (case.outcome, case.reason)
    if case.change in set(RepositoryState):
        assert verdict.repository_state == case.change
    else:
        assert verdict.new_url == case.change
    was_asked = any(one.fault is not Fault.WITHHELD for one in verdict.seen)
    assert (verdict.checked_at is not None) == was_asked


def test_no_host_receives_more_requests_at_a_time_than_the_settings_allow(
    origin: Origin, settings: AuditSettings
) -> None:
    """The pages are slow, so that more requests would be in flight if they were not limited."""
    links = [link(f"http://lab.example.org/delayed/{number}") for number in range(12)]

    list(generate_verdicts(links, settings=replace(settings, per_host=3, stagger_s=0.01), resolve=origin.resolve))

    assert 1 < origin.max_concurrent["lab.example.org"] <= 3


def test_a_renamed_repository_comes_with_its_new_address(live: Recorded) -> None:
    renamed = [verdict.new_url for verdict in live.verdicts if verdict.repository_state is RepositoryState.RENAMED]

    assert renamed == ["https://code.example.org/acme-example/new-name"]


def test_no_request_comes_before_the_time_a_host_asked_for(origin: Origin, settings: AuditSettings) -> None:
    """A request that is sent before the host has asked for anything is not early, so one is in flight at a time."""
    links = links_of("limits")
    one_at_a_time = replace(settings, stagger_s=settings.deadline_s)

    verdicts = list(generate_verdicts(links, settings=one_at_a_time, resolve=origin.resolve))

    assert Counter(verdict.outcome for verdict in verdicts) == {Outcome.ALIVE: 13, Outcome.RATE_LIMITED: 3}
    assert origin.n_early == 0
    assert sum(request.host == "closed.example.org" for request in origin.log) == 1


def conclusion_of(verdict: Verdict) -> Verdict:
    """Return a verdict without what differs between live audits on a busy machine.

    That is the number of requests, and which of two limits a silent host meets first: that of a socket or, two ticks
    later, that of the whole request.
    """
    reason = verdict.reason.replace("no whole answer within the deadline", "no answer in time")
    return replace(verdict, seen=(), reason=reason)


def test_a_replay_without_the_origin_gives_the_same_verdicts_byte_for_byte(
    live: Recorded, settings: AuditSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Clock, "sleep", never_wait)
    with Cassette(live.path, RecordMode.NONE) as cassette:
        replayed = audit_all(settings, no_name_resolves, cassette)

    assert len(replayed) == len(ORIGIN_CASES)
    assert verdict_bytes(replayed) == verdict_bytes(live.verdicts)


def test_recording_changes_no_verdict(live: Recorded, origin: Origin, settings: AuditSettings) -> None:
    plain = audit_all(settings, origin.resolve)

    assert verdict_bytes(map(conclusion_of, plain)) == verdict_bytes(map(conclusion_of, live.verdicts))


@pytest.mark.parametrize("section", SECTIONS)
def test_the_bundled_recordings_agree_with_the_cases(section: str) -> None:
    path = FOLDER / f"{section}.yaml"
    with Cassette(path, RecordMode.NONE) as cassette:
        verdicts = list(generate_verdicts(links_of(section), settings=settings_for(), cassette=cassette))

    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) <= MAX_CASSETTE_BYTES
    assert RECORDED_FROM in text.replace("\n    ", " ")
    found = {verdict.link.url: (str(verdict.outcome), verdict.reason) for verdict in verdicts}
    assert found == {
        case.url.replace("name:word@", ""): (case.outcome, case.reason)
        for case in ORIGIN_CASES
        if case.section == section
    }


def test_a_host_that_accepts_one_request_at_a_time_is_asked_about_all_its_links() -> None:
    clock = VirtualClock()
    times: list[float] = []

    def limited(request: Request) -> Answer:
        """Accept one request a second, and refuse a further one without stating a wait."""
        early = bool(times) and clock.monotonic() - times[-1] < 1.0
        if early:
            return Answer(status=429, at="2026-01-05T12:00:00Z")
        times.append(clock.monotonic())
        return Answer(status=200, headers=(("content-type", "application/pdf"),), body=request.url)

    links = [link(f"https://example.org/{number}.pdf") for number in range(20)]
    settings = AuditSettings(backoff_s=1.0)
    auditor = auditor_of(settings, limited, clock)

    verdicts = list(auditor.run(links))

    assert Counter(verdict.outcome for verdict in verdicts) == {Outcome.ALIVE: 20}
    assert len(times) == 20
    assert clock.monotonic() <= 2 * 20


def test_the_next_request_to_a_host_is_sent_before_the_last_answer_is_judged() -> None:
    asked: list[str] = []

    def answer(request: Request) -> Answer:
        asked.append(request.url)
        return Answer(status=200, headers=(("content-type", "application/pdf"),), at="2026-01-05T12:00:00Z")

    links = [link(f"https://example.org/{number}.pdf") for number in range(3)]
    auditor = auditor_of(AuditSettings(), answer, VirtualClock())

    first = next(auditor.run(links))

    assert first.link == links[0]
    assert asked == [link.url for link in links[:2]]


def test_equivalent_links_share_a_request_and_each_has_its_verdict(origin: Origin, settings: AuditSettings) -> None:
    urls = [
        "http://www.example.org/paper.pdf",
        "https://www.example.org/paper.pdf",
        "http://www.example.org/paper.pdf#page=2",
        "http://www.example.org:80/paper.pdf",
        "http://name@WWW.example.org/paper.pdf",
        "https://code.example.org/Acme-Example/tool",
        "http://code.example.org/acme-example/TOOL.git",
    ]

    verdicts = list(generate_verdicts([link(url) for url in urls], settings=settings, resolve=origin.resolve))

    assert [verdict.outcome for verdict in verdicts] == [Outcome.ALIVE] * len(urls)
    assert len(origin.log) == 2
    assert {request.scheme for request in origin.log} == {"https"}


def test_a_page_under_http_is_not_judged_by_the_broken_one_under_https(origin: Origin, settings: AuditSettings) -> None:
    urls = ["http://expired.example.org/paper.pdf", "https://expired.example.org/paper.pdf"]

    verdicts = generate_verdicts([link(url) for url in urls], settings=settings, resolve=origin.resolve)

    assert {verdict.link.url: verdict.outcome for verdict in verdicts} == dict(
        zip(urls, (Outcome.ALIVE, Outcome.INSECURE), strict=True)
    )


def test_a_password_in_a_link_is_neither_sent_nor_shown(origin: Origin, settings: AuditSettings) -> None:
    links = [link("http://name:sesame@www.example.org/alive/secret")]

    (verdict,) = generate_verdicts(links, settings=settings, resolve=origin.resolve)

    assert verdict.link.url == "http://www.example.org/alive/secret"
    assert "sesame" not in repr(replace(verdict, link=replace(verdict.link, raw="")))


def test_without_a_network_nothing_is_called_dead(settings: AuditSettings) -> None:
    links = [link(f"http://host-{number}.example.org/") for number in range(40)]

    with pytest.raises(NetworkDownError, match="nothing more was requested"):
        list(generate_verdicts(links, settings=settings, resolve=no_name_resolves))


def test_one_link_without_a_network_is_not_called_dead_either(settings: AuditSettings) -> None:
    def unknown(host: str, port: int) -> Sequence[tuple[str, int]]:
        raise socket.gaierror(socket.EAI_NONAME, f"{host}:{port}")

    with pytest.raises(NetworkDownError, match="no network"):
        list(generate_verdicts([link("http://host.example.org/")], settings=settings, resolve=unknown))


def test_verdicts_come_before_the_slowest_host_has_answered(origin: Origin, settings: AuditSettings) -> None:
    links = [link("http://www.example.org/silent"), link("http://lab.example.org/paper.pdf")]
    verdicts = generate_verdicts(links, settings=settings, resolve=origin.resolve)

    first = next(verdicts)
    verdicts.close()

    assert first.link.url == "http://lab.example.org/paper.pdf"


def test_an_abandoned_audit_sends_nothing_more(origin: Origin, settings: AuditSettings) -> None:
    links = [link(f"http://www.example.org/alive/{number}") for number in range(200)]

    list(islice(generate_verdicts(links, settings=settings, resolve=origin.resolve), 3))
    n_asked = len(origin.log)
    time.sleep(0.2)

    assert len(origin.log) <= n_asked + settings.concurrency
    assert n_asked < 100


def test_on_an_intranet_without_the_rest_of_the_world_no_outside_name_is_called_dead(
    origin: Origin, settings: AuditSettings
) -> None:
    inside = replace(settings, control_names=("outside.example.net",))
    links = [link("http://www.example.org/paper.pdf"), link("http://project.example.net/")]

    verdicts = generate_verdicts(links, settings=inside, resolve=origin.resolve)

    assert {verdict.link.url: verdict.outcome for verdict in verdicts} == {
        "http://www.example.org/paper.pdf": Outcome.ALIVE,
        "http://project.example.net/": Outcome.UNKNOWN,
    }


def test_what_is_left_out_is_not_requested_after_a_redirect_either(origin: Origin, settings: AuditSettings) -> None:
    settings = replace(settings, exclude=("lab.example.org",))

    (verdict,) = generate_verdicts(
        [link("http://www.example.org/without-scheme")], settings=settings, resolve=origin.resolve
    )

    assert verdict.outcome is Outcome.SKIPPED
    assert verdict.reason.endswith("lab.example.org/alive/elsewhere, left out by --exclude lab.example.org")
    assert {request.host for request in origin.log} == {"www.example.org"}


def test_an_answer_about_many_papers_is_replayed_for_any_of_them(tmp_path: Path) -> None:
    path = tmp_path / "papers.yaml"
    names = ["2601.00001", "2601.00002", "2601.00003"]
    settings = settings_with_registries()
    (query,) = REGISTRIES["arxiv"].plan(
        [link(f"https://papers.example.org/abs/{name}") for name in names[:2]], settings
    )
    feed = "<feed>" + "".join(f"<id>http://arxiv.example.org/abs/{name}v1</id>" for name in names[:2]) + "</feed>"
    with Cassette(path, RecordMode.ALL) as cassette:
        cassette.record(
            Request(method=query.ask.method, url=query.ask.url, ask=query.ask, seconds_left=9),
            Answer(status=200, body=feed),
        )

    links = [link(f"https://papers.example.org/abs/{name}") for name in names]
    with Cassette(path, RecordMode.NONE) as cassette:
        one = list(generate_verdicts(links[1:2], settings=settings, cassette=cassette))
    with Cassette(path, RecordMode.NONE) as cassette, pytest.raises(CassetteError, match=names[2]):
        list(generate_verdicts(links, settings=settings, cassette=cassette))

    assert [verdict.reason for verdict in one] == ["the paper is on arXiv"]
