"""The names that GitHub gives to headings, for links such as `#install-from-source`."""

import re
import unicodedata
from collections.abc import Iterator

# https://github.com/gjtorikian/html-pipeline/blob/main/lib/html_pipeline/node_filter/table_of_contents_filter.rb keeps
# `\p{Word}`, hyphens and spaces.
_SHORT_CODE = re.compile(r":[a-z0-9_+-]{1,40}:")


class Slugs:
    """The names of the headings of one document: the second of a name ends in `-1`."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def add(self, heading: str) -> Iterator[str]:
        """Yield the names of the next heading: an emoji by its code counts as its name and as nothing.

        >>> slugs = Slugs()
        >>> [*slugs.add("What's new?"), *slugs.add("Whats new"), *slugs.add("Größe & _Lage_")]
        ['whats-new', 'whats-new-1', 'größe--_lage_']
        """
        names = dict.fromkeys((slug(heading), slug(_SHORT_CODE.sub("", heading))))
        for name in names:
            count = self._counts.get(name, 0)
            self._counts[name] = count + 1
            yield f"{name}-{count}" if count else name


def slug(heading: str) -> str:
    """Return the name of a heading, its first in the document."""
    lowered = heading.strip().lower()
    return "".join(
        "-" if sign == " " else sign for sign in lowered if sign in " -_" or unicodedata.category(sign)[0] in "LMN"
    )
