"""The values of a graph's attributes, whatever types the program that made the graph gave them."""

import math
from numbers import Integral, Real

_LAST_YEAR = 9999


def finite_number(value: object, default: float = 0.0) -> float:
    """Return a value rounded to four decimals; the default if it is not a finite number, of numpy or not."""
    try:
        number = float(value) if isinstance(value, Real) else default
    except OverflowError:  # an int beyond all floats
        number = default
    return round(number, 4) if math.isfinite(number) else default


def split_values(value: object) -> list[str]:
    """Return the values of a list that is joined with `|`, without the empty ones."""
    return [part.strip() for part in str(value or "").split("|") if part.strip()]


def count_of(value: object) -> int | None:
    """Return a number of things, of numpy too; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        return None
    number = int(value)
    return number if number >= 0 else None


def year_of(value: object) -> int | None:
    """Return a year from 1 to 9999, of numpy too; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    number = finite_number(value)
    return int(number) if 1 <= number <= _LAST_YEAR else None
