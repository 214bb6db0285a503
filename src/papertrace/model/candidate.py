"""What a text may be about: the phrases and names found in one paper, before a corpus has judged them."""

from collections.abc import Container
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
    """Say that a text defines an acronym: `short` and `long` are keys as in `Candidate`."""

    short: str
    long: str


class Words(NamedTuple):
    """Hold the single ordinary words of a paper by their places, title first; "" where something else stands.

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
    """Hold all candidates of one paper, in order of their first place, and the acronyms that it defines.

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
