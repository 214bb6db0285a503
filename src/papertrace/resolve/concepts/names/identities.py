"""The identity of a concept, common to all its spellings, by which papers share it."""

import re
from collections import ChainMap
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import compress

from papertrace.counting.hashing import hash_texts
from papertrace.model.papers.candidate import (
    Candidate,
    CandidateKind,
    Candidates,
    join_plain,
    join_words,
    strip_accents,
)
from papertrace.resolve.concepts.names.acronyms import AcronymTable, is_same_sense

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


def identities_of(paper: Candidates, acronyms: AcronymTable) -> list[str]:
    """Return the identity of each item of a paper.

    The paper's own definition of an acronym takes precedence over that of the corpus.
    """
    found = [item[-1] or _cached_identity(item[0], item[1], acronyms) for item in paper.items]
    if paper.definitions:
        own = dict(reversed(paper.definitions))
        meant = {s: long for s, long in own.items() if not _agree(acronyms, s, long)}
        if meant:
            longs = ChainMap(meant, acronyms.dominant)  # type: ignore[arg-type]  # nothing is written to it
            for i, item in enumerate(paper.items):
                if not item[-1] and not meant.keys().isdisjoint(item[0].split(" ")):
                    found[i] = identity_of(item[0], item[1], longs)
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
    paper: Candidates,
    acronyms: AcronymTable,
    words: AbstractSet[str] = frozenset(),
    often: AbstractSet[int] | None = None,
) -> dict[str, list[Candidate]]:
    """Group the candidates of a paper by identity: its items in order of first occurrence, then single words.

    `words` contains the keys of the single ordinary words to include; `often` the hashes (`hash_text`) of the
    identities to include, or None for all.
    """
    groups: dict[str, list[Candidate]] = {}
    identities = identities_of(paper, acronyms)
    items: Iterator[tuple[str, Candidate]] = zip(identities, paper.items, strict=True)
    if often is not None:
        items = compress(items, map(often.__contains__, hash_texts(identities)))
    for identity, item in items:
        groups.setdefault(identity, []).append(item)
    if words:
        canonical = acronyms.canonical
        for item in paper.words.candidates(words):
            groups.setdefault(canonical.get(item.key, item.key), []).append(item)
    return groups


def _agree(acronyms: AcronymTable, short: str, long: str) -> bool:
    dominant = acronyms.dominant.get(short)
    return dominant is not None and is_same_sense(short, dominant, long)
