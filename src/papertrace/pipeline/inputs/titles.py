"""The default title of a map, made from the names of its listings, and that of a site."""

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path, PurePath

from papertrace.model import Paper
from papertrace.model.markdown import decode_markdown

_MAX_LISTINGS = 3
_PACKED = ".gz"
_README = "readme"
_MAX_LINES, _MAX_CHARS = 100, 1_000
_BADGE = re.compile(r"\[?!\[[^\[\]]*\]\([^()]*\)(?:\]\([^()]*\))?|<[^<>]*>|[#\s]+\Z")


def title_papers(papers: Sequence[Paper]) -> str:
    """Return the names of the papers' listings, without folder and suffix, or the number of papers for more than three.

    The listings are in the order of the papers. The bundled sample is called by its field.
    """
    sources = dict.fromkeys(entry.span.source for paper in papers for entry in paper.entries)
    names = list(dict.fromkeys(filter(None, (_name_listing(source) for source in sources))))
    if 0 < len(names) <= _MAX_LISTINGS and len(names) == len(sources):
        return ", ".join(names)
    return f"{len(papers):,} paper{'' if len(papers) == 1 else 's'}"


def title_site(papers: Sequence[Paper]) -> str:
    """Return the title of the map, but of a single README its first heading, or the name of its folder."""
    title = title_papers(papers)
    if title.casefold() != _README:
        return title
    path = Path(papers[0].entries[0].span.source)
    with suppress(OSError), path.open(encoding="utf-8", errors="replace") as lines:
        for line in islice(lines, _MAX_LINES):
            if line.startswith("# ") and (heading := _BADGE.sub("", line[2:_MAX_CHARS]).strip()):
                return decode_markdown(heading)
    return path.resolve().parent.name or title


def _name_listing(source: str) -> str:
    """Return the name of a listing, or an empty string for standard input."""
    from papertrace import corpus

    if source == str(corpus.sample_path()):
        return corpus.TITLE
    path = PurePath(source)
    if path.suffix == _PACKED:
        path = path.with_suffix("")
    return "" if source.startswith("<") else path.stem
