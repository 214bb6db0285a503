"""Arrays of JSON with one element per line, in pieces: as one text a large graph would take much memory."""

import json
from collections.abc import Iterable, Iterator, Mapping


def generate_lines(elements: Iterable[Mapping[str, object]]) -> Iterator[str]:
    r"""Yield an array in pieces, an element each.

    >>> "".join(generate_lines([{"a": 1}, {"b": "é"}]))
    '[\n{"a": 1},\n{"b": "é"}\n]'
    >>> "".join(generate_lines([]))
    '[\n\n]'
    """
    before = "[\n"
    for element in elements:
        yield before + dump_json(element)
        before = ",\n"
    yield "\n]" if before == ",\n" else "[\n\n]"


def dump_json(value: Mapping[str, object]) -> str:
    """Return an object as JSON on one line.

    Raises
    ------
    ValueError
        If it has a number that is not finite.
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
