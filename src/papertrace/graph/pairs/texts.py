"""Texts of papers as weighted terms, their cosines, and the nearest texts.

Words are numbers, and the phrases of two or three words follow from arrays of them: no phrase is spelled. A term is
named by a number of 64 bits that is the same in every process. Parts of a corpus are counted apart, so that several
processes can share the work, and what is counted of each is small: it does not grow with the texts.

A term counts by its information in the corpus or in the fields of the corpus, whichever is less, and more in a title.
More weight for phrases, or for terms that are usual topics, tells pairs that belong together from others no better.
Weights are whole numbers, so that sums are exact in any order.

Terms that very many papers have are left out of the products, since they cost most and say least, but not out of the
lengths of texts. Each paper's neighbours follow from its own row, so that blocks of papers can be compared anywhere.
"""

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.background import Background, FieldMix, load_background
from papertrace.counting import hash_texts
from papertrace.engine import Engine
from papertrace.engine.protocol import InlineEngine, ignore_count
from papertrace.graph.pairs.products import (
    EdgeList,
    Floats,
    Ints,
    SparseRows,
    divide_by_steps,
    largest_affordable_frequency,
    narrow_indices,
)
from papertrace.model import Paper
from papertrace.model.papers.facts import Concept
from papertrace.model.terms import BEGINS, CONTINUES, ENDS, WordColumns
from papertrace.spool import Columns, Spool

_MULTIPLIER, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


def combine(first: "NDArray[np.uint64]", second: "NDArray[np.uint64]") -> "NDArray[np.uint64]":
    """Return the hashes of phrases that are longer by one word, given those of the phrases and of the words."""
    mixed: NDArray[np.uint64] = (first ^ (first >> _SHIFT)) * _MULTIPLIER + second
    return mixed


def hash_phrases(phrases: Iterable[str]) -> "NDArray[np.uint64]":
    """Return the hash of each phrase, whose words are separated by single blanks."""
    phrases = list(phrases)
    lengths = np.fromiter(map(str.count, phrases, repeat(" ")), np.int64, len(phrases)) + 1
    starts = np.cumsum(lengths) - lengths
    all_words = " ".join(phrases).split(" ") if phrases else []
    distinct = dict.fromkeys(all_words)
    numbers = dict(zip(distinct, range(len(distinct)), strict=True))
    of_words = np.array(hash_texts(numbers), dtype=np.uint64)
    words = np.fromiter(map(numbers.__getitem__, all_words), dtype=np.int64, count=len(all_words))
    hashes: NDArray[np.uint64] = of_words[words[starts]]
    for step in range(1, int(lengths.max(initial=0))):
        longer = np.flatnonzero(lengths > step)
        hashes[longer] = combine(hashes[longer], of_words[words[starts[longer] + step]])
    return hashes


_MAX_PARTS = 20  # whose counts are kept in memory, about 2 MB each


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


class StoredCounts(Spool[TermCounts]):
    """The counts of parts of a corpus, in a temporary file if they are many, since they are more than texts become."""

    def __init__(self) -> None:
        """Start without counts."""
        super().__init__(TermCounts, in_memory=_MAX_PARTS, codec=Columns())

    def count_terms(self, papers: Iterable[Paper], _: Engine | None) -> "StoredCounts":
        """Read the papers of these counts, and return the counts, as a `CountTerms` function that counts anew does."""
        for _paper in papers:
            pass
        return self


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


CountTerms = Callable[[Iterable[Paper], Engine | None], Iterable[TermCounts]]
"""A function that reads papers once and counts their words and phrases, part by part in their order."""

MIN_COSINE = 0.04
"""The cosine below which two texts are not alike: of 14 such pairs of five listings a reader found none sensible."""

UNKNOWN_SHARE = 3  # A term that df of n papers have is taken to be in df/(3n) of all papers at least.
MIN_PAPERS = 100  # that a corpus counts for at least
_SCALE = 64  # steps of a weight
_MAX_LENGTH = 46_340  # of a text, whose square 32 bits hold


@dataclass(frozen=True, slots=True)
class TextVectors:
    """The texts of papers as sparse rows of whole numbers, and their lengths.

    `printed_fields` counts the papers of each field of the background table, by their texts as printed.
    """

    rows: SparseRows
    lengths: Floats
    printed_fields: Ints

    def take(self, papers: Ints) -> "TextVectors":
        """Return the texts of the given papers, in the order given."""
        return TextVectors(self.rows.take(papers), self.lengths[papers], self.printed_fields)

    def rows_to_multiply(self) -> SparseRows:
        """Return the texts in a type that holds the product of any two: 32 bits but for texts of enormous counts.

        No product exceeds that of the lengths.
        """
        kind = np.int32 if self.lengths.max(initial=0.0) < _MAX_LENGTH else np.float64
        return replace(self.rows, data=self.rows.data.astype(kind, copy=False))

    def compare(self, first: Ints, second: Ints) -> Floats:
        """Return the cosine of each pair of papers; `DividedTexts` is faster for very many pairs."""
        return cosines(self.rows.share(first, second).add_up(), self.lengths, first, second)


def cosines(dots: Floats, lengths: Floats, first: Ints, second: Ints) -> Floats:
    """Return the cosine of each pair of papers, given products and the length of each text; 0 without a text."""
    both = lengths[first] * lengths[second]
    return np.divide(dots, both, out=np.zeros_like(dots), where=both > 0)


def vectorise(counted: Iterable[TermCounts]) -> TextVectors:
    """Return the vectors of the texts of papers, given the terms of all of them, part by part in their order.

    Terms that only one paper has count for its length, but are not kept: no two texts have them in common. A sequence
    is read several times, a part at a time.
    """
    background = load_background()
    parts = counted if isinstance(counted, Sequence) else list(counted)
    mix, printed = FieldMix(background), np.zeros(len(background.fields), dtype=np.int64)
    n_papers, n_distinct = 0, 0
    for part in parts:
        mix.add_counts(part.fields.tolist())
        printed += part.printed_fields
        n_papers, n_distinct = n_papers + part.sizes.size, n_distinct + part.distinct.size
    distinct, of_parts, frequencies = _merge(parts, n_distinct)
    information = _inform(distinct, frequencies, n_papers, mix, background)
    # The commonest terms come first, so that most of a dense row that is read stays in the cache.
    numbers = np.empty(distinct.size, dtype=np.int32)
    numbers[np.argsort(-frequencies, kind="stable")] = np.arange(distinct.size)
    is_shared = frequencies > 1
    n_kept = int(frequencies[is_shared].sum())
    indices, data = np.empty(n_kept, dtype=np.int32), np.empty(n_kept, dtype=np.int32)
    squares, kept = [np.zeros(0, dtype=np.int64)], [np.zeros(1, dtype=np.int64)]
    end = 0
    of_parts.reverse()
    for part in parts:
        own = of_parts.pop()
        values = np.rint(part.weights * information[own][part.terms] * (_SCALE / LOCAL_SCALE)).astype(np.int64)
        is_kept = is_shared[own][part.terms]
        starts = np.concatenate(([0], np.cumsum(part.sizes)))
        squares.append(np.diff(np.concatenate(([0], np.cumsum(values * values)))[starts]))
        ends = np.concatenate(([0], np.cumsum(is_kept)))[starts]
        indices[end : end + ends[-1]] = numbers[own][part.terms[is_kept]]
        data[end : end + ends[-1]] = values[is_kept]
        kept.append(end + ends[1:])
        end += int(ends[-1])
    ends_of_rows = np.concatenate(kept).astype(narrow_indices(n_kept))
    rows = SparseRows(ends_of_rows, indices, data, max(1, int(is_shared.sum()))).sort()
    return TextVectors(rows, np.sqrt(np.concatenate(squares).astype(np.float64)), printed)


def _merge(parts: Sequence[TermCounts], n_distinct: int) -> "tuple[NDArray[np.uint64], list[NDArray[np.int32]], Ints]":
    """Return the terms of all parts, sorted, the place of each part's terms among them, and their frequencies.

    `n_distinct` is the number of terms of all parts, counted in each.
    """
    every, end = np.empty(n_distinct, dtype=np.uint64), 0
    for part in parts:
        every[end : end + part.distinct.size] = part.distinct
        end += part.distinct.size
    every.sort(kind="stable")  # Sorted runs are merged in a tenth of the time of np.unique.
    distinct = every[np.concatenate((every[:1] == every[:1], every[1:] != every[:-1]))]
    frequencies = np.zeros(distinct.size, dtype=np.int64)
    places = []
    for part in parts:
        own = np.searchsorted(distinct, part.distinct).astype(np.int32)
        frequencies[own] += part.frequencies
        places.append(own)
    return distinct, places, frequencies


def _inform(
    distinct: "NDArray[np.uint64]",
    frequencies: Ints,
    n_papers: int,
    mix: FieldMix,
    background: Background,
) -> Floats:
    """Return the information of each term in the fields of the corpus, in nats; kinds of studies have none."""
    ratio = UNKNOWN_SHARE * max(n_papers, MIN_PAPERS)
    information: Floats = np.array([math.log(ratio / df) for df in range(1, n_papers + 1)])[frequencies - 1]
    rows = _find_rows(distinct, background)
    is_known = rows >= 0
    from_table = -np.log(np.maximum(background.rates_of(mix), 1e-7))
    information[is_known] = np.minimum(information[is_known], from_table[rows[is_known]])
    information[is_known] *= background.column("genre")[rows[is_known]] == 0
    return information


def _find_rows(terms: "NDArray[np.uint64]", background: Background) -> Ints:
    """Return the row of each term in the background table, or -1."""
    in_table = hash_phrases(background)
    rows = np.full(terms.size, -1, dtype=np.int64)
    if terms.size:
        places = np.minimum(np.searchsorted(terms, in_table), terms.size - 1)
        found = np.flatnonzero(terms[places] == in_table)
        rows[places[found]] = found
    return rows


N_NEAREST = 5
"""The number of papers that are near to one; the root of the number of papers, where that is less."""

STEPS_PER_UNIT = 1_000_000
"""The steps of a cosine."""

_PAIRS_PER_PAPER = 2_000  # that share a term, counted once for each term
_MAX_BLOCK_STEPS = 2_000_000
_MAX_DENSE = 4_000_000  # elements of a matrix that is multiplied without scipy, 32 MB


def find_nearest_texts(
    texts: TextVectors, engine: Engine | None = None, *, on_count: Callable[[int], None] = ignore_count
) -> EdgeList:
    """Return the pairs of papers of which one is among those whose texts are most like that of the other.

    Each pair is there once, sorted by both papers; the weight is the cosine of their texts in steps. Of equally near
    papers the one with the lower number is nearer. Blocks of papers are compared by the engine, by default in this
    process; `on_count` is told of how many papers the nearest ones are known.
    """
    engine, n_papers = engine or InlineEngine(), texts.rows.n_rows
    nearest = _Nearest.of(texts, min(N_NEAREST, math.isqrt(n_papers)))
    blocks = list(nearest.blocks())
    results = engine.map_values(compare_block, blocks, nearest)
    found = []
    for (_, high), result in zip(blocks, results, strict=True):
        on_count(high)
        found.append(result)
    first, second, weights = np.concatenate([np.zeros((3, 0), dtype=np.int64), *found], axis=1)
    low, high = np.minimum(first, second), np.maximum(first, second)
    codes, places = np.unique(low * n_papers + high, return_index=True)
    return EdgeList(first=codes // max(1, n_papers), second=codes % max(1, n_papers), weights=weights[places])


def compare_block(block: tuple[int, int], nearest: "_Nearest") -> Ints:
    """Return the papers of a range, those near to each, and the cosines in steps, a row each."""
    return nearest.compare(*block)


@dataclass(frozen=True, slots=True)
class _Nearest:
    """Texts without the terms of very many papers, and how many neighbours each paper has."""

    rows: SparseRows
    columns: SparseRows | None  # the same transposed, or None if dense rows are multiplied
    lengths: Floats
    n_nearest: int

    @classmethod
    def of(cls, texts: TextVectors, n_nearest: int) -> "_Nearest":
        rows = texts.rows_to_multiply()
        frequencies = np.bincount(rows.columns, minlength=rows.n_columns)
        cap = largest_affordable_frequency(frequencies, _PAIRS_PER_PAPER * rows.n_rows)
        rows = rows.choose((frequencies <= cap)[rows.columns]).without_empty_columns()
        columns = None
        if rows.n_rows * rows.n_columns > _MAX_DENSE:
            transposed = rows.to_scipy().T.tocsr()
            columns = SparseRows(transposed.indptr, transposed.indices, transposed.data, rows.n_rows)
        return cls(rows, columns, texts.lengths, n_nearest)

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Yield ranges of papers with at most `_MAX_BLOCK_STEPS` steps of the product, but at least one paper."""
        n = self.rows.n_rows
        if self.columns is None:
            yield from [(0, n)] if n else []
            return
        frequencies = np.diff(self.columns.starts).astype(np.int64)
        steps = np.concatenate(([0], np.cumsum(frequencies[self.rows.columns])))[self.rows.starts]
        yield from divide_by_steps(steps, _MAX_BLOCK_STEPS)

    def compare(self, low: int, high: int) -> Ints:
        """Return the papers of a range, those near to each, and the cosines in steps."""
        papers, others, dots = self._products(low, high)
        both = self.lengths[papers]
        both *= self.lengths[others]
        np.divide(dots, both, out=both, where=both > 0)  # 0 without a text
        steps = np.rint(both * STEPS_PER_UNIT).astype(np.int64)
        at = np.flatnonzero((steps >= MIN_COSINE * STEPS_PER_UNIT) & (others != papers))
        papers, others, steps = papers[at], others[at], steps[at]
        order = np.lexsort((others, -steps, papers))  # Of equally near papers the first are taken.
        papers = papers[order]
        rank = np.arange(papers.size) - np.searchsorted(papers, papers)
        chosen = rank < self.n_nearest
        return np.stack((papers[chosen], others[order][chosen], steps[order][chosen])).astype(np.int64)

    def _products(self, low: int, high: int) -> tuple[NDArray[np.int32], NDArray[np.int32], Floats]:
        """Return the papers of a range, the papers that may share something with each, and the products of the texts.

        Products are sums of whole numbers, and so exact in any order.
        """
        everyone, of_range = np.arange(self.rows.n_rows, dtype=np.int32), np.arange(low, high, dtype=np.int32)
        if self.columns is None:
            dense = np.zeros((self.rows.n_rows, self.rows.n_columns))
            dense[np.repeat(everyone, np.diff(self.rows.starts)), self.rows.columns] = self.rows.data
            dots = (dense[low:high] @ dense.T).ravel()
            return np.repeat(of_range, everyone.size), np.tile(everyone, of_range.size), dots
        product = (self.rows.to_scipy()[low:high] @ self.columns.to_scipy()).tocsr()
        return np.repeat(of_range, np.diff(product.indptr)), product.indices, product.data
