"""A plugin for pytest that `mutants.py` needs, since mutmut runs the tests many times, in forks of one process.

Cases have numbers, as pytest does not find every test by an id that contains texts. What a function returned before the
fork, kept by `functools.cache`, is forgotten, as it would be returned by the mutant, too.

The first run notes which tests call which function. It keeps the caller in a context variable, and if a garbage
collection meanwhile runs a finalizer that is noted as well, Python may crash: so none is made. Nor does that run see
calls in other processes, such as workers: a function that no test seems to call is tried with all of them.
"""

import gc
import os
import sys
from collections.abc import Iterable, Iterator

import pytest
from _pytest.mark import ParameterSet


def pytest_sessionstart() -> None:
    """Empty the caches of all functions of papertrace that have been imported."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] == "papertrace"]
    for value in [value for module in modules for value in vars(module).values()]:
        if callable(clear := getattr(value, "cache_clear", None)):
            clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop() -> Iterator[None]:
    """Run the tests; of those of the first run, note all for the functions that none of them called here."""
    if os.environ.get("MUTANT_UNDER_TEST") != "stats":
        return (yield)
    from mutmut.state import state

    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        for function in state().current_function_hashes:
            if not (tests := state().tests_by_mangled_function_name[function]):
                tests |= set(state().duration_by_test)


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Replace the ids of cases by their numbers."""
    parametrize = metafunc.parametrize

    def numbered(names: str, values: Iterable[object], *arguments: object, **options: object) -> None:
        cases = [case._replace(id=None) if isinstance(case, ParameterSet) else case for case in values]
        options["ids"] = [str(number) for number in range(len(cases))]
        parametrize(names, cases, *arguments[:1], **options)  # type: ignore[arg-type]

    metafunc.parametrize = numbered  # type: ignore[method-assign, assignment]
