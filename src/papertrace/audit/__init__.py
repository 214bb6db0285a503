"""Link -> Verdict: send requests politely, record the observations, and conclude no more than they show.

run.py         audits links: which share a request, what registries say, one task for each page
settings.py    limits and options, which links, the addresses of registries and archives
probers.py     what to request from which host, and when to conclude
verdicts.py    from observations to outcomes; pages that stand in for others
registries.py  a row for each registry and archive; registry.py: their one reader; github_api.py: GitHub with a token
store.py       the verdicts of earlier runs: reused, confirmed, compared
"""

from papertrace.late_imports import TYPE_CHECKING, import_on_use

if TYPE_CHECKING:
    from papertrace.audit.run import generate_verdicts
    from papertrace.audit.settings import AuditSettings, Endpoint, Endpoints
    from papertrace.audit.store import Store
    from papertrace.web.cassette import Cassette, RecordMode
else:
    __getattr__ = import_on_use(
        __name__,
        {
            "papertrace.audit.store": "Store",
            "papertrace.audit.run": "generate_verdicts",
            "papertrace.audit.settings": "AuditSettings Endpoint Endpoints",
            "papertrace.web.cassette": "Cassette RecordMode",
        },
    )[0]

__all__ = ["AuditSettings", "Cassette", "Endpoint", "Endpoints", "RecordMode", "Store", "generate_verdicts"]
