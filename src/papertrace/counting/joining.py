"""Hashes of texts of which that of joined texts follows, so that phrases are compared before they are made.

The hash of a text is a polynomial in its characters modulo 2^64; it is mixed only at the end, since sums are joined.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]

FACTOR = np.uint64(0xD6E8FEB86659FD93)
"""A factor for the hashes of sequences."""
_BASE = np.uint64(0x9E3779B97F4A7C15)
_FACTORS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))  # of SplitMix64 (Steele, Lea, Flood 2014)
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))


def power_of(exponents: NDArray[np.int64]) -> Hashes:
    """Return what the hash of a text is multiplied by if texts with so many characters follow."""
    table = np.ones(int(exponents.max(initial=0)) + 1, dtype=np.uint64)
    np.multiply.accumulate(np.full(table.size - 1, _BASE), out=table[1:])
    return table[exponents]


def hash_parts(texts: Sequence[str]) -> Hashes:
    """Return the hashes of texts that may be joined.

    >>> found = hash_parts(["tusk", "tag", "tusktag"])
    >>> (found[:1] * power_of(np.array([3])) + found[1:2] == found[2:]).tolist()
    [True]
    """
    sizes = np.fromiter(map(len, texts), np.int64, len(texts))
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    ends = np.cumsum(sizes)
    left = np.repeat(ends, sizes) - np.arange(codes.size) - 1
    terms = np.append((codes + np.uint64(1)) * power_of(left), np.uint64(0))
    return np.where(sizes > 0, np.add.reduceat(terms, ends - sizes), np.uint64(0)) if texts else terms[:0]


def mix(hashes: Hashes) -> Hashes:
    """Return hashes all of whose bits depend on all characters."""
    hashes = (hashes ^ (hashes >> _SHIFTS[0])) * _FACTORS[0]
    hashes = (hashes ^ (hashes >> _SHIFTS[1])) * _FACTORS[1]
    return hashes ^ (hashes >> _SHIFTS[2])


def hash_whole(texts: Sequence[str]) -> Hashes:
    """Return mixed hashes of texts, which are the same in every process."""
    return mix(hash_parts(texts))


def find_places(hashes: Hashes, known: Hashes) -> NDArray[np.int64]:
    """Return the place of each hash among the known ones, which are all different, or -1.

    >>> find_places(hash_whole(["tusk", "ice"]), hash_whole(["tag", "ice"])).tolist()
    [-1, 1]
    """
    if not known.size:
        return np.full(hashes.size, -1)
    order = np.argsort(known)
    at = order[np.minimum(np.searchsorted(known, hashes, sorter=order), known.size - 1)]
    return np.where(known[at] == hashes, at, -1)
