"""Word lists and tables, kept in data files beside the modules that use them, with their origin."""

import pkgutil  # importlib.resources imports temporary files and threads, which the help of a command needs not
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any


def read_word_lists(package: str, name: str) -> Mapping[str, str]:
    """Return the lists of a TOML file by name, each a string of words separated by white space.

    `package` is the package that contains the file, such as `papertrace.extract.text`.
    """
    return read_tables(package, name)


@cache
def read_tables(package: str, name: str) -> Mapping[str, Any]:
    """Return the tables of a TOML file by name; `package` is the package that contains the file."""
    return tomllib.loads((pkgutil.get_data(package, name) or b"").decode())
