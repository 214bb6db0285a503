"""Which files a command is to write: settled before the work, so that a mistake shows at once."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.errors import ExportError

if TYPE_CHECKING:
    from papertrace.export import Writer

_STEM = "papers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outputs:
    """The files to write, each with its writer, in the order in which they are written.

    `folder` exists; `files` lie in it, `picture` anywhere. `failures` say why files that were asked for cannot be
    written and are not among these; at least one file can be.
    """

    folder: Path
    files: tuple[tuple["Writer", Path], ...]
    picture: tuple["Writer", Path] | None = None
    failures: tuple[ExportError, ...] = ()


class _Unused(Exception):  # noqa: N818 (it is no error: it makes a trial write leave nothing)
    """Give a trial write up before its file takes its name."""


def plan_outputs(folder: Path, names: str | None = None, *, picture: Path | None = None) -> Outputs:
    """Return what is to be written, having made the folder: a mistake shows before the work and not after.

    `names` are forms separated by commas; the usual ones where it is None. `picture` is one more file, whose name ends
    in `.svg` or `.png`. A file that cannot be written, or needs what is not installed, costs no other file.

    Raises
    ------
    ExportError
        If a form is not known, the folder cannot be made, or no file at all can be written.
    """
    from papertrace.export import WRITERS

    known = list(dict.fromkeys(writer.name for writer in WRITERS))
    usual = [writer.name for writer in WRITERS if writer.by_default]
    wanted = [name.strip() for name in names.split(",") if name.strip()] if names is not None else usual
    for name in wanted:
        if name not in known:
            message = f"--to {name}: no such form (known: {', '.join(known)})"
            raise ExportError(message)
    if not wanted:
        message = f"--to: names no form (known: {', '.join(known)})"
        raise ExportError(message)
    last = _plan_picture(picture) if picture else None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{folder}: cannot be made ({error.strerror}); name another folder with -o"
        raise ExportError(message) from error
    files = tuple((writer, folder / f"{_STEM}{writer.suffix}") for writer in WRITERS if writer.name in wanted)
    failures = {path: failure for writer, path in (*files, *filter(None, [last])) if (failure := _try(writer, path))}
    outputs = Outputs(
        folder=folder,
        files=tuple((writer, path) for writer, path in files if path not in failures),
        picture=last if last and last[1] not in failures else None,
        failures=tuple(failures.values()),
    )
    if not outputs.files and not outputs.picture:
        raise outputs.failures[0]
    return outputs


def _try(writer: "Writer", path: Path) -> ExportError | None:
    """Return what stands in the way of a file, as far as that shows before it is written."""
    from papertrace.files import replacing

    try:
        writer.check(path)
        with suppress(_Unused), replacing(path):
            raise _Unused
    except ExportError as error:
        return error
    return None


def _plan_picture(path: Path) -> tuple["Writer", Path]:
    """Return the writer of a picture by the end of its name."""
    from papertrace.export import PICTURES, WRITERS

    for writer in WRITERS:
        if writer.name in PICTURES and path.name.casefold().endswith(writer.suffix):
            return writer, path
    message = f"--picture {path}: no picture ends like this (known: {', '.join(f'.{name}' for name in PICTURES)})"
    raise ExportError(message)
