"""Folders among the listings: what is none of them is left out and said, and the rest is read."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from papertrace.errors import ListingError
from papertrace.model import Problem, Span

T = TypeVar("T")


def read_each(
    paths: Iterable[str | Path],
    read: Callable[[str | Path], Iterable[T]],
    on_problem: Callable[[Problem], None],
) -> Iterator[T]:
    """Yield what `read` finds in each file, those of a folder by name.

    A file inside a folder is taken whole or not at all: one that cannot be read is handed to `on_problem`.

    Raises
    ------
    ListingError
        If a file that was named cannot be read, or none of a folder's files can.
    """
    from papertrace.listings import walk_listings

    for path in paths:
        if not Path(path).is_dir():
            yield from read(path)
            continue
        refused: list[ListingError] = []
        n_read = 0
        for file in walk_listings([path]):
            try:
                found = list(read(file))
            except ListingError as error:
                refused.append(error)
                on_problem(Problem(Span(str(file), 1), f"left out of {path}: {error}"))
            else:
                n_read += 1
                yield from found
        if not n_read:
            message = f"{path}: none of its {len(refused)} files is a listing that can be read; the first: {refused[0]}"
            raise ListingError(message)
