"""`papertrace site` on the command line, and the commands of its documentation."""

import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from tests.folders import ROOT

from papertrace.cli.main import main

CASSETTE = ROOT / "cassettes" / "audit" / "run" / "tour.yaml"
BIBLIOGRAPHY = """\
@article{one, title = {Lantern}, url = {http://www.example.org/moved}}
@article{two, title = {HarborFlow}, url = {http://www.example.org/gone}}
"""


def test_the_commands_of_the_documentation_make_a_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text("", encoding="utf-8")
    for name in ("papers.bib", "before.bib"):
        Path(name).write_text(BIBLIOGRAPHY, encoding="utf-8")
    text = (ROOT / "docs" / "site.md").read_text("utf-8")
    commands = re.findall(r"^papertrace (.*?)(?:\s+#.*)?$", text, re.MULTILINE)

    statuses = []
    for command in commands:
        words = [word for word in shlex.split(command) if word != "--serve"]
        recorded = ["--cassette", str(CASSETTE)] if words[0] == "audit" else []
        statuses.append(main([*words, *recorded, "-q"]))

    assert len(commands) >= 4
    assert set(statuses) == {0, 1}  # an audit with dead links exits with 1
    assert statuses.count(1) == sum(command.startswith("audit") for command in commands)
    assert "2 links: 1 dead, 1 moved\nwrote to site: 2 papers in " in capsys.readouterr().out
    assert "HarborFlow" in Path("site/index.html").read_text("utf-8").partition('id="dead"')[2]


def test_the_site_is_shown_on_the_loopback_interface(tmp_path: Path) -> None:
    (tmp_path / "list.bib").write_text(BIBLIOGRAPHY, encoding="utf-8")
    command = [sys.executable, "-m", "papertrace", "site", "list.bib", "-q", "--serve", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = next(line.split()[0] for line in process.stdout if line.startswith("http://127.0.0.1:"))
            with urlopen(address) as answer:  # noqa: S310 - our own server
                assert b"HarborFlow" in answer.read()
            with pytest.raises(HTTPError, match="404"):
                urlopen(f"{address}papers/../../list.bib")  # noqa: S310 - as above
        finally:
            process.terminate()


def test_a_port_that_cannot_be_used_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "papers.bib").write_text(BIBLIOGRAPHY, encoding="utf-8")

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        status = main(["site", f"{tmp_path}/papers.bib", "-o", f"{tmp_path}/s", "-q", "--serve", "--port", port])

    assert status == 2
    assert f"--port {port}: cannot be used" in capsys.readouterr().err
