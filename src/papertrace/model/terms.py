"""The words of a text as counting needs them: which can begin, end or continue a phrase."""

from collections.abc import Sequence
from typing import NamedTuple

BEGINS, ENDS, CONTINUES = 1, 2, 4
"""Roles of a word, as bits: it can be the first word of a phrase, the last of several, or any but the first."""


class TextWords(NamedTuple):
    """The words of a text in order, as parallel sequences.

    `words` are normal forms, in which case does not matter. `roles` has the roles of each word. `joined` is 1 for a
    word that a phrase may join to the next one, and 0 otherwise, as for the last.
    """

    words: Sequence[str]
    roles: bytes
    joined: bytes
