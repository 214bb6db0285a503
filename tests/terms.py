"""The terms of papers, as the graph takes them, of words given by a test."""

from collections.abc import Iterable, Iterator

from papertrace.engine import Engine
from papertrace.graph.pairs.terms import TermCounter, TermCounts
from papertrace.model import Paper
from papertrace.model.terms import BEGINS, CONTINUES, ENDS, TextWords


def plain_words(text: str) -> TextWords:
    """Return the words of a text without stop words or punctuation; no phrase joins them."""
    words = text.split()
    return TextWords(words, bytes([BEGINS | ENDS | CONTINUES] * len(words)), bytes(len(words)))


def count_titles(papers: Iterable[Paper], _: Engine | None = None) -> Iterator[TermCounts]:
    """Yield the words of titles, which are all that these papers have."""
    counter = TermCounter()
    for paper in papers:
        counter.add(plain_words(paper.title), plain_words(""), paper.concepts, paper.title)
    yield counter.finish()


def spell_phrases(text: TextWords) -> Iterator[str]:
    """Yield the words and the phrases of two and three words of a text, one by one: a witness for the counter."""
    words = [word if word.islower() else word.casefold() for word in text.words]
    for i, role in enumerate(text.roles):
        if not role & BEGINS:
            continue
        yield words[i]
        for j in range(i + 1, min(len(words), i + 3)):
            if not text.joined[j - 1] or not text.roles[j] & CONTINUES:
                break
            if text.roles[j] & ENDS:
                yield " ".join(words[i : j + 1])
