"""The terms of papers, as the graph takes them, of words given by a test."""

from collections.abc import Iterable, Iterator

import numpy as np

from papertrace.background import load_background
from papertrace.engine import Engine
from papertrace.graph.pairs.texts.term_counts import TermCounts
from papertrace.graph.pairs.texts.terms import TermCounter
from papertrace.model import Paper
from papertrace.model.terms import BEGINS, CONTINUES, ENDS, TextWords, WordColumns


def count_titles(papers: Iterable[Paper], _: Engine | None = None) -> Iterator[TermCounts]:
    """Yield the words of titles, which are all that these papers have: no stop words, and no phrase joins them."""
    papers = list(papers)
    texts = [paper.title.split() for paper in papers]
    vocabulary = sorted({word.casefold() for words in texts for word in words})
    words = np.array([vocabulary.index(word.casefold()) for words in texts for word in words], dtype=np.int32)
    ends_of_papers = np.cumsum([0, *map(len, texts)])
    rows = np.array([load_background().row(word) for word in vocabulary], dtype=np.int32)
    counter = TermCounter(
        WordColumns(
            vocabulary=vocabulary,
            rows_of_vocabulary=rows,
            words=words,
            roles=np.full(words.size, BEGINS | ENDS | CONTINUES, dtype=np.uint8),
            joined=np.zeros(words.size, dtype=np.uint8),
            ends=np.repeat(ends_of_papers, 2)[1:],
            rows=rows[words],
            ends_of_rows=ends_of_papers,
        )
    )
    for paper in papers:
        counter.add_concepts(paper.concepts)
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
