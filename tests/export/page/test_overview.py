"""Discs of communities: their positions and sizes, and when a page has any."""

import itertools
import math

import networkx as nx
import pytest

from papertrace.export.page.data import page_data
from papertrace.export.page.marks import MAX_SHOWN_PAPERS, discs


def rings(sizes: list[int], apart: float) -> tuple[list[tuple[float, float]], list[int]]:
    """Arrange communities side by side, the papers of each in a ring around its middle."""
    places, of_paper = [], []
    for community, size in enumerate(sizes):
        for k in range(size):
            angle = 2 * math.pi * k / size
            places.append((community * apart + 5 * math.cos(angle), 5 * math.sin(angle)))
            of_paper.append(community)
    return places, of_paper


def test_no_papers_have_no_discs() -> None:
    assert discs([], [], 0) == []


def test_area_of_a_disc_grows_with_the_number_of_its_papers() -> None:
    one, four = discs(*rings([10, 40], 5000.0), 2)

    assert (four["radius"] / one["radius"]) ** 2 == pytest.approx(4, abs=0.01)


def test_centre_of_a_disc_is_that_of_its_papers() -> None:
    first, second = discs(*rings([6, 8], 1000.0), 2)

    assert (first["x"], first["y"]) == (0, 0)
    assert (second["x"], second["y"]) == (1000, 0)


@pytest.mark.parametrize("apart", [5000.0, 500.0, 330.0], ids=["far", "near", "nearer than they are wide"])
def test_discs_do_not_overlap_while_each_can_be_half_as_wide_as_its_papers(apart: float) -> None:
    made = discs(*rings([30, 60, 20, 45], apart), 4)

    for one, other in itertools.combinations(made, 2):
        assert math.hypot(one["x"] - other["x"], one["y"] - other["y"]) >= one["radius"] + other["radius"]


def test_communities_at_one_position_keep_visible_discs() -> None:
    made = discs(*rings([25, 25], 0.0), 2)

    assert all(disc["radius"] > 35 for disc in made)


def field_of(n: int) -> "nx.MultiGraph[str]":
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i in range(n):
        graph.add_node(f"p{i}", label=f"Paper {i}", community=i % 4, x=float(i % 50), y=float(i // 50))
    return graph


@pytest.mark.parametrize(
    ("n", "n_discs"), [(MAX_SHOWN_PAPERS, 0), (MAX_SHOWN_PAPERS + 1, 4)], ids=["as many as a map shows", "one more"]
)
def test_page_has_discs_only_for_a_crowd(n: int, n_discs: int) -> None:
    data = page_data(field_of(n))

    assert len(data["discs"]) == n_discs
    assert data["crowd"] == MAX_SHOWN_PAPERS
