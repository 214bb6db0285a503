"""A token from the environment is sent to its API, and is never written."""

import logging
from pathlib import Path

import pytest

from papertrace import find_links
from papertrace.audit import AuditSettings, Cassette
from papertrace.audit.registries import plan_queries
from papertrace.cli import main
from papertrace.cli.values import list_reports
from papertrace.model import Ask, Method
from papertrace.web.exchange import Answer, Request

TOKEN = "made-up-secret-of-the-tests"  # noqa: S105 - it opens nothing
REPOSITORY = "https://github.com/acme/tool"
PAGE = "https://www.example.org/echo"


@pytest.fixture(params=[200, 401], ids=["a token that is taken", "a token that is not"])
def cassette(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cassette of an API that accepts or rejects a token, and of a page with status 404."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_TOKEN", TOKEN)
    (tmp_path / "urls.txt").write_text(f"{REPOSITORY}\n{PAGE}\n", encoding="utf-8")
    (link,) = find_links(REPOSITORY)
    ((_, query),) = plan_queries([link], AuditSettings(github_token=TOKEN))
    path = tmp_path / "recorded.yaml"
    with Cassette(path) as recording:

        def note(ask: Ask, answer: Answer) -> None:
            recording.record(Request(method=ask.method, url=ask.url, ask=ask, seconds_left=1.0), answer)

        facts = '{"data": {"r0": {"nameWithOwner": "acme/tool", "isArchived": true}}}'
        note(query.ask, Answer(status=request.param, body=facts, at="2026-01-05T12:00:00Z"))
        for url in (REPOSITORY, PAGE):
            for method in (Method.HEAD, Method.GET):
                note(Ask(method=method, url=url), Answer(status=404, at="2026-01-05T12:00:00Z"))
    return path


def test_a_token_is_in_no_report_no_file_and_no_log(
    cassette: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    forms = [f"--also={form}={form}.out" for form in list_reports()]
    keeping = ("--store", "verdicts.sqlite", "--patch", "fix.patch")
    failing = ("--fail-on", "archived,dead")
    status = main(["audit", "urls.txt", "--cassette", str(cassette), *forms, *keeping, *failing])

    captured = capsys.readouterr()
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    expected = {"recorded.yaml", "verdicts.sqlite", "urls.txt", *(f"{form}.out" for form in list_reports())}
    assert status == 1
    assert expected <= {path.name for path in written}
    assert TOKEN not in captured.out + captured.err + caplog.text
    assert all(TOKEN.encode() not in path.read_bytes() for path in written)


def test_a_token_that_cannot_be_sent_is_in_no_message(
    cassette: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", f"{TOKEN}\x07")

    assert main(["audit", "urls.txt", "--cassette", str(cassette)]) == 2

    captured = capsys.readouterr()
    assert "github_token" in captured.err
    assert TOKEN not in captured.out + captured.err
