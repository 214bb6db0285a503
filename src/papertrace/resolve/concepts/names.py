"""Names of concepts: acronyms, spellings, labels, and which of them are one.

An acronym is merged with its long form only if one sense dominates or the text itself defines it: PCA, SP, EP, DP and
PP have two senses in a single listing.

Capitals alone do not divide concepts (MoE, MOE), unless several papers have named their own systems so (SED, SeD). A
spelling is not merged with a word of general English: RAG is not rag.
"""

import re
from collections import ChainMap, Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papertrace.background import load_background
from papertrace.counting import Hashes, LargeCounter, Recurrence, find_places, group_by_first, hash_whole, mix
from papertrace.model.papers.candidate import (
    KINDS,
    CandidateColumns,
    CandidateKind,
    CandidateRows,
    join_plain,
    join_words,
    spread,
    strip_accents,
)

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

TITLE_SHARE = 4  # Titles capitalise terms; a term capitalised four times as often as not is a name.
_WORD = re.compile(r"[^\W\d_]+")
_PLURALS = (("ices", "ix"), ("ies", "y"), ("yses", "ysis"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("s", ""))
_SINGULARS = ("ss", "us", "is", "ics")


def choose_label(surfaces: Mapping[str, int]) -> str:
    """Return the spelling to display, given the number of papers that print each one.

    Spellings that differ only in number, hyphens or title capitals are grouped, and of the commonest group the
    lower-case singular is returned if it is printed at all. Ties are broken by the fewest capitals, then
    alphabetically.

    >>> choose_label({"Tensor Cores": 4, "tensor core": 1, "tensor cores": 2, "TC": 3})
    'tensor core'
    >>> choose_label({"Markov chains": 3, "MoE": 2})
    'Markov chains'
    """
    lowered = {surface: _lower_titled(surface) for surface in surfaces}
    groups: dict[str, list[str]] = {}
    for surface, low in lowered.items():
        groups.setdefault(_singular(low).replace("-", " "), []).append(surface)

    def total(spellings: list[str]) -> int:
        return sum(map(surfaces.__getitem__, spellings))

    best = next(iter(groups))
    if len(groups) > 1:
        best = min(groups, key=lambda group: (-total(groups[group]), _count_capitals(group), group))
    spellings = groups[best]
    if len(spellings) == 1:
        return spellings[0]
    lower = [s for s in spellings if lowered[s] == s]
    if lower and TITLE_SHARE * total(lower) >= total(spellings):
        spellings = lower
    return min(spellings, key=lambda s: (_singular(s) != s, -surfaces[s], _count_capitals(s), s))


def _count_capitals(text: str) -> int:
    return 0 if text.islower() else sum(map(str.isupper, text))


def fold_label(text: str) -> str:
    """Return what labels of one concept have in common: capitals, blanks, hyphens, accents and number aside.

    >>> [fold_label(text) for text in ("KV-Caches", "kv cache", "GPUs", "Erdős graph", "C++")]
    ['kvcach', 'kvcach', 'gpu', 'erdosgraph', 'c++']
    """
    if len(text) > 2 and text.endswith("s") and text[-2].isupper():  # noqa: PLR2004
        text = text[:-1]
    folded = strip_accents("".join(_singular(text).casefold().replace("-", " ").replace("_", " ").split()))
    return folded.removesuffix("e") if folded.endswith("che") else folded


def _lower_titled(surface: str) -> str:
    """Convert the capitalised words of a spelling to lower case, leaving words of other shapes unchanged."""
    if surface.islower():
        return surface
    return _WORD.sub(lambda m: m.group().lower() if m.group().istitle() else m.group(), surface)


def _singular(surface: str) -> str:
    if not surface.endswith("s") or surface.endswith(_SINGULARS):
        return surface
    plural, singular = next(one for one in _PLURALS if surface.endswith(one[0]))
    return surface.removesuffix(plural) + singular


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


_MAX_CACHED = 1 << 16
_CAMEL = re.compile(r"(?:[A-Z][a-z]{3,})(?:[A-Z][a-z]{3,})+\Z")


def identity_of(key: str, kind: CandidateKind, longs: Mapping[str, str]) -> str:
    """Return the identity that all variants of a candidate have in common.

    Spaces are dropped, so that "data set" and "dataset" agree; case is dropped except for names whose capitals do more
    than separate words: BLaST and BLAST differ, FlashAttention and Flash Attention do not. `longs` maps acronyms to
    long forms; each acronym in a phrase is expanded.

    >>> longs = {"KV": "key value"}
    >>> identity_of("KV cache", CandidateKind.PHRASE, longs)
    'keyvaluecach'
    >>> identity_of("BLaST", CandidateKind.NAME, longs), identity_of("FlashAttention", CandidateKind.NAME, longs)
    ('BLaST', 'flashattention')
    """
    if kind is CandidateKind.WORD:
        return key
    if kind is CandidateKind.PHRASE:
        if key.islower():
            return join_plain(key)
        return join_words(*[longs.get(word, word) for word in key.split(" ")])
    long = longs.get(key)
    if long is not None:
        return join_words(long)
    joined = key.replace(" ", "")
    return joined.casefold() if _CAMEL.match(joined) else strip_accents(key)


def identities_of(papers: CandidateColumns, acronyms: AcronymTable, chosen: Ints | None = None) -> list[str]:
    """Return the identities of rows of papers, of all by default, by which spellings that mean the same are one."""
    rows, canonical = papers.rows, acronyms.canonical
    meant = meanings_of(papers, acronyms)
    of_meant = np.cumsum(~rows.are_plain) - 1
    chosen = np.arange(rows.kinds.size) if chosen is None else chosen
    found = [
        join_plain(key) if is_plain else meant[number]
        for key, is_plain, number in zip(
            rows.keys_of(chosen), rows.are_plain[chosen].tolist(), of_meant[chosen].tolist(), strict=True
        )
    ]
    return [canonical.get(identity, identity) for identity in found] if canonical else found


def hash_identities(papers: CandidateColumns, acronyms: AcronymTable) -> Hashes:
    """Return the hashes of the identities of all rows of papers; most are known without the texts."""
    hashes = papers.rows.hashes.copy()
    hashes[~papers.rows.are_plain] = hash_whole(meanings_of(papers, acronyms))
    return _merge_spellings(hashes, acronyms)


def _merge_spellings(hashes: Hashes, acronyms: AcronymTable) -> Hashes:
    canonical = acronyms.canonical
    if not canonical:
        return hashes
    at = find_places(hashes, hash_whole(list(canonical)))
    return np.where(at < 0, hashes, hash_whole(list(canonical.values()))[at])


def meanings_of(papers: CandidateColumns, acronyms: AcronymTable) -> list[str]:
    """Return the identities of the rows of papers where they depend on the meanings of acronyms.

    A paper's own definition of an acronym takes precedence over that of the corpus.
    """
    rows = papers.rows
    at = np.flatnonzero(~rows.are_plain)
    if len(papers.meant) == at.size:
        return papers.meant
    keys, kinds, whose = rows.keys_of(at), rows.kinds[at].tolist(), rows.papers[at]
    found = [_cached_identity(key, KINDS[kind], acronyms) for key, kind in zip(keys, kinds, strict=True)]
    for number, definitions in enumerate(papers.definitions):
        own = dict(reversed(definitions))
        meant = {s: long for s, long in own.items() if not _agree(acronyms, s, long)}
        if meant:
            longs = ChainMap(meant, acronyms.dominant)  # type: ignore[arg-type]  # nothing is written to it
            for i in range(*np.searchsorted(whose, (number, number + 1)).tolist()):
                if not meant.keys().isdisjoint(keys[i].split(" ")):
                    found[i] = identity_of(keys[i], KINDS[kinds[i]], longs)
    return found


def _cached_identity(key: str, kind: CandidateKind, acronyms: AcronymTable) -> str:
    """Return an identity under the corpus's acronyms, cached because three passes need each of them."""
    cache = acronyms.identities
    identity = cache.get((key, kind))
    if identity is None:
        if len(cache) >= _MAX_CACHED:
            cache.clear()
        identity = cache[key, kind] = identity_of(key, kind, acronyms.dominant)
    return identity


class Groups(NamedTuple):
    """The candidates of papers, grouped by paper and identity; of each paper in order of the first of each group.

    Group `i` is in the paper `papers[i]`, its identity has the hash `hashes[i]`, and it has the candidates
    `members[starts[i]]` to before `members[starts[i + 1]]` of `rows`, which are those of `columns` and then single
    words. The other columns are those of `Candidate` for all candidates of a group together.
    """

    columns: CandidateColumns
    acronyms: AcronymTable
    rows: CandidateRows
    hashes: Hashes
    papers: Ints
    members: Ints
    starts: Ints
    n: Ints
    in_title: Bools
    first: Ints
    final: Bools

    @property
    def sizes(self) -> Ints:
        """The number of candidates of each group."""
        return self.starts[1:] - self.starts[:-1]

    @property
    def firsts(self) -> Ints:
        """The first row of each group."""
        return self.members[self.starts[:-1]]

    def identities_of(self, chosen: Ints) -> list[str]:
        """Return the identities of some groups."""
        firsts, n_rows = self.firsts[chosen], self.columns.rows.kinds.size
        is_word = firsts >= n_rows
        keys = iter(self.rows.keys_of(firsts[is_word]))
        others = iter(identities_of(self.columns, self.acronyms, firsts[~is_word]))
        canonical = self.acronyms.canonical
        return [canonical.get(key := next(keys), key) if word else next(others) for word in is_word.tolist()]

    def members_of(self, chosen: Ints) -> tuple[Ints, list[tuple[int, int]]]:
        """Return the rows of some groups, and those of each among these: in order of occurrence, single words last."""
        at, ends = spread(self.starts[chosen], self.sizes[chosen])
        return self.members[at], list(pairwise([0, *ends.tolist()]))

    def forms_of(self, chosen: Ints) -> list[list[tuple[CandidateKind, str]]]:
        """Return the kinds and keys of the candidates of some groups."""
        members, bounds = self.members_of(chosen)
        kinds = [KINDS[kind] for kind in self.rows.kinds[members].tolist()]
        forms = list(zip(kinds, self.rows.keys_of(members), strict=True))
        return [forms[i:j] for i, j in bounds]

    def surfaces_of(self, chosen: Ints) -> list[tuple[str, ...]]:
        """Return the spellings of some groups, those of each candidate in order of first occurrence."""
        members, bounds = self.members_of(chosen)
        surfaces = self.rows.surfaces_of(members)
        return [
            surfaces[i] if j == i + 1 else tuple(dict.fromkeys(chain.from_iterable(surfaces[i:j]))) for i, j in bounds
        ]


def group_candidates(papers: CandidateColumns, acronyms: AcronymTable, wanted: Container[str]) -> Groups:
    """Group the candidates of papers by identity; `wanted` are the keys of the single ordinary words to include."""
    words = find_words(papers, wanted)
    rows = papers.rows.join(words)
    hashes = np.concatenate((hash_identities(papers, acronyms), _merge_spellings(words.hashes, acronyms)))
    whose = rows.papers
    _, firsts, groups = np.unique(hashes ^ mix(whose.astype(np.uint64)), return_index=True, return_inverse=True)
    ranks = np.empty(firsts.size, dtype=np.int64)
    order = np.lexsort((firsts, whose[firsts]))
    ranks[order] = np.arange(firsts.size)
    firsts, groups = firsts[order], ranks[groups]
    members = np.argsort(groups, kind="stable")
    starts = np.searchsorted(groups[members], np.arange(firsts.size + 1))

    def unite(how: np.ufunc, column: NDArray[Any]) -> NDArray[Any]:
        return how.reduceat(column[members], starts[:-1]) if firsts.size else column

    return Groups(
        papers,
        acronyms,
        rows,
        hashes[firsts],
        whose[firsts],
        members,
        starts,
        unite(np.add, rows.n),
        unite(np.logical_or, rows.in_title),
        unite(np.minimum, rows.first),
        unite(np.logical_or, rows.final),
    )


def find_words(papers: CandidateColumns, wanted: Container[str]) -> CandidateRows:
    """Return the single words with a wanted key, of each paper in order of first occurrence."""
    texts, n_tokens = papers.rows.texts, papers.word_starts[-1]
    is_wanted = np.fromiter(map(wanted.__contains__, texts.keys), np.bool_, len(texts.keys))
    at = np.flatnonzero(is_wanted[texts.ids[:n_tokens]] & papers.are_words[:n_tokens])
    ids, starts = texts.ids[at], np.array(papers.word_starts)
    hashes = mix(texts.hashes)[ids]
    whose = np.searchsorted(starts, at, side="right") - 1
    firsts, rows, n = group_by_first(hashes ^ mix(whose.astype(np.uint64)))
    spellings, _, _ = group_by_first(rows * max(1, len(texts.keys)) + ids)
    further: dict[int, list[int]] = {}
    for row, begin in zip(rows[spellings].tolist(), at[spellings].tolist(), strict=True):
        further.setdefault(row, []).append(begin)
    whose = whose[firsts]
    first = at[firsts] - starts[whose]
    ones = np.ones(firsts.size, dtype=np.int64)
    return CandidateRows(
        texts,
        np.full(firsts.size, KINDS.index(CandidateKind.WORD), np.uint8),
        at[firsts],
        ones,
        {row: begins[1:] for row, begins in further.items() if len(begins) > 1},
        n,
        first < np.array(papers.n_title, dtype=np.int64)[whose],
        first,
        ones > 0,
        ones == 0,
        hashes[firsts],
        whose,
    )


def _agree(acronyms: AcronymTable, short: str, long: str) -> bool:
    dominant = acronyms.dominant.get(short)
    return dominant is not None and is_same_sense(short, dominant, long)


MIN_ZIPF = 1.0  # of a word that general English has
"""Spellings that are compared; some 150 bytes each, and a million papers have more."""


@dataclass(slots=True)
class Spellings:
    """The names, and the phrases with capitals, of a corpus, by key and kind, and those that papers give themselves.

    `plain` are the hashes of the phrases in lower case, without their blanks.
    """

    keys: LargeCounter[tuple[str, CandidateKind]] = field(default_factory=_COUNTER)
    own: LargeCounter[str] = field(default_factory=_COUNTER)
    plain: Recurrence = field(default_factory=Recurrence)

    def add(self, papers: CandidateColumns) -> None:
        """Count the spellings of more papers."""
        rows = papers.rows
        others = (~rows.are_plain).nonzero()[0]
        kinds = [KINDS[kind] for kind in rows.kinds[others].tolist()]
        self.keys.update(zip(rows.keys_of(others), kinds, strict=True))
        for names in papers.own_names:
            own: dict[str, str] = {}
            for name in sorted(names):
                own.setdefault(fold_label(name), name)  # A paper that spells its own name in two ways has one system.
            self.own.update(own.values())
        self.plain.add(papers.joined[rows.are_plain].tolist())

    def merge(self, other: "Spellings") -> None:
        """Add the spellings of papers that were counted apart."""
        self.keys.merge(other.keys)
        self.own.merge(other.own)
        self.plain.merge(other.plain)

    def settle(self) -> Counter[tuple[str, CandidateKind]]:
        """Return the spellings of the most papers."""
        return self.keys.settle(_MAX_ENTRIES)

    def resolve(self, longs: Mapping[str, str]) -> dict[str, str]:
        """Return the identities that are another spelling of one, and that one, given the long forms of acronyms."""
        keys, own = self.settle(), self.own.settle(_MAX_ENTRIES)
        groups: dict[str, list[tuple[str, CandidateKind]]] = {}
        for key, kind in keys:
            groups.setdefault(_fold(key, kind), []).append((key, kind))
        folds = dict(zip(hash_whole(list(groups)).tolist(), groups, strict=True))
        plain = {join_plain(folds[number]) for number in self.plain.find_present(folds)}
        merged: dict[str, str] = {}
        for fold, spellings in sorted(groups.items()):
            if len(spellings) == 1 and fold not in plain and join_words(fold) not in plain:
                continue
            names = [one for one in spellings if one[1] is not CandidateKind.PROPER]
            if not names and _is_english(fold):
                names = spellings  # capitalised words that differ in number: Chinese, Chineses
            if not names or sum(own[key] > 0 for key, _ in names) > 1:
                continue
            is_english = _is_english(fold)
            identities = {identity_of(*one, longs) for one in (names if is_english else spellings)}
            if len(identities) == 1 and fold not in plain and join_words(fold) not in plain:
                continue
            target = _choose(fold, names, keys, longs, is_english=is_english)
            if not is_english:
                identities |= {fold, *(join_words(fold_label(key)) for key, kind in names if kind is _PHRASE)}
            merged |= {identity: target for identity in sorted(identities) if identity != target}
        return merged


def _choose(
    fold: str,
    names: list[tuple[str, CandidateKind]],
    keys: Counter[tuple[str, CandidateKind]],
    longs: Mapping[str, str],
    *,
    is_english: bool,
) -> str:
    """Return the identity of a group: that of a long form if a spelling has one, else the fold if it is safe."""
    expanded = [one for one in names if not longs.keys().isdisjoint(one[0].split(" "))]
    if not expanded and not is_english:
        phrases = sorted(join_words(fold_label(key)) for key, kind in names if kind is _PHRASE)
        return phrases[0] if phrases else fold
    best = min(expanded or names, key=lambda one: (-keys[one], one[1] is not _PHRASE, one))
    return identity_of(*best, longs)


def find_namesakes(names: Iterable[tuple[str, CandidateKind]]) -> frozenset[str]:
    """Return the folds of names that are words of general English as well: MIND."""
    folds = {fold_label(key) for key, kind in names if kind is CandidateKind.NAME}
    return frozenset(filter(_is_english, folds))


def _fold(key: str, kind: CandidateKind) -> str:
    """Return what the spellings of a key have in common; the number only of phrases, as SARS is not a plural."""
    return fold_label(key.casefold() if kind is _PHRASE else key)


def _is_english(fold: str) -> bool:
    found = load_background().find(fold)
    return found is not None and found.zipf >= MIN_ZIPF
