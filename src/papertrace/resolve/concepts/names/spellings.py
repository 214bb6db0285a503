"""Spellings of one name or phrase: those that differ only in capitals, blanks, hyphens, accents or number are one.

Capitals alone do not divide concepts (MoE, MOE), unless several papers have named their own systems so (SED, SeD). A
spelling is not merged with a word of general English: RAG is not rag.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from papertrace.background import load_background
from papertrace.counting.counters import LargeCounter
from papertrace.counting.joining import hash_whole
from papertrace.counting.recurrence import Recurrence
from papertrace.model.papers.candidate import KINDS, CandidateColumns, CandidateKind, join_plain, join_words
from papertrace.resolve.concepts.names.identities import identity_of
from papertrace.resolve.concepts.names.labels import fold_label

MIN_ZIPF = 1.0  # of a word that general English has
_MAX_ENTRIES = 200_000
"""Spellings that are compared; some 150 bytes each, and a million papers have more."""
_PHRASE = CandidateKind.PHRASE


_COUNTER = partial(LargeCounter, max_held=_MAX_ENTRIES)


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
