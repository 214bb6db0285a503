"""Which community has which colour."""

import numpy as np
import pytest

from papertrace.graph.communities import UNLINKED, colour_communities
from papertrace.model.graphs import LIGHT, UNLINKED_COLOUR


def placed(*communities: int) -> dict[int, str]:
    """Return the colours of communities of which each paper is given, in a row."""
    n = len(communities)
    return colour_communities(np.array(communities, dtype=np.int64), np.arange(n, dtype=np.float64) * 50.0, np.zeros(n))


def test_no_papers_have_no_colours() -> None:
    assert placed() == {}


def test_communities_have_different_colours_and_unlinked_papers_are_grey() -> None:
    colours = placed(UNLINKED, UNLINKED, *range(len(LIGHT)))

    assert len(set(colours.values())) == len(LIGHT) + 1
    assert colours[UNLINKED] == UNLINKED_COLOUR


@pytest.mark.parametrize("n", [13, 40], ids=["one more than colours", "many more"])
def test_small_communities_beyond_the_palette_are_not_grey(n: int) -> None:
    colours = placed(*range(n), UNLINKED)

    assert UNLINKED_COLOUR not in {colours[community] for community in range(n)}
    assert max(map([*colours.values()].count, LIGHT)) <= -(-n // len(LIGHT))


def test_communities_side_by_side_have_different_colours() -> None:
    colours = placed(*range(60))

    assert all(colours[c] != colours[c + 1] for c in range(59))
