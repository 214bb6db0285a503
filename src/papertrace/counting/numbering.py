"""Numbers for texts, so that what is counted of them can be counted with arrays."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


class Numbers(dict[str, int]):
    """The numbers of texts in the order in which they are first looked up.

    >>> numbers = Numbers()
    >>> [numbers[text] for text in ("tusk", "ice", "tusk")], list(numbers)
    ([0, 1, 0], ['tusk', 'ice'])
    """

    def __missing__(self, text: str) -> int:
        """Give a new text the next number."""
        number = self[text] = len(self)
        return number


def group_by_first(codes: "NDArray[np.integer[Any]]") -> "tuple[Ints, Ints, Ints]":
    """Return the places at which each code occurs first, the rank of each code among these, and how often it occurs.

    >>> import numpy as np
    >>> [column.tolist() for column in group_by_first(np.array([7, 3, 7]))]
    [[0, 1], [0, 1, 0], [2, 1]]
    """
    import numpy as np

    _, first, inverse, n = np.unique(codes, return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(first, kind="stable")
    ranks = np.empty(order.size, dtype=np.int64)
    ranks[order] = np.arange(order.size)
    return first[order], ranks[inverse], n[order]


def number_by_first(ids: "NDArray[np.int32]", n: int) -> "tuple[NDArray[np.int64], NDArray[np.int32]]":
    """Return which of `n` numbers occur, in order of first occurrence, and the rank of each occurrence among these.

    >>> import numpy as np
    >>> [column.tolist() for column in number_by_first(np.array([7, 3, 7], dtype=np.int32), 9)]
    [[7, 3], [0, 1, 0]]
    """
    import numpy as np

    first = np.full(n, ids.size)
    first[ids[::-1]] = np.arange(ids.size)[::-1]
    used = np.flatnonzero(first < ids.size)
    used = used[np.argsort(first[used])]
    ranks = np.empty(n, dtype=np.int32)
    ranks[used] = np.arange(used.size, dtype=np.int32)
    return used, ranks[ids]


def steps_of(begins: "Ints", sizes: "Ints") -> "Iterator[tuple[Ints, Ints]]":
    """Yield which ranges have a first place, a second one, and so on, and these places."""
    import numpy as np

    at = np.arange(sizes.size)
    for step in range(int(sizes.max(initial=0))):
        at = at[sizes[at] > step]
        yield at, begins[at] + step
