"""The papers of the real listings, as title and abstract."""

import json
from pathlib import Path

import pytest


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
