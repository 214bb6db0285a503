"""What is actually sent and read, tested against the loopback origin; faults, keys and cookies."""

import gc
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.origin.handlers import LONG_PATH
from tests.origin.server import Origin
from tests.services.server import Services
from tests.services.world import World
from urllib3 import HTTPHeaderDict, HTTPResponse

from papertrace.audit import AuditSettings
from papertrace.errors import PapertraceError
from papertrace.model import Ask, Fault, Method
from papertrace.web import fetch as preparation
from papertrace.web.exchange import TOO_LONG, Answer, CookieBag, Request
from papertrace.web.fetch import ApiKey, LiveExchange, fault_of
from papertrace.web.settings import HostHeader, WebSettings


@pytest.fixture
def live(origin: Origin, settings: AuditSettings) -> Iterator[LiveExchange]:
    with closing(LiveExchange(settings, resolve=origin.resolve)) as exchange:
        yield exchange


def request(url: str, method: Method = Method.GET, seconds_left: float = 1.0, bag: CookieBag | None = None) -> Request:
    ask = Ask(method=method, url=url)
    return Request(method=method, url=url, ask=ask, seconds_left=seconds_left, cookies=bag or CookieBag())


def test_a_page_is_read_with_its_status_and_the_headers_that_matter(live: LiveExchange) -> None:
    answer = live(request("http://www.example.org/alive/x"))

    assert (answer.status, answer.phrase, answer.fault) == (200, "OK", None)
    assert answer.headers == (("content-type", "text/html; charset=utf-8"),)
    assert "<title>The page /alive/x</title>" in answer.body
    assert answer.seconds > 0


def test_the_policies_of_all_field_lines_are_kept(live: LiveExchange) -> None:
    answer = live(request("http://www.example.org/two-policies"))

    assert answer.header("ratelimit") == '"burst";r=9;t=2, "day";r=90;t=60'


def test_head_reads_no_body(live: LiveExchange) -> None:
    assert live(request("http://www.example.org/alive/x", Method.HEAD)).body == ""


def test_a_redirect_is_not_followed(live: LiveExchange, origin: Origin) -> None:
    answer = live(request("http://www.example.org/moved"))

    assert (answer.status, answer.header("location")) == (301, "/moved-again")
    assert len(origin.log) == 1


# A slow body ends with the time that it is given; the others end with the bytes, however slow the machine is.
@pytest.mark.parametrize(("path", "seconds"), [("endless", 30.0), ("slow-body", 3.0), ("bomb", 30.0)])
def test_a_body_is_read_to_its_first_kilobytes_only(
    path: str, seconds: float, live: LiveExchange, settings: AuditSettings
) -> None:
    started = time.monotonic()

    answer = live(request(f"http://www.example.org/{path}", seconds_left=seconds))

    assert answer.status == 200
    assert 0 < len(answer.body) <= settings.max_body_bytes
    assert time.monotonic() - started < 20 + seconds  # the body would take for ever


def test_nothing_is_kept_of_an_endless_answer_of_a_service(live: LiveExchange) -> None:
    url = "http://www.example.org/endless"
    ask = Ask(method=Method.GET, url=url, accept="application/json")

    for _ in range(4):  # What is read of one does not count for the next.
        answer = live(Request(method=Method.GET, url=url, ask=ask, seconds_left=30.0))
        assert (answer.status, answer.body, answer.detail) == (200, "", TOO_LONG)


def test_the_long_answers_of_services_have_one_limit_together() -> None:
    settings = AuditSettings(max_answer_bytes=200_000, allow_networks=("127.0.0.0/8",))
    with Services(World(n_listed=1, n_outside=0, n_traps=0, seed=5)) as server, closing(LiveExchange(settings)) as live:
        server.fault = lambda _service, _n: (200, "x" * 150_000, {})
        url = f"http://127.0.0.1:{server.port}/crossref"
        ask = Ask(method=Method.GET, url=url, accept="application/json")
        one = Request(method=Method.GET, url=url, ask=ask, seconds_left=30.0)

        assert len(live(one).body) == 150_000
        assert live._long_answers.take(340_000)  # noqa: SLF001 - as other threads do
        assert live(one).detail == TOO_LONG
        live._long_answers.give(340_000)  # noqa: SLF001
        assert len(live(one).body) == 150_000


@cases("path, fault")
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_failure_is_an_answer_with_a_fault(scheme: str, path: str, fault: Fault, live: LiveExchange) -> None:
    started = time.monotonic()

    answer = live(request(f"{scheme}://www.example.org/{path}", seconds_left=0.4))

    assert (answer.fault, answer.status) == (fault, None)
    assert "0x" not in answer.detail
    assert time.monotonic() - started < 20  # a trickle would take for ever


def test_cookies_are_kept_within_a_chain_and_not_beyond(live: LiveExchange) -> None:
    bag = CookieBag()
    url = "http://www.example.org/cookies"

    first, second, third = live(request(url, bag=bag)), live(request(url, bag=bag)), live(request(url))

    assert [first.status, second.status, third.status] == [302, 200, 302]
    assert first.header("set-cookie") == "FILTERED"


def test_the_cookies_of_one_host_are_not_shown_to_another(live: LiveExchange) -> None:
    bag = CookieBag()
    live(request("http://www.example.org/cookies", bag=bag))

    own, other = (live(request(f"http://{host}.example.org/headers", bag=bag)).body for host in ("www", "lab"))

    assert "cookie: seen=yes" in own
    assert "cookie" not in other


def test_the_environment_is_ignored(
    origin: Origin, settings: AuditSettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine www.example.org login name password sesame\n", encoding="utf-8")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tmp_path / "missing"))
    with closing(LiveExchange(settings, resolve=origin.resolve)) as live:
        plain = live(request("http://www.example.org/headers"))
        secure = live(request("https://www.example.org/alive"))

    assert (plain.status, secure.status) == (200, 200)
    assert "authorization" not in plain.body.lower()
    assert f"user-agent: {settings.user_agent}" in plain.body


def test_a_connection_is_used_again(origin: Origin, settings: AuditSettings) -> None:
    asked: list[str] = []

    def resolve(host: str, port: int) -> Sequence[tuple[str, int]]:
        asked.append(host)
        return origin.resolve(host, port)

    with closing(LiveExchange(settings, resolve=resolve)) as exchange:
        for _ in range(5):
            assert exchange(request("https://www.example.org/alive", Method.HEAD)).status == 200
            assert exchange(request("https://www.example.org/alive")).status == 200

    assert asked == ["www.example.org"]


def test_many_threads_send_concurrently(live: LiveExchange) -> None:
    answers: list[Answer] = []

    def ask() -> None:
        answers.extend(live(request(f"http://www.example.org/alive/{n}")) for n in range(20))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [answer.status for answer in answers] == [200] * 160


def test_a_name_is_dead_only_while_the_control_names_resolve(origin: Origin, settings: AuditSettings) -> None:
    url = "http://no-such-name.example.org/"
    alone = replace(settings, control_names=("neither.example.org",))
    with closing(LiveExchange(settings, resolve=origin.resolve)) as live:
        assert live(request(url)).fault is Fault.DNS
    with closing(LiveExchange(alone, resolve=origin.resolve)) as live:
        assert live(request("http://www.example.org/alive")).status == 200
        assert live(request(url)).fault is Fault.NO_NETWORK


@cases("refused, fault", named=True)
def test_a_name_that_the_resolver_cannot_encode_is_a_failure_of_the_resolver(
    refused: str, fault: Fault, origin: Origin, settings: AuditSettings
) -> None:
    def resolve(host: str, port: int) -> Sequence[tuple[str, int]]:
        if refused in host:
            message = "label too long"
            raise UnicodeError(message)  # as `getaddrinfo` does
        return origin.resolve("www.example.org", port)

    with closing(LiveExchange(settings, resolve=resolve)) as live:
        assert live(request("http://long.example.org/")).fault is fault


@pytest.mark.parametrize("text", [None, "", "no certificate"], ids=["missing", "empty", "something else"])
def test_an_unusable_certificate_file_is_reported_at_once(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "authority.pem"
    if text is not None:
        path.write_text(text, encoding="utf-8")

    with pytest.raises(PapertraceError, match=r"authority\.pem: not a usable certificate file"):
        LiveExchange(AuditSettings(ca_bundle=path))


def test_a_connection_that_the_host_has_closed_says_nothing_about_the_page(
    origin: Origin, settings: AuditSettings
) -> None:
    """The host answers once on each connection, and closes it when the next request arrives."""
    n_connections: list[str] = []

    def resolve(host: str, port: int) -> Sequence[tuple[str, int]]:
        n_connections.append(host)
        return origin.resolve(host, port)

    with closing(LiveExchange(settings, resolve=resolve)) as live:
        answers = [live(request("http://www.example.org/ends-after-one", seconds_left=5.0)) for _ in range(4)]

    assert [answer.status for answer in answers] == [200] * 4
    assert len(n_connections) == 4


def test_a_host_that_closes_every_new_connection_is_not_asked_forever(live: LiveExchange, origin: Origin) -> None:
    assert live(request("http://www.example.org/hang-up")).fault is Fault.RESET
    assert len(origin.log) == 1


def test_a_long_address_of_a_redirect_is_kept_whole(live: LiveExchange) -> None:
    """Sign-on services have addresses of kilobytes; a truncated one would be another page, perhaps a dead one."""
    location = live(request("http://www.example.org/long-location")).header("location")

    assert location == LONG_PATH
    assert len(location) > 4096


def test_a_certificate_is_not_verified_for_the_named_host_alone(origin: Origin, settings: AuditSettings) -> None:
    insecure = replace(settings, insecure_hosts=("Untrusted.example.org",))

    with closing(LiveExchange(insecure, resolve=origin.resolve)) as live:
        named = live(request("https://untrusted.example.org/alive"))
        other = live(request("https://expired.example.org/alive"))

    assert (named.status, named.fault) == (200, None)
    assert other.fault is Fault.TLS


def test_the_headers_of_a_host_are_sent_to_it_alone_and_not_from_https_to_http(
    origin: Origin, settings: AuditSettings
) -> None:
    header = HostHeader(host="www.example.org", name="X-Key", value="sesame")

    with closing(LiveExchange(replace(settings, host_headers=(header,)), resolve=origin.resolve)) as live:
        own = live(request("http://www.example.org/headers")).body
        other = live(request("http://lab.example.org/headers")).body
        ask = Ask(method=Method.GET, url="https://www.example.org/")
        downgraded = live(
            Request(method=Method.GET, url="http://www.example.org/headers", ask=ask, seconds_left=1.0)
        ).body

    assert "x-key: sesame" in own
    assert "sesame" not in other + downgraded
    assert "sesame" not in repr(header) + repr(replace(settings, host_headers=(header,)))


ERRORS = sorted(name for name in dir(socket) if name.startswith("EAI_") and name not in {"EAI_NONAME", "EAI_NODATA"})


@pytest.mark.parametrize("name", ["EAI_NONAME", "EAI_NODATA"])
def test_a_name_without_addresses_does_not_exist(name: str) -> None:
    if hasattr(socket, name):
        assert fault_of(socket.gaierror(getattr(socket, name), "x")).fault is Fault.DNS


@pytest.mark.parametrize("name", ERRORS)
def test_a_resolver_that_fails_does_not_say_that_a_name_is_gone(name: str) -> None:
    assert fault_of(socket.gaierror(getattr(socket, name), "x")).fault is Fault.DNS_TEMPORARY


def test_an_error_of_a_resolver_that_nobody_knows_says_nothing() -> None:
    assert fault_of(socket.gaierror(-12345, "x")).fault is Fault.DNS_TEMPORARY


KEY = ApiKey(base="https://api.example.org/v1", value="secret", header="x-api-key")


def request_with_key(url: str, asked: str = "") -> Request:
    ask = Ask(method=Method.GET, url=asked or url)
    return Request(method=Method.GET, url=url, ask=ask, seconds_left=1.0)


@cases("url, expected", named=True)
def test_a_key_is_for_the_addresses_of_its_service(url: str, *, expected: bool) -> None:
    assert KEY.is_for(request_with_key(url)) is expected


def test_the_target_of_a_redirect_is_not_sent_the_key() -> None:
    assert not KEY.is_for(
        request_with_key("https://api.example.org/v1/moved", asked="https://api.example.org/v1/works")
    )


def test_a_key_is_not_shown() -> None:
    assert "secret" not in repr(KEY)


def test_a_key_may_be_a_parameter() -> None:
    key = ApiKey(base="https://api.example.org", value="secret", parameter="api_key")

    assert key.url("https://api.example.org/works") == "https://api.example.org/works?api_key=secret"
    assert key.headers() == {}


URL = "http://example.org/"


def make_preparation() -> LiveExchange:
    return LiveExchange(WebSettings())


def answer(requests: LiveExchange, bag: CookieBag, *cookies: str) -> str:
    """Let a chain be sent cookies, and return those that its next request carries."""
    request = Request(method=Method.GET, url=URL, ask=Ask(method=Method.GET, url=URL), seconds_left=1.0, cookies=bag)
    headers = HTTPHeaderDict()
    for cookie in cookies:
        headers.add("Set-Cookie", cookie)
    requests.keep_cookies(request, requests.prepare(request), HTTPResponse(headers=headers))
    return str(requests.prepare(request).headers.get("Cookie", ""))


def test_a_cookie_is_kept_and_a_longer_one_than_browsers_keep_is_not() -> None:
    kept = answer(make_preparation(), CookieBag(), "a=1; Path=/", f"b={'x' * preparation.MAX_COOKIE}", "c=3")
    assert kept == "a=1; c=3"


def test_the_cookies_of_a_chain_are_bounded() -> None:
    requests, bag = make_preparation(), CookieBag()
    for hop in range(20):
        kept = answer(requests, bag, *(f"c{hop}-{number}={'x' * 4000}" for number in range(100)))
    assert 4000 < len(kept) < preparation.MAX_COOKIES_OF_CHAIN


def test_many_small_cookies_are_bounded_too() -> None:
    requests, bag = make_preparation(), CookieBag()
    for hop in range(20):
        kept = answer(requests, bag, *(f"c{hop}-{number}=" for number in range(100)))
    assert 50 < kept.count("=") <= preparation.MAX_COOKIES_OF_CHAIN // 1024


def test_the_cookies_of_a_run_are_bounded_and_their_room_is_free_again_after_a_chain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(preparation, "MAX_COOKIES_OF_RUN", 10_000)
    requests = make_preparation()
    first, second = CookieBag(), CookieBag()
    assert answer(requests, first, *(f"c{number}={'x' * 3000}" for number in range(9))).count("=") == 2
    assert answer(requests, second, f"d={'x' * 3000}") == ""
    del first
    gc.collect()
    assert answer(requests, second, f"d={'x' * 3000}").startswith("d=x")
