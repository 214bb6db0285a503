"""Names of fields in records that people write, by the names of columns that tables have for the same facts.

Names are compared in words, so that `paperTitle`, `author_line` and `Título` are read as a table's columns are. What a
name may say otherwise, the value has to bear out: a `paper` is a title only if it is words, not an address.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from papertrace.listings.bibliographies.columns import find_column, fold_name

_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_FIELDS = frozenset({"title", "authors", "abstract", "venue", "year", "date", "doi"})
# Names that say something else in records: where they were taken from, or which file they are in.
_OTHERWISE = frozenset({"source", "de", "so", "id", "paper", "item"})
_MIN_WORDS = 3


@lru_cache(maxsize=4096)
def field_of(key: str) -> str | None:
    """Return the fact that a field is named after, or None.

    >>> [field_of(key) for key in ("paperTitle", "authorLine", "Autores", "author_id", "First author", "source")]
    ['title', 'authors', 'authors', None, 'authors', None]
    """
    folded = fold_name(_HUMPS.sub(" ", key))
    column = find_column(folded)
    return column if column in _FIELDS and folded not in _OTHERWISE else None


def is_title(key: str, value: object) -> bool:
    """Return whether a field has the title of a paper, by its name, or by its words if it is named after the paper.

    >>> is_title("titulo", "Olas"), is_title("paper", "Tides of frost"), is_title("paper", "https://example.org/a")
    (True, True, False)
    """
    if field_of(key) == "title":
        return isinstance(value, str | list) and bool(value)
    return key.lower() == "paper" and isinstance(value, str) and _is_of_words(value)


def _is_of_words(text: str) -> bool:
    return "://" not in text and "/" not in text.split(" ", 1)[0] and len(text.split()) >= _MIN_WORDS


def name_fields(record: Mapping[str, object]) -> dict[str, object]:
    """Return the fields of a record that have other names than the usual ones, under these.

    >>> name_fields({"Paper": "Tides of frost", "authorLine": "Doe, A.", "pages": "1-2"})
    {'title': 'Tides of frost', 'authors': 'Doe, A.'}
    """
    named: dict[str, object] = {}
    for key, value in record.items():
        field = "title" if is_title(key, value) else field_of(key)
        if field is not None and value and field not in named:
            named[field] = value
    return named
