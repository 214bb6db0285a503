"""The words and short phrases of a paper, by which texts are compared."""

from collections.abc import Mapping
from typing import NamedTuple


class PaperTerms(NamedTuple):
    """How often title and abstract have each word or phrase, in its normal form, and those of the title."""

    counts: Mapping[str, int]
    title: frozenset[str]
