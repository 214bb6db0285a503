"""The built site of the documentation, once for each process of the tests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.folders import ROOT
from tools import build_docs


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site, or skip the test if the packages that build it are missing."""
    if missing := build_docs.find_missing():
        message = f"the documentation is not built: no {', '.join(missing)} (pip install --group docs)"
        if os.environ.get("CI"):
            pytest.fail(f"{message}; CI installs them")
        pytest.skip(message)
    folder = tmp_path_factory.mktemp("docs") / "site"
    done = subprocess.run(
        [sys.executable, "-m", "tools.build_docs", "--output", str(folder)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder
