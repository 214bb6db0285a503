"""The origin on its own, as the demonstration of the command line uses it."""

import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from tests.origin.habits import HABITS

FOLDER = Path(__file__).resolve().parents[1] / "origin"


def test_the_origin_serves_on_its_own_and_prints_links_to_try() -> None:
    with subprocess.Popen([sys.executable, str(FOLDER)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            urls = [process.stdout.readline().strip() for _ in HABITS]
            with closing(HTTPConnection(urlsplit(urls[0]).netloc, timeout=5)) as connection:
                connection.request("GET", "/")
                text = connection.getresponse().read().decode()
        finally:
            process.terminate()

    assert "The front page" in text
    assert all(url.startswith("http://127.0.0.") for url in urls)
