"""An identifier found in a text."""

from typing import NamedTuple


class FoundName(NamedTuple):
    """An identifier in its canonical form, with the start and end offsets of the text that prints it."""

    name: str
    start: int
    end: int
