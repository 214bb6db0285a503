"""Dates as pages print them and of fields, whole or in parts, in ISO 8601 with the printed precision."""

import re
from datetime import date

from papertrace.late_imports import compile_on_use

_NAMES = "january february march april may june july august september october november december".split()  # noqa: SIM905 - words read best so
# Spelled out, because the names in the module `calendar` depend on the locale.
MONTHS = {name: n for n, whole in enumerate(_NAMES, start=1) for name in (whole, whole[:3])} | {"sept": 9}
"""The number of each month by its English names, in lower case."""

_PAGES = compile_on_use(r"(?:\bpp?\.?\s?|\bpages\s|:\s?)[A-Z]?\d{1,6}\s?[-–—]{1,2}\s?[A-Z]?\d{1,6}")  # noqa: RUF001 - dashes as printed
_PRINTED = compile_on_use(
    r"(?P<month>[A-Za-z]{3,9})\.? (?P<day>\d{1,2})(?:, ?(?P<year>(?:19|20)\d\d))?(?: +(?P<comments>\d{1,5}))?",
)
_NUMERIC = compile_on_use(r"(?<!\d)((?:1[5-9]|20|21)\d\d)(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?!\d)")
_COMPACT = compile_on_use(r"((?:19|20)\d\d)(\d\d)(\d\d)")
_WORD = compile_on_use(r"[A-Za-z]{3,9}")
_BEFORE_DATE = compile_on_use(r"^\W*(?:(?:published|submitted|posted)(?: on)?:? )?", re.IGNORECASE)
_NUMBER = compile_on_use(r"(?<!\d)\d{1,2}(?![\d:])")
_LEAP_YEAR = 2000  # a day without a year may be February 29


def parse_printed_date(line: str) -> tuple[str, int | None] | None:
    """Return the ISO date of a line such as `Jan 24, 2025 2` and the count after it, or None if it is not a date.

    A date without a year becomes `--MM-DD` (ISO 8601:2000, section 5.2.1.3). The number after a date is the number of
    comments on the page.

    >>> parse_printed_date("Jan 24, 2025 2"), parse_printed_date("Feb 5"), parse_printed_date("May the force")
    (('2025-01-24', 2), ('--02-05', None), None)
    """
    match = _PRINTED.fullmatch(line.strip())
    month = MONTHS.get(match["month"].lower()) if match else None
    if match is None or month is None:
        return None
    year = match["year"]
    try:
        day = date(int(year) if year else _LEAP_YEAR, month, int(match["day"]))
    except ValueError:
        return None
    comments = int(match["comments"]) if match["comments"] else None
    return (day.isoformat() if year else f"--{day:%m-%d}", comments)


def without_pages(text: str) -> str:
    """Return a text without the ranges of pages in it, whose numbers look like years.

    >>> without_pages("Harbour 3, pp. 1998-2010, 2004")
    'Harbour 3,  , 2004'
    """
    return _PAGES.sub(" ", text)


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
    named = next((n for word in _WORD.findall(words) if (n := MONTHS.get(word.lower()))), None)
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
