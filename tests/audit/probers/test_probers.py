"""The table of probers."""

from pathlib import Path

from tests.origin.cases import link

from papertrace.audit import AuditSettings
from papertrace.audit.probers import PROBERS, prober, prober_of

FOLDER = Path(prober.__file__).parent


def test_every_file_is_a_row_and_every_row_a_file() -> None:
    files = {path.stem for path in FOLDER.glob("*.py")} - {"__init__", "prober"}

    assert set(PROBERS) == files
    assert all(name == row.name for name, row in PROBERS.items())


def test_any_link_has_a_prober() -> None:
    assert prober_of(link("https://example.org/"), AuditSettings()) is PROBERS["web"]
