"""Dates of bibliographic fields, whole or in parts, in ISO 8601 with the printed precision."""

import re
from datetime import date

from papertrace.records.dates import MONTHS, parse_printed_date

_NUMERIC = re.compile(r"(?<!\d)((?:1[5-9]|20|21)\d\d)(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?!\d)")
_COMPACT = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)")
_WORD = re.compile(r"[A-Za-z]{3,9}")
_BEFORE_DATE = re.compile(r"^\W*(?:(?:published|submitted|posted)(?: on)?:? )?", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\d)\d{1,2}(?![\d:])")


def make_date(text: str, month: str = "", day: str = "") -> str | None:
    """Return `YYYY-MM-DD`, `YYYY-MM` or `YYYY` of a printed date or of the start of a range; None without a year.

    `text` is the whole date, or the year alone, with month (a name or a number, with or without the day) and day as
    separate arguments.

    >>> make_date("2023", "jun"), make_date("Mon, 2 Apr 2007 19:18:42 GMT"), make_date("2023/05/12/"), make_date("n.d.")
    ('2023-06', '2007-04-02', '2023-05-12', None)
    """
    text, month, day = text[:80], month[:40], day[:20]
    if compact := _COMPACT.fullmatch(text.strip()):
        return _join(*compact.groups())
    numeric = _NUMERIC.search(text)
    if numeric is None:
        return None
    if numeric[2]:
        return _join(*numeric.groups())
    words = f"{text[: numeric.start()]} {text[numeric.end() :]} {month}"
    named = next((n for word in _WORD.findall(words) if (n := _month_of(word))), None)
    numbers = _NUMBER.findall(words.partition("T")[0] if named is None else words)
    if named is None:
        return _join(numeric[1], numbers[0] if numbers and month else None, day or None)
    return _join(numeric[1], str(named), day or (numbers[0] if numbers else None))


def read_date(text: str) -> str | None:
    """Return the date of a text in any supported form, as `--MM-DD` if it has no year, or None.

    >>> read_date("Published on Jan 24, 2025"), read_date("Jan 24"), read_date("soon")
    ('2025-01-24', '--01-24', None)
    """
    printed = parse_printed_date(_BEFORE_DATE.sub("", text[:80], count=1))
    return make_date(text) or (printed[0] if printed else None)


def _month_of(word: str) -> int | None:
    folded = word.lower()
    return MONTHS.get(folded)


def _join(year: str, month: str | None, day: str | None) -> str:
    """Return the valid part of a date: year, month and day, year and month, or the year."""
    number = int(month) if month and month.isdecimal() else 0
    if not 1 <= number <= 12:  # noqa: PLR2004 - months of a year
        return year
    found = re.match(r"\s*(\d{1,2})", day or "")
    try:
        return date(int(year), number, int(found[1])).isoformat() if found else f"{year}-{number:02}"
    except ValueError:
        return f"{year}-{number:02}"
