"""Settings files: `papertrace.toml`, or `[tool.papertrace]` in `pyproject.toml`, with the options of each command.

A file that is found in the current folder or above it came with the project, perhaps from somebody else. It may set
only what cannot send credentials, reach more of the network, run or rewrite anything, nor change the form of messages,
and no path outside of its folder; a file that the user names may set everything.
"""

import argparse
import os
import re
from pathlib import Path

from papertrace.errors import SettingsError
from papertrace.late_imports import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from papertrace.cli.options import Option

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

    Raises SettingsError if it cannot be read, is too long or is not TOML.
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


HOST_TABLE = "host"

_TAKEN_TOGETHER = ("verdicts",)
"""Repeatable options whose values belong together: typed ones replace those of the file."""


class Configuration:
    """The settings of one file, by command.

    `commands` are the names of the commands, each of which has a table; `is_named` says whether the user named the
    file, rather than that it was found.
    """

    def __init__(
        self,
        path: Path,
        tables: "Mapping[str, object]",
        commands: "Sequence[str]",
        *,
        is_named: bool,
        argv: "Sequence[str]" = (),
    ) -> None:
        self.path = path
        self._argv = argv
        self._tables = tables
        self.is_named = is_named
        for name, value in tables.items():
            is_table, is_known = isinstance(value, dict), name in (*commands, HOST_TABLE)
            if not is_table and not is_known:
                message = f"{path}: {name}: not in a table; write it below the name of a command, such as [audit]"
                raise SettingsError(message)
            if not is_known:
                place = f"[{name}]"
                raise self._error(place, "unknown", name, (*commands, HOST_TABLE))
            if not is_table:
                table = f'{name}."example.org"' if name == HOST_TABLE else name
                message = f"{path}: {name} is not a table; write [{table}] and its options below it"
                raise SettingsError(message)

    def apply(
        self, command: str, options: "Mapping[str, Option]", parser: argparse.ArgumentParser
    ) -> dict[str, object]:
        """Make the settings of a command the defaults of its parser, and return them by the names of its options.

        Raises SettingsError if an option is unknown, has an invalid value, or may not be set by this file.
        """
        given: dict[str, object] = {}
        table = self._tables.get(command, {})
        own = table.items() if isinstance(table, dict) else ()
        items = ((f"[{command}] {name}", name, value) for name, value in own)
        for place, name, value in (*items, *self._items_of_hosts(options)):
            option = options.get(name)
            if option is None:
                raise self._error(place, "unknown option", name, tuple(options))
            if not (self.is_named or option.harmless):
                message = (
                    f"{self.path}: {place} can do harm, so a file that comes with a project cannot set it; "
                    f"name the file with {OPTION} or {VARIABLE} to trust it"
                )
                raise SettingsError(message)
            parsed = self._parse(f"{self.path}: {place}", option, value)
            if isinstance(parsed, list) and isinstance(given.get(name), list):
                parsed = [*given[name], *parsed]  # type: ignore[misc]
            given[name] = parsed
        for name in self._find_replaced(options):
            given.pop(name, None)
        for action in parser._actions:  # noqa: SLF001 - argparse has no public list of its options
            if not action.option_strings and action.dest in given:
                action.nargs, action.required = "*", False
        configured = dict.fromkeys((f"--{name}" for name in given), str(self.path))
        parser.set_defaults(configured=configured, **{options[name].dest: value for name, value in given.items()})
        return given

    def _find_replaced(self, options: "Mapping[str, Option]") -> "Iterator[str]":
        """Yield the options that give way to the arguments, such as quiet to `-v`."""
        typed = [name for name, option in options.items() if _is_typed(option.flags, self._argv)]
        yield from (name for name in _TAKEN_TOGETHER if name in typed)
        groups = {options[name].either for name in typed} - {""}
        yield from (name for name, option in options.items() if option.either in groups)

    def _items_of_hosts(self, options: "Mapping[str, Option]") -> "Iterator[tuple[str, str, object]]":
        """Yield the tables by host as options that name a host, if the command has these: place, name and value."""
        tables = self._tables.get(HOST_TABLE, {})
        if not isinstance(tables, dict) or "header" not in options:
            return
        known = ("headers", "insecure", "limit")
        for host, table in tables.items():
            if not isinstance(table, dict):
                message = f'{self.path}: host.{host} is not a table; write [host."{host}"]'
                raise SettingsError(message)
            for name, value in table.items():
                place = f'[host."{host}"] {name}'
                match name, value:
                    case "headers", dict():
                        yield place, "header", [f"{host}: {header}: {text}" for header, text in value.items()]
                    case "insecure", bool():
                        if value:
                            yield place, "insecure", [host]
                    case "limit", int() | str() if not isinstance(value, bool):
                        yield place, "host-limit", [f"{host}={value}"]
                    case _ if name not in known:
                        raise self._error(place, "unknown", name, known)
                    case _:
                        forms = "headers = {Name = 'value'}, insecure = true, limit = 2"
                        message = f"{self.path}: {place} has a wrong type; the forms are {forms}"
                        raise SettingsError(message)

    def _parse(self, place: str, option: "Option", value: object) -> object:
        if option.value is None:
            is_count = option.action == "count"
            if isinstance(value, bool) != is_count and isinstance(value, int) and value >= 0:
                return not value if option.action == "store_false" else value
            message = f"{place} is {value!r}; give {'a whole number, 0 or more' if is_count else 'true or false'}"
            raise SettingsError(message)
        if option.repeats or not option.flags:
            values = value if isinstance(value, list) else [value]
            return [self._convert(place, option, one) for one in values]
        if isinstance(value, list):
            value = ",".join(_to_text(place, one) for one in value)
        return self._convert(place, option, value)

    def _convert(self, place: str, option: "Option", value: object) -> object:
        text = _to_text(place, value)
        convert: Callable[[str], object] = option.parse or str
        try:
            parsed = convert(text)
        except (argparse.ArgumentTypeError, ValueError) as error:
            message = f"{place}: {error}"
            raise SettingsError(message) from error
        if option.choices and parsed not in option.choices:
            message = f"{place} is {text!r}; choose from {', '.join(option.choices)}"
            raise SettingsError(message)
        match parsed:
            case Path():
                return self._place(place, parsed)
            case (kind, Path() as path):
                return kind, self._place(place, path)
            case str() if not option.flags and not parsed.startswith(("http://", "https://")):
                return str(self._place(place, Path(parsed)))
        return parsed

    def _place(self, place: str, path: Path) -> Path:
        """Return a path relative to the folder of the file as one relative to the current folder."""
        if str(path) in {NO_FILE, "-"}:
            return path
        folder = self.path.parent
        try:
            target = folder / path.expanduser()
            resolved, inside = target.resolve(), folder.resolve()
        except (OSError, ValueError, RuntimeError) as error:
            message = f"{place} is {str(path)!r}, which is not a usable path ({error}); correct it"
            raise SettingsError(message) from error
        if self.is_named:
            return target
        if not resolved.is_relative_to(inside) or REPOSITORY in resolved.relative_to(inside).parts:
            message = (
                f"{place} is {str(path)!r}, which is outside of the folder of the file, or in its repository's own; "
                f"name the file with {OPTION} or {VARIABLE} to trust it"
            )
            raise SettingsError(message)
        return target

    def _error(self, place: str, fact: str, name: str, known: "Sequence[str]") -> SettingsError:
        from difflib import get_close_matches

        nearest = get_close_matches(name, known, n=1)
        way_out = f"did you mean {nearest[0]}?" if nearest else f"known are {', '.join(known)}"
        return SettingsError(f"{self.path}: {place}: {fact}; {way_out}")


def load_configuration(argv: "Sequence[str]", commands: "Sequence[str]") -> Configuration | None:
    """Return the settings of the file that the arguments or the environment name, or of the one that is found, if any.

    Raises SettingsError if the file cannot be read or is not TOML, or has an unknown table.
    """
    named = named_file(argv)
    if named is None:
        named = os.environ.get(VARIABLE) or None
    if named == NO_FILE:
        return None
    if named is not None:
        path = Path(named)
        return Configuration(path, read_file(path), commands, is_named=True, argv=argv)
    try:
        found = find_file(Path.cwd())
    except FileNotFoundError:  # The current folder was deleted.
        return None
    return None if found is None else Configuration(*found, commands, is_named=False, argv=argv)


def _is_typed(flags: "Sequence[str]", argv: "Sequence[str]") -> bool:
    """Return whether the arguments have an option, also shortened, or among several short ones such as `-vv`."""
    for text in argv:
        if text == "--":
            return False
        if text.startswith("--"):
            if any(option.startswith(text.partition("=")[0]) for option in flags):
                return True
        elif text.startswith("-") and any(len(one) == 2 and one[1] in text for one in flags):  # noqa: PLR2004 - `-v`
            return True
    return False


def _to_text(place: str, value: object) -> str:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        try:
            return str(value)
        except ValueError:  # a number of thousands of digits
            value = "a number of thousands of digits"
    message = f"{place} is {value!r}; give a string or a number"
    raise SettingsError(message)
