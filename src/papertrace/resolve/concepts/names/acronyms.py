"""The long forms of acronyms, over a corpus and within one paper.

An acronym is merged with its long form only if one sense dominates or the text itself defines it: PCA, SP, EP, DP and
PP have two senses in a single listing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from papertrace.counting.counters import LargeCounter
from papertrace.model.papers.candidate import KINDS, CandidateColumns, CandidateKind

DOMINANT_SHARE = 0.75
MIN_PAPERS_OF_TWO_LETTERS = 2
MIN_INITIALS, MAX_INITIALS = 2, 4  # the length of an acronym that may begin a phrase without being defined
SAME_SENSE_SHARE, SAME_SENSE_SHARE_SHORT = 0.5, 0.6  # of the words of two long forms; the latter up to three letters
MIN_STEM, MAX_ENDING = 5, 4  # letters that two forms of a word share, and of its ending
_MAX_ENTRIES = 200_000
"""Definitions of each kind that are judged; some 100 bytes each, and a million papers have more."""
_PHRASE = CandidateKind.PHRASE


@dataclass(frozen=True, slots=True, kw_only=True)
class AcronymTable:
    """The long forms of acronyms with one dominant sense, and the senses of all others.

    Both mappings are keyed by the short form's key; long forms are given as keys too. `ambiguous` lists senses by
    decreasing count. `canonical` maps identities that a user's thesaurus declares synonymous to the preferred one, and
    other spellings to one. `variants` maps long forms that differ from a dominant one only in the endings of words to
    that. `identities` caches identities, which depend on this table.
    """

    dominant: Mapping[str, str]
    ambiguous: Mapping[str, tuple[str, ...]]
    canonical: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, str] = field(default_factory=dict)
    identities: dict[tuple[str, CandidateKind], str] = field(default_factory=dict, compare=False, repr=False)


_COUNTER = partial(LargeCounter, max_held=_MAX_ENTRIES)


@dataclass(slots=True)
class Definitions:
    """Evidence for the long forms of acronyms in the texts of a corpus.

    `pairs` counts the papers that define (short, long). `headed` counts the phrases that begin with capitals ("KV
    cache"), by these and the rest; `compounds` those that begin with a compound with such initials ("key-value cache"),
    by initials, rest and compound: if both are printed, the compound defines the capitals. Of each, those of the most
    papers are used, at most 200,000.
    """

    pairs: LargeCounter[tuple[str, str]] = field(default_factory=_COUNTER)
    headed: LargeCounter[tuple[str, str]] = field(default_factory=_COUNTER)
    compounds: LargeCounter[tuple[str, str, str]] = field(default_factory=_COUNTER)

    def add(self, papers: CandidateColumns) -> None:
        """Count the definitions of more papers, in brackets or by such phrases."""
        import numpy as np

        headed: list[tuple[str, str]] = []
        compounds: list[tuple[str, str, str]] = []
        rows, texts = papers.rows, papers.rows.texts
        phrases = np.flatnonzero(rows.kinds == KINDS.index(_PHRASE))
        # Most phrases begin with no acronym, and with no compound: a blank follows their first word.
        may_head = [MIN_INITIALS <= len(key) <= MAX_INITIALS and key.isupper() for key in texts.keys]
        hyphens = np.cumsum(np.array(["-" in gap for gap in texts.gaps], dtype=np.bool_)[texts.gap_ids])
        is_blank = np.array([gap[:1] == " " for gap in texts.gaps], dtype=np.bool_)
        begins, lasts = rows.begins[phrases], rows.begins[phrases] + rows.sizes[phrases] - 1
        is_compound = (hyphens[begins] < hyphens[lasts]) & ~is_blank[texts.gap_ids[begins + 1]]
        chosen = phrases[np.array(may_head, dtype=np.bool_)[texts.ids[begins]] | is_compound]
        printed = texts.print_spans(rows.begins[chosen], rows.sizes[chosen])
        for key, surface in zip(rows.keys_of(chosen), printed, strict=True):
            first, _, rest = key.partition(" ")
            if first.isupper() and MIN_INITIALS <= len(first) <= MAX_INITIALS:
                headed.append((first, rest))
            elif "-" in surface:
                n = surface.split(" ", 1)[0].count("-") + 1
                words = key.split(" ")
                if MIN_INITIALS <= n <= MAX_INITIALS and len(words) > n:
                    initials = "".join(word[0] for word in words[:n]).upper()
                    compounds.append((initials, " ".join(words[n:]), " ".join(words[:n])))
        for definitions in papers.definitions:
            self.pairs.update({(short, long) for short, long in definitions})
        self.headed.update(headed)
        self.compounds.update(compounds)

    def merge(self, other: "Definitions") -> None:
        """Add the definitions of papers that were counted apart."""
        self.pairs.merge(other.pairs)
        self.headed.merge(other.headed)
        self.compounds.merge(other.compounds)


def resolve_acronyms(found: Definitions) -> AcronymTable:
    """Return the dominant sense of each acronym, or its senses if none dominates.

    A sense dominates with three quarters of the defining papers. Spellings of one long form (with and without
    spaces, or one a suffix of the other) are one sense. An acronym of two letters needs two papers, because such
    acronyms are used for many things.

    >>> found = Definitions()
    >>> found.pairs.update([("SSM", "state space model"), ("PP", "patch parallelism")])
    >>> table = resolve_acronyms(found)
    >>> dict(table.dominant), dict(table.ambiguous)
    ({'SSM': 'state space model'}, {'PP': ('patch parallelism',)})
    """
    senses: dict[str, dict[str, int]] = {}
    for (short, long), n in sorted(found.pairs.settle(_MAX_ENTRIES).items()):
        senses.setdefault(short, {})[long] = n
    headed = found.headed.settle(_MAX_ENTRIES)
    for (short, rest, long), n in sorted(found.compounds.settle(_MAX_ENTRIES).items()):
        if (short, rest) in headed:
            of_short = senses.setdefault(short, {})
            of_short[long] = of_short.get(long, 0) + max(n, MIN_PAPERS_OF_TWO_LETTERS)
    dominant: dict[str, str] = {}
    ambiguous: dict[str, tuple[str, ...]] = {}
    variants: dict[str, str] = {}
    for short, longs in senses.items():
        ranked = sorted(longs, key=lambda long: (-longs[long], long))
        best = ranked[0]
        n_best = sum(n for long, n in longs.items() if is_same_sense(short, long, best))
        needed = MIN_PAPERS_OF_TWO_LETTERS if len(short) <= 2 else 1  # noqa: PLR2004
        if n_best >= DOMINANT_SHARE * sum(longs.values()) and n_best >= needed:
            dominant[short] = best
            variants |= {long: best for long in ranked[1:] if _is_variant(long, best)}
        else:
            ambiguous[short] = tuple(ranked)
    return AcronymTable(dominant=dominant, ambiguous=ambiguous, variants=variants)


def _is_variant(one: str, other: str) -> bool:
    words, others = one.split(), other.split()
    return len(words) == len(others) and all(map(_is_same_stem, words, others))


def _is_same_stem(one: str, other: str) -> bool:
    """Return whether two words are equal or differ only in their endings: "processing", "processor"."""
    if one == other:
        return True
    n = max(MIN_STEM, max(len(one), len(other)) - MAX_ENDING)
    return len(one) >= n and one[:n] == other[:n]


def is_same_sense(short: str, one: str, other: str) -> bool:
    """Return whether two long forms of an acronym have the same sense.

    They do if one is a suffix of the other or if they share most of their words; half of the words suffice for an
    acronym of more than three letters, which is less likely to have two senses.

    >>> is_same_sense("SpMM", "sparse matrix matrix", "sparse dense matrix multiplication")
    True
    >>> is_same_sense("GPU", "graphic processing unit", "graphical processor unit")
    True
    >>> is_same_sense("PP", "pipeline parallelism", "patch parallelism")
    False
    """
    a, b = one.replace(" ", "").casefold(), other.replace(" ", "").casefold()
    if a.endswith(b) or b.endswith(a):
        return True
    words, others = set(one.split()), set(other.split())
    n_shared = sum(any(_is_same_stem(word, other) for other in others) for word in words)
    share = n_shared / (len(words) + len(others) - n_shared)
    return share >= (SAME_SENSE_SHARE if len(short) > 3 else SAME_SENSE_SHARE_SHORT)  # noqa: PLR2004
