"""The fuzzed functions and their properties: nothing raises, spans match the text, no input takes long."""

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path

from papertrace.extract.claims import find_claim
from papertrace.extract.links import find_citations, find_links, links_of_entry
from papertrace.listings import READERS, Reader
from papertrace.listings.reading import HEAD_LINES
from papertrace.model import Entry, Markup, Problem, Span
from papertrace.model.identifiers import normalise_identifier

CASES = Path(__file__).resolve().parent.parent / "cases"
PRINTED = ("paper-lines", "paper-blocks")  # their titles and abstracts occur verbatim in the text
MAX_S = 2.0  # for an input of a few kilobytes, on a busy machine
SOURCE = "fuzz"


class PropertyError(AssertionError):
    """A property that an input violates."""


def within(text: str, span: Span, raw: str) -> bool:
    """Return whether `raw` is at a span of a text whose lines end in LF."""
    lines = text.split("\n")
    if span.line > len(lines):
        return False
    offset = sum(len(line) + 1 for line in lines[: span.line - 1]) + span.column - 1
    return text.startswith(raw, offset)


def lines_match(lines: Sequence[str], span: Span, text: str) -> bool:
    """Return whether the lines of a text are at a span; a line that is not part of the text is blank in it."""
    return all(
        not line or lines[span.line - 1 + number].startswith(line, 0 if number else span.column - 1)
        for number, line in enumerate(text.split("\n"))
    )


def require(condition: object, message: str) -> None:
    """Raise `PropertyError` if a condition does not hold."""
    if not condition:
        raise PropertyError(message)


def scan(text: str, markup: Markup) -> None:
    """Find the URLs of a text, and check the span of each."""
    for link in find_links(text, markup, start=Span(SOURCE, 1, 1)):
        require(link.raw, "an empty URL")
        require(within(text, link.span, link.raw), f"{link.raw!r} is not at {link.span}")
        require("://" in link.url, f"{link.url!r} is not absolute")


def identify(text: str) -> None:
    """Find identifiers and claims, which must only return."""
    require(
        all(normalise_identifier(name) == name for name in find_citations(text)),
        "a citation that is not in canonical form",
    )
    find_claim(text, find_links(text))


def read(text: str, reader: Reader) -> None:
    """Read a listing with one reader, and the links of its entries; check every span."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    confidence = reader.recognise(lines[:HEAD_LINES])
    require(0 <= confidence <= 1, f"{reader.name} has confidence {confidence}")
    for item in islice(reader.parse(iter(lines), SOURCE), 10_000):
        require(isinstance(item, Entry | Problem), f"{reader.name} yields {type(item)}")
        require(1 <= item.span.line <= len(lines) + 1, f"{reader.name}: {item.span} of {len(lines)} lines")
        if isinstance(item, Entry):
            require(item.title.strip(), f"{reader.name}: an entry without a title at {item.span}")
            require(item.end_line >= item.span.line, f"{reader.name}: {item.span} ends in line {item.end_line}")
            if reader.name in PRINTED:
                require(lines_match(lines, item.span, item.title), f"{reader.name}: no title at {item.span}")
                if item.abstract_span:
                    matches = lines_match(lines, item.abstract_span, item.abstract)
                    require(matches, f"{reader.name}: no abstract at {item.abstract_span}")
            links_of_entry(item)


def timed(work: Callable[[], None], what: str) -> None:
    """Run a function, and check that it does not take too long."""
    began = time.process_time()
    work()
    took = time.process_time() - began
    require(took < MAX_S, f"{what} takes {took:.1f} s")


def check(data: bytes) -> None:
    """Check all properties of one input: its first byte selects the function, the rest is text in UTF-8."""
    if not data:
        return
    text = data[1:].decode("utf-8", "replace")
    chosen = data[0] % (len(READERS) + len(Markup) + 1)
    if chosen < len(READERS):
        reader = READERS[chosen]
        timed(lambda: read(text, reader), reader.name)
    elif chosen < len(READERS) + len(Markup):
        markup = list(Markup)[chosen - len(READERS)]
        timed(lambda: scan(text, markup), f"scanning {markup}")
    else:
        timed(lambda: identify(text), "identifiers and claims")


def seeds() -> Iterable[bytes]:
    """Yield the textual cases of the tests, each for every function that applies, in a fixed order."""
    texts = [path.read_bytes() for path in sorted((CASES / "listings").iterdir()) if path.is_file()]
    texts += [
        line.encode()
        for folder in ("urls", "links", "claims")
        for path in sorted((CASES / folder).glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    for number, text in enumerate(texts):
        for chosen in range(len(READERS) + len(Markup) + 1) if text.count(b"\n") else [number % 30]:
            yield bytes([chosen]) + text
