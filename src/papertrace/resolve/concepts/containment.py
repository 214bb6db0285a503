"""Candidates of a paper that are parts of others: fragments of longer phrases, and parts of the paper's own name."""

from collections.abc import Iterable

from papertrace.model.papers.candidate import CandidateKind, Candidates, join_words
from papertrace.resolve.concepts.vocabulary import Term

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


class Phrases:
    """The phrases of a paper, in which others may be contained."""

    __slots__ = ("_joined", "_n")

    def __init__(self, paper: Candidates) -> None:
        items = paper.find_keys(_PHRASE)
        self._n = dict(items)
        self._joined = "\n ".join(["", *[f"{key} " for key in self._n], ""])

    def around(self, key: str) -> list[tuple[str, int]]:
        """Return the longer phrases that contain a key with blanks around it, and how often they occur."""
        # Most are in none, which a search in one string finds out soonest.
        joined, found = self._joined, []
        at = joined.find(key)
        while at >= 0:
            end = joined.index("\n", at)
            longer = joined[joined.rindex("\n", 0, at) + 1 : end]
            if longer != key:
                found.append((longer, self._n[longer[1:-1]]))
            at = joined.find(key, end)
        return found

    def begin_with(self, word: str) -> bool:
        """Return whether a word is followed by another one of a phrase."""
        return f" {word} " in self._joined.replace(f" {word} \n", "")


def may_be_fragment(term: Term) -> bool:
    """Return whether a term is a phrase of this paper alone and not the long form of an acronym, as fragments are."""
    return term.df == 1 and term.kind is _PHRASE and not term.is_acronym


def is_fragment(term: Term, n: int, phrases: Phrases, longs: list[str], *, is_final: bool) -> bool:
    """Return whether a phrase found in this paper alone, `n` times, is only a fragment of a longer one.

    The last words of a phrase are a term of their own ("loop fusion" in "greedy loop fusion"); the first ones are not,
    unless they also occur before something else. A part of an acronym's long form never is.
    """
    key = f" {term.key} "
    if (not is_final and n == 1) or any(key in long for long in longs):
        return True
    is_long = term.key.count(" ") > 1
    return any(n <= n_longer and (is_long or not longer.endswith(key)) for longer, n_longer in phrases.around(key))
