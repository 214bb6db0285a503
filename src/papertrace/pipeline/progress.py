"""The progress of a run of the pipeline."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress:
    """The step in progress and how much of it is done; `total` is None while it is not known.

    `note` is what was found so far, in a few words.
    """

    step: str
    done: int = 0
    total: int | None = None
    note: str = ""

    def __str__(self) -> str:
        """Return the progress as a phrase.

        >>> str(Progress("checking links", 1200, 5000)), str(Progress("reading", 1200)), str(Progress("linking"))
        ('checking links: 1,200 of 5,000', 'reading: 1,200', 'linking')
        """
        note = f" ({self.note})" if self.note else ""
        if self.total is not None:
            return f"{self.step}: {self.done:,} of {self.total:,}{note}"
        return f"{self.step}: {self.done:,}" if self.done else self.step


def show_counts(
    items: Iterable[T],
    on_progress: Callable[[Progress], None],
    step: str,
    *,
    total: int | None = None,
    each: int = 1,
) -> Iterator[T]:
    """Yield items, and show how many there were: each of them stands for `each` things, of `total` if that is known.

    >>> list(show_counts("ab", print, "packing", total=15, each=10))
    packing: 0 of 15
    packing: 10 of 15
    packing: 15 of 15
    ['a', 'b']
    """
    on_progress(Progress(step, 0, total))
    for n_items, item in enumerate(items, start=1):
        done = n_items * each
        on_progress(Progress(step, done if total is None else min(done, total), total))
        yield item


def ignore_progress(_: Progress) -> None:
    """Ignore progress: the default of callers that show none."""
