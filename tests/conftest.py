"""What every test may use: where the real listings are."""

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of real listings and hand-made gold, or skip where it is absent."""
    folder = Path(os.environ.get("PAPERTRACE_SHARED", REPOSITORY.parent / "shared"))
    if not (folder / "seeds").is_dir():
        message = f"no real listings at {folder}: set PAPERTRACE_SHARED to the folder that holds seeds/ and gold/"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return folder
