"""The terms of papers, as the graph takes them, of words given by a test."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from papertrace.background import load_background
from papertrace.engine import Engine
from papertrace.extract.text.columns import demote_function_words
from papertrace.extract.text.tokens import Shape, Tokens, clean_text, tokenize
from papertrace.graph.pairs.texts import TermCounter, TermCounts
from papertrace.model import Paper
from papertrace.model.terms import BEGINS, CONTINUES, ENDS, WordColumns


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


MAX_CHARACTERS = 40_000
ROLES = {
    shape: {Shape.STOP: 0, Shape.OF: CONTINUES, Shape.NUMBER: ENDS | CONTINUES}.get(shape, BEGINS | ENDS | CONTINUES)
    for shape in Shape
}
"""The roles of a word of each shape."""

_ROLES_BY_LETTER = bytes.maketrans("".join(ROLES).encode(), bytes(ROLES.values()))


class TextWords(NamedTuple):
    """The words of a text in order, as parallel sequences.

    `words` are normal forms, in which case does not matter. `roles` has the roles of each word. `joined` is 1 for a
    word that a phrase may join to the next one, and 0 otherwise, as for the last.
    """

    words: Sequence[str]
    roles: bytes
    joined: bytes


class _Gaps(dict[str, bool]):
    """Whether a phrase may run across a gap between two words: a blank, a hyphen, and nothing between characters."""

    def __missing__(self, gap: str) -> bool:
        return gap.isspace()


_GAPS = _Gaps({" ": True, "-": True})
_GAPS_UNSPACED = _Gaps({" ": True, "-": True, "": True})


def read_words(title: str, abstract: str) -> tuple[TextWords, TextWords]:
    """Return the words of title and abstract, from which phrases are counted: without stop words but "of" inside."""
    in_title, in_abstract = (tokenize(clean_text(text[:MAX_CHARACTERS])) for text in (title, abstract))
    demote_function_words(in_title, in_abstract)
    return describe_tokens(in_title), describe_tokens(in_abstract)


def describe_tokens(tokens: Tokens) -> TextWords:
    """Return the words that tokens are, with the roles that follow from their shapes."""
    shapes = "".join(tokens.shapes)
    gaps = _GAPS_UNSPACED if Shape.CHARACTER in shapes else _GAPS
    joined = bytes(map(gaps.__getitem__, tokens.parts[2:-1:2])) + b"\0" if shapes else b""
    return TextWords(tokens.folds, shapes.encode().translate(_ROLES_BY_LETTER), joined)


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
