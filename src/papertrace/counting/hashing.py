"""Hashes of texts that are equal in every process: Python's own are salted, so that no two processes agree on them."""

from collections.abc import Iterable

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


def hash_texts(texts: Iterable[str]) -> list[int]:
    """Return `hash_text` of each text, in less time than that many calls."""
    texts = list(texts)
    try:
        return list(map(xxh3_64_intdigest, map(str.encode, texts)))
    except UnicodeEncodeError:
        return list(map(hash_text, texts))
