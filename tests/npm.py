"""Packages of npm for tests: the readers of other programs. Without npm or its registry, such tests are skipped."""

import atexit
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

#: The readers of Cytoscape.js, and of GEXF and GraphML in Gephi Lite.
PACKAGES = ("cytoscape@3.34.4", "graphology@0.26.0", "graphology-library@0.8.0")


@cache
def installed_packages() -> Path:
    """Return the folder `node_modules` with the packages; where they cannot be had, skip the test, or fail in CI."""
    npm = shutil.which("npm", path=str(Path(sys.executable).parent)) or shutil.which("npm")
    folder = Path(mkdtemp(prefix="papertrace-npm-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    reason = "no npm next to Python or on the PATH"
    if npm is not None:
        options = ("--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0")
        done = subprocess.run(
            [npm, "install", "--prefix", str(folder), *options, *PACKAGES],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        if done.returncode == 0:
            return folder / "node_modules"
        reason = f"npm could not install {', '.join(PACKAGES)}: {done.stderr.strip()[-300:]}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
