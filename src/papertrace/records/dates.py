"""Parsing of dates as paper pages print them."""

import re
from datetime import date

_NAMES = "january february march april may june july august september october november december".split()  # noqa: SIM905 - words read best so
# Spelled out, because the names in the module `calendar` depend on the locale.
MONTHS = {name: n for n, whole in enumerate(_NAMES, start=1) for name in (whole, whole[:3])} | {"sept": 9}
"""The number of each month by its English names, in lower case."""

_PAGES = re.compile(r"(?:\bpp?\.?\s?|\bpages\s|:\s?)[A-Z]?\d{1,6}\s?[-–—]{1,2}\s?[A-Z]?\d{1,6}")  # noqa: RUF001 - dashes as printed
_PRINTED = re.compile(
    r"(?P<month>[A-Za-z]{3,9})\.? (?P<day>\d{1,2})(?:, ?(?P<year>(?:19|20)\d\d))?(?: +(?P<comments>\d{1,5}))?",
)
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
