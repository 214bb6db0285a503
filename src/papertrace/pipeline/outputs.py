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
    """Hold which files are to be written, each with its writer, in the order in which they are.

    `folder` exists and can be written to; `files` lie in it, `picture` anywhere.
    """

    folder: Path
    files: tuple[tuple["Writer", Path], ...]
    picture: tuple["Writer", Path] | None = None

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return the files in the folder in the order in which they are written."""
        return tuple(path for _, path in self.files)

    def told(self) -> str:
        """Say what was written."""
        wrote = f"wrote to {self.folder}: {' '.join(path.name for path in self.paths)}"
        return f"{wrote}; picture: {self.picture[1]}" if self.picture else wrote


class _Unused(Exception):  # noqa: N818 (it is no error: it makes a trial write leave nothing)
    """Give a trial write up before its file takes its name."""


def plan_outputs(folder: Path, names: str | None = None, *, picture: Path | None = None) -> Outputs:
    """Return what is to be written, having made the folder: a mistake shows before the work and not after.

    `names` are forms parted by commas; the usual ones where it is None. `picture` is one more file, whose name ends in
    `.svg` or `.png`.

    Raises
    ------
    ExportError
        If a form is not known or needs what is not installed, or a folder cannot be made or written to.
    """
    from papertrace.export import WRITERS
    from papertrace.files import replacing

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
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{folder}: cannot be made ({error.strerror}); name another folder with -o"
        raise ExportError(message) from error
    files = tuple((writer, folder / f"{_STEM}{writer.suffix}") for writer in WRITERS if writer.name in wanted)
    outputs = Outputs(folder=folder, files=files, picture=_plan_picture(picture) if picture else None)
    for writer, path in (*files, *([outputs.picture] if outputs.picture else [])):
        writer.check(path)
    # The folder of the files, and that of the picture.
    for path in (files[0][1], *([outputs.picture[1]] if outputs.picture else [])):
        with suppress(_Unused), replacing(path):
            raise _Unused
    return outputs


def _plan_picture(path: Path) -> tuple["Writer", Path]:
    """Return the writer of a picture by the end of its name."""
    from papertrace.export import PICTURES, WRITERS

    for writer in WRITERS:
        if writer.name in PICTURES and path.name.casefold().endswith(writer.suffix):
            return writer, path
    message = f"--picture {path}: no picture ends like this (known: {', '.join(f'.{name}' for name in PICTURES)})"
    raise ExportError(message)
