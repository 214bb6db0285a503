"""The chain decodes as an enumeration of all labelings does, whatever else is decoded with it."""

from io import BytesIO
from itertools import pairwise, product

import numpy as np
import pytest

from papertrace.listings.learned.chain import Chain
from papertrace.listings.learned.features import Floats, Ints

LABELS = ["A", "B-T", "I-T", "O", "V", "Y"]
SHOWN = ("A", "V", "B-T", "I-T", "Y")


def make_moves(seed: int) -> Floats:
    """Return random scores of the moves from one label to another."""
    return np.random.default_rng(seed + 100).normal(scale=2, size=(len(LABELS), len(LABELS)))


def make_chain(seed: int) -> Chain:
    """Return a chain with random moves between the labels."""
    held, moves = BytesIO(), make_moves(seed)
    state = np.zeros((1, len(LABELS)))
    np.savez(held, labels=np.array(LABELS), attributes=np.frombuffer(b"a=b", np.uint8), state=state, transition=moves)
    return Chain("", held.getvalue())


def make_scores(seed: int, sizes: list[int]) -> tuple[Floats, Ints]:
    """Return random scores of the atoms of blocks, and where the blocks begin."""
    scores = np.random.default_rng(seed).normal(scale=2, size=(sum(sizes), len(LABELS)))
    return scores, np.cumsum([0, *sizes])


def enumerate_labelings(scores: Floats, moves: Floats) -> tuple[list[str], Floats]:
    """Return the best labels of a block, and the chances of all labels by atom."""
    paths = list(product(range(len(LABELS)), repeat=len(scores)))
    sums = np.array(
        [
            sum(scores[at, label] for at, label in enumerate(path))
            + sum(moves[one, other] for one, other in pairwise(path))
            for path in paths
        ]
    )
    chances = np.exp(sums - sums.max())
    chances /= chances.sum()
    marginals = np.zeros(scores.shape)
    for path, chance in zip(paths, chances, strict=True):
        for at, label in enumerate(path):
            marginals[at, label] += chance
    return [LABELS[label] for label in paths[int(sums.argmax())]], marginals


@pytest.mark.parametrize("seed", range(4))
def test_labels_and_chances_are_those_of_an_enumeration(seed: int) -> None:
    chain, sizes = make_chain(seed), [1, 4, 2, 3, 4, 1]
    scores, starts = make_scores(seed, sizes)

    tagged = chain.tag(scores, starts)

    for nth, (start, end) in enumerate(pairwise(starts.tolist())):
        labels, marginals = enumerate_labelings(scores[start:end], make_moves(seed))
        expected = marginals[:, [LABELS.index(label) for label in SHOWN]]
        titles = expected[:, 2:4].sum(axis=1, keepdims=True)
        assert tagged.labels[nth] == labels
        np.testing.assert_allclose(tagged.chances[start:end], np.hstack([titles, expected]), atol=1e-9)


def test_blocks_decoded_together_and_alone_have_the_same_labels_and_chances() -> None:
    chain, sizes = make_chain(7), [3, 1, 40, 8, 8, 300, 2]
    scores, starts = make_scores(7, sizes)

    together = chain.tag(scores, starts)

    for nth, (start, end) in enumerate(pairwise(starts.tolist())):
        alone = chain.tag(scores[start:end], np.array([0, end - start]))
        assert alone.labels == [together.labels[nth]]
        np.testing.assert_allclose(alone.chances, together.chances[start:end], atol=1e-12)


def test_odds_for_titles_are_added_to_the_labels_of_titles() -> None:
    chain = make_chain(3)
    scores, starts = make_scores(3, [4, 2])
    biased = scores.copy()
    biased[:, [LABELS.index("B-T"), LABELS.index("I-T")]] += 1.5

    by_argument, by_scores = chain.tag(scores, starts, 1.5), chain.tag(biased, starts)

    assert by_argument.labels == by_scores.labels
    np.testing.assert_allclose(by_argument.chances, by_scores.chances)


def test_scores_of_any_size_leave_chances_that_sum_to_one() -> None:
    chain = make_chain(5)
    scores, starts = make_scores(5, [200, 3])

    chances = chain.tag(scores * 300, starts).chances

    assert np.isfinite(chances).all()
    assert (chances[:, 1:].sum(axis=1) <= 1 + 1e-9).all()


def test_a_feature_that_training_did_not_see_has_no_weight() -> None:
    weights = make_chain(0).weights_of(["a=b", "never=seen"])

    assert weights.shape == (2, len(LABELS))
    assert not weights[1].any()
