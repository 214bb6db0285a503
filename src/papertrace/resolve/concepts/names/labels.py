"""The label of a concept: its commonest spelling, singular and in lower case if the corpus prints it so."""

import re
from collections.abc import Mapping

from papertrace.model.papers.candidate import strip_accents

TITLE_SHARE = 4  # Titles capitalise terms; a term capitalised four times as often as not is a name.
_WORD = re.compile(r"[^\W\d_]+")
_PLURALS = (("ices", "ix"), ("ies", "y"), ("yses", "ysis"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("s", ""))
_SINGULARS = ("ss", "us", "is", "ics")


def choose_label(surfaces: Mapping[str, int]) -> str:
    """Return the spelling to display, given the number of papers that print each one.

    Spellings that differ only in number, hyphens or title capitals are grouped, and of the commonest group the
    lower-case singular is returned if it is printed at all. Ties are broken by the fewest capitals, then
    alphabetically.

    >>> choose_label({"Tensor Cores": 4, "tensor core": 1, "tensor cores": 2, "TC": 3})
    'tensor core'
    >>> choose_label({"Markov chains": 3, "MoE": 2})
    'Markov chains'
    """
    lowered = {surface: _lower_titled(surface) for surface in surfaces}
    groups: dict[str, list[str]] = {}
    for surface, low in lowered.items():
        groups.setdefault(_singular(low).replace("-", " "), []).append(surface)

    def total(spellings: list[str]) -> int:
        return sum(map(surfaces.__getitem__, spellings))

    best = next(iter(groups))
    if len(groups) > 1:
        best = min(groups, key=lambda group: (-total(groups[group]), _count_capitals(group), group))
    spellings = groups[best]
    if len(spellings) == 1:
        return spellings[0]
    lower = [s for s in spellings if lowered[s] == s]
    if lower and TITLE_SHARE * total(lower) >= total(spellings):
        spellings = lower
    return min(spellings, key=lambda s: (_singular(s) != s, -surfaces[s], _count_capitals(s), s))


def _count_capitals(text: str) -> int:
    return 0 if text.islower() else sum(map(str.isupper, text))


def fold_label(text: str) -> str:
    """Return what labels of one concept have in common: capitals, blanks, hyphens, accents and number aside.

    >>> [fold_label(text) for text in ("KV-Caches", "kv cache", "GPUs", "Erdős graph", "C++")]
    ['kvcach', 'kvcach', 'gpu', 'erdosgraph', 'c++']
    """
    if len(text) > 2 and text.endswith("s") and text[-2].isupper():  # noqa: PLR2004
        text = text[:-1]
    folded = strip_accents("".join(_singular(text).casefold().replace("-", " ").replace("_", " ").split()))
    return folded.removesuffix("e") if folded.endswith("che") else folded


def _lower_titled(surface: str) -> str:
    """Convert the capitalised words of a spelling to lower case, leaving words of other shapes unchanged."""
    if surface.islower():
        return surface
    return _WORD.sub(lambda m: m.group().lower() if m.group().istitle() else m.group(), surface)


def _singular(surface: str) -> str:
    if not surface.endswith("s") or surface.endswith(_SINGULARS):
        return surface
    plural, singular = next(one for one in _PLURALS if surface.endswith(one[0]))
    return surface.removesuffix(plural) + singular
