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
    *,
    outputs: Path | None = None,
) -> Iterator[T]:
    """Yield what `read` finds in each file, those of a folder by name.

    A file inside a folder is taken whole or not at all: one that cannot be read is handed to `on_problem`. Files in the
    folder `outputs` are left out of the folders around it: what we write is no listing.

    Raises
    ------
    ListingError
        If a file that was named cannot be read, or none of a folder's files can.
    """
    from papertrace.listings import walk_listings

    named = list(paths)
    if [str(path) for path in named].count("-") > 1:
        message = "-: standard input can be read once; name it once"
        raise ListingError(message)
    for path in named:
        if not Path(path).is_dir():
            yield from read(path)
            continue
        refused: list[ListingError] = []
        n_read = 0
        for file in walk_listings([path]):
            if _is_output(file, outputs, path):
                on_problem(Problem(Span(str(file), 1), f"in the output folder {outputs}; left out", harmless=True))
                continue
            try:
                found = list(read(file))
            except ListingError as error:
                refused.append(error)
                on_problem(Problem(Span(str(file), 1), f"left out of {path}: {_without_place(error)}"))
            else:
                n_read += 1
                yield from found
        if not n_read and not refused:
            message = f"{path}: holds nothing but the output folder {outputs}; name another folder with -o"
            raise ListingError(message)
        if not n_read:
            message = f"{path}: none of its {len(refused)} files is a listing that can be read; the first: {refused[0]}"
            raise ListingError(message)


def _is_output(file: Path, outputs: Path | None, path: str | Path) -> bool:
    """Say whether a file lies in the output folder, and that folder in the folder that is read."""
    if outputs is None:
        return False
    folder = outputs.resolve()
    return folder != Path(path).resolve() and folder in file.resolve().parents


def _without_place(error: ListingError) -> str:
    """Return what an error says behind the name of its file, which stands before it already."""
    return str(error).partition(": ")[2] or str(error)
