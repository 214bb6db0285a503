"""What users have elsewhere: proxies, headers and passwords for a host, rewritten addresses, rules for redirects."""

import json
import signal
import subprocess
import sys
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from tests.case_tables import cases

from papertrace.cli.main import main
from papertrace.cli.values import list_reports

SECRET = "sesame-9c41"  # noqa: S105 - made up
PAGE = '<title>A page</title><h1 id="top-id">A page</h1><a name="py:module::x"></a><p>' + "Some words. " * 30


class Server(ThreadingHTTPServer):
    """A server on loopback that keeps what it was asked."""

    daemon_threads = True

    def __init__(self, ip: str = "127.0.0.1") -> None:
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        super().__init__((ip, 0), Handler)
        self.url = f"http://{ip}:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(BaseHTTPRequestHandler):
    """Pages by path; whatever has a whole address is asked of a proxy."""

    server: Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:  # noqa: C901, PLR0912 - one case for each page
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.asked.append((self.command, self.path, headers))
        path = self.path.partition("?")[0]
        location, status, body = "", 200, PAGE
        if path.startswith("http://"):
            body = f"{PAGE} through the proxy"
        elif path == "/header":
            status = 200 if headers.get("x-key") == SECRET else 400
        elif path == "/basic":
            expected = f"Basic {b64encode(f'ada:{SECRET}'.encode()).decode()}"
            status = 200 if headers.get("authorization") == expected else 401
        elif path == "/cookie":
            status = 200 if f"session={SECRET}" in headers.get("cookie", "") else 403
        elif path == "/moved":
            status, location = 301, "/page"
        elif path == "/away":
            status, location = 302, f"http://127.0.0.2:{self.server.server_address[1]}/page"
        elif path.startswith("/hops/"):
            n_left = int(path.rpartition("/")[2])
            status, location = (302, f"/hops/{n_left - 1}") if n_left else (200, "")
        elif path == "/fails-3":
            status = 500 if sum(one[1] == self.path for one in self.server.asked) <= 3 else 200
        elif path == "/hangs":
            time.sleep(30)
        elif path == "/robots.txt":
            body = "User-agent: *\nDisallow: /private\n"
        elif path in {"/old", "/teapot"} or path.startswith("/papertrace-"):
            status = 422 if path == "/teapot" else 404
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Type", "text/plain" if path == "/robots.txt" else "text/html")
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        if self.command != "HEAD":
            with suppress(OSError):
                self.wfile.write(body.encode())


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "REQUESTS_CA_BUNDLE", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def audit(
    urls: Sequence[str], *options: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> dict[str, tuple[str, str]]:
    """Return the outcomes and reasons by URL, and check that no secret is shown anywhere."""
    capsys.readouterr()
    store, log = tmp_path / "audit.sqlite", tmp_path / "audit.jsonl"
    arguments = ["audit", *urls, "--allow-network", "127.0.0.0/8", "--store", str(store), "--no-git", "-vv"]
    main([*arguments, "--format", "jsonl", "-o", str(log), *options])
    shown = capsys.readouterr()
    for text in (shown.out, shown.err, log.read_text(encoding="utf-8"), store.read_bytes().decode("latin-1")):
        assert SECRET not in text
        assert b64encode(f"ada:{SECRET}".encode()).decode() not in text
    records = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return {record["url"]: (record["outcome"], record["reason"]) for record in records if "outcome" in record}


@cases("path, options, outcome", named=True)
def test_an_option_changes_the_verdict(  # noqa: PLR0917 - a case and the fixtures
    path: str,
    options: tuple[str, ...],
    outcome: str,
    server: Server,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KEY", SECRET)
    url = server.url + path

    found = audit([url], *options, tmp_path=tmp_path, capsys=capsys)

    assert found[url][0] == outcome, found


def test_a_password_in_a_url_is_sent_by_choice(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = f"{server.url}/basic".replace("http://", f"http://ada:{SECRET}@")

    without = audit([link], tmp_path=tmp_path, capsys=capsys)
    sent = audit([link], "--passwords", "--max-age", "0", tmp_path=tmp_path, capsys=capsys)

    assert [outcome for outcome, _ in without.values()] == ["restricted"]
    assert [outcome for outcome, _ in sent.values()] == ["alive"]


def test_logins_are_sent_from_a_file_each_to_its_host(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logins = tmp_path / "logins"
    url = f"{server.url}/basic"
    results = []
    for text in (
        f"machine 127.0.0.1 login ada password {SECRET}",
        f"machine 127.0.0.2 login ada password {SECRET}",
        f"default login ada password {SECRET}",
    ):
        logins.write_text(f"{text}\n", encoding="utf-8")
        results.append(audit([url], "--netrc", str(logins), "--max-age", "0", tmp_path=tmp_path, capsys=capsys)[url][0])

    assert results == ["alive", "restricted", "restricted"]


def test_a_file_of_logins_that_cannot_be_read_is_an_error_without_its_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logins = tmp_path / "logins"
    logins.write_text(f"machine 127.0.0.1 login ada passwort {SECRET}\n", encoding="utf-8")

    statuses = [main(["audit", "https://example.org/", "--netrc", str(path)]) for path in (logins, tmp_path / "none")]

    shown = capsys.readouterr()
    assert statuses == [2, 2]
    assert shown.err.count("cannot read the logins") == 2
    assert SECRET not in shown.err


def test_no_byte_that_an_audit_writes_is_a_secret(
    server: Server, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    given, written = tmp_path / "given", tmp_path / "written"
    given.mkdir()
    written.mkdir()
    monkeypatch.chdir(written)
    monkeypatch.setenv("KEY", SECRET)
    monkeypatch.setenv("GITHUB_TOKEN", SECRET)
    monkeypatch.setenv("XDG_CACHE_HOME", str(written / "cache"))
    host = server.url.removeprefix("http://")
    (given / "links.md").write_text(
        # A patch repeats the lines around a change, so the password is in none of these.
        f"# Papers\n\n- [Paper](http://ada:{SECRET}@{host}/basic) - [code]({server.url}/header)\n\n\n\n\n"
        f"- [Other]({server.url}/moved) - [page]({server.url}/cookie), {server.url}/away\n",
        encoding="utf-8",
    )
    (given / "logins").write_text(f"machine 127.0.0.2 login ada password {SECRET}\n", encoding="utf-8")
    (given / "cookies").write_text(
        f"# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\t{SECRET}\n", encoding="utf-8"
    )
    forms = [f"--also={form}={written / form}" for form in list_reports() if form != "text"]
    access = ["--passwords", "--netrc", str(given / "logins"), "--cookies", str(given / "cookies")]
    access += ["--header", "127.0.0.1: X-Key: ${KEY}"]

    keeping = ["--store", "audit.sqlite", "--cassette", "audit.yaml", "--patch", "fix.patch", "--summary"]
    main(["audit", str(given / "links.md"), "--allow-network", "127.0.0.0/8", "-vv", *keeping, *forms, *access])

    received = json.dumps(server.asked)
    shown = capfdbinary.readouterr()
    files = [path for path in written.rglob("*") if path.is_file()]
    names = {path.name for path in files}
    basic = b64encode(f"ada:{SECRET}".encode())
    assert received.count(SECRET) >= 2
    assert basic.decode() in received
    assert {"audit.sqlite", "audit.yaml", "fix.patch", *list_reports()} - names <= {"text"}
    assert b"/basic" in shown.out + shown.err
    for content in (shown.out, shown.err, *(path.read_bytes() for path in files)):
        assert SECRET.encode() not in content
        assert basic not in content


def test_cookies_are_sent_from_a_file(server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jar = tmp_path / "cookies.txt"
    jar.write_text(f"# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\t{SECRET}\n")
    url = f"{server.url}/cookie"

    found = audit([url], "--cookies", str(jar), tmp_path=tmp_path, capsys=capsys)

    assert found[url][0] == "alive"


def test_what_belongs_to_a_host_is_not_sent_where_it_redirects(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = ThreadingHTTPServer.__new__(Server)
    other.asked = []
    ThreadingHTTPServer.__init__(other, ("127.0.0.2", server.server_address[1]), Handler)
    threading.Thread(target=other.serve_forever, daemon=True).start()
    try:
        audit(
            [f"{server.url}/away"],
            *("--header", f"127.0.0.1: Authorization: Bearer {SECRET}", "--header", f"127.0.0.1: X-Key: {SECRET}"),
            tmp_path=tmp_path,
            capsys=capsys,
        )
    finally:
        other.shutdown()
        other.server_close()

    assert any(headers.get("x-key") == SECRET for _, _, headers in server.asked)
    assert other.asked
    assert not any(SECRET in value for _, _, headers in other.asked for value in headers.values())


def test_an_address_is_rewritten_before_it_is_requested(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"{server.url}/old"

    found = audit([url], "--remap", "/old$ /page", tmp_path=tmp_path, capsys=capsys)

    assert found[url] == ("alive", f"200 OK (requested at {server.url}/page)")


@pytest.mark.parametrize("rule", ["/old$ /page$1", "/(old)$ /page$2", r"/old$ /\g<name>"])
def test_a_rewriting_with_a_group_that_does_not_exist_is_refused(
    rule: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listing = tmp_path / "links.txt"
    listing.write_text("https://example.org/old\n", "utf-8")

    assert main(["audit", str(listing), "--store", "none", "--remap", rule]) == 2
    assert "has no group for" in capsys.readouterr().err


def test_a_password_is_not_part_of_a_rewritten_address(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"http://user:{SECRET}@papers.test/page"
    options = ("--only", "papers.test", "--remap", f"^http://(.*@)?papers.test {server.url}", "--format", "text")
    listing = tmp_path / "urls.txt"
    listing.write_text(f"{url}\n", "utf-8")

    main(["audit", str(listing), "--store", "none", "--allow-network", "127.0.0.0/8", *options])

    assert SECRET not in capsys.readouterr().out
    assert all(SECRET not in str(one) for one in server.asked)


def test_rewriting_an_address_to_something_else_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listing = tmp_path / "urls.txt"
    listing.write_text("https://papers.test/a\n", "utf-8")

    options = ("--store", "none", "--only", "papers.test", "--remap", "^https://papers.test/ mirror/")
    assert main(["audit", str(listing), *options]) == 2
    assert "remap makes 'mirror/a' of 'https://papers.test/a', which is not an http address" in capsys.readouterr().err


@pytest.mark.parametrize("way", ["option", "environment"])
def test_a_proxy_is_asked_for_names_that_only_it_knows(
    way: str, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "http://nosuchname.example/a"
    if way == "environment":
        monkeypatch.setenv("HTTP_PROXY", server.url)
        monkeypatch.setenv("http_proxy", server.url)
    options = ("--proxy", server.url) if way == "option" else ()

    found = audit([url], *options, tmp_path=tmp_path, capsys=capsys)

    assert found[url][0] == "alive"
    assert server.asked[0][1] == url


def test_a_proxy_is_not_asked_for_private_addresses_or_for_excepted_hosts(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", server.url)
    monkeypatch.setenv("no_proxy", "127.0.0.1")

    found = audit(["http://10.0.0.1/", f"{server.url}/page"], tmp_path=tmp_path, capsys=capsys)

    assert found["http://10.0.0.1/"][0] == "skipped"
    assert found[f"{server.url}/page"][0] == "alive"
    assert all(not path.startswith("http") for _, path, _ in server.asked)


def test_pictures_and_empty_files_of_a_folder_are_no_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.md").touch()
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    alone = [main(["audit", "--list", str(tmp_path)]), main(["audit", "--list", str(tmp_path / "empty.md")])]
    (tmp_path / "notes.md").write_text("https://lab.org/a", encoding="utf-8")

    status = main(["audit", "--list", str(tmp_path)])

    assert alone == [2, 2]
    assert status == 0
    assert "lab.org/a" in capsys.readouterr().out


@cases("name, text")
def test_dois_of_a_bibliography_are_links(
    name: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")

    assert main(["audit", "--list", str(tmp_path / name)]) == 0

    assert capsys.readouterr().out.endswith("  https://doi.org/10.1145/1.2\n")


@pytest.mark.parametrize("host", ["example.com", "www.example.org", "lab.test", "db.invalid"])
def test_a_reserved_domain_is_skipped(host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"https://{host}/x"

    assert audit([url], tmp_path=tmp_path, capsys=capsys) == {url: ("skipped", "a domain reserved for examples")}


@cases("options, words")
def test_an_option_that_cannot_be_used_is_an_error(
    options: tuple[str, ...], words: str, server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["audit", server.url, "--allow-network", "127.0.0.0/8", "--store", str(tmp_path / "a.sqlite")]

    assert main([*arguments, *options]) == 2
    shown = capsys.readouterr().err
    assert words in shown
    assert SECRET not in shown


@pytest.mark.parametrize(("kill", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "kill"])
def test_an_interrupted_audit_reports_what_is_known(
    kill: signal.Signals, status: int, server: Server, tmp_path: Path
) -> None:
    heeding = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    links = tmp_path / "links.txt"
    links.write_text(f"{server.url}/page\n{server.url}/old\n{server.url}/hangs\n")
    report = tmp_path / "report.jsonl"
    arguments = ["audit", str(links), "--allow-network", "127.0.0.0/8", "--store", str(tmp_path / "a.sqlite")]
    command = [sys.executable, "-c", f"{heeding}from papertrace.cli import main; sys.exit(main())", *arguments]
    with subprocess.Popen(
        [*command, "--format", "jsonl", "-o", str(report), "-vv"], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        lines: list[str] = []
        for line in process.stderr:
            lines.append(line)
            if sum("alive" in one or "dead" in one for one in lines) == 2:
                break
        time.sleep(0.5)  # a verdict is logged before it is counted
        process.send_signal(kill)
        lines += process.stderr.readlines()

    assert process.returncode == status
    assert "papertrace: interrupted after 2 of 3 links\n" in lines
    records = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    assert sorted(one["outcome"] for one in records if "outcome" in one) == ["alive", "dead"]


def test_names_are_looked_up_at_the_name_server_that_is_named(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[tuple[str, int], str]] = []

    def resolver_at(address: tuple[str, int]) -> Callable[[str, int], list[tuple[str, int]]]:
        def resolve(host: str, port: int) -> list[tuple[str, int]]:
            asked.append((address, host))
            return [("127.0.0.1", port)]

        return resolve

    monkeypatch.setattr("papertrace.audit.run.resolver_at", resolver_at)
    url = server.url.replace("127.0.0.1", "lab.test") + "/page"

    found = audit([url], "--resolver", "192.0.2.53", tmp_path=tmp_path, capsys=capsys)

    assert found[url][0] == "alive"
    assert asked[0] == (("192.0.2.53", 53), "lab.test")


def test_links_to_private_networks_among_others_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("# A\n\n[a](#a) [b](http://10.0.0.1/b) [c](http://127.0.0.1/c)\n", "utf-8")

    assert main(["audit", "a.md", "--store", "none"]) == 0
    assert "2 links to private networks not requested; --allow-network allows it" in capsys.readouterr().err
