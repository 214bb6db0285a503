"""Link -> Verdict: ask politely, record what was seen, and conclude no more than it shows.

run.py         audit links: with a network, with one that is recorded, or from a recording alone
auditor.py     every link as a task; link_groups.py: the links that share a request
settings.py    limits and choices; endpoints.py: where registries and archives are asked
probers/       what to request from which host, and when to conclude; verdicts/: what was seen means what
registries/    what is known of many links at a time; archives/: where snapshots of dead pages are found
history/       the verdicts of earlier runs: kept, confirmed, compared
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from papertrace.audit.endpoints import Endpoint, Endpoints
    from papertrace.audit.history.store import Store
    from papertrace.audit.run import generate_verdicts
    from papertrace.audit.settings import AuditSettings
    from papertrace.web.cassette import Cassette, RecordMode

# `import papertrace` imports this package, whether or not anything is audited; so it costs nothing until it is used.
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
    """Import a public name when it is first wanted (PEP 562)."""
    if name not in _MODULES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"papertrace.{_MODULES[name]}"), name)


__all__ = ["AuditSettings", "Cassette", "Endpoint", "Endpoints", "RecordMode", "Store", "generate_verdicts"]
