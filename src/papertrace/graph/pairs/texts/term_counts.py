"""The terms of a part of a corpus, counted: which papers have which, and how much weight each has in its text."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from papertrace.graph.pairs.projection import Ints

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
