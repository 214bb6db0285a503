"""Tests that distinguish titles, abstracts and page boilerplate by a single line.

Captures of paper pages have no markup: the role of a line follows from its length, its sentences and its neighbours.
These are the tests on a single line; the readers consider the neighbours.
"""

import re

# An abstract is longer than the longest titles (about 200 characters) or consists of sentences.
LONG_PROSE = 240
SHORT_PROSE = 80
_MIN_WORDS_OF_A_SENTENCE = 6

_INNER_STOP = re.compile(r"(?<![A-Z])(?<!\bvs)(?<!\bal)(?<!\bst)(?<!\bno)(?<!\bdr)[a-z0-9)\]%][.][\"'”’)\]]? +[A-Z]")  # noqa: RUF001 - printed quotes
_WORD = re.compile(r"[^\W\d_]{2,}")
_SENTENCE = re.compile(r"[^\W\d_]{2}[^\w\s.!?]{0,4}[.!?][^\w\s]{0,4}(?=\s+[^\W\d_a-z]|\s*$)|[。！？]")  # noqa: RUF001 - full width
_MIN_SENTENCES = 2
_MAX_CHARS_TO_JUDGE = 2_000


def is_prose(line: str) -> bool:
    """Return whether a line reads as an abstract: too long for a title, or long and made of sentences.

    >>> is_prose("Attention Is All You Need")
    False
    """
    if len(line) >= LONG_PROSE:
        return True
    if len(line) < SHORT_PROSE:
        return False
    return line.endswith((".", ".)", '."', ".”", "…")) or _INNER_STOP.search(line) is not None


def is_abstract(text: str, *, stands_alone: bool = False) -> bool:
    """Return whether running text without a label is long enough for an abstract, and no note.

    An abstract has several sentences, or one that is longer than any title, and most of its words begin with a small
    letter, unless all letters are capitals: those of names and publications do not. Shorter texts say what somebody
    thought of a paper, or what it is. In a paragraph that stands alone, not beside a title, one sentence of some length
    is enough.

    >>> is_abstract("We measure the tides of forty harbours. They differ more from one another than anybody thought.")
    True
    >>> is_abstract("A short study of the tides of forty harbours, all of them on one cold coast in the north.")
    False
    >>> is_abstract("Proceedings of the 10th Conference on Harbours. Pebble Press, Stone, 2019: 12-20. Best Paper.")
    False
    """
    text = text[:_MAX_CHARS_TO_JUDGE]
    words = _WORD.findall(text)
    n_capitals = 0 if text.isupper() else sum(word[0].isupper() for word in words)
    if len(text) < SHORT_PROSE or n_capitals * 2 > len(words):
        return False
    return len(text) >= LONG_PROSE or len(_SENTENCE.findall(text)) >= (1 if stands_alone else _MIN_SENTENCES)


def is_short_sentence(line: str) -> bool:
    """Return whether a short line may be an abstract of one sentence, provided that a title precedes it.

    >>> is_short_sentence("A first benchmark for deep research in video.")
    True
    """
    return line.endswith((".", "!")) and len(_WORD.findall(line)) >= _MIN_WORDS_OF_A_SENTENCE


def is_title(line: str) -> bool:
    """Return whether a line can be a title: some words, not too long, and not code, data or a rule.

    >>> is_title("127"), is_title("{"), is_title("Swivel: Improving Embeddings")
    (False, False, True)
    """
    return (
        len(line) < LONG_PROSE * 2
        and not line.startswith(("{", "}", "<", "@", "|", "http://", "https://", "---", "==="))
        and _WORD.search(line) is not None
    )
