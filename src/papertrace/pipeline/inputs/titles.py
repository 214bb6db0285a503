"""The default title of a map: that of its listing, else the names of its listings."""

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path, PurePath

from papertrace.model import Paper
from papertrace.model.markdown import decode_markdown

_MAX_LISTINGS = 3
_PACKED = ".gz"
_MARKDOWN = frozenset({".md", ".markdown"})
_README = "readme"
_MAX_LINES, _MAX_CHARS, _MAX_TITLE = 100, 1_000, 120
_BADGE = re.compile(r"\[?!\[[^\[\]]*\]\([^()]*\)(?:\]\([^()]*\))?|<[^<>]*>|[#\s]+\Z")


def title_papers(papers: Sequence[Paper]) -> str:
    """Return the first heading of a single listing in Markdown, else the names of the papers' listings.

    These are without folder and suffix, in the order of the papers; of more than three listings it is their number. The
    bundled sample is called by its field.
    """
    sources = dict.fromkeys(entry.span.source for paper in papers for entry in paper.entries)
    names = list(dict.fromkeys(filter(None, (_name_listing(source) for source in sources))))
    if len(sources) == 1 and (heading := _first_heading(Path(next(iter(sources))), papers)):
        return heading
    if 0 < len(names) <= _MAX_LISTINGS and len(names) == len(sources):
        return ", ".join(names)
    return f"Papers of {len(sources):,} listings" if len(sources) > 1 else "Papers"


def _first_heading(path: Path, papers: Sequence[Paper]) -> str:
    """Return the first heading of a listing in Markdown unless it is the title of a paper; else an empty string."""
    if path.suffix.lower() not in _MARKDOWN or not path.is_file():  # A pipe would keep us waiting.
        return ""
    with suppress(OSError), path.open(encoding="utf-8", errors="replace") as lines:
        for line in islice(lines, _MAX_LINES):
            if line.startswith("# ") and (printed := _BADGE.sub("", line[2:_MAX_CHARS]).strip()):
                heading = decode_markdown(printed)
                is_paper = any(paper.title.casefold() == heading.casefold() for paper in papers)
                return "" if is_paper or len(heading) > _MAX_TITLE else heading
    return ""


def _name_listing(source: str) -> str:
    """Return the name of a listing, or an empty string for standard input."""
    from papertrace import corpus

    if source == str(corpus.sample_path()):
        return corpus.TITLE
    path = PurePath(source)
    if path.suffix == _PACKED:
        path = path.with_suffix("")
    if source.startswith("<"):
        return ""
    return path.stem if path.stem.casefold() != _README else Path(source).resolve().parent.name or path.stem
