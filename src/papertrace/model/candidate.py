"""What a text may be about: the phrases and names found in one paper, before a corpus has judged them."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class CandidateKind(StrEnum):
    """Name the shapes of a candidate, as far as one text tells."""

    NAME = "name"  # one token that no ordinary word looks like: FlashAttention-2, GEMM, C++
    PROPER = "proper"  # one capitalised word inside a sentence: Mamba
    PHRASE = "phrase"  # two to five words
    WORD = "word"  # one ordinary word: too vague to link papers, but a keyword may be one


class Candidate(NamedTuple):
    """Hold one candidate of one paper.

    `key` is the folded text with its words parted by single spaces; words with an unusual shape keep their case.
    `surfaces` are the spellings in order of their first place, `n` the occurrences in title and abstract,
    `first` the number of words before the first of them. `final` is false for a phrase behind which more of the
    same noun phrase stands wherever it is printed: "sparse matrix" in a text that has but "sparse matrix product".
    """

    key: str
    kind: CandidateKind
    surfaces: tuple[str, ...]
    n: int
    in_title: bool
    first: int
    final: bool = True


class Definition(NamedTuple):
    """Say that a text defines an acronym: `short` and `long` are keys as in `Candidate`."""

    short: str
    long: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """Hold all candidates of one paper, in order of their first place, and the acronyms that it defines.

    `lower_words` holds the plain words that the abstract prints in lower case: they tell a name from a word.
    `own_names` holds the names that the paper gives to its own system, as keys and as printed.
    """

    items: tuple[Candidate, ...] = ()
    definitions: tuple[Definition, ...] = ()
    lower_words: frozenset[str] = field(default_factory=frozenset)
    n_words: int = 0
    own_names: frozenset[str] = field(default_factory=frozenset)
