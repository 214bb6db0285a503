"""The terms of parts of a corpus, counted: which papers have which, and how much weight each has in its text."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from papertrace.engine import Engine
from papertrace.graph.pairs.projection import Ints
from papertrace.model import Paper
from papertrace.spool import Columns, Spool

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_MAX_PARTS = 20  # whose counts are kept in memory, about 2 MB each


@dataclass(frozen=True, slots=True, kw_only=True)
class TermCounts:
    """The terms of some papers.

    `distinct` are the terms of all of them, sorted, and `frequencies` the numbers of papers that have each. `sizes` are
    the numbers of terms of the papers; `terms` and `weights` are those of one paper after the other: places in
    `distinct`, and weights within the text in steps. `fields` and `printed_fields` count the papers of each field of
    the background table, by their terms and by their texts as printed.
    """

    distinct: "NDArray[np.uint64]"
    frequencies: "NDArray[np.int32]"
    sizes: "NDArray[np.int32]"
    terms: "NDArray[np.int32]"
    weights: "NDArray[np.uint16]"
    fields: Ints
    printed_fields: Ints


class StoredCounts(Spool[TermCounts]):
    """The counts of parts of a corpus, in a temporary file if they are many, since they are more than texts become."""

    def __init__(self) -> None:
        """Start without counts."""
        super().__init__(TermCounts, in_memory=_MAX_PARTS, codec=Columns())

    def count_terms(self, papers: Iterable[Paper], _: Engine | None) -> "StoredCounts":
        """Read the papers of these counts, and return the counts, as a `CountTerms` function that counts anew does."""
        for _paper in papers:
            pass
        return self
