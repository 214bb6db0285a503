"""The timeline: a column for each time span, a lane for each community, and papers stacked in each cell."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from typing import Any, NamedTuple

# Dates as columns of a timeline: days, weeks, months, quarters, years or decades.
#
# The columns are as fine as the precision of most dates, their number, and the width of the page allow. A few papers
# from long before or after do not stretch the axis: they share a column at its end. A paper without a date, or with one
# less precise than the columns, is in none of them: a position on the axis would claim more than the listing says.

_MAX_COLUMNS = 24
_MIN_COLUMNS = 12  # there are about 2√n columns for n dates, within these bounds
_MIN_EXACT = 0.9  # the share of the dated papers that must be as precise as a span
_MIN_INSIDE = 0.95  # the share of those that must be in the inner columns
_LEAP_YEAR = 2000  # used if the year is not printed
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DATE = re.compile(r"(\d{4}|-)(?:-(\d\d))?(?:-(\d\d))?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The labels of a column: `major` is the year or month it is part of, `minor` its own name.

    An `outer` column contains all dates before, or after, the others.
    """

    major: str
    minor: str
    outer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spans:
    """The columns in chronological order, empty ones included, and the column of each date.

    `order` is the indices of all dates in chronological order, unknown dates first.
    """

    columns: tuple[Column, ...]
    of_date: tuple[int | None, ...]
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Date:
    """A date as printed; `parts` is its precision: 1 for year, 2 for month, 3 for day."""

    first: date
    parts: int
    year_printed: bool


class _Unit(NamedTuple):
    """A kind of span: the precision it needs, the span number of a date, and the first day of a span number."""

    name: str
    parts: int
    number: Callable[[date], int]
    first: Callable[[int], date]


_UNITS = (
    _Unit("day", 3, date.toordinal, date.fromordinal),
    _Unit("week", 3, lambda day: (day.toordinal() - 1) // 7, lambda number: date.fromordinal(number * 7 + 1)),
    _Unit("month", 2, lambda day: day.year * 12 + day.month - 1, lambda n: date(n // 12, n % 12 + 1, 1)),
    _Unit("quarter", 2, lambda day: day.year * 4 + (day.month - 1) // 3, lambda n: date(n // 4, n % 4 * 3 + 1, 1)),
    _Unit("year", 1, lambda day: day.year, lambda number: date(number, 1, 1)),
    _Unit("decade", 1, lambda day: day.year // 10, lambda number: date(max(number * 10, 1), 1, 1)),
)


def sort_dates(dates: Sequence[str | None]) -> Spans | None:
    """Return the columns for some dates, or None if no date is known.

    `dates` are ISO 8601 to the day, the month or the year, or `--MM-DD` if no year is printed. Dates without a year
    have columns only if no date has a year. There are at most 26 columns.
    """
    read = [_read(text) for text in dates]
    years = any(day is not None and day.year_printed for day in read)
    days = [day if day is not None and day.year_printed == years else None for day in read]
    order = sorted(range(len(days)), key=lambda i: (_ordinal(days[i]), i))
    chosen = _choose([day for day in days if day is not None])
    if chosen is None:
        return None
    unit, start, n_columns = chosen
    spans = [unit.number(day.first) - start if day is not None and day.parts >= unit.parts else None for day in days]
    earlier = any(span is not None and span < 0 for span in spans)
    later = any(span is not None and span >= n_columns for span in spans)
    inner = [_name(unit, unit.first(start + k), years=years) for k in range(n_columns)]
    columns = [Column(major=major, minor=minor) for major, minor in inner]
    if earlier:
        columns.insert(0, Column(major="", minor="earlier", outer=True))
    if later:
        columns.append(Column(major="", minor="later", outer=True))
    return Spans(
        columns=tuple(columns),
        of_date=tuple(None if span is None else min(max(span, -1), n_columns) + earlier for span in spans),
        order=tuple(order),
    )


def _read(text: str | None) -> _Date | None:
    found = _DATE.match(text or "")
    if found is None:
        return None
    year, month, day = found.groups()
    try:
        first = date(_LEAP_YEAR if year == "-" else int(year), int(month or 1), int(day or 1))
    except ValueError:
        return None
    return _Date(first=first, parts=1 + (month is not None) + (day is not None), year_printed=year != "-")


def _ordinal(day: _Date | None) -> int:
    return 0 if day is None else day.first.toordinal()


def _choose(days: Sequence[_Date]) -> tuple[_Unit, int, int] | None:
    """Return the finest suitable unit, the number of its first column, and the number of columns."""
    chosen = None
    for unit in _UNITS:
        exact = [unit.number(day.first) for day in days if day.parts >= unit.parts]
        if not exact or len(exact) < _MIN_EXACT * len(days):
            continue
        most = min(_MAX_COLUMNS, max(_MIN_COLUMNS, math.isqrt(4 * len(exact))))
        start, end, inside = _fullest(exact, most)
        chosen = unit, start, end - start + 1
        if inside >= _MIN_INSIDE * len(exact):
            break
    return chosen


def _fullest(numbers: Sequence[int], width: int) -> tuple[int, int, int]:
    """Return the ends of the interval of `width` with most numbers, the latest of equals, and their count."""
    counts = Counter(numbers)
    known = sorted(counts)
    total = [0, *accumulate(counts[number] for number in known)]
    best = (0, 0, 0)
    low = 0
    for high, number in enumerate(known):
        while known[low] <= number - width:
            low += 1
        best = max(best, (total[high + 1] - total[low], high, low))
    inside, high, low = best
    return known[low], known[high], inside


def _name(unit: _Unit, first: date, *, years: bool) -> tuple[str, str]:
    """Return the major and minor label of a span; `years` is true if dates include the year."""
    month = _MONTHS[first.month - 1]
    match unit.name:
        case "day":
            return f"{month} {first.year}" if years else month, str(first.day)
        case "week":
            return f"{month} {first.year}" if years else month, f"from {first.day}"
        case "month":
            return (str(first.year), month[:3]) if years else ("", month[:3])
        case "quarter":
            return str(first.year) if years else "", f"Q{(first.month + 2) // 3}"
        case "year":
            return "", str(first.year)
        case _:
            return "", f"{first.year // 10}0s"


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
