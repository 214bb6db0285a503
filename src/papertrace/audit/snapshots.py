"""Put to verdicts what archives have: a snapshot of what is dead, and whether what is alive has one anywhere."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from papertrace.audit.archives import ARCHIVES, Archive
from papertrace.audit.settings import AuditSettings
from papertrace.audit.store import Store
from papertrace.model import Ask, Observation, Outcome, Verdict

GoOn = Callable[[Observation], Iterator[Verdict]]
Await = Callable[[Ask, GoOn], Iterator[Verdict]]
"""Have something asked, and go on with what was seen."""


class Snapshots:
    """Ask the archives in turn, as far as the settings want that, and keep what they say."""

    def __init__(
        self, settings: AuditSettings, store: Store | None, dates: Mapping[str, str], await_answer: Await
    ) -> None:
        """Take the dates of papers by URL, for the nearest snapshot, and what has archives asked."""
        self._settings = settings
        self._store = store
        self._dates = dates
        self._await = await_answer

    def complete(self, verdicts: Sequence[Verdict]) -> Iterator[Verdict]:
        """Yield verdicts on one page, with what archives have of it where that is wanted and not known yet.

        They are to be in the store already: archives are slow, and a killed audit is to lose nothing.
        """
        if verdicts and self._is_wanted(verdicts[0]):
            suited = [archive for archive in ARCHIVES.values() if archive.suits(verdicts[0].link)]
            yield from self._look(verdicts, suited, has_snapshot=False)
        else:
            yield from verdicts

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

    def _look(
        self, verdicts: Sequence[Verdict], archives: Sequence[Archive], *, has_snapshot: bool | None
    ) -> Iterator[Verdict]:
        """Ask the next archive; `has_snapshot` is what those before it leave: none has one, or one did not say."""
        if not archives:
            yield from self._kept(replace(verdict, has_snapshot=has_snapshot) for verdict in verdicts)
            return
        archive, *others = archives
        link = verdicts[0].link
        date = self._dates.get(link.url)

        def heed(seen: Observation) -> Iterator[Verdict]:
            snapshot = archive.read(link, date, seen, self._settings)
            if snapshot is not None:
                yield from self._kept(_with_snapshot(verdict, snapshot) for verdict in verdicts)
            else:
                known = has_snapshot if archive.lacks(seen) else None
                yield from self._look(verdicts, others, has_snapshot=known)

        yield from self._await(archive.ask(link, date, self._settings), heed)

    def _kept(self, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
        for verdict in verdicts:
            if self._store is not None:
                self._store.note_snapshot(verdict)
            yield verdict


def _with_snapshot(verdict: Verdict, snapshot: str) -> Verdict:
    """Return a verdict with a snapshot; what is alive needs no rescue."""
    rescue = snapshot if verdict.outcome is Outcome.DEAD else None
    return replace(verdict, rescue=rescue, has_snapshot=True)
