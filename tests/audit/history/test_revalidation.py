"""Reusing, confirming and comparing the verdicts of an earlier run."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.case_tables import cases
from tests.clients import auditor_of
from tests.origin.cases import FixedDate, link, verdict_bytes
from tests.origin.server import Origin

from papertrace.audit import AuditSettings, Cassette, RecordMode, Store, generate_verdicts
from papertrace.audit.store import answers, compare_findings, confirmed, is_fresh, judge_change, recheck
from papertrace.audit.verdicts import with_missing_parts
from papertrace.model import (
    Ask,
    ChangeKind,
    Finding,
    Hop,
    Method,
    Observation,
    Outcome,
    RepositoryState,
    Validator,
    Verdict,
)
from papertrace.web.exchange import Answer, Request, VirtualClock

NOON = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
URL = "https://example.org/a"
AT = "2026-02-01T12:00:00Z"
ETAG, MODIFIED = ("etag", '"v1"'), ("last-modified", "Mon, 05 Jan 2026 12:00:00 GMT")
GET = Ask(method=Method.GET, url=URL)
PLAIN = "http://example.org/a"
WITH_FRAGMENTS = AuditSettings(checks_fragments=True)
PAGE = Observation(ask=GET, final_url=URL, status=200, headers=(("content-type", "text/html"), ETAG, MODIFIED))


def verdict(outcome: Outcome = Outcome.ALIVE, *seen: Observation, url: str = URL) -> Verdict:
    return Verdict(
        link=link(url), outcome=outcome, reason="200 OK", seen=seen or (PAGE,), checked_at="2026-01-05T12:00:00Z"
    )


@cases("outcome, hours, given, expected", named=True)
def test_a_verdict_is_reused_up_to_the_age_limit_of_its_outcome(
    outcome: Outcome, hours: float, given: dict[str, Any], *, expected: bool
) -> None:
    ages_s = {Outcome(name): seconds for name, seconds in given.get("ages_s", {}).items()}
    settings = AuditSettings(**given | {"ages_s": ages_s})

    assert is_fresh(verdict(outcome), now=NOON + timedelta(hours=hours), settings=settings) == expected


@pytest.mark.parametrize("checked_at", [None, "", "yesterday"])
def test_a_verdict_without_a_date_is_not_reused(checked_at: str | None) -> None:
    assert not is_fresh(replace(verdict(), checked_at=checked_at), now=NOON, settings=AuditSettings())


def test_an_age_below_0_is_refused() -> None:
    with pytest.raises(ValueError, match="ages_s of dead is -1"):
        AuditSettings(ages_s={Outcome.DEAD: -1})


def test_a_page_with_a_validator_gets_a_conditional_request() -> None:
    wanted = recheck(verdict())

    assert wanted == replace(GET, validator=Validator(url=URL, etag='"v1"', last_modified=MODIFIED[1]))


@pytest.mark.parametrize(
    "earlier",
    [
        pytest.param(verdict(Outcome.DEAD), id="dead"),
        pytest.param(verdict(Outcome.RESTRICTED), id="restricted"),
        pytest.param(replace(verdict(Outcome.SUSPECT), repository_state=RepositoryState.EMPTY), id="empty"),
        pytest.param(verdict(Outcome.ALIVE, replace(PAGE, headers=())), id="no validator"),
        pytest.param(verdict(Outcome.ALIVE, replace(PAGE, status=None)), id="no answer"),
        pytest.param(verdict(Outcome.ALIVE, replace(PAGE, ask=replace(GET, accept="application/json"))), id="registry"),
        pytest.param(verdict(Outcome.ALIVE, replace(PAGE, ask=replace(GET, method=Method.POST))), id="posted"),
        pytest.param(verdict(Outcome.ALIVE, replace(PAGE, final_url="ftp://example.org/")), id="no address"),
        pytest.param(verdict(Outcome.ALIVE, replace(PAGE, headers=(("etag", '"a\r\nb"'),))), id="a broken header"),
        pytest.param(verdict(Outcome.ALIVE, replace(PAGE, headers=(("etag", "v1"),))), id="no entity tag"),
        pytest.param(verdict(Outcome.ALIVE, replace(PAGE, headers=(("last-modified", "gestern früh"),))), id="no date"),
    ],
)
def test_what_no_answer_can_confirm_is_audited_again(earlier: Verdict) -> None:
    assert recheck(earlier) is None


def test_not_modified_keeps_the_verdict_and_its_observations() -> None:
    earlier = replace(
        verdict(Outcome.MOVED, replace(PAGE, final_url="https://example.org/b#top", hops=(Hop(url=URL, status=301),))),
        link=link(f"{URL}#top"),
        new_url="https://example.org/b#top",
        repository_state=RepositoryState.PRESENT,
        has_snapshot=False,
    )
    ask = recheck(earlier)
    assert ask is not None
    answer = replace(earlier.seen[0], ask=ask, status=304, headers=())

    kept = confirmed(earlier, answer, at=AT)
    again = confirmed(kept, answer, at=AT) if kept else None

    assert kept is not None
    assert (kept.outcome, kept.reason, kept.new_url) == (Outcome.MOVED, "200 OK", "https://example.org/b")
    assert (kept.repository_state, kept.has_snapshot) == (RepositoryState.PRESENT, None)
    assert [one.status for one in kept.seen] == [200, 304]
    assert again == kept
    assert recheck(kept) == ask
    assert kept.last_observation == earlier.seen[0]


@cases("headers, etag, modified")
def test_a_condition_has_the_validators_that_the_page_came_with(
    headers: tuple[tuple[str, str], ...], etag: str, modified: str
) -> None:
    wanted = recheck(verdict(Outcome.ALIVE, replace(PAGE, headers=headers)))

    assert wanted == replace(GET, validator=Validator(url=URL, etag=etag, last_modified=modified))


def test_a_confirmed_verdict_has_the_new_date_and_its_snapshot() -> None:
    kept = confirmed(replace(verdict(), has_snapshot=True), replace(PAGE, status=304), at=AT)
    undated = confirmed(verdict(), replace(PAGE, status=304), at="")

    assert kept is not None
    assert (kept.checked_at, kept.has_snapshot) == (AT, True)
    assert undated is not None
    assert undated.checked_at is None


def test_an_answer_to_get_answers_head_for_the_same_address_and_not_the_other_way_round() -> None:
    head = replace(GET, method=Method.HEAD)

    assert answers(PAGE, GET)
    assert answers(PAGE, head)
    assert answers(replace(PAGE, ask=head), head)
    assert not answers(replace(PAGE, ask=head), GET)
    assert not answers(PAGE, replace(head, url=f"{URL}/b"))
    assert not answers(replace(PAGE, ask=replace(GET, method=Method.POST)), head)


def test_a_missing_part_leaves_no_new_address() -> None:
    moved = replace(verdict(Outcome.MOVED, url=f"{URL}#part"), new_url="https://example.org/b#part")
    named = replace(moved, link=link(f"{URL}#there"))

    found = with_missing_parts([moved, named], replace(PAGE, body="<a name=there>"))

    assert [(one.outcome, one.new_url) for one in found] == [(Outcome.SUSPECT, None), (Outcome.MOVED, named.new_url)]
    assert found[0].reason == "200 OK, but the page has no part 'part'"


def test_not_modified_without_an_earlier_observation_is_the_observation() -> None:
    odd = replace(PAGE, status=304)

    assert verdict(Outcome.SUSPECT, odd).last_observation == odd


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(replace(PAGE, status=200), id="another page"),
        pytest.param(replace(PAGE, status=404), id="gone"),
        pytest.param(replace(PAGE, status=304, hops=(Hop(url=URL, status=302),)), id="after a new redirect"),
        pytest.param(replace(PAGE, status=304, final_url="https://example.org/b"), id="of another address"),
    ],
)
def test_any_other_answer_confirms_nothing(answer: Observation) -> None:
    assert confirmed(verdict(), answer, at=AT) is None


class Host:
    """A host whose page has a validator, and which records every request."""

    def __init__(self) -> None:
        self.state = '"v1"'
        self.status = 200
        self.asked: list[str] = []

    def __call__(self, request: Request) -> Answer:
        """Answer with the page, or with 304 to a conditional request."""
        validator = request.ask.validator
        self.asked.append(f"{request.method} {validator.etag if validator else ''}".strip())
        at = "2026-01-05T12:00:00Z"
        if request.url not in (URL, PLAIN) or self.status != 200:
            return Answer(status=404, at=at)
        headers = (("content-type", "text/html"), ("etag", self.state))
        if validator is not None and validator.etag == self.state:
            return Answer(status=304, headers=headers[1:], at=at)
        body = '<title>A page</title><h2 id="there">A part</h2>' if request.method is Method.GET else ""
        return Answer(status=200, headers=headers, body=body, at=at)


@pytest.fixture
def host() -> Host:
    return Host()


def look_at(
    urls: Sequence[str], host: Host, path: Path, *, days: float = 0, settings: AuditSettings = WITH_FRAGMENTS
) -> dict[str, Verdict]:
    clock = VirtualClock(NOON + timedelta(days=days))
    links = [link(url, line) for line, url in enumerate(urls, start=1)]
    with Store(path, now=clock.wall()) as store:
        found = auditor_of(settings, host, clock, store).run(links)
        return {one.link.url: one for one in found}


Run = tuple[float, list[str], dict[str, Any], list[str], list[str]]


@cases("runs", named=True)
def test_what_runs_ask_and_find(runs: list[Run], host: Host, path: Path) -> None:
    reasons: list[str] = []
    for days, fragments, given, outcomes, asked in runs:
        host.state, host.status = given.get("state", '"v1"'), given.get("status", 200)
        host.asked.clear()
        settings = AuditSettings(checks_fragments=given.get("fragments", True))
        found = look_at([URL + fragment for fragment in fragments], host, path, days=days, settings=settings)

        assert [found[URL + fragment].outcome for fragment in fragments] == outcomes
        assert host.asked == asked
        assert {found[URL + at].reason for at in fragments if found[URL + at].outcome is Outcome.ALIVE} <= {"200 OK"}
        before, reasons = reasons, [found[URL + fragment].reason for fragment in fragments]
        # No request, or one that is answered with 304, changes nothing.
        assert len(asked) > 1 or host.status != 200 or reasons == before
        # A verdict that is used again as it was says nothing about fragments that the link does not have.
        assert not asked or {one.fragment_checked for one in found.values()} == {settings.checks_fragments or days > 0}


def test_a_verdict_of_a_run_without_https_does_not_answer_for_one_with_it(host: Host, path: Path) -> None:
    url = PLAIN
    secure = AuditSettings(requires_https=True)
    before = look_at([url], host, path, settings=AuditSettings())

    found = look_at([url], host, path, settings=secure)

    assert before[url].outcome is Outcome.ALIVE
    assert found[url].outcome is Outcome.INSECURE


def test_the_page_that_answers_a_conditional_request_is_not_kept(host: Host, path: Path) -> None:
    look_at([URL], host, path)
    host.state = '"v2"'
    clock = VirtualClock(NOON + timedelta(days=8))
    asked = replace(GET, validator=Validator(url=URL, etag='"v1"'))
    bodies: list[str] = []

    with Store(path, now=clock.wall()) as store:
        auditor = auditor_of(AuditSettings(), host, clock, store)
        list(auditor.run([link(URL)]))
        auditor._client.replace_seen(asked, lambda seen: bodies.append(seen.body) or seen)  # type: ignore[func-returns-value]  # noqa: SLF001 - what the client keeps

    assert bodies == [""]


def test_a_recording_contains_complete_answers_and_its_replay_requests_them(
    tmp_path: Path, origin: Origin, settings: AuditSettings
) -> None:
    links = [link("http://www.example.org/with-etag")]
    for name in ("before", "after"):
        with Store(tmp_path / f"{name}.sqlite") as store:
            list(generate_verdicts(links, settings=settings, resolve=origin.resolve, store=store))
    origin.reset()
    anew = replace(settings, max_age_s=0)

    with Store(tmp_path / "before.sqlite") as store, Cassette(tmp_path / "a.yaml") as cassette:
        recorded = list(
            generate_verdicts(
                links, settings=anew, resolve=origin.resolve, store=store, cassette=cassette, clock=FixedDate()
            )
        )
    with Store(tmp_path / "after.sqlite") as store, Cassette(tmp_path / "a.yaml", RecordMode.NONE) as cassette:
        replayed = list(generate_verdicts(links, settings=anew, store=store, cassette=cassette))

    assert all("if-none-match" not in request.headers for request in origin.log)
    assert verdict_bytes(replayed) == verdict_bytes(recorded)


def test_an_unchanged_page_is_answered_without_a_body(path: Path, origin: Origin, settings: AuditSettings) -> None:
    links = [link("http://www.example.org/to-etag"), link("http://www.example.org/with-etag", 2)]
    anew = replace(settings, max_age_s=0, timeout_s=10.0, deadline_s=20.0)
    found = []
    for _ in range(2):
        origin.reset()
        with Store(path) as store:
            verdicts = list(generate_verdicts(links, settings=anew, resolve=origin.resolve, store=store))
        found.append(sorted((one.link.url, one.outcome, one.reason, one.new_url) for one in verdicts))

    assert found[0] == found[1]
    asked = sorted((one.path, one.headers.get("if-none-match", "")) for one in origin.log)
    # The redirecting address is requested without the validator of its target.
    assert asked == [("/to-etag", ""), ("/with-etag", '"v1"'), ("/with-etag", '"v1"')]


def verdict_on(outcome: Outcome, *, url: str = URL, status: int = 404, new_url: str | None = None) -> Verdict:
    seen = Observation(ask=Ask(method=Method.GET, url=url), final_url=url, status=status)
    return Verdict(
        link=link(url),
        outcome=outcome,
        reason="seen",
        seen=(seen,),
        new_url=new_url,
        checked_at="2026-01-05T12:00:00Z",
    )


@cases("before, now, kind")
def test_only_decided_outcomes_on_both_sides_are_a_change(
    before: Outcome, now: Outcome, kind: ChangeKind | None
) -> None:
    assert judge_change(verdict_on(before), verdict_on(now)) is kind


def test_a_link_with_another_new_address_has_moved_again() -> None:
    before = verdict_on(Outcome.MOVED, new_url="https://example.org/b")

    assert judge_change(before, before) is None
    assert judge_change(before, replace(before, new_url="https://example.org/c")) is ChangeKind.MOVED


def test_a_repository_archived_since_then_is_reported() -> None:
    before = verdict_on(Outcome.ALIVE)
    now = replace(before, repository_state=RepositoryState.ARCHIVED)

    assert judge_change(before, now) is ChangeKind.ARCHIVED
    assert judge_change(now, now) is None


def test_findings_are_compared_with_the_verdicts_of_that_time(path: Path) -> None:
    with Store(path, now=datetime(2026, 1, 1, tzinfo=UTC)) as store:
        store.put(verdict_on(Outcome.ALIVE))
        store.put(verdict_on(Outcome.DEAD, url="https://example.org/b"))
    urls = (URL, "https://example.org/b", "https://example.org/new")
    findings = tuple(Finding(verdict=verdict_on(Outcome.DEAD, url=url), occurrences=()) for url in urls)
    with Store(path) as store:
        comparison = compare_findings(findings, store, store.find_run("last"))

    assert (comparison.run, comparison.started_at, comparison.n_new) == (1, "2026-01-01T00:00:00Z", 1)
    assert [(change.kind, change.before, change.finding) for change in comparison.changes] == [
        (ChangeKind.DIED, Outcome.ALIVE, findings[0])
    ]


def test_a_status_that_is_accepted_now_was_accepted_then(path: Path) -> None:
    with Store(path) as store:
        store.put(verdict_on(Outcome.DEAD))
    findings = (Finding(verdict=verdict_on(Outcome.ALIVE), occurrences=()),)
    with Store(path) as store:
        run = store.find_run("last")

        assert len(compare_findings(findings, store, run).changes) == 1
        assert compare_findings(findings, store, run, accepted={404}).changes == ()


def test_a_link_is_compared_under_the_address_that_was_requested(path: Path) -> None:
    with Store(path) as store:
        store.put(verdict_on(Outcome.MOVED, url="http://localhost:8000/example.org/a"))
    findings = (Finding(verdict=verdict_on(Outcome.DEAD, url=URL), occurrences=()),)
    with Store(path) as store:
        run = store.find_run("last")
        remapped = compare_findings(findings, store, run, remap=[("https://(.*)", "http://localhost:8000/$1")])

        assert compare_findings(findings, store, run).n_new == 1
    assert remapped.n_new == 0
    assert [(change.kind, change.before) for change in remapped.changes] == [(ChangeKind.DIED, Outcome.ALIVE)]


def test_references_to_files_are_not_new_in_every_run(path: Path) -> None:
    with Store(path) as store:
        store.put(verdict_on(Outcome.ALIVE))
    findings = tuple(
        Finding(verdict=verdict_on(Outcome.DEAD, url=url), occurrences=()) for url in ("docs/b.md", "README.md#use")
    )
    with Store(path) as store:
        comparison = compare_findings(findings, store, store.find_run("last"))

    assert (comparison.n_new, comparison.changes) == (0, ())
