"""The timeline: a column for each time span, a lane for each community, and papers stacked in each cell."""

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
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


class Column(NamedTuple):
    """A column: the year or month that it is part of, and its own name.

    An `outer` column contains all dates before, or after, the others.
    """

    major: str
    minor: str
    outer: bool = False


class Spans(NamedTuple):
    """The columns in chronological order, empty ones included, and the column of each date.

    `order` is the indices of all dates in chronological order, unknown dates first.
    """

    columns: tuple[Column, ...]
    of_date: tuple[int | None, ...]
    order: tuple[int, ...]


class _Date(NamedTuple):
    """A date as printed; `parts` is its precision: 1 for year, 2 for month, 3 for day."""

    first: date
    parts: int
    year_printed: bool


class _Unit(NamedTuple):
    """A kind of span: the precision it needs, the number of a date's span, the first day of a span, and its names.

    These are the major and the minor one, given the first day and whether the dates include the year.
    """

    parts: int
    number: Callable[[date], int]
    first: Callable[[int], date]
    name: Callable[[date, bool], tuple[str, str]]


def _month(day: date, years: bool) -> str:  # noqa: FBT001 - called by a table
    return f"{_MONTHS[day.month - 1]} {day.year}" if years else _MONTHS[day.month - 1]


_UNITS = (
    _Unit(3, date.toordinal, date.fromordinal, lambda day, years: (_month(day, years), str(day.day))),
    _Unit(
        3,
        lambda day: (day.toordinal() - 1) // 7,
        lambda number: date.fromordinal(number * 7 + 1),
        lambda day, years: (_month(day, years), f"from {day.day}"),
    ),
    _Unit(
        2,
        lambda day: day.year * 12 + day.month - 1,
        lambda number: date(number // 12, number % 12 + 1, 1),
        lambda day, years: (str(day.year) if years else "", _MONTHS[day.month - 1][:3]),
    ),
    _Unit(
        2,
        lambda day: day.year * 4 + (day.month - 1) // 3,
        lambda number: date(number // 4, number % 4 * 3 + 1, 1),
        lambda day, years: (str(day.year) if years else "", f"Q{(day.month + 2) // 3}"),
    ),
    _Unit(1, lambda day: day.year, lambda number: date(number, 1, 1), lambda day, _: ("", str(day.year))),
    _Unit(
        1,
        lambda day: day.year // 10,
        lambda number: date(max(number * 10, 1), 1, 1),
        lambda day, _: ("", f"{day.year // 10}0s"),
    ),
)


def sort_dates(dates: Sequence[str | None]) -> Spans | None:
    """Return the columns for some dates, or None if no date is known.

    `dates` are ISO 8601 to the day, the month or the year, or `--MM-DD` if no year is printed. Dates without a year
    have columns only if no date has a year. There are at most 26 columns.
    """
    read = [_read(text) for text in dates]
    years = any(day and day.year_printed for day in read)
    days = [day if day and day.year_printed == years else None for day in read]
    known = [day for day in days if day]
    if not known:
        return None
    unit, start, n_columns = _choose(known)
    spans = [unit.number(day.first) - start if day and day.parts >= unit.parts else None for day in days]
    earlier = [Column("", "earlier", outer=True)] if any(span is not None and span < 0 for span in spans) else []
    later = [Column("", "later", outer=True)] if any(span is not None and span >= n_columns for span in spans) else []
    inner = [Column(*unit.name(unit.first(start + k), years)) for k in range(n_columns)]
    return Spans(
        columns=(*earlier, *inner, *later),
        of_date=tuple(None if span is None else min(max(span, -1), n_columns) + len(earlier) for span in spans),
        order=tuple(sorted(range(len(days)), key=lambda i: day.first.toordinal() if (day := days[i]) else 0)),
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


def _choose(days: Sequence[_Date]) -> tuple[_Unit, int, int]:
    """Return the finest suitable unit, the number of its first column, and the number of columns."""
    for unit in _UNITS:
        exact = [unit.number(day.first) for day in days if day.parts >= unit.parts]
        if not exact or len(exact) < _MIN_EXACT * len(days):
            continue
        most = min(_MAX_COLUMNS, max(_MIN_COLUMNS, math.isqrt(4 * len(exact))))
        start, end, inside = _fullest(exact, most)
        chosen = unit, start, end - start + 1
        if inside >= _MIN_INSIDE * len(exact):
            break
    return chosen  # all dates have a year, so that the last two units suit


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
    # The lane of a community: its own, or the one shared by the smaller ones.
    lane_of = {one: one if one == unlinked else min(one, _MAX_LANES) for one in sorted(set(community_of))}
    cells: dict[tuple[int, int | None], list[int]] = {}
    for i in spans.order:
        cells.setdefault((lane_of[community_of[i]], spans.of_date[i]), []).append(i)
    across, beside, rows = _measure(cells, spans)
    lefts = [0.0, *accumulate(wide * PITCH + _GAP for wide in across)]
    left = lefts[-1] + _GAP  # of the papers in no column
    tops = [0.0, *accumulate(n * PITCH + _LANE_GAP for n in rows.values())]
    bounds = {lane: (top, top + n * PITCH) for top, (lane, n) in zip(tops, rows.items(), strict=False)}
    places = [(0.0, 0.0)] * len(dates)
    for (lane, column), papers in cells.items():
        wide, start = (beside, left) if column is None else (across[column], lefts[column])
        for k, paper in enumerate(papers):
            x = start + _GAP / 2 + (k % wide + 0.5) * PITCH
            places[paper] = (round(x, 1), bounds[lane][1] - (k // wide + 0.5) * PITCH)
    # A date that is printed but in no column is less precise than the columns.
    inexact = any(text and column is None for text, column in zip(dates, spans.of_date, strict=True))
    name = "no exact date" if inexact else "no date"
    return {
        "pitch": PITCH,
        "places": places,
        "columns": [
            {"from": lefts[k], "to": lefts[k + 1], "major": column.major, "minor": column.minor}
            | ({"outer": True} if column.outer else {})
            for k, column in enumerate(spans.columns)
        ],
        "lanes": [
            {"communities": [one for one in lane_of if lane_of[one] == lane], "top": top, "bottom": bottom}
            for lane, (top, bottom) in bounds.items()
        ],
        "undated": {"from": left, "to": left + beside * PITCH + _GAP, "name": name} if beside else None,
    }


def _measure(
    cells: Mapping[tuple[int, int | None], Sequence[int]], spans: Spans
) -> tuple[list[int], int, dict[int, int]]:
    """Choose how many papers stand side by side so that the scale of the timeline is largest in its frame.

    Return their numbers in each column and in that of the papers in no column, and the number of rows of each lane.
    `cells` are the papers of each lane and column, None for no column.
    """
    fullest = {kind: Counter[int]() for kind in ("inner", "outer", "undated")}
    for (lane, column), papers in cells.items():
        kind = "undated" if column is None else "outer" if spans.columns[column].outer else "inner"
        fullest[kind][lane] = max(fullest[kind][lane], len(papers))
    lanes = sorted({lane for lane, _ in cells})
    best: tuple[list[int], int, dict[int, int]] = ([], 0, {})
    least = math.inf
    # Of equals the first wins, which is the narrowest.
    for inner in _WIDTHS:
        outer = max(inner, _MIN_OUTER_WIDTH)
        across = [outer if column.outer else inner for column in spans.columns]
        for beside in _UNDATED_WIDTHS if fullest["undated"] else (0,):
            widths = {"inner": inner, "outer": outer, "undated": max(beside, 1)}
            rows = {lane: max(-(-fullest[kind][lane] // n) for kind, n in widths.items()) for lane in lanes}
            width = (sum(across) + beside) * PITCH + (len(across) + 1) * _GAP
            cost = max(width / _ASPECT_RATIO, sum(rows.values()) * PITCH + len(rows) * _LANE_GAP)
            if cost < least:
                best, least = (across, beside, rows), cost
    return best
