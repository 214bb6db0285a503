"""How a concept is written: its commonest spelling, in the singular and in lower case where the corpus prints that."""

import re
from collections.abc import Mapping

TITLE_SHARE = 4  # Titles capitalise terms; a term that is written so four times as often is a name.
_WORD = re.compile(r"[^\W\d_]+")
_PLURALS = (("ices", "ix"), ("ies", "y"), ("yses", "ysis"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("s", ""))
_SINGULARS = ("ss", "us", "is", "ics")


def choose_label(surfaces: Mapping[str, int]) -> str:
    """Return the spelling to show, given how many papers print each one.

    Spellings that differ in number, in hyphens or in the capitals of a title count as one, and of the commonest of
    these the singular in lower case is shown if it is printed at all. Ties go to the fewest capitals, then to the
    alphabet.

    >>> choose_label({"Tensor Cores": 4, "tensor core": 1, "tensor cores": 2, "TC": 3})
    'tensor core'
    >>> choose_label({"Markov chains": 3, "MoE": 2})
    'Markov chains'
    """
    groups: dict[str, list[str]] = {}
    for surface in surfaces:
        groups.setdefault(_singular(_lower_titled(surface)).replace("-", " "), []).append(surface)

    def total(group: str) -> int:
        return sum(surfaces[surface] for surface in groups[group])

    best = min(groups, key=lambda group: (-total(group), sum(c.isupper() for c in group), group))
    spellings = groups[best]
    lower = [s for s in spellings if _lower_titled(s) == s]
    if lower and TITLE_SHARE * sum(surfaces[s] for s in lower) >= total(best):
        spellings = lower
    return min(
        spellings,
        key=lambda s: (_singular(s) != s, -surfaces[s], sum(c.isupper() for c in s), s),
    )


def _lower_titled(surface: str) -> str:
    """Return a spelling with its capitalised words in lower case, and those of other shapes as they are."""
    return _WORD.sub(lambda m: m.group().lower() if m.group().istitle() else m.group(), surface)


def _singular(surface: str) -> str:
    if not surface.endswith("s") or surface.endswith(_SINGULARS):
        return surface
    for plural, singular in _PLURALS:
        if surface.endswith(plural):
            return surface.removesuffix(plural) + singular
    return surface
