"""Texts without marks for links: plain text, source code, configuration."""

from collections.abc import Iterator

from papertrace.model.document import LeftOut, Passage, PlacedText
from papertrace.model.paper import Markup


def parse(placed: PlacedText) -> Iterator[Passage]:
    """Yield the lines of a text that may hold addresses."""
    yield from passages(placed)


def parse_code(placed: PlacedText) -> Iterator[Passage]:
    """Yield the lines of source code that may hold addresses, which there need a scheme."""
    yield from passages(placed, needs_scheme=True)


def passages(
    placed: PlacedText,
    start: int = 0,
    end: int | None = None,
    *,
    shown: str | None = None,
    markup: Markup = Markup.TEXT,
    needs_scheme: bool = False,
    left_out: LeftOut | None = None,
) -> Iterator[Passage]:
    """Yield a part of a text line by line, for outside of printed pages no address goes on in the next line.

    `shown` is that part with what must not be searched hidden.
    """
    text = placed.text[start:end] if shown is None else shown
    offset = 0
    for line in text.split("\n"):
        if "/" in line or "www" in line.lower():  # Most lines hold neither, and so no address.
            yield Passage(
                text=line,
                placed=placed,
                start=start + offset,
                # In whatever stands around it, a target of Markdown is an address as it is.
                markup=Markup.MARKDOWN if markup is Markup.TEXT and "](" in line else markup,
                needs_scheme=needs_scheme,
                left_out=left_out,
            )
        offset += len(line) + 1
