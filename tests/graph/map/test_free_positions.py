from itertools import combinations

import numpy as np
import pytest

from papertrace.graph.map import SIDE, find_free_positions
from papertrace.graph.pairs.products import Floats


def _positions(wanted: list[tuple[float, float]], papers: list[tuple[float, float]]) -> list[tuple[float, float]]:
    def columns(points: list[tuple[float, float]]) -> tuple[Floats, Floats]:
        table = np.array(points, dtype=np.float64).reshape(-1, 2)
        return table[:, 0], table[:, 1]

    x, y = find_free_positions(*columns(wanted), *columns(papers))
    return list(zip(x.tolist(), y.tolist(), strict=True))


def test_no_nodes_need_no_positions() -> None:
    assert _positions([], [(0.0, 0.0)]) == []


def test_requested_square_is_used_if_free() -> None:
    assert _positions([(100.0, -30.0)], [(0.0, 0.0)]) == [(4.5 * SIDE, -1.5 * SIDE)]


@pytest.mark.parametrize("n", [40, 900], ids=["one ring", "several rings"])
def test_nodes_at_one_position_overlap_neither_each_other_nor_papers(n: int) -> None:
    papers = [(0.0, 0.0), (50.0, 10.0), (-200.0, 90.0)]
    places = _positions([(1.0, 1.0)] * n, papers)

    apart = min(max(abs(x - a), abs(y - b)) for (x, y), (a, b) in combinations(places, 2))
    from_papers = min(max(abs(x - a), abs(y - b)) for x, y in places for a, b in papers)
    assert apart >= SIDE
    assert from_papers >= SIDE
    # No farther than a disc that holds that many squares, and those that the papers take.
    farthest = max((x * x + y * y) ** 0.5 for x, y in places)
    assert farthest <= ((n + 27) * SIDE**2 / np.pi) ** 0.5 + 2 * SIDE
