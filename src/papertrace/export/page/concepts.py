"""The concepts of the page: their spellings, and a map of those that several papers share.

The map follows the map of papers: a concept starts at the centroid of the papers that hold it, so that the
quantization papers and the concept "quantization" are found in the same corner, in the same colour. From there,
concepts of the same papers attract each other, all repel each other, and those whose names would overlap are separated.

Coordinates are computed with +, -, *, / and √ only, and sums of floats with `math.fsum` (since Python 3.12 `sum` rounds
differently, and a layout amplifies the smallest difference), so that the map is the same on every machine.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from papertrace.export.page.marks import centroid
from papertrace.model import Paper

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


MAX_SHOWN_CONCEPTS = 600
"""The maximum number of concepts on the map; if there are more, the commonest are shown."""

_MIN_PAPERS = 2
_MAX_FORMS = 4
_MAX_LINES = 4  # lines selected per concept
_SPACING = 70.0  # canvas units: the side of the square allotted to a concept
_ASPECT_RATIO = 2.6  # width to height of a name
_LINE_HEIGHT = 27.0  # canvas units between the centres of concepts, one above the other
_STEPS = 80
_ANCHOR = 0.25
# Multiples of the inverse golden ratio and the inverse plastic number spread points evenly (Roberts 2018).
_EVEN = (0.6180339887498949, 0.7548776662466927)


def written_forms(concepts: Iterable[str], papers: Sequence[Paper]) -> list[list[str]]:
    """Return the other spellings of each concept, for searching, such as the long form of an acronym.

    Forms that differ only in letter case count as one, in its commonest spelling; at most four, commonest first.
    """
    spelled: dict[str, Counter[str]] = {}
    for paper in papers:
        for concept in paper.concepts:
            spelled.setdefault(concept.label, Counter()).update(set(concept.surfaces))
    return [_forms(label, spelled.get(label, {})) for label in concepts]


def _forms(label: str, counts: Mapping[str, int]) -> list[str]:
    total: Counter[str] = Counter()
    spelling: dict[str, str] = {}
    for form, n in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        total[form.casefold()] += n
        spelling.setdefault(form.casefold(), form)
    ranked = sorted(total, key=lambda key: (-total[key], key))
    return [spelling[key] for key in ranked if key != label.casefold()][:_MAX_FORMS]


def concept_map(
    held: Sequence[Sequence[int]],
    labels: Sequence[str],
    positions: Sequence[tuple[float, float]],
    community_of: Sequence[int],
) -> dict[str, Any]:
    """Return the map of the concepts that at least two papers hold.

    `held` are the numbers of the concepts that each paper holds, `labels` their names, `positions` and `community_of`
    the coordinates of each paper and the number of its community.

    `nodes` have the number of a `concept`, its `x` and `y`, and the `community` that most of its papers are in,
    commonest concepts first; `edges` are pairs of indices into `nodes`: for each concept the four that it shares most
    papers with, by n²/(n₁n₂). `n` counts all concepts held by at least two papers, drawn or not.
    """
    holders: dict[int, list[int]] = {}
    for paper, concepts in enumerate(held):
        for concept in concepts:
            holders.setdefault(concept, []).append(paper)
    shared = [concept for concept, papers in holders.items() if len(papers) >= _MIN_PAPERS]
    shown = sorted(shared, key=lambda concept: (-len(holders[concept]), labels[concept]))[:MAX_SHOWN_CONCEPTS]
    index = {concept: i for i, concept in enumerate(shown)}
    edges = _strongest(held, index, [len(holders[concept]) for concept in shown])
    starts = [centroid([positions[paper] for paper in holders[concept]]) for concept in shown]
    nodes = []
    for concept, (x, y) in zip(shown, _layout(starts, edges), strict=True):
        among = Counter(community_of[paper] for paper in holders[concept])
        community = min(among, key=lambda key: (-among[key], key))
        nodes.append({"concept": concept, "x": x, "y": y, "community": community})
    return {"n": len(shared), "nodes": nodes, "edges": edges}


def _strongest(
    held: Sequence[Sequence[int]], index: Mapping[int, int], frequency: Sequence[int]
) -> list[tuple[int, int]]:
    """Return the sorted pairs to draw: for each concept those it shares most papers with, relative to both sizes."""
    together: Counter[tuple[int, int]] = Counter()
    for concepts in held:
        together.update(combinations(sorted(index[c] for c in concepts if c in index), 2))
    near: dict[int, list[tuple[float, int, int]]] = {}
    for (one, other), n in together.items():
        strength = n * n / (frequency[one] * frequency[other])
        # Pairs that share a single paper are drawn only if there are no better ones.
        cost = -strength - (n > 1)
        near.setdefault(one, []).append((cost, -n, other))
        near.setdefault(other, []).append((cost, -n, one))
    return sorted({(min(one, other), max(one, other)) for one in near for *_, other in sorted(near[one])[:_MAX_LINES]})


def _layout(starts: Sequence[tuple[float, float]], edges: Sequence[tuple[int, int]]) -> list[tuple[float, float]]:
    """Return the coordinates of each concept, in canvas units around the origin."""
    if not starts:
        return []
    import numpy as np

    n = len(starts)
    even = [np.array([(i * step) % 1 - 0.5 for i in range(n)]) for step in _EVEN]
    x, y = (np.array(values, dtype=float) for values in zip(*starts, strict=True))
    # One unit is the ideal length of a line; the map of n concepts is about √n wide.
    extent = max(float(x.max() - x.min()), float(y.max() - y.min()), 1e-9)
    side = float(np.sqrt(n))
    x, y = (x - x.mean()) * side / extent + even[0], (y - y.mean()) * side / extent + even[1]
    x, y = _relax(x, y, np.array(edges, dtype=np.int64).reshape(-1, 2))
    x, y = _separate(*_fill(x, y, _SPACING * side))
    x, y = x - (x.min() + x.max()) / 2, y - (y.min() + y.max()) / 2
    # Adding 0.0 turns -0.0 into 0.0.
    return [(round(a, 1) + 0.0, round(b, 1) + 0.0) for a, b in zip(x.tolist(), y.tolist(), strict=True)]


def _relax(x: "Floats", y: "Floats", edges: "NDArray[np.int64]") -> tuple["Floats", "Floats"]:
    """Apply attraction along lines, repulsion (Fruchterman & Reingold 1991), and a pull to the start position."""
    import numpy as np

    start_x, start_y, n = x, y, x.size
    first, second = edges[:, 0], edges[:, 1]
    for step in range(_STEPS):
        dx, dy = x[:, None] - x[None, :], y[:, None] - y[None, :]
        push = 1.0 / (dx * dx + dy * dy + 0.01)
        force_x = (dx * push).sum(axis=1) + _ANCHOR * (start_x - x)
        force_y = (dy * push).sum(axis=1) + _ANCHOR * (start_y - y)
        along_x, along_y = x[second] - x[first], y[second] - y[first]
        length = 0.5 * np.sqrt(along_x * along_x + along_y * along_y)
        for sign, end in ((1.0, first), (-1.0, second)):
            force_x += sign * np.bincount(end, weights=along_x * length, minlength=n)
            force_y += sign * np.bincount(end, weights=along_y * length, minlength=n)
        size = np.sqrt(force_x * force_x + force_y * force_y) + 1e-9
        stride = np.minimum(size, 0.8 * (1 - step / _STEPS)) / size
        x, y = x + force_x * stride, y + force_y * stride
    return x, y


def _fill(x: "Floats", y: "Floats", extent: float) -> tuple["Floats", "Floats"]:
    """Spread points evenly over a square: along each axis, a coordinate becomes nearly its rank.

    Names need space everywhere, while forces leave a dense centre and a few outliers.
    """
    import numpy as np

    rank = np.linspace(-0.5, 0.5, x.size)
    spread = []
    for values in (x, y):
        even = np.empty(values.size)
        even[np.argsort(values, kind="stable")] = rank
        natural = (values - values.mean()) / max(float(values.max() - values.min()), 1e-9)
        spread.append((3 * even + natural) / 4 * extent)
    return spread[0], spread[1]


def _separate(x: "Floats", y: "Floats") -> tuple["Floats", "Floats"]:
    """Separate concepts whose names would overlap; names are wider than high."""
    import numpy as np

    x = x / _ASPECT_RATIO
    for _ in range(_STEPS):
        dx, dy = x[:, None] - x[None, :], y[:, None] - y[None, :]
        distance = np.sqrt(dx * dx + dy * dy + 1e-6)
        missing = np.maximum(0.0, _LINE_HEIGHT - distance)
        np.fill_diagonal(missing, 0.0)
        if not missing.any():
            break
        push = 0.4 * missing / distance
        x, y = x + (dx * push).sum(axis=1), y + (dy * push).sum(axis=1)
    return x * _ASPECT_RATIO, y
