"""Folders among the listings: files that are not listings are reported, and the others are read."""

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
    """Yield what `read` yields for each file, the files of a folder in the order of their names.

    A file of a folder is read completely or not at all: one that cannot be read is reported to `on_problem`. Files in
    the folder `outputs` are skipped in folders that contain it, since output files are not listings.

    Raises
    ------
    ListingError
        If a file given by name cannot be read, or none of a folder's files can.
    """
    from papertrace.listings import walk_listings

    named = list(paths)
    if [str(path) for path in named].count("-") > 1:
        message = "-: standard input can be read only once; name it once"
        raise ListingError(message)
    for path in named:
        if not Path(path).is_dir():
            yield from read(path)
            continue
        refused: list[ListingError] = []
        n_read = 0
        for file in walk_listings([path]):
            if _is_output(file, outputs, path):
                on_problem(Problem(Span(str(file), 1), f"in the output folder {outputs}; skipped", harmless=True))
                continue
            try:
                found = list(read(file))
            except ListingError as error:
                refused.append(error)
                on_problem(Problem(Span(str(file), 1), f"skipped in {path}: {_without_location(error)}"))
            else:
                n_read += 1
                yield from found
        if not n_read and not refused:
            message = f"{path}: contains only the output folder {outputs}; name another folder with -o"
            raise ListingError(message)
        if not n_read:
            message = f"{path}: none of its {len(refused)} files can be read as a listing; the first: {refused[0]}"
            raise ListingError(message)


def _is_output(file: Path, outputs: Path | None, path: str | Path) -> bool:
    """Return whether a file is in the output folder, unless that folder itself is being read."""
    if outputs is None:
        return False
    folder = outputs.resolve()
    return folder != Path(path).resolve() and folder in file.resolve().parents


def _without_location(error: ListingError) -> str:
    """Return the message of an error without the name of its file, which the problem has already."""
    return str(error).partition(": ")[2] or str(error)
