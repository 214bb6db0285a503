"""How far a run of the pipeline is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: the step under way, and how much of it is done where that can be counted."""

    step: str
    done: int = 0
    total: int | None = None

    def __str__(self) -> str:
        """Return the progress as a phrase.

        >>> str(Progress("checking links", 1200, 5000)), str(Progress("reading"))
        ('checking links: 1,200 of 5,000', 'reading')
        """
        return self.step if self.total is None else f"{self.step}: {self.done:,} of {self.total:,}"


def ignore_progress(_: Progress) -> None:
    """Do nothing with progress: the default for callers who show none."""
