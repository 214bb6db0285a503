"""A linear chain over the atoms of a block: decoding by arrays of the weights that training found (`tools/reader`).

Lafferty, McCallum and Pereira (2001), "Conditional random fields". All blocks are decoded together, from the longest to
the shortest, so that those that have an atom at a step are the first of them.
"""

from collections.abc import Sequence
from importlib import resources
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from papertrace.listings.learned.features import OFFSETS, Features, Floats, Ints, spread


class Tagged(NamedTuple):
    """The labels of the atoms of each block, and the chances of all: title, names, venue, title's begin, rest, year."""

    labels: list[list[str]]
    chances: Floats


class Chain:
    """The weights of features and of transitions between labels."""

    def __init__(self, name: str, data: bytes | None = None) -> None:
        """Read the weights of a file in `models`, or, for training, of given data."""
        if data is None:
            data = (resources.files(__package__ or "") / "models" / name).read_bytes()
        with np.load(BytesIO(data)) as weights:
            self.labels: list[str] = [str(label) for label in weights["labels"]]
            names = bytes(weights["attributes"]).decode().split("\n")
            # One row more, of zeros, for features without a weight.
            self._weights: Floats = np.vstack([weights["state"].astype(np.float64), np.zeros((1, len(self.labels)))])
            self.moves: Floats = weights["transition"].astype(np.float64)
        self._rows = {name: row for row, name in enumerate(names)}
        self._titles = [index for index, label in enumerate(self.labels) if label.endswith("T")]
        self._order = [self.labels.index(label) for label in ("A", "V", "B-T", "I-T", "Y")]

    def score(self, features: Features) -> Floats:
        """Return the scores of the labels of each atom: the sums of the weights of what it and its neighbours have."""
        names = features.names
        reach = features.reach.tolist()
        own = self.weights_of(names)
        told = [
            self.weights_of(
                [f"{offset}:{name}" if far >= abs(offset) else "" for name, far in zip(names, reach, strict=True)]
            )
            for offset in OFFSETS
        ]
        of_neighbours = np.hstack(told)
        is_told = features.reach > 0
        n_atoms, n_labels = features.numbers.shape[1], len(self.labels)
        sums = np.zeros((n_atoms, n_labels))
        sums_told = np.zeros((n_atoms, of_neighbours.shape[1]))
        # Arrays of a megabyte are costly to allocate, so what is added is put into the same ones.
        added, added_told = np.empty_like(sums), np.empty_like(sums_told)
        for numbers in features.numbers:
            sums += np.take(own, numbers, axis=0, out=added, mode="clip")
            if is_told[numbers].any():
                sums_told += np.take(of_neighbours, numbers, axis=0, out=added_told, mode="clip")
        block_of = np.pad(spread(features.starts), 2, constant_values=-1)
        told_at = np.pad(sums_told, ((2, 2), (0, 0))).reshape(-1, len(OFFSETS), n_labels)
        for nth, offset in enumerate(OFFSETS):
            there = slice(2 + offset, 2 + offset + n_atoms)
            is_same = block_of[there] == block_of[2 : 2 + n_atoms]
            sums += told_at[there, nth] * is_same[:, None]
        return sums

    def weights_of(self, names: Sequence[str]) -> Floats:
        """Return the weights of features by their names, zeros for those that training did not see."""
        rows, none = self._rows, len(self._weights) - 1
        return self._weights[[rows.get(name, none) for name in names]]

    def tag(self, scores: Floats, starts: Ints, bias: float = 0.0) -> Tagged:
        """Return the best labels of blocks, given the scores of their atoms; `bias` are log odds for titles.

        The block at `i` has the atoms from `starts[i]` to before `starts[i + 1]`.
        """
        sizes = np.diff(starts)
        order = np.argsort(-sizes, kind="stable")
        # How many blocks have an atom at each step, and where the atoms of a step begin in an array by steps.
        counts = np.searchsorted(-sizes[order], -np.arange(sizes.max()))
        steps = [slice(start, end) for start, end in pairwise(np.cumsum([0, *counts]).tolist())]
        rows = np.concatenate([starts[order[:count]] + step for step, count in enumerate(counts)])
        biased = scores[rows]
        biased[:, self._titles] += bias
        labels = np.empty(len(rows), np.int64)
        labels[rows] = self._find_best(biased, steps)
        chances = np.empty_like(biased)
        chances[rows] = self._find_chances(biased, steps)
        title = chances[:, self._order[2:4]].sum(axis=1, keepdims=True)
        names = [self.labels[label] for label in labels.tolist()]
        of_blocks = [names[start:end] for start, end in pairwise(starts.tolist())]
        return Tagged(of_blocks, np.hstack([title, chances[:, self._order]]))

    def _find_best(self, scores: Floats, steps: Sequence[slice]) -> Ints:
        """Return the best paths (Viterbi)."""
        back = np.empty(scores.shape, np.int64)
        best = scores[steps[0]].copy()
        for step in steps[1:]:
            n = step.stop - step.start
            moves = best[:n, :, None] + self.moves
            back[step] = moves.argmax(axis=1)
            best[:n] = moves.max(axis=1) + scores[step]
        path = np.empty(len(scores), np.int64)
        label = best.argmax(axis=1)
        for step in reversed(steps):
            path[step] = now = label[: step.stop - step.start]
            if step.start:
                label[: len(now)] = back[step][np.arange(len(now)), now]
        return path

    def _find_chances(self, scores: Floats, steps: Sequence[slice]) -> Floats:
        """Return the marginal probabilities of the labels of each atom (forward and backward)."""
        potentials = np.exp(scores - scores.max(axis=1, keepdims=True))
        moves = np.exp(self.moves)
        before, after = np.empty_like(potentials), np.ones_like(potentials)
        before[steps[0]] = _share(potentials[steps[0]])
        for above, step in pairwise(steps):
            n = step.stop - step.start
            before[step] = _share((before[above][:n] @ moves) * potentials[step])
        for above, step in reversed([*pairwise(steps)]):
            n = step.stop - step.start
            after[above][:n] = _share((potentials[step] * after[step]) @ moves.T)
        return _share(before * after)


def _share(values: Floats) -> Floats:
    shares: Floats = values / values.sum(axis=1, keepdims=True)
    return shares
