"""The bundled sample listing: 215 real papers, with summaries written for this project (see README.md beside it)."""

from importlib.resources import files
from pathlib import Path

NAME = "sample.txt"
TITLE = "Efficient computing for machine learning"


def sample_path() -> Path:
    """Return the path of the sample listing in the installed package."""
    return Path(str(files(__name__) / NAME))


def sample_text() -> str:
    """Return the text of the sample listing."""
    return sample_path().read_text(encoding="utf-8")
