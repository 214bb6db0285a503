"""What one audit requests for a page, in which order, and what its verdict is based on."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.clients import auditor_of
from tests.origin.cases import link

from papertrace.audit import AuditSettings, Store
from papertrace.audit.probers import PROBERS, Probe
from papertrace.audit.run import LinkGroup
from papertrace.model import Ask, Fault, Link, Method, Outcome, Verdict
from papertrace.web.exchange import Answer, Request, VirtualClock

FILE = "https://example.org/a.zip"
HTML = (("content-type", "text/html"),)
NOON = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)


class Site:
    """Answers in the order in which they are given; the requests are recorded."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    def __call__(self, request: Request) -> Answer:
        """Record a request and return the next answer."""
        self.asked.append(f"{request.method} {request.url}{' if changed' if request.ask.validator else ''}")
        return replace(self.answers.pop(0), at=f"2026-01-05T12:00:{len(self.asked):02}Z")


def test_a_verdict_has_every_try_of_every_request_and_the_time_of_the_last() -> None:
    site = Site(
        Answer(status=405),
        Answer(status=503),
        Answer(status=200, headers=HTML, body="<title>Acme</title>"),
        Answer(status=404),
    )

    (verdict,) = auditor_of(AuditSettings(retries=1), site, VirtualClock()).run([link(FILE)])

    assert [(one.ask.method, one.ask.url == FILE, one.status) for one in verdict.seen] == [
        (Method.HEAD, True, 405),
        (Method.GET, True, 503),
        (Method.GET, True, 200),
        (Method.GET, False, 404),
    ]
    assert not any(one.body for one in verdict.seen)
    assert verdict.checked_at == "2026-01-05T12:00:04Z"


def test_a_verdict_has_its_latest_time_though_clocks_of_answers_go_back() -> None:
    answers = iter([(405, "2026-01-05T12:00:09Z"), (200, "2026-01-05T12:00:03Z"), (200, "2026-01-05T12:00:04Z")])

    def answer(_: Request) -> Answer:
        status, at = next(answers)
        return Answer(status=status, at=at)

    (verdict,) = auditor_of(AuditSettings(), answer, VirtualClock()).run([link(FILE)])

    assert len(verdict.seen) > 1
    assert verdict.checked_at == "2026-01-05T12:00:09Z"


def test_a_changed_file_that_only_get_shows_is_requested_once(tmp_path: Path) -> None:
    file = (("content-type", "application/zip"), ("etag", '"v1"'))
    site = Site(Answer(status=405), Answer(status=200, headers=file), Answer(status=200, headers=file))

    found: list[Verdict] = []
    for days in (0, 8):
        clock = VirtualClock(NOON + timedelta(days=days))
        with Store(tmp_path / "store.sqlite", now=clock.wall()) as store:
            found += auditor_of(AuditSettings(), site, clock, store).run([link(FILE)])

    assert site.asked == [f"HEAD {FILE}", f"GET {FILE}", f"GET {FILE} if changed"]
    assert [verdict.outcome for verdict in found] == [Outcome.ALIVE, Outcome.ALIVE]
    assert [one.ask.validator for one in found[1].seen] == [None]


def test_the_page_under_http_is_requested_only_if_the_rules_of_its_own_host_allow_it() -> None:
    def answer(request: Request) -> Answer:
        asked.append(request.url)
        if request.url.startswith("https:"):
            return Answer(fault=Fault.TLS, detail="the certificate has expired")
        if request.url.endswith("/robots.txt"):
            return Answer(status=200, body="User-agent: *\nDisallow: /\n")
        return Answer(status=200, headers=HTML)

    asked: list[str] = []
    links = [link(f"{scheme}://example.org/page", line) for line, scheme in enumerate(("https", "http"))]

    found = list(auditor_of(AuditSettings(obeys_robots=True), answer, VirtualClock()).run(links))

    assert {verdict.link.url: verdict.outcome for verdict in found} == {
        "https://example.org/page": Outcome.INSECURE,
        "http://example.org/page": Outcome.SKIPPED,
    }
    assert "http://example.org/page" not in asked


def test_a_prober_that_repeats_itself_is_an_error_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def probe(link: Link) -> Probe:
        while True:
            yield Ask(method=Method.GET, url=link.url)

    monkeypatch.setitem(PROBERS, "web", replace(PROBERS["web"], probe=probe))

    with pytest.raises(RuntimeError, match=r"the prober web does not conclude on https://example\.org/a\.zip"):
        list(auditor_of(AuditSettings(), lambda _: Answer(status=200), VirtualClock()).run([link(FILE)]))


@pytest.mark.parametrize("outcome", Outcome)
def test_every_link_of_a_group_gets_its_verdict_or_another_request(outcome: Outcome) -> None:
    links = [link(f"{scheme}://example.org/page", line) for line, scheme in enumerate(("https", "http"))]
    group = LinkGroup(prober=PROBERS["web"], links=links)

    same, others = group.split(outcome)
    verdicts = group.verdicts(Verdict(link=links[0], outcome=outcome, reason="", checked_at="2026-01-05"), same)

    assert [*same, *others] == links
    assert [verdict.link for verdict in verdicts] == same
    assert {verdict.checked_at for verdict in verdicts} == {"2026-01-05"}


@pytest.mark.parametrize(
    ("first", "has_pause"),
    [(Answer(fault=Fault.RESET), True), (Answer(fault=Fault.TIMEOUT), True), (Answer(status=405), False)],
    ids=["reset", "timeout", "no such method"],
)
def test_after_a_head_without_an_answer_the_host_has_a_pause(first: Answer, *, has_pause: bool) -> None:
    clock = VirtualClock()
    times: list[float] = []

    def answer(request: Request) -> Answer:
        times.append(clock.monotonic())
        return Answer(status=200, headers=HTML) if request.method is Method.GET else first

    (verdict,) = auditor_of(AuditSettings(backoff_s=7.0), answer, clock).run([link(FILE)])

    assert verdict.outcome is Outcome.ALIVE
    assert len(times) == 2
    assert (times[1] - times[0] >= 7.0) is has_pause
