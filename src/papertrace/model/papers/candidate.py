"""Candidate concepts: the phrases and names found in one paper, before selection over the whole corpus.

Two spellings are the same phrase if they have the same identity (`join_words`).
"""

import re
import unicodedata
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import compress
from typing import NamedTuple

MIN_STEM = 4
_ACCENT = re.compile(r"(?<=[A-Za-z])[\u0300-\u036f]+")
# Noun, adjective and verb endings of one stem: sparsity and sparse, quantization and quantized, pruning and prune.
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
    """The shape of a candidate, judged from a single text."""

    NAME = "name"  # one token that does not look like an ordinary word: FlashAttention-2, GEMM, C++
    PROPER = "proper"  # one capitalised word inside a sentence: Mamba
    PHRASE = "phrase"  # two to five words
    WORD = "word"  # one ordinary word: too vague to link papers, but possibly a keyword


class Candidate(NamedTuple):
    """A candidate of one paper.

    `key` is the folded text with its words separated by single spaces; words with an unusual shape keep their case.
    `surfaces` are the spellings in order of first occurrence, `n` is the number of occurrences in title and abstract,
    `first` the number of words before the first one. `final` is false for a phrase that is always followed by more of
    the same noun phrase: "sparse matrix" in a text that only has "sparse matrix product". `identity` is what all
    spellings in the corpus have in common, or "" where that depends on the meaning of acronyms.
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
    """The single ordinary words of a paper by position, title first; "" at positions of other tokens.

    They are half of all candidates and nearly always rejected, so objects are created only for those that are needed.
    `joined_keys` and `joined_surfaces` are strings, each item followed by a blank: two strings are stored, written and
    read in a tenth of the time and memory of hundreds. The first `n_title` positions are those of the title.

    >>> Words.of(["walrus", ""], ["Walruses", "8"], n_title=1).keys
    ['walrus', '']
    """

    joined_keys: str = ""
    joined_surfaces: str = ""
    n_title: int = 0

    @classmethod
    def of(cls, keys: Sequence[str], surfaces: Sequence[str], n_title: int) -> "Words":
        """Return words given one by one; none contains white space."""
        end = " " if keys else ""
        return cls(" ".join(keys) + end, " ".join(surfaces) + end, n_title)

    @property
    def keys(self) -> list[str]:
        """The keys by position, as in `Candidate`."""
        return self.joined_keys.split(" ")[:-1]

    @property
    def surfaces(self) -> list[str]:
        """The tokens as printed, by position."""
        return self.joined_surfaces.split(" ")[:-1]

    def candidates(self, wanted: Container[str]) -> list[Candidate]:
        """Return the words with a wanted key as candidates, in order of first occurrence."""
        positions: dict[str, list[int]] = {}
        keys = self.keys
        for position in compress(range(len(keys)), map(wanted.__contains__, keys)):
            positions.setdefault(keys[position], []).append(position)
        if not positions:
            return []
        surfaces, n_title, kind = self.surfaces, self.n_title, CandidateKind.WORD
        make = tuple.__new__  # This takes a third of the time of a call with keywords.
        return [
            make(
                Candidate,
                (
                    key,
                    kind,
                    (surfaces[at[0]],) if len(at) == 1 else tuple(dict.fromkeys([surfaces[i] for i in at])),
                    len(at),
                    at[0] < n_title,
                    at[0],
                    True,
                    key,
                ),
            )
            for key, at in positions.items()
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """All candidates of one paper, in order of first occurrence, and the acronyms that it defines.

    `items` are all candidates but the single ordinary words, which are in `words`. `lower_words` are the plain words
    that the abstract, or a title without one, prints in lower case, used to distinguish names from words;
    `undecided_words` are those of a title without an abstract whose capitals do not tell, as titles capitalise all
    words or the first one. `own_names` are the names that the paper gives to its own system, as keys and as printed.
    """

    items: tuple[Candidate, ...] = ()
    definitions: tuple[Definition, ...] = ()
    words: Words = field(default_factory=Words)
    lower_words: frozenset[str] = field(default_factory=frozenset)
    undecided_words: frozenset[str] = field(default_factory=frozenset)
    n_words: int = 0
    own_names: frozenset[str] = field(default_factory=frozenset)

    @property
    def is_bare(self) -> bool:
        """Whether the paper is a title without an abstract."""
        return 0 < self.n_words == self.words.n_title


def join_words(*words: str) -> str:
    """Return the identity of a phrase: its words case-folded and joined, with the ending of the last one stripped.

    >>> join_words("block", "sparsity") == join_words("block sparse"), join_words("data", "parallelism")
    (True, 'dataparallel')
    """
    return stem_head(strip_accents("".join(words).replace(" ", "").casefold()))


def strip_accents(text: str) -> str:
    """Return a text without the accents of its Latin letters, which one author prints and another does not.

    >>> strip_accents("erdős")
    'erdos'
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _ACCENT.sub("", unicodedata.normalize("NFD", text)))


def stem_head(joined: str) -> str:
    """Return joined words without the ending that makes the last one a noun, an adjective or a verb."""
    for ending, stem in _ENDINGS_BY_LETTER.get(joined[-1:], ()):
        if joined.endswith(ending) and len(joined) - len(ending) >= MIN_STEM:
            return joined.removesuffix(ending) + stem
    return joined


def join_plain(key: str) -> str:
    """Return the identity of a lower-case phrase whose words are separated by spaces."""
    joined = key.replace(" ", "")
    return stem_head(joined if joined.isascii() else strip_accents(joined))
