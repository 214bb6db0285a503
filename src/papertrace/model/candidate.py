"""What a text may be about: the phrases and names found in one paper, before a corpus has judged them.

Two spellings of a phrase are one if they have the same identity (`join_words`).
"""

from collections.abc import Container
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

MIN_STEM = 4
# Noun, adjective and verb of one head: sparsity and sparse, quantization and quantized, pruning and prune.
_HEAD_ENDINGS = (
    ("ization", "iz"),
    ("izing", "iz"),
    ("ized", "iz"),
    ("ize", "iz"),
    ("elism", "el"),
    ("sity", "s"),
    ("se", "s"),
    ("ing", ""),
    ("ed", ""),
    ("e", ""),
)
_ENDINGS_BY_LETTER = {letter: tuple(pair for pair in _HEAD_ENDINGS if pair[0].endswith(letter)) for letter in "ngdemy"}


class CandidateKind(StrEnum):
    """The shape of a candidate, as far as one text shows."""

    NAME = "name"  # one token that no ordinary word looks like: FlashAttention-2, GEMM, C++
    PROPER = "proper"  # one capitalised word inside a sentence: Mamba
    PHRASE = "phrase"  # two to five words
    WORD = "word"  # one ordinary word: too vague to link papers, but a keyword may be one


class Candidate(NamedTuple):
    """A candidate of one paper.

    `key` is the folded text with its words separated by single spaces; words with an unusual shape keep their case.
    `surfaces` are the spellings in order of their first place, `n` the occurrences in title and abstract,
    `first` the number of words before the first of them. `final` is false for a phrase behind which more of the
    same noun phrase stands wherever it is printed: "sparse matrix" in a text that has but "sparse matrix product".
    `identity` is what all spellings in the corpus have in common, or "" where that hangs on what acronyms mean.
    """

    key: str
    kind: CandidateKind
    surfaces: tuple[str, ...]
    n: int
    in_title: bool
    first: int
    final: bool = True
    identity: str = ""


class Definition(NamedTuple):
    """An acronym that a text defines: `short` and `long` are keys as in `Candidate`."""

    short: str
    long: str


class Words(NamedTuple):
    """The single ordinary words of a paper by their places, title first; "" where something else stands.

    They are half of all candidates and nearly always refused, so that no object is made of one until it is asked
    for. `keys` and `surfaces` are as in `Candidate`; the first `n_title` places are those of the title.
    """

    keys: tuple[str, ...] = ()
    surfaces: tuple[str, ...] = ()
    n_title: int = 0

    def candidates(self, wanted: Container[str]) -> list[Candidate]:
        """Return those of the words that are wanted as candidates, in order of first place."""
        places: dict[str, list[int]] = {}
        for place, key in enumerate(self.keys):
            if key in wanted:
                places.setdefault(key, []).append(place)
        surfaces = self.surfaces
        return [
            Candidate(
                key,
                CandidateKind.WORD,
                (surfaces[at[0]],) if len(at) == 1 else tuple(dict.fromkeys([surfaces[place] for place in at])),
                len(at),
                at[0] < self.n_title,
                at[0],
                identity=key,
            )
            for key, at in places.items()
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """All candidates of one paper, in order of their first place, and the acronyms that it defines.

    `items` are all but the single ordinary words, which `words` holds.
    `lower_words` holds the plain words that the abstract prints in lower case: they tell a name from a word.
    `own_names` holds the names that the paper gives to its own system, as keys and as printed.
    """

    items: tuple[Candidate, ...] = ()
    definitions: tuple[Definition, ...] = ()
    words: Words = field(default_factory=Words)
    lower_words: frozenset[str] = field(default_factory=frozenset)
    n_words: int = 0
    own_names: frozenset[str] = field(default_factory=frozenset)


def join_words(*words: str) -> str:
    """Return the identity of a phrase: no case, no spaces, and of its head only the stem.

    >>> join_words("block", "sparsity") == join_words("block sparse"), join_words("data", "parallelism")
    (True, 'dataparallel')
    """
    return stem_head("".join(words).replace(" ", "").casefold())


def stem_head(joined: str) -> str:
    """Return words without spaces and without the ending by which their last is a noun, an adjective or a verb."""
    for ending, stem in _ENDINGS_BY_LETTER.get(joined[-1:], ()):
        if joined.endswith(ending) and len(joined) - len(ending) >= MIN_STEM:
            return joined.removesuffix(ending) + stem
    return joined


@lru_cache(maxsize=1 << 16)
def join_plain(key: str) -> str:
    """Return the identity of a phrase in lower case, whose words are separated by spaces."""
    return stem_head(key.replace(" ", ""))
