"""What a document holds for those who look for links: marked addresses, texts to search, and names of its places."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from papertrace.model.paper import Markup
from papertrace.model.span import Span


class Reference(StrEnum):
    """How a document refers to an address."""

    LINK = "link"
    IMAGE = "image"
    AUTOLINK = "autolink"
    DEFINITION = "definition"
    RESOURCE = "resource"  # what a page loads: a script, a style sheet, a frame
    FIELD = "field"  # a value of data that is an address and nothing else
    ANNOTATION = "annotation"  # an area of a page, as in PDF


class LeftOut(StrEnum):
    """Why an address in a document is no link of it."""

    CODE = "in code"
    COMMENT = "in a comment"
    LABEL = "shown text of another link"
    NAMESPACE = "names a vocabulary"
    METADATA = "in the metadata of the format"
    NOT_HTTP = "not http"
    IGNORED = "ignored"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text of which every character has its location in the document, also where the text was decoded or joined.

    From `offsets[i]` on, up to the next offset, characters stand side by side from `spans[i]` on; with `has_columns`
    false all of them are at `spans[i]`, for a page or a paragraph is as much as the format tells.
    """

    text: str
    offsets: tuple[int, ...] = field(repr=False)
    spans: tuple[Span, ...] = field(repr=False)
    has_columns: bool = True

    @classmethod
    def of_lines(cls, text: str, source: str, *, line: int = 1, column: int = 1) -> "PlacedText":
        r"""Return a text as it stands in a file, its first character at a line and column.

        >>> PlacedText.of_lines("one\ntwo", "a.txt").place(5)
        Span(source='a.txt', line=2, column=2)
        """
        offsets = [0]
        while (end := text.find("\n", offsets[-1])) >= 0:
            offsets.append(end + 1)
        rest = (Span(source, number) for number in range(line + 1, line + len(offsets)))
        return cls(text, tuple(offsets), (Span(source, line, column), *rest))

    @classmethod
    def joined(cls, pieces: Iterable[tuple[str, Span]], source: str) -> "PlacedText":
        """Return pieces as one text; none of them holds characters of more than one line of the document."""
        texts: list[str] = []
        offsets: list[int] = []
        spans: list[Span] = []
        length = 0
        for text, span in pieces:
            texts.append(text)
            offsets.append(length)
            spans.append(span)
            length += len(text)
        return cls("".join(texts), tuple(offsets) or (0,), tuple(spans) or (Span(source, 1),))

    def place(self, offset: int) -> Span:
        """Return the location of a character."""
        index = max(bisect_right(self.offsets, offset) - 1, 0)
        span = self.spans[index]
        if not self.has_columns:
            return span
        return Span(span.source, span.line, span.column + offset - self.offsets[index])

    def pieces(self, start: int, end: int) -> Iterable[tuple[str, Span]]:
        """Yield the pieces of a part of the text, as `joined` takes them."""
        index = max(bisect_right(self.offsets, start) - 1, 0)
        while start < end:
            stop = self.offsets[index + 1] if index + 1 < len(self.offsets) else len(self.text)
            stop = min(stop, end)
            if stop > start:
                yield self.text[start:stop], self.place(start)
            start = max(start, stop)
            index += 1
            if index >= len(self.offsets):
                return


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentLink:
    """An address that the notation of a document marks as one; it may be relative, or no address that can be requested.

    `raw` is what stands at `span`. `address` is what it means where that is not what it says: the value of an
    attribute with its entities decoded, the address of a DOI. `base` is what relative addresses of the document are
    relative to, where the document says so.
    """

    raw: str
    span: Span
    reference: Reference = Reference.LINK
    words: str = ""
    address: str = ""
    base: str = ""
    left_out: LeftOut | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A text in which addresses may stand: `text[0]` is the character `start` of `placed`.

    `text` has as many characters as that part of `placed`, but may hide some of them. `needs_scheme` says that a host
    without a scheme is no address there: it is a module of source code. `wraps` says that an address may go on in the
    next line, as on a printed page.
    """

    text: str
    placed: PlacedText
    start: int = 0
    markup: Markup = Markup.TEXT
    words: str = ""
    needs_scheme: bool = False
    wraps: bool = False
    left_out: LeftOut | None = None

    def place(self, offset: int) -> Span:
        """Return the location of a character of the passage."""
        return self.placed.place(self.start + offset)


@dataclass(frozen=True, slots=True)
class PlaceName:
    """A name by which a fragment leads to a place of the document."""

    name: str
