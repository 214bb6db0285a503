"""A plugin for pytest that `mutants.py` needs: cases have numbers, and functions forget what they returned.

pytest does not find every test by an id that contains texts, so cases are numbered. And mutmut forks a process that
has run the tests: what a function returned there, kept by `functools.cache`, would be returned by the mutant, too.
"""

import sys
from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet


def pytest_sessionstart() -> None:
    """Empty the caches of all functions of papertrace that have been imported."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] == "papertrace"]
    for value in [value for module in modules for value in vars(module).values()]:
        if callable(clear := getattr(value, "cache_clear", None)):
            clear()


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Replace the ids of cases by their numbers."""
    parametrize = metafunc.parametrize

    def numbered(names: str, values: Iterable[object], *arguments: object, **options: object) -> None:
        cases = [case._replace(id=None) if isinstance(case, ParameterSet) else case for case in values]
        options["ids"] = [str(number) for number in range(len(cases))]
        parametrize(names, cases, *arguments[:1], **options)  # type: ignore[arg-type]

    metafunc.parametrize = numbered  # type: ignore[method-assign, assignment]
