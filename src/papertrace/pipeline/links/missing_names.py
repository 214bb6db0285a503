"""What it means that a document does not have the name that a reference looks for."""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from papertrace.model import Outcome

_MAX_TABLES = 8
_NON_WORD = re.compile(r"[\W_]+")
_LEADING_NUMBER = re.compile(r"^\d+")
# Stops and colons are in names that a program gives to what it documents (`acme.tools.Saw`, `fig:map`), or that authors
# give, but none keeps them of a heading.
_GIVEN_NAME = re.compile(r"[^\W\d]\w*[.:][\w.:-]*\w")


def judge_missing_name(
    wanted: str, names: frozenset[str], *, is_part: bool, is_generated: bool = False
) -> tuple[Outcome, str]:
    """Return the verdict on an anchor that a document does not have.

    `is_part` if there is more of the document, `is_generated` if a program makes a page of it with more than its text.
    """
    if alike := _find_alike(wanted, names):
        return Outcome.SUSPECT, f"no such heading; GitHub calls it #{alike}, other programs may not"
    if is_part:
        return Outcome.SUSPECT, "no such heading in this part of the document"
    if is_generated:
        return Outcome.SUSPECT, "no such heading in the text, which a program extends"
    if _GIVEN_NAME.fullmatch(wanted):
        return (
            Outcome.SUSPECT,
            "no such name in the text; it is not that of a heading, but may be one that a program gives",
        )
    return Outcome.DEAD, "no such heading"


def _find_alike(wanted: str, names: frozenset[str]) -> str:
    """Return the name that has the same letters and digits, but for a number that only one has at its start, or "".

    >>> _find_alike("1-install_it", frozenset(["install-it"])), _find_alike("2-install", frozenset(["1-install"]))
    ('install-it', '')
    """
    letters = _letters(wanted)
    alike = _by_letters(names)
    if found := alike.get(letters):
        return found
    without = _LEADING_NUMBER.sub("", letters)
    found = alike.get(without, "")
    return found if _letters(found) == without else ""


@lru_cache(_MAX_TABLES)
def _by_letters(names: frozenset[str]) -> Mapping[str, str]:
    """Return the first name for each sequence of letters, with a number at the start and without one."""
    alike: dict[str, str] = {}
    for name in sorted(names):
        alike.setdefault(_letters(name), name)
    for letters, name in [*alike.items()]:
        alike.setdefault(_LEADING_NUMBER.sub("", letters), name)
    alike.pop("", None)
    return alike


def _letters(name: str) -> str:
    return _NON_WORD.sub("", unicodedata.normalize("NFKD", name))
