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

from papertrace.listings.learned.blocks import Block
from papertrace.listings.learned.features import (
    DIGITS,
    OFFSETS,
    Atoms,
    Columns,
    Features,
    Floats,
    Ints,
    code,
    pair,
    spread,
)


class Tagged(NamedTuple):
    """The labels of the atoms of each block, and the chances of all: title, names, venue, title's begin, rest, year."""

    labels: list[list[str]]
    chances: Floats


_MAX_ROWS = 1 << 16  # that are kept: some names of features are texts of the list


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
        self._row_of = {name: row for row, name in enumerate(names)}
        self._rows: dict[tuple[str, int], tuple[int, ...]] = {}  # of what was asked for, as most lists ask for the same
        self._titles = [index for index, label in enumerate(self.labels) if label.endswith("T")]
        self._order = [self.labels.index(label) for label in ("A", "V", "B-T", "I-T", "Y")]

    def score(self, features: Features) -> Floats:
        """Return the scores of the labels of each atom: the sums of the weights of what it and its neighbours have."""
        rows = np.array(
            [
                self._rows.get(one) or self._find_rows(*one)
                for one in zip(features.names, features.reach.tolist(), strict=True)
            ]
        )
        own = self._weights[rows[:, 0]]
        of_neighbours = self._weights[rows[:, 1:]].reshape(len(rows), -1)
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
        return self._weights[[self._find_rows(name, 0)[0] for name in names]]

    def _find_rows(self, name: str, reach: int) -> tuple[int, ...]:
        """Return the rows of the weights of a feature and of those that its neighbours are told, as far as it is."""
        none = len(self._weights) - 1
        told = (f"{offset}:{name}" if reach >= abs(offset) else "" for offset in OFFSETS)
        if len(self._rows) >= _MAX_ROWS:
            self._rows.clear()
        self._rows[name, reach] = rows = tuple(self._row_of.get(one, none) for one in (name, *told))
        return rows

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


_N_KINDS = 6
_MIN_OTHERS = 3
_MAX_WEIGHT = 8
_MIN_BEST = 0.2
_OF_NEIGHBOURS = frozenset("MpbS")

_CHANCES = (0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98)
_SOME_CHANCES = (0.1, 0.5, 0.9)
_MEANS = (-0.5, 0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97)
_OTHER_MEANS = (-0.5, 0.1, 0.4, 0.7)


class Places:
    """The places of the atoms of a list, and what the first chain says of each, by which the second judges.

    Sums over a list are kept by place, and by block and place, so that a block is compared with all others.
    """

    def __init__(self, blocks: Sequence[Block], atoms: Atoms | None = None) -> None:
        atoms = atoms or Atoms(blocks)
        self._starts, self._runs = atoms.starts, atoms.runs
        self._places = _number_places(atoms)
        n_places = int(self._places.max()) + 1
        # Of each kind of place, the pairs of a block and a place that there are, and the pair of each atom.
        pairs = atoms.block_of * n_places + self._places
        found, of_atoms = np.unique(pairs, return_inverse=True)
        self._own = of_atoms.reshape(pairs.shape)
        self._place_of_own = found % n_places
        self._n = np.bincount(self._place_of_own)
        self._weights = atoms.lengths.astype(np.float64)
        self._n_words = atoms.texts.spread(lambda text: len(text.split())).astype(np.float64)
        of_texts = code(map(str.lower, atoms.texts.values)).of_atoms[atoms.texts.of_atoms]
        self._repeats = np.bincount(of_texts)[of_texts]
        self._paths = code(block.path for block in blocks).of_atoms

    def find_features(self, chances: Floats, blocks: Sequence[int] | None = None) -> Features:
        """Return the features of the atoms of all blocks or of some, by the chances of all: title, names, venue."""
        chosen = range(len(self._paths)) if blocks is None else blocks
        atoms, starts = select_atoms(self._starts, chosen)
        columns = Columns(starts)
        now = chances[atoms]
        for name, column, edges in (("p", 0, _CHANCES), ("pa", 1, _SOME_CHANCES), ("pv", 2, _SOME_CHANCES)):
            columns.add_bins(f"{name}={{}}", (now[:, column], edges))
        weighed = np.add.reduceat(chances[:, 0] * self._weights, self._runs[:-1])
        of_runs = weighed / np.add.reduceat(self._weights, self._runs[:-1])
        columns.add_bins("rp={}", (of_runs[spread(self._runs)[atoms]], _CHANCES))
        of_paths = self._best_of_paths(chances)[list(chosen)]
        columns.add_bins("ph={}", (of_paths, (-0.5, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95)), at=spread(starts))
        columns.add_bins("rep={}", (self._repeats[atoms], (1, 2, 4, 10)))

        title, names, venue, n, n_words = self._means(chances, atoms)
        best = np.maximum.reduceat(title, starts[:-1], axis=1)[:, spread(starts)]
        is_best = (n >= _MIN_OTHERS) & (title >= best - 1e-9) & (title > _MIN_BEST)
        for kind in range(_N_KINDS):
            columns.add_bins(f"m{kind}={{}}/{{}}", (title[kind], _MEANS), (n[kind], (0, 2, 5, 15)))
            columns.add_bins(f"ma{kind}={{}}", (names[kind], _OTHER_MEANS))
            columns.add_bins(f"mv{kind}={{}}", (venue[kind], _OTHER_MEANS))
            columns.add_bins(f"ml{kind}={{}}", (n_words[kind], (1, 2, 4, 7, 12)))
            columns.add_where(f"best{kind}", is_best[kind])
        weights = np.minimum(n, _MAX_WEIGHT)
        total = weights.sum(axis=0)
        of_title, of_names, of_venue = (
            np.where(total > 0, (means * weights).sum(axis=0) / np.maximum(total, 1), -1.0)
            for means in (title, names, venue)
        )
        columns.add_bins("M={}", (of_title, (-0.5, 0.02, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.95)))
        columns.add_bins("M+p={}+{}", (of_title, (-0.5, 0.1, 0.3, 0.5, 0.7, 0.9)), (now[:, 0], (0.1, 0.3, 0.6, 0.9)))
        for name, means, column in (("MA", of_names, 1), ("MV", of_venue, 2)):
            columns.add_bins(f"{name}={{}}+{{}}", (means, (-0.5, 0.1, 0.3, 0.6, 0.9)), (now[:, column], _SOME_CHANCES))
        return columns.close(lambda name: name[:1] in _OF_NEIGHBOURS)

    def _best_of_paths(self, chances: Floats) -> Floats:
        """Return the mean chance of the likeliest title in the other blocks of the path of each block, or -1."""
        best = np.maximum.reduceat(chances[:, 0], self._starts[:-1])
        n_others = np.bincount(self._paths)[self._paths] - 1
        others = np.bincount(self._paths, best)[self._paths] - best
        return np.where(n_others > 0, others / np.maximum(n_others, 1), -1.0)

    def _means(self, chances: Floats, atoms: Ints) -> tuple[Floats, Floats, Floats, Ints, Floats]:
        """Return the means at the places of atoms in the other blocks: title, names, venue, their number, and words."""
        own, places = self._own[:, atoms], self._places[:, atoms]

        def sum_of_others(values: Floats) -> Floats:
            of_own = np.bincount(self._own.ravel(), np.tile(values, _N_KINDS))
            of_places = np.bincount(self._place_of_own, of_own)
            others: Floats = of_places[places] - of_own[own]
            return others

        n = self._n[places] - 1
        weight = sum_of_others(self._weights)
        n[weight <= 0] = 0
        is_alone = n <= 0
        title, names, venue = (
            np.where(is_alone, -1.0, sum_of_others(chances[:, column] * self._weights) / np.maximum(weight, 1.0))
            for column in range(3)
        )
        n_words = np.where(is_alone, 0.0, sum_of_others(self._n_words) / np.maximum(n, 1))
        return title, names, venue, n, n_words


def select_atoms(starts: Ints, blocks: Sequence[int]) -> tuple[Ints, Ints]:
    """Return the indices of the atoms of some of the blocks that begin at `starts`, and where each begins in them."""
    chosen = np.array(blocks, np.int64)
    sizes = np.diff(starts)[chosen]
    ends = np.cumsum(sizes)
    return np.repeat(starts[:-1][chosen] - ends + sizes, sizes) + np.arange(ends[-1]), np.concatenate([[0], ends])


def _number_places(atoms: Atoms) -> Ints:
    """Return the numbers of the places of atoms, by which entries are compared: of style, run, cell, delimiters."""
    blocks, of_block = atoms.blocks, atoms.block_of
    path = code(block.path if block.is_heading else DIGITS.sub("", block.path) for block in blocks).of_atoms[of_block]
    below = code(block.head and block.tag for block in blocks).of_atoms[of_block]
    nth = np.array([block.nth for block in blocks], np.int64)[of_block]
    kind, before, line = atoms.kinds.of_atoms, atoms.befores.of_atoms, atoms.line
    # How many runs of the kind are before it in its block.
    of_runs = pair(of_block, kind)[atoms.runs[:-1]]
    order = np.argsort(of_runs, kind="stable")
    begins = np.searchsorted(of_runs[order], of_runs[order])
    n_of_kind = np.empty_like(order)
    n_of_kind[order] = np.arange(len(order)) - begins
    n_before = n_of_kind[spread(atoms.runs)]
    found: list[Ints] = []
    n_places = 0
    for place in (
        pair(path, kind, atoms.names.of_atoms, n_before),
        pair(path, atoms.run, atoms.begins_run.astype(np.int64)),
        pair(path, atoms.cell, np.where(atoms.cell > 0, 0, np.minimum(line, 6))),
        pair(path, kind, before, atoms.afters.of_atoms),
        pair(below, path, kind, nth, line),
        pair(path, kind, before, np.minimum(atoms.index, 3)),
    ):
        numbers = np.unique(place, return_inverse=True)[1] + n_places
        found.append(numbers)
        n_places = int(numbers.max()) + 1
    return np.array(found)
