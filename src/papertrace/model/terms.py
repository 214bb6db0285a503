"""The words of texts as counting needs them: which can begin, end or continue a phrase."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BEGINS, ENDS, CONTINUES = 1, 2, 4
"""Roles of a word, as bits: it can be the first word of a phrase, the last of several, or any but the first."""


class WordColumns(NamedTuple):
    """The words of the texts of some papers as parallel arrays, one text after the other.

    `words` are numbers in `vocabulary`, which has normal forms in lower case, each once; `rows_of_vocabulary` are their
    rows in the background table, -1 for those that it lacks. `roles` has the roles of each word. `joined` is 1 for a
    word that a phrase may join to the next one, and 0 otherwise, as for the last. `ends` says where each text ends, and
    is 0 first; the title and the abstract of each paper take turns.

    `rows` are the rows of the words as printed, in lower case and separated by blanks alone, of one paper after the
    other; `ends_of_rows` says where each ends, and is 0 first.
    """

    vocabulary: list[str]
    rows_of_vocabulary: "NDArray[np.int32]"
    words: "NDArray[np.int32]"
    roles: "NDArray[np.uint8]"
    joined: "NDArray[np.uint8]"
    ends: "NDArray[np.int64]"
    rows: "NDArray[np.int32]"
    ends_of_rows: "NDArray[np.int64]"
