"""The slugs that GitHub generates for headings, for links such as `#install-from-source`."""

import re
import unicodedata
from collections.abc import Iterator

# https://github.com/gjtorikian/html-pipeline/blob/main/lib/html_pipeline/node_filter/table_of_contents_filter.rb keeps
# `\p{Word}`, hyphens and spaces.
_NO_WORD = re.compile(r"[^\w -]", re.ASCII)
_EMOJI_CODE = re.compile(r":[a-z0-9_+-]{1,40}:")


class Slugs:
    """The slugs of the headings of one document: a repeated slug gets the suffix `-1`, `-2` and so on."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def add(self, *readings: str) -> Iterator[str]:
        """Yield the slugs of the next heading, which may be read in several ways, with emoji codes and without them.

        GitHub keeps a blank beside a picture as a hyphen at the start or end of a slug; others do not.

        >>> slugs = Slugs()
        >>> [*slugs.add("What's new?"), *slugs.add("Whats new"), *slugs.add("Größe & _Lage_")]
        ['whats-new', 'whats-new-1', 'größe--_lage_']
        >>> [*slugs.add("Tides ")]  # a picture follows
        ['tides', 'tides-']
        """
        texts = [text for heading in readings for text in (heading, _EMOJI_CODE.sub("", heading))]
        candidates = dict.fromkeys(map(slug, dict.fromkeys(one for text in texts for one in (text.strip(), text))))
        for candidate in candidates:
            count = self._counts.get(candidate, 0)
            self._counts[candidate] = count + 1
            yield f"{candidate}-{count}" if count else candidate


def docutils_id(name: str) -> str:
    """Return the id that docutils makes of a name or heading.

    https://docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization

    >>> docutils_id("What's new in 2.0?"), docutils_id("3. Größe_2")
    ('what-s-new-in-2-0', 'grosse-2')
    """
    folded = unicodedata.normalize("NFKD", name.lower().replace("ß", "ss")).encode("ascii", "ignore").decode()
    return re.sub(r"^[-\d]+|-+$", "", re.sub(r"[^a-z0-9]+", "-", " ".join(folded.split())))


def slug(heading: str) -> str:
    """Return the slug of a heading, without a suffix for repetition."""
    heading = heading.lower()
    if heading.isascii():
        return _NO_WORD.sub("", heading).replace(" ", "-")
    kept = (one for one in heading if one in " -_" or unicodedata.category(one)[0] in "LMN")
    return "".join(kept).replace(" ", "-")
