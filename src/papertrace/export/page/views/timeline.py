"""The timeline: a column for each time span, a lane for each community, and papers stacked in each cell."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from papertrace.export.page.views.time_spans import Spans, sort_dates

PITCH = 34.0
"""Canvas units between the centres of neighbouring papers."""

_MAX_LANES = 14  # smaller communities share one additional lane
_ASPECT_RATIO = 0.75  # width to height: the timeline is shown beside a list, and on phones
_GAP = 12.0  # canvas units between columns
_LANE_GAP = 26.0  # canvas units between lanes
_WIDTHS = (*range(1, 13), 16, 20, 25, 32, 40, 50, 63, 80, 100, 126, 159, 200)
"""The numbers of papers side by side in a column that are tried; a timeline of few columns needs wide ones."""
_UNDATED_WIDTHS = (*range(1, 31), 40, 50, 63, 80, 100, 126, 159, 200)
_MIN_OUTER_WIDTH = 3  # so that its name fits above an outer column

Cells = Mapping[tuple[int, int | None], Sequence[int]]  # the papers of each lane and column; None is the undated column


def timeline(
    dates: Sequence[str | None], community_of: Sequence[int], unlinked: int | None = None
) -> dict[str, Any] | None:
    """Return the layout of the timeline, or None if no paper has a date.

    Parameters
    ----------
    dates
        The date of each paper as ISO 8601 to the day, the month or the year, or `--MM-DD` if no year is printed.
    community_of
        The number of each paper's community, the largest first.
    unlinked
        The community number of papers without a community, which always have a lane of their own.

    Returns
    -------
    dict
        `places` are the x and y of each paper, in canvas units, y downwards; `pitch` is the distance of neighbours.
        `columns` are the spans in order, with `from` and `to` and the fields of `Column`; `lanes` have a `top`, a
        `bottom` and the numbers of their `communities`. `undated` is the column of the papers in no span, None if
        there are none. Within a column, papers are stacked from the bottom of the lane upwards, in order of date.
    """
    spans = sort_dates(dates)
    if spans is None:
        return None
    cells: dict[tuple[int, int | None], list[int]] = {}
    for i in spans.order:
        cells.setdefault((_lane(community_of[i], unlinked), spans.of_date[i]), []).append(i)
    sizes = _measure(cells, spans)
    together: dict[int, list[int]] = {}
    for community in sorted(set(community_of)):
        together.setdefault(_lane(community, unlinked), []).append(community)
    columns = [
        {"from": sizes.left(k), "to": sizes.left(k + 1), "major": column.major, "minor": column.minor}
        | ({"outer": True} if column.outer else {})
        for k, column in enumerate(spans.columns)
    ]
    undated = None
    if sizes.beside:
        # A date that is printed but in no column is less precise than the columns.
        inexact = any(text and column is None for text, column in zip(dates, spans.of_date, strict=True))
        left = sizes.left(None)
        name = "no exact date" if inexact else "no date"
        undated = {"from": left, "to": left + sizes.beside * PITCH + _GAP, "name": name}
    return {
        "pitch": PITCH,
        "places": _stack(cells, sizes, len(dates)),
        "columns": columns,
        "lanes": [
            {"communities": together[lane], "top": top, "bottom": bottom}
            for lane, (top, bottom) in sizes.bounds().items()
        ],
        "undated": undated,
    }


def _lane(community: int, unlinked: int | None) -> int:
    """Return the lane of a community: its own, or the one shared by the smaller ones."""
    return community if community == unlinked else min(community, _MAX_LANES)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sizes:
    """The number of papers side by side in each column and in the undated one, and the rows of each lane."""

    across: tuple[int, ...]
    beside: int
    rows: Mapping[int, int]

    @property
    def extent(self) -> tuple[float, float]:
        """The width and height of the timeline."""
        return self.left(None) + self.beside * PITCH, sum(self.rows.values()) * PITCH + len(self.rows) * _LANE_GAP

    def width(self, column: int | None) -> int:
        """Return the number of papers side by side in a column; None is the undated column."""
        return self.beside if column is None else self.across[column]

    def left(self, column: int | None) -> float:
        """Return the left edge of a column."""
        before = self.across if column is None else self.across[:column]
        return sum(before) * PITCH + len(before) * _GAP + (_GAP if column is None else 0.0)

    def bounds(self) -> dict[int, tuple[float, float]]:
        """Return the top and bottom of each lane."""
        bounds = {}
        top = 0.0
        for lane, rows in self.rows.items():
            bounds[lane] = (top, top + rows * PITCH)
            top += rows * PITCH + _LANE_GAP
        return bounds


def _measure(cells: Cells, spans: Spans) -> _Sizes:
    """Choose the column widths that maximise the scale of the timeline in a frame of the given aspect ratio."""
    fullest = {kind: Counter[int]() for kind in ("inner", "outer", "undated")}
    for (lane, column), papers in cells.items():
        kind = "undated" if column is None else "outer" if spans.columns[column].outer else "inner"
        fullest[kind][lane] = max(fullest[kind][lane], len(papers))
    lanes = sorted({lane for lane, _ in cells})

    def candidates() -> Iterator[_Sizes]:
        for across in _WIDTHS:
            wide = max(across, _MIN_OUTER_WIDTH)
            for beside in _UNDATED_WIDTHS if fullest["undated"] else (0,):
                widths = {"inner": across, "outer": wide, "undated": max(beside, 1)}
                yield _Sizes(
                    across=tuple(wide if column.outer else across for column in spans.columns),
                    beside=beside,
                    rows={lane: max(-(-fullest[kind][lane] // n) for kind, n in widths.items()) for lane in lanes},
                )

    # Of equals the first wins, which is the narrowest.
    return min(candidates(), key=lambda sizes: max(sizes.extent[0] / _ASPECT_RATIO, sizes.extent[1]))


def _stack(cells: Cells, sizes: _Sizes, n_papers: int) -> list[tuple[float, float]]:
    """Return the coordinates of each paper."""
    positions = [(0.0, 0.0)] * n_papers
    bounds = sizes.bounds()
    for (lane, column), papers in cells.items():
        across, left, bottom = sizes.width(column), sizes.left(column) + _GAP / 2, bounds[lane][1]
        for k, paper in enumerate(papers):
            x = left + (k % across + 0.5) * PITCH
            positions[paper] = (round(x, 1), bottom - (k // across + 0.5) * PITCH)
    return positions
