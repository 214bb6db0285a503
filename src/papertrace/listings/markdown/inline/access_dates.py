"""When a web page was read, as citations of it say: `Accessed 3 May 2017`, `Consulté le 3 mai 2017`.

This is no date of the page, still less of a paper.
"""

import re

_ACCESSED = re.compile(
    r"\b(?:accessed|retrieved|viewed|visited|consultée?s?|abgerufen|aufgerufen|zugriff|consultado|acessado|acesso"
    r"|consultato|geraadpleegd)\b[:,]?\s(?:(?:on|am|le|el|em|il|op)\s)?"
    r"(?P<date>\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d"
    r"|(?:\d{1,2}(?:st|nd|rd|th|er|\.)?\s(?:de\s)?)?(?:[^\W\d_]{3,10}\.?,?\s(?:de\s)?)?(?:\d{1,2}(?:st|nd|rd|th)?,?\s)?"
    r"(?:19|20)\d\d(?:-\d\d-\d\d)?)(?!\w)",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")


def find_access(text: str) -> str:
    """Return the words that say when what a text cites was read, or an empty string.

    >>> find_access("Ropes. Accessed: 2017-05-03."), find_access("Files Accessed by Many in 2017")
    ('Accessed: 2017-05-03', '')
    """
    found = _ACCESSED.search(text)
    return found[0] if found else ""


def blank_access_dates(text: str) -> str:
    """Return a text of the same length without the digits of the dates on which pages were read.

    >>> blank_access_dates("Doe, A. « Frost », 2009. Consulté le 3 mai 2017.")
    'Doe, A. « Frost », 2009. Consulté le   mai     .'
    """
    return _ACCESSED.sub(lambda found: _DIGIT.sub(" ", found[0]), text)
