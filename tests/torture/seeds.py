"""The specimens of listings, from which damaged inputs are made."""

from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LISTINGS = ROOT / "tests" / "cases" / "listings"


@cache
def specimens(suffixes: tuple[str, ...] = ()) -> tuple[bytes, ...]:
    """Return all specimens, or those with some suffixes."""
    found = sorted(path for path in LISTINGS.iterdir() if path.is_file() and (not suffixes or path.suffix in suffixes))
    return tuple(path.read_bytes() for path in found)
