"""What a part of the torture counts: how many trials, and how many of them went wrong in which way."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

MAX_NOTES = 20


@dataclass(slots=True)
class Tally:
    """The trials of one part. All of the counts but `n_trials` are to be 0.

    A crash is an exception that the program does not raise on purpose, a traceback, a signal that it did not expect,
    or a trial that takes too long. Bytes are lost if what was stored, or is to be in a file, is not there, and if a
    file is left half written. A wrong death is a link that is called dead although its host has not said so.
    """

    name: str
    n_trials: int = 0
    n_crashes: int = 0
    n_lost: int = 0
    n_wrong_deaths: int = 0
    seconds: float = 0.0
    notes: list[str] = field(default_factory=list)
    inputs: dict[str, bytes] = field(default_factory=dict)

    def crash(self, note: str, data: bytes = b"") -> None:
        """Count a crash, and keep what caused it."""
        self.n_crashes += 1
        self._note(f"crash: {note}", data)

    def lose(self, note: str, data: bytes = b"") -> None:
        """Count something that is lost."""
        self.n_lost += 1
        self._note(f"lost: {note}", data)

    def bury(self, note: str) -> None:
        """Count a link that is wrongly called dead."""
        self.n_wrong_deaths += 1
        self._note(f"wrong death: {note}", b"")

    @property
    def is_clean(self) -> bool:
        """Whether there were trials, and nothing went wrong in them."""
        return self.n_trials > 0 and not (self.n_crashes or self.n_lost or self.n_wrong_deaths)

    def add(self, other: "Tally") -> None:
        """Add the counts of another tally."""
        self.n_trials += other.n_trials
        self.n_crashes += other.n_crashes
        self.n_lost += other.n_lost
        self.n_wrong_deaths += other.n_wrong_deaths
        self.seconds += other.seconds
        self.notes = (self.notes + other.notes)[:MAX_NOTES]
        for data in other.inputs.values():
            self._keep(other.name, data)

    def write_inputs(self, folder: Path) -> None:
        """Write the inputs that caused something, each to a file of its own, so that they can become tests."""
        for name, data in self.inputs.items():
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)

    def _note(self, note: str, data: bytes) -> None:
        if len(self.notes) < MAX_NOTES:
            self.notes.append(note[:500])
            if data:
                self._keep(self.name, data)

    def _keep(self, name: str, data: bytes) -> None:
        if len(self.inputs) < MAX_NOTES:
            self.inputs[f"{name.replace(' ', '-')}-{len(self.inputs) + 1:02}"] = data


@contextmanager
def timed(tally: Tally) -> Iterator[None]:
    """Add the seconds that a block takes to a tally."""
    began = time.monotonic()
    try:
        yield
    finally:
        tally.seconds += time.monotonic() - began
