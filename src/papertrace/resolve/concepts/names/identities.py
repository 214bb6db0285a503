"""The identity of a concept, common to all its spellings, by which papers share it."""

import re
from collections import ChainMap
from collections.abc import Container, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from papertrace.counting.numbering import Numbers
from papertrace.model.papers.candidate import (
    KINDS,
    Candidate,
    CandidateColumns,
    CandidateKind,
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
    """Return the identity of each row of papers.

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
    canonical = acronyms.canonical
    return [canonical.get(identity, identity) for identity in found] if canonical else found


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
    to before `members[starts[i + 1]]`: rows of `columns`, and after these `words`. The other columns are those of
    `Candidate` for all candidates of a group together.
    """

    columns: CandidateColumns
    words: list[Candidate]
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

    def make(self, chosen: "Ints") -> list[list[Candidate]]:
        """Return the candidates of some groups as objects, in order of first occurrence, single words last."""
        import numpy as np

        sizes, n_rows = self.sizes[chosen], len(self.columns.keys)
        ends = np.cumsum(sizes)
        places = np.arange(sizes.sum()) + np.repeat(self.starts[chosen] - ends + sizes, sizes)
        members = self.members[places]
        rows = iter(self.columns.make(members[members < n_rows]))
        made = [next(rows) if member < n_rows else self.words[member - n_rows] for member in members.tolist()]
        return [made[end - size : end] for end, size in zip(ends.tolist(), sizes.tolist(), strict=True)]


def group_candidates(papers: CandidateColumns, acronyms: AcronymTable, wanted: Container[str]) -> Groups:
    """Group the candidates of papers by identity; `wanted` are the keys of the single ordinary words to include."""
    import numpy as np

    found = papers.find_words(wanted)
    words = [word for own in found for word in own]
    canonical = acronyms.canonical
    identities = identities_of(papers, acronyms) + [canonical.get(word.key, word.key) for word in words]
    of_papers = np.repeat(np.arange(len(papers)), np.diff(papers.starts))
    whose = np.concatenate((of_papers, np.repeat(np.arange(len(papers)), list(map(len, found)))))
    numbers = Numbers()
    codes = np.fromiter(map(numbers.__getitem__, identities), np.int64, len(identities)) + whose * len(numbers)
    _, firsts, groups = np.unique(codes, return_index=True, return_inverse=True)
    ranks = np.empty(firsts.size, dtype=np.int64)
    order = np.lexsort((firsts, whose[firsts]))
    ranks[order] = np.arange(firsts.size)
    firsts, groups = firsts[order], ranks[groups]
    members = np.argsort(groups, kind="stable")
    starts = np.searchsorted(groups[members], np.arange(firsts.size + 1))

    def unite(how: np.ufunc, column: "NDArray[Any]", of_words: list[Any]) -> "NDArray[Any]":
        values = np.concatenate((column, np.array(of_words, dtype=column.dtype)))[members]
        return how.reduceat(values, starts[:-1]) if firsts.size else values

    return Groups(
        papers,
        words,
        [identities[i] for i in firsts.tolist()],
        whose[firsts],
        members,
        starts,
        unite(np.add, papers.n, [word.n for word in words]),
        unite(np.logical_or, papers.in_title, [word.in_title for word in words]),
        unite(np.minimum, papers.first, [word.first for word in words]),
        unite(np.logical_or, papers.final, [word.final for word in words]),
    )


def _agree(acronyms: AcronymTable, short: str, long: str) -> bool:
    dominant = acronyms.dominant.get(short)
    return dominant is not None and is_same_sense(short, dominant, long)
