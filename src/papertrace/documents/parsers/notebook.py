"""Jupyter notebooks: Markdown cells as Markdown, code and its textual outputs as text."""

from collections.abc import Iterator

from papertrace.documents.lines import find_passages
from papertrace.documents.markup import Piece, read_html, read_markdown
from papertrace.documents.parsers.data import JsonString, find_strings
from papertrace.model.document import LeftOut, LocatedText

# https://nbformat.readthedocs.io/en/latest/format_description.html
_TEXTS = frozenset(("text/plain", "text/markdown", "text/latex"))
_IMAGES = ("image/", "application/", "video/", "audio/")
_CELL_PATH = 3


def parse(located: LocatedText) -> Iterator[Piece]:
    """Yield the links of the cells in order; the strings of a cell, one per line, are joined to one text.

    Raises
    ------
    ValueError
        If the text is not a JSON object.
    """
    if not located.text.lstrip().startswith("{"):
        message = "it is not a JSON object"
        raise ValueError(message)
    for strings in _cells(located):
        types = {one.located.text for one in strings if one.path[2:] == ("cell_type",)}
        for name, texts in _group(strings).items():
            whole = _join(texts, located)
            match name:
                case ("source",) if "markdown" in types:
                    yield from read_markdown(whole)
                case ("source",):
                    yield from find_passages(whole, needs_scheme="code" in types)
                case (*_, "text/html"):
                    yield from read_html(whole)
                case (*_, kind) if kind in _TEXTS or kind == "text":
                    yield from find_passages(whole)
                case (*_, kind) if str(kind).startswith(_IMAGES):
                    continue
                case _:
                    yield from find_passages(whole, left_out=LeftOut.METADATA)


def _cells(located: LocatedText) -> Iterator[list[JsonString]]:
    """Yield the strings of each cell together, and those outside cells separately."""
    cell: list[JsonString] = []
    for one in find_strings(located, include_all=True):
        if cell and one.path[:2] != cell[0].path[:2]:
            yield cell
            cell = []
        cell.append(one)
    if cell:
        yield cell


def _group(strings: list[JsonString]) -> dict[tuple[str | int, ...], list[JsonString]]:
    """Return the strings by their keys: the value of a key is one string, or a list of lines."""
    groups: dict[tuple[str | int, ...], list[JsonString]] = {}
    for one in strings:
        is_line = len(one.path) > _CELL_PATH and isinstance(one.path[-1], int)
        key = one.path[2:-1] if is_line else one.path[2:]
        if one.path[:1] != ("cells",):
            key = ("metadata",)
        groups.setdefault(key, []).append(one)
    return groups


def _join(strings: list[JsonString], located: LocatedText) -> LocatedText:
    segments = [segment for one in strings for segment in one.located.segments(0, len(one.located.text))]
    return LocatedText.from_segments(segments, located.spans[0].source)
