"""Candidates of a paper that are parts of others: fragments of longer phrases, and parts of the paper's own name."""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from papertrace.counting.joining import FACTOR, Hashes, find_places, hash_whole, mix
from papertrace.counting.numbering import steps_of
from papertrace.model.papers.candidate import KINDS, CandidateColumns, CandidateKind, Candidates, join_words
from papertrace.resolve.concepts.names.identities import Groups
from papertrace.resolve.concepts.vocabulary import Term

Ints = NDArray[np.int64]

_PHRASE = CandidateKind.PHRASE


class OwnNames:
    """The names of a paper's own system: with their parts, their long forms, and phrases that contain them."""

    __slots__ = ("_longs", "_names", "_words")

    def __init__(self, paper: Candidates) -> None:
        # For the paper on LASP-2, "LASP" is as much an own name as "LASP-2H".
        names = {name.casefold().rstrip("0123456789. ") or name for name in paper.own_names}
        self._names = [f" {name} " for name in names]
        self._words = {name for name in names if " " not in name}
        self._longs = {join_words(long) for short, long in paper.definitions if short.casefold() in self._words}

    def has(self, term: Term, forms: Iterable[tuple[CandidateKind, str]]) -> bool:
        """Return whether a term is such a name, a part of one (but not an ordinary word), or a phrase with one.

        `forms` are the kinds and keys that it has in the paper.
        """
        if not self._names:
            return False
        for kind, key in forms:
            folded = key.casefold()
            if kind is not _PHRASE and any(f" {folded} " in name for name in self._names):
                return True
            if not self._words.isdisjoint(folded.split(" ")):
                return True
        return term.identity in self._longs


def find_own(groups: Groups, at: Ints, terms: Sequence[Term]) -> list[bool]:
    """Return which terms are names of their papers' own systems, given the group of each; no other paper has these."""
    named = np.array([bool(names) for names in groups.columns.own_names], dtype=np.bool_)  # Most name no system.
    is_single = np.array([term.df == 1 for term in terms], dtype=np.bool_)
    chosen = np.flatnonzero(named[groups.papers[at]] & is_single)
    found = [False] * len(terms)
    own, last = None, -1
    for i, paper, forms in zip(
        chosen.tolist(), groups.papers[at[chosen]].tolist(), groups.forms_of(at[chosen]), strict=True
    ):
        if own is None or paper != last:
            own, last = OwnNames(groups.columns[paper]), paper
        found[i] = own.has(terms[i], forms)
    return found


class Phrases:
    """The phrases of a paper, which may begin with a word."""

    __slots__ = ("_joined",)

    def __init__(self, paper: Candidates) -> None:
        self._joined = "\n ".join(["", *[f"{key} " for key, _ in paper.find_keys(_PHRASE)], ""])

    def begin_with(self, word: str) -> bool:
        """Return whether a word is followed by another one of a phrase."""
        return f" {word} " in self._joined.replace(f" {word} \n", "")


def find_fragments(groups: Groups, at: Ints, terms: Sequence[Term]) -> list[bool]:
    """Return which terms, given the group of each, are only a fragment of a longer phrase of their papers.

    These are phrases that no other paper has, and not the long form of an acronym. The last words of a phrase are a
    term of their own ("loop fusion" in "greedy loop fusion"); the first ones are not, unless they also occur before
    something else. A part of an acronym's long form never is.
    """
    found = [False] * len(terms)
    chosen = [i for i, one in enumerate(terms) if one.df == 1 and one.kind is _PHRASE and not one.is_acronym]
    if not chosen:
        return found
    of_terms, definitions = at[chosen], groups.columns.definitions
    papers, n = groups.papers[of_terms], groups.n[of_terms]
    keys = [terms[i].key for i in chosen]
    anywhere, inside = _count_longer(groups.columns, papers, keys)
    is_long = np.array([key.count(" ") > 1 for key in keys], dtype=np.bool_)
    is_part = (n <= np.where(is_long, anywhere, inside)) | (~groups.final[of_terms] & (n == 1))
    for i, key, paper, part in zip(chosen, keys, papers.tolist(), is_part.tolist(), strict=True):
        found[i] = part or any(f" {key} " in f" {long} " for _, long in definitions[paper])
    return found


def _count_longer(columns: CandidateColumns, papers: Ints, keys: Sequence[str]) -> tuple[Ints, Ints]:
    """Return how often the commonest longer phrase around a key occurs in its paper, and the same before its end."""
    rows, texts = columns.rows, columns.rows.texts
    phrases = np.flatnonzero((rows.kinds == KINDS.index(_PHRASE)) & (rows.sizes > 2))  # noqa: PLR2004
    words = [key.split(" ") for key in keys]
    asked = hash_whole(list(chain.from_iterable(words)))
    codes = mix(texts.hashes)
    sizes = np.fromiter(map(len, words), np.int64, len(words))
    wanted = mix(papers.astype(np.uint64))
    for at, place in steps_of(np.cumsum(sizes) - sizes, sizes):
        wanted[at] = wanted[at] * FACTOR + asked[place]
    parts: list[Hashes] = []
    whose: list[Ints] = []
    ends: list[NDArray[np.bool_]] = []
    for first in range(int(rows.sizes[phrases].max(initial=0)) - 1):
        hashes = mix(rows.papers[phrases].astype(np.uint64))
        begins, left = rows.begins[phrases] + first, rows.sizes[phrases] - first
        for n_words, (at, place) in enumerate(steps_of(begins, left), start=1):
            hashes[at] = hashes[at] * FACTOR + codes[texts.ids[place]]
            inner = at[(left[at] > n_words) | (first > 0)] if n_words > 1 else at[:0]
            parts.append(hashes[inner])
            whose.append(phrases[inner])
            ends.append(left[inner] == n_words)
    if not parts:
        return np.zeros((2, len(keys)), dtype=np.int64)[0], np.zeros(len(keys), dtype=np.int64)
    part, row, is_end = np.concatenate(parts), np.concatenate(whose), np.concatenate(ends)
    of_rows = part ^ mix(row.astype(np.uint64))
    is_end |= find_places(of_rows, np.unique(of_rows[is_end])) >= 0
    counts = []
    for chosen in (np.arange(part.size), np.flatnonzero(~is_end)):
        distinct, group = np.unique(part[chosen], return_inverse=True)
        most = np.zeros(distinct.size + 1, dtype=np.int64)
        np.maximum.at(most, group, rows.n[row[chosen]])
        counts.append(most[find_places(wanted, distinct)])  # the last one, 0, where there is none
    return counts[0], counts[1]
