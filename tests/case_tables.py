"""Tables of cases in `tests/cases`: for each test that takes some, rows of what is given and what is right."""

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import pytest
from tests.folders import CASES

TESTS = CASES.parent
Test = TypeVar("Test", bound=Callable[..., None])


@cache
def _read(path: Path) -> dict[str, list[list[Any]]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def cases(names: str, /, *, named: bool = False, **types: Callable[[Any], object]) -> Callable[[Test], Test]:
    """Parametrise a test by the rows of the table of its name, in the file of `tests/cases` that its module has.

    The values of a row go by `names`, separated by commas; those that it leaves out at its end are None. The first one
    is the name of the case if the table is `named`. Arrays become tuples, and the values of a column with a type that.
    """
    columns = [name.strip() for name in names.split(",")]

    def parametrise(test: Test) -> Test:
        assert isinstance(test, FunctionType)
        module = Path(test.__code__.co_filename).relative_to(TESTS)
        table = _read(CASES / module.with_name(f"{module.stem.removeprefix('test_')}.toml"))
        found = []
        for row in table[test.__name__.removeprefix("test_")]:
            case, values = (row[0], row[1:]) if named else (None, row)
            assert len(values) <= len(columns), f"{module}: a row has more values than {names}: {row}"
            values = [types.get(name, _frozen)(value) for name, value in zip(columns, values, strict=False)]
            found.append(pytest.param(*values, *[None] * (len(columns) - len(values)), id=case or None))
        return pytest.mark.parametrize(columns, found)(test)

    return parametrise


def _frozen(value: object) -> object:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
