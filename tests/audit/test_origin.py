"""The origin as a standalone program, for demonstrations of the command line."""

import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from tests.origin.cases import ORIGIN_CASES
from tests.origin.handlers import HANDLERS, WHOLE_HOSTS
from tests.origin.limits import REFUSALS
from tests.origin.names import ODD_NAMES

# Targets of redirects, and handlers that other tests request directly.
BETWEEN = {"moved-again", "loop-back", "login", "en", "404", "error", "captcha"}
ELSEWHERE = {"headers", "long-location", "ends-after-one", "delayed", "with-etag", "to-etag", "two-policies"}
FOLDER = Path(__file__).resolve().parents[1] / "origin"


def test_every_misbehaviour_has_an_expected_verdict() -> None:
    hosts = {urlsplit(case.url).hostname for case in ORIGIN_CASES}
    used = {urlsplit(case.url).path.split("/")[1] for case in ORIGIN_CASES if "/" in urlsplit(case.url).path}

    assert set(HANDLERS) - used == BETWEEN | ELSEWHERE
    assert {*ODD_NAMES, *REFUSALS, *WHOLE_HOSTS} - hosts == {"six.example.org"}  # which not every machine reaches


def test_the_origin_serves_on_its_own_and_prints_links_to_try() -> None:
    with subprocess.Popen([sys.executable, str(FOLDER)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            urls = [process.stdout.readline().strip() for _ in HANDLERS]
            with closing(HTTPConnection(urlsplit(urls[0]).netloc, timeout=5)) as connection:
                connection.request("GET", "/")
                text = connection.getresponse().read().decode()
        finally:
            process.terminate()

    assert "The front page" in text
    assert all(url.startswith("http://127.0.0.") for url in urls)
