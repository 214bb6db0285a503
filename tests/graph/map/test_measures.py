import numpy as np

from papertrace.graph.map import sizes, strengths


def test_strength_of_a_paper_is_the_weight_of_its_edges() -> None:
    assert strengths(np.array([0, 0]), np.array([1, 2]), np.array([2.0, 3.0]), n_papers=4).tolist() == [5, 2, 3, 0]


def test_area_drawn_follows_the_strength() -> None:
    assert sizes(np.array([0.0, 25.0, 100.0])).tolist() == [8.0, 20.0, 32.0]
    assert sizes(np.zeros(2)).tolist() == [8.0, 8.0]
