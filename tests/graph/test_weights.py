import math

import numpy as np
import pytest

from papertrace.graph.projection import Pairs
from papertrace.graph.weights import WEIGHTS, measure

# Two papers of 4 and 9 concepts share 3; the corpus has 12.
PAIR = Pairs(
    first=np.array([0]), second=np.array([1]), information=np.array([5.5]), shared=np.array([3], dtype=np.int64)
)
SIZES = np.array([4, 9])


@pytest.mark.parametrize(
    ("weight", "expected"),
    [
        pytest.param("idf2", 5.5, id="information as given"),
        pytest.param("association", 3 * 12 / (4 * 9), id="shared over expected by chance"),
        pytest.param("cosine", 3 / 6, id="shared over the geometric mean"),
        pytest.param("jaccard", 3 / 10, id="shared over the union"),
        pytest.param("npmi", 0.0, id="as often as by chance"),
    ],
)
def test_measure_has_its_value_by_hand(weight: str, expected: float) -> None:
    assert measure(PAIR, SIZES, 12, weight) == pytest.approx([expected], abs=1e-12)


def test_npmi_above_chance_is_positive() -> None:
    # p_ij = 3/24, p_i p_j = 36/576: ln 2 over ln 8.
    assert measure(PAIR, SIZES, 24, "npmi") == pytest.approx([math.log(2) / math.log(8)])


def test_npmi_of_papers_that_hold_everything_is_one() -> None:
    assert measure(PAIR, np.array([3, 3]), 3, "npmi").tolist() == [1.0]


def test_unknown_measure_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no weight named 'tfidf'") as caught:
        measure(PAIR, SIZES, 12, "tfidf")
    assert all(name in str(caught.value) for name in WEIGHTS)
