"""The identity of a concept, common to all its spellings, by which papers share it."""

import re
from collections import ChainMap
from collections.abc import Container, Mapping
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from papertrace.counting.joining import Hashes, find_places, hash_whole, mix
from papertrace.counting.numbering import group_by_first
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
from papertrace.resolve.concepts.names.acronyms import AcronymTable, is_same_sense

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.int64]

_PHRASE = CandidateKind.PHRASE
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


def identities_of(papers: CandidateColumns, acronyms: AcronymTable, chosen: "Ints | None" = None) -> list[str]:
    """Return the identities of rows of papers, of all by default, by which spellings that mean the same are one."""
    import numpy as np

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
    import numpy as np

    canonical = acronyms.canonical
    if not canonical:
        return hashes
    at = find_places(hashes, hash_whole(list(canonical)))
    return np.where(at < 0, hashes, hash_whole(list(canonical.values()))[at])


def meanings_of(papers: CandidateColumns, acronyms: AcronymTable) -> list[str]:
    """Return the identities of the rows of papers where they depend on the meanings of acronyms.

    A paper's own definition of an acronym takes precedence over that of the corpus.
    """
    import numpy as np

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
    papers: "Ints"
    members: "Ints"
    starts: "Ints"
    n: "Ints"
    in_title: "Bools"
    first: "Ints"
    final: "Bools"

    @property
    def sizes(self) -> "Ints":
        """The number of candidates of each group."""
        return self.starts[1:] - self.starts[:-1]

    @property
    def firsts(self) -> "Ints":
        """The first row of each group."""
        return self.members[self.starts[:-1]]

    def identities_of(self, chosen: "Ints") -> list[str]:
        """Return the identities of some groups."""
        firsts, n_rows = self.firsts[chosen], self.columns.rows.kinds.size
        is_word = firsts >= n_rows
        keys = iter(self.rows.keys_of(firsts[is_word]))
        others = iter(identities_of(self.columns, self.acronyms, firsts[~is_word]))
        canonical = self.acronyms.canonical
        return [canonical.get(key := next(keys), key) if word else next(others) for word in is_word.tolist()]

    def members_of(self, chosen: "Ints") -> "tuple[Ints, list[tuple[int, int]]]":
        """Return the rows of some groups, and those of each among these: in order of occurrence, single words last."""
        at, ends = spread(self.starts[chosen], self.sizes[chosen])
        return self.members[at], list(pairwise([0, *ends.tolist()]))

    def forms_of(self, chosen: "Ints") -> list[list[tuple[CandidateKind, str]]]:
        """Return the kinds and keys of the candidates of some groups."""
        members, bounds = self.members_of(chosen)
        kinds = [KINDS[kind] for kind in self.rows.kinds[members].tolist()]
        forms = list(zip(kinds, self.rows.keys_of(members), strict=True))
        return [forms[i:j] for i, j in bounds]

    def surfaces_of(self, chosen: "Ints") -> list[tuple[str, ...]]:
        """Return the spellings of some groups, those of each candidate in order of first occurrence."""
        members, bounds = self.members_of(chosen)
        surfaces = self.rows.surfaces_of(members)
        return [
            surfaces[i] if j == i + 1 else tuple(dict.fromkeys(chain.from_iterable(surfaces[i:j]))) for i, j in bounds
        ]


def group_candidates(papers: CandidateColumns, acronyms: AcronymTable, wanted: Container[str]) -> Groups:
    """Group the candidates of papers by identity; `wanted` are the keys of the single ordinary words to include."""
    import numpy as np

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

    def unite(how: np.ufunc, column: "NDArray[Any]") -> "NDArray[Any]":
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
    import numpy as np

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
