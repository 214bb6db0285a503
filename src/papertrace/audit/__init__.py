"""Link -> Verdict: send requests politely, record the observations, and conclude no more than they show.

run.py         audits links: live, live with a recording, or from a recording alone
auditor.py     one task per link; link_groups.py: the links that share a request; link_filter.py: which links
settings.py    limits and options; endpoints.py: the addresses of registries and archives
probers/       what to request from which host, and when to conclude; verdicts/: from observations to outcomes
registries/    queries about many links at a time; archives/: where snapshots of dead pages are found
history/       the verdicts of earlier runs: stored, confirmed, compared
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from papertrace.audit.endpoints import Endpoint, Endpoints
    from papertrace.audit.history.store import Store
    from papertrace.audit.run import generate_verdicts
    from papertrace.audit.settings import AuditSettings
    from papertrace.web.cassette import Cassette, RecordMode

# `import papertrace` imports this package whether or not anything is audited, so its modules are imported lazily.
_MODULES = {
    "AuditSettings": "audit.settings",
    "Cassette": "web.cassette",
    "Endpoint": "audit.endpoints",
    "Endpoints": "audit.endpoints",
    "RecordMode": "web.cassette",
    "Store": "audit.history.store",
    "generate_verdicts": "audit.run",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used (PEP 562)."""
    if name not in _MODULES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"papertrace.{_MODULES[name]}"), name)


__all__ = ["AuditSettings", "Cassette", "Endpoint", "Endpoints", "RecordMode", "Store", "generate_verdicts"]
