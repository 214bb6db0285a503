"""The identity of a concept, common to all its spellings, by which papers share it."""

import re
from collections import ChainMap
from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING

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


def identify(
    papers: CandidateColumns, acronyms: AcronymTable, words: Container[str]
) -> list[dict[str, list[Candidate]]]:
    """Group the candidates of each paper by identity: its items in order of first occurrence, then single words.

    `words` contains the keys of the single ordinary words to include.
    """
    import numpy as np

    return group_rows(
        papers, identities_of(papers, acronyms), np.arange(len(papers.keys)), papers.find_words(words), acronyms
    )


def group_rows(
    papers: CandidateColumns,
    identities: Sequence[str],
    rows: "NDArray[np.int64]",
    words: Sequence[Sequence[Candidate]],
    acronyms: AcronymTable,
) -> list[dict[str, list[Candidate]]]:
    """Group some rows of papers, and some words of each, by identity."""
    items = iter(zip(rows.tolist(), papers.make(rows), strict=True))
    row, item = next(items, (len(identities), None))
    canonical = acronyms.canonical
    found: list[dict[str, list[Candidate]]] = []
    for end, own in zip(papers.starts[1:], words, strict=True):
        groups: dict[str, list[Candidate]] = {}
        while row < end and item is not None:
            groups.setdefault(identities[row], []).append(item)
            row, item = next(items, (len(identities), None))
        for word in own:
            groups.setdefault(canonical.get(word.key, word.key), []).append(word)
        found.append(groups)
    return found


def _agree(acronyms: AcronymTable, short: str, long: str) -> bool:
    dominant = acronyms.dominant.get(short)
    return dominant is not None and is_same_sense(short, dominant, long)
