import math

import numpy as np
import pytest
from tests.case_tables import cases

from papertrace.graph.pairs.products import (
    Floats,
    Holdings,
    PairProduct,
    Pairs,
    collect_holdings,
    inverse_document_frequency,
    item_information,
    largest_affordable_frequency,
)

THREE_OF_FOUR = [["a", "b"], ["a", "b", "c"], ["c"], ["d"]]


def make_blocks(holdings: Holdings, values: Floats) -> list[Pairs]:
    product = PairProduct(holdings, values)
    return [product.pairs(low, high) for low, high in product.blocks()]


def project(holdings: Holdings, values: Floats) -> Pairs:
    """Return all pairs of papers at once, in rising order of both."""
    blocks = make_blocks(holdings, values)
    first, second, total = (
        np.concatenate([np.zeros(0, dtype), *(getattr(block, name) for block in blocks)])
        for name, dtype in (("first", np.int64), ("second", np.int64), ("total", np.float64))
    )
    order = np.lexsort((second, first))
    return Pairs(first=first[order], second=second[order], total=total[order])


def _count(sets: list[list[str]]) -> Pairs:
    """Return the pairs with the number of items that they share."""
    holdings = collect_holdings(sets)
    return project(holdings, np.ones(len(holdings.items)))


def _inform(sets: list[list[str]]) -> Pairs:
    """Return the pairs with the information of the items that they share."""
    holdings = collect_holdings(sets)
    return project(holdings, item_information(holdings))


def test_no_papers_make_no_pairs() -> None:
    pairs = _inform([])
    assert pairs.first.tolist() == []
    assert pairs.total.tolist() == []


def test_items_of_one_holder_make_no_pairs() -> None:
    assert _count([["a"], ["b"]]).first.tolist() == []


def test_information_of_a_pair_is_the_sum_of_squared_logarithms() -> None:
    pairs = _inform(THREE_OF_FOUR)
    assert list(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)) == [(0, 1), (1, 2)]
    # Each of a, b and c is held by two of four papers: ln(4/2)² for each that is shared.
    assert pairs.total == pytest.approx([2 * math.log(2) ** 2, math.log(2) ** 2], abs=1e-4)
    assert _count(THREE_OF_FOUR).total.tolist() == [2, 1]


def test_repeated_item_counts_once() -> None:
    assert _count([["a", "a"], ["a"]]).total.tolist() == [1]


def test_item_that_all_papers_hold_still_ties_two_papers() -> None:
    assert _inform([["a"], ["a"]]).total == pytest.approx([math.log(3 / 2) ** 2], abs=1e-4)


def test_frequency_of_all_counts_less_than_of_all_but_one() -> None:
    assert 0 < inverse_document_frequency(1_000_000, 1_000_000) < inverse_document_frequency(1_000_000, 900_000)


@pytest.mark.parametrize("least", [0, 10**9], ids=["by scipy", "by numpy"])
def test_projection_in_blocks_equals_one_by_hand(least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.graph.pairs.products.MIN_INCREMENTS_FOR_SCIPY", least)
    random = np.random.default_rng(3)
    sets = [[f"i{item}" for item in random.integers(0, 12, size=5)] for _ in range(40)]
    monkeypatch.setattr("papertrace.graph.pairs.products._MAX_BLOCK_STEPS", 100)
    holdings = collect_holdings(sets)
    expected = {
        (first, second): len({*sets[first]} & {*sets[second]})
        for first in range(40)
        for second in range(first + 1, 40)
        if {*sets[first]} & {*sets[second]}
    }

    blocks = make_blocks(holdings, np.ones(len(holdings.items)))
    pairs = _count(sets)

    assert len(blocks) > 10
    assert [block.first.max() for block in blocks if block.first.size] == sorted(
        block.first.max() for block in blocks if block.first.size
    )
    ends = list(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True))
    assert ends == sorted(ends)
    assert dict(zip(ends, pairs.total.tolist(), strict=True)) == expected


@pytest.mark.parametrize("least", [0, 10**9], ids=["by scipy", "by numpy"])
def test_the_order_of_addition_does_not_change_an_information(least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.graph.pairs.products.MIN_INCREMENTS_FOR_SCIPY", least)
    sets = [[f"{chr(97 + place)}{number % (place + 2)}" for place in range(26)] for number in range(60)]
    renamed = [[item[::-1] + item[0] for item in items] for items in sets]
    assert _inform(sets).total.tolist() == _inform(renamed).total.tolist()


@cases("budget, cap", named=True)
def test_cap_is_the_largest_that_fits_the_budget(budget: int, cap: int) -> None:
    # 5 papers make 10 pairs, 3 make 3, 2 make 1.
    assert largest_affordable_frequency(np.array([5, 3, 2, 1]), budget) == cap


def test_left_out_item_takes_its_holders_along() -> None:
    holdings = collect_holdings(THREE_OF_FOUR)
    rest = holdings.without(holdings.frequencies > 1)
    assert rest.items == ("d",)
    assert rest.holders.tolist() == [3]
    assert project(rest, item_information(rest)).first.tolist() == []
