"""The words and phrases of papers, counted for many papers at once.

Words are numbers, and the phrases of two or three words follow from arrays of them: no phrase is spelled. A term is
named by a number of 64 bits that is the same in every process. Parts of a corpus are counted apart, so that several
processes can share the work, and what is counted of each is small: it does not grow with the texts.
"""

import math
import struct
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from papertrace.background import load_background
from papertrace.counting.hashing import hash_texts
from papertrace.graph.pairs.projection import Floats, Ints
from papertrace.model.papers.concept import Concept
from papertrace.model.terms import BEGINS, CONTINUES, ENDS, TextWords

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from papertrace.background import Background

MAX_TERMS = 250
"""The number of words and phrases of a paper that are compared, those of the title and the most frequent first."""

MAX_PAPERS = 1_024
"""The number of papers that are counted at once."""

LOCAL_SCALE = 256
"""Steps of the weight of a term in its text."""

TITLE_FACTOR, PHRASE_FACTOR = 2.0, 1.3
_PAPER_BITS = 10
_Number = TypeVar("_Number", bound=np.generic)
_HEAD = struct.Struct("<QQQQ")
_MULTIPLIER, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


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

    def pack(self) -> bytes:
        """Return the counts as bytes."""
        head = _HEAD.pack(self.distinct.size, self.sizes.size, self.terms.size, self.fields.size)
        parts = (
            self.distinct,
            self.fields,
            self.printed_fields,
            self.frequencies,
            self.sizes,
            self.terms,
            self.weights,
        )
        return b"".join((head, *(part.tobytes() for part in parts)))

    @classmethod
    def unpack(cls, packed: bytes) -> "TermCounts":
        """Return what `pack` has packed."""
        n_distinct, n_papers, n_terms, n_fields = _HEAD.unpack_from(packed)
        reader = _Reader(packed, _HEAD.size)
        return cls(
            distinct=reader.take(np.uint64, n_distinct),
            fields=reader.take(np.int64, n_fields),
            printed_fields=reader.take(np.int64, n_fields),
            frequencies=reader.take(np.int32, n_distinct),
            sizes=reader.take(np.int32, n_papers),
            terms=reader.take(np.int32, n_terms),
            weights=reader.take(np.uint16, n_terms),
        )


class _Reader:
    """A reader of arrays that follow one another in bytes."""

    def __init__(self, packed: bytes, place: int) -> None:
        self._packed, self._place = packed, place

    def take(self, kind: type[_Number], n: int) -> "NDArray[_Number]":
        found = np.frombuffer(self._packed, dtype=kind, count=n, offset=self._place)
        self._place += found.nbytes
        return found


class TermCounter:
    """A counter of the terms of at most `MAX_PAPERS` papers."""

    def __init__(self) -> None:
        """Start without papers."""
        self._background = load_background()
        self._numbers = _Numbers()
        self._rows = _Rows(self._background)
        self._words, self._roles, self._joined = array("i"), bytearray(), bytearray()
        self._ends = array("q", [0])  # of titles and abstracts in turn
        self._printed, self._printed_ends = array("i"), array("q", [0])
        self._keys = _Numbers()
        self._concepts, self._concept_ends = array("q"), array("q", [0])

    def add(self, title: TextWords, abstract: TextWords, concepts: Iterable[Concept], printed: str) -> None:
        """Count one more paper, given its words, its concepts, and its text as printed.

        Concepts may be acronyms or synonyms of what the text says; they count if it does not say them.
        """
        for text in (title, abstract):
            self._words.extend(map(self._numbers.__getitem__, text.words))
            self._roles += text.roles
            self._joined += text.joined
            self._ends.append(len(self._words))
        self._printed.extend(map(self._rows.__getitem__, printed.casefold().split()))
        self._printed_ends.append(len(self._printed))
        counts: dict[str, int] = {}
        titled = set()
        for concept in concepts:
            key = concept.key.casefold()
            counts[key] = concept.n
            if concept.in_title:
                titled.add(key)
        for key, n in counts.items():
            self._concepts.extend((self._keys[key], n, key in titled))
        self._concept_ends.append(len(self._concepts) // 3)

    def finish(self) -> TermCounts:
        """Return the counts."""
        n_papers = len(self._printed_ends) - 1
        runs = [[self._numbers[word] for word in key.split(" ")] for key in self._keys.texts]
        starts = np.cumsum([len(self._words), *map(len, runs)])
        for run in runs:
            self._words.extend(run)
        vocabulary = self._numbers.texts
        words = np.frombuffer(self._words, dtype=np.int32)
        hashes = np.array(hash_texts(vocabulary), dtype=np.uint64)[words] if vocabulary else np.zeros(0, np.uint64)
        found = self._count_texts(hashes[: len(self._roles)])
        found = self._add_concepts(found, hashes, starts)
        starts_of_papers = np.searchsorted(found.papers, np.arange(n_papers + 1))
        is_word = ~found.is_phrase
        rows = np.array([self._background.row(word) for word in vocabulary], dtype=np.int64)
        of_words = words[found.places[is_word]]
        counts_of_fields = self._background.count_fields(
            rows[of_words], np.concatenate(([0], np.cumsum(is_word)))[starts_of_papers]
        )
        printed = np.frombuffer(self._printed, dtype=np.int32)
        found = found.take(self._choose(found, starts_of_papers, words, vocabulary))
        distinct, terms, frequencies = np.unique(found.hashes, return_inverse=True, return_counts=True)
        return TermCounts(
            distinct=distinct,
            frequencies=frequencies.astype(np.int32),
            sizes=np.bincount(found.papers, minlength=n_papers).astype(np.int32),
            terms=terms.astype(np.int32).ravel(),
            weights=_weigh(found.counts, found.in_title, found.is_phrase),
            fields=counts_of_fields,
            printed_fields=self._background.count_fields(
                printed.astype(np.int64), np.frombuffer(self._printed_ends, dtype=np.int64)
            ),
        )

    def _count_texts(self, hashes: "NDArray[np.uint64]") -> "_Terms":
        """Return the words and phrases of the texts, each once for a paper, sorted by paper."""
        roles = np.frombuffer(self._roles, dtype=np.uint8)
        begins, ends = (roles & BEGINS) > 0, (roles & ENDS) > 0
        next_joins = (np.frombuffer(self._joined, dtype=np.uint8)[:-1] > 0) & ((roles & CONTINUES) > 0)[1:]
        is_two = begins[:-1] & next_joins
        is_three = is_two[:-1] & next_joins[1:]
        of_two = combine(hashes[:-1], hashes[1:])
        of_three = combine(of_two[:-1], hashes[2:])
        one = np.flatnonzero(begins)
        two, three = np.flatnonzero(is_two & ends[1:]), np.flatnonzero(is_three & ends[2:])
        places = np.concatenate((one, two, three))
        found = np.concatenate((hashes[one], of_two[two], of_three[three]))
        lengths = np.repeat(np.array([1, 2, 3]), (one.size, two.size, three.size))
        sizes = _sizes(self._ends)
        texts = np.repeat(np.arange(sizes.size), sizes)[places]
        codes = _codes(texts >> 1, found)
        order = np.argsort(codes)
        codes = codes[order]
        firsts = np.flatnonzero(np.concatenate((codes[:1] == codes[:1], codes[1:] != codes[:-1])))
        chosen = order[firsts]
        in_title = (texts & 1 == 0)[order]
        return _Terms(
            codes=codes[firsts],
            hashes=found[chosen],
            counts=np.diff(np.append(firsts, codes.size)),
            in_title=np.logical_or.reduceat(in_title, firsts) if firsts.size else in_title,
            is_phrase=lengths[chosen] > 1,
            places=places[chosen],
            lengths=lengths[chosen],
        )

    def _add_concepts(self, found: "_Terms", hashes: "NDArray[np.uint64]", starts: Ints) -> "_Terms":
        """Add the concepts that the texts of their papers do not say; such papers have theirs of the title there."""
        keys, counts, in_title = np.frombuffer(self._concepts, dtype=np.int64).reshape(-1, 3).T
        if not keys.size:
            return found
        sizes = _sizes(self._concept_ends)
        papers = np.repeat(np.arange(sizes.size), sizes)
        lengths = np.diff(starts)
        of_keys = hashes[starts[:-1]]
        for step in range(1, int(lengths.max())):
            longer = np.flatnonzero(lengths > step)
            of_keys[longer] = combine(of_keys[longer], hashes[starts[longer] + step])
        codes = _codes(papers, of_keys[keys])
        at = np.searchsorted(found.codes, codes)
        is_said = (
            found.codes[np.minimum(at, found.codes.size - 1)] == codes
            if found.codes.size
            else np.zeros(codes.size, dtype=np.bool_)
        )
        has_more = np.zeros(len(self._concept_ends), dtype=np.bool_)
        has_more[papers[~is_said]] = True
        found.in_title[at[is_said & has_more[papers] & (in_title > 0)]] = True
        new, keys = np.flatnonzero(~is_said), keys[~is_said]
        return found.join(
            _Terms(
                codes=codes[new],
                hashes=of_keys[keys],
                counts=counts[new],
                in_title=in_title[new] > 0,
                is_phrase=lengths[keys] > 1,
                places=starts[keys],
                lengths=lengths[keys],
            )
        )

    @staticmethod
    def _choose(found: "_Terms", starts: Ints, words: "NDArray[np.int32]", vocabulary: Sequence[str]) -> Ints:
        """Return the places of the terms that are compared, `MAX_TERMS` of each paper."""
        many = np.flatnonzero(np.diff(starts) > MAX_TERMS)
        is_chosen = np.ones(found.codes.size, dtype=np.bool_)
        for low, high in zip(starts[many].tolist(), starts[many + 1].tolist(), strict=True):
            spans = zip(found.places[low:high].tolist(), found.lengths[low:high].tolist(), strict=True)
            keys = [" ".join([vocabulary[word] for word in words[start : start + n].tolist()]) for start, n in spans]
            ranks = list(
                zip((~found.in_title[low:high]).tolist(), (-found.counts[low:high]).tolist(), keys, strict=True)
            )
            is_chosen[[low + place for place in sorted(range(high - low), key=ranks.__getitem__)[MAX_TERMS:]]] = False
        return np.flatnonzero(is_chosen)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Terms:
    """Terms of papers as parallel arrays, sorted by `codes`, which begin with the number of the paper.

    `places` and `lengths` say where the words of each are.
    """

    codes: "NDArray[np.uint64]"
    hashes: "NDArray[np.uint64]"
    counts: Ints
    in_title: "NDArray[np.bool_]"
    is_phrase: "NDArray[np.bool_]"
    places: Ints
    lengths: Ints

    @property
    def papers(self) -> Ints:
        """The number of the paper of each."""
        return (self.codes >> np.uint64(64 - _PAPER_BITS)).astype(np.int64)

    def take(self, chosen: Ints) -> "_Terms":
        """Return the selected terms."""
        return _Terms(**{name: getattr(self, name)[chosen] for name in self.__slots__})

    def join(self, other: "_Terms") -> "_Terms":
        """Return the terms of both, which have none in common."""
        both = {name: np.concatenate((getattr(self, name), getattr(other, name))) for name in self.__slots__}
        return _Terms(**both).take(np.argsort(both["codes"], kind="stable"))


class _Numbers(dict[str, int]):
    """Numbers of texts in the order in which they are first looked up; capitals make no difference."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def __missing__(self, text: str) -> int:
        if not text.islower() and (folded := text.casefold()) != text:
            number = self[folded]
        else:
            number = len(self.texts)
            self.texts.append(text)
        self[text] = number
        return number


class _Rows(dict[str, int]):
    """Rows of the background table, by word."""

    def __init__(self, background: "Background") -> None:
        super().__init__()
        self._background = background

    def __missing__(self, word: str) -> int:
        row = self[word] = self._background.row(word)
        return row


def combine(first: "NDArray[np.uint64]", second: "NDArray[np.uint64]") -> "NDArray[np.uint64]":
    """Return the hashes of phrases that are longer by one word, given those of the phrases and of the words."""
    mixed: NDArray[np.uint64] = (first ^ (first >> _SHIFT)) * _MULTIPLIER + second
    return mixed


def hash_phrases(phrases: Iterable[str]) -> "NDArray[np.uint64]":
    """Return the hash of each phrase, whose words are separated by single blanks."""
    numbers: dict[str, int] = {}
    runs = [[numbers.setdefault(word, len(numbers)) for word in phrase.split(" ")] for phrase in phrases]
    of_words = np.array(hash_texts(numbers), dtype=np.uint64)
    lengths = np.array([len(run) for run in runs], dtype=np.int64)
    starts = np.cumsum(lengths) - lengths
    words = np.array([word for run in runs for word in run], dtype=np.int64)
    hashes: NDArray[np.uint64] = of_words[words[starts]]
    for step in range(1, int(lengths.max(initial=0))):
        longer = np.flatnonzero(lengths > step)
        hashes[longer] = combine(hashes[longer], of_words[words[starts[longer] + step]])
    return hashes


def _sizes(ends: "array[int]") -> Ints:
    """Return the sizes of runs, given where they end; the first end is 0."""
    places = np.frombuffer(ends, dtype=np.int64)
    return places[1:] - places[:-1]


def _codes(papers: Ints, hashes: "NDArray[np.uint64]") -> "NDArray[np.uint64]":
    """Return numbers that sort terms by paper; within a paper 54 bits tell them apart."""
    codes: NDArray[np.uint64] = (papers.astype(np.uint64) << np.uint64(64 - _PAPER_BITS)) | (
        hashes >> np.uint64(_PAPER_BITS)
    )
    return codes


def _weigh(counts: Ints, in_title: "NDArray[np.bool_]", is_phrase: "NDArray[np.bool_]") -> "NDArray[np.uint16]":
    """Return the weight of each term in its text, in steps."""
    # A count may be enormous, since a listing in extracted form states it: no table goes up to it.
    distinct, places = np.unique(counts, return_inverse=True)
    logarithms = np.array([1.0 + math.log(count) if count > 0 else 0.0 for count in distinct.tolist()])
    weights: Floats = logarithms[places]
    weights[in_title] *= TITLE_FACTOR
    weights[is_phrase] *= PHRASE_FACTOR
    return np.rint(weights * LOCAL_SCALE).astype(np.uint16)
