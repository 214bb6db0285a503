"""The settings file of a run: which one it is, and its tables as they stand in it."""

import os
import re
from pathlib import Path

from papertrace.errors import SettingsError
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

VARIABLE = "PAPERTRACE_CONFIG"
FILE, PROJECT_FILE = "papertrace.toml", "pyproject.toml"
NO_FILE = "none"
OPTION = "--config"
_MAX_BYTES = 1_000_000
_MAX_PARTS = 50
# The parser of TOML takes time in proportion to the square of the number of parts of a key.
_DEEP_KEY = re.compile(rb"(?<![\w\"'-])(?:[\w\"'-]++\s*+\.\s*+){%d}" % _MAX_PARTS)
REPOSITORY = ".git"


def named_file(argv: "Sequence[str]") -> str | None:
    """Return the value of the option that names the file, which is needed before the arguments can be parsed."""
    named = None
    for number, text in enumerate(argv):
        if text == "--":
            break
        if text == OPTION:
            named = argv[number + 1] if number + 1 < len(argv) else None
        elif text.startswith(f"{OPTION}="):
            named = text.partition("=")[2]
    return named


def find_file(folder: Path) -> "tuple[Path, Mapping[str, object]] | None":
    """Return the nearest file with settings and its tables: in the folder, or above it in the same repository."""
    parents = [folder, *folder.parents]
    depth = next((number for number, one in enumerate(parents) if (os.path.exists(one / REPOSITORY))), 0)  # noqa: PTH110 - without an error where a folder cannot be searched
    for one in parents[: depth + 1]:
        path, project = one / FILE, one / PROJECT_FILE
        if os.path.isfile(path):  # noqa: PTH113 - as above
            return _shorten(path), read_file(_shorten(path))
        if os.path.isfile(project) and _may_have_settings(project) and (tables := read_file(_shorten(project))):  # noqa: PTH113 - as above
            return _shorten(project), tables
    return None


def _may_have_settings(project: Path) -> bool:
    """Return whether a `pyproject.toml` names this program; another's, even a broken one, is none of its business."""
    try:
        with project.open("rb") as file:
            return b"papertrace" in file.read(_MAX_BYTES)
    except OSError:
        return False


def _shorten(path: Path) -> Path:
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def read_file(path: Path) -> "Mapping[str, object]":
    """Return the tables of a file; of a `pyproject.toml`, those of this program, which may be none.

    Raises
    ------
    SettingsError
        If it cannot be read, is too long or is not TOML.
    """
    import tomllib

    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
        if len(data) > _MAX_BYTES:
            message = f"{path}: longer than {_MAX_BYTES:,} bytes, so it is not a settings file; name another"
            raise SettingsError(message)
    except OSError as error:
        message = f"{path}: {error.strerror}; name a settings file, or {NO_FILE}"
        raise SettingsError(message) from error
    if _DEEP_KEY.search(data):
        message = f"{path}: a key of over {_MAX_PARTS} parts, so it is not a settings file; name another"
        raise SettingsError(message)
    try:
        tables = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # ValueError also for numbers of thousands of digits
        message = f"{path}: not TOML: {error}; correct it, or run with {OPTION} {NO_FILE}"
        raise SettingsError(message) from error
    if path.name == PROJECT_FILE:
        tools = tables.get("tool")
        of_program = tools.get("papertrace") if isinstance(tools, dict) else None
        return of_program if isinstance(of_program, dict) else {}
    return tables
