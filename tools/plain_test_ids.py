"""A plugin for pytest that gives tests plain ids, so that each can be named on the command line.

pytest does not find every test by an id that contains texts. `mutants.py` uses it.
"""

import re
from collections.abc import Generator, Sequence

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem() -> Generator[None, object, object]:
    """Give numbers to the tests of a function whose parameters have more than words in their ids."""
    made = yield
    if isinstance(made, Sequence):
        for number, item in enumerate(made):
            if isinstance(item, pytest.Function) and not re.fullmatch(r"\w+(\[[\w.-]+\])?", item.name):
                item.name = f"{item.originalname}[{number}]"
                item._nodeid = f"{item.parent.nodeid}::{item.name}" if item.parent else item.name  # noqa: SLF001 - no public way
    return made
