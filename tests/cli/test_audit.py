"""The audit as a user starts it: what cannot be meant is refused, and a run that asked nothing says so."""

from pathlib import Path

import pytest

from papertrace.cli import main


@pytest.fixture(autouse=True)
def urls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "urls.txt"
    path.write_text("http://127.0.0.1:9/a\nmailto://someone\n", "utf-8")
    return path


def test_recording_without_a_cassette_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "urls.txt", "--record", "none"]) == 2
    assert "--record none: there is no cassette" in capsys.readouterr().err


def test_a_run_that_asked_nothing_says_so(urls: Path, capsys: pytest.CaptureFixture[str]) -> None:
    urls.write_text("http://127.0.0.1:9/a\n", "utf-8")

    assert main(["audit", "urls.txt", "--store", "none"]) == 0

    captured = capsys.readouterr()
    assert "1 link: 1 skipped" in captured.out
    assert "no link was asked; --allow-network opens private networks" in captured.err


def test_a_missing_bundle_of_authorities_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "urls.txt", "--ca-bundle", "none.pem"]) == 2
    assert "--ca-bundle none.pem: no such file" in capsys.readouterr().err
