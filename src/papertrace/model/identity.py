"""When two spellings of a phrase are one: the identity that they have in common."""

from functools import lru_cache

MIN_STEM = 4
# Noun, adjective and verb of one head: sparsity and sparse, quantization and quantized, pruning and prune.
_HEAD_ENDINGS = (
    ("ization", "iz"),
    ("izing", "iz"),
    ("ized", "iz"),
    ("ize", "iz"),
    ("elism", "el"),
    ("sity", "s"),
    ("se", "s"),
    ("ing", ""),
    ("ed", ""),
    ("e", ""),
)
_ENDINGS_BY_LETTER = {letter: tuple(pair for pair in _HEAD_ENDINGS if pair[0].endswith(letter)) for letter in "ngdemy"}


def join_words(*words: str) -> str:
    """Return the identity of a phrase: no case, no spaces, and of its head only the stem.

    >>> join_words("block", "sparsity") == join_words("block sparse"), join_words("data", "parallelism")
    (True, 'dataparallel')
    """
    return stem_head("".join(words).replace(" ", "").casefold())


def stem_head(joined: str) -> str:
    """Return words without spaces and without the ending by which their last is a noun, an adjective or a verb."""
    for ending, stem in _ENDINGS_BY_LETTER.get(joined[-1:], ()):
        if joined.endswith(ending) and len(joined) - len(ending) >= MIN_STEM:
            return joined.removesuffix(ending) + stem
    return joined


@lru_cache(maxsize=1 << 16)
def join_plain(key: str) -> str:
    """Return the identity of a phrase in lower case, whose words are parted by spaces."""
    return stem_head(key.replace(" ", ""))
