"""A store that a run goes on without: an audit of thousands of links must not be lost because a disk is full."""

import logging

from papertrace.audit.history.store import Store, UnreadableRowError
from papertrace.databases import level_of
from papertrace.errors import StoreError
from papertrace.model import Link, Verdict

_LOG = logging.getLogger(__name__)


class LenientStore:
    """A store whose failures are logged: a row that cannot be read is passed over, after any other it is not used."""

    def __init__(self, store: Store) -> None:
        """Wrap a store, which the caller closes."""
        self._store: Store | None = store

    def last_verdict(self, link: Link) -> Verdict | None:
        """Return the stored verdict on a link, or None if there is none that can be read."""
        if self._store is None:
            return None
        try:
            return self._store.last_verdict(link)
        except StoreError as error:
            self._report(error)
            return None

    def put(self, verdict: Verdict) -> Verdict:
        """Write a verdict, and return it as the store completes it."""
        if self._store is None:
            return verdict
        try:
            return self._store.put(verdict)
        except StoreError as error:
            self._report(error)
            return verdict

    def record_snapshot(self, verdict: Verdict) -> None:
        """Add what archives have of a link to its verdict."""
        if self._store is None:
            return
        try:
            self._store.record_snapshot(verdict)
        except StoreError as error:
            self._report(error)

    def _report(self, error: StoreError) -> None:
        if isinstance(error, UnreadableRowError):
            _LOG.warning("%s; its link is audited as if it were new", error)
            return
        self._store = None
        _LOG.log(level_of(error), "%s; the audit goes on without it", error)
