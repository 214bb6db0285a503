"""Link -> Verdict: send requests politely, record the observations, and conclude no more than they show.

run.py         audits links: live, live with a recording, or from a recording alone
auditor.py     one task per link; link_groups.py: the links that share a request; link_filter.py: which links
settings.py    limits and options; endpoints.py: the addresses of registries and archives
probers/       what to request from which host, and when to conclude; verdicts/: from observations to outcomes
registries/    queries about many links at a time; archives/: where snapshots of dead pages are found
history/       the verdicts of earlier runs: stored, confirmed, compared
"""

from papertrace.late_imports import TYPE_CHECKING, import_on_use

if TYPE_CHECKING:
    from papertrace.audit.endpoints import Endpoint, Endpoints
    from papertrace.audit.history.store import Store
    from papertrace.audit.run import generate_verdicts
    from papertrace.audit.settings import AuditSettings
    from papertrace.web.cassette import Cassette, RecordMode
else:
    __getattr__ = import_on_use(
        __name__,
        {
            "papertrace.audit.endpoints": "Endpoint Endpoints",
            "papertrace.audit.history.store": "Store",
            "papertrace.audit.run": "generate_verdicts",
            "papertrace.audit.settings": "AuditSettings",
            "papertrace.web.cassette": "Cassette RecordMode",
        },
    )

__all__ = ["AuditSettings", "Cassette", "Endpoint", "Endpoints", "RecordMode", "Store", "generate_verdicts"]
