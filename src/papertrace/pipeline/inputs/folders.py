"""Folders among the listings: files that are not listings are reported, and the others are read."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from papertrace.errors import ListingError, NoTextError
from papertrace.model import Problem, Span

T = TypeVar("T")
_LOCATION = re.compile(r":(\d{1,15}):(\d{1,15})$")


def read_each(
    paths: Iterable[str | Path],
    read: Callable[[str | Path], Iterable[T]],
    on_problem: Callable[[Problem], None],
    *,
    outputs: Path | None = None,
    follow_links: bool = False,
) -> Iterator[T]:
    """Yield what `read` yields for each file, the files of a folder in the order of their names.

    A file that cannot be read is reported to `on_problem`, unless it is all that was named, and the others are read; of
    a file that breaks off, what comes before is kept. Files in the folder `outputs` are skipped in folders that contain
    it, since output files are not listings. Symbolic links out of a folder are followed only with `follow_links`.

    Raises
    ------
    ListingError
        If nothing at all can be read.
    """
    named = list(paths)
    _check_names(named)
    errors: list[ListingError] = []
    n_read = 0
    for path in named:
        refused: list[ListingError] = []
        n_here = 0
        walk = partial(_walk, path, on_problem, follow_links=follow_links)
        for file in _files_of(path, outputs, refused, on_problem, walk):
            n_items = 0
            try:
                for item in read(file):
                    n_items += 1
                    yield item
            except ListingError as error:
                refused.append(error)
                if len(named) > 1 or n_items or Path(path).is_dir():  # otherwise it is raised below
                    on_problem(_describe(error, file, path, n_items))
                n_here += n_items > 0
            else:
                n_here += 1
        if len(refused) > 1 and not n_here and len(named) == 1:
            message = f"{path}: none of its {len(refused)} files can be read as a listing; the first: {refused[0]}"
            raise ListingError(message)
        errors += refused
        n_read += n_here
    if errors and not n_read:
        message = (
            f"none of {len(errors)} files can be read; the first: {errors[0]}" if len(errors) > 1 else str(errors[0])
        )
        raise ListingError(message) from errors[0]


def _check_names(named: Sequence[str | Path]) -> None:
    if [str(path) for path in named].count("-") > 1:
        message = "-: standard input can be read only once; name it once"
        raise ListingError(message)
    if "" in named:  # which would be the current folder
        message = "'': an empty name; name a file or a folder, such as . for this one"
        raise ListingError(message)


def _walk(path: str | Path, on_problem: Callable[[Problem], None], *, follow_links: bool) -> list[Path]:
    from papertrace.listings import walk_listings

    return list(walk_listings([path], follow_links=follow_links, on_problem=on_problem))


def _files_of(
    path: str | Path,
    outputs: Path | None,
    refused: list[ListingError],
    on_problem: Callable[[Problem], None],
    walk: Callable[[], list[Path]],
) -> Iterator[str | Path]:
    """Yield the files of an input; why there are none is added to `refused`."""
    if not Path(path).is_dir():
        yield path
        return
    try:
        files = walk()
    except ListingError as error:
        files, failure = [], error
    else:
        message = f"{path}: contains only the output folder {outputs}; name another folder with -o"
        failure = ListingError(message)
    if all(_is_output(file, outputs, path) for file in files):
        refused.append(failure)
        on_problem(_refusal(failure, path, "skipped"))
        return
    for file in files:
        if _is_output(file, outputs, path):
            on_problem(Problem(Span(str(file), 1), f"in the output folder {outputs}; skipped", harmless=True))
        else:
            yield file


def _describe(error: ListingError, file: str | Path, path: str | Path, n_items: int) -> Problem:
    """Return why a file of an input was not read, or only some items of it, as a problem."""
    where = f" in {path}" if Path(path).is_dir() else ""
    refusal = _refusal(error, file, "read only up to here" if n_items else f"skipped{where}")
    # Nobody has named the pictures and empty files of a folder as documents, so they are no failure.
    is_expected = isinstance(error, NoTextError) and Path(path).is_dir() and not n_items
    return replace(refusal, refused=False) if is_expected else refusal


def _refusal(error: ListingError, file: str | Path, fact: str) -> Problem:
    """Return an error as a problem, at the location that its message begins with."""
    location, _, message = str(error).partition(": ")
    place = _LOCATION.search(location)
    span = Span(str(file), int(place[1]), int(place[2])) if place else Span(str(file), 1)
    return Problem(span, f"{fact}: {message or location}", refused=True)


def _is_output(file: Path, outputs: Path | None, path: str | Path) -> bool:
    """Return whether a file is in the output folder, unless that folder itself is being read."""
    if outputs is None:
        return False
    folder = outputs.resolve()
    return folder != Path(path).resolve() and folder in file.resolve().parents
