import math

import numpy as np
import pytest

from papertrace.graph.pairs.concepts import WEIGHTS
from papertrace.graph.pairs.products import Pairs, collect_holdings
from papertrace.graph.settings import ReferenceWeight


def _weigh(weight: ReferenceWeight, *, sizes: tuple[int, int], n_items: int, shared: int = 3) -> list[float]:
    """Return the weight of two papers of these sizes that share concepts, of 5.5 nats² together."""
    measure = WEIGHTS[weight]
    total = 5.5 if measure.item_values else float(shared)
    pairs = Pairs(first=np.array([0]), second=np.array([1]), total=np.array([total]))
    steps = measure.weigh(pairs, np.array(sizes), n_items)
    weights: list[float] = (steps / measure.steps_per_unit).tolist()
    return weights


@pytest.mark.parametrize(
    ("weight", "expected"),
    [
        pytest.param("idf2", 5.5, id="information as given"),
        pytest.param("association", 3 * 12 / (4 * 9), id="shared over expected by chance"),
        pytest.param("cosine", 3 / 6, id="shared over the geometric mean"),
        pytest.param("jaccard", 3 / 10, id="shared over the union"),
        pytest.param("npmi", 0.0, id="as often as by chance"),
        pytest.param("fractional", 5.5 / 6, id="what they add over the geometric mean"),
    ],
)
def test_measure_has_its_value_by_hand(weight: ReferenceWeight, expected: float) -> None:
    # Two papers of 4 and 9 concepts share 3; the corpus has 12.
    assert _weigh(weight, sizes=(4, 9), n_items=12) == pytest.approx([expected], abs=1e-6)


def test_npmi_above_chance_is_positive() -> None:
    # p_ij = 3/24, p_i p_j = 36/576: ln 2 over ln 8.
    assert _weigh("npmi", sizes=(4, 9), n_items=24) == pytest.approx([math.log(2) / math.log(8)])


def test_npmi_of_papers_that_hold_everything_is_one() -> None:
    assert _weigh("npmi", sizes=(3, 3), n_items=3) == [1.0]


def test_fractional_counting_gives_each_holder_of_an_item_a_weight_of_one_in_all() -> None:
    holdings = collect_holdings([["a", "b"], ["a", "b"], ["a"], ["c"]])
    assert WEIGHTS["fractional"].values(holdings).tolist() == [0.5, 1.0, 1.0]


def test_two_measures_add_up_what_concepts_say_and_the_others_count_them() -> None:
    holdings = collect_holdings([["a", "b"], ["a"], []])
    assert WEIGHTS["cosine"].values(holdings).tolist() == [1.0, 1.0]
    assert WEIGHTS["idf2"].values(holdings) == pytest.approx([math.log(3 / 2) ** 2, math.log(3) ** 2], abs=1e-4)
