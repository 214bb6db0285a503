"""Sets that are pickled in one order: that of sets of strings differs from process to process."""

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T", str, int)


class OrderedlyPickled(frozenset[T]):
    """A frozen set whose pickle depends on its elements alone.

    >>> import pickle
    >>> pickle.loads(pickle.dumps(OrderedlyPickled("ab"))) == {"a", "b"}
    True
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[Callable[[Iterable[T]], "OrderedlyPickled[T]"], tuple[list[T]]]:
        """Return the elements, sorted."""
        return OrderedlyPickled, (sorted(self),)
