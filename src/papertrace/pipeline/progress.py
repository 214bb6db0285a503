"""The progress of a run of the pipeline."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """The step in progress, and how much of it is done if that can be counted; `total` is None if not."""

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
    """Ignore progress: the default of callers that show none."""
