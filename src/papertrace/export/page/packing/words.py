"""Texts as codes of words and phrases, which take less than two thirds of what the zlib format takes.

Words, and what stands between them, have Huffman codes (Huffman 1952; words as symbols, Moffat 1989); a single space
between two words has none. Pairs that recur are joined into phrases, in a few rounds, where the shorter text outweighs
the entry of the phrase (as Re-Pair does one pair at a time, Larsson and Moffat 2000). A browser decodes them faster
than it inflates the same text.

All decisions are made with integers, so that the same texts give the same bytes on every machine.
"""

import heapq
import re
from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from math import isqrt
from typing import TYPE_CHECKING, Any

from papertrace.late_imports import compile_on_use

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

_END = 0  # the symbol after each text
_WORD = "0-9A-Za-z\u00c0-\u1fff"  # ranges, since classes of characters differ between versions of Unicode
_LETTER = "\u2e80-\U0010ffff"  # of scripts without spaces: each is a symbol of its own
_SYMBOLS = compile_on_use(rf"[{_WORD}]+|(?!(?<=[{_WORD}]) [{_WORD}])(?:[{_LETTER}]|[^{_WORD}{_LETTER}]+)")

_MAX_PHRASE, _MAX_TEXT, _MAX_CHARACTERS = 100_000, 1_000_000, 1 << 28
"""Characters of a phrase, of a text, and of all texts of a page that are read, far more than any page has."""
MAX_BITS = 24
"""The length of the longest code."""

_ROUNDS = 4
_SAMPLE = 1 << 21  # symbols from which phrases are learnt
_LEAST_COUNT = 4  # of a phrase
_QUARTERS = [isqrt(isqrt(1 << k)) for k in range(4, 240)]  # 2 to the power of quarters, from 2 on
_PHRASE_QUARTER_BITS = 4 * 34  # what a phrase costs: about 17 bits for each of its parts


def code_texts(groups: Sequence[Sequence[str]]) -> tuple[dict[str, Any], list[bytes]]:
    """Return a dictionary, and the codes of the texts of each group.

    The dictionary has the strings of `words` (between two of them a space is left out) and `others`, the `phrases` as
    left and right parts, and for each of the three the number of entries whose code has 0, 1, … bits. Symbols are
    numbered in this order from 1; 0 is the end of a text. Codes are canonical: ordered by length, then by number.
    Entries without bits are only parts of phrases.
    """
    import numpy as np

    numbers: defaultdict[str, int] = defaultdict(count(1).__next__)
    chunks: list[Numbers] = []
    for texts in groups:
        symbols = array("q")
        for text in texts:
            symbols.extend(map(numbers.__getitem__, _SYMBOLS.findall(text)))
            symbols.append(_END)
        chunks.append(np.frombuffer(symbols, np.int64))
    strings = ["", *numbers]
    parts: list[tuple[int, int]] = []
    for _ in range(_ROUNDS):
        pairs = _find_phrases(_sample(chunks), len(strings) + len(parts))
        if not len(pairs[0]):
            break
        chunks = [_join_phrases(chunk, *pairs, first=len(strings) + len(parts)) for chunk in chunks]
        parts += [(int(key) >> 32, int(key) & 0xFFFFFFFF) for key in pairs[0]]
    counts = sum((np.bincount(chunk, minlength=len(strings) + len(parts)) for chunk in chunks), np.zeros(1, np.int64))
    lengths = _code_lengths(counts.tolist())
    return _write(strings, parts, lengths, chunks)


def _sample(chunks: Sequence["Numbers"]) -> "Numbers":
    """Return the symbols of every so-manieth chunk."""
    import numpy as np

    step = -(-sum(map(len, chunks)) // _SAMPLE)
    return np.concatenate([np.zeros(1, np.int64), *chunks[:: max(step, 1)]])


def _keys(symbols: "Numbers") -> "Numbers":
    """Return each symbol but the last with its next one as one number; -1 where a text ends between them."""
    import numpy as np

    return np.where((symbols[:-1] != _END) & (symbols[1:] != _END), symbols[:-1] << 32 | symbols[1:], -1)


def _find_phrases(symbols: "Numbers", n_known: int) -> "tuple[Numbers, Numbers]":
    """Return the pairs of symbols that are worth an entry, in order, and how many quarters of bits each saves."""
    import numpy as np

    own = np.bincount(symbols, minlength=n_known)
    pairs, counts = np.unique(_keys(symbols), return_counts=True)
    frequent = (pairs >= 0) & (counts >= _LEAST_COUNT)
    pairs, counts = pairs[frequent], counts[frequent]
    likelier = counts * len(symbols) // (own[pairs >> 32] * own[pairs & 0xFFFFFFFF])  # than by chance
    quarter_bits = np.searchsorted(np.array(_QUARTERS[:200], np.float64), likelier.astype(np.float64), "right") + 3
    saved = np.where(likelier > 1, counts * quarter_bits, 0) - _PHRASE_QUARTER_BITS
    joined = _places(symbols, pairs[saved > 0], saved[saved > 0])
    found, times = np.unique(_keys(symbols)[joined], return_counts=True)
    kept = np.isin(pairs, found[times >= _LEAST_COUNT])
    return pairs[kept], saved[kept]


def _places(symbols: "Numbers", pairs: "Numbers", saved: "Numbers") -> "Numbers":
    """Return where pairs begin that save more than those that overlap them."""
    import numpy as np

    if not len(pairs):
        return np.zeros(0, np.int64)
    keys = _keys(symbols)
    at = np.minimum(np.searchsorted(pairs, keys), len(pairs) - 1)
    gains = np.where(pairs[at] == keys, saved[at], 0)
    before, after = np.append(0, gains[:-1]), np.append(gains[1:], 0)
    return np.nonzero((gains > before) & (gains >= after))[0]


def _join_phrases(symbols: "Numbers", pairs: "Numbers", saved: "Numbers", *, first: int) -> "Numbers":
    """Return symbols with pairs replaced by phrases, which are numbered from `first` on."""
    import numpy as np

    places = _places(symbols, pairs, saved)
    joined = symbols.copy()
    joined[places] = first + np.searchsorted(pairs, _keys(symbols)[places])
    return np.delete(joined, places + 1)


def _code_lengths(counts: Sequence[int]) -> list[int]:
    """Return the number of bits of the Huffman code of each symbol, none for those that do not occur."""
    while max(lengths := _unlimited_lengths(counts)) > MAX_BITS:
        counts = [(n + 1) // 2 for n in counts]
    return lengths


def _unlimited_lengths(counts: Sequence[int]) -> list[int]:
    heap = [(n, i) for i, n in enumerate(counts) if n]
    lengths = [0] * len(counts)
    if len(heap) <= 1:
        return [min(n, 1) for n in counts]
    heapq.heapify(heap)
    parent: dict[int, int] = {}
    numbers = count(len(counts))
    while len(heap) > 1:
        few, one = heapq.heappop(heap)
        more, other = heap[0]
        parent[one] = parent[other] = number = next(numbers)
        heapq.heapreplace(heap, (few + more, number))
    depths = {heap[0][1]: 0}
    for node in sorted(parent, reverse=True):  # a parent has a higher number
        depths[node] = depths[parent[node]] + 1
        if node < len(counts):
            lengths[node] = depths[node]
    return lengths


def _write(
    strings: Sequence[str], parts: Sequence[tuple[int, int]], lengths: Sequence[int], chunks: Sequence["Numbers"]
) -> tuple[dict[str, Any], list[bytes]]:
    import numpy as np

    is_word = re.compile(rf"[{_WORD}]").match
    order = sorted(range(1, len(strings)), key=lambda i: (not is_word(strings[i]), lengths[i], strings[i]))
    n_words = sum(1 for text in strings if is_word(text))
    phrases = sorted(range(len(strings), len(strings) + len(parts)), key=lambda i: (lengths[i], i))
    renumbered = np.zeros(len(lengths), np.int64)
    renumbered[[*order, *phrases]] = np.arange(1, len(lengths))
    bits = np.zeros(len(lengths), np.int64)
    bits[renumbered] = lengths
    groups = {"words": order[:n_words], "others": order[n_words:], "phrases": phrases}
    left, right = (
        [int(renumbered[pair[side]]) for i in phrases for pair in [parts[i - len(strings)]]] for side in (0, 1)
    )
    dictionary = {
        "words": [strings[i] for i in groups["words"]],
        "others": [strings[i] for i in groups["others"]],
        "phrases": [left, right],
        "end": lengths[_END],
        "bits": {name: _counted(lengths[i] for i in group) for name, group in groups.items()},
    }
    codes = _canonical(bits)
    return dictionary, [_bits_of(renumbered[chunk], codes, bits) for chunk in chunks]


def _counted(lengths: Iterator[int]) -> list[int]:
    counts = [0] * (MAX_BITS + 1)
    for length in lengths:
        counts[length] += 1
    return counts


def _canonical(bits: "Numbers") -> "Numbers":
    """Return the codes of symbols whose codes have so many bits."""
    import numpy as np

    codes = np.zeros(len(bits), np.int64)
    code = last = 0
    for symbol in np.lexsort((np.arange(len(bits)), bits)).tolist():
        if not (length := int(bits[symbol])):
            continue
        code <<= length - last
        codes[symbol] = code
        code, last = code + 1, length
    return codes


def _bits_of(symbols: "Numbers", codes: "Numbers", bits: "Numbers") -> bytes:
    """Return the codes of symbols one after another, filled with zeros to whole bytes."""
    import numpy as np

    lengths = bits[symbols]
    ends = np.cumsum(lengths)
    shifts = np.repeat(ends, lengths) - 1 - np.arange(int(lengths.sum()))
    return np.packbits((np.repeat(codes[symbols], lengths) >> shifts & 1).astype(np.uint8)).tobytes()


def _require(condition: bool, fact: str) -> None:  # noqa: FBT001 - what is required
    if not condition:
        message = f"no packed texts of a page: {fact}"
        raise ValueError(message)


def read_texts(dictionary: Mapping[str, Any], data: bytes, n: int) -> list[str]:
    """Return `n` texts of their codes, as the page reads them.

    Raises
    ------
    ValueError
        If a few numbers in a damaged or hostile page stand for more codes, or for longer texts, than a page has.
    """
    words, others, (left, right) = dictionary["words"], dictionary["others"], dictionary["phrases"]
    n_strings = 1 + len(words) + len(others)
    pieces = [("", False, False), *((word, True, True) for word in words), *((text, False, False) for text in others)]
    made: dict[int, tuple[str, bool, bool]] = dict(enumerate(pieces))

    def piece(symbol: int) -> tuple[str, bool, bool]:
        if symbol not in made:
            one, other = piece(left[symbol - n_strings]), piece(right[symbol - n_strings])
            _require(len(one[0]) + len(other[0]) < _MAX_PHRASE, "a phrase is too long")  # each may repeat another
            made[symbol] = (one[0] + " " * (one[2] and other[1]) + other[0], one[1], other[2])
        return made[symbol]

    lengths = [dictionary["end"]]
    for name, n_codes in (("words", len(words)), ("others", len(others)), ("phrases", len(left))):
        numbers = dictionary["bits"][name]
        _require(all(number >= 0 for number in numbers) and sum(numbers) == n_codes, "the codes do not fit the words")
        lengths += [length for length, n_of in enumerate(numbers) for _ in range(n_of)]
    symbols: dict[tuple[int, int], int] = {}
    code = last = 0
    for length, symbol in sorted((length, symbol) for symbol, length in enumerate(lengths) if length):
        code <<= length - last
        symbols[length, code] = symbol
        code, last = code + 1, length
    texts: list[str] = []
    text, spaced, code, length = "", False, 0, 0
    n_characters = 0
    for bit in (byte >> shift & 1 for byte in data for shift in range(7, -1, -1)):
        if len(texts) == n:
            break
        code, length = code << 1 | bit, length + 1
        if (length, code) not in symbols:
            continue
        symbol = symbols[length, code]
        if symbol == _END:
            texts.append(text)
            n_characters += len(text)
            _require(n_characters < _MAX_CHARACTERS, "the texts are too long")
            text, spaced = "", False
        else:
            string, begins, ends = piece(symbol)
            _require(len(text) < _MAX_TEXT, "a text is too long")
            text, spaced = text + " " * (spaced and begins) + string, ends
        code = length = 0
    return texts
