"""The linked pairs of the page: which of them a map draws while nothing is selected."""

from itertools import combinations

from papertrace.export.page.records import resting_pairs


def pairs_of(weights: dict[tuple[int, int], float]) -> list[dict[str, object]]:
    return [
        {"from": one, "to": other, "weight": weight, "reasons": [{"kind": "citation", "weight": weight}]}
        for (one, other), weight in weights.items()
    ]


def test_few_pairs_are_all_drawn_strongest_first() -> None:
    pairs = pairs_of({(0, 1): 0.2, (1, 2): 0.5})

    assert resting_pairs(pairs, [{}] * 3) == [pairs[1], pairs[0]]


def test_of_many_pairs_the_two_strongest_of_each_paper_are_drawn() -> None:
    pairs = pairs_of({(one, other): one + other for one, other in combinations(range(6), 2)})

    drawn = {(pair["from"], pair["to"]) for pair in resting_pairs(pairs, [{}] * 6)}

    assert drawn == {(i, last) for last in (4, 5) for i in range(last)}


def test_of_equally_strong_pairs_those_with_the_paper_of_the_strongest_links_are_drawn() -> None:
    pairs = pairs_of(dict.fromkeys(combinations(range(6), 2), 1.0))

    drawn = resting_pairs(pairs, [{"weight": float(i)} for i in range(6)])

    assert {(pair["from"], pair["to"]) for pair in drawn} == {(i, last) for last in (4, 5) for i in range(last)}
