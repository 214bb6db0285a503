"""The whole program against a third-party server, nginx, over real sockets and TLS."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.origin.nginx import LIMITED, PARKED, PLAIN, NoNginxError, serving

NO_TLS = "no trusted connection: no secure connection could be agreed on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """The ports of nginx, and the folder of its log and certificate."""

    folder: Path
    port: int
    secure_port: int


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("nginx")
    try:
        with serving(folder) as (port, secure_port):
            yield Served(folder=folder, port=port, secure_port=secure_port)
    except NoNginxError as error:
        if os.environ.get("CI"):
            pytest.fail(f"{error}; CI installs it")
        pytest.skip(str(error))


def audit(nginx: Served, urls: list[str], folder: Path, *options: str) -> tuple[int, list[dict[str, object]]]:
    """Run the program on a list of URLs and return its exit status and the records of its report."""
    listing = folder / "urls.txt"
    listing.write_text("\n".join(urls) + "\n", encoding="utf-8")
    report = folder / "report.jsonl"
    command = [sys.executable, "-m", "papertrace", "audit", str(listing), "--format", "jsonl", "-o", str(report)]
    command += ["--store", "none", "--quiet", "--timeout", "5", "--ca-bundle", str(nginx.folder / "authority.pem")]
    command += ["--allow-network", "127.0.0.0/8", *options]
    run = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert run.stdout == run.stderr == ""
    return run.returncode, [json.loads(line) for line in report.read_text("utf-8").splitlines()]


def test_verdicts_on_nginx_are_as_expected(nginx: Served, tmp_path: Path) -> None:
    here, safe = f"http://{PLAIN}:{nginx.port}", f"https://{PLAIN}:{nginx.secure_port}"
    expected = {
        f"{here}/": "alive | 200 OK",
        f"{here}/new.html": "alive | 200 OK",
        f"{here}/paper.pdf": "alive | 200 OK",
        f"{here}/größe.html": "alive | 200 OK",
        f"{safe}/0.html": "alive | 200 OK",
        f"{here}/old": f"moved | moved permanently | {here}/new.html",
        f"{here}/away": f"moved | moved permanently | {safe}/new.html",
        f"{here}/for-now": "alive | 200 OK after a temporary redirect",
        f"{here}/to-front": f"suspect | redirects to the front page of the site: {here}/",
        f"{here}/round": f"suspect | redirects lead back to {here}/round",
        f"{here}/nothing": "dead | 404 Not Found",
        f"{safe}/nothing-here": "dead | 404 Not Found",
        f"{here}/removed": "dead | 410 Gone",
        f"{here}/secret": "restricted | 401 Unauthorized",
        f"{here}/closed": "restricted | 403 Forbidden",
        f"{here}/post-only": "restricted | 403 Forbidden",
        f"{here}/mute": "unstable | the connection was closed without an answer (2 attempts)",
        f"{here}/failing": "unstable | 502 Bad Gateway (2 attempts)",
        f"http://{PLAIN}:{nginx.secure_port}/": "suspect | 400 Bad Request: inconclusive",
        f"https://{PLAIN}:{nginx.port}/1.html": f"insecure | {NO_TLS}",
        f"https://{PARKED}:{nginx.secure_port}/": "unstable | the connection was refused (2 attempts)",
        f"http://{PARKED}:{nginx.port}/acme/project": "suspect | the host returns this same page for any path",
    }

    status, records = audit(nginx, list(expected), tmp_path)

    found = {
        str(one["url"]): " | ".join(str(one[key]) for key in ("outcome", "reason", "new_url") if one[key])
        for one in records
    }
    assert found == expected
    assert status == 1


def test_the_limit_of_nginx_is_respected(nginx: Served, tmp_path: Path) -> None:
    """More than eight requests a second are refused with `Retry-After: 1`, and all twelve pages exist."""
    urls = [f"http://{LIMITED}:{nginx.port}/{number}.html" for number in range(12)]
    log = nginx.folder / "access.log"
    n_before = len(log.read_text("utf-8").splitlines())

    status, records = audit(nginx, urls, tmp_path, "--per-host", "4")

    lines = [line.split() for line in log.read_text("utf-8").splitlines()[n_before:]]
    moments = [float(moment) for moment, *_ in lines]
    refused = [float(moment) for moment, code, *_ in lines if code == "429"]
    assert Counter(str(one["outcome"]) for one in records) == {"alive": 12}
    assert status == 0
    assert refused
    # Requests in flight at the time of a refusal still arrive; after that, none arrives for a second.
    assert [one for one in moments if any(0.3 < one - before < 0.95 for before in refused)] == []
