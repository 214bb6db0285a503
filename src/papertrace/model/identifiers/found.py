"""A name where a text prints it."""

from typing import NamedTuple


class FoundName(NamedTuple):
    """A name in its one spelling, with the offsets of what prints it."""

    name: str
    start: int
    end: int
