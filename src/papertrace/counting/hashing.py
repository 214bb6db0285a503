"""Hashes of texts that are equal in every process: Python's own are salted, so that no two processes agree on them."""

import re
from collections.abc import Iterable, Sequence

from xxhash import xxh3_64_intdigest


def hash_text(text: str) -> int:
    """Return a number of 64 bits for a text (XXH3 of its UTF-8).

    >>> hash_text("walrus")
    3799439595916934652
    """
    try:
        return xxh3_64_intdigest(text.encode())
    except UnicodeEncodeError:  # a lone surrogate, which JSON can spell
        return xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))


_NUMBER = re.compile(r"\d+")
_DIGIT = re.compile(r"\d").search


def hash_sentences(text: str, spans: Sequence[tuple[int, int]]) -> list[int]:
    """Return a number for each sentence of a text, whatever its white space, its case and the numbers in it.

    >>> hash_sentences("Part 1 of 20", [(0, 12)]) == hash_sentences("part  3 of 4", [(0, 12)])
    True
    """
    if text.isascii() and text.isprintable() and "  " not in text:  # as most are: there is no white space to fold
        low = text.lower()
        sentences = [low[start:end] for start, end in spans]
    else:
        sentences = [" ".join(text[start:end].split()).casefold() for start, end in spans]
    return hash_texts([_NUMBER.sub("0", one) if _DIGIT(one) else one for one in sentences])


def hash_texts(texts: Iterable[str]) -> list[int]:
    """Return `hash_text` of each text, in less time than that many calls."""
    texts = list(texts)
    try:
        return list(map(xxh3_64_intdigest, map(str.encode, texts)))
    except UnicodeEncodeError:
        return list(map(hash_text, texts))
