"""Link -> Verdict: ask politely, record what was seen, and conclude no more than it shows.

fetch.py     the only code that sends a request; connect.py, guard.py: where to; git.py: by git
responses.py the head of an answer, whole or none; faults.py: how a request failed
schedule.py  who may be asked when; waiting.py: how long a host asks to be left alone
chain.py     redirects, one hop at a time; errand.py: an ask with its repetitions
probers/     what to ask of which host, when to conclude; classify.py: what was seen means what
registries/  what to ask of many links at a time; archives/: where to look for what is dead
cassette.py  record and replay; store.py: what was found, from run to run
earlier.py   what an earlier verdict is worth; snapshots.py: what archives have; inquiry.py: questions to registries
conductor.py all of it together; contact.py: is there a network; run.py: with one or without
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from papertrace.audit.cassette import Cassette, Record
    from papertrace.audit.places import Place, RegistryPlaces
    from papertrace.audit.run import audit
    from papertrace.audit.settings import AuditSettings
    from papertrace.audit.store import Store

# `import papertrace` imports this package, whether or not anything is audited; so it costs nothing until it is used.
_MODULES = {
    "AuditSettings": "settings",
    "Cassette": "cassette",
    "Place": "places",
    "Record": "cassette",
    "RegistryPlaces": "places",
    "Store": "store",
    "audit": "run",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first wanted (PEP 562)."""
    if name not in _MODULES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


__all__ = ["AuditSettings", "Cassette", "Place", "Record", "RegistryPlaces", "Store", "audit"]
