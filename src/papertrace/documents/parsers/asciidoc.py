"""Links of AsciiDoc: macros, cross references and bare addresses, with the attributes of the document substituted.

https://docs.asciidoctor.org/asciidoc/latest/: an attribute entry (`:home: https://example.org`) defines what `{home}`
stands for in the lines after it, so the address of a link is known only once they have been read in order.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from papertrace.documents.lines import find_passages
from papertrace.documents.markup import Piece, read_tokens
from papertrace.documents.parsers.asciidoc_anchors import find_anchors, id_of, is_underlined
from papertrace.markup.anchors import Slugs
from papertrace.markup.html import find_tokens
from papertrace.model.document import Anchor, DocumentLink, Inclusion, LeftOut, LocatedText, Part, Reference

_FENCE = re.compile(r"(/{4,}|-{4,}|\.{4,}|\+{4,})|(`{3,})[ \t]*[\w+,#-]{0,80}")
_OPEN_BLOCK = "--"
_BLOCK_KINDS = {"/": LeftOut.COMMENT, "-": LeftOut.CODE, ".": LeftOut.CODE, "`": LeftOut.CODE}
# The style of a paragraph, or of a block after it, whose text is shown as it is; in a table it begins a cell.
_LITERAL_STYLE = re.compile(r"\|?\[(?:(?:source|listing|literal)\b|,)[^\[\]]{0,200}\]")
_ATTRIBUTE_ENTRY = re.compile(r":(!?[\w-]{1,100}!?):(?:[ \t]+(.*))?")
_HEADING = re.compile(r"(?:={1,6}|#{1,6})[ \t]+(\S.*)")
_ATTRIBUTE = re.compile(r"\{([\w-]{1,100})\}")
_PASSED = re.compile(
    r"(?<![\w`+])(`?)\+[^\s+`](?:[^+\n]{0,400}[^\s+])?\+\1(?![\w+])|pass:[a-z,]{0,20}\[[^\]\n]{0,400}\]"
)
# A target ends before the bracket of its text; `link:` and the `image` macros also take addresses without a scheme.
_LINK = re.compile(
    r"(?<![\w\\])(?:(?P<macro>link|xref):(?P<target>[^\s\[\]:][^\s\[\]]{0,2000}+)"
    r"|(?P<media>image|video|audio):{1,2}(?P<file>[^\s\[\]:][^\[\]\n]{0,2000}+)"
    r"|(?P<address>https?://[^\s\[\]<>]{0,2000}+))\["
)
_INCLUSION = re.compile(r"include::([^\s\[\]]{1,500})\[")
_CONDITION = re.compile(r"(ifdef|ifndef|ifeval|endif)::([^\[\]\s]{0,500})\[(.*)\]")
# https://docs.asciidoctor.org/asciidoc/latest/attributes/character-replacement-ref/
_CHARACTERS = {
    "empty": "",
    "sp": " ",
    "plus": "+",
    "tilde": "~",
    "caret": "^",
    "asterisk": "*",
    "vbar": "|",
    "amp": "&",
    "startsb": "[",
    "endsb": "]",
    "apos": "'",
    "two-colons": "::",
}
_CROSS_REFERENCE = re.compile(r"(?<!\\)<<(?P<target>[^<>,\n]{1,500})(?:,[^<>\n]{0,500})?>>")
_LINK_OF_IMAGE = re.compile(r"\blink=\"?(?P<target>[^\s\",\]]{1,2000})")
_SOURCES = (".adoc", ".asciidoc")
_SUFFIX = re.compile(r"\.\w{1,10}\Z")
_VIDEO_HOST = re.compile(r"(youtube|vimeo)\b")
_VIDEOS = {"youtube": "https://www.youtube.com/watch?v=", "vimeo": "https://vimeo.com/"}
_MAX_EXPANDED = 20_000  # characters
_MAX_PREFIX = 100  # characters
_MAX_GROWTH = 2_000_000
"""Characters by which the attributes of a document may lengthen it; beyond them no more are replaced."""


def parse(located: LocatedText) -> Iterator[Piece]:
    """Yield the links of a text, its running text, and the anchors of its headings and blocks."""
    yield from _Reader(located).read()


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with its attributes replaced, and where each of its characters begins and ends in the document."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]


class _Reader:
    """A reader of one text, with the attributes that are defined so far, as on GitHub."""

    def __init__(self, located: LocatedText) -> None:
        self._located = located
        self._attributes = {**_CHARACTERS, "env-github": ""}
        self._slugs = Slugs()
        self._n_ids: Counter[str] = Counter()
        # Whether the condition of each part that is open, and of those around it, is met.
        self._conditions: list[bool] = []
        self._has_title = False
        self._fence = ""
        self._is_literal = False
        self._underline = -1
        self._left = _MAX_GROWTH

    def read(self) -> Iterator[Piece]:
        """Yield the pieces of the text, line by line."""
        lines = self._located.text.split("\n")
        start = 0
        for number, line in enumerate(lines):
            stripped = line.rstrip()
            if self._fence:
                if stripped == self._fence:
                    self._fence = ""
                else:
                    yield from self._read_block(start, line)
            elif number == self._underline or self._begin_block(stripped):
                pass
            elif self._is_literal and stripped:
                if line.startswith("["):
                    yield from find_anchors(line)
                yield from find_passages(self._located, start, start + len(line), left_out=LeftOut.CODE)
            else:
                if is_underlined(lines, number):
                    self._underline = number + 1
                yield from self._read_outside(line, start, lines[number + 1] if self._underline > number else "")
            start += len(line) + 1
        if not self._has_title:
            yield Part()

    def _begin_block(self, stripped: str) -> bool:
        """Begin a block if a line is the mark of one; return whether it is."""
        if marks := _FENCE.fullmatch(stripped):
            self._fence = marks[1] or marks[2]
        elif self._is_literal and stripped == _OPEN_BLOCK:
            self._fence = _OPEN_BLOCK
        else:
            return False
        self._is_literal = False
        return True

    def _read_outside(self, line: str, start: int, underline: str) -> Iterator[Piece]:
        """Yield the pieces of a line outside of blocks; `underline` is that of a title."""
        stripped = line.rstrip()
        if line.startswith("//") and not line.startswith("///"):
            yield from find_passages(self._located, start, start + len(line), left_out=LeftOut.COMMENT)
        elif condition := _CONDITION.fullmatch(stripped):
            self._read_condition(condition)
        elif (entry := _ATTRIBUTE_ENTRY.fullmatch(stripped)) is not None:
            yield from find_passages(self._located, start, start + len(line), left_out=LeftOut.METADATA)
            self._define(entry)
        elif inclusion := _INCLUSION.match(line):
            yield Inclusion(self._expand(inclusion[1]))
        else:
            self._is_literal = _LITERAL_STYLE.fullmatch(stripped) is not None
            expanded = self._expand_line(line, start)
            if underline:
                yield from self._read_title(expanded.text.rstrip(), is_first=underline.startswith("="))
            yield from self._read_line(expanded)

    def _read_block(self, start: int, line: str) -> Iterator[Piece]:
        """Yield the pieces of a line in a block that is a comment, a listing, or passed to the output as HTML."""
        if self._fence[0] == "+":
            yield from self._read_html(start, start + len(line))
        else:
            yield from find_passages(self._located, start, start + len(line), left_out=_BLOCK_KINDS[self._fence[0]])

    def _read_html(self, start: int, end: int) -> Iterator[Piece]:
        yield from read_tokens(self._located, find_tokens(self._located.text, start, end), start=start, end=end)

    def _read_condition(self, condition: re.Match[str]) -> None:
        """Begin or end a part of the text, whose definitions count only if its condition is met."""
        kind, names, content = condition.groups()
        if kind == "endif":
            del self._conditions[-1:]
            return
        quantifier = all if "+" in names else any
        is_met = quantifier(one.strip().lower() in self._attributes for one in re.split("[,+]", names))
        is_met = kind == "ifeval" or is_met is (kind == "ifdef")
        if kind == "ifeval" or not content:
            self._conditions.append(is_met and all(self._conditions[-1:]))
        elif is_met and (entry := _ATTRIBUTE_ENTRY.fullmatch(content)):
            self._define(entry)

    def _define(self, entry: re.Match[str]) -> None:
        name, value = entry[1].lower(), entry[2] or ""
        if not all(self._conditions[-1:]):
            return
        if "!" in name:
            self._attributes.pop(name.strip("!"), None)
        else:
            self._attributes[name] = self._expand(value)

    def _expand(self, text: str) -> str:
        """Return a text with its attributes replaced; one that is not defined stays as it is."""
        expanded = _ATTRIBUTE.sub(lambda found: self._attributes.get(found[1].lower(), found[0]), text)
        growth = max(len(expanded) - len(text), 0)
        if len(expanded) > _MAX_EXPANDED or growth > self._left:
            return text
        self._left -= growth
        return expanded

    def _expand_line(self, line: str, start: int) -> _Line:
        if "{" not in line:
            return _Line(line, range(start, start + len(line)), range(start + 1, start + len(line) + 1))
        parts: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        done = 0
        for match in (*_ATTRIBUTE.finditer(line), None):
            first, last = match.span() if match else (len(line), len(line))
            value = self._expand(match[0]) if match and len(starts) < _MAX_EXPANDED else line[first:last]
            parts += (line[done:first], value)
            starts += (*range(start + done, start + first), *[start + first] * len(value))
            ends += (*range(start + done + 1, start + first + 1), *[start + last] * len(value))
            done = last
        return _Line("".join(parts), starts, ends)

    def _read_line(self, line: _Line) -> Iterator[Piece]:
        text = line.text
        if heading := _HEADING.fullmatch(text.rstrip()):
            yield from self._read_title(heading[1], is_first=text.startswith(("= ", "# ")))
        if text.startswith(".") and text[1:2].strip(" ."):
            yield Anchor(text[1:].strip())  # The title of a block, which a cross reference may name.
        yield from find_anchors(text)
        masked = list(text)
        for match in _PASSED.finditer(text):
            _mask(masked, match.start(), match.end())
            first, last = line.starts[match.start()], line.ends[match.end() - 1]
            if match[0].startswith("pass:"):
                yield from self._read_html(first, last)
            else:
                yield from find_passages(self._located, first, last, left_out=LeftOut.CODE)
        yield from self._read_links(line, masked)
        if isinstance(line.starts, range):
            yield from find_passages(self._located, line.starts.start, masked="".join(masked))
        else:
            segments = ((one, self._located.locate(at)) for one, at in zip(masked, line.starts, strict=True))
            yield from find_passages(LocatedText.from_segments(segments, self._located.spans[0].source))

    def _read_title(self, title: str, *, is_first: bool) -> Iterator[Anchor]:
        """Yield the anchors of a heading, with the usual ids and those that the attributes of the document make."""
        self._has_title = self._has_title or is_first
        yield Anchor(title)
        yield from map(Anchor, self._slugs.add(title))
        own = (self._attributes.get("idprefix", "_")[:_MAX_PREFIX], self._attributes.get("idseparator", "_")[:1])
        for prefix, separator in dict.fromkeys((("_", "_"), ("", "-"), own)):
            name = id_of(title, prefix, separator)
            self._n_ids[name] += 1
            yield Anchor(f"{name}{separator}{self._n_ids[name]}" if self._n_ids[name] > 1 else name)

    def _read_links(self, line: _Line, masked: list[str]) -> Iterator[DocumentLink]:
        done = 0
        for match in _LINK.finditer("".join(masked)):
            if match.start() < done:
                continue  # In the text of an image.
            name = next(one for one in ("target", "file", "address") if match[one] is not None)
            address, end = match[name], match.end()
            if match["macro"] == "xref":
                address = _address_of_reference(address, is_macro=True)
            elif match["media"] == "video" and (host := _VIDEO_HOST.match(line.text, end)):
                address = f"{_VIDEOS[host[1]]}{address}"
            elif match["media"]:
                address = self._address_of_image(address)
                closing = line.text.find("]", end)
                end = done = closing if closing >= 0 else len(masked)
                if around := _LINK_OF_IMAGE.search(line.text, match.end(), end):
                    yield self._link(line, around.span(1), around[1], Reference.LINK)
            reference = Reference.IMAGE if match["media"] else Reference.LINK
            yield self._link(line, match.span(name), address, reference)
            _mask(masked, match.start(), end)
        for match in _CROSS_REFERENCE.finditer("".join(masked)):
            address = _address_of_reference(match["target"])
            yield self._link(line, match.span("target"), address, Reference.LINK)
            _mask(masked, match.start(), match.end())

    def _link(self, line: _Line, span: tuple[int, int], address: str, reference: Reference) -> DocumentLink:
        start, end = line.starts[span[0]], line.ends[span[1] - 1]
        raw = self._located.text[start:end]
        address = address.removeprefix("++").removesuffix("++").strip()
        return DocumentLink(
            raw=raw, span=self._located.locate(start), reference=reference, address="" if address == raw else address
        )

    def _address_of_image(self, address: str) -> str:
        folder = self._attributes.get("imagesdir", "")
        is_relative = bool(folder) and "://" not in address and not address.startswith("/")
        return f"{folder.rstrip('/')}/{address}" if is_relative else address


def _address_of_reference(target: str, *, is_macro: bool = False) -> str:
    """Return what a cross reference leads to: a file if it has the suffix of one, or else an anchor of the text.

    >>> [_address_of_reference(one) for one in ("install", "Install it", "#install", "guide.adoc#install")]
    ['#install', '#Install it', '#install', 'guide.adoc#install']
    """
    file, _, fragment = target.strip().partition("#")
    if not file:
        return f"#{fragment}"
    has_suffix = _SUFFIX.search(file) is not None
    is_file = "#" in target or file.endswith(_SOURCES) or (is_macro and has_suffix)
    if is_file and not has_suffix:
        file += _SOURCES[0]
    return (f"{file}#{fragment}" if fragment else file) if is_file else f"#{file}"


def _mask(masked: list[str], start: int, end: int) -> None:
    masked[start:end] = "\0" * (end - start)
