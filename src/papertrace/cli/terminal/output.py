"""Results written to standard output or atomically to a file."""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TextIO

CHOICES = ("auto", "always", "never")

_RESET = "\x1b[0m"
_BOLD, _FAINT = "\x1b[1m", "\x1b[2m"
_RED, _YELLOW, _GREEN = "\x1b[1;31m", "\x1b[33m", "\x1b[32m"
_OF_OUTCOMES = {"dead": _RED, "alive": _GREEN} | dict.fromkeys(("moved", "suspect", "insecure", "unstable"), _YELLOW)
_OUTCOME = re.compile(r"(  )([a-z]+(?: [a-z]+)?)(  \S.*\n)", re.DOTALL)


def wants_colours(choice: str, stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether to write colours to a stream: as chosen, or by default if it is a terminal.

    `NO_COLOR` and `FORCE_COLOR` of the environment decide instead of the terminal if they are not empty, the former
    first (https://no-color.org). Consoles of Windows may lack colours and get none by default.
    """
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return environment.get("TERM") != "dumb" and sys.platform != "win32" and stream.isatty()


def paint_error(text: str) -> str:
    """Return the beginning of an error message in red."""
    return f"{_RED}{text}{_RESET}"


def paint_report(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the text report of an audit in colours.

    Titles are bold, outcomes have the colour of their severity, and details are faint. The characters are the same,
    and all of them printable, so no text of a listing can end a colour or begin another.
    """
    for line in lines:
        if found := _OUTCOME.fullmatch(line):
            indent, outcome, rest = found.groups()
            colour = _OF_OUTCOMES.get(outcome, "")
            yield f"{indent}{colour}{outcome}{_RESET if colour else ''}{rest}"
        elif line.startswith("    "):
            yield f"{_FAINT}{line.removesuffix(chr(10))}{_RESET}\n"
        elif line.strip() and not line.startswith(" "):
            yield f"{_BOLD}{line.removesuffix(chr(10))}{_RESET}\n"
        else:
            yield line


def is_stdout(path: Path | None) -> bool:
    """Return whether the output is standard output rather than a file."""
    return path is None or str(path) == "-"


def write_output(pieces: Iterable[str], path: Path | None) -> None:
    """Write pieces of text as UTF-8 to a file, completely or not at all, or to standard output (None or `-`).

    Raises ExportError if the file cannot be written.
    """
    if path is None or is_stdout(path):
        for piece in pieces:
            sys.stdout.buffer.write(piece.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
        return
    from papertrace.files import write_text

    write_text(path, pieces)


def check_inputs(paths: Iterable[Path] | None) -> None:
    """Raise ListingError for a file that is named and does not exist, before any work is done."""
    from papertrace.errors import ListingError

    for path in paths or ():
        if not path.exists():
            message = f"{path}: no such file; check the path"
            raise ListingError(message)


def check_output(path: Path | None) -> None:
    """Raise an error for a path that a file cannot be written to, before any work is done.

    Raises ExportError if the folder of the file does not exist, or the file is a folder.
    """
    from papertrace.errors import ExportError

    if path is None or is_stdout(path):
        return
    if not path.parent.is_dir():
        message = f"{path}: cannot be written: the folder {path.parent} does not exist (create it first)"
        raise ExportError(message)
    if path.is_dir():
        message = f"{path}: cannot be written: it is a folder (name a file in it)"
        raise ExportError(message)


def refuse_to_overwrite(listings: Iterable[str | Path], path: Path | None) -> None:
    """Raise an error if the output would overwrite a listing.

    Raises ExportError if the output is one of the listings.
    """
    from papertrace.errors import ExportError

    for listing in listings:
        if path is not None and path.exists() and Path(listing).exists() and path.samefile(listing):
            message = f"{path}: is one of the listings to read; choose another file"
            raise ExportError(message)
