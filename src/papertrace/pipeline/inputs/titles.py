"""The default title of a map, made from the names of its listings."""

from collections.abc import Sequence
from pathlib import PurePath

from papertrace.model import Paper

_MAX_LISTINGS = 3
_PACKED = ".gz"


def title_papers(papers: Sequence[Paper]) -> str:
    """Return the names of the papers' listings, without folder and suffix, or the number of papers for more than three.

    The listings are in the order of the papers. The bundled sample is called by its field.
    """
    sources = dict.fromkeys(entry.span.source for paper in papers for entry in paper.entries)
    names = list(dict.fromkeys(filter(None, (_name_listing(source) for source in sources))))
    if 0 < len(names) <= _MAX_LISTINGS and len(names) == len(sources):
        return ", ".join(names)
    return f"{len(papers):,} paper{'' if len(papers) == 1 else 's'}"


def _name_listing(source: str) -> str:
    """Return the name of a listing, or an empty string for standard input."""
    from papertrace import corpus

    if source == str(corpus.sample_path()):
        return corpus.TITLE
    path = PurePath(source)
    if path.suffix == _PACKED:
        path = path.with_suffix("")
    return "" if source.startswith("<") else path.stem
