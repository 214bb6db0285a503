"""The folders of the files that tests read."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CASES = ROOT / "tests" / "cases"
CASSETTES = ROOT / "cassettes"
GRAPHS = ROOT / "graphs"
