"""What a document contributes to a search for links: marked addresses, passages to search, and anchors."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from papertrace.model.link import Span
from papertrace.model.papers.paper import Markup


class Reference(StrEnum):
    """How a document refers to an address."""

    LINK = "link"
    IMAGE = "image"
    AUTOLINK = "autolink"
    DEFINITION = "definition"
    RESOURCE = "resource"  # something that a page loads: a script, a style sheet, a frame
    FIELD = "field"  # a data value that consists of an address
    ANNOTATION = "annotation"  # a clickable area of a page, as in PDF


class LeftOut(StrEnum):
    """Why an address in a document does not count as a link."""

    CODE = "in code"
    COMMENT = "in a comment"
    LABEL = "in the text of another link"
    NAMESPACE = "in namespace names"
    METADATA = "in metadata of the format"
    NOT_HTTP = "not http"
    IGNORED = "ignored"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class LocatedText:
    """A text with the location of each character in the document, even if the text was decoded or joined.

    The characters from `offsets[i]` up to the next offset are adjacent on one line, starting at `spans[i]`. If
    `has_columns` is false, all of them are at `spans[i]`: the format only provides the number of a page or paragraph.
    """

    text: str
    offsets: tuple[int, ...] = field(repr=False)
    spans: tuple[Span, ...] = field(repr=False)
    has_columns: bool = True

    @classmethod
    def from_text(cls, text: str, source: str, *, line: int = 1, column: int = 1) -> "LocatedText":
        r"""Return a verbatim part of a file, with its first character at a line and column.

        >>> LocatedText.from_text("one\ntwo", "a.txt").locate(5)
        Span(source='a.txt', line=2, column=2)
        """
        offsets = [0]
        while (end := text.find("\n", offsets[-1])) >= 0:
            offsets.append(end + 1)
        rest = (Span(source, number) for number in range(line + 1, line + len(offsets)))
        return cls(text, tuple(offsets), (Span(source, line, column), *rest))

    @classmethod
    def from_segments(cls, segments: Iterable[tuple[str, Span]], source: str) -> "LocatedText":
        """Return segments joined to one text; each segment is within one line of the document."""
        texts: list[str] = []
        offsets: list[int] = []
        spans: list[Span] = []
        length = 0
        for text, span in segments:
            texts.append(text)
            offsets.append(length)
            spans.append(span)
            length += len(text)
        return cls("".join(texts), tuple(offsets) or (0,), tuple(spans) or (Span(source, 1),))

    def locate(self, offset: int) -> Span:
        """Return the location of a character."""
        index = max(bisect_right(self.offsets, offset) - 1, 0)
        span = self.spans[index]
        if not self.has_columns:
            return span
        return Span(span.source, span.line, span.column + offset - self.offsets[index])

    def segments(self, start: int, end: int) -> Iterable[tuple[str, Span]]:
        """Yield the segments of a part of the text, each with its location, as in `from_segments`."""
        index = max(bisect_right(self.offsets, start) - 1, 0)
        while start < end:
            stop = self.offsets[index + 1] if index + 1 < len(self.offsets) else len(self.text)
            stop = min(stop, end)
            if stop > start:
                yield self.text[start:stop], self.locate(start)
            start = max(start, stop)
            index += 1
            if index >= len(self.offsets):
                return


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentLink:
    """An address that the markup of a document marks as one; it may be relative, or impossible to request.

    `raw` is the text at `span`. `address` is the address that it denotes, if different: an attribute value with its
    entities decoded, the address of a DOI. `base` is the base of relative addresses, if the document declares one.
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
    """A text in which to search for addresses: `text[0]` is the character `start` of `located`.

    `text` is as long as that part of `located`, but some of its characters may be masked. With `needs_scheme`, a host
    without a scheme is not an address, since in source code it names a module. With `wraps`, an address may continue
    on the next line, as on a printed page.
    """

    text: str
    located: LocatedText
    start: int = 0
    markup: Markup = Markup.TEXT
    words: str = ""
    needs_scheme: bool = False
    wraps: bool = False
    left_out: LeftOut | None = None

    def locate(self, offset: int) -> Span:
        """Return the location of a character of the passage."""
        return self.located.locate(self.start + offset)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A location in the document that a fragment can refer to by name: an `id`, or the slug of a heading."""

    name: str


@dataclass(frozen=True, slots=True)
class Inclusion:
    """A file that the document includes, so that its anchors are those of the document too."""

    path: str


@dataclass(frozen=True, slots=True)
class Part:
    """A sign that a document has no title of its own: others include it, with anchors and settings unknown here."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A sign that a program makes a page of a document, which may have more than the text, or another address.

    `has_other_names` if the text has what such a program replaces or looks up in other documents; `has_other_place` if
    the page need not be where the file is, as with front matter.
    """

    has_other_names: bool = False
    has_other_place: bool = False


Mark = Anchor | Inclusion | Part | Generated
"""What documents have besides links and texts: names, and signs that there is more than the text."""
