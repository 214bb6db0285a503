"""The description of a paper that follows its title in an item."""

import re
from collections.abc import Sequence

from papertrace.listings.fields.labels import is_venue_and_year
from papertrace.listings.markdown.inline.item_content import LETTERS
from papertrace.listings.markdown.inline.pieces import Piece

# "(2020) - The tides of small harbours": the date is no part of the description.
_DATE_BEFORE = re.compile(r"\s*\((?:19|20)\d\d(?:[-/.]\d{1,2}){0,2}\)\s*(?=[-–—:])")  # noqa: RUF001 - dashes as printed
_MIN_WORDS_OF_A_DESCRIPTION = 4


def find_description(rest: Sequence[Piece]) -> str:
    """Return the first piece of text that describes the paper, as printed, or an empty string."""
    n_words = sum(len(LETTERS.findall(piece.text)) for piece in rest if piece.url is None or not piece.is_label)
    if n_words < _MIN_WORDS_OF_A_DESCRIPTION:
        return ""
    lines = (
        _without_date(line).strip(" \t-–—:|,;.·•*_/\\])}")  # noqa: RUF001 - dashes and colons as printed
        for piece in rest
        if piece.url is None or not piece.is_label
        for line in piece.text.split("\n")
    )
    return next((line for line in lines if LETTERS.search(line) and not is_venue_and_year(line)), "")


def _without_date(line: str) -> str:
    date = _DATE_BEFORE.match(line)
    return line[date.end() :] if date else line
