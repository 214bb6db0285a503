"""The number of calls for hostile input is proportional to its length."""

from collections.abc import Callable

import pytest
from tests.calls import n_calls
from tests.growth import WORKS, Prepare

pytestmark = pytest.mark.slow

KINDS: dict[str, dict[str, Prepare]] = {}
for _name, _prepare in WORKS.items():
    KINDS.setdefault(_name.partition(":")[0].partition(" of ")[0], {})[_name] = _prepare

N_CHARS = 800
TIMES = 4
"""The ratio of the input lengths; quadratic work makes sixteen times the calls."""


def grows_faster(prepare: Prepare) -> bool:
    # Compilation and imports at first use must not count, nor may the texts be known already.
    prepare(N_CHARS // 2)()
    short, long = (n_calls(prepare(n)) for n in (N_CHARS, TIMES * N_CHARS))
    return long > 1.5 * TIMES * short + 100


@pytest.mark.parametrize("kind", KINDS)
def test_calls_grow_no_faster_than_the_input(kind: str) -> None:
    assert [name for name, prepare in KINDS[kind].items() if grows_faster(prepare)] == []


@pytest.mark.parametrize(("power", "grows"), [(1, False), (2, True)], ids=["linear", "quadratic"])
def test_what_is_quadratic_is_found(power: int, *, grows: bool) -> None:
    def prepare(n: int) -> Callable[[], object]:
        return lambda: [len("") for _ in range(n**power)]

    assert grows_faster(prepare) is grows
