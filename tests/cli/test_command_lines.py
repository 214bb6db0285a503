"""What commands print, write and refuse: the cases of `tests/cases/cli/command_lines.toml`."""

import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.folders import CASES

from papertrace.cli import main

LISTED: list[dict[str, Any]] = tomllib.loads((CASES / "cli/command_lines.toml").read_text("utf-8"))["case"]


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


@pytest.mark.parametrize("case", [pytest.param(one, id=one["name"]) for one in LISTED])
def test_a_command_line_has_the_result_that_is_told(
    case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PAPERTRACE_CONFIG", "none")
    for name in case.get("copies", ()):
        (tmp_path / Path(name).name).write_bytes((CASES / name).read_bytes())
    for name, content in case.get("files", {}).items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(bytes(content) if isinstance(content, list) else content.encode())
    for command in case.get("first", ()):
        assert main(shlex.split(command)) == 0
    capsys.readouterr()

    status: object
    try:
        status = main(shlex.split(case["run"]))
    except SystemExit as stopped:
        status = stopped.code

    printed = capsys.readouterr()
    assert status == case.get("status", 0), printed
    for name, text in (("out", printed.out), ("err", printed.err)):
        assert [part for part in case.get(name, ()) if part not in text] == [], text
        assert [part for part in case.get(f"no_{name}", ()) if part in text] == [], text
        if f"{name}_is" in case:
            assert text == case[f"{name}_is"]
    if "error" in case:  # one line, after which nothing is printed
        assert (printed.out, printed.err.count("\n")) == ("", 1), printed
        assert printed.err.startswith(f"papertrace: {case['error']}")
    for folder, names in case.get("written", {}).items():
        assert files(tmp_path / folder) == sorted(names)
    for name, text in case.get("after", {}).items():
        assert Path(name).read_text("utf-8") == text
