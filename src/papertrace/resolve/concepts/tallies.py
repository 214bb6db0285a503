"""Counts over a corpus: one tally for each identity that several papers have."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from papertrace.background import FieldMix, load_background
from papertrace.counting.numbering import Numbers
from papertrace.model.papers.candidate import KINDS, CandidateKind, CandidateRows
from papertrace.resolve.concepts.words import WordCounts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from papertrace.resolve.concepts.names.identities import Groups

    Ints = NDArray[np.int64]

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
    df: "Ints"
    title_df: "Ints"
    burst_df: "Ints"
    bare_df: "Ints"
    final_df: "Ints"
    n: "Ints"

    @property
    def n_repeated(self) -> "NDArray[np.float64]":
        """The papers that repeat each term, as many of the titles without abstracts as would."""
        return self.burst_df + BARE_BURST_SHARE * self.bare_df

    def take(self, chosen: "Ints") -> "Counted":
        """Return the counts of some terms."""
        places = chosen.tolist()
        texts = [[column[i] for i in places] for column in self[:3]]
        return Counted(*texts, *[column[chosen] for column in self[3:]])  # type: ignore[arg-type]


def list_counts(tallies: Sequence[Tally]) -> Counted:
    """Return the counts of terms as columns."""
    import numpy as np

    rows = [(one.df, one.title_df, one.burst_df, one.bare_df, one.final_df, one.n) for one in tallies]
    columns = np.array(rows, dtype=np.int64).reshape(-1, 6).T
    return Counted(
        [one.key for one in tallies], [one.kind for one in tallies], [one.surfaces for one in tallies], *columns
    )


def count_groups(groups: "Groups", chosen: "Ints") -> Counted:
    """Return the counts of groups of candidates as those of terms that one paper has."""
    import numpy as np

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
    identities: Sequence[str], candidates: CandidateRows, chosen: "Ints", are_bare: "NDArray[np.bool_]"
) -> dict[str, Tally]:
    """Return the tallies of the chosen ones of some candidates by their identities, given which papers are bare."""
    import numpy as np

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

    def count(groups: "NDArray[np.bool_]") -> list[int]:
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
