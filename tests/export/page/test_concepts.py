"""The concept map: its concepts, its lines, and its layout."""

import random
from itertools import combinations
from statistics import fmean

import pytest

from papertrace.export.page.concepts import concept_map, written_forms
from papertrace.model import Concept, Paper

LABELS = ("ink", "scrolls", "rims", "tides")


def paper(*concepts: Concept) -> Paper:
    return Paper(id="p", title="P", abstract="", entries=(), concepts=concepts)


def test_only_concepts_that_papers_share_are_on_the_map() -> None:
    drawn = concept_map([[0, 1], [0, 1], [0, 2]], LABELS, [(0.0, 0.0), (9.0, 0.0), (0.0, 9.0)], [0, 1, 1])

    assert [node["concept"] for node in drawn["nodes"]] == [0, 1]
    assert drawn["edges"] == [(0, 1)]
    assert drawn["n"] == 2


def test_concept_has_the_community_of_most_of_its_papers() -> None:
    held = [[0], [0], [0], [1], [1]]

    drawn = concept_map(held, LABELS, [(0.0, 0.0)] * 5, [2, 1, 2, 3, 0])

    assert {node["concept"]: node["community"] for node in drawn["nodes"]} == {0: 2, 1: 0}


def test_no_listing_has_no_map() -> None:
    assert concept_map([], [], [], []) == {"n": 0, "nodes": [], "edges": []}
    assert concept_map([[0], [1]], LABELS, [(0.0, 0.0)] * 2, [0, 0])["nodes"] == []


def test_lines_go_to_what_a_concept_shares_most_papers_with() -> None:
    # 0 occurs with 1 in three papers, and once each with six others.
    held = [[0, 1]] * 3 + [[0, k] for k in range(2, 8)] + [[k] for k in range(2, 8)]

    drawn = concept_map(held, [str(k) for k in range(8)], [(float(i), 0.0) for i in range(len(held))], [0] * len(held))

    rank = {node["concept"]: i for i, node in enumerate(drawn["nodes"])}
    assert tuple(sorted((rank[0], rank[1]))) in drawn["edges"]
    assert all(rank[0] in pair for pair in drawn["edges"])


def test_names_have_room_and_neighbours_stay_neighbours() -> None:
    rng = random.Random(5)  # noqa: S311 - made-up papers
    held = [sorted(rng.sample(range(group * 12, group * 12 + 12), 4)) for group in range(5) for _ in range(20)]
    places = [(600.0 * (i // 20), 9.0 * (i % 20)) for i in range(100)]

    nodes = concept_map(held, [f"c{k:02}" for k in range(60)], places, [i // 20 for i in range(100)])["nodes"]

    assert len(nodes) > 55
    near = [(a, b) for a, b in combinations(nodes, 2) if abs(a["x"] - b["x"]) < 50 and abs(a["y"] - b["y"]) < 18]
    assert near == []
    middles = [fmean(node["x"] for node in nodes if node["community"] == group) for group in range(5)]
    assert middles == sorted(middles)


def test_same_papers_give_the_same_map() -> None:
    held = [[k, k + 1, k + 2] for k in range(40)]
    places = [(k * 7.0 % 31, k * 3.0 % 17) for k in range(40)]
    labels = [f"c{k}" for k in range(42)]

    assert concept_map(held, labels, places, [0] * 40) == concept_map(held, labels, places, [0] * 40)


def test_of_many_concepts_the_commonest_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.export.page.concepts.MAX_SHOWN_CONCEPTS", 3)
    held = [[k] for k in range(9) for _ in range(2 + k % 3)]

    drawn = concept_map(held, [str(k) for k in range(9)], [(float(i), 0.0) for i in range(len(held))], [0] * len(held))

    assert [node["concept"] for node in drawn["nodes"]] == [2, 5, 8]
    assert drawn["n"] == 9


def test_forms_of_a_concept_differ_in_more_than_letter_case() -> None:
    papers = [
        paper(Concept(key="k", label="MoE", surfaces=("Mixture of Experts", "MoE"))),
        paper(Concept(key="k", label="MoE", surfaces=("mixture of experts", "MOE"))),
        paper(Concept(key="k", label="MoE", surfaces=("mixture of experts", "mixture-of-experts"))),
    ]

    assert written_forms(["MoE", "unknown"], papers) == [["mixture of experts", "mixture-of-experts"], []]
