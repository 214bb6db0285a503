"""Read back the extracted form: one paper as JSON on each line, as `papertrace extract` writes it."""

from collections.abc import Iterable, Iterator

import msgspec

from papertrace.model import Paper, Problem, Span
from papertrace.model.record import PaperRecord, from_record

_HALLMARKS = ('"id"', '"title"', '"links"', '"concepts"')


def is_extracted(head: list[str]) -> bool:
    """Say whether the first lines of a file are papers in the extracted form."""
    first = next((line for line in head if line.strip()), "")
    return first.startswith("{") and all(mark in first for mark in _HALLMARKS)


def parse(lines: Iterable[str], source: str) -> Iterator[Paper | Problem]:
    """Yield the papers of an extracted file in their order, and a problem for every line that holds none."""
    decoder = msgspec.json.Decoder(PaperRecord)
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        span = Span(source, number)
        try:
            yield from_record(decoder.decode(line), span)
        except (msgspec.MsgspecError, UnicodeEncodeError) as error:
            yield Problem(span, f"no paper in the extracted form ({error}); left out")
