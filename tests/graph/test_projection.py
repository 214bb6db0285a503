import math

import numpy as np
import pytest

from papertrace.graph.projection import (
    collect_holdings,
    inverse_document_frequency,
    largest_affordable_frequency,
    project,
)

THREE_OF_FOUR = [["a", "b"], ["a", "b", "c"], ["c"], ["d"]]


def test_no_papers_make_no_pairs() -> None:
    pairs = project(collect_holdings([]))
    assert pairs.first.tolist() == []
    assert pairs.information.tolist() == []


def test_items_of_one_holder_make_no_pairs() -> None:
    assert project(collect_holdings([["a"], ["b"]])).first.tolist() == []


def test_information_of_a_pair_is_the_sum_of_squared_logarithms() -> None:
    pairs = project(collect_holdings(THREE_OF_FOUR))
    assert list(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)) == [(0, 1), (1, 2)]
    # Each of a, b and c is held by two of four papers: ln(4/2)² for each that is shared.
    assert pairs.information == pytest.approx([2 * math.log(2) ** 2, math.log(2) ** 2], abs=1e-4)
    assert pairs.shared.tolist() == [2, 1]


def test_repeated_item_counts_once() -> None:
    assert project(collect_holdings([["a", "a"], ["a"]])).shared.tolist() == [1]


def test_item_that_all_papers_hold_still_ties_two_papers() -> None:
    pairs = project(collect_holdings([["a"], ["a"]]))
    assert pairs.information == pytest.approx([math.log(3 / 2) ** 2], abs=1e-4)


def test_frequency_of_all_counts_less_than_of_all_but_one() -> None:
    assert 0 < inverse_document_frequency(1_000_000, 1_000_000) < inverse_document_frequency(1_000_000, 900_000)


def test_projection_in_blocks_equals_one_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    sets = [{f"i{item}" for item in random.integers(0, 12, size=5)} for _ in range(40)]
    monkeypatch.setattr("papertrace.graph.projection._BLOCK", 100)
    pairs = project(collect_holdings(sets))
    expected = {
        (first, second): len(sets[first] & sets[second])
        for first in range(40)
        for second in range(first + 1, 40)
        if sets[first] & sets[second]
    }
    found = zip(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True), pairs.shared.tolist(), strict=True)
    assert dict(found) == expected


@pytest.mark.parametrize(
    ("budget", "cap"),
    [
        pytest.param(100, 5, id="everything fits"),
        pytest.param(14, 5, id="everything fits exactly"),
        pytest.param(13, 3, id="the commonest goes"),
        pytest.param(1, 2, id="one pair is left"),
        pytest.param(0, 1, id="nothing fits"),
    ],
)
def test_cap_is_the_largest_that_fits_the_budget(budget: int, cap: int) -> None:
    # 5 papers make 10 pairs, 3 make 3, 2 make 1.
    assert largest_affordable_frequency(np.array([5, 3, 2, 1]), budget) == cap


def test_left_out_item_takes_its_holders_along() -> None:
    holdings = collect_holdings(THREE_OF_FOUR)
    rest = holdings.without(holdings.frequencies > 1)
    assert rest.items == ("d",)
    assert rest.holders.tolist() == [3]
    assert project(rest).first.tolist() == []
