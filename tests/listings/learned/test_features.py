"""The tagger of lists computes by arrays what its features and chains say by their names and sums."""

import numpy as np
import pytest

from papertrace.listings.learned.blocks import Block, read_markdown
from papertrace.listings.learned.chain import Chain, Places
from papertrace.listings.learned.features import find_features

LIST = """# Reading list

## Papers on tides

- [Tides of Forty Harbours](https://arxiv.org/abs/2401.00001), J. Doe and R. Roe, ICML 2024 ([code](https://github.com/a/b))
- [Salted Ropes: a Study](https://arxiv.org/abs/2401.00002), R. Roe, in Proc. of KDD 2023
- **How far does a boat drift?** J. Doe et al. NeurIPS, 2022.

| Paper | Venue |
|---|---|
| [Nets (and Knots) for Wintering](https://doi.org/10.1/x) | Tides, 12(3):1-20 |
"""


@pytest.fixture(scope="module")
def blocks() -> list[Block]:
    return read_markdown(LIST.split("\n"))


@pytest.fixture(scope="module", params=["pass1.npz", "pass2.npz"])
def chain(request: pytest.FixtureRequest) -> Chain:
    return Chain(request.param)


def test_scores_are_sums_of_the_weights_of_the_names_of_features(blocks: list[Block], chain: Chain) -> None:
    of_atoms = find_features(blocks)
    chances = Chain("pass1.npz").tag(Chain("pass1.npz").score(of_atoms), of_atoms.starts).chances
    of_places = Places(blocks).find_features(chances)

    summed = [
        chain.weights_of(own + further).sum(axis=0)
        for index in range(len(blocks))
        for own, further in zip(of_atoms.names_of(index), of_places.names_of(index), strict=True)
    ]

    np.testing.assert_allclose(chain.score(of_atoms) + chain.score(of_places), summed, atol=1e-9)
    assert np.any(summed)


def test_places_of_some_blocks_are_those_of_all(blocks: list[Block]) -> None:
    features = find_features(blocks)
    first = Chain("pass1.npz")
    chances = first.tag(first.score(features), features.starts).chances
    places = Places(blocks)
    some = [1, 3, 4]

    of_some, of_all = places.find_features(chances, some), places.find_features(chances)

    assert [of_some.names_of(nth) for nth in range(len(some))] == [of_all.names_of(index) for index in some]


def test_an_atom_has_what_it_is_and_what_its_neighbours_are(blocks: list[Block]) -> None:
    item = next(block for block in blocks if block.text.startswith("Salted"))

    title, subtitle, *_ = find_features([item]).names_of(0)

    assert {"kind=a", "host=arxiv", "bef=^", "aft=:_", "n=1", "rn=3", "rpos=f", "pos=0", "BOS", "head=papers"} <= {
        *title
    }
    assert {"1:kind=a", "1:n=1", "2:name", "nexttag=$"} <= {*title}
    assert {"-1:kind=a", "bef=:_", "rpos=l", "first=a", "tag+kind=lia"} <= {*subtitle}
    assert not any(name.startswith("-2:") for name in subtitle)
