"""The public interface as pyright sees it, in the edition that comes with its own Node."""

import ast
import json
import os
import subprocess
import sys
import sysconfig
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest
from tests.folders import CASES, ROOT

import papertrace

PROGRAM = CASES / "typing" / "program.py"


def is_installed(package: str) -> bool:
    try:
        distribution(package)
    except PackageNotFoundError:
        return False
    return True


def check(*arguments: str, folder: Path) -> dict[str, Any]:
    """Return what pyright reports as JSON; skip the test without it, or without the types of pandas, which it needs."""
    for package, name in (("basedpyright", "pyright"), ("pandas-stubs", "the types of pandas")):
        if not is_installed(package):
            message = f"without {name} the public interface is not checked: pip install --group check --group test"
            (pytest.fail if os.environ.get("CI") else pytest.skip)(message)
    # Where the packages lie has to be said by this variable, because `--verifytypes` reads nothing else.
    search = os.pathsep.join([str(ROOT / "src"), sysconfig.get_path("purelib")])
    done = subprocess.run(
        [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable, *arguments],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": search},
    )
    assert done.stdout, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@pytest.mark.slow
def test_the_type_of_every_public_symbol_is_known(tmp_path: Path) -> None:
    report = check("--verifytypes", "papertrace", "--ignoreexternal", folder=tmp_path)["typeCompleteness"]

    unclear = [one["name"] for one in report["symbols"] if one["isExported"] and not one["isTypeKnown"]]
    assert unclear == []
    assert report["completenessScore"] == 1
    assert report["exportedSymbolCounts"]["withKnownType"] > 3_000


@pytest.mark.slow
def test_a_program_with_every_public_name_has_the_types_that_it_states(tmp_path: Path) -> None:
    right = PROGRAM.read_text("utf-8")
    wrong = right.replace("progress.total, int | None", "progress.total, int").replace(
        'weight="cosine"', 'weight="sine"'
    )
    for name, program in (("right", right), ("wrong", wrong)):
        (tmp_path / f"{name}.py").write_text(program, encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}', encoding="utf-8")

    report = check("--project", str(tmp_path), folder=tmp_path)

    errors: dict[str, list[str]] = {"right": [], "wrong": []}
    for one in report["generalDiagnostics"]:
        errors[Path(one["file"]).stem].append(one["message"])
    assert errors["right"] == []
    assert [message for message in errors["wrong"] if '"assert_type" mismatch' in message or '"sine"' in message]
    assert len(errors["wrong"]) == 2


def test_the_program_has_every_public_name() -> None:
    tree = ast.parse(PROGRAM.read_text("utf-8"))
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "papertrace"
        for alias in node.names
    }
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    attributes = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "papertrace"
    }

    assert imported <= used
    assert imported | attributes == set(papertrace.__all__)
