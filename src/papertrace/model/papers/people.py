"""The parts of an author's name, which lists print in many forms; what has no parts is the name of an organisation."""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
# Words that no person has in a name.
_OF_ORGANISATIONS = frozenset(
    (
        *("agency", "alliance", "association", "authors", "center", "centre", "collaboration", "college", "commission"),
        *("committee", "community", "company", "consortium", "contributors", "corporation", "council", "department"),
        *("developers", "editors", "foundation", "gmbh", "group", "inc", "initiative", "institut", "institute"),
        *("institution", "lab", "laboratories", "laboratory", "labs", "library", "llc", "ltd", "ministry", "museum"),
        *("network", "office", "organisation", "organization", "partnership", "program", "programme", "project"),
        *("research", "school", "society", "team", "universität", "université", "university"),
        *("&", "and", "for", "of"),
    )
)
# Three capitals are initials unless they can be spoken, as LEE and KIM.
_INITIALS = re.compile(r"(?:[^\W\d_a-z]\.-?){1,4}[^\W\d_a-z]?|[^\W\d_a-z]{1,2}|[^\W\d_a-zAEIOU]{3}")
_GLUED = re.compile(r"(?<=[^\W\d_]\.)(?=[^\W\d_]{2})")  # J.Goodman
_MAX_CHARS = 300


class AuthorName(NamedTuple):
    """The family name with its particles, the given names, and a suffix; the last two may be empty."""

    family: str
    given: str = ""
    suffix: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether readers of BibTeX find the same parts in the name as it is usually printed, given names first."""
        words = self.family.split()
        return len(words) == 1 or (bool(self.given) and words[0].islower())


def read_author(name: str) -> AuthorName:
    """Return the parts of a name in one of its usual forms; an organisation has a family name alone.

    >>> read_author("Bram de Wit")[:2], read_author("Ito A.")[:2], read_author("Wit, Bram de")[:2]
    (('de Wit', 'Bram'), ('Ito', 'A.'), ('Wit', 'Bram de'))
    >>> read_author("Martin King, Jr."), read_author("TIGER Collaboration").family
    (AuthorName(family='King', given='Martin', suffix='Jr.'), 'TIGER Collaboration')
    """
    name = " ".join(name[:_MAX_CHARS].split())
    if name.startswith("The ") or any(word.strip(".,()").casefold() in _OF_ORGANISATIONS for word in name.split()):
        return AuthorName(name)
    first, *others = (part.strip() for part in name.split(","))
    suffix = next((part for part in others if _is_suffix(part)), "")
    if given := " ".join(part for part in others if part and part != suffix):
        return AuthorName(first, given, suffix) if first else AuthorName(name)
    words = _GLUED.sub(" ", first).split()
    if len(words) > 1 and _is_suffix(words[-1]):
        suffix = words.pop()
    n_given = len(list(takewhile(_INITIALS.fullmatch, reversed(words[1:]))))
    if n_given:  # "Ito A.", as databases print names
        return AuthorName(" ".join(words[:-n_given]), " ".join(words[-n_given:]), suffix)
    n_family = 1 + len(list(takewhile(str.islower, reversed(words[1:-1]))))
    return AuthorName(" ".join(words[-n_family:]) or name, " ".join(words[:-n_family]), suffix)


def _is_suffix(word: str) -> bool:
    return word.lower().rstrip(".") in _SUFFIXES


def parts_for_bibtex(name: str) -> Sequence[str]:
    """Return the parts of a name that commas separate in BibTeX; one alone stands in braces, and none is printed as is.

    >>> parts_for_bibtex("Ito A."), parts_for_bibtex("Smith and Sons"), parts_for_bibtex("Ada Örn")
    (('Ito', 'A.'), ('Smith and Sons',), ())
    """
    author = read_author(name)
    if not author.given:
        return () if author.is_plain and not author.suffix else (author.family,)
    is_inverted = name.rsplit(maxsplit=1)[-1] != author.family.split()[-1]
    if author.suffix:
        return (author.family, author.suffix, author.given)
    return (author.family, author.given) if is_inverted or not author.is_plain else ()
