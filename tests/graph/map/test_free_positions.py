from itertools import combinations

import numpy as np
import pytest

from papertrace.graph.map.free_positions import SIDE, find_free_positions
from papertrace.graph.pairs.projection import Floats


def _settle(wanted: list[tuple[float, float]], papers: list[tuple[float, float]]) -> list[tuple[float, float]]:
    def columns(points: list[tuple[float, float]]) -> tuple[Floats, Floats]:
        table = np.array(points, dtype=np.float64).reshape(-1, 2)
        return table[:, 0], table[:, 1]

    x, y = find_free_positions(*columns(wanted), *columns(papers))
    return list(zip(x.tolist(), y.tolist(), strict=True))


def test_nobody_needs_no_place() -> None:
    assert _settle([], [(0.0, 0.0)]) == []


def test_free_square_is_taken_where_it_is_wanted() -> None:
    assert _settle([(100.0, -30.0)], [(0.0, 0.0)]) == [(4.5 * SIDE, -1.5 * SIDE)]


@pytest.mark.parametrize("n", [40, 900], ids=["one ring", "several rings"])
def test_newcomers_at_one_place_keep_apart_and_off_the_papers(n: int) -> None:
    papers = [(0.0, 0.0), (50.0, 10.0), (-200.0, 90.0)]
    places = _settle([(1.0, 1.0)] * n, papers)

    apart = min(max(abs(x - a), abs(y - b)) for (x, y), (a, b) in combinations(places, 2))
    from_papers = min(max(abs(x - a), abs(y - b)) for x, y in places for a, b in papers)
    assert apart >= SIDE
    assert from_papers >= SIDE
    # No farther than a disc that holds that many squares, and those that the papers take.
    farthest = max((x * x + y * y) ** 0.5 for x, y in places)
    assert farthest <= ((n + 27) * SIDE**2 / np.pi) ** 0.5 + 2 * SIDE
