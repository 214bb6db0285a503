"""Papers in time: a column for each span, a lane for each community, and papers stacked where both meet.

Spans are as fine as most dates are printed and as the page has room for: days, weeks, months, quarters, years or
decades. What has no date, or none as exact as that, stands in a column of its own: a place on the axis would claim
more than the listing says.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

PITCH = 34.0
"""Units of the canvas between the middles of neighbouring papers."""

_MOST_COLUMNS = 24
_MOST_LANES = 14  # the smaller communities share one more
_SHAPE = 0.75  # the whole is a little higher than wide: it is seen beside a list, and on phones
_EXACT = 0.9  # the share of the dated papers that must be as exact as a span
_GAP = 12.0  # units between columns
_LANE_GAP = 26.0  # units between lanes
_WIDEST = 12  # papers side by side in a span
_WIDEST_UNDATED = 30
_LEAP_YEAR = 2000  # stands for a year that no date of the listing prints
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_DATE = re.compile(r"(\d{4}|-)(?:-(\d\d))?(?:-(\d\d))?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Day:
    """Hold a date as printed; `parts` counts what is known: 1 the year, 2 the month, 3 the day."""

    first: date
    parts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    """Hold a kind of span: how many parts of a date it takes, the number of a date's, the first day of a number's."""

    name: str
    parts: int
    number: Callable[[date], int]
    first: Callable[[int], date]


_UNITS = (
    _Unit(name="day", parts=3, number=date.toordinal, first=date.fromordinal),
    _Unit(
        name="week",
        parts=3,
        number=lambda day: (day.toordinal() - 1) // 7,
        first=lambda number: date.fromordinal(number * 7 + 1),
    ),
    _Unit(
        name="month",
        parts=2,
        number=lambda day: day.year * 12 + day.month - 1,
        first=lambda number: date(number // 12, number % 12 + 1, 1),
    ),
    _Unit(
        name="quarter",
        parts=2,
        number=lambda day: day.year * 4 + (day.month - 1) // 3,
        first=lambda number: date(number // 4, number % 4 * 3 + 1, 1),
    ),
    _Unit(name="year", parts=1, number=lambda day: day.year, first=lambda number: date(number, 1, 1)),
    _Unit(
        name="decade",
        parts=1,
        number=lambda day: day.year // 10,
        first=lambda number: date(max(number * 10, 1), 1, 1),
    ),
)


def _names(unit: _Unit, first: date, *, years: bool) -> tuple[str, str]:
    """Return what a span is part of, and its own name within that; `years` says whether any date prints one."""
    month = _MONTHS[first.month - 1]
    match unit.name:
        case "day":
            return f"{month} {first.year}" if years else month, str(first.day)
        case "week":
            return f"{month} {first.year}" if years else month, f"from {first.day}"
        case "month":
            return (str(first.year), month[:3]) if years else (month, "")
        case "quarter":
            return str(first.year) if years else "", f"Q{(first.month + 2) // 3}"
        case "year":
            return "", str(first.year)
        case _:
            return "", f"{first.year // 10}0s"


def timeline(
    dates: Sequence[str | None], community_of: Sequence[int], unlinked: int | None = None
) -> dict[str, Any] | None:
    """Return where papers stand in time, or None where no paper has a date.

    Parameters
    ----------
    dates
        The date of each paper as ISO 8601 to the day, the month or the year, `--MM-DD` where no year is printed.
    community_of
        The number of each paper's community, the largest first.
    unlinked
        The number that stands for the papers in no community: their lane is their own, however small.

    Returns
    -------
    dict
        `places` holds x and y of each paper, in units of the canvas, y downwards; `pitch` is the distance of
        neighbours. `columns` are the spans in order, empty ones too, with their `from` and `to` and two names, of which
        `major` is the same for neighbours of one year or month; `lanes` have a `top`, a `bottom` and the numbers of
        their `communities`.
        `undated` is the column of the papers that stand in no span, None without such papers. Within a span, papers
        are stacked from the floor of the lane in the order of their dates.
    """
    days = [_read(text) for text in dates]
    years = any(day is not None and day.first.year != _LEAP_YEAR for day in days)
    # Dates without a year have a place among themselves alone.
    days = [
        None if day and years and text and text.startswith("-") else day for day, text in zip(days, dates, strict=True)
    ]
    unit = _choose_unit([day for day in days if day is not None])
    if unit is None:
        return None
    spans = [unit.number(day.first) if day and day.parts >= unit.parts else None for day in days]
    known = [span for span in spans if span is not None]
    start, n_columns = min(known), max(known) - min(known) + 1
    cells: dict[tuple[int, int | None], list[int]] = {}
    for i in sorted(range(len(days)), key=lambda i: (_ordinal(days[i]), i)):
        span = spans[i]
        cells.setdefault((_lane(community_of[i], unlinked), None if span is None else span - start), []).append(i)
    lanes = _Lanes.measure(cells, n_columns)
    places, bounds = lanes.stack(cells, len(dates))
    together: dict[int, list[int]] = {}
    for community in sorted(set(community_of)):
        together.setdefault(_lane(community, unlinked), []).append(community)
    columns = []
    for column in range(n_columns):
        major, minor = _names(unit, unit.first(start + column), years=years)
        left = column * lanes.step
        columns.append({"from": left, "to": left + lanes.step, "major": major, "minor": minor})
    undated = None
    if lanes.undated:
        inexact = any(text and span is None for text, span in zip(dates, spans, strict=True))
        left = n_columns * lanes.step + _GAP
        name = "no exact date" if inexact else "no date"
        undated = {"from": left, "to": left + lanes.undated * PITCH + _GAP, "name": name}
    return {
        "pitch": PITCH,
        "places": places,
        "columns": columns,
        "lanes": [
            {"communities": together[lane], "top": top, "bottom": bottom} for lane, (top, bottom) in bounds.items()
        ],
        "undated": undated,
    }


def _lane(community: int, unlinked: int | None) -> int:
    """Return the lane of a community: its own, or the one that the smaller ones share."""
    return community if community == unlinked else min(community, _MOST_LANES)


def _read(text: str | None) -> _Day | None:
    found = _DATE.match(text or "")
    if found is None:
        return None
    year, month, day = found.groups()
    try:
        first = date(_LEAP_YEAR if year == "-" else int(year), int(month or 1), int(day or 1))
    except ValueError:
        return None
    return _Day(first=first, parts=1 + (month is not None) + (day is not None))


def _ordinal(day: _Day | None) -> int:
    return 0 if day is None else day.first.toordinal()


def _choose_unit(days: Sequence[_Day]) -> _Unit | None:
    """Return the finest span that nearly all dates are exact enough for and that makes few enough columns."""
    for unit in _UNITS:
        exact = [unit.number(day.first) for day in days if day.parts >= unit.parts]
        if exact and len(exact) >= _EXACT * len(days) and max(exact) - min(exact) < _MOST_COLUMNS:
            return unit
    return _UNITS[-1] if days else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lanes:
    """Hold how wide spans are, in papers, and how high each lane is, in rows."""

    across: int
    undated: int
    rows: dict[int, int]

    @property
    def step(self) -> float:
        """Return the width of a column."""
        return self.across * PITCH + _GAP

    @classmethod
    def measure(cls, cells: dict[tuple[int, int | None], list[int]], n_columns: int) -> "_Lanes":
        """Choose the widths with which the whole is largest in a frame of its shape."""
        lanes = sorted({lane for lane, _ in cells})
        fullest = Counter[int]()
        undated = Counter[int]()
        for (lane, column), papers in cells.items():
            counts = undated if column is None else fullest
            counts[lane] = max(counts[lane], len(papers))

        def candidates() -> Iterator[tuple[float, int, int, dict[int, int]]]:
            for across in range(1, _WIDEST + 1):
                for beside in range(1, _WIDEST_UNDATED + 1) if undated else (0,):
                    rows = {
                        lane: max(-(-fullest[lane] // across), -(-undated[lane] // beside) if beside else 0)
                        for lane in lanes
                    }
                    width = n_columns * (across * PITCH + _GAP) + beside * PITCH
                    height = sum(rows.values()) * PITCH + len(rows) * _LANE_GAP
                    yield max(width / _SHAPE, height), across, beside, rows

        _, across, beside, rows = min(candidates(), key=lambda candidate: candidate[:3])
        return cls(across=across, undated=beside, rows=rows)

    def stack(
        self, cells: dict[tuple[int, int | None], list[int]], n_papers: int
    ) -> tuple[list[tuple[float, float]], dict[int, tuple[float, float]]]:
        """Return the place of each paper, and the top and the bottom of each lane."""
        places = [(0.0, 0.0)] * n_papers
        bounds: dict[int, tuple[float, float]] = {}
        top = 0.0
        for lane, rows in self.rows.items():
            bounds[lane] = (top, top + rows * PITCH)
            top += rows * PITCH + _LANE_GAP
        n_columns = 1 + max(column for _, column in cells if column is not None)
        for (lane, column), papers in cells.items():
            across = self.undated if column is None else self.across
            left = n_columns * self.step + 1.5 * _GAP if column is None else column * self.step + _GAP / 2
            for k, paper in enumerate(papers):
                x = left + (k % across + 0.5) * PITCH
                places[paper] = (round(x, 1), bounds[lane][1] - (k // across + 0.5) * PITCH)
        return places, bounds
