"""What is counted of the candidates of a listing: words, and identities.

Abstracts have few words, and the same ones: 500 of them have a hundred thousand occurrences of some fifteen thousand.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.background import FieldMix, load_background
from papertrace.counting import LargeCounter, Numbers
from papertrace.model.papers.candidate import KINDS, CandidateColumns, CandidateKind, CandidateRows
from papertrace.resolve.concepts.names import Groups, Ints

MIN_WORD = 4
ADJECTIVE_ENDINGS = ("ed", "ly", "able", "ible", "ive", "al", "ous", "ary", "less", "ful", "ic")
_MAX_WORDS = 400_000
"""Words that are judged, those of about 100,000 papers; beyond, nearly all are typing errors, formulas and names."""

_COUNTER = partial(LargeCounter, max_held=_MAX_WORDS)


@dataclass(slots=True)
class WordCounts:
    """Counts of words by key.

    `df` counts the papers that have a word, `prominent` those that have it in the title or repeat it, `lower` those
    that print it in lower case. `undecided` counts those that are a title without an abstract and do not
    tell a word from a name.
    """

    df: Counter[str] = field(default_factory=Counter)
    prominent: Counter[str] = field(default_factory=Counter)
    lower: Counter[str] = field(default_factory=Counter)
    undecided: Counter[str] = field(default_factory=Counter)

    def may_be_term(self, word: str) -> bool:
        """Return whether a word could be a term by its form: long enough, no adjective, and not usually a name."""
        return (
            len(word) >= MIN_WORD
            and not word.endswith(ADJECTIVE_ENDINGS)
            # A word printed with a capital more often than not is judged as a name.
            and 2 * self.lower[word] >= self.df[word] - self.undecided[word]
        )


@dataclass(slots=True)
class WordCounter:
    """A counter of words, with the fields of `WordCounts`."""

    df: LargeCounter[str] = field(default_factory=_COUNTER)
    prominent: LargeCounter[str] = field(default_factory=_COUNTER)
    lower: LargeCounter[str] = field(default_factory=_COUNTER)
    undecided: LargeCounter[str] = field(default_factory=_COUNTER)

    def add_counts(
        self,
        df: Mapping[str, int],
        prominent: Mapping[str, int],
        lower: Mapping[str, int],
        undecided: Mapping[str, int],
    ) -> None:
        """Add the counts of more papers."""
        self.df.add_counts(df)
        self.prominent.add_counts(prominent)
        self.lower.add_counts(lower)
        self.undecided.add_counts(undecided)

    def merge(self, other: "WordCounter") -> None:
        """Add the words of papers that were counted apart."""
        self.df.merge(other.df)
        self.prominent.merge(other.prominent)
        self.lower.merge(other.lower)
        self.undecided.merge(other.undecided)

    def settle(self) -> WordCounts:
        """Return the counts of the words that most papers have, at most `_MAX_WORDS`."""
        df = self.df.settle(_MAX_WORDS)
        if df is self.df.counts:
            return WordCounts(df, self.prominent.counts, self.lower.counts, self.undecided.counts)
        return WordCounts(df, self.prominent.select(df), self.lower.select(df), self.undecided.select(df))


class CountedWords(NamedTuple):
    """The counts of `WordCounts`, sorted by key, and the rows of the words of each paper in the background table.

    Paper `i` has the rows from `starts[i]` to before `starts[i + 1]`, each once.
    """

    df: dict[str, int]
    prominent: dict[str, int]
    lower: dict[str, int]
    undecided: dict[str, int]
    rows: Ints
    starts: Ints


def count_words(papers: CandidateColumns) -> CountedWords:
    """Return the counts of the words of papers."""
    texts, starts = papers.rows.texts, np.array(papers.word_starts)
    _, firsts, of_tokens = np.unique(texts.hashes, return_index=True, return_inverse=True)
    words = ((of_tokens + 1)[texts.ids] * papers.are_words)[: starts[-1]] if len(texts.keys) else texts.ids
    keys = ["", *map(texts.keys.__getitem__, firsts.tolist())]
    n_keys, sizes = len(keys), np.diff(starts)
    place = np.arange(words.size) - np.repeat(starts[:-1], sizes)
    # A number for each word of each paper, so that one sort finds those that are equal.
    pairs = np.repeat(np.arange(sizes.size), sizes) * n_keys + words
    is_word = words > 0
    distinct, n = np.unique(pairs[is_word], return_counts=True)
    in_title = place < np.repeat(np.array(papers.n_title, dtype=np.int64), sizes)
    counted = (
        distinct,
        np.union1d(distinct[n > 1], pairs[is_word & in_title]),
        np.unique(pairs[is_word & papers.lower[: words.size]]),
        np.unique(pairs[is_word & papers.undecided[: words.size]]),
    )
    order = sorted(range(n_keys), key=keys.__getitem__)
    df, prominent, lower, undecided = (
        {keys[number]: count for number, count in zip(order, counts[order].tolist(), strict=True) if count}
        for counts in (np.bincount(found % n_keys, minlength=n_keys) for found in counted)
    )
    rows = load_background().rows(keys)[distinct % n_keys]
    return CountedWords(
        df, prominent, lower, undecided, rows, np.searchsorted(distinct, np.arange(sizes.size + 1) * n_keys)
    )


BARE_BURST_SHARE = 0.5  # of the phrases in titles, which half of the abstracts of the bundled sample repeat
_KIND_ORDER = (CandidateKind.PHRASE, CandidateKind.NAME, CandidateKind.PROPER, CandidateKind.WORD)


@dataclass(slots=True)
class Tally:
    """The counts of one identity over a corpus.

    `df` counts the papers that have it, `title_df` those that have it in the title, `burst_df` those that repeat it,
    `word_df` those that print it only as a single word, `bare_df` those that are a title without an abstract, and
    `final_df` those in which it ends a noun phrase; `n` counts its occurrences.
    """

    kind: CandidateKind
    key: str
    df: int = 0
    title_df: int = 0
    burst_df: int = 0
    word_df: int = 0
    n: int = 0
    surfaces: dict[str, int] = field(default_factory=dict)  # a Counter for each of many tallies costs too much
    bare_df: int = 0
    final_df: int = 0

    def merge(self, other: "Tally") -> None:
        """Add the counts of papers that were counted apart."""
        if other.key != self.key or other.kind is not self.kind:
            self.kind, self.key = _better((self.kind, self.key), (other.kind, other.key))
        self.df += other.df
        self.title_df += other.title_df
        self.burst_df += other.burst_df
        self.word_df += other.word_df
        self.n += other.n
        self.bare_df += other.bare_df
        self.final_df += other.final_df
        surfaces = self.surfaces
        for surface, n in other.surfaces.items():
            surfaces[surface] = surfaces.get(surface, 0) + n

    def choose_form(self) -> None:
        """Take the single word for a phrase that more papers print as one word than as several.

        So "con-text", broken at the end of a line, is "context" and no phrase. The word is the phrase without blanks.
        """
        if self.kind is CandidateKind.PHRASE and 2 * self.word_df > self.df:
            self.kind, self.key = CandidateKind.WORD, self.key.replace(" ", "")


class Counted(NamedTuple):
    """The counts of many terms by which they are judged, with the fields of `Tally`."""

    keys: Sequence[str]
    kinds: Sequence[CandidateKind]
    surfaces: Sequence[Mapping[str, int]]
    df: Ints
    title_df: Ints
    burst_df: Ints
    bare_df: Ints
    final_df: Ints
    n: Ints

    @property
    def n_repeated(self) -> NDArray[np.float64]:
        """The papers that repeat each term, as many of the titles without abstracts as would."""
        return self.burst_df + BARE_BURST_SHARE * self.bare_df

    def take(self, chosen: Ints) -> "Counted":
        """Return the counts of some terms."""
        places = chosen.tolist()
        texts = [[column[i] for i in places] for column in self[:3]]
        return Counted(*texts, *[column[chosen] for column in self[3:]])  # type: ignore[arg-type]


def list_counts(tallies: Sequence[Tally]) -> Counted:
    """Return the counts of terms as columns."""
    rows = [(one.df, one.title_df, one.burst_df, one.bare_df, one.final_df, one.n) for one in tallies]
    columns = np.array(rows, dtype=np.int64).reshape(-1, 6).T
    return Counted(
        [one.key for one in tallies], [one.kind for one in tallies], [one.surfaces for one in tallies], *columns
    )


def count_groups(groups: Groups, chosen: Ints) -> Counted:
    """Return the counts of groups of candidates as those of terms that one paper has."""
    rows, firsts = groups.rows, groups.firsts[chosen]
    keys, kinds = rows.keys_of(firsts), [KINDS[kind] for kind in rows.kinds[firsts].tolist()]
    surfaces = [dict.fromkeys(spellings, 1) for spellings in groups.surfaces_of(chosen)]
    several = np.flatnonzero(groups.sizes[chosen] > 1)
    for i, forms in zip(several.tolist(), groups.forms_of(chosen[several]), strict=True):
        for form in forms:
            kinds[i], keys[i] = _better((kinds[i], keys[i]), form)
    ones = np.ones(chosen.size, dtype=np.int64)
    n, are_bare = groups.n[chosen], np.array(groups.columns.are_bare, dtype=np.int64)[groups.papers[chosen]]
    is_final, in_title = ones * groups.final[chosen], ones * groups.in_title[chosen]
    return Counted(keys, kinds, surfaces, ones, in_title, ones * (n > 1), are_bare, is_final, n)


def merge_tallies(tallies: dict[str, Tally], others: Mapping[str, Tally]) -> None:
    """Add tallies of other papers to those of some, by identity."""
    for identity, other in others.items():
        tally = tallies.get(identity)
        if tally is None:
            tallies[identity] = other
        else:
            tally.merge(other)


def tally_groups(
    identities: Sequence[str], candidates: CandidateRows, chosen: Ints, are_bare: NDArray[np.bool_]
) -> dict[str, Tally]:
    """Return the tallies of the chosen ones of some candidates by their identities, given which papers are bare."""
    numbers = Numbers()
    codes = np.fromiter(map(numbers.__getitem__, identities), np.int64, len(identities))
    n_tallies = len(numbers)
    if not n_tallies:
        return {}
    forms: list[tuple[CandidateKind, str] | None] = [None] * n_tallies
    surfaces: list[dict[str, int]] = [{} for _ in range(n_tallies)]
    of_kinds = candidates.kinds[chosen]
    kinds = [KINDS[kind] for kind in of_kinds.tolist()]
    rows = zip(codes.tolist(), candidates.keys_of(chosen), kinds, candidates.surfaces_of(chosen), strict=True)
    for number, key, kind, spellings in rows:
        form = forms[number]
        if form is None:
            forms[number] = (kind, key)
        elif form[1] != key or form[0] is not kind:
            forms[number] = _better(form, (kind, key))
        counts = surfaces[number]
        for surface in spellings:
            counts[surface] = counts.get(surface, 0) + 1
    of_papers = candidates.papers[chosen] * n_tallies + codes
    order = np.argsort(of_papers, kind="stable")
    groups = of_papers[order]
    firsts = np.flatnonzero(np.concatenate(([True], groups[1:] != groups[:-1])))
    of_group, paper = groups[firsts] % n_tallies, groups[firsts] // n_tallies
    sums = np.add.reduceat(candidates.n[chosen][order], firsts)
    is_any = [
        np.logical_or.reduceat(column[order], firsts)
        for column in (
            candidates.in_title[chosen],
            of_kinds != KINDS.index(CandidateKind.WORD),
            candidates.final[chosen],
        )
    ]

    def count(groups: NDArray[np.bool_]) -> list[int]:
        counts: list[int] = np.bincount(of_group[groups], minlength=n_tallies).tolist()
        return counts

    columns = (
        count(np.ones(firsts.size, dtype=np.bool_)),
        count(is_any[0]),
        count(sums > 1),
        count(~is_any[1]),
        np.bincount(of_group, weights=sums, minlength=n_tallies).astype(np.int64).tolist(),
        surfaces,
        count(are_bare[paper]),
        count(is_any[2]),
    )
    return {
        identity: Tally(*form, *counts)
        for identity, form, *counts in zip(numbers, filter(None, forms), *columns, strict=True)
    }


def _better(one: tuple[CandidateKind, str], other: tuple[CandidateKind, str]) -> tuple[CandidateKind, str]:
    """Return the preferred of two forms of an identity: phrases first, more words first, then alphabetically."""
    return min(one, other, key=lambda form: (_KIND_ORDER.index(form[0]), -form[1].count(" "), form[1]))


class PhraseUses(NamedTuple):
    """Uses of words in phrases of two words that several papers have, by word.

    `most` counts the occurrences of the commonest phrase that a word begins or ends, `first` those of all phrases that
    it begins.
    """

    most: Mapping[str, int]
    first: Mapping[str, int]


def count_phrase_uses(tallies: Iterable[Tally]) -> PhraseUses:
    """Return how often phrases have words."""
    most: dict[str, int] = {}
    begun: Counter[str] = Counter()
    for tally in tallies:
        if tally.df > 1 and tally.kind is CandidateKind.PHRASE and tally.key.count(" ") == 1:
            words = tally.key.split(" ")
            begun[words[0]] += tally.n
            for word in words:
                most[word] = max(tally.n, most.get(word, 0))
    return PhraseUses(most, begun)


@dataclass(slots=True)
class Counts:
    """The counts of a corpus: tallies of identities that several papers have, and counts of words.

    `in_phrases` are the uses of words in phrases. `listed` contains the words that are candidates, because they may be
    terms, or because a name or phrase has the same identity. `namesakes` are the folds of names that are English words.
    `joined` maps words to the phrases that they join: "pretraining" to "pre-training".
    """

    n_papers: int = 0
    tallies: dict[str, Tally] = field(default_factory=dict)
    words: WordCounts = field(default_factory=WordCounts)
    mix: FieldMix = field(default_factory=lambda: FieldMix(load_background()))
    listed: frozenset[str] = frozenset()
    joined: Mapping[str, str] = field(default_factory=dict)
    in_phrases: PhraseUses = field(default_factory=lambda: PhraseUses({}, {}))
    namesakes: frozenset[str] = frozenset()
