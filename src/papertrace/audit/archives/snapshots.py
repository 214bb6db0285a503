"""Looking up links in archives: a snapshot of a dead link, and whether there is one of a living link."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import replace

from papertrace.audit.archives import ARCHIVES
from papertrace.audit.history.lenient import LenientStore
from papertrace.audit.settings import AuditSettings
from papertrace.model import Outcome, Verdict
from papertrace.web.client import Await, Emit, PendingAsk, Task


class Snapshots:
    """The lookup of snapshots in all archives, as far as the settings request it."""

    def __init__(self, settings: AuditSettings, store: LenientStore | None, dates: Mapping[str, str]) -> None:
        """Create a lookup that records its results in `store`; `dates` are the dates of papers by URL."""
        self._settings = settings
        self._store = store
        self._dates = dates

    def complete(self, verdicts: Sequence[Verdict]) -> Task[Verdict]:
        """Emit verdicts on one page, with its snapshot if that is requested and not known yet.

        The verdicts must be in the store already: archives are slow, and a killed audit must not lose them.
        """
        if verdicts and self._is_requested(verdicts[0]):
            verdicts = self._stored((yield from self._query_archives(verdicts)))
        for verdict in verdicts:
            yield Emit(verdict)

    def _is_requested(self, verdict: Verdict) -> bool:
        if verdict.has_snapshot is not None:
            return False
        match verdict.outcome:
            case Outcome.DEAD:
                return self._settings.rescue
            case Outcome.ALIVE | Outcome.MOVED:
                return self._settings.unarchived
            case _:
                return False

    def _query_archives(self, verdicts: Sequence[Verdict]) -> Generator[Await, PendingAsk, list[Verdict]]:
        """Ask the suitable archives in turn until one has a snapshot; return the verdicts with the result."""
        link = verdicts[0].link
        date = self._dates.get(link.url)
        has_snapshot: bool | None = False
        for archive in ARCHIVES.values():
            if not archive.suits(link):
                continue
            answered = yield Await(archive.ask(link, date, self._settings))
            snapshot = archive.read(link, date, answered.seen[-1], self._settings)
            if snapshot is not None:
                return [_with_snapshot(verdict, snapshot) for verdict in verdicts]
            if not archive.lacks(answered.seen[-1]):
                has_snapshot = None
        return [replace(verdict, has_snapshot=has_snapshot) for verdict in verdicts]

    def _stored(self, verdicts: Iterable[Verdict]) -> list[Verdict]:
        stored = list(verdicts)
        if self._store is not None:
            for verdict in stored:
                self._store.record_snapshot(verdict)
        return stored


def _with_snapshot(verdict: Verdict, snapshot: str) -> Verdict:
    """Return a verdict with a snapshot, which only a dead link needs as its `rescue`."""
    rescue = snapshot if verdict.outcome is Outcome.DEAD else None
    return replace(verdict, rescue=rescue, has_snapshot=True)
