"""Candidate concepts: the phrases and names found in one paper, before selection over the whole corpus.

Two spellings are the same phrase if they have the same identity (`join_words`).
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

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
_MAX_ENDING = max(len(ending) for ending, _ in _HEAD_ENDINGS)
_ENDINGS_BY_LETTER = {letter: tuple(pair for pair in _HEAD_ENDINGS if pair[0].endswith(letter)) for letter in "ngdemy"}


class CandidateKind(StrEnum):
    """The shape of a candidate, judged from a single text."""

    NAME = "name"  # one token that does not look like an ordinary word: FlashAttention-2, GEMM, C++
    PROPER = "proper"  # one capitalised word inside a sentence: Mamba
    PHRASE = "phrase"  # two to five words
    WORD = "word"  # one ordinary word: too vague to link papers, but possibly a keyword


KINDS = tuple(CandidateKind)


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


@dataclass(slots=True, kw_only=True)
class CandidateColumns:
    """The candidates of papers that follow one another as parallel columns, since an object for each costs too much.

    There is a row for each key of each paper, in order of first occurrence; paper `i` has the rows from `starts[i]` to
    before `starts[i + 1]`. The columns are the fields of `Candidate`, with `kinds` as places in `KINDS`.

    Single ordinary words, half of all candidates and nearly always rejected, have no rows. They are given by position:
    paper `i` has the positions from `word_starts[i]` to before `word_starts[i + 1]`, the first `n_title[i]` of them in
    its title. A position has the number of its token, of which `tokens` has the printed form and `token_keys` the key;
    `are_words` marks the ordinary words. `lower` marks the plain words that the abstract, or a title without one,
    prints in lower case, used to distinguish names from words; `undecided` those of a title without an abstract whose
    capitals do not tell, as titles capitalise all words or the first one. `own_names` are the names that a paper gives
    to its own system, as keys and as printed.
    """

    keys: list[str]
    kinds: "NDArray[np.uint8]"
    surfaces: list[tuple[str, ...]]
    n: "NDArray[np.int64]"
    in_title: "NDArray[np.bool_]"
    first: "NDArray[np.int64]"
    final: "NDArray[np.bool_]"
    identities: list[str]
    starts: list[int]
    tokens: list[str]
    token_keys: list[str]
    token_ids: "NDArray[np.int32]"
    are_words: "NDArray[np.bool_]"
    word_starts: list[int]
    n_title: list[int]
    lower: "NDArray[np.bool_]"
    undecided: "NDArray[np.bool_]"
    definitions: list[tuple[Definition, ...]]
    own_names: list[frozenset[str]]

    def __len__(self) -> int:
        """Return the number of papers."""
        return len(self.n_title)

    def __getitem__(self, number: int) -> "Candidates":
        """Return the candidates of one paper."""
        if not 0 <= number < len(self):
            raise IndexError(number)
        return Candidates(self, number)

    def __iter__(self) -> "Iterator[Candidates]":
        """Yield the candidates of each paper."""
        return (Candidates(self, number) for number in range(len(self)))

    @property
    def rows(self) -> "CandidateRows":
        """The candidates of all papers."""
        import numpy as np

        papers = np.repeat(np.arange(len(self)), np.diff(self.starts))
        return CandidateRows(
            self.keys, self.kinds, self.surfaces, self.n, self.in_title, self.first, self.final, self.identities, papers
        )

    @property
    def are_bare(self) -> list[bool]:
        """Whether each paper is a title without an abstract."""
        return [0 < n == end - start for n, (start, end) in zip(self.n_title, pairwise(self.word_starts), strict=True)]


class CandidateRows(NamedTuple):
    """Candidates as parallel columns: the fields of `Candidate`, `kinds` as places in `KINDS`, and their papers."""

    keys: list[str]
    kinds: "NDArray[np.uint8]"
    surfaces: list[tuple[str, ...]]
    n: "NDArray[np.int64]"
    in_title: "NDArray[np.bool_]"
    first: "NDArray[np.int64]"
    final: "NDArray[np.bool_]"
    identities: list[str]
    papers: "NDArray[np.int64]"

    def take(self, chosen: "NDArray[np.int64]") -> "CandidateRows":
        """Return some of the rows, in the order given."""
        places = chosen.tolist()
        columns: tuple[Any, ...] = self
        taken: list[Any] = [[c[i] for i in places] if isinstance(c, list) else c[chosen] for c in columns]
        return CandidateRows(*taken)

    def join(self, other: "CandidateRows") -> "CandidateRows":
        """Return these rows, and then others."""
        import numpy as np

        both: Any = zip(self, other, strict=True)
        joined: list[Any] = [a + b if isinstance(a, list) else np.concatenate((a, b)) for a, b in both]
        return CandidateRows(*joined)

    def make(self, chosen: "NDArray[np.int64]") -> list[Candidate]:
        """Return some of the rows as objects."""
        rows: tuple[Any, ...] = self.take(chosen)
        keys, kinds, *rest, _ = rows
        columns = [column if isinstance(column, list) else column.tolist() for column in rest]
        return list(map(Candidate, keys, [KINDS[kind] for kind in kinds.tolist()], *columns))


class Candidates:
    """All candidates of one paper of `columns`, and what else it needs to choose among them."""

    __slots__ = ("columns", "number", "rows")

    def __init__(self, columns: CandidateColumns, number: int) -> None:
        """Start with the number of the paper in the columns."""
        self.columns: CandidateColumns = columns
        self.number: int = number
        self.rows: range = range(columns.starts[number], columns.starts[number + 1])

    @property
    def items(self) -> list[Candidate]:
        """All candidates but the single ordinary words, in order of first occurrence."""
        import numpy as np

        return self.columns.rows.make(np.arange(self.rows.start, self.rows.stop))

    @property
    def words(self) -> list[str]:
        """The keys of the single ordinary words by position, title first; "" at positions of other tokens."""
        own = slice(*self.columns.word_starts[self.number : self.number + 2])
        keys = self.columns.token_keys
        tokens = zip(self.columns.token_ids[own].tolist(), self.columns.are_words[own].tolist(), strict=True)
        return [keys[number] if is_word else "" for number, is_word in tokens]

    def find_keys(self, kind: CandidateKind) -> list[tuple[str, int]]:
        """Return the keys of the candidates of one kind, and how often each occurs."""
        columns, own, wanted = self.columns, slice(self.rows.start, self.rows.stop), KINDS.index(kind)
        rows = zip(columns.keys[own], columns.kinds[own].tolist(), columns.n[own].tolist(), strict=True)
        return [(key, n) for key, its_kind, n in rows if its_kind == wanted]

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """The acronyms that the paper defines."""
        return self.columns.definitions[self.number]

    @property
    def own_names(self) -> frozenset[str]:
        """The names that the paper gives to its own system, as keys and as printed."""
        return self.columns.own_names[self.number]

    @property
    def n_words(self) -> int:
        """The number of tokens of title and abstract."""
        return self.columns.word_starts[self.number + 1] - self.columns.word_starts[self.number]

    @property
    def is_bare(self) -> bool:
        """Whether the paper is a title without an abstract."""
        return 0 < self.n_words == self.columns.n_title[self.number]


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


class _Stems(dict[str, str]):
    """The stems of words at the end of phrases: "" for a word with which that depends on the words before it."""

    def __missing__(self, word: str) -> str:
        is_certain = word[-1:] not in _ENDINGS_BY_LETTER or len(word) >= MIN_STEM + _MAX_ENDING
        if len(self) >= _MAX_STEMS:
            self.clear()
        stem = self[word] = stem_head(word) if is_certain else ""
        return stem


_MAX_STEMS = 1 << 16
_STEMS = _Stems()


def join_plain(key: str) -> str:
    """Return the identity of a lower-case phrase whose words are separated by spaces."""
    rest, _, last = key.rpartition(" ")
    if (stem := _STEMS[last]) and key.isascii():
        return rest.replace(" ", "") + stem
    joined = key.replace(" ", "")
    return stem_head(joined if joined.isascii() else strip_accents(joined))
