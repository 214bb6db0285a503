r"""Splitting of BibTeX and BibLaTeX files into blocks and fields, with the span of each.

A block runs from `@type{` to its closing brace. A file is read line by line and only the open block is kept in memory.
A block that is never closed ends where the next one begins on a line of its own: one lost brace must not cost the
rest of a bibliography. (bibtexparser 2 was evaluated first: it loads the whole file, has no columns, cannot salvage
the intact fields of a broken block, and logs.) Braces are counted as BibTeX does, except for escaped ones: exported
abstracts are full of half-open intervals such as `\{0, 1)`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from papertrace.model import Span, advance
from papertrace.model.text import excerpt

_HEAD = re.compile(r"@[ \t]{0,8}([A-Za-z]{1,40})[ \t]{0,8}([{(])")
_HEAD_WITH_KEY = re.compile(
    r"[ \t]{0,40}@[ \t]{0,8}[A-Za-z]{1,40}[ \t]{0,8}[{(][ \t]{0,8}[^\s,{}()=\"@]{1,200}[ \t]{0,8}(?:,|$)"
)
_BRACE = re.compile(r"\\.|[{}()]")
_KEY = re.compile(r"\s*([^\s,{}=\"]*)\s*(?:,|$)")
_FIELD = re.compile(r"[\s,]*([A-Za-z][\w:.+/-]{0,60})\s*=\s*")
# A field whose value is one piece without braces or escapes, as most are.
_SIMPLE_FIELD = re.compile(
    r"[\s,]*+([A-Za-z][\w:.+/-]{0,60})\s*+=\s*+(?:\{([^{}\\]*+)\}|\"([^{}\"\\]*+)\"|(\d++))(?=\s*+(?:,|\Z))"
)
_NEXT_FIELD = re.compile(r"[,\n][ \t]{0,40}(?=[A-Za-z][\w-]{0,60}[ \t]{0,40}=[ \t]{0,40}[{\"\d])")
# If a value has lost its closing delimiter, the next field is still recognised at the start of its line.
_LINE_OF_A_FIELD = re.compile(r",?[ \t]{0,40}\n[ \t]{0,40}(?=[A-Za-z][\w-]{0,60}[ \t]{0,40}=[ \t]{0,40}[{\"])")
_GLUE = re.compile(r"\s*#\s*")
_WORD = re.compile(r"[^\s,{}\"#=]+")
_IN_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_IN_QUOTES = re.compile(r"\\.|[{}\"]", re.DOTALL)
# Far more than any real entry; a block without an end must not fill the memory.
_MAX_BLOCK_CHARS = 4 * 1024 * 1024
_MAX_VALUE_CHARS = 1024 * 1024
_LOOSE_CHARS = 200
_MAX_FAULTS = 8  # each costs one search of the rest of the block


@dataclass(frozen=True, slots=True)
class Block:
    """One `@type{…}` without its closing brace, or, with an empty `type`, lines outside any block.

    `body` is the text after the opening brace, at `body_span`. `closed` is false if the closing brace is missing.
    """

    type: str
    body: str
    span: Span
    body_span: Span
    end_line: int
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Value:
    """The text of a field without its delimiters, and the span of its first character."""

    text: str
    span: Span


@dataclass(slots=True)
class Fields:
    """The key of a block, its fields by lower-case name, and the faults found in it."""

    key: str = ""
    values: dict[str, Value] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Open:
    type: str
    span: Span
    body_span: Span
    is_round: bool
    depth: int = 1
    n_chars: int = 0
    lines: list[str] = field(default_factory=list)

    def add(self, text: str) -> int | None:
        """Count the braces of a piece of a line; return the offset after the closing one, or None if it is not here."""
        if "}" not in text and "{" not in text and not self.is_round:
            self.lines.append(text)
            self.n_chars += len(text) + 1
            return None
        for mark in _BRACE.finditer(text):
            sign = mark[0]
            if sign == "{":
                self.depth += 1
            elif sign == "}" and (self.depth > 1 or not self.is_round):
                self.depth -= 1
            elif sign == ")" and self.is_round and self.depth == 1:
                self.depth = 0
            if not self.depth:
                self.lines.append(text[: mark.start()])
                return mark.end()
        self.lines.append(text)
        self.n_chars += len(text) + 1
        return None

    def close(self, end_line: int, *, closed: bool) -> Block:
        if not closed:
            while len(self.lines) > 1 and not self.lines[-1].strip():
                self.lines.pop()
                end_line -= 1
        return Block(self.type, "\n".join(self.lines), self.span, self.body_span, end_line, closed)


def split_blocks(lines: Iterable[str], source: str) -> Iterator[Block]:
    """Yield the blocks of a file and the runs of lines between them, in order."""
    splitter = _Splitter(source)
    number = 0
    for number, line in enumerate(lines, start=1):
        if not splitter.extend(line):
            yield from splitter.feed(line, number)
    yield from splitter.finish(number)


class _Splitter:
    def __init__(self, source: str) -> None:
        self._source = source
        self._block: _Open | None = None
        self._outside: list[str] = []
        self._outside_line = self._outside_end_line = 0

    def extend(self, line: str) -> bool:
        """Add a line that neither ends the open block nor begins one; return False for any other line."""
        block = self._block
        if block is None or block.is_round or "@" in line or "\\" in line or block.n_chars > _MAX_BLOCK_CHARS:
            return False
        opening, closing = line.find("{"), line.find("}")
        if opening >= 0 or closing >= 0:
            is_pair = 0 <= opening < closing and line.rfind("{") == opening and line.rfind("}") == closing
            if not is_pair:
                return False
        block.lines.append(line)
        block.n_chars += len(line) + 1
        return True

    def feed(self, line: str, number: int) -> Iterator[Block]:
        if self._block and (("@" in line and _HEAD_WITH_KEY.match(line)) or self._block.n_chars > _MAX_BLOCK_CHARS):
            yield self._block.close(number - 1, closed=False)
            self._block = None
        position = 0
        while True:
            if self._block is None:
                head = _HEAD.search(line, position)
                self._keep_outside(line[position : head.start() if head else None].strip(), number)
                if head is None:
                    return
                yield from self._flush_outside()
                self._block = self._open(head, number)
                position = head.end()
            after = self._block.add(line[position:])
            if after is None:
                return
            yield self._block.close(number, closed=True)
            self._block = None
            position += after

    def finish(self, number: int) -> Iterator[Block]:
        if self._block:
            yield self._block.close(number, closed=False)
        yield from self._flush_outside()

    def _open(self, head: re.Match[str], number: int) -> _Open:
        return _Open(
            type=head[1].lower(),
            span=Span(self._source, number, head.start() + 1),
            body_span=Span(self._source, number, head.end() + 1),
            is_round=head[2] == "(",
        )

    def _keep_outside(self, text: str, number: int) -> None:
        if text:
            self._outside_line = self._outside_line if self._outside else number
            self._outside_end_line = number
            self._outside.append(text[:_LOOSE_CHARS])

    def _flush_outside(self) -> Iterator[Block]:
        if self._outside:
            span = Span(self._source, self._outside_line)
            yield Block("", "\n".join(self._outside), span, span, self._outside_end_line)
            self._outside = []


def parse_fields(block: Block, strings: Mapping[str, str], *, keyed: bool = True) -> Fields:
    """Parse the fields of a block, expanding macros by `strings`; an unknown macro (`jan`) is kept as it is.

    The first of two fields with the same name is kept, as in BibTeX. Text that cannot be parsed is listed in `faults`,
    and the fields around it are kept.
    """
    fields = Fields()
    body = block.body
    position = 0
    span, counted = block.body_span, 0
    if keyed and (key := _KEY.match(body)):
        fields.key, position = key[1], key.end()
    while position < len(body):
        if block.closed and (simple := _SIMPLE_FIELD.match(body, position)):
            group = simple.lastindex or 0
            text, start, position = simple[group], simple.start(group), simple.end()
            offset = start + len(text) - len(text.lstrip())
            span, counted = advance(span, body[counted:offset], offset - counted), offset
            fields.values.setdefault(simple[1].lower(), Value(text.strip(), span))
            continue
        match = _FIELD.match(body, position)
        if match is None:
            if body[position:].strip(", \t\r\n" if block.closed else ",} \t\r\n"):
                fields.faults.append(f"not a field: {excerpt(body[position : position + 200].lstrip(', '), 30)}")
            following = _NEXT_FIELD.search(body, position)
            if following is None or len(fields.faults) > _MAX_FAULTS:
                break
            position = following.end()
            continue
        value = _parse_value(body, match.end(), strings)
        if value is None or (not block.closed and _LINE_OF_A_FIELD.search(value[0])):
            fields.faults.append(f"the value of {match[1]} has no end")
            following = _LINE_OF_A_FIELD.search(body, match.end())
            if following is None or len(fields.faults) > _MAX_FAULTS:
                break
            value = body[match.end() + 1 : following.start()], match.end() + 1, following.start()
        text, start, position = value
        offset = start + len(text) - len(text.lstrip())
        span, counted = advance(span, body[counted:offset], offset - counted), offset
        fields.values.setdefault(match[1].lower(), Value(text.strip(), span))
    return fields


def _parse_value(body: str, position: int, strings: Mapping[str, str]) -> tuple[str, int, int] | None:
    """Return text, start and end of a value: pieces in braces, in quotes or bare, joined by `#`."""
    pieces: list[str] = []
    start = position
    n_chars = 0
    while True:
        opener = body[position : position + 1]
        if opener and opener in '{"':
            end = _find_closer(body, position)
            if end is None:
                return None
            piece, piece_start, position = body[position + 1 : end], position + 1, end + 1
        else:
            word = _WORD.match(body, position)
            piece_start = position
            piece = strings.get(word[0].lower(), word[0]) if word else ""
            position = word.end() if word else position
        if not pieces:
            start = piece_start
        n_chars += len(piece)
        if n_chars <= _MAX_VALUE_CHARS:  # nested macros can grow without bound
            pieces.append(piece)
        glue = _GLUE.match(body, position)
        if glue is None:
            return "".join(pieces), start, position
        position = glue.end()


def _find_closer(body: str, position: int) -> int | None:
    """Return the offset of the delimiter that closes the brace or quote at `position`."""
    quoted = body[position] == '"'
    near = body.find('"' if quoted else "}", position + 1)
    between = body[position + 1 : near] if near >= 0 else "{"
    if "{" not in between and "\\" not in between and "}" not in between:
        return near
    depth = 0
    for mark in (_IN_QUOTES if quoted else _IN_BRACES).finditer(body, position + 1):
        if mark[0] == "{":
            depth += 1
        elif mark[0] == "}":
            if depth == 0:
                return None if quoted else mark.start()
            depth -= 1
        elif mark[0] == '"' and depth == 0:
            return mark.start()
    return None
