"""What engines do not keep in memory; not run with mutants, which keep the arguments of all functions."""

import weakref

import numpy as np
from tests.engine import functions

from papertrace.engine.processes import ProcessEngine


def test_a_map_does_not_keep_what_workers_have_a_copy_of() -> None:
    array = np.arange(100_000, dtype=np.int64)
    shared = weakref.ref(array)
    with ProcessEngine(2) as engine:
        results = engine.map(functions.total, [b""] * 3, array)
        del array
        assert shared() is not None
        next(results)
        assert shared() is None
        assert len(list(results)) == 2
