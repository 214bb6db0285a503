"""A linear chain over the atoms of a block: decoding by arrays of the weights that training found (`tools/reader`).

Lafferty, McCallum and Pereira (2001), "Conditional random fields". Blocks of a length are decoded together.
"""

from collections import defaultdict
from collections.abc import Sequence
from importlib import resources
from io import BytesIO
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_MAX_BATCH = 512
_ROUND_TO = 4

Floats = NDArray[np.float64]


class Tagged(NamedTuple):
    """The labels of the atoms of a block, and the chances of each: title, authors, venue, title's begin, rest, year."""

    labels: list[str]
    chances: list[tuple[float, ...]]


class Chain:
    """The weights of features and of transitions between labels."""

    def __init__(self, name: str, data: bytes | None = None) -> None:
        """Read the weights of a file in `models`, or, for training, of given data."""
        if data is None:
            data = (resources.files(__package__ or "") / "models" / name).read_bytes()
        with np.load(BytesIO(data)) as weights:
            self.labels = [str(label) for label in weights["labels"]]
            names = bytes(weights["attributes"]).decode().split("\n")
            # One row more, of zeros, for atoms without any known feature.
            self._weights: Floats = np.vstack([weights["state"].astype(np.float64), np.zeros((1, len(self.labels)))])
            self._moves: Floats = weights["transition"].astype(np.float64)
        self._rows = {name: row for row, name in enumerate(names)}
        self._titles = [index for index, label in enumerate(self.labels) if label.endswith("T")]
        self._order = [self.labels.index(label) for label in ("A", "V", "B-T", "I-T", "Y")]

    def tag(self, blocks: Sequence[Sequence[Sequence[str]]], bias: float = 0.0) -> list[Tagged]:
        """Return the best labels of each block, given the features of its atoms; `bias` are log odds for titles."""
        by_length: dict[int, list[int]] = defaultdict(list)
        for index, block in enumerate(blocks):
            by_length[-(-len(block) // _ROUND_TO) * _ROUND_TO].append(index)
        found: dict[int, Tagged] = {}
        for length, indices in sorted(by_length.items()):
            n_rows = max(1, _MAX_BATCH * 16 // length)
            for start in range(0, len(indices), n_rows):
                batch = indices[start : start + n_rows]
                found.update(zip(batch, self._tag_batch([blocks[index] for index in batch], length, bias), strict=True))
        return [found[index] for index in range(len(blocks))]

    def _score(self, blocks: Sequence[Sequence[Sequence[str]]], length: int, bias: float) -> Floats:
        """Return the scores of the labels of each atom: an array of blocks, atoms up to a length, and labels."""
        rows, none = self._rows, len(self._weights) - 1
        known: list[int] = []
        starts: list[int] = []
        for block in blocks:
            for features in block:
                starts.append(len(known))
                known += [row for feature in features if (row := rows.get(feature)) is not None]
                known.append(none)
        sums = np.add.reduceat(self._weights[known], starts, axis=0)
        sums[:, self._titles] += bias
        scores = np.zeros((len(blocks), length, len(self.labels)))
        at = 0
        for index, block in enumerate(blocks):
            scores[index, : len(block)] = sums[at : at + len(block)]
            at += len(block)
        return scores

    def _tag_batch(self, blocks: Sequence[Sequence[Sequence[str]]], length: int, bias: float) -> list[Tagged]:
        scores = self._score(blocks, length, bias)
        sizes = np.array([len(block) for block in blocks])
        paths = self._find_best(scores, sizes)
        chances = self._find_chances(scores, sizes)
        titles = chances[:, :, self._order[2]] + chances[:, :, self._order[3]]
        shown = np.concatenate([titles[:, :, None], chances[:, :, self._order]], axis=2).tolist()
        return [
            Tagged([self.labels[label] for label in path[: len(block)]], [tuple(row) for row in rows[: len(block)]])
            for block, path, rows in zip(blocks, paths.tolist(), shown, strict=True)
        ]

    def _find_best(self, scores: Floats, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the best paths (Viterbi)."""
        n, length, k = scores.shape
        back = np.zeros((n, length, k), np.int64)
        best = scores[:, 0].copy()
        for at in range(1, length):
            moves = best[:, :, None] + self._moves
            inside = at < sizes
            back[:, at] = np.where(inside[:, None], moves.argmax(axis=1), np.arange(k))
            best = np.where(inside[:, None], moves.max(axis=1) + scores[:, at], best)
        path = np.empty((n, length), np.int64)
        path[:, -1] = best.argmax(axis=1)
        for at in range(length - 1, 0, -1):
            path[:, at - 1] = np.take_along_axis(back[:, at], path[:, at : at + 1], axis=1)[:, 0]
        return path

    def _find_chances(self, scores: Floats, sizes: NDArray[np.int64]) -> Floats:
        """Return the marginal probabilities of the labels of each atom (forward and backward)."""
        n, length, _ = scores.shape
        potentials = np.exp(scores - scores.max(axis=2, keepdims=True))
        moves = np.exp(self._moves)
        before, after = np.empty_like(potentials), np.ones_like(potentials)
        before[:, 0] = potentials[:, 0] / potentials[:, 0].sum(axis=1, keepdims=True)
        for at in range(1, length):
            now = (before[:, at - 1] @ moves) * potentials[:, at]
            before[:, at] = now / now.sum(axis=1, keepdims=True)
        for at in range(length - 2, -1, -1):
            now = (potentials[:, at + 1] * after[:, at + 1]) @ moves.T
            is_last = (at + 1 >= sizes)[:, None]
            after[:, at] = np.where(is_last, 1.0, now / now.sum(axis=1, keepdims=True))
        product = before * after
        return product / product.sum(axis=2, keepdims=True)
