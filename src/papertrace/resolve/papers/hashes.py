"""Equal values among very many, found by the hashes of values that are not held themselves."""

from array import array
from collections.abc import Sequence

_MANY = 50_000


def rank(hashes: "array[int]") -> Sequence[int]:
    """Return the places of numbers in rising order of the numbers; of equal ones, the first place comes first.

    >>> list(rank(array("q", [5, -7, 5, 0])))
    [1, 3, 0, 2]
    """
    if len(hashes) <= _MANY:
        return sorted(range(len(hashes)), key=hashes.__getitem__)
    import numpy as np

    # Two numbers for each are held meanwhile, where objects would take a hundred bytes.
    order = array("q")
    order.frombytes(np.argsort(np.frombuffer(hashes, dtype=np.int64), kind="stable").astype(np.int64).tobytes())
    return order


def find_repeated(hashes: "array[int]", but: int | None = None) -> list[list[int]]:
    """Return the places of each number that stands several times, save of the number `but`; each in rising order.

    >>> find_repeated(array("q", [5, 7, 5, 9, 7, 5]), but=7)
    [[0, 2, 5]]
    """
    order = rank(hashes)
    repeated: list[list[int]] = []
    place = 0
    while place < len(order):
        number, start = hashes[order[place]], place
        while place < len(order) and hashes[order[place]] == number:
            place += 1
        if place - start > 1 and number != but:
            repeated.append(list(order[start:place]))
    return repeated
