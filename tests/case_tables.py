"""Tables of cases in `tests/cases`: for each test that takes some, rows of what is given and what is right."""

import tomllib
from collections.abc import Callable
from enum import Enum
from functools import cache
from pathlib import Path
from types import FunctionType, NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin

import pytest
from tests.folders import CASES

TESTS = CASES.parent
Test = TypeVar("Test", bound=Callable[..., None])


@cache
def _read(path: Path) -> dict[str, list[list[Any]]]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def cases(names: str, /, *, named: bool = False) -> Callable[[Test], Test]:
    """Parametrise a test by the rows of the table of its name, in the file of `tests/cases` that its module has.

    The values of a row go by `names`, separated by commas; those that it leaves out at its end are None. The first one
    is the name of the case if the table is `named`. Arrays and members of enumerations become what the test's
    annotation of their column says, by default tuples.
    """
    columns = [name.strip() for name in names.split(",")]

    def parametrise(test: Test) -> Test:
        assert isinstance(test, FunctionType)
        module = Path(test.__code__.co_filename).relative_to(TESTS)
        table = _read(CASES / module.with_name(f"{module.stem.removeprefix('test_')}.toml"))
        types = [test.__annotations__[name] for name in columns]
        found = []
        for row in table[test.__name__.removeprefix("test_")]:
            case, values = (row[0], row[1:]) if named else (None, row)
            assert len(values) <= len(columns), f"{module}: a row has more values than {names}: {row}"
            values = [_typed(value, kind) for value, kind in zip(values, types, strict=False)]
            found.append(pytest.param(*values, *[None] * (len(columns) - len(values)), id=case or None))
        return pytest.mark.parametrize(columns, found)(test)

    return parametrise


def _typed(value: object, kind: Any) -> object:  # noqa: ANN401 - annotations have no type
    if isinstance(kind, UnionType):
        kind = next(one for one in get_args(kind) if one is not NoneType)
    made, within = get_origin(kind) or kind, get_args(kind)
    if isinstance(value, list):
        kinds = within if made is tuple and within[-1:] != (...,) else within[:1] * len(value)
        values = [_typed(one, kinds[at] if at < len(kinds) else object) for at, one in enumerate(value)]
        return made(values) if made in {list, set, frozenset} else tuple(values)
    return made(value) if isinstance(made, type) and issubclass(made, Enum) else value
