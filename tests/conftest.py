"""What every test may use: where the real listings are, and the papers that they print."""

import json
import os
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
if str(REPOSITORY) not in sys.path:
    sys.path.insert(0, str(REPOSITORY))  # for `tests.origin` and `tests.browser`, which run outside pytest too


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of real listings and hand-made gold, or skip where it is absent.

    It is no part of the project; where `PAPERTRACE_SHARED` names it, it has to be there.
    """
    named = os.environ.get("PAPERTRACE_SHARED")
    folder = Path(named or REPOSITORY.parent / "shared")
    if not (folder / "seeds").is_dir():
        message = f"no real listings at {folder}: set PAPERTRACE_SHARED to the folder that holds seeds/ and gold/"
        if named:
            pytest.fail(message)
        pytest.skip(message)
    return folder


@pytest.fixture(scope="session")
def seed_texts(shared: Path) -> dict[str, str]:
    """Return the abstract of every distinct paper of the real listings by its title, in order."""
    texts: dict[str, str] = {}
    pages: dict[str, list[str]] = {}
    for line in (shared / "gold" / "entries.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        seed = entry["seed"]
        if seed not in pages:
            pages[seed] = (shared / "seeds" / seed).read_text("utf-8").split("\n")
        below = (text.strip() for text in pages[seed][entry["line"] :])
        texts.setdefault(entry["title"], next(text for text in below if text))
    return texts
