"""What all spellings of a concept have in common: the identity by which papers share it."""

import re
from collections.abc import Mapping
from functools import lru_cache

from papertrace.model.candidate import Candidate, CandidateKind, Candidates
from papertrace.resolve.acronyms import AcronymTable, is_same_sense

MIN_STEM = 4
# Noun, adjective and verb of one head: sparsity and sparse, quantization and quantized, pruning and prune.
_HEAD_ENDINGS = (
    ("ization", "iz"),
    ("izing", "iz"),
    ("ized", "iz"),
    ("ize", "iz"),
    ("elism", "el"),
    ("sity", "s"),
    ("se", "s"),
    ("ing", ""),
    ("ed", ""),
    ("e", ""),
)
_ENDINGS_BY_LETTER = {letter: tuple(pair for pair in _HEAD_ENDINGS if pair[0].endswith(letter)) for letter in "ngdemy"}
_CAMEL = re.compile(r"(?:[A-Z][a-z]{3,})(?:[A-Z][a-z]{3,})+\Z")


def join_words(*words: str) -> str:
    """Return the identity of a phrase: no case, no spaces, and of its head only the stem.

    >>> join_words("block", "sparsity") == join_words("block sparse"), join_words("data", "parallelism")
    (True, 'dataparallel')
    """
    return stem_head("".join(words).replace(" ", "").casefold())


def stem_head(joined: str) -> str:
    """Return words without spaces and without the ending by which their last is a noun, an adjective or a verb."""
    for ending, stem in _ENDINGS_BY_LETTER.get(joined[-1:], ()):
        if joined.endswith(ending) and len(joined) - len(ending) >= MIN_STEM:
            return joined.removesuffix(ending) + stem
    return joined


@lru_cache(maxsize=1 << 18)
def _join_plain(key: str) -> str:
    return stem_head(key.replace(" ", ""))


def identity_of(key: str, kind: CandidateKind, longs: Mapping[str, str]) -> str:
    """Return what all variants of a candidate have in common.

    Spaces go, so that "data set" and "dataset" agree; case goes except for names whose capitals do not merely
    part words: BLaST and BLAST differ, FlashAttention and Flash Attention do not. `longs` maps acronyms to long
    forms; within a phrase each acronym is replaced.

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
            return _join_plain(key)  # Acronyms have capitals.
        return join_words(*[longs.get(word, word) for word in key.split(" ")])
    long = longs.get(key)
    if long is not None:
        return join_words(long)
    joined = key.replace(" ", "")
    return joined.casefold() if _CAMEL.match(joined) else key


def identify(paper: Candidates, acronyms: AcronymTable) -> dict[str, list[Candidate]]:
    """Group the candidates of a paper by identity, in order of first place.

    What the paper itself defines goes before what the corpus says of an acronym.
    """
    longs = acronyms.dominant
    if paper.definitions:
        own = dict(reversed(paper.definitions))
        longs = {**longs, **{s: acronyms.dominant[s] if _agree(acronyms, s, own[s]) else own[s] for s in own}}
    groups: dict[str, list[Candidate]] = {}
    same = acronyms.same
    for item in paper.items:
        identity = identity_of(item.key, item.kind, longs)
        groups.setdefault(same.get(identity, identity) if same else identity, []).append(item)
    return groups


def _agree(acronyms: AcronymTable, short: str, long: str) -> bool:
    dominant = acronyms.dominant.get(short)
    return dominant is not None and is_same_sense(short, dominant, long)
