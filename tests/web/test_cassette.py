"""Recording and replaying, and compatibility with vcrpy."""

import itertools
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from tests.case_tables import cases
from tests.folders import CASSETTES
from tests.origin.cases import SECTIONS, FixedDate, link, verdict_bytes
from tests.origin.server import Origin
from vcr.persisters.filesystem import FilesystemPersister
from vcr.serializers import yamlserializer

from papertrace.audit import AuditSettings, Cassette, RecordMode, generate_verdicts
from papertrace.errors import CassetteError
from papertrace.model import Ask, Fault, Method, Observation, Outcome
from papertrace.web.exchange import Answer, Exchange, RedirectChain, Request

FOLDER = CASSETTES / "audit" / "run"
AT = "2026-01-05T12:00:00Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.yaml"


def request(url: str, method: Method = Method.GET, *, asked: str | None = None) -> Request:
    return Request(method=method, url=url, ask=Ask(method=method, url=asked or url), seconds_left=1.0)


def answering(*answers: Answer) -> Exchange:
    left = iter(answers)
    return lambda _request: next(left)


def never_resolves(host: str, port: int) -> Sequence[tuple[str, int]]:
    raise AssertionError((host, port))


def recorded(path: Path, *pairs: tuple[Request, Answer]) -> Path:
    with Cassette(path, RecordMode.ALL) as cassette:
        for asked, answer in pairs:
            cassette.record(asked, answer)
    return path


PAGE = Answer(
    status=200, phrase="OK", headers=(("content-type", "text/html"),), body="<p>é\n\x00\u2028 words", seconds=3.0, at=AT
)


def test_an_answer_is_replayed_as_it_was_recorded_without_its_duration(path: Path) -> None:
    url = "https://example.org/a"
    with Cassette(path) as cassette:
        first = cassette.around(answering(PAGE))(request(url))
    with Cassette(path, RecordMode.NONE) as cassette:
        again = cassette.replay(request(url))

    assert first == again
    assert again.seconds == 0.0
    assert (again.status, again.body, again.at) == (200, PAGE.body, AT)


def test_a_fault_is_recorded_too(path: Path) -> None:
    url = "https://example.org/a"
    recorded(path, (request(url), Answer(fault=Fault.TLS, detail="certificate has expired", at=AT)))

    answer = Cassette(path).replay(request(url))

    assert (answer.fault, answer.detail, answer.status) == (Fault.TLS, "certificate has expired", None)


def test_answers_are_replayed_in_order_for_each_ask(path: Path) -> None:
    first, second = request("https://example.org/b", asked="https://example.org/1"), request("https://example.org/b")
    recorded(path, (first, Answer(status=503)), (second, Answer(status=429)), (first, Answer(status=200)))
    cassette = Cassette(path, RecordMode.NONE)

    assert cassette.replay(second).status == 429
    assert [cassette.replay(first).status, cassette.replay(first).status] == [503, 200]


def test_the_order_of_recording_does_not_change_the_bytes(tmp_path: Path) -> None:
    pairs = [(request(f"https://example.org/{name}"), Answer(status=200, at=AT)) for name in "cab"]

    one, other = recorded(tmp_path / "1.yaml", *pairs), recorded(tmp_path / "2.yaml", *reversed(pairs))

    assert one.read_bytes() == other.read_bytes()


def test_a_missing_request_names_the_closest_recording(path: Path) -> None:
    recorded(
        path,
        (request("https://example.org/page"), PAGE),
        (request("https://other.example.net/"), PAGE),
    )

    with pytest.raises(
        CassetteError, match=r"no recording of GET https://example\.org/pages, the closest is GET .*/page "
    ):
        Cassette(path, RecordMode.NONE).replay(request("https://example.org/pages"))


def test_a_request_sent_more_often_than_recorded_is_reported(path: Path) -> None:
    cassette = Cassette(recorded(path, (request("https://example.org/"), PAGE)), RecordMode.NONE)
    cassette.replay(request("https://example.org/"))

    with pytest.raises(CassetteError, match=r"more often than recorded \(1\)"):
        cassette.replay(request("https://example.org/"))


def test_a_replay_reports_the_request_that_it_lacks(path: Path) -> None:
    recorded(path, (request("https://example.org/", Method.HEAD), PAGE))

    with Cassette(path) as cassette, pytest.raises(CassetteError, match=r"GET https://example\.org/x"):
        list(generate_verdicts([link("https://example.org/x")], cassette=cassette))


@cases("record, known, unknown", named=True)
def test_the_recording_mode_decides_what_is_requested(path: Path, record: RecordMode, known: int, unknown: int) -> None:
    recorded(path, (request("https://example.org/known"), PAGE))
    with Cassette(path, record) as cassette:
        exchange = cassette.around(lambda _: Answer(status=204))
        assert exchange(request("https://example.org/known")).status == known
        assert exchange(request("https://example.org/unknown")).status == unknown

    assert len(Cassette(path, RecordMode.NONE)) == 2


def test_once_replays_an_existing_cassette_and_records_a_new_one(path: Path) -> None:
    assert not Cassette(path, RecordMode.ONCE).only_replays
    recorded(path, (request("https://example.org/"), PAGE))
    assert Cassette(path, RecordMode.ONCE).only_replays


def test_none_needs_a_cassette(path: Path) -> None:
    with pytest.raises(CassetteError, match="no such cassette"):
        Cassette(path, RecordMode.NONE)


@cases("text", named=True)
def test_what_is_not_a_cassette_is_refused_with_its_path(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")

    with pytest.raises(CassetteError, match=r"a\.yaml(?::\d+:\d+)?: .*record"):
        Cassette(path)


def test_secrets_do_not_reach_the_file(path: Path) -> None:
    url = "https://example.org/?access_token=sesame"
    answer = Answer(status=302, headers=(("location", "https://example.net/?X-Amz-Signature=sesame"),), at=AT)
    with Cassette(path) as cassette:
        live = cassette.around(answering(answer))(request(url))

    assert "sesame" not in path.read_text(encoding="utf-8")
    assert "sesame" in str(live.header("location"))  # or the next request could not be sent
    assert Cassette(path, RecordMode.NONE).replay(request(url)).status == 302


@pytest.mark.parametrize(
    "location",
    [
        pytest.param("http://www.example.org:eighty", id="a port that may be a password"),
        pytest.param("http://bob:sesame/x@example.net/", id="a password with a slash"),
        pytest.param("//bob:sesame%40example.net/", id="an encoded at sign"),
        pytest.param("https://bob:sesame@/alive", id="no host"),
        pytest.param(f"http://example.net/?token=sesame{'x' * 8192}", id="too long"),
    ],
)
def test_a_redirect_that_cannot_be_followed_cannot_be_without_its_secrets(path: Path, location: str) -> None:
    asked = request("https://example.org/")

    def observed(answer: Answer) -> Observation | None:
        return RedirectChain(asked.ask, max_redirects=5, deadline_s=1.0).take(answer)

    with Cassette(path) as cassette:
        answer = Answer(status=302, headers=(("location", location), ("date", AT)), at=AT)
        live = cassette.around(answering(answer))(asked)
    seen = observed(live)

    assert seen is not None
    assert seen.fault is Fault.BAD_REDIRECT
    assert observed(Cassette(path, RecordMode.NONE).replay(asked)) == seen
    assert "sesame" not in path.read_text(encoding="utf-8")


def test_cookies_do_not_reach_the_file(path: Path, origin: Origin, settings: AuditSettings) -> None:
    with Cassette(path) as cassette:
        (verdict,) = generate_verdicts(
            [link("http://www.example.org/cookies")], settings=settings, cassette=cassette, resolve=origin.resolve
        )

    assert verdict.outcome is Outcome.ALIVE
    assert "seen=yes" not in path.read_text(encoding="utf-8")


NO_NETWORK = Answer(fault=Fault.NO_NETWORK, detail="no name resolves", at=AT)


@pytest.mark.parametrize("other", [NO_NETWORK, Answer(fault=Fault.REFUSED_ADDRESS)], ids=["nothing", "nothing asked"])
def test_a_machine_without_a_network_is_not_recorded(path: Path, other: Answer) -> None:
    asked = request("https://example.org/")
    recorded(path, (asked, NO_NETWORK), (request("https://10.0.0.1/"), other))

    assert not path.exists()


def test_a_name_that_could_not_be_looked_up_while_others_answered_is_recorded(path: Path) -> None:
    asked = request("https://outside.example.org/")
    recorded(path, (request("https://example.org/"), PAGE), (asked, NO_NETWORK))

    assert Cassette(path, RecordMode.NONE).replay(asked) == NO_NETWORK


def test_answers_missing_for_lack_of_a_network_are_requested_in_mode_new(path: Path) -> None:
    asked = request("https://outside.example.org/")
    recorded(path, (request("https://example.org/"), PAGE), (asked, NO_NETWORK))

    with Cassette(path, RecordMode.NEW) as cassette:
        answer = cassette.around(answering(PAGE))(asked)

    assert answer.status == 200
    assert Cassette(path, RecordMode.NONE).replay(asked).status == 200


def test_a_run_with_names_that_could_not_be_looked_up_replays_the_same_byte_for_byte(
    path: Path, origin: Origin, settings: AuditSettings
) -> None:
    # One at a time, so that the answers come before the names whose lookup fails for lack of a network.
    inside = replace(settings, control_names=("outside.example.net",), concurrency=1)
    unknown = [link(f"http://project-{number}.example.net/", number) for number in range(20)]
    links = [link("http://www.example.org/alive", 30), *unknown]
    with Cassette(path) as cassette:
        asked = generate_verdicts(links, settings=inside, cassette=cassette, resolve=origin.resolve, clock=FixedDate())
        recorded_verdicts = verdict_bytes(asked)
    with Cassette(path, RecordMode.NONE) as cassette:
        replayed = verdict_bytes(
            generate_verdicts(links[::-1], settings=inside, cassette=cassette, resolve=never_resolves)
        )

    assert recorded_verdicts.count(b'"outcome": "unknown"') == 20
    assert replayed == recorded_verdicts


def test_threads_may_record_concurrently(path: Path) -> None:
    with Cassette(path) as cassette:
        exchange = cassette.around(lambda asked: Answer(status=200, body=asked.url))

        def ask(start: int) -> None:
            for n in range(start, 200, 4):
                exchange(request(f"https://example.org/{n}"))

        threads = [threading.Thread(target=ask, args=(start,)) for start in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    replay = Cassette(path, RecordMode.NONE)

    assert all(replay.replay(request(f"https://example.org/{n}")).body.endswith(f"/{n}") for n in range(200))


def test_a_failed_audit_still_writes_its_recording(path: Path, tmp_path: Path) -> None:

    def fail() -> None:
        with Cassette(path) as cassette:
            cassette.record(request("https://example.org/"), PAGE)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()

    assert len(Cassette(path, RecordMode.NONE)) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["a.yaml"]


@pytest.mark.parametrize("place", ["a file/a.yaml", "a folder"], ids=["below a file", "in place of a folder"])
def test_a_cassette_that_cannot_be_written_says_where_and_what_to_do(place: str, tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    (tmp_path / "a folder").mkdir()

    def record() -> None:
        with Cassette(tmp_path / place, RecordMode.ALL) as cassette:
            cassette.record(request("https://example.org/"), PAGE)

    with pytest.raises(CassetteError, match=r"a f.*: cannot .* \((?:give|name) another file"):
        record()

    assert sorted(file.name for file in tmp_path.rglob("*")) == ["a file", "a folder"]


@pytest.mark.parametrize("section", SECTIONS)
def test_vcrpy_reads_our_cassettes(section: str) -> None:
    path = FOLDER / f"{section}.yaml"

    requests, responses = FilesystemPersister.load_cassette(path, yamlserializer)

    raw = yaml.safe_load(path.read_text(encoding="utf-8"))["interactions"]
    assert [(one.method, one.uri) for one in requests] == [
        (one["request"]["method"], one["request"]["uri"]) for one in raw
    ]
    assert [one["status"]["code"] for one in responses] == [one["response"]["status"]["code"] for one in raw]
    assert all(isinstance(one["body"]["string"], bytes) for one in responses)


def test_a_cassette_of_vcrpy_is_read(path: Path) -> None:
    path.write_text(
        """
interactions:
- request:
    body: null
    headers: {User-Agent: [someone]}
    method: GET
    uri: https://example.org/
  response:
    body: {string: !!binary PHA+aGVsbG88L3A+}
    headers: {Content-Type: [text/html], Server: [some]}
    status: {code: 200, message: OK}
version: 1
""",
        encoding="utf-8",
    )

    answer = Cassette(path, RecordMode.NONE).replay(request("https://example.org/"))

    assert (answer.status, answer.body, answer.header("content-type")) == (200, "<p>hello</p>", "text/html")


def test_the_posted_body_decides_which_answer_is_replayed(path: Path) -> None:
    url = "https://api.example.org/graphql"

    def posting(body: str) -> Request:
        ask = Ask(method=Method.POST, url=url, accept="application/json", body=body, follows=False)
        return Request(method=Method.POST, url=url, ask=ask, seconds_left=1.0)

    one, other = posting('{"query": "one"}'), posting('{"query": "other"}')
    recorded(path, (one, Answer(status=200, body="1")), (other, Answer(status=200, body="2")))
    cassette = Cassette(path, RecordMode.NONE)

    assert [cassette.replay(asked).body for asked in (other, one)] == ["2", "1"]
    assert cassette.has_url(url)
    assert not cassette.has_url(f"{url}/")


@pytest.mark.parametrize(
    "text", ["mixture of experts = MoE\n", "@misc{a,\n  title = {A},\n}\n"], ids=["YAML", "not YAML"]
)
def test_a_file_that_is_not_a_cassette_is_not_overwritten(text: str, path: Path, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text, "utf-8")

    for mode in RecordMode:
        with pytest.raises(CassetteError, match="name another file"):
            Cassette(path, mode)

    assert path.read_text("utf-8") == text


def test_a_file_that_is_no_yaml_is_refused_with_the_place_of_the_fault(path: Path) -> None:
    path.write_text("version: 1\ninteractions: [\n  a: b: c\n", encoding="utf-8")

    with pytest.raises(CassetteError, match=r"a\.yaml:3:7: cannot read the cassette: .*expected.* \(record it again"):
        Cassette(path)


NAMES = "abcdefghijklmno"
LEVELS = [f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]" for before, name in itertools.pairwise(NAMES)]


@pytest.mark.parametrize(
    "text",
    [
        *(f"interactions:\n  {piece * 100_000}" for piece in ("[", "- ", "{a: ")),
        *(
            f"provenance: {{recorded_at: {value}}}\ninteractions: []\n"
            for value in ("2026-13-05", "2026-01-05T25:00:00Z", "!!int x", "!!timestamp x")
        ),
        "\n".join(["a: &a [x, x]", *LEVELS, "provenance: {recorded_from: *o}", "interactions: []"]),
    ],
    ids=["lists", "items", "mappings", "month", "hour", "number", "time", "aliases"],
)
def test_what_is_nested_without_end_or_none_of_its_type_or_stands_for_billions_is_an_error(
    text: str, path: Path
) -> None:
    path.write_text(f"version: 1\n{text}", encoding="utf-8")

    with pytest.raises(CassetteError, match="cannot read the cassette"):
        Cassette(path)


def test_a_value_that_an_alias_repeats_is_read(path: Path) -> None:
    other = "- {request: {method: GET, uri: 'https://example.org/b'}, response: *r}"
    one = "- {request: {method: GET, uri: 'https://example.org/a'}, response: &r {status: {code: 200}}}"
    path.write_text(f"version: 1\ninteractions:\n{one}\n{other}\n", encoding="utf-8")

    assert len(Cassette(path)) == 2


def test_a_recording_with_fewer_retries_than_are_made_now_is_replayed(path: Path) -> None:
    refused = Answer(status=429, phrase="Too Many Requests", at=AT)
    cassette = Cassette(recorded(path, (request("https://example.org/"), refused)), RecordMode.NONE)

    assert cassette.replay(request("https://example.org/")).status == 429
    assert cassette.replay(request("https://example.org/")).fault is Fault.WITHHELD
