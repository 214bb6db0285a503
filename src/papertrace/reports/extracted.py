"""Papers as JSON lines: the extracted form that `graph` and `audit` read back."""

import json
from collections.abc import Iterable, Iterator

import msgspec

from papertrace.model import Paper
from papertrace.model.papers.recording import PaperRecord, to_record


def generate_extracted(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield one line of JSON for each paper, ending in a newline, its keys in the order of `PaperRecord`."""
    encoder = msgspec.json.Encoder()
    for paper in papers:
        yield _encode(to_record(paper), encoder) + "\n"


def _encode(record: PaperRecord, encoder: msgspec.json.Encoder) -> str:
    """Return a record as JSON; a lone surrogate, which UTF-8 cannot encode, becomes a question mark."""
    try:
        return encoder.encode(record).decode()
    except UnicodeEncodeError:
        plain = json.dumps(msgspec.to_builtins(record), ensure_ascii=False, separators=(",", ":"))
        return plain.encode("utf-8", "replace").decode()
