"""Find equal values among very many by their hashes, without keeping the values in memory."""

from array import array
from collections.abc import Sequence

_MIN_SIZE_FOR_NUMPY = 50_000


def argsort(hashes: "array[int]") -> Sequence[int]:
    """Return the indices that sort the numbers; the sort is stable.

    >>> list(argsort(array("q", [5, -7, 5, 0])))
    [1, 3, 0, 2]
    """
    if len(hashes) <= _MIN_SIZE_FOR_NUMPY:
        return sorted(range(len(hashes)), key=hashes.__getitem__)
    import numpy as np

    # This needs two numbers per element, where Python objects would take a hundred bytes.
    order = array("q")
    order.frombytes(np.argsort(np.frombuffer(hashes, dtype=np.int64), kind="stable").astype(np.int64).tobytes())
    return order


def sort_pairs(first: "array[int]", second: "array[int]") -> tuple["array[int]", "array[int]"]:
    """Return two arrays of unsigned numbers of 64 bits, sorted together: by the first, then by the second.

    >>> sort_pairs(array("Q", [5, 0, 5]), array("Q", [2, 7, 1]))
    (array('Q', [0, 5, 5]), array('Q', [7, 1, 2]))
    """
    if len(first) <= _MIN_SIZE_FOR_NUMPY:
        pairs = sorted(zip(first, second, strict=True))
        return array("Q", (one for one, _ in pairs)), array("Q", (other for _, other in pairs))
    import numpy as np

    both = np.frombuffer(first, np.uint64), np.frombuffer(second, np.uint64)
    order = np.lexsort(both[::-1])
    ordered = array("Q"), array("Q")
    for target, source in zip(ordered, both, strict=True):
        target.frombytes(source[order].tobytes())
    return ordered


def find_repeated(hashes: "array[int]", ignore: int | None = None) -> list[list[int]]:
    """Return the ascending indices of each number that occurs several times, except the number `ignore`.

    >>> find_repeated(array("q", [5, 7, 5, 9, 7, 5]), ignore=7)
    [[0, 2, 5]]
    """
    order = argsort(hashes)
    repeated: list[list[int]] = []
    end = 0
    while end < len(order):
        number, start = hashes[order[end]], end
        while end < len(order) and hashes[order[end]] == number:
            end += 1
        if end - start > 1 and number != ignore:
            repeated.append(list(order[start:end]))
    return repeated
