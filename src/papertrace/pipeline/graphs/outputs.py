"""The files that a command will write, checked before the work begins so that mistakes are reported at once."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.errors import ExportError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from papertrace.export import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class Outputs:
    """The files to write, each with its writer, in the order in which they are written.

    `folder` exists and contains `files`; `picture` may be anywhere. `failures` explain why requested files are missing
    from these; at least one file can be written.
    """

    folder: Path
    files: tuple[tuple["Writer", Path], ...]
    picture: tuple["Writer", Path] | None = None
    failures: tuple[ExportError, ...] = ()


class _TrialEnd(Exception):  # noqa: N818 (not an error: it makes a trial write leave nothing behind)
    """The end of a trial write, before the file takes its name."""


# What people type who know the program rather than the format that it reads.
_FORMATS_OF_PROGRAMS = {"gephi": "gexf", "igraph": "graphml", "networkx": "graphml", "yed": "graphml", "pandas": "csv"}


def plan_outputs(
    folder: Path, names: str | None = None, *, picture: Path | None = None, stem: str = "papers"
) -> Outputs:
    """Create the output folder, and return the files to write there.

    `names` are formats separated by commas; the default ones if it is None. The names of the files begin with `stem`.
    `picture` is one more file, with the suffix `.svg` or `.png`. A file that cannot be written, or needs a library that
    is not installed, does not affect the others.

    Raises
    ------
    ExportError
        If a format is not known, the folder cannot be created, or no file at all can be written.
    """
    from papertrace.export import WRITERS

    known = list(dict.fromkeys(writer.name for writer in WRITERS))
    default = [writer.name for writer in WRITERS if writer.by_default]
    wanted = [name.strip() for name in names.split(",") if name.strip()] if names is not None else default
    for name in wanted:
        if name not in known:
            message = f"--to {name}: no such format{_guess(name, known)} (known: {', '.join(known)})"
            raise ExportError(message)
    if not wanted:
        message = f"--to: names no format (known: {', '.join(known)})"
        raise ExportError(message)
    extra = _plan_picture(picture) if picture else None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{folder}: cannot be created ({error.strerror}); name another folder with -o"
        raise ExportError(message) from error
    files = tuple((writer, folder / f"{stem}{writer.suffix}") for writer in WRITERS if writer.name in wanted)
    failures = {path: failure for writer, path in files if (failure := _try(writer, path, folder))}
    if extra and (failure := _try(*extra, None)):
        failures[extra[1]] = failure
    outputs = Outputs(
        folder=folder,
        files=tuple((writer, path) for writer, path in files if path not in failures),
        picture=extra if extra and extra[1] not in failures else None,
        failures=tuple(failures.values()),
    )
    if not outputs.files and not outputs.picture:
        raise outputs.failures[0]
    return outputs


def _try(writer: "Writer", path: Path, folder: Path | None) -> ExportError | None:
    """Return why a file of an output folder, or one that was named, cannot be written, as far as a trial shows."""
    from papertrace.files import leads_outside, replacing

    if folder is not None and path.is_symlink() and leads_outside(path, folder):
        # Nobody has named this file: who fills the folder does not decide what is overwritten.
        return ExportError(f"{path}: is a symbolic link out of {folder}; remove it, or name another folder with -o")
    try:
        writer.check(path)
        with suppress(_TrialEnd), replacing(path):
            raise _TrialEnd
    except ExportError as error:
        return error
    return None


def _plan_picture(path: Path) -> tuple["Writer", Path]:
    """Return the writer of a picture by its suffix."""
    from papertrace.export import PICTURES, WRITERS

    for writer in WRITERS:
        if writer.name in PICTURES and path.name.casefold().endswith(writer.suffix):
            return writer, path
    message = (
        f"--picture {path}: no picture format has this suffix (known: {', '.join(f'.{name}' for name in PICTURES)})"
    )
    raise ExportError(message)


def _guess(name: str, known: "Sequence[str]") -> str:
    """Return the format that an unknown name probably means, as a question, or an empty string."""
    from difflib import get_close_matches

    folded = name.lower()
    near = [_FORMATS_OF_PROGRAMS.get(folded), *get_close_matches(folded, [*known, *_FORMATS_OF_PROGRAMS], n=1)]
    meant = next((_FORMATS_OF_PROGRAMS.get(one, one) for one in near if one), "")
    return f", did you mean {meant}?" if meant else ""
