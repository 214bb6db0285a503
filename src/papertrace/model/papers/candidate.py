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
_ENDINGS_BY_LETTER = {letter: tuple(pair for pair in _HEAD_ENDINGS if pair[0].endswith(letter)) for letter in "ngdemy"}


class CandidateKind(StrEnum):
    """The shape of a candidate, judged from a single text."""

    NAME = "name"  # one token that does not look like an ordinary word: FlashAttention-2, GEMM, C++
    PROPER = "proper"  # one capitalised word inside a sentence: Mamba
    PHRASE = "phrase"  # two to five words
    WORD = "word"  # one ordinary word: too vague to link papers, but possibly a keyword


KINDS = tuple(CandidateKind)
_N_NAMES = 2  # of the kinds, the first ones, whose keys are the names of their tokens


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


class TokenTexts(NamedTuple):
    """The tokens of papers one after the other, and the gap before each, as numbers of what is printed.

    Of each number, `tokens` has the printed form, `keys` the key, `names` what the key of a name has of it, and
    `hashes` the hash of the key by `hash_parts`.
    """

    tokens: list[str]
    keys: list[str]
    names: list[str]
    hashes: "NDArray[np.uint64]"
    ids: "NDArray[np.int32]"
    gaps: list[str]
    gap_ids: "NDArray[np.int32]"

    def print_spans(self, begins: "NDArray[np.int64]", sizes: "NDArray[np.int64]") -> list[str]:
        """Return spans as printed, given the first token of each and the number of its tokens."""
        return self._join("", begins, sizes, [(self.tokens, sizes > 0)])

    def find_keys(
        self, begins: "NDArray[np.int64]", sizes: "NDArray[np.int64]", kinds: "NDArray[np.uint8]"
    ) -> list[str]:
        """Return the keys of spans of some kinds."""
        are_names = kinds < _N_NAMES
        return self._join(" ", begins, sizes, [(self.names, are_names), (self.keys, ~are_names)])

    def _join(
        self,
        blank: str,
        begins: "NDArray[np.int64]",
        sizes: "NDArray[np.int64]",
        sources: "list[tuple[list[str], NDArray[np.bool_]]]",
    ) -> list[str]:
        """Return spans of texts of some sources, joined by blanks or as printed, those of one size at once."""
        import numpy as np

        found = np.empty(begins.size, dtype=object)
        for texts, chosen in sources:
            for size in np.unique(sizes[chosen]).tolist():
                at = np.flatnonzero(chosen & (sizes == size))
                columns: list[Iterator[str]] = []
                for first in range(size):
                    places = begins[at] + first
                    if first and not blank:
                        columns.append(map(self.gaps.__getitem__, self.gap_ids[places].tolist()))
                    columns.append(map(texts.__getitem__, self.ids[places].tolist()))
                found[at] = list(map(blank.join, zip(*columns, strict=True))) if size > 1 else list(columns[0])
        joined: list[str] = found.tolist()
        return joined


def spread(begins: "NDArray[np.int64]", sizes: "NDArray[np.int64]") -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """Return the places of all ranges, one range after the other, and where those of each end among these.

    >>> import numpy as np
    >>> [column.tolist() for column in spread(np.array([7, 3]), np.array([2, 1]))]
    [[7, 8, 3], [2, 3]]
    """
    import numpy as np

    ends = np.cumsum(sizes)
    total = int(ends[-1]) if ends.size else 0
    return np.repeat(begins - ends + sizes, sizes) + np.arange(total), ends


class CandidateRows(NamedTuple):
    """Candidates as parallel columns: fields of `Candidate`, their papers, and where they are first printed.

    `kinds` are places in `KINDS`. A candidate is first printed by `sizes` tokens from `begins` on; `further` has the
    first token of each other spelling of those that have several. `are_plain` are phrases in lower case, whose
    `hashes`, those of the identities by `hash_whole`, are known from the beginning. Texts are made on demand.
    """

    texts: TokenTexts
    kinds: "NDArray[np.uint8]"
    begins: "NDArray[np.int64]"
    sizes: "NDArray[np.int64]"
    further: dict[int, list[int]]
    n: "NDArray[np.int64]"
    in_title: "NDArray[np.bool_]"
    first: "NDArray[np.int64]"
    final: "NDArray[np.bool_]"
    are_plain: "NDArray[np.bool_]"
    hashes: "NDArray[np.uint64]"
    papers: "NDArray[np.int64]"

    def join(self, other: "CandidateRows") -> "CandidateRows":
        """Return these rows, and then others of the same texts."""
        import numpy as np

        offset = self.kinds.size
        both: Any = zip(self, other, strict=True)
        joined: list[Any] = [np.concatenate((a, b)) if isinstance(a, np.ndarray) else a for a, b in both]
        found = CandidateRows(*joined)
        return found._replace(further=self.further | {offset + row: more for row, more in other.further.items()})

    def keys_of(self, chosen: "NDArray[np.int64]") -> list[str]:
        """Return the keys of some rows."""
        return self.texts.find_keys(self.begins[chosen], self.sizes[chosen], self.kinds[chosen])

    def surfaces_of(self, chosen: "NDArray[np.int64]") -> list[tuple[str, ...]]:
        """Return the spellings of some rows, in order of first occurrence."""
        import numpy as np

        first = self.texts.print_spans(self.begins[chosen], self.sizes[chosen])
        surfaces: list[tuple[str, ...]] = [(one,) for one in first]
        further = self.further
        several = np.flatnonzero(np.isin(chosen, np.fromiter(further, np.int64, len(further))))
        places = [
            (place, row, begin)
            for place, row in zip(several.tolist(), chosen[several].tolist(), strict=True)
            for begin in further[row]
        ]
        if places:
            _, rows, begins = np.array(places, dtype=np.int64).T
            for (place, _, _), printed in zip(places, self.texts.print_spans(begins, self.sizes[rows]), strict=True):
                if printed not in surfaces[place]:
                    surfaces[place] += (printed,)
        return surfaces

    def make(self, chosen: "NDArray[np.int64]") -> list[Candidate]:
        """Return some of the rows as objects."""
        keys, plain = self.keys_of(chosen), self.are_plain[chosen].tolist()
        columns = [column[chosen].tolist() for column in (self.n, self.in_title, self.first, self.final)]
        identities = [join_plain(key) if is_plain else "" for key, is_plain in zip(keys, plain, strict=True)]
        kinds = [KINDS[kind] for kind in self.kinds[chosen].tolist()]
        return list(map(Candidate, keys, kinds, self.surfaces_of(chosen), *columns, identities))


@dataclass(slots=True, kw_only=True)
class CandidateColumns:
    """The candidates of papers that follow one another as parallel columns, since an object for each costs too much.

    `rows` has one for each key of each paper, in order of first occurrence; paper `i` has those from `starts[i]` to
    before `starts[i + 1]`. `joined` are the hashes of their keys without blanks, by `hash_whole`, and `meant` the
    identities of those rows that are not plain, in order, once the meanings of acronyms are known.

    Single ordinary words, half of all candidates and nearly always rejected, have no rows. They are given by position:
    paper `i` has the tokens from `word_starts[i]` to before `word_starts[i + 1]`, the first `n_title[i]` of them in
    its title, and `are_words` marks the ordinary words. `lower` marks the plain words that the abstract, or a title
    without one, prints in lower case, used to distinguish names from words; `undecided` those of a title without an
    abstract whose capitals do not tell, as titles capitalise all words or the first one. `own_names` are the names that
    a paper gives to its own system, as keys and as printed.
    """

    rows: CandidateRows
    joined: "NDArray[np.uint64]"
    meant: list[str]
    starts: list[int]
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
    def are_bare(self) -> list[bool]:
        """Whether each paper is a title without an abstract."""
        return [0 < n == end - start for n, (start, end) in zip(self.n_title, pairwise(self.word_starts), strict=True)]


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
        texts = self.columns.rows.texts
        tokens = zip(texts.ids[own].tolist(), self.columns.are_words[own].tolist(), strict=True)
        return [texts.keys[number] if is_word else "" for number, is_word in tokens]

    def find_keys(self, kind: CandidateKind) -> list[tuple[str, int]]:
        """Return the keys of the candidates of one kind, and how often each occurs."""
        rows, own = self.columns.rows, slice(self.rows.start, self.rows.stop)
        chosen = (rows.kinds[own] == KINDS.index(kind)).nonzero()[0] + own.start
        return list(zip(rows.keys_of(chosen), rows.n[chosen].tolist(), strict=True))

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


def stem_last(word: str) -> tuple[str, int]:
    """Return the stem of a word at the end of a phrase, if at least so many characters of it are before the word.

    >>> stem_last("parallelism"), stem_last("code"), stem_last("tusk")
    (('parallel', 0), ('cod', 1), ('tusk', 0))
    """
    if word in _ENDS_OF_ENDINGS or not word.isascii():
        return word, NEVER
    for ending, stem in _ENDINGS_BY_LETTER.get(word[-1:], ()):
        if word.endswith(ending):
            return word.removesuffix(ending) + stem, max(0, MIN_STEM + len(ending) - len(word))
    return word, 0


NEVER = 1 << 16
"""More characters than a phrase has."""
_ENDS_OF_ENDINGS = frozenset(ending[i:] for ending, _ in _HEAD_ENDINGS for i in range(1, len(ending) + 1))


def join_plain(key: str) -> str:
    """Return the identity of a lower-case phrase whose words are separated by spaces."""
    return stem_head(strip_accents(key.replace(" ", "")))
