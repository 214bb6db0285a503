"""Hostile input takes no more than its share of calls, however long it is."""

from collections.abc import Callable

import pytest
from tests.calls import n_calls
from tests.growth import WORKS, Prepare

N_CHARS = 800
TIMES = 4
"""A longer input is so many times as long; what is quadratic makes sixteen times the calls."""


@pytest.mark.parametrize("prepare", WORKS.values(), ids=WORKS)
def test_calls_grow_no_faster_than_the_input(prepare: Prepare) -> None:
    prepare(N_CHARS)()  # What is compiled or imported at first use counts for neither.
    short, long = (n_calls(prepare(n)) for n in (N_CHARS, TIMES * N_CHARS))

    assert long <= 1.5 * TIMES * short + 100


@pytest.mark.parametrize(("power", "grows"), [(1, False), (2, True)], ids=["linear", "quadratic"])
def test_what_is_quadratic_is_found(power: int, *, grows: bool) -> None:
    def prepare(n: int) -> Callable[[], object]:
        return lambda: [len("") for _ in range(n**power)]

    assert (n_calls(prepare(400)) > 1.5 * TIMES * n_calls(prepare(100)) + 100) is grows
