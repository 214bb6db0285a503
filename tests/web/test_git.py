"""git: how its results are mapped, and that an address from a listing cannot make it do anything else."""

import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.folders import CASSETTES
from tests.origin.cases import GIT_CASES, FixedDate, link, links_of, settings_with_git, verdict_bytes
from tests.origin.server import CODE_NAME, Origin
from vcr.persisters.filesystem import FilesystemPersister
from vcr.serializers import yamlserializer

from papertrace.audit import AuditSettings, Cassette, RecordMode, generate_verdicts, run
from papertrace.model import Ask, Fault, Method, Outcome, Verdict
from papertrace.web.address import parse_address
from papertrace.web.exchange import Answer, Clock, Exchange, Request
from papertrace.web.git import GitExchange, answer_of, find_git, git_arguments, git_environment, git_options
from papertrace.web.guard import Guard

GIT = find_git()
with_git = pytest.mark.skipif(GIT is None, reason="no git that can be held to an address (2.37 or later)")


def never(request: Request) -> Answer:
    raise AssertionError(request)


def advertising(request: Request) -> Answer:
    assert request.url.endswith("/info/refs?service=git-upload-pack")
    return Answer(status=200, headers=(("content-type", "application/x-git-upload-pack-advertisement"),))


def ask_git(
    path: str,
    origin: Origin,
    settings: AuditSettings,
    *,
    host: str = CODE_NAME,
    seconds: float = 20.0,
    git: str = GIT or "git",
    scheme: str = "https",
    others: Exchange | None = None,
) -> Answer:
    url = f"{scheme}://{host}/{path}"
    guard = Guard(allow=settings.networks, resolve=origin.resolve)
    exchange = GitExchange(others or advertising, git, guard, settings, Clock())
    return exchange(Request(method=Method.GIT, url=url, ask=Ask(method=Method.GIT, url=url), seconds_left=seconds))


@with_git
@cases("name, status")
def test_git_distinguishes_existing_empty_and_missing_repositories(
    name: str, status: int, origin: Origin, settings: AuditSettings
) -> None:
    answer = ask_git(f"acme-example/{name}.git", origin, settings)

    assert (answer.status, answer.fault) == (status, None)
    assert answer.at


@with_git
def test_git_connects_to_the_address_that_was_checked(origin: Origin, settings: AuditSettings) -> None:
    # No name server knows the name of the origin, so git can only have used the given IP address.
    answer = ask_git("acme-example/tool.git", origin, settings)

    assert answer.status == 200
    assert {request.host for request in origin.log} == {CODE_NAME}


@with_git
def test_the_name_of_a_host_is_looked_up_once(origin: Origin, settings: AuditSettings) -> None:
    looked_up: list[str] = []

    def changing(host: str, port: int) -> Sequence[tuple[str, int]]:
        looked_up.append(host)
        return origin.resolve(host, port) if len(looked_up) == 1 else [("10.0.0.1", port)]

    guard = Guard(allow=settings.networks, resolve=changing)
    exchange = GitExchange(never, GIT or "git", guard, settings, Clock())
    ask = Ask(method=Method.GIT, url=f"https://{CODE_NAME}/acme-example/tool.git")

    answer = exchange(Request(method=Method.GIT, url=ask.url, ask=ask, seconds_left=20.0))

    assert answer.status == 200
    assert looked_up == [CODE_NAME]


@with_git
@pytest.mark.parametrize(("name", "status"), [("sent-on", 301), ("sent-near", 302)])
def test_git_follows_no_redirect(name: str, status: int, origin: Origin, settings: AuditSettings) -> None:
    answer = ask_git(f"acme-example/{name}.git", origin, settings)

    assert answer.status == status
    assert [request.host for request in origin.log] == [CODE_NAME]


def test_a_private_address_is_refused_before_git_is_started(origin: Origin, settings: AuditSettings) -> None:
    answer = ask_git("x.git", origin, replace(settings, allow_networks=()), git="/no/such/git")

    assert (answer.fault, answer.detail) == (Fault.REFUSED_ADDRESS, "its address is loopback")
    assert origin.log == []


def test_a_name_that_does_not_resolve_is_left_to_the_page(origin: Origin, settings: AuditSettings) -> None:
    assert ask_git("x.git", origin, settings, host="nowhere.example.org").fault is Fault.WITHHELD


@with_git
def test_git_is_killed_with_its_children_at_the_deadline(origin: Origin, settings: AuditSettings) -> None:
    started = time.monotonic()

    answer = ask_git("acme-example/silent.git", origin, settings, seconds=0.5)

    assert answer.fault is Fault.TIMEOUT
    assert time.monotonic() - started < 5
    # A surviving child would keep the pipe open, and the call would not return.
    assert answer.detail == "no whole answer within the deadline"


@with_git
def test_a_page_instead_of_an_answer_to_git_looks_like_an_empty_repository(
    origin: Origin, settings: AuditSettings
) -> None:
    # Git reads any page as the reference list of an old server. An empty repository is suspect, never dead.
    assert ask_git("acme-example/page.git", origin, settings).status == 204


@with_git
def test_a_certificate_of_an_unknown_authority_is_refused(origin: Origin, settings: AuditSettings) -> None:
    answer = ask_git("x.git", origin, settings, host="untrusted.example.org")

    assert answer.fault is Fault.TLS


@with_git
def test_the_configuration_of_user_and_environment_is_ignored(
    origin: Origin, settings: AuditSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marker = tmp_path / "marker"
    (tmp_path / ".gitconfig").write_text(
        f'[credential]\n\thelper = "!touch {marker}; echo username=a; echo password=sesame"\n'
        '[url "https://www.example.org/"]\n\tinsteadOf = https://code.example.org/\n'
        "[http]\n\textraHeader = X-Secret: sesame\n",
        encoding="utf-8",
    )
    (tmp_path / ".netrc").write_text(f"machine {CODE_NAME} login a password sesame\n", encoding="utf-8")
    for name, value in {
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "GIT_ASKPASS": f"touch {marker}",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "http.extraHeader",
        "GIT_CONFIG_VALUE_0": "X-Secret: sesame",
        "GIT_TRACE": str(tmp_path / "trace"),
        "HTTPS_PROXY": "http://127.0.0.1:9",
        "ALL_PROXY": "http://127.0.0.1:9",
        "GITHUB_TOKEN": "sesame",
    }.items():
        monkeypatch.setenv(name, value)
    token = replace(settings, github_token="sesame")  # noqa: S106 - it opens nothing

    answer = ask_git("acme-example/busy-gone.git", origin, token)

    assert answer.status == 401
    assert not marker.exists()
    assert not (tmp_path / "trace").exists()
    assert {request.host for request in origin.log} == {CODE_NAME}
    assert all("sesame" not in repr(request.headers) for request in origin.log)
    assert all("authorization" not in request.headers for request in origin.log)


def test_other_requests_are_passed_on() -> None:
    answer = Answer(status=204)
    exchange = GitExchange(lambda _: answer, "git", Guard(), AuditSettings(), Clock())
    ask = Ask(method=Method.HEAD, url="https://example.org/")

    assert exchange(Request(method=Method.HEAD, url=ask.url, ask=ask, seconds_left=1.0)) is answer


@cases("url")
def test_an_address_is_one_argument_after_all_options(url: str) -> None:
    try:
        address = parse_address(url)
    except ValueError:
        return
    words = git_arguments(address, [("192.0.2.1", address.port)])

    assert words[:3] == ["ls-remote", "--exit-code", "--"]
    assert words[3].startswith(("http://", "https://"))
    assert words[4:] == ["HEAD"]
    assert not any(character.isspace() for character in words[3])


def test_git_may_use_only_the_protocol_of_the_address() -> None:
    address = parse_address("https://example.org/a/b.git")
    options = git_options(address, [("192.0.2.1", 443), ("2001:db8::1", 443)], AuditSettings())

    assert options.count("-c") * 2 == len(options)
    assert "http.curloptResolve=example.org:443:192.0.2.1,[2001:db8::1]" in options
    assert "protocol.allow=never" in options
    assert "protocol.https.allow=always" in options
    assert "credential.helper=" in options
    assert "http.lowSpeedTime=10" in options
    assert git_environment("https")["GIT_ALLOW_PROTOCOL"] == "https"
    assert git_environment("https")["GIT_TERMINAL_PROMPT"] == "0"
    assert git_environment("https")["HOME"] == os.devnull


@cases("status, words, expected", named=True)
def test_an_exit_status_and_its_message_are_mapped_to_an_answer(status: int, words: str, expected: int | str) -> None:
    answer = answer_of(status, words)

    assert (answer.fault if isinstance(expected, str) else answer.status) == expected
    assert "fatal" not in answer.detail + answer.phrase


def test_endless_words_of_git_are_no_connection() -> None:
    assert answer_of(128, "repository '" + "a" * 1_000_000).fault is Fault.CONNECT


EXPECTED = {case.url: (case.outcome, case.reason, case.change) for case in GIT_CASES}


def as_in_the_cases(verdicts: Iterable[Verdict]) -> dict[str, tuple[str, str, str | None]]:
    return {one.link.url: (str(one.outcome), one.reason, one.repository_state) for one in verdicts}


def test_the_bundled_recording_agrees_with_the_cases() -> None:
    path = CASSETTES / "audit" / "run" / "git.yaml"
    with Cassette(path, RecordMode.NONE) as cassette:
        verdicts = list(generate_verdicts(links_of("git"), settings=settings_with_git(), cassette=cassette))

    assert len(path.read_bytes()) <= 50_000
    assert as_in_the_cases(verdicts) == EXPECTED


@with_git
def test_an_audit_with_git_is_replayed_without_git(
    origin: Origin, settings: AuditSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = replace(settings, asks_git=True, timeout_s=10.0, deadline_s=20.0)
    links = links_of("git")
    path = tmp_path / "git.yaml"
    with Cassette(path) as cassette:
        asked = generate_verdicts(links, settings=asking, cassette=cassette, resolve=origin.resolve, clock=FixedDate())
        recorded = list(asked)
    monkeypatch.setattr(run, "find_git", lambda: None)
    with Cassette(path, RecordMode.NONE) as cassette:
        replayed = list(generate_verdicts(links, settings=asking, cassette=cassette))

    assert as_in_the_cases(recorded) == EXPECTED
    requests, _ = FilesystemPersister.load_cassette(str(path), yamlserializer)
    assert sum(request.method == "GIT" for request in requests) == 6  # that of "no-git" is asked twice
    assert verdict_bytes(replayed) == verdict_bytes(recorded)


def test_without_git_only_the_pages_are_requested(
    origin: Origin, settings: AuditSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "find_git", lambda: None)
    asking = replace(settings, asks_git=True)

    (verdict,) = generate_verdicts(
        [link(f"https://{CODE_NAME}/acme-example/hollow")], settings=asking, resolve=origin.resolve
    )

    assert verdict.outcome is Outcome.ALIVE
    assert {request.path for request in origin.log} == {"/acme-example/hollow"}


@with_git
@pytest.mark.parametrize(
    ("content_type", "status", "fault"),
    [
        pytest.param("application/x-git-upload-pack-advertisement", 204, None, id="an empty repository"),
        pytest.param("text/plain", 204, None, id="one that a file server has"),
        pytest.param("text/html; charset=utf-8", None, Fault.MALFORMED, id="a page for every address"),
    ],
)
def test_a_page_with_200_is_no_empty_repository(
    content_type: str, status: int | None, fault: Fault | None, origin: Origin, settings: AuditSettings
) -> None:
    asked = []

    def others(request: Request) -> Answer:
        asked.append(request.url)
        return Answer(status=200, headers=(("content-type", content_type),))

    answer = ask_git("acme-example/hollow.git", origin, settings, others=others)

    assert (answer.status, answer.fault) == (status, fault)
    assert [url.rpartition("hollow.git")[2] for url in asked] == ["/info/refs?service=git-upload-pack"]
