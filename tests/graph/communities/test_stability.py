import numpy as np
import pytest
from tests.case_tables import cases

from papertrace.graph.communities import adjusted_mutual_information


def _agreement(one: list[int], other: list[int]) -> float:
    return adjusted_mutual_information(np.array(one), np.array(other))


# Of crossed halves I = 0 and both entropies are ln 2. Of the 6 ways to draw the second half, 2 agree fully (I = ln 2)
# and 4 are crossed (I = 0), so E[I] = ln 2 / 3 and the index is (0 - 1/3) / (1 - 1/3).
@cases("one, other, agreement", named=True)
def test_agreement_of_two_partitions(one: list[int], other: list[int], agreement: float) -> None:
    assert _agreement(one, other) == pytest.approx(agreement)


@pytest.mark.parametrize("trivial", [[0, 0, 0], [0, 1, 2]], ids=["all in one", "all apart"])
def test_trivial_partitions_agree_with_themselves(trivial: list[int]) -> None:
    assert _agreement(trivial, trivial) == 1.0


def test_independent_partitions_agree_about_zero() -> None:
    random = np.random.default_rng(2)
    one, other = random.integers(0, 8, size=2000), random.integers(0, 5, size=2000)
    assert adjusted_mutual_information(one, other) == pytest.approx(0, abs=0.01)


def test_agreement_is_symmetric() -> None:
    one, other = [0, 0, 1, 1, 2, 2, 2], [0, 1, 1, 1, 2, 2, 0]
    assert _agreement(one, other) == pytest.approx(_agreement(other, one))
