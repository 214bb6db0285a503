"""The words and phrases of papers, counted for many papers at once.

Words are numbers, and the phrases of two or three words follow from arrays of them: no phrase is spelled. A term is
named by a number of 64 bits that is the same in every process. Parts of a corpus are counted apart, so that several
processes can share the work, and what is counted of each is small: it does not grow with the texts.
"""

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from papertrace.background import load_background
from papertrace.counting.hashing import hash_texts
from papertrace.graph.pairs.projection import Floats, Ints
from papertrace.graph.pairs.texts.term_counts import TermCounts
from papertrace.graph.pairs.texts.term_hashes import combine
from papertrace.model.papers.concept import Concept
from papertrace.model.terms import BEGINS, CONTINUES, ENDS, WordColumns

if TYPE_CHECKING:
    from numpy.typing import NDArray


MAX_TERMS = 250
"""The number of words and phrases of a paper that are compared, those of the title and the most frequent first."""

MAX_PAPERS = 1_024
"""The number of papers that are counted at once."""

LOCAL_SCALE = 256
"""Steps of the weight of a term in its text."""

TITLE_FACTOR = 1.5
"""The weight of a term that is in the title, fitted with that of the cosine on labelled pairs of five listings."""

_PAPER_BITS = 10
_LOGARITHMS = np.array([0.0, *(1.0 + math.log(count) for count in range(1, 256))])  # of counts, and 1 more


class CountedConcept(NamedTuple):
    """A concept of a paper as its terms are counted: how often the text says it, and whether the title does."""

    key: str
    n: int
    in_title: bool


class TermCounter:
    """A counter of the terms of at most `MAX_PAPERS` papers."""

    def __init__(self, words: WordColumns) -> None:
        """Start with the words of the papers."""
        self._background = load_background()
        self._columns = words
        self._keys: dict[str, int] = {}
        self._concepts, self._concept_ends = array("q"), array("q", [0])

    def add_concepts(self, concepts: Iterable[Concept | CountedConcept]) -> None:
        """Add the concepts of the next paper.

        They may be acronyms or synonyms of what its text says; they count if it does not say them.
        """
        counts: dict[str, int] = {}
        titled = set()
        for concept in concepts:
            key = concept.key.casefold()
            counts[key] = concept.n
            if concept.in_title:
                titled.add(key)
        for key, n in counts.items():
            self._concepts.extend((self._keys.setdefault(key, len(self._keys)), n, key in titled))
        self._concept_ends.append(len(self._concepts) // 3)

    def finish(self) -> TermCounts:
        """Return the counts, when the concepts of all papers have been added."""
        n_papers = self._columns.ends.size // 2
        numbers = {word: number for number, word in enumerate(self._columns.vocabulary)}
        runs = [[numbers.setdefault(word, len(numbers)) for word in key.split(" ")] for key in self._keys]
        words = np.concatenate((self._columns.words, np.array([w for run in runs for w in run], dtype=np.int32)))
        starts = np.cumsum([self._columns.words.size, *map(len, runs)])
        vocabulary = list(numbers)
        hashes = np.array(hash_texts(vocabulary), dtype=np.uint64)[words]
        found = self._count_texts(hashes[: self._columns.words.size])
        found = self._add_concepts(found, hashes, starts)
        starts_of_papers = np.searchsorted(found.papers, np.arange(n_papers + 1))
        is_word = ~found.is_phrase
        of_keys = [self._background.row(word) for word in vocabulary[len(self._columns.vocabulary) :]]
        rows = np.concatenate((self._columns.rows_of_vocabulary, np.array(of_keys, dtype=np.int32)))
        of_words = words[found.places[is_word]]
        counts_of_fields = self._background.count_fields(
            rows[of_words], np.concatenate(([0], np.cumsum(is_word)))[starts_of_papers]
        )
        found = found.take(self._choose(found, starts_of_papers, words, vocabulary))
        distinct, terms, frequencies = _number(found.hashes)
        return TermCounts(
            distinct=distinct,
            frequencies=frequencies,
            sizes=np.bincount(found.papers, minlength=n_papers).astype(np.int32),
            terms=terms,
            weights=_weigh(found.counts, found.in_title),
            fields=counts_of_fields,
            printed_fields=self._background.count_fields(self._columns.rows, self._columns.ends_of_rows),
        )

    def _count_texts(self, hashes: "NDArray[np.uint64]") -> "_Terms":
        """Return the words and phrases of the texts, each once for a paper, sorted by paper."""
        roles = self._columns.roles
        begins, ends = (roles & BEGINS) > 0, (roles & ENDS) > 0
        next_joins = (self._columns.joined[:-1] > 0) & ((roles & CONTINUES) > 0)[1:]
        n = roles.size
        # The terms that begin at a word are one row, so that all are in the order of the papers, and soon sorted.
        is_term = np.zeros((n, 3), dtype=np.bool_)
        of_words = np.empty((n, 3), dtype=np.uint64)
        is_two = begins[:-1] & next_joins
        is_three = is_two[:-1] & next_joins[1:]
        is_term[:, 0], is_term[:-1, 1], is_term[:-2, 2] = begins, is_two & ends[1:], is_three & ends[2:]
        of_words[:, 0] = hashes
        of_words[:-1, 1] = of_two = combine(hashes[:-1], hashes[1:])
        of_words[:-2, 2] = combine(of_two[:-1], hashes[2:])
        found, at = of_words[is_term], np.flatnonzero(is_term)
        places = at // 3
        lengths = at - 3 * places + 1
        sizes = np.diff(self._columns.ends)
        texts = np.repeat(np.arange(sizes.size), sizes)[places]
        codes = _codes(texts >> 1, found)
        order = np.argsort(codes, kind="stable")
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


def _number(
    hashes: "NDArray[np.uint64]",
) -> "tuple[NDArray[np.uint64], NDArray[np.int32], NDArray[np.int32]]":
    """Return the distinct hashes, sorted, the place of each hash among them, and how often each occurs.

    `np.unique` takes twice as long.
    """
    order = np.argsort(hashes, kind="stable")  # those of each paper are sorted
    ranked = hashes[order]
    is_first = np.concatenate((ranked[:1] == ranked[:1], ranked[1:] != ranked[:-1]))
    numbers = np.empty(hashes.size, dtype=np.int32)
    numbers[order] = np.cumsum(is_first, dtype=np.int32) - 1
    firsts = np.flatnonzero(is_first)
    return ranked[firsts], numbers, np.diff(np.append(firsts, hashes.size)).astype(np.int32)


def _weigh(counts: Ints, in_title: "NDArray[np.bool_]") -> "NDArray[np.uint16]":
    """Return the weight of each term in its text, in steps."""
    # A count may be enormous, since a listing in extracted form states it: the table ends before.
    weights: Floats = _LOGARITHMS[np.clip(counts, 0, _LOGARITHMS.size - 1)]
    large = np.flatnonzero(counts >= _LOGARITHMS.size)
    weights[large] = [1.0 + math.log(count) for count in counts[large].tolist()]
    weights[in_title] *= TITLE_FACTOR
    return np.rint(weights * LOCAL_SCALE).astype(np.uint16)
