"""Lists of references as databases print them: each becomes the name of a work.

A DOI names it best. Otherwise first author and year do, with the title, or with volume and page: Web of Science prints
`KALE L, 1999, J COMPUT PHYS, V151, P283`, Scopus `Kalé, L., Title (1999) J Comp Phys, 151, p. 283` and, since 2023,
`Kalé L., Title, J Comp Phys, 151, 2, pp. 283-312, (1999)`.
"""

import re
from collections.abc import Iterable, Iterator

from papertrace.model.identifiers import name_work
from papertrace.records.identifiers import doi_of_field, make_reference

_MAX_REFERENCES = 20_000
_MAX_CHARS = 2_000
_SEPARATOR = re.compile(r";\s+|\n")
_YEAR_IN_BRACKETS = re.compile(r"\(((?:1[5-9]|20)\d\d)[a-z]?\)")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_SUFFIXES = frozenset({"Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV", "2nd", "3rd"})
_INITIALS = re.compile(r"(?:[^\W\d_]{1,2}\.[- ]?){1,5}")
_NAME_WITH_INITIALS = re.compile(r"[^,]{1,60}\s(?:[^\W\d_]{1,2}\.-?){1,5}")
_VOLUME = re.compile(r"(?:^|,)\s*(\d{1,5})(?:\s?\([^()]{0,20}\))?(?=,|$)")
_PAGE = re.compile(r"\bpp?\.\s?([A-Za-z]?\d{1,8})")


def split_references(text: str) -> list[str]:
    """Return the references of a cell, separated by semicolons or line breaks."""
    parts = (part.strip() for part in _SEPARATOR.split(text))
    return [part for part in parts if part][:_MAX_REFERENCES]


def split_lines(text: str) -> list[str]:
    """Return the references of a note: one on each line if there are several lines, since titles contain semicolons."""
    return split_references(text) if "\n" not in text.strip() else [part for part in text.split("\n") if part.strip()]


def name_references(references: Iterable[str]) -> tuple[str, ...]:
    """Return the names of works for printed references, each once, in order; those without one are left out."""
    return tuple(dict.fromkeys(name for reference in references if (name := _name(reference[:_MAX_CHARS]))))


def _name(reference: str) -> str | None:
    if doi := doi_of_field(reference):
        return make_reference(doi=doi)
    parts = [part.strip() for part in reference.split(",")]
    if len(parts) > 1 and _YEAR.fullmatch(parts[1]):
        return _name_of_web_of_science(parts)
    return _name_of_scopus(reference)


def _name_of_web_of_science(parts: list[str]) -> str | None:
    volume = next((part[1:] for part in parts[2:] if re.fullmatch(r"V\d{1,5}", part)), "")
    page = next((part[1:] for part in parts[2:] if re.fullmatch(r"P[A-Za-z]?\d{1,8}", part)), "")
    return name_work(parts[0], parts[1], volume=volume, page=page)


def _name_of_scopus(reference: str) -> str | None:
    year = _YEAR_IN_BRACKETS.search(reference)
    if year is None:
        return None
    before, after = reference[: year.start()].strip(), reference[year.end() :]
    # The older form has no comma before the year: `Title (1999)`, the newer one has: `Journal, 1, pp. 1-2, (1999)`.
    comes_last, before = before.endswith(","), before.strip(" ,")
    parts = [part.strip() for part in before.split(",")]
    words = list(_after_authors(parts))
    if after.strip(" ,.") or not comes_last:
        title, printed = ", ".join(words), after
    else:  # the year comes last, and the title has no mark of its own
        title, printed = (words[0] if words else ""), ", ".join(words[1:])
    volume, page = _VOLUME.search(printed), _PAGE.search(printed)
    return name_work(parts[0], year[1], title=title, volume=volume[1] if volume else "", page=page[1] if page else "")


def _after_authors(parts: list[str]) -> Iterator[str]:
    """Yield the parts of a reference after its authors: `Last, F.I.`, `Last, F.I., Jr.` or `Last F.I.`."""
    number = 0
    while number < len(parts):
        if number + 1 < len(parts) and _INITIALS.fullmatch(parts[number + 1]):
            number += 2
            number += number < len(parts) and parts[number] in _SUFFIXES
        elif _NAME_WITH_INITIALS.fullmatch(parts[number]):
            number += 1
        else:
            break
    yield from parts[number:]


def read_references(values, form=""):
    """To be replaced by the branch of references."""
    from papertrace.model.papers.work import CitedWork

    texts = [r for v in values if isinstance(v, str) for r in split_references(v)]
    return tuple(CitedWork(names=(n,)) for n in name_references(texts))
