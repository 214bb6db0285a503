"""AsciiDoc: headings, lists, tables, blocks, macros and cross references, with the attributes of the document.

https://docs.asciidoctor.org/asciidoc/latest/: an attribute entry (`:home: https://example.org`) defines what `{home}`
stands for in the lines after it, so the address of a link is known only once they have been read in order.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

from papertrace.late_imports import compile_on_use
from papertrace.markup.tree import Attribute, Cell, Outline, Slugs, Tag, Text, Token, find_tokens
from papertrace.model.document import Anchor, Inclusion, LeftOut, Part

HEADING = compile_on_use(r"(?P<marks>={1,6}|#{1,6})[ \t]+(?P<text>\S.*)")
ITEM = compile_on_use(r"[ \t]*(?P<marks>\*{1,6}|-|\.{1,6}|\d{1,4}\.)[ \t]+(?:\[[ x*]\][ \t]+)?(?=\S)")
WEB_LINK = compile_on_use(r"(?:https?|ftp)://(?:[^\s\[\]<>]|\$\$|\+\+){1,2000}\[[^\[\]]|link:[^\s\[\]<>:]{1,500}\[")
_FENCE = compile_on_use(r"(/{4,}|-{4,}|\.{4,}|\+{4,})|(`{3,})[ \t]*[\w+,#-]{0,80}")
_OPEN_BLOCK = "--"
_KINDS = {"/": LeftOut.COMMENT, "-": LeftOut.CODE, ".": LeftOut.CODE, "`": LeftOut.CODE}
# The style of a paragraph, or of a block after it, whose text is shown as it is; in a table it begins a cell.
_LITERAL_STYLE = compile_on_use(r"\|?\[(?:(?:source|listing|literal)\b|,)[^\[\]]{0,200}\]")
_BLOCK_ATTRIBUTES = compile_on_use(r"\[{1,2}[^\[\]]{0,300}\]{1,2}[ \t]*")
_BLOCK_EDGE = compile_on_use(r"={4,}|\*{4,}|_{4,}|'{3,}|<{3}|--")
_CELL = compile_on_use(r"(?:\d{0,3}(?:\.\d{1,3})?[*+]|[<^>.]{1,2})?[a-z]?\|")
_ENTRY = compile_on_use(r":(!?[\w-]{1,100}!?):(?:[ \t]+(.*))?")
_ATTRIBUTE = compile_on_use(r"\{([\w-]{1,100})\}")
_INCLUSION = compile_on_use(r"include::([^\s\[\]]{1,500})\[")
_CONDITION = compile_on_use(r"(ifdef|ifndef|ifeval|endif)::([^\[\]\s]{0,500})\[(.*)\]")
_WORDS = r"(?>(?:[^\[\]\\]|\\.|\[[^\[\]]{0,200}\]){0,1000})"
# A target ends before the bracket of its text; `link:` and the `image` macros also take addresses without a scheme.
_INLINE = compile_on_use(
    r"(?P<passed>(?<![\w`+])(?P<tick>`?)\+[^\s+`](?:[^+\n]{0,400}[^\s+])?\+(?P=tick)(?![\w+]))"
    r"|pass:[a-z,]{0,20}\[(?P<html>[^\]\n]{0,400})\]"
    rf"|(?<![\w\\])(?:(?P<macro>link|xref):(?P<target>\+\+[^\s\[\]]{{1,2000}}?\+\+|\$\$[^\s\[\]]{{1,2000}}?\$\$|[^\s\[\]:][^\s\[\]]{{0,2000}}+)"
    r"|(?P<media>image|video|audio):{1,2}(?P<file>[^\s\[\]:][^\[\]\n]{0,2000}+)"
    rf"|(?P<address>(?:https?|ftp)://[^\s\[\]<>]{{0,2000}}+))\[(?P<words>{_WORDS})(?P<closing>\]?)"
    r"|(?<!\\)<<(?P<reference>[^<>,\n]{1,500})(?:,(?P<label>[^<>\n]{0,500}))?>>"
    r"|(?P<anchor>\[\[\[?[^\[\]]{1,200}\]?\]\])"
    r"|(?<![\w*])\*(?=[^\s*])(?P<bold>[^*\n]{1,300})(?<=\S)\*(?![\w*])"
    r"|(?<![\w_])_(?=[^\s_])(?P<italic>[^_\n]{1,300})(?<=\S)_(?![\w_])",
)
_AFTER_WORDS = compile_on_use(r"(?:\^|(?:\A|\^?,)[ ]?(?:window|role|opts|title|rel|id)[ ]?=.*)?\Z", re.DOTALL)
_LINK_OF_IMAGE = compile_on_use(r"\blink=\"?(?P<target>[^\s\",\]]{1,2000})")
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
_SOURCES = (".adoc", ".asciidoc")
_SUFFIX = compile_on_use(r"\.\w{1,10}\Z")
_VIDEO_HOST = compile_on_use(r"(youtube|vimeo)\b")
_VIDEOS = {"youtube": "https://www.youtube.com/watch?v=", "vimeo": "https://vimeo.com/"}
_MAX_EXPANDED = 20_000  # characters
_MAX_PREFIX = 100  # characters
_MAX_GROWTH = 2_000_000
"""Characters by which the attributes of a document may lengthen it; beyond them no more are replaced."""
_LEVELS = "=-~^+"
_MIN_UNDERLINE = 3
_ANCHORS = (
    re.compile(r"\[\[\[?([^\s\[\],]{1,200})(?:,[^\[\]\n]{0,200})?\]\]"),
    re.compile(r"(?<![\w\]])\[[^\s\[\],#]{0,100}#([^\s\[\],.%#]{1,200})"),
    re.compile(r"(?:^\[|\[[^\[\]\n]{0,200},[ ]?)id=[\"']?([^\s\[\],\"']{1,200})"),
    re.compile(r"\banchor:([^\s\[\]]{1,200})\["),
)
_MACRO_IN_TITLE = compile_on_use(r"(?:\b(?:link|xref|image):|https?://)[^\s\[\]]{1,500}+\[([^\[\]\n]{0,200})\]")


def parse(text: str) -> list[Token]:
    """Return the tokens of a text in AsciiDoc, with the anchors of its headings and blocks."""
    return _Reader(text).read()


def id_of(title: str, prefix: str, separator: str) -> str:
    """Return the id that Asciidoctor makes of a title that is not repeated.

    https://docs.asciidoctor.org/asciidoc/latest/sections/auto-ids/

    >>> id_of("The `foo.bar` method", "_", "_"), id_of("A & B: what's new?", "", "-")
    ('_the_foo_bar_method', 'a-b-whats-new')
    """
    shown = _MACRO_IN_TITLE.sub(r"\1", _ANCHORS[0].sub("", title)).lower()
    words = "".join(sign for sign in shown if sign.isalnum() or sign in "_ .-")
    return prefix + re.sub(r"[ ._-]+", separator, words).strip(separator or " ")


def address_of_reference(target: str, *, is_macro: bool = False) -> str:
    """Return what a cross reference leads to: a file if it has the suffix of one, or else an anchor of the text.

    >>> [address_of_reference(one) for one in ("install", "Install it", "#install", "guide.adoc#install")]
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


class _Reader:
    """A reader of one text, with the attributes that are defined so far, as on GitHub."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.split("\n")
        self._attributes = {**_CHARACTERS, "env-github": ""}
        self._outline = Outline(text, self._inline)
        self._slugs = Slugs()
        self._n_ids: Counter[str] = Counter()
        # Whether the condition of each part that is open, and of those around it, is met.
        self._conditions: list[bool] = []
        self._has_title = self._is_literal = False
        self._fence = self._table = ""
        self._cells: list[Cell] = []
        self._n_columns = self._n_rows = 0
        self._marks: list[str] = []  # of the lists that are open
        self._is_joined = False  # what comes next continues the item above
        self._left = _MAX_GROWTH

    def read(self) -> list[Token]:
        """Return the tokens, line by line."""
        start, is_underline = 0, False
        for number, line in enumerate(self._lines):
            stripped, end = line.rstrip(), start + len(line)
            if self._fence:
                if stripped == self._fence:
                    self._fence = ""
                    self._outline.aside(start, end, [Tag("br", start, end)])
                elif self._fence[0] == "+":
                    self._outline.aside(start, end, find_tokens(self.text, start, end))
                else:
                    self._outline.hide(start, end, _KINDS[self._fence[0]])
            elif is_underline or self._begin_block(stripped):
                is_underline = False
                self._outline.end_paragraph(in_table=True)
                if "/" in stripped:
                    self._outline.aside(start, end, [Tag("br", start, end)])
            elif self._is_literal and stripped:
                if line.startswith("["):
                    self._outline.mark(_find_anchors(line))
                self._outline.hide(start, end, LeftOut.CODE)
            else:
                is_underline = _is_underlined(self._lines, number) and not line.startswith("//")
                level = _LEVELS.index(self._lines[number + 1][0]) + 1 if is_underline else 0
                self._read_line(line, start, level)
            start = end + 1
        self._end_row()
        self._outline.end_lists(len(self.text))
        if not self._has_title:
            self._outline.mark([Part()])
        return self._outline.tokens

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

    def _read_line(self, line: str, start: int, level: int) -> None:
        """Read a line outside of blocks; it is a title if it has a level by the marks below it."""
        outline, end = self._outline, start + len(line)
        heading = None if level else HEADING.fullmatch(line.rstrip())
        self._is_literal = self._is_literal and bool(line.strip())
        if line.startswith("//") and not line.startswith("///"):
            outline.hide(start, end, LeftOut.COMMENT)
        elif condition := _CONDITION.fullmatch(line.rstrip()):
            self._read_condition(condition)
        elif entry := _ENTRY.fullmatch(line.rstrip()):
            outline.hide(start, end, LeftOut.METADATA)
            self._define(entry)
        elif inclusion := _INCLUSION.match(line):
            outline.aside(start, end, [Inclusion(self._expand(inclusion[1])), Tag("br", start, end)])
        elif _LITERAL_STYLE.fullmatch(line.rstrip()):
            self._is_literal = True
            outline.mark(_find_anchors(line))
            outline.aside(start, end, [])
        elif _is_edge_of_table(line.strip()):
            self._end_row()
            self._table = "" if self._table else line.strip()
            self._n_columns = self._n_rows = 0
            outline.end_paragraph()
        elif self._table:
            self._read_row(line, start)
        elif level or heading:
            at = heading.start("text") if heading else 0
            level = len(heading["marks"]) if heading else level
            outline.heading(level, start + at, start + len(line.rstrip()))
            outline.mark(self._name_title(self._expand(line[at:].rstrip()), is_first=level == 1))
            self._marks.clear()
        else:
            self._read_text(line, start)

    def _read_text(self, line: str, start: int) -> None:
        """Read a line of a list or a paragraph, or one that stands between them."""
        outline, stripped, end = self._outline, line.strip(), start + len(line)
        if not stripped or stripped == "+":
            outline.end_paragraph()
            self._is_joined = bool(stripped)
        elif _BLOCK_ATTRIBUTES.fullmatch(line):
            outline.mark(_find_anchors(self._expand(line)))
            outline.aside(start, end, [])
        elif _BLOCK_EDGE.fullmatch(stripped):
            outline.end_paragraph()
        elif line.startswith(".") and line[1:2].strip() not in ("", "."):
            outline.mark([Anchor(self._expand(line[1:].strip()))])
            outline.leave(0, start)
            outline.line(0, start + 1, end)
            outline.end_paragraph()
        elif item := ITEM.match(line):
            outline.item(self._level_of(item["marks"]), start + item.end(), end)
            self._is_joined = True
        else:
            if not self._is_joined:
                outline.leave(0, start)
                self._marks.clear()
            outline.line(len(self._marks) + 1, start + len(line) - len(line.lstrip()), end)
            self._is_joined = True

    def _level_of(self, marks: str) -> int:
        """Return how deep an item with some marks is: of another kind than those that are open, below these."""
        kind = "1" if marks[0].isdigit() else marks
        if kind in self._marks:
            del self._marks[self._marks.index(kind) + 1 :]
        else:
            self._marks.append(kind)
        return len(self._marks)

    def _read_row(self, line: str, start: int) -> None:
        """Read a line of a table: cells begin with bars; a row ends with its line, or where it has all columns."""
        if not line.strip():
            if self._cells and not self._n_rows:
                self._n_columns = len(self._cells)
                self._end_row(is_header=True)
            return
        marks = [*_CELL.finditer(line)] if "|" in line else []
        if not marks or line[: marks[0].start()].strip():
            if self._cells:
                self._cells[-1].append((start, start + len(line)))
            else:
                self._outline.aside(start, start + len(line))
            return
        if len(marks) > 1 or (self._n_columns and len(self._cells) >= self._n_columns):
            self._end_row()
        ends = [*(mark.start() for mark in marks[1:]), len(line)]
        for mark, end in zip(marks, ends, strict=True):
            if self._n_columns and len(self._cells) >= self._n_columns:
                self._end_row()
            self._cells.append([(start + mark.end(), start + end)])
        if len(marks) > 1 and not self._n_columns:
            self._n_columns = len(marks)

    def _end_row(self, *, is_header: bool = False) -> None:
        if self._cells:
            cells, self._cells = self._cells, []
            self._n_rows += 1
            self._outline.row(1000, cells, is_header=is_header)

    def _read_condition(self, condition: re.Match[str]) -> None:
        """Begin or end a part of the text, whose definitions count only if its condition is met."""
        kind, names, content = condition.groups()
        if kind == "endif":
            del self._conditions[-1:]
            return
        quantifier = all if "+" in names else any
        is_met = quantifier(one.strip().lower() in self._attributes for one in names.replace("+", ",").split(","))
        is_met = kind == "ifeval" or is_met is (kind == "ifdef")
        if kind == "ifeval" or not content:
            self._conditions.append(is_met and all(self._conditions[-1:]))
        elif is_met and (entry := _ENTRY.fullmatch(content)):
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
        if "{" not in text:
            return text
        expanded = _ATTRIBUTE.sub(lambda found: self._attributes.get(found[1].lower(), found[0]), text)
        growth = max(len(expanded) - len(text), 0)
        if len(expanded) > _MAX_EXPANDED or growth > self._left:
            return text
        self._left -= growth
        return expanded

    def _name_title(self, title: str, *, is_first: bool) -> Iterator[Anchor]:
        """Yield the anchors of a heading, with the usual ids and those that the attributes of the document make."""
        self._has_title = self._has_title or is_first
        yield Anchor(title)
        yield from map(Anchor, self._slugs.add(title))
        own = (self._attributes.get("idprefix", "_")[:_MAX_PREFIX], self._attributes.get("idseparator", "_")[:1])
        for prefix, separator in dict.fromkeys((("_", "_"), ("", "-"), own)):
            name = id_of(title, prefix, separator)
            self._n_ids[name] += 1
            yield Anchor(f"{name}{separator}{self._n_ids[name]}" if self._n_ids[name] > 1 else name)

    def _inline(self, start: int, end: int) -> Iterator[Token]:
        text = self.text[start:end]
        if "[" in text:
            yield from (anchor for line in text.split("\n") for anchor in _find_anchors(line))
        yield from _Inline(self, text, start).read()

    def replace(self, text: str, start: int) -> tuple[str, Sequence[int]]:
        """Return a text with its attributes replaced, and where each of its characters and its end are printed."""
        if "{" not in text:
            return text, range(start, start + len(text) + 1)
        parts: list[str] = []
        places: list[int] = []
        done = 0
        for found in _ATTRIBUTE.finditer(text):
            value = self._expand(found[0])
            if value != found[0]:
                parts += (text[done : found.start()], value)
                places += (*range(start + done, start + found.start()), *[start + found.start()] * len(value))
                done = found.end()
        parts.append(text[done:])
        return "".join(parts), [*places, *range(start + done, start + len(text) + 1)]

    def address_of_file(self, file: str) -> str:
        """Return the address of an image in the folder of images."""
        folder = self._attributes.get("imagesdir", "")
        is_relative = bool(folder) and "://" not in file and not file.startswith("/")
        return f"{folder.rstrip('/')}/{file}" if is_relative else file


class _Inline:
    """The marks in a text whose attributes are replaced."""

    def __init__(self, reader: _Reader, text: str, start: int) -> None:
        self._reader = reader
        self._text, self._places = reader.replace(text, start)

    def read(self, begin: int = 0, stop: int | None = None) -> Iterator[Token]:
        """Yield the tokens of the text, or of a part of it."""
        stop = len(self._text) if stop is None else stop
        done = begin
        for found in _INLINE.finditer(self._text, begin, stop):
            yield from self._show(done, found.start())
            done = found.end()
            yield from self._read_mark(found)
        yield from self._show(done, stop)

    def _show(self, begin: int, stop: int) -> Iterator[Text]:
        """Yield a text, apart from what attributes stand for."""
        while begin < stop:
            places = self._places
            end = begin + 1
            is_replaced = places[end] - places[begin] != 1
            if isinstance(places, range):
                end = stop
            elif is_replaced:
                while end < stop and places[end] == places[begin]:
                    end += 1
            else:
                while end < stop and places[end + 1] - places[end] == 1:
                    end += 1
            yield Text(self._text[begin:end], places[begin], places[end], "replaced" if is_replaced else "")
            begin = end

    def _tag(self, name: str, begin: int, stop: int, *attributes: Attribute, closes: bool = False) -> Tag:
        return Tag(name, self._places[begin], self._places[stop], attributes, closes)

    def _read_mark(self, found: re.Match[str]) -> Iterator[Token]:
        first, last = found.span()
        if found["passed"]:
            yield from (
                self._tag("code", first, first),
                Text(found["passed"].strip("`")[1:-1], self._places[first], self._places[last]),
                self._tag("code", last, last, closes=True),
            )
        elif found["html"] is not None:
            begin, stop = (self._places[at] for at in found.span("html"))
            yield self._tag("span", first, found.start("html"))
            yield from find_tokens(self._reader.text, begin, stop)
            yield self._tag("span", found.end("html"), last, closes=True)
        elif found["media"]:
            yield from self._read_media(found)
        elif found["reference"]:
            yield from self._link(found, "reference", address_of_reference(found["reference"]), "label")
        elif found["anchor"]:
            yield self._tag("span", first, last)
            yield self._tag("span", last, last, closes=True)
        elif found["bold"] or found["italic"]:
            name = "b" if found["bold"] else "i"
            inner = found.span("bold" if found["bold"] else "italic")
            yield self._tag(name, first, inner[0])
            yield from self.read(*inner)
            yield self._tag(name, inner[1], last, closes=True)
        elif found["macro"] == "xref":
            yield from self._link(found, "target", address_of_reference(found["target"], is_macro=True), "words")
        else:
            name = "target" if found["macro"] else "address"
            yield from self._link(found, name, found[name], "words")

    def _address(self, found: re.Match[str], name: str, address: str) -> Attribute:
        begin, stop = found.span(name)
        start = self._places[begin]
        # What an attribute stands for ends where the attribute does.
        end = self._places[bisect_right(self._places, self._places[stop - 1], stop)]
        raw = self._reader.text[start:end]
        for marks in ("++", "$$"):
            address = address.removeprefix(marks).removesuffix(marks)
        return Attribute("href", raw, start, address.strip())

    def _link(self, found: re.Match[str], name: str, address: str, words: str) -> Iterator[Token]:
        begin, stop = found.span(words)
        if begin < 0 or not found[words].strip():
            begin, stop = found.span(name)
        else:
            stop = begin + len(_AFTER_WORDS.split(found[words], maxsplit=1)[0])
            if self._text[begin : begin + 1] == self._text[stop - 1 : stop] == '"' and stop - begin > 1:
                begin, stop = begin + 1, stop - 1
        yield self._tag("a", found.start(), begin, self._address(found, name, address))
        yield from (
            self.read(begin, stop) if words != "label" and begin != found.start(name) else self._show(begin, stop)
        )
        yield self._tag("a", stop, found.end(), closes=True)

    def _read_media(self, found: re.Match[str]) -> Iterator[Token]:
        first, last = found.span()
        file = found["file"]
        host = _VIDEO_HOST.match(found["words"]) if found["media"] == "video" else None
        address = f"{_VIDEOS[host[1]]}{file}" if host else self._reader.address_of_file(file)
        image = self._address(found, "file", address)._replace(name="src")
        around = _LINK_OF_IMAGE.search(self._text, found.start("words"), found.end("words"))
        if around:
            yield self._tag("a", first, first, self._address(around, "target", around["target"]))
        yield self._tag("img", first, last, image)
        if around:
            yield self._tag("a", last, last, closes=True)


def _is_edge_of_table(line: str) -> bool:
    return line[:1] in ("|", "!", ",", ":") and line.startswith("===", 1) and not line[1:].strip("=")


def _is_underlined(lines: Sequence[str], number: int) -> bool:
    """Return whether a line is a title on the first line of a block, with a line of marks as long as it below."""
    title = lines[number].rstrip()
    below = lines[number + 1].rstrip() if number + 1 < len(lines) else ""
    is_rule = below[:1] in (*_LEVELS,) and not below.strip(below[0]) and len(below) >= _MIN_UNDERLINE
    if abs(len(title) - len(below)) > 1 or not is_rule or not re.match(r"[^\s.].*\w", title):
        return False
    return number == 0 or not lines[number - 1].strip() or lines[number - 1].startswith(("[", "//"))


def _find_anchors(text: str) -> Iterator[Anchor]:
    """Yield the anchors that a line states."""
    for pattern in _ANCHORS:
        yield from (Anchor(match[1]) for match in pattern.finditer(text))
