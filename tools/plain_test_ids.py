"""A plugin for pytest that numbers the cases of a test, so that each can be named on the command line.

pytest does not find every test by an id that contains texts. `mutants.py` uses it.
"""

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Replace the ids of cases by their numbers."""
    parametrize = metafunc.parametrize

    def numbered(names: str, values: Iterable[object], *arguments: object, **options: object) -> None:
        cases = [case._replace(id=None) if isinstance(case, ParameterSet) else case for case in values]
        options["ids"] = [str(number) for number in range(len(cases))]
        parametrize(names, cases, *arguments[:1], **options)  # type: ignore[arg-type]

    metafunc.parametrize = numbered  # type: ignore[method-assign, assignment]
