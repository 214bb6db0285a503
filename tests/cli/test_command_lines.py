"""What commands print, write and refuse: the cases of `tests/cases/cli/command_lines.toml`."""

import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.folders import CASES, CASSETTES

from papertrace.cli import main

LISTED: list[dict[str, Any]] = tomllib.loads((CASES / "cli/command_lines.toml").read_text("utf-8"))["case"]
KEYS = {
    *("name", "files", "copies", "first", "run", "runs", "replays"),
    *("status", "out", "err", "no_out", "no_err", "out_is", "err_is", "ends", "error", "written", "after"),
}
TOUR = (CASES / "audit" / "tour.txt", CASSETTES / "audit" / "run" / "tour.yaml")


def expand() -> Iterator[Any]:
    """Yield each command line of each case."""
    for case in LISTED:
        runs = [case["run"]] if "run" in case else [*case.get("runs", ())]
        runs += [f"audit tour.txt --cassette tour.yaml {options}" for options in case.get("replays", [])]
        for number, run in enumerate(runs, start=1):
            yield pytest.param(case, run, id=f"{case['name']}{f' ({number})' if len(runs) > 1 else ''}")


def prepare(case: dict[str, Any]) -> None:
    """Write the files of a case to the current folder."""
    for path in (*(CASES / name for name in case.get("copies", ())), *(TOUR if "replays" in case else ())):
        Path(path.name).write_bytes(path.read_bytes())
    for name, content in case.get("files", {}).items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(bytes(content) if isinstance(content, list) else content.encode())


def check(case: dict[str, Any], stream: str, text: str) -> None:
    """Compare what is printed to a stream with a case."""
    assert [part for part in case.get(stream, ()) if part not in text] == [], text
    assert [part for part in case.get(f"no_{stream}", ()) if part in text] == [], text
    assert case.get(f"{stream}_is", text) == text


@pytest.mark.parametrize(("case", "run"), list(expand()))
def test_a_command_line_has_the_result_that_is_told(
    case: dict[str, Any], run: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    if "papertrace.toml" in case.get("files", ()):
        monkeypatch.delenv("PAPERTRACE_CONFIG", raising=False)
    else:
        monkeypatch.setenv("PAPERTRACE_CONFIG", "none")
    prepare(case)
    for command in case.get("first", ()):
        assert main(shlex.split(command)) == 0
    capsys.readouterr()

    status: object
    try:
        status = main(shlex.split(run))
    except SystemExit as stopped:
        status = stopped.code

    printed = capsys.readouterr()
    assert status == case.get("status", 0), printed
    check(case, "out", printed.out)
    check(case, "err", printed.err)
    assert printed.out.endswith(case.get("ends", ""))
    if "error" in case:  # one line, beside which nothing is printed
        assert (printed.out, printed.err.count("\n")) == ("", 1), printed
        assert printed.err.startswith(f"papertrace: {case['error']}")
    for folder, names in case.get("written", {}).items():
        assert sorted(path.name for path in Path(folder).glob("*")) == sorted(names)
    for name, text in case.get("after", {}).items():
        assert Path(name).read_text("utf-8") == text


def test_every_case_has_a_command_line_and_no_key_that_is_not_read() -> None:
    assert [case["name"] for case in LISTED if not case.keys() & {"run", "runs", "replays"}] == []
    assert sorted({key for case in LISTED for key in case} - KEYS) == []
