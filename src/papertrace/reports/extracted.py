"""Papers as JSON lines: the extracted form that `graph` and `audit` read back."""

from collections.abc import Iterable, Iterator

import msgspec

from papertrace.model import Paper
from papertrace.model.record import to_record


def generate_extracted(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield one line of JSON for each paper, ending in a newline, its keys in the order of `PaperRecord`."""
    encoder = msgspec.json.Encoder()
    for paper in papers:
        yield encoder.encode(to_record(paper)).decode() + "\n"
