"""The table of probers."""

from tests.origin.cases import link

from papertrace.audit import AuditSettings
from papertrace.audit.probers import PROBERS, prober_of


def test_any_link_has_a_prober() -> None:
    assert prober_of(link("https://example.org/"), AuditSettings()) is PROBERS["web"]
