"""Markdown: CommonMark with tables and strikethrough of GitHub, embedded HTML, and names that other programs read.

pulldown-cmark parses it, in time that grows with the text, and says where everything is.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, cast

from papertrace.late_imports import compile_on_use
from papertrace.markup.tree import Attribute, Slugs, Tag, Text, Token, find_tokens, is_wrapped
from papertrace.model.document import Anchor, Generated

_FRONT_MATTER = compile_on_use(
    r"\ufeff?(?:---[ \t]*\n(?:[^\n]*\n){0,200}?(?:---|\.\.\.)"
    r"|\+\+\+[ \t]*\n(?:[^\n]*\n){0,200}?\+\+\+)[ \t]*(?=\n|\Z)"
)
# What the parser takes for the end of a line, or refuses; these are as long as what stands for them.
_UNPARSED = compile_on_use(r"\r(?!\n)|[\0\ud800-\udfff]")
# The id of an attribute list, as of Python-Markdown, kramdown, Pandoc and VitePress: `## Title {#own-id .class}`.
_OWN_NAME = r"\{:?[ \t]{0,3}(?:[.\w][^\s{}#]{0,100}[ \t]+){0,9}#([^\s{}#]{1,200})[^{}\n]{0,200}\}"
_NAME = compile_on_use(_OWN_NAME)
_ATTRIBUTE_LIST = compile_on_use(rf"(?:(?<![ \t])[ \t]+)?{_OWN_NAME}")
# Labels, directives and roles of MyST, whose labels are those of a whole project (https://mystmd.org/spec), and the
# options of chunks of R and Quarto.
_LABEL = compile_on_use(
    r"^[ \t]{0,16}(?:\(([^\s()]{1,200})\)=[ \t]*$|:(?:label|name):[ \t]*([^\s]{1,200})[ \t]*$"
    r"|#\|[ \t]*(?:label|name):[ \t]*[\"']?([^\s\"']{1,200}))",
    re.MULTILINE,
)
_MYST = compile_on_use(r"^[ \t]{0,16}(?:\([^\s()]{1,200}\)=[ \t]*$|:{3,9}[ \t]?\{[a-z])", re.MULTILINE)
# A directive within a heading, as remark-directive and its plugins read it, is shown otherwise than it is written.
_IN_HEADING = compile_on_use(r"^#{1,6}[ \t][^\n]{0,300}?(?<![\w:]):[a-z][\w-]{0,30}[\[{]", re.MULTILINE)
# The bracket comes first, since a search for one sign is fast.
_ROLE = compile_on_use(r"\{(?<![\w`]\{)[a-z][\w:+-]{1,40}\}`[^`\n]")
_DEFINITION = compile_on_use(r"\s*\[(?>(?:[^\[\]\\]|\\.)*)\]:(?:\s|(?<=\n)[ \t]*>)*", re.DOTALL)
_DESTINATION = compile_on_use(r"[\s>]*(?:<([^<>\n]*)>|(\S*))")
_BLOCKS = {"Paragraph": "p", "Item": "li", "TableRow": "tr", "TableHead": "tr", "BlockQuote": "blockquote"}
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_STYLES = {"Emphasis": "em", "Strong": "strong", "Strikethrough": "del"}


# Tokens take twenty times the memory of a text, so that those of a long one are not kept while papers are compared.
MAX_KEPT_CHARS = 2_000_000
"""The characters of a text whose tokens are kept, in case that it is parsed again."""


def parse(text: str) -> Sequence[Token]:
    """Return the tokens of a text in Markdown, with the names of its headings and labels."""
    return _parse_and_keep(text) if len(text) <= MAX_KEPT_CHARS else _parse(text)


@lru_cache(maxsize=1)  # A document is read for its papers, and then for its other links.
def _parse_and_keep(text: str) -> Sequence[Token]:
    return _parse(text)


def _parse(text: str) -> tuple[Token, ...]:
    text = _UNPARSED.sub(lambda found: "\n" if found[0] == "\r" else "\N{REPLACEMENT CHARACTER}", text)
    reader = _Reader(text)
    if front := _FRONT_MATTER.match(text):
        reader.tokens += (Text(front[0], *front.span(), "front matter"), Generated(has_other_place=True))
        text = re.sub(r"[^\n]", " ", front[0]) + text[front.end() :]
    reader.tokens += _find_names(text)
    reader.read(text)
    return tuple(reader.tokens)


def _find_names(text: str) -> Iterator[Anchor | Generated]:
    """Yield the names that attribute lists, labels and options of directives give to parts of a text."""
    has_braces = "{" in text
    if (
        (has_braces and _ROLE.search(text))
        or ((")=" in text or ":::" in text) and _MYST.search(text))
        or ((has_braces or "[" in text) and _IN_HEADING.search(text))
    ):
        yield Generated(has_other_names=True)
    if any(sign in text for sign in (")=", ":label:", ":name:", "#|")):
        yield from (Anchor(one[1] or one[2] or one[3]) for one in _LABEL.finditer(text))
    if has_braces:
        yield from (Anchor(one[1]) for one in _NAME.finditer(text))


_BRACKETED = compile_on_use(r"\[[^\[\]]{1,1000}\]")
_WITH_SCHEME = compile_on_use(r"[A-Za-z][A-Za-z0-9+.-]{0,30}:|//|www\.")


class _Reader:
    """A reader of the events of the parser, which collects tokens in order."""

    def __init__(self, text: str) -> None:
        self.tokens: list[Token] = []
        self._text = text
        self._slugs = Slugs()
        self._links: list[tuple[int, Any]] = []  # the tokens of open links and images
        self._shown: list[str] = []  # the texts of a heading or of a line
        self._alternatives: list[str] = []  # the same with those of pictures
        self._breaks: list[int] = []  # the tokens of its breaks
        self._begin = self._done = 0
        self._first_of_line = self._first_of_last_line = 0  # of the texts shown
        self._n_images = self._n_styles = 0
        self._cell = "td"
        self._in_element: list[str] | None = None  # the texts of a heading of HTML

    def read(self, text: str) -> None:
        """Read the events of a text."""
        import pyromark

        options = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH
        offsets = _character_offsets(text)
        labels = _Labels(text)
        definitions = [
            self._define(offsets[one["span"]["start"]], offsets[one["span"]["end"]], one["dest"])
            for one in pyromark.reference_definitions(text, options=options).values()
            if not labels.is_prose(offsets[one["span"]["start"]], one["dest"])
        ]
        definitions.sort(key=lambda one: -one.start)
        html: list[tuple[int, int]] = []
        for event, where in pyromark.events_with_range(text, options=options):
            start, end = offsets[where["start"]], offsets[where["end"]]
            while definitions and definitions[-1].start <= start:
                self.tokens.append(definitions.pop())
            if isinstance(event, str):
                self._break(start, is_hard=event == "HardBreak")
                continue
            kind, value = next(iter(cast("dict[str, Any]", event).items()))
            if kind == "Text":
                self._show(value, start, end)
            elif kind == "Start":
                self._start(value, start, end)
            elif kind == "End":
                if value == "HtmlBlock":
                    self._read_html(html)
                else:
                    self._end(value, end)
            elif kind == "Code":
                self.tokens.append(Tag("code", start, start))
                self._show(value, start, end)
                self.tokens.append(Tag("code", end, end, closes=True))
            elif kind == "Html":
                html.append((start, end))
            else:
                self._begin = self._begin if self._begin >= 0 else start
                self._read_tags(start, end)
            self._done = end if kind != "Start" else self._done
        self.tokens += reversed(definitions)

    def _show(self, text: str, start: int, end: int) -> None:
        self._alternatives.append(text)
        self._show_in_element(text)
        if self._n_images:
            return
        if len(self._shown) == self._first_of_line > 0 and text.startswith(": "):
            term = "".join(self._shown[self._first_of_last_line : self._first_of_line]).strip()
            self.tokens += () if term.startswith(": ") else map(Anchor, self._slugs.add(term))
        self._shown.append(text)
        self._begin = self._begin if self._begin >= 0 else start
        self.tokens.append(Text(text, start, end))

    def _start(self, value: Any, start: int, end: int) -> None:  # noqa: ANN401 - as of the parser
        kind, detail = (value, None) if isinstance(value, str) else next(iter(value.items()))
        if name := _STYLES.get(kind):
            self._begin = self._begin if self._begin >= 0 else start
            self._n_styles += 1
            self.tokens.append(Tag(name, start, start))
        elif kind in ("Link", "Image"):
            self._begin = self._begin if self._begin >= 0 else start
            self._n_styles += 1
            self._n_images += kind == "Image"
            self._links.append((len(self.tokens), detail))
            self._done = start + (2 if kind == "Image" else 1)
            self.tokens.append(Tag("a" if kind == "Link" else "img", start, self._done))
        else:
            self._end_paragraph()
            if kind == "TableCell":
                self.tokens.append(Tag(self._cell, start, start, until=end))
            elif kind == "CodeBlock":
                self.tokens += (Tag("pre", start, start, until=end), Tag("code", start, start))
            elif kind != "HtmlBlock":
                self._cell = {"TableHead": "th", "TableRow": "td"}.get(kind, self._cell)
                block = self._text[start:end]
                until, start = start + len(block.rstrip()), start + len(block) - len(block.lstrip())
                self.tokens.append(Tag(_name(kind, detail), start, start, until=until))
            self._begin = -1

    def _end(self, value: Any, end: int) -> None:  # noqa: ANN401 - as of the parser
        kind, detail = (value, None) if isinstance(value, str) else next(iter(value.items()))
        if name := _STYLES.get(kind):
            self._n_styles -= 1
            self.tokens.append(Tag(name, end, end, closes=True))
        elif kind in ("Link", "Image"):
            self._n_styles -= 1
            self._n_images -= kind == "Image"
            self._end_link(*self._links.pop(), end)
        else:
            if kind == "Heading":
                texts = ("".join(self._alternatives), "".join(self._shown))
                self.tokens += map(Anchor, self._slugs.add(*texts, *(_ATTRIBUTE_LIST.sub("", one) for one in texts)))
            self._end_paragraph()
            if kind == "TableCell":
                self.tokens += (Tag(self._cell, end, end, closes=True), Text(" ", end, end))
            elif kind == "CodeBlock":
                tags = (Tag("code", end, end, closes=True), Tag("pre", end, end, closes=True))
                self.tokens += (*tags, Text(" ", end, end))
            else:
                name = "ol" if kind == "List" and detail else _name(kind, detail if kind == "Heading" else None)
                self.tokens.append(Tag(name, end, end, closes=True))

    def _end_link(self, index: int, link: Any, end: int) -> None:  # noqa: ANN401 - as of the parser
        """Give the tag of a link its address, whose place is known once the words of the link are."""
        tag, inner_end, kind = self.tokens[index], self._done, link["link_type"]
        assert isinstance(tag, Tag)  # noqa: S101 - it was put there
        address = Attribute("src" if tag.name == "img" else "href", "", tag.start, link["dest_url"])
        if kind == "Inline":
            at = self._text.find("](", inner_end, end) + 2
            address = _attribute(address.name, self._text, at, end, link["dest_url"])
        elif kind in ("Autolink", "Email"):
            raw = self._text[tag.start + 1 : end - 1]
            address = Attribute("href", raw, tag.start + 1, raw if kind == "Autolink" else f"mailto:{raw}")
        elif self._text.startswith("[^", tag.start) and not _WITH_SCHEME.match(link["dest_url"]):
            self.tokens[index] = tag._replace(attributes=())
            self.tokens.append(Tag("a", min(inner_end, end), end, closes=True))
            return
        if tag.name == "img":
            words = self._text[tag.end : inner_end]
            alternative = Attribute("alt", words, tag.end, words)
            self.tokens[index:] = [Tag("img", tag.start, end, (address, alternative))]
        else:
            self.tokens[index] = tag._replace(attributes=(address,))
            self.tokens.append(Tag("a", min(inner_end, end), end, closes=True))

    def _define(self, start: int, end: int, address: str) -> Tag:
        label = _DEFINITION.match(self._text, start, end)
        at = label.end() if label else start
        return Tag("link", start, end, (_attribute("href", self._text, at, end + 1, address),))

    def _break(self, start: int, *, is_hard: bool) -> None:
        self._shown.append(" ")
        self._first_of_last_line, self._first_of_line = self._first_of_line, len(self._shown)
        if not is_hard:
            self._breaks.append(len(self.tokens))
        is_joined = self._n_styles and not is_hard  # the words of a link or of a style are one text
        self.tokens.append(Text(" ", start, start) if is_joined else Tag("br", start, start))
        self._alternatives.append(" ")

    def _end_paragraph(self) -> None:
        """Join the lines of a paragraph, if they were only broken to fit a width."""
        if self._breaks:
            lines = self._text[self._begin : self._done].split("\n")
            if is_wrapped([line.strip(" \t>") for line in lines]):
                for index in self._breaks:
                    self.tokens[index] = Text(" ", self._begin, self._begin)
        self._first_of_last_line = self._first_of_line = 0
        for kept in (self._breaks, self._shown, self._alternatives):
            kept.clear()

    def _read_html(self, lines: list[tuple[int, int]]) -> None:
        """Read lines of HTML, as one text unless marks of a quotation or list stand between them."""
        while lines:
            start, end = lines.pop(0)
            while lines and lines[0][0] == end:
                end = lines.pop(0)[1]
            self._read_tags(start, end)

    def _read_tags(self, start: int, end: int) -> None:
        """Read HTML, whose headings GitHub names as it does those of Markdown."""
        for token in find_tokens(self._text, start, end):
            self.tokens.append(token)
            if isinstance(token, Text):
                self._show_in_element(token.text)
            elif isinstance(token, Tag) and token.name in _HEADINGS:
                if token.closes and self._in_element is not None:
                    words = "".join(self._in_element)
                    self.tokens += map(Anchor, self._slugs.add(" ".join(words.split()), words.replace("\n", "")))
                self._in_element = None if token.closes else []

    def _show_in_element(self, text: str) -> None:
        if self._in_element is not None:
            self._in_element.append(text)


def _name(kind: str, detail: Any) -> str:  # noqa: ANN401 - as of the parser
    if kind == "Heading":
        return str(detail if isinstance(detail, str) else detail["level"]).lower()
    if kind == "List":
        return "ul" if detail is None else "ol"
    return _BLOCKS.get(kind, "table" if kind == "Table" else "div")


def _attribute(name: str, text: str, start: int, end: int, address: str) -> Attribute:
    """Return an address that is written in a text, in angle brackets or up to a blank or the end of its link."""
    found = _DESTINATION.match(text, start)
    if found is None:
        return Attribute(name, "", start, address)
    group = found.lastindex or 2
    first, last = found.span(group)
    last = min(last, end - 1) if group == 2 else last  # noqa: PLR2004 - without brackets
    return Attribute(name, text[first:last], first, address)


def _character_offsets(text: str) -> Sequence[int]:
    """Return the number of characters before each byte of a text, since the parser counts bytes."""
    if text.isascii():
        return range(len(text) + 1)
    import numpy as np

    begins = (np.frombuffer(text.encode(), np.uint8) & 0xC0) != 0x80  # noqa: PLR2004 - bytes within a character
    return [0, *np.cumsum(begins).tolist()]


class _Labels:
    """How often a text has each text in brackets, counted when it is first asked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(match[0].casefold() for match in _BRACKETED.finditer(self._text))

    def is_prose(self, start: int, destination: str) -> bool:
        """Return whether what CommonMark takes for a definition is a footnote, or a term that nothing refers to."""
        if _WITH_SCHEME.match(destination):
            return False
        label = self._text[start : self._text.find("]", start) + 1].casefold()
        is_word = not re.search(r"[/.#]", destination)
        return label.startswith("[^") or (is_word and self._counts[label] <= 1)
