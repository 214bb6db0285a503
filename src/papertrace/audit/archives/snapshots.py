"""What archives have of a verdict's link: a snapshot of what is dead, and whether there is one of what is alive."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import replace

from papertrace.audit.archives import ARCHIVES
from papertrace.audit.history.store import Store
from papertrace.audit.settings import AuditSettings
from papertrace.model import Outcome, Verdict
from papertrace.web.client import Await, Emit, Task
from papertrace.web.pending import PendingAsk


class Snapshots:
    """The archives, asked in turn as far as the settings want that, and what they said."""

    def __init__(self, settings: AuditSettings, store: Store | None, dates: Mapping[str, str]) -> None:
        """Take where verdicts are kept, and the dates of papers by URL, for the nearest snapshot."""
        self._settings = settings
        self._store = store
        self._dates = dates

    def complete(self, verdicts: Sequence[Verdict]) -> Task[Verdict]:
        """Emit verdicts on one page, with what archives have of it where that is wanted and not known yet.

        They have to be in the store already: archives are slow, and a killed audit must lose nothing.
        """
        if verdicts and self._is_wanted(verdicts[0]):
            verdicts = self._kept((yield from self._look(verdicts)))
        for verdict in verdicts:
            yield Emit(verdict)

    def _is_wanted(self, verdict: Verdict) -> bool:
        if verdict.has_snapshot is not None:
            return False
        match verdict.outcome:
            case Outcome.DEAD:
                return self._settings.rescue
            case Outcome.ALIVE | Outcome.MOVED:
                return self._settings.unarchived
            case _:
                return False

    def _look(self, verdicts: Sequence[Verdict]) -> Generator[Await, PendingAsk, list[Verdict]]:
        """Ask the archives that suit until one has a snapshot; return the verdicts with what is known then."""
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

    def _kept(self, verdicts: Iterable[Verdict]) -> list[Verdict]:
        kept = list(verdicts)
        if self._store is not None:
            for verdict in kept:
                self._store.note_snapshot(verdict)
        return kept


def _with_snapshot(verdict: Verdict, snapshot: str) -> Verdict:
    """Return a verdict with a snapshot; what is alive needs no rescue."""
    rescue = snapshot if verdict.outcome is Outcome.DEAD else None
    return replace(verdict, rescue=rescue, has_snapshot=True)
