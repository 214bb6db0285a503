"""The identity of a concept, common to all its spellings, by which papers share it."""

import re
from collections import ChainMap
from collections.abc import Container, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from papertrace.counting.numbering import Numbers, group_by_first
from papertrace.model.papers.candidate import (
    KINDS,
    CandidateColumns,
    CandidateKind,
    CandidateRows,
    join_plain,
    join_words,
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


def identities_of(papers: CandidateColumns, acronyms: AcronymTable) -> list[str]:
    """Return the identity of each row of papers, by which spellings that mean the same are one."""
    found, canonical = complete_identities(papers, acronyms), acronyms.canonical
    return [canonical.get(identity, identity) for identity in found] if canonical else found


def complete_identities(papers: CandidateColumns, acronyms: AcronymTable) -> list[str]:
    """Return the identity of each row of papers, also where it depends on the meanings of acronyms.

    A paper's own definition of an acronym takes precedence over that of the corpus.
    """
    keys, kinds = papers.keys, papers.kinds.tolist()
    found = [
        identity or _cached_identity(key, KINDS[kind], acronyms)
        for identity, key, kind in zip(papers.identities, keys, kinds, strict=True)
    ]
    for number, definitions in enumerate(papers.definitions):
        own = dict(reversed(definitions))
        meant = {s: long for s, long in own.items() if not _agree(acronyms, s, long)}
        if meant:
            longs = ChainMap(meant, acronyms.dominant)  # type: ignore[arg-type]  # nothing is written to it
            for i in papers[number].rows:
                if not papers.identities[i] and not meant.keys().isdisjoint(keys[i].split(" ")):
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

    Group `i` has the identity `identities[i]`, is in the paper `papers[i]`, and has the candidates `members[starts[i]]`
    to before `members[starts[i + 1]]` of `rows`, which are those of `columns` and then single words. The other columns
    are those of `Candidate` for all candidates of a group together.
    """

    columns: CandidateColumns
    rows: CandidateRows
    identities: list[str]
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

    def members_of(self, number: int) -> list[int]:
        """Return the rows of one group, in order of first occurrence, single words last."""
        rows: list[int] = self.members[self.starts[number] : self.starts[number + 1]].tolist()
        return rows

    def forms_of(self, number: int) -> list[tuple[CandidateKind, str]]:
        """Return the kinds and keys of the candidates of one group."""
        return [(KINDS[self.rows.kinds[i]], self.rows.keys[i]) for i in self.members_of(number)]

    def surfaces_of(self, number: int) -> tuple[str, ...]:
        """Return the spellings of one group, those of each candidate in order of first occurrence."""
        surfaces = self.rows.surfaces
        return tuple(dict.fromkeys(surface for i in self.members_of(number) for surface in surfaces[i]))


def group_candidates(papers: CandidateColumns, acronyms: AcronymTable, wanted: Container[str]) -> Groups:
    """Group the candidates of papers by identity; `wanted` are the keys of the single ordinary words to include."""
    import numpy as np

    words = find_words(papers, wanted)
    rows, canonical = papers.rows.join(words), acronyms.canonical
    identities = identities_of(papers, acronyms) + [canonical.get(key, key) for key in words.keys]
    whose = rows.papers
    numbers = Numbers()
    codes = np.fromiter(map(numbers.__getitem__, identities), np.int64, len(identities)) + whose * len(numbers)
    _, firsts, groups = np.unique(codes, return_index=True, return_inverse=True)
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
        rows,
        [identities[i] for i in firsts.tolist()],
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

    keys, tokens = papers.token_keys, papers.tokens
    is_wanted = np.fromiter(map(wanted.__contains__, keys), np.bool_, len(keys))
    at = np.flatnonzero(is_wanted[papers.token_ids] & papers.are_words)
    ids, starts = papers.token_ids[at], np.array(papers.word_starts)
    numbers = Numbers()
    of_tokens = np.fromiter(map(numbers.__getitem__, keys), np.int64, len(keys))
    whose = np.searchsorted(starts, at, side="right") - 1
    firsts, rows, n = group_by_first(of_tokens[ids] + whose * max(1, len(numbers)))
    spellings, _, _ = group_by_first(rows * max(1, len(keys)) + ids)
    surfaces: list[tuple[str, ...]] = [()] * firsts.size
    for row, token in zip(rows[spellings].tolist(), ids[spellings].tolist(), strict=True):
        surfaces[row] += (tokens[token],)
    found = [keys[token] for token in ids[firsts].tolist()]
    whose = whose[firsts]
    first = at[firsts] - starts[whose]
    kinds, final = np.full(firsts.size, KINDS.index(CandidateKind.WORD), np.uint8), np.ones(firsts.size, np.bool_)
    in_title = first < np.array(papers.n_title, dtype=np.int64)[whose]
    return CandidateRows(found, kinds, surfaces, n, in_title, first, final, found, whose)


def _agree(acronyms: AcronymTable, short: str, long: str) -> bool:
    dominant = acronyms.dominant.get(short)
    return dominant is not None and is_same_sense(short, dominant, long)
