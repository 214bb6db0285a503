"""The communities of a page: their names, and how they look, in a colour for light and for dark paper.

No more than a dozen colours can be told apart. Where there are more communities, a colour is used again, and the marks
of the second community have a ring, those of the third a broken one, those of the fourth a dotted one; from the fifth
on the rings recur.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from papertrace.export.marks import is_colour
from papertrace.export.page.attribute_values import split_values
from papertrace.export.page.json_objects import JsonObject
from papertrace.model.graphs import LIGHT, UNLINKED_COLOUR, hue_on_dark, spread_colours
from papertrace.model.text import isolate

#: The number of rings: whole, broken, dotted.
N_RINGS = 3

_UNLINKED = "-1"  # the community number of papers without edges
_MAX_COMMUNITY_NAME = 36


def community_records(
    attributes: Sequence[Mapping[str, Any]], positions: Sequence[tuple[float, float]]
) -> tuple[list[JsonObject], list[int]]:
    """Return the communities, largest first, and for each node the index of its community."""
    keys = [str(attrs.get("community", "")) for attrs in attributes]
    count = Counter(keys)
    ranked = sorted(count, key=lambda key: (key == _UNLINKED, -count[key], len(key), key))
    index = {key: i for i, key in enumerate(ranked)}
    of_paper = [index[key] for key in keys]
    labels = [""] * len(ranked)
    colours: list[str | None] = [None] * len(ranked)
    for attrs, i in zip(attributes, of_paper, strict=True):
        labels[i] = labels[i] or str(attrs.get("community_label") or "")
        if colours[i] is None and is_colour(attrs.get("color")):
            colours[i] = str(attrs["color"])
    looks = _looks(colours, [key != _UNLINKED for key in ranked], positions, of_paper)
    records: list[JsonObject] = []
    for i, key in enumerate(ranked):
        label = ", ".join(split_values(labels[i])) or (f"Group {i + 1}" if len(ranked) > 1 else "All papers")
        terms = label.split(", ")
        label, short = (", ".join(isolate(term) for term in some) for some in (terms, _first_terms(terms)))
        record = {"id": key, "label": label, "short": short, **looks[i], "size": count[key]}
        records.append(record | {"linked": key != _UNLINKED})
    return records, of_paper


def _looks(
    colours: Sequence[str | None],
    linked: Sequence[bool],
    positions: Sequence[tuple[float, float]],
    of_paper: Sequence[int],
) -> list[dict[str, Any]]:
    """Return the look of each community.

    Parameters
    ----------
    colours
        The colours that the graph has for them, `#rrggbb`, None for those without one.
    linked
        Whether it is one; the unlinked papers have a look, too.
    positions, of_paper
        The coordinates of each paper, and its community.

    Returns
    -------
    list of dict
        `color`; `dark`, the colour on dark paper, if it is one of ours; `ring`, 1 to 3, if an earlier community has the
        same colour of ours. Communities without a colour get one that differs most from those of their neighbours.

    Examples
    --------
    >>> _looks(["#2d96f0", "#2d96f0"], [True, True], [(0.0, 0.0), (1.0, 0.0)], [0, 1])[1]
    {'color': '#2d96f0', 'dark': '#1eb4ff', 'ring': 1}
    """
    if None in colours:
        chosen = iter(
            spread_colours(
                [place for place, one in zip(_places(positions, of_paper, len(colours)), linked, strict=True) if one]
            )
        )
        ours = [LIGHT[next(chosen)] if one else UNLINKED_COLOUR for one in linked]
        colours = [colour or own for colour, own in zip(colours, ours, strict=True)]
    looks: list[dict[str, Any]] = []
    times: dict[str, int] = {}
    for colour, is_linked in zip(colours, linked, strict=True):
        look: dict[str, Any] = {"color": colour}
        if dark := hue_on_dark(str(colour)):
            look["dark"] = dark
        if is_linked and colour in LIGHT:
            n_earlier = times.get(colour, 0)
            if n_earlier:
                look["ring"] = 1 + (n_earlier - 1) % N_RINGS
            times[colour] = n_earlier + 1
        looks.append(look)
    return looks


def _places(
    positions: Sequence[tuple[float, float]], of_paper: Sequence[int], n_communities: int
) -> list[tuple[float, float, float]]:
    """Return the middle and the radius of each community; each has a paper."""
    members: list[list[tuple[float, float]]] = [[] for _ in range(n_communities)]
    for place, community in zip(positions, of_paper, strict=True):
        members[community].append(place)
    found = []
    for own in members:
        x, y = (math.fsum(part) / len(own) for part in zip(*own, strict=True))
        spread = math.fsum((a - x) ** 2 + (b - y) ** 2 for a, b in own) / len(own)
        found.append((x, y, max(1.0, math.sqrt(spread))))
    return found


def _first_terms(terms: Sequence[str]) -> list[str]:
    """Return as many whole terms of a community's name as fit on the map; a long first term is truncated."""
    first, *rest = terms
    kept = [first if len(first) <= _MAX_COMMUNITY_NAME else first[: _MAX_COMMUNITY_NAME - 1] + "…"]
    for term in rest:
        if len(", ".join([*kept, term])) > _MAX_COMMUNITY_NAME:
            break
        kept.append(term)
    return kept
