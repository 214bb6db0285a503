"""Audits whose requests are answered by a function, without a network."""

from papertrace.audit.run import Auditor
from papertrace.audit.settings import AuditSettings
from papertrace.audit.store import Store
from papertrace.audit.verdicts import is_transient
from papertrace.model import Verdict
from papertrace.web.client import Client, PendingAsk, WorkerPool
from papertrace.web.exchange import Clock, Exchange
from papertrace.web.queues import Connectivity


def client_of(settings: AuditSettings, pool: WorkerPool[PendingAsk], clock: Clock) -> Client[Verdict]:
    """Return a client whose requests are answered by a pool."""
    connectivity = Connectivity(settings.control_names)
    return Client(settings, pool, clock, connectivity=connectivity, is_transient=is_transient)


def auditor_of(settings: AuditSettings, exchange: Exchange, clock: Clock, store: Store | None = None) -> Auditor:
    """Return an auditor whose requests are answered by a function, one at a time."""
    return Auditor(settings, client_of(settings, WorkerPool(exchange), clock), store)
