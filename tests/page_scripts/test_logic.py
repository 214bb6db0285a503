"""What the page's scripts compute, tested by Node's test runner without a browser: the files `*.test.mjs` here."""

import re
import subprocess
from pathlib import Path

import pytest
from tests.npm import node

FOLDER = Path(__file__).parent
# Scripts are modules because they import; no package.json says so.
OPTIONS = ("--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test", "--test-reporter=tap")


def run_tests(*files: Path) -> tuple[int, str]:
    command = [node(), *OPTIONS, *map(str, files)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, cwd=FOLDER)
    return done.returncode, done.stdout + done.stderr


def test_scripts_compute_what_they_should() -> None:
    files = sorted(FOLDER.glob("*.test.mjs"))

    status, said = run_tests(*files)

    if status:
        failed = re.findall(r"^ *not ok .*(?:\n(?! *(?:not )?ok ).*)*", said, re.MULTILINE)
        pytest.fail("\n".join(failed) or said, pytrace=False)
    assert int(re.findall(r"^# pass (\d+)$", said, re.MULTILINE)[0]) > 10 * len(files)


def test_a_failing_test_is_noticed(tmp_path: Path) -> None:
    """The test above could not fail if it ran nothing."""
    file = tmp_path / "failing.test.mjs"
    file.write_text(
        'import test from "node:test";\ntest("fails", () => { throw new Error("as it should"); });\n', "utf-8"
    )

    status, said = run_tests(file)

    assert status
    assert "as it should" in said
