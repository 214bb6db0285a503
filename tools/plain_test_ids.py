"""A plugin for pytest that gives tests ids without brackets, so that each can be named on the command line.

pytest does not find a test by its id if a parameter in it has a bracket of its own. `mutants.py` uses it.
"""

import re
from collections.abc import Generator, Sequence

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem() -> Generator[None, object, object]:
    """Number the tests of a function whose parameters have brackets or colons in their ids."""
    made = yield
    if isinstance(made, Sequence):
        for number, item in enumerate(made):
            if isinstance(item, pytest.Function) and re.search(r"\[.*(?:[\[\]]|::).*\]\Z", item.name, re.DOTALL):
                item.name = f"{item.originalname}[{number}]"
                item._nodeid = f"{item.parent.nodeid}::{item.name}" if item.parent else item.name  # noqa: SLF001 - no public way
    return made
