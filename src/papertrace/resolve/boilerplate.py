"""Text that recurs from paper to paper: publishers' lines, notices, comments of bots. It says nothing of any paper.

A sentence recurs if three papers or more have it, whatever its numbers; so does what stands between two sentences that
follow one another in three papers or more, such as the list in a bot's comment. A text that has hardly anything else
is left alone: it is a paper that the listing prints several times.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from papertrace.counting import Recurrence, hash_sentences, hash_text

MIN_PAPERS = 3
MAX_SENTENCES = 100_000  # that recur, of which those of the most papers are set aside
MAX_TEXTS = 100_000  # with such sentences that are known by their hashes; if there are more, all are searched
MAX_GAP = 20  # sentences between two that recur together
MAX_SHARE = 0.8  # of the sentences of a paper

Spans = Sequence[tuple[int, int]]


class Boilerplate:
    """The recurring sentences of a corpus, found in one pass over its texts."""

    def __init__(self) -> None:
        """Start without texts."""
        self._recurrence = Recurrence()
        self._hashes = array("Q")
        self._ends = array("Q")
        self._texts = array("Q")
        self._recurring_texts: frozenset[int] | None = frozenset()
        self._sentences: frozenset[int] = frozenset()
        self._pairs: frozenset[tuple[int, int]] = frozenset()

    def add(self, text: str, spans: Spans) -> None:
        """Count the sentences of one more paper, given their offsets."""
        hashes = hash_sentences(text, spans)
        self._recurrence.add(set(hashes))
        self._hashes.extend(hashes)
        self._ends.append(len(self._hashes))
        self._texts.append(hash_text(text))

    def merge(self, other: "Boilerplate") -> None:
        """Add the sentences of papers that were counted apart."""
        self._recurrence.merge(other._recurrence)  # noqa: SLF001 - of this class
        offset = len(self._hashes)
        self._hashes.extend(other._hashes)  # noqa: SLF001
        self._ends.extend([offset + end for end in other._ends])  # noqa: SLF001
        self._texts.extend(other._texts)  # noqa: SLF001

    def finish(self) -> None:
        """Find the recurring sentences, after the last paper."""
        self._sentences = self._recurrence.find_recurring(MIN_PAPERS, MAX_SENTENCES)
        pairs: Counter[tuple[int, int]] = Counter()
        texts: list[int] = []
        if self._sentences:
            for text, hashes in zip(self._texts, self._papers(), strict=True):
                if recurring := [number for number in hashes if number in self._sentences]:
                    pairs.update(set(pairwise(recurring)))
                    texts.append(text)
        self._pairs = frozenset(pair for pair, n in pairs.items() if n >= MIN_PAPERS)
        self._recurring_texts = frozenset(texts) if len(texts) <= MAX_TEXTS else None
        self._recurrence, self._hashes, self._ends, self._texts = Recurrence(), array("Q"), array("Q"), array("Q")

    def _papers(self) -> Iterable["array[int]"]:
        start = 0
        for end in self._ends:
            yield self._hashes[start:end]
            start = end

    @property
    def sentences(self) -> frozenset[int]:
        """The numbers of the sentences that recur, those of `hash_sentences`; known when it is finished."""
        return self._sentences

    def may_recur(self, text: str) -> bool:
        """Return whether a text that was counted may have a sentence that recurs, which few have; False is certain."""
        if self._recurring_texts is None:
            return True
        return bool(self._recurring_texts) and hash_text(text) in self._recurring_texts

    def blank(self, text: str, spans: Spans) -> str:
        """Return a text of the same length with a bar among blanks in place of every recurring sentence."""
        if not self._sentences:
            return text
        hashes = hash_sentences(text, spans)
        recurring = [i for i, number in enumerate(hashes) if number in self._sentences]
        chosen = set(recurring)
        for one, other in pairwise(recurring):
            if other - one <= MAX_GAP and (hashes[one], hashes[other]) in self._pairs:
                chosen.update(range(one, other))
        if not chosen or len(chosen) > MAX_SHARE * len(spans):
            return text
        parts, last = [], 0
        for i in sorted(chosen):
            start, end = spans[i]
            parts += [text[last:start], "¦".center(end - start)]
            last = end
        return "".join([*parts, text[last:]])
