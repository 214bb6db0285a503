"""The mix of fields that the papers of a corpus are from."""

from collections.abc import Iterable
from typing import ClassVar

from papertrace.background.table import Background


class FieldMix:
    """The fields that the papers of a corpus are from, each paper counted for the most likely one."""

    __slots__ = ("_background", "_counts", "_shares")

    def __init__(self, background: Background) -> None:
        """Start without papers: all fields have equal shares."""
        self._background = background
        self._counts = [0] * len(background.fields)
        self._shares: tuple[float, ...] | None = None

    def __eq__(self, other: object) -> bool:
        """Return whether two mixes have the same counts."""
        return isinstance(other, FieldMix) and self._counts == other._counts

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def add(self, words: Iterable[str]) -> None:
        """Count one more paper, given its words in their normal form."""
        field = self._background.guess_field(words)
        if field is not None:
            self._counts[field] += 1
            self._shares = None

    def add_counts(self, counts: Iterable[int]) -> None:
        """Count more papers, given how many there are of each field."""
        self._counts = [a + b for a, b in zip(self._counts, counts, strict=True)]
        self._shares = None

    def merge(self, other: "FieldMix") -> None:
        """Add the papers of another mix, of the same table."""
        self._counts = [a + b for a, b in zip(self._counts, other._counts, strict=True)]  # noqa: SLF001 - of this class
        self._shares = None

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of each field; each has at least one paper in the count, so that no share is 0."""
        if self._shares is None:
            total = sum(self._counts) + len(self._counts)
            self._shares = tuple((count + 1) / total for count in self._counts)
        return self._shares
