"""Tables of cases in `tests/cases`: for each test that takes some, rows of what is given and what is right."""

import tomllib
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from tests.folders import CASES


@cache
def _read(file: str) -> dict[str, list[list[Any]]]:
    return tomllib.loads((CASES / file).read_text(encoding="utf-8"))


def cases(
    file: str, table: str, names: str, /, *, named: bool = False, **types: Callable[[Any], object]
) -> pytest.MarkDecorator:
    """Parametrise a test by the rows of a table.

    The values of a row go by `names`, separated by commas; those that it leaves out at its end are None. The first one
    is the name of the case if the table is `named`. Arrays become tuples, and the values of a column with a type that.
    """
    columns = [name.strip() for name in names.split(",")]
    found = []
    for row in _read(file)[table]:
        case, values = (row[0], row[1:]) if named else (None, row)
        values = [types.get(name, _frozen)(value) for name, value in zip(columns, values, strict=False)]
        found.append(pytest.param(*values, *[None] * (len(columns) - len(values)), id=case or None))
    return pytest.mark.parametrize(columns, found)


def _frozen(value: object) -> object:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
