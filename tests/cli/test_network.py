"""Options about the network that several commands have: they are refused alike, before anything is requested."""

import argparse
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.folders import CASES

from papertrace.cli import main
from papertrace.cli.settings import bundle_of_environment, choose_bundle

LISTING = str(CASES / "listings" / "arxiv_journals.jsonl")
COMMANDS = (("audit",), ("enrich",), ("suggest",), ("build", "--enrich"))


@pytest.fixture(params=COMMANDS, ids=" ".join)
def command(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a command that would request something; no file is to be written where it runs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAPERTRACE_CONFIG", "none")
    return [*request.param, LISTING, "--store", "none"]


@cases("options, message", named=True)
def test_options_that_make_no_sense_are_refused(
    command: list[str], options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, *options]) == 2

    assert message in capsys.readouterr().err.splitlines()
    assert [path for path in Path().rglob("*") if path.is_file()] == []


def test_the_option_comes_before_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, usual = tmp_path / "own.pem", tmp_path / "usual.pem"
    own.touch()
    usual.touch()
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"):
        monkeypatch.delenv(name, raising=False)
    assert bundle_of_environment() is None
    monkeypatch.setenv("CURL_CA_BUNDLE", str(tmp_path / "gone.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(usual))

    assert choose_bundle(argparse.Namespace(ca_bundle=None)) == usual
    assert choose_bundle(argparse.Namespace(ca_bundle=own)) == own
