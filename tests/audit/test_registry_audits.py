"""Complete audits with the made-up registries, live and replayed."""

import logging
import socket
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from tests.clients import auditor_of
from tests.folders import CASSETTES
from tests.origin.answers import Reply
from tests.origin.cases import (
    DATES,
    RECORDED_FROM,
    REGISTRY_CASES,
    REGISTRY_SECTIONS,
    FixedDate,
    link,
    links_of,
    settings_with_registries,
    verdict_bytes,
)
from tests.origin.registries import API_NAME, TOKEN, json_reply
from tests.origin.server import Origin, Request
from vcr.persisters.filesystem import FilesystemPersister
from vcr.serializers import yamlserializer

from papertrace.audit import AuditSettings, Cassette, RecordMode, Store, generate_verdicts
from papertrace.errors import CassetteError
from papertrace.model import Fault, Outcome, RepositoryState, Verdict
from papertrace.web.exchange import Answer, VirtualClock
from papertrace.web.exchange import Request as Sent

FOLDER = CASSETTES / "audit" / "registries"
MAX_CASSETTE_BYTES = 50_000
HOST = "https://code.example.org"


@pytest.fixture(scope="session")
def knowing(settings: AuditSettings) -> AuditSettings:
    """Return settings that reach the origin and its registries."""
    return settings_with_registries(settings.ca_bundle)


def ask(urls: Sequence[str], origin: Origin, settings: AuditSettings) -> list[Verdict]:
    links = [link(url, line) for line, url in enumerate(urls)]
    return sorted(
        generate_verdicts(links, settings=settings, resolve=origin.resolve), key=lambda verdict: verdict.link.span
    )


def asked_of(origin: Origin, host: str) -> list[Request]:
    return [request for request in origin.log if request.host == host]


def no_name_resolves(host: str, port: int) -> Sequence[tuple[str, int]]:
    raise socket.gaierror(socket.EAI_AGAIN, f"{host}:{port}")


def as_in_the_cases(verdicts: Sequence[Verdict]) -> dict[str, tuple[str, str, str | None]]:
    states = {case.url: case.change for case in REGISTRY_CASES if case.change in set(RepositoryState)}
    return {
        verdict.link.url: (
            str(verdict.outcome),
            verdict.reason,
            verdict.repository_state if verdict.link.url in states else verdict.rescue or verdict.new_url,
        )
        for verdict in verdicts
    }


def expected(section: str) -> dict[str, tuple[str, str, str | None]]:
    return {case.url: (case.outcome, case.reason, case.change) for case in REGISTRY_CASES if case.section == section}


@pytest.mark.parametrize("section", REGISTRY_SECTIONS)
def test_registry_verdicts_are_as_expected_and_a_replay_is_identical(section: str, tmp_path: Path) -> None:
    links = links_of(section)
    path = tmp_path / f"{section}.yaml"
    with Origin() as origin:
        settings = settings_with_registries(origin.write_ca_bundle(tmp_path / "authority.pem"), section)
        with Cassette(path, RecordMode.ONCE) as cassette:
            asked = generate_verdicts(
                links, settings=settings, cassette=cassette, resolve=origin.resolve, clock=FixedDate(), dates=DATES
            )
            recorded = list(asked)
    without_a_token = replace(settings, github_token="")
    with Cassette(path, RecordMode.NONE) as cassette:
        started = time.monotonic()
        replay = generate_verdicts(
            links, settings=without_a_token, cassette=cassette, resolve=no_name_resolves, dates=DATES
        )
        replayed = list(replay)
        seconds = time.monotonic() - started

    assert as_in_the_cases(recorded) == expected(section)
    assert verdict_bytes(replayed) == verdict_bytes(recorded)
    assert seconds < 1
    assert TOKEN not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("section", REGISTRY_SECTIONS)
def test_the_bundled_recordings_agree_with_the_cases(section: str) -> None:
    path = FOLDER / f"{section}.yaml"
    with Cassette(path, RecordMode.NONE) as cassette:
        settings = settings_with_registries(section=section)
        verdicts = list(generate_verdicts(links_of(section), settings=settings, cassette=cassette, dates=DATES))

    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) <= MAX_CASSETTE_BYTES
    assert RECORDED_FROM in text.replace("\n    ", " ")
    assert TOKEN not in text
    assert "bearer" not in text.lower()
    assert as_in_the_cases(verdicts) == expected(section)


@pytest.mark.parametrize("section", REGISTRY_SECTIONS)
def test_vcrpy_reads_the_recordings_with_what_was_posted(section: str) -> None:
    requests, responses = FilesystemPersister.load_cassette(FOLDER / f"{section}.yaml", yamlserializer)

    assert len(requests) == len(responses)
    assert all(bool(one.body) == (one.method == "POST") for one in requests)


def test_two_thousand_repositories_are_twenty_requests(origin: Origin, knowing: AuditSettings) -> None:
    verdicts = ask([f"{HOST}/many-example/r{number}" for number in range(2000)], origin, knowing)

    assert Counter(verdict.repository_state for verdict in verdicts) == {RepositoryState.PRESENT: 2000}
    assert len(origin.log) == 20
    assert {request.host for request in origin.log} == {API_NAME}


def test_the_token_is_sent_only_to_its_api(origin: Origin, knowing: AuditSettings) -> None:
    urls = [case.url for case in REGISTRY_CASES] + ["http://www.example.org/moved", "https://api.example.org/graphql"]

    ask(urls, origin, knowing)

    with_token = {
        (request.method, request.scheme, request.host, request.path)
        for request in origin.log
        if TOKEN in f"{request.headers} {request.body} {request.path}"
    }
    assert with_token == {("POST", "https", API_NAME, "/graphql")}


@pytest.mark.parametrize("status", ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent"])
def test_a_redirect_of_the_api_is_not_followed(origin: Origin, knowing: AuditSettings, status: str) -> None:
    origin.first_answers[API_NAME] = [
        Reply(status=status, headers=(("Location", "https://www.example.org/headers"),)),
    ]

    (verdict,) = ask([f"{HOST}/acme-example/tool"], origin, knowing)

    assert (verdict.outcome, verdict.reason) == (Outcome.ALIVE, "200 OK")
    assert asked_of(origin, "www.example.org") == []
    assert [request.method for request in origin.log] == ["POST", "HEAD"]


def test_the_token_is_in_no_verdict_and_in_no_store(origin: Origin, knowing: AuditSettings, tmp_path: Path) -> None:
    links = links_of("github")
    with Store(tmp_path / "store.sqlite") as store:
        verdicts = list(generate_verdicts(links, settings=knowing, store=store, resolve=origin.resolve))
        again = list(generate_verdicts(links, settings=knowing, store=store, resolve=origin.resolve))

    assert TOKEN not in repr(verdicts) + repr(knowing)
    assert all(TOKEN.encode() not in file.read_bytes() for file in tmp_path.iterdir())
    (kept,) = [verdict for verdict in again if verdict.repository_state is RepositoryState.ARCHIVED]
    assert kept.seen
    assert kept.last_observation is None


def warnings_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


def test_the_token_is_in_no_log_of_any_library(
    origin: Origin, knowing: AuditSettings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    ask([f"{HOST}/acme-example/tool", f"{HOST}/acme-example/nothing"], origin, knowing)

    assert "graphql" in caplog.text  # so that what is looked through is a log of the request
    assert TOKEN not in caplog.text


def test_a_rejected_token_is_reported_once_and_the_pages_are_requested(
    origin: Origin, knowing: AuditSettings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    links = [link(f"{HOST}/acme-example/tool/tree/main/{number}", number) for number in range(250)]
    strange = replace(knowing, github_token="expired")  # noqa: S106 - it opens nothing
    path = tmp_path / "a.yaml"
    with Cassette(path) as cassette:
        recorded = list(
            generate_verdicts(links, settings=strange, cassette=cassette, resolve=origin.resolve, clock=FixedDate())
        )
    with Cassette(path, RecordMode.NONE) as cassette:
        replayed = list(generate_verdicts(links, settings=knowing, cassette=cassette))

    words = "GitHub rejects the token (401 Unauthorized), so the pages of its repositories are requested instead"
    assert warnings_in(caplog) == [words, words]
    assert len(asked_of(origin, API_NAME)) == 1
    assert len(recorded) == 250
    assert all(verdict.last_observation is not None for verdict in recorded)
    assert verdict_bytes(replayed) == verdict_bytes(recorded)
    assert "expired" not in path.read_text(encoding="utf-8") + repr(recorded) + caplog.text


def test_an_accepted_token_is_not_logged(
    origin: Origin, knowing: AuditSettings, caplog: pytest.LogCaptureFixture
) -> None:
    ask([f"{HOST}/acme-example/tool"], origin, knowing)

    assert warnings_in(caplog) == []


def test_after_a_secondary_limit_the_remaining_queries_are_sent(origin: Origin, knowing: AuditSettings) -> None:
    message = {"message": "You have exceeded a secondary rate limit."}
    origin.first_answers[API_NAME] = [json_reply(message, "403 Forbidden", (("Retry-After", "1"),))]

    verdicts = ask([f"{HOST}/many-example/r{number}" for number in range(300)], origin, knowing)

    times = [request.at for request in asked_of(origin, API_NAME)]
    assert Counter(verdict.repository_state for verdict in verdicts) == {RepositoryState.PRESENT: 300}
    assert len(times) == len(origin.log) == 4
    assert times[1] - times[0] >= 1.0


def test_an_exhausted_quota_with_200_is_waited_for(origin: Origin, knowing: AuditSettings) -> None:
    spent = (("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1"))
    origin.first_answers[API_NAME] = [
        json_reply({"errors": [{"type": "RATE_LIMITED", "message": "API rate limit exceeded"}]}, headers=spent)
    ]

    (verdict,) = ask([f"{HOST}/acme-example/tool"], origin, knowing)

    times = [request.at for request in origin.log]
    assert verdict.repository_state is RepositoryState.PRESENT
    assert times[1] - times[0] >= 1.0


def test_a_refusal_without_a_wait_means_a_minute() -> None:
    clock = VirtualClock()
    times: list[float] = []

    def refusing_once(_: Sent) -> Answer:
        times.append(clock.monotonic())
        if len(times) == 1:
            return Answer(status=403, body='{"message": "You have exceeded a secondary rate limit."}')
        return Answer(status=404)

    auditor = auditor_of(replace(settings_with_registries(), max_wait_s=120), refusing_once, clock)

    list(auditor.run([link(f"{HOST}/acme-example/tool")]))

    assert times[1] - times[0] >= 60.0


@pytest.mark.parametrize(
    ("refusal", "max_seconds"),
    [
        (Answer(status=429, headers=(("retry-after", "60"),)), 1.0),
        (Answer(status=429), 4.0),
        (Answer(status=503), 4.0),
        (Answer(fault=Fault.TIMEOUT, seconds=20.0), 1.0),  # the clock of this test does not run while it is asked
    ],
)
def test_few_papers_do_not_wait_for_an_index_that_refuses(refusal: Answer, max_seconds: float) -> None:
    clock = VirtualClock()
    n_asked = Counter[str]()

    def answer(sent: Sent) -> Answer:
        host = sent.url.split("/")[2]
        n_asked[host] += 1
        title = f"<title>A paper on folds, number {sent.url[-1]}</title>"
        is_paper = sent.url.startswith("https://arxiv.org/abs/")
        page = Answer(status=200, headers=(("content-type", "text/html"),), body=title)
        return refusal if host == "export.arxiv.org" else page if is_paper else Answer(status=404)

    urls = [f"https://arxiv.org/abs/2101.0000{number}" for number in range(1, 5)]
    verdicts = list(auditor_of(AuditSettings(), answer, clock).run([link(url) for url in urls]))

    assert [one.outcome for one in verdicts] == [Outcome.ALIVE] * 4
    assert n_asked["export.arxiv.org"] <= 2
    assert clock.monotonic() <= max_seconds


def test_an_api_that_refuses_for_an_hour_leaves_the_links_to_their_pages(
    origin: Origin, knowing: AuditSettings
) -> None:
    origin.first_answers[API_NAME] = [json_reply({"message": "x"}, "403 Forbidden", (("Retry-After", "3600"),))]

    verdicts = ask([f"{HOST}/acme-example/tool", f"{HOST}/acme-example/nothing"], origin, knowing)

    assert [verdict.reason for verdict in verdicts] == [
        "200 OK",
        "404 Not Found: the repository was deleted or is private",
    ]
    assert len(asked_of(origin, API_NAME)) == 1


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(Reply(status="401 Unauthorized"), id="a token that is not known"),
        pytest.param(Reply(status="502 Bad Gateway"), id="an error"),
        pytest.param(Reply(body=b'{"data": null, "errors": [{"message": "Something went wrong"}]}'), id="no data"),
        pytest.param(Reply(body=b'{"data": {"r0": ' + b"[" * 3_000_000), id="more than anyone reads"),
    ],
)
def test_a_failing_api_leaves_the_links_to_their_pages(origin: Origin, knowing: AuditSettings, answer: Reply) -> None:
    origin.first_answers[API_NAME] = [answer] * 2

    verdicts = ask([f"{HOST}/acme-example/tool", f"{HOST}/acme-example/finished"], origin, knowing)

    assert [(str(verdict.outcome), verdict.reason) for verdict in verdicts] == [
        ("alive", "200 OK"),
        ("dead", "404 Not Found: the repository was deleted or is private"),
    ]


def test_a_replay_of_other_links_reports_that_they_were_not_queried_together() -> None:
    with (
        Cassette(FOLDER / "github.yaml", RecordMode.NONE) as cassette,
        pytest.raises(CassetteError, match="with these links together"),
    ):
        list(
            generate_verdicts(
                [link(f"{HOST}/acme-example/tool")], settings=settings_with_registries(), cassette=cassette
            )
        )


def test_arxiv_is_queried_at_intervals_and_other_hosts_in_between(origin: Origin, knowing: AuditSettings) -> None:
    urls = [f"https://papers.example.org/abs/2512.{number:05}" for number in range(250)]
    others = [f"https://doi.example.org/10.5555/{number}" for number in range(20)]

    verdicts = ask(urls + others, origin, knowing)

    times = [request.at for request in asked_of(origin, "papers-api.example.org")]
    assert Counter(verdict.outcome for verdict in verdicts) == {Outcome.ALIVE: 250, Outcome.DEAD: 20}
    assert len(times) == 3
    assert all(later - earlier >= 0.3 for earlier, later in pairwise(times))
    assert asked_of(origin, "doi.example.org")[-1].at < times[-1]


def test_the_public_arxiv_is_queried_once_every_three_seconds() -> None:
    assert dict(AuditSettings().endpoints.intervals_s())["export.arxiv.org"] == 3.0


REGISTRY_HOSTS = ("api", "doi", "papers-api", "hub", "forge", "records")


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone", "500 Internal Server Error", "503 Unavailable"])
@pytest.mark.parametrize("host", REGISTRY_HOSTS)
def test_a_failing_registry_makes_no_link_dead_whose_page_exists(
    origin: Origin, knowing: AuditSettings, host: str, status: str
) -> None:
    urls = {
        "api": f"{HOST}/acme-example/tool",
        "doi": "https://doi.example.org/10.5555/tool",
        "papers-api": "https://papers.example.org/abs/2601.00001",
        "hub": "https://hub.example.org/acme-example/small",
        "forge": "https://forge.example.org/acme-example/tool/-/blob/main/README.md",
        "records": "https://records.example.org/records/1001/files/words.csv",
    }
    origin.first_answers[f"{host}.example.org"] = [Reply(status=status)] * (2 if status.startswith("5") else 1)

    (verdict,) = ask([urls[host]], origin, knowing)

    assert verdict.outcome in {Outcome.ALIVE, Outcome.RESTRICTED}
    assert verdict.last_observation is not None


def test_archives_are_asked_only_about_dead_links_and_only_on_request(origin: Origin, knowing: AuditSettings) -> None:
    urls = ["http://www.example.org/alive", "http://www.example.org/gone", "http://www.example.org/forbidden"]

    plain = ask(urls, origin, knowing)
    n_asked = len(asked_of(origin, "wayback.example.org"))
    rescued = ask(urls, origin, replace(knowing, rescue=True))

    assert n_asked == 0
    assert [verdict.rescue for verdict in plain] == [None, None, None]
    assert [verdict.rescue for verdict in rescued] == [
        None,
        "https://wayback.example.org/web/20250101000000/http://www.example.org/gone",
        None,
    ]
    assert len(asked_of(origin, "wayback.example.org")) == 1


@pytest.mark.parametrize("status", ["404 Not Found", "429 Too Many Requests", "503 Service Unavailable", "200 OK"])
def test_a_failing_archive_loses_no_verdict(origin: Origin, knowing: AuditSettings, status: str) -> None:
    for host in ("heritage.example.org", "wayback.example.org"):
        origin.first_answers[host] = [Reply(status=status)] * 2

    (verdict,) = ask([f"{HOST}/acme-example/lost"], origin, replace(knowing, rescue=True))

    assert (verdict.outcome, verdict.rescue) == (Outcome.DEAD, None)


def test_a_known_snapshot_is_kept_and_a_missing_one_is_searched_for(
    origin: Origin, knowing: AuditSettings, tmp_path: Path
) -> None:
    links = [link("http://www.example.org/gone")]
    rescuing = replace(knowing, rescue=True)
    found = []
    for settings in (knowing, rescuing, rescuing, knowing):
        with Store(tmp_path / "store.sqlite") as store:
            found += [
                one.rescue for one in generate_verdicts(links, settings=settings, store=store, resolve=origin.resolve)
            ]

    address = "https://wayback.example.org/web/20250101000000/http://www.example.org/gone"
    assert found == [None, address, address, address]
    assert len(asked_of(origin, "wayback.example.org")) == 1


def test_living_links_are_distinguished_by_whether_an_archive_has_them(
    origin: Origin, knowing: AuditSettings, tmp_path: Path
) -> None:
    urls = [
        f"{HOST}/acme-example/tool",
        f"{HOST}/acme-example/finished",
        "http://www.example.org/alive",
        "http://www.example.org/alive/kept",
        "http://www.example.org/forbidden",
        "http://www.example.org/gone",
    ]
    asking = replace(knowing, unarchived=True)
    links = [link(url, line) for line, url in enumerate(urls)]
    found = []
    for _ in range(2):
        with Store(tmp_path / "store.sqlite") as store:
            verdicts = list(generate_verdicts(links, settings=asking, store=store, resolve=origin.resolve))
        found.append([one.has_snapshot for one in sorted(verdicts, key=lambda one: one.link.span)])

    assert found[0] == found[1] == [True, False, False, True, None, None]
    assert all(verdict.rescue is None for verdict in verdicts)
    assert len(asked_of(origin, "heritage.example.org")) == 2
    assert len(asked_of(origin, "wayback.example.org")) == 3


@pytest.mark.parametrize("status", ["429 Too Many Requests", "503 Service Unavailable", "404 Not Found"])
def test_an_inconclusive_archive_leaves_the_snapshot_unknown(
    origin: Origin, knowing: AuditSettings, status: str
) -> None:
    # Software Heritage reports a missing snapshot in the body; a bare 404 comes from another server.
    origin.first_answers["heritage.example.org"] = [Reply(status=status)] * 2

    (verdict,) = ask([f"{HOST}/acme-example/finished"], origin, replace(knowing, unarchived=True))

    assert verdict.has_snapshot is None
    assert not verdict.is_unarchived


def test_a_killed_audit_keeps_what_it_found_before_an_archive_was_asked(
    origin: Origin, knowing: AuditSettings, tmp_path: Path
) -> None:
    links = [link("http://www.example.org/gone"), link("http://www.example.org/gone-410", 2)]
    rescuing = replace(knowing, rescue=True)
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        verdicts = generate_verdicts(links, settings=rescuing, store=store, resolve=origin.resolve)
        next(verdicts)
        verdicts.close()
    n_looks = len(asked_of(origin, "www.example.org"))
    with Store(path) as store:
        again = list(generate_verdicts(links, settings=rescuing, store=store, resolve=origin.resolve))

    assert len(again) == 2
    assert all(one.has_snapshot is not None for one in again)
    assert [one.n_failing for one in again] == [1, 1]
    assert n_looks == len(asked_of(origin, "www.example.org"))


def test_one_repository_is_looked_up_once_however_many_of_its_pages_are_dead(
    origin: Origin, knowing: AuditSettings
) -> None:
    urls = [f"{HOST}/acme-example/lost/tree/main/{number}" for number in range(20)]

    verdicts = ask(urls, origin, replace(knowing, rescue=True))

    assert all(verdict.rescue for verdict in verdicts)
    assert len(asked_of(origin, "heritage.example.org")) == 1


def test_github_is_sent_one_query_at_a_time() -> None:
    assert dict(AuditSettings().endpoints.intervals_s())["api.github.com"] == 0.0
