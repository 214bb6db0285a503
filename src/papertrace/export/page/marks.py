"""The marks of papers on the map: their places and sizes, the discs of communities, and what colours say."""

import math
from collections.abc import Mapping, Sequence
from numbers import Integral, Rational, Real
from typing import Any

from papertrace.errors import ExportError
from papertrace.export.page.embedding import JsonObject
from papertrace.export.page.records import finite_number
from papertrace.model.papers.facts import DEFINED

# Positions and sizes of the marks of papers on the map, from the attributes of a graph.

_SPACING = 62.0  # canvas units between neighbours if the papers were spread evenly
_RADII = (5.0, 15.0)


def scale_positions(attributes: Sequence[Mapping[str, Any]]) -> list[tuple[float, float]]:
    """Scale the layout so that there is space for the marks, whatever its units.

    The y axis of the attributes points up, that of page and picture down.
    """
    xs = [finite_number(attrs.get("x")) for attrs in attributes]
    ys = [0.0 - finite_number(attrs.get("y")) for attrs in attributes]
    if not xs:
        return []
    if len(xs) > 1 and max(xs) == min(xs) and max(ys) == min(ys):
        # A graph without a layout: arrange the papers in a sunflower spiral.
        angle = math.pi * (3 - math.sqrt(5))
        xs = [math.sqrt(i) * math.cos(i * angle) for i in range(len(xs))]
        ys = [math.sqrt(i) * math.sin(i * angle) for i in range(len(ys))]
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    scale = _SPACING * math.sqrt(len(xs)) / max(math.sqrt(width * height), width / 3, height / 3, 1e-9)
    middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return [(round((x - middle[0]) * scale, 1), round((y - middle[1]) * scale, 1)) for x, y in zip(xs, ys, strict=True)]


def mark_radii(attributes: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return the radius of each mark, whose area grows with the weighted degree."""
    weights = [max(0.0, finite_number(attrs.get("degree_weighted"))) for attrs in attributes]
    top = max(weights, default=0.0) or 1.0
    low, high = _RADII
    return [round(math.sqrt(low**2 + (high**2 - low**2) * weight / top), 1) for weight in weights]


# Communities as one disc each, the initial view of a map of thousands of papers.
#
# A canvas redraws about 2,000 marks within a frame, and no reader takes in more. Above that, the page shows the
# position and size of each community; opening one shows its papers, at their usual positions.

#: The maximum number of papers shown at once; above, the map shows communities.
MAX_SHOWN_PAPERS = 2000

_FULL_RADIUS = 35.0  # canvas units, of a disc with the area allotted to one paper: 62²/π is 35²
_MIN_SHARE = 0.45  # of that radius, if communities are so close that their discs would overlap
_MAX_TOUCHING_SHARE = 0.94  # of the radius at which two discs would touch


def discs(
    positions: Sequence[tuple[float, float]], of_paper: Sequence[int], n_communities: int
) -> list[dict[str, Any]]:
    """Return the disc of each community: `x`, `y` and `radius` in the units of `positions`.

    `of_paper` is the community of each paper, 0 to `n_communities` - 1; each has at least one. The centre of a disc is
    the centroid of its papers, and its area is proportional to their number: as large as the papers would be side by
    side, or smaller to avoid overlaps, but at least a fifth of that area, even if some discs then overlap.

    >>> discs([(0.0, 0.0), (10.0, 0.0), (200.0, 0.0)], [0, 0, 1], 2)
    [{'x': 5.0, 'y': 0.0, 'radius': 49.5}, {'x': 200.0, 'y': 0.0, 'radius': 35.0}]
    """
    members: list[list[int]] = [[] for _ in range(n_communities)]
    for paper, community in enumerate(of_paper):
        members[community].append(paper)
    centres = [centroid([positions[paper] for paper in own]) for own in members]
    roots = [math.sqrt(len(own)) for own in members]
    share = max(_MIN_SHARE, min(1.0, _MAX_TOUCHING_SHARE * _closest(centres, roots) / _FULL_RADIUS))
    return [
        {"x": round(x, 1), "y": round(y, 1), "radius": round(_FULL_RADIUS * share * root, 1)}
        for (x, y), root in zip(centres, roots, strict=True)
    ]


def centroid(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the mean of at least one point."""
    return math.fsum(x for x, _ in points) / len(points), math.fsum(y for _, y in points) / len(points)


def _closest(centres: Sequence[tuple[float, float]], roots: Sequence[float]) -> float:
    """Return the radius per paper at which the first two discs would touch."""
    import numpy as np

    if len(centres) <= 1:
        return math.inf
    x, y = np.array(centres).T
    root = np.array(roots)
    # Row by row: a matrix of thousands of communities would take much memory.
    return min(
        float(np.min(np.hypot(x[i + 1 :] - x[i], y[i + 1 :] - y[i]) / (root[i + 1 :] + root[i])))
        for i in range(len(centres) - 1)
    )


# What the colours and sizes of marks can say on the page: community, year, citations … or any attribute of the graph.
#
# The page derives most of these from its papers. This module adds the other attributes of a graph, the colours, and the
# names by which a user asks for one.

_OF_FACTS = [fact for fact in DEFINED if fact.is_shade]

#: Attributes that the page has under names of its own.
ALIASES = {
    "community_label": "community",
    "claim": "code",
    "mark": "code",
    "outcome": "audit",
    "degree": "links",
    "degree_weighted": "links",
    **{fact.attribute: fact.page for fact in _OF_FACTS if fact.attribute not in ("", fact.page)},
}

#: What sizes of marks can say.
SIZINGS = ("links", *(fact.page for fact in _OF_FACTS if fact.kind is int))
#: What every page can be coloured by, as far as its papers have it.
COLOURINGS = ("community", *SIZINGS[1:], "code", "audit", "links", *(f.page for f in _OF_FACTS if f.kind is str))

# Identity, geometry, and lists of values, of which a mark cannot have one colour.
_OTHERWISE_SHOWN = frozenset(
    {
        *ALIASES,
        *COLOURINGS,
        *("label", "title", "kind", "x", "y", "size", "color", "url", "repositories", "concepts", "bursts", "abstract"),
        *(fact.attribute for fact in DEFINED if fact.attribute and (fact.is_verbatim or fact.kind is tuple)),
    }
)
#: What a user can name for the papers of a listing; a graph may have further attributes, which a user has added.
NAMES = (
    *dict.fromkeys((*COLOURINGS, *SIZINGS)),
    *("n_references", "betweenness", "main_path", "open_access", "change", "new", "fits_community", "listings"),
    *(fact.attribute for fact in DEFINED if fact.attribute and fact.attribute not in _OTHERWISE_SHOWN),
    *sorted(_OTHERWISE_SHOWN.difference(COLOURINGS, SIZINGS)),
)
# Of nodes that may all have empty ones.
_TEXTS = {"outcome": "audit", **{fact.attribute: fact.page for fact in _OF_FACTS if fact.is_on_all_papers}}
_KEYS = {"audit": "outcome"}  # those whose name in the data of a paper is another
_MAX_CLASSES = 60  # as many as the countries of a field
_SEPARATOR = "|"

#: Eight colours for classes on either paper, similar hues at the same position; two on light paper and one on dark are
#: close to those of Okabe and Ito (2008). They were found by a search for the largest least difference between any two,
#: and to the grey, with a contrast of 3: at least 14 in CIELAB for readers without receptors for red or green, 31 for
#: others (`tests/export/page/test_shades.py` computes them).
CLASS_COLOURS = {
    "light": ("#0072b2", "#d55e00", "#009e73", "#7d1944", "#857afe", "#44240b", "#550588", "#3b5603"),
    "dark": ("#4aa3df", "#e0730f", "#91e7a8", "#ad4d47", "#5d59d8", "#e7ea4c", "#a65d9e", "#0deafd"),
}
OTHER_COLOUR = {"light": "#6b6b6b", "dark": "#8c8c8c"}

#: Marks of code and outcomes of an audit with the positions of their colours, so that these keep their meaning; None is
#: the grey.
CODE_CLASSES = {
    "linked": 2, "moved": 4, "archived": 0, "restricted": 6, "undecided": None, "suspect": 7, "dead": 1, "promised": 5,
    "claimed": 3, "none": None,
}  # fmt: skip
OUTCOME_CLASSES = {
    "alive": 2, "moved": 4, "insecure": 0, "restricted": 6, "dead": 1, "suspect": 7, "unstable": 3, "rate_limited": 5,
    "unknown": None, "skipped": None,
}  # fmt: skip

#: Colours from small to large numbers, along "plasma" (Smith and van der Walt 2015), whose lightness grows evenly, so
#: that it reads without colour. The parts with a contrast of 3 are taken: larger numbers stand out more on any paper.
SCALES = {
    "light": ("#e16462", "#cc4778", "#b12a90", "#8f0da4", "#6a00a8", "#41049d", "#0d0887"),
    "dark": ("#b12a90", "#cc4778", "#e16462", "#f2844b", "#fca636", "#fcce25", "#f0f921"),
}


def shading(
    records: Sequence[JsonObject],
    attributes: Sequence[Mapping[str, Any]],
    *,
    color_by: str | None = None,
    size_by: str | None = None,
) -> JsonObject:
    """Return the colours of the page, the further attributes of its papers, and what it shows at first.

    `records` and `attributes` are the data of the papers and the attributes of their nodes, in the same order.
    `color_by` and `size_by` are what colours and sizes say when the page is opened: a name of `COLOURINGS` or
    `SIZINGS`, or an attribute of the nodes; by default communities and links.

    Of what is returned, `attributes` have a `name` and either `numbers`, null where unknown, or `classes`, texts, and
    the index of each paper's in `values`, null where unknown. `color` and `size` are names, if given.

    Raises
    ------
    ExportError
        If no paper has the attribute, or sizes are asked of one that has no numbers.
    """
    wanted = [ALIASES.get(name, name) for name in (color_by, size_by) if name]
    names = sorted({name for attrs in attributes for name in attrs if isinstance(name, str)})
    extra = [
        found
        for name in names
        if (name not in _OTHERWISE_SHOWN or (name in wanted and name not in COLOURINGS))
        and (found := _column(name, attributes, is_wanted=name in wanted))
    ]
    result: JsonObject = {"classes": CLASS_COLOURS, "other": OTHER_COLOUR, "code": CODE_CLASSES}
    result |= {"audit": OUTCOME_CLASSES, "scales": SCALES, "attributes": extra}
    if color_by:
        others = [one["name"] for one in extra]
        empty = [name for key, name in _TEXTS.items() if any(key in attrs for attrs in attributes)]
        result["color"] = _named(
            "colour", color_by, list(dict.fromkeys((*_known(COLOURINGS, records), *empty, *others)))
        )
    if size_by:
        numeric = [one["name"] for one in extra if "numbers" in one]
        known = [*_known(SIZINGS, records), *numeric]
        own = ALIASES.get(size_by, size_by)
        if own not in known and (own in _known(COLOURINGS, records) or any(size_by in attrs for attrs in attributes)):
            message = f"'{size_by}' has no numbers, which sizes show (known: {', '.join(known)})"
            raise ExportError(message)
        result["size"] = _named("size", size_by, known)
    return result


def _known(names: Sequence[str], records: Sequence[JsonObject]) -> list[str]:
    """Return those names of the page's own that any paper has a value of."""
    return [
        name
        for name in names
        if name in {"community", "code", "links"} or any(_KEYS.get(name, name) in record for record in records)
    ]


def _named(purpose: str, name: str, known: Sequence[str]) -> str:
    """Return the page's name of what a user asks for."""
    found = ALIASES.get(name, name)
    if found not in known:
        message = f"no paper has '{name}', which its {purpose} was to show (known: {', '.join(known)})"
        raise ExportError(message)
    return found


def _column(name: str, attributes: Sequence[Mapping[str, Any]], *, is_wanted: bool) -> JsonObject | None:
    """Return the values of one attribute; None if they say nothing: all alike, lists, or nearly all different.

    One that is wanted may say nothing, as a change where there was none: it has no class then, and no paper's is known.
    """
    values = [attrs.get(name) for attrs in attributes]
    values = [
        None if isinstance(one, Real) and not isinstance(one, Rational) and not math.isfinite(one) else one
        for one in values
    ]
    numbers = [_number(value) for value in values]
    if all(value is None or number is not None for value, number in zip(values, numbers, strict=True)):
        known = {number for number in numbers if number is not None}
        if len(known) > 1 or (known and is_wanted):
            return {"name": name, "numbers": numbers}
    words = {True: "yes", False: "no", None: ""}
    texts = [words[value] if value is None or isinstance(value, bool) else str(value).strip() for value in values]
    classes = sorted({text for text in texts if text})
    if not is_wanted and (
        len(classes) not in range(2, _MAX_CLASSES + 1) or any(_SEPARATOR in text for text in classes)
    ):
        return None
    index = {text: i for i, text in enumerate(classes)}
    return {"name": name, "classes": classes, "values": [index.get(text) for text in texts]}


def _number(value: object) -> float | int | None:
    """Return a number, of numpy too, with four significant digits; integers as they are, None for anything else."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    return int(value) if isinstance(value, Integral) else float(f"{float(value):.4g}")
