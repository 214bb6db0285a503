r"""Bibliographies in BibTeX and BibLaTeX: a row for each block that is a publication.

A block runs from `@type{` to its closing brace. A file is read line by line and only the open block is kept in memory.
A block that is never closed ends where the next one begins on a line of its own: one lost brace must not cost the
rest of a bibliography. (bibtexparser 2 was evaluated first: it loads the whole file, has no columns, cannot salvage
the intact fields of a broken block, and logs.) Braces are counted as BibTeX does, except for escaped ones: exported
abstracts are full of half-open intervals such as `\{0, 1)`.

`@string` is expanded; fields are inherited by `crossref` and `xdata` as in BibLaTeX; `@comment`, `@preamble` and whole
volumes (`@proceedings`) are not papers and are reported as harmless.
"""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from papertrace.late_imports import compile_on_use
from papertrace.model import Entry, Markup, Problem, Span
from papertrace.model.text import excerpt
from papertrace.records.reading import read_row, report_unknown
from papertrace.records.rows import Printed, Row

_WHOLE_VOLUMES = frozenset({"proceedings", "mvproceedings", "periodical"})
_NOT_PUBLICATIONS = frozenset({"comment", "preamble", "xdata", "set", "control", "ieeetranbstctl", "bibnote"})
_MAX_STRINGS = 100_000
_HALLMARK = compile_on_use(r"\s{0,40}@[ \t]{0,8}[A-Za-z]{3,40}[ \t]{0,8}[{(]")
_ASSIGNMENT = compile_on_use(r"[^=]{0,120}\b[A-Za-z][\w-]{1,40}[ \t]{0,20}=[ \t]{0,20}(?:[{\"]|\w+,?\s{0,20}$)")
_HEAD = compile_on_use(r"@[ \t]{0,8}([A-Za-z]{1,40})[ \t]{0,8}([{(])")
_HEAD_WITH_KEY = compile_on_use(
    r"[ \t]{0,40}@[ \t]{0,8}[A-Za-z]{1,40}[ \t]{0,8}[{(][ \t]{0,8}[^\s,{}()=\"@]{1,200}[ \t]{0,8}(?:,|$)"
)
_BRACE = compile_on_use(r"\\.|[{}()]")
_INDENTED_HEAD = compile_on_use(r"\n[ \t]+@")
# Scopus makes keys of names, blanks and all: `de Roe2021115`.
_KEY = compile_on_use(r"\s*([^\s,{}=\"]*(?:[ \t]+[^\s,{}=\"]+){0,8})\s*(?:,|$)")
# Scopus has blanks in names: `funding_text 1`.
_NAME = r"[A-Za-z][\w:.+/-]{0,60}(?:[^\S\n]\w{1,20})?"
_FIELD = compile_on_use(rf"[\s,]*({_NAME})\s*=\s*")
# A field whose value is one piece, with braces three deep at most, as most are.
_TEXT = r"[^{}\\]++|\\."
_GROUP = rf"\{{(?>(?:{_TEXT}|\{{(?>(?:{_TEXT}|\{{(?>(?:{_TEXT})*)\}})*)\}})*)\}}"
_PLAIN_FIELD = compile_on_use(
    rf"[\s,]*+({_NAME})\s*+=\s*+"
    rf"(?:\{{\s*+((?>(?:{_TEXT}|{_GROUP})*))\}}"
    rf"|\"\s*+((?>(?:[^{{}}\"\\]++|\\.|{_GROUP})*))\""
    r"|([A-Za-z][\w:.+/-]*+)|(\d++))(?=\s*+(?:[,})]|\Z))",
    re.DOTALL,
)
_MACRO = 4
_NEXT_FIELD = compile_on_use(r"[,\n][ \t]{0,40}(?=[A-Za-z][\w-]{0,60}[ \t]{0,40}=[ \t]{0,40}[{\"\d])")
# If a value has lost its closing delimiter, the next field is still recognised at the start of its line.
_LINE_OF_A_FIELD = compile_on_use(r",?[ \t]{0,40}\n[ \t]{0,40}(?=[A-Za-z][\w-]{0,60}[ \t]{0,40}=[ \t]{0,40}[{\"])")
_GLUE = compile_on_use(r"\s*#\s*")
_WORD = compile_on_use(r"[^\s,{}\"#=]+")
_IN_BRACES = compile_on_use(r"\\.|[{}]", re.DOTALL)
_IN_QUOTES = compile_on_use(r"\\.|[{}\"]", re.DOTALL)
# Far more than any real entry; a block without an end must not fill the memory.
_MAX_BLOCK_CHARS = 4 * 1024 * 1024
_MAX_VALUE_CHARS = 1024 * 1024
_LOOSE_CHARS = 200
_MAX_FAULTS = 8  # each costs one search of the rest of the block
_BOOKS = frozenset({"book", "mvbook", "collection", "mvcollection", "proceedings", "mvproceedings", "reference"})
_WORKS_OF_SEVERAL_VOLUMES = frozenset({"mvbook", "mvcollection", "mvproceedings", "mvreference"})
_VOLUMES = frozenset({"book", "collection", "proceedings", "reference"})
_PARENTS = _BOOKS | {"mvreference", "periodical", "xdata"}
# Fields that describe the parent alone.
_OWN = frozenset(
    ["title", "subtitle", "titleaddon", "shorttitle", "sorttitle", "indextitle", "indexsorttitle", "shorthand"],
) | {"crossref", "xref", "xdata", "entryset", "ids", "keywords", "label", "options", "abstract", "annotation", "file"}
# Addresses and identifiers of a volume are not those of its parts.
_OF_PARENT = frozenset({"doi", "url", "eprint", "pdf", "isbn", "pages", "author", "pagetotal", "note", "addendum"})
_MAX_PARENTS = 100_000
_MAX_WAITING = 50_000
_MAX_DEPTH = 4


@dataclass(slots=True)
class Fields:
    """The key of a block, its fields by lower-case name, those that repeat a name, and the faults found in it."""

    key: str = ""
    repeated: list[Printed] = field(default_factory=list)
    values: dict[str, Printed] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def add(self, one: Printed) -> None:
        """Add a field; of those with one name the first comes first."""
        if self.values.setdefault(one.name, one) is not one:
            self.repeated.append(one)


@dataclass(slots=True)
class Block:
    """One `@type{…}` without its closing brace, or, with an empty `type`, lines outside any block.

    `text` begins at `span`, the body after the opening brace at `start`. `closed` is false if the closing brace is
    missing. `fields` are those that were parsed while the end of the block was looked for.
    """

    type: str
    text: str
    start: int
    span: Span
    end_line: int
    closed: bool = True
    fields: Fields | None = field(default=None, compare=False)


@dataclass(slots=True)
class _Open:
    type: str
    head: str
    span: Span
    is_round: bool
    depth: int = 1
    n_chars: int = 0
    lines: list[str] = field(default_factory=list)

    def add(self, text: str) -> int | None:
        """Count the braces of a piece of a line; return the offset after the closing one, or None if it is not here."""
        for mark in _BRACE.finditer(text) if "}" in text or "{" in text or self.is_round else ():
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
        return Block(self.type, self.head + "\n".join(self.lines), len(self.head), self.span, end_line, closed)


def split_blocks(lines: Iterable[str], source: str, strings: Mapping[str, str] | None = None) -> Iterator[Block]:
    """Yield the blocks of a file and the runs of lines between them, in order.

    Most blocks begin on a line, end before the next one that begins with `@`, and consist of plain fields, which are
    parsed at once; only others are read sign by sign. `strings` are the macros known so far, if any are to be known.
    """
    splitter = _Splitter(source, strings)
    chunk: list[str] = []
    number = n_chars = 0
    for number, line in enumerate(lines, start=1):
        if line[:1] == "@" or n_chars > _MAX_BLOCK_CHARS:
            yield from splitter.read(chunk, number - len(chunk))
            chunk, n_chars = [line], len(line)
        else:
            chunk.append(line)
            n_chars += len(line)
    yield from splitter.read(chunk, number - len(chunk) + 1)
    yield from splitter.finish(number)


class _Splitter:
    def __init__(self, source: str, strings: Mapping[str, str] | None) -> None:
        self._source = source
        self._strings = strings
        self._block: _Open | None = None
        self._outside: list[str] = []
        self._outside_line = self._outside_end_line = 0

    def read(self, lines: Sequence[str], number: int) -> Iterator[Block]:
        """Yield the blocks of some lines, given the number of the first, as far as they are closed."""
        if lines and self._block is None and (block := self._read_plain("\n".join(lines).rstrip(), number)):
            yield from self._flush_outside()
            yield block
            return
        for at, line in enumerate(lines, start=number):
            yield from self.feed(line, at)

    def _read_plain(self, text: str, number: int) -> Block | None:
        """Return the only block of a text, if it begins and ends with it and has plain fields only."""
        head = _HEAD.match(text)
        if head is None or len(text) > _MAX_BLOCK_CHARS or ("@" in text[1:] and _INDENTED_HEAD.search(text)):
            return None
        fields = Fields()
        at = _read_plain_fields(text, _read_key(text, head.end(), fields), fields, self._strings)
        if text[at:].strip(", \t\r\n") != ("}" if head[2] == "{" else ")"):
            return None
        span = Span(self._source, number)
        return Block(head[1].lower(), text[:-1], head.end(), span, number + text.count("\n"), fields=fields)

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
                span = Span(self._source, number, head.start() + 1)
                self._block = _Open(head[1].lower(), head[0], span, is_round=head[2] == "(")
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

    def _keep_outside(self, text: str, number: int) -> None:
        if text:
            self._outside_line = self._outside_line if self._outside else number
            self._outside_end_line = number
            self._outside.append(text[:_LOOSE_CHARS])

    def _flush_outside(self) -> Iterator[Block]:
        if self._outside:
            span = Span(self._source, self._outside_line)
            yield Block("", "\n".join(self._outside), 0, span, self._outside_end_line)
            self._outside = []


def _read_key(text: str, position: int, fields: Fields) -> int:
    """Note the key of a block, if there is one, and return where its fields begin."""
    key = _KEY.match(text, position)
    fields.key = key[1] if key else ""
    return key.end() if key else position


def _read_plain_fields(text: str, position: int, fields: Fields, strings: Mapping[str, str] | None) -> int:
    """Add the fields whose values are one piece, up to one that is not, and return its position."""
    values, repeated = fields.values, fields.repeated
    while found := _PLAIN_FIELD.match(text, position):
        kind = found.lastindex or 0
        name, value = found.group(1, kind)
        if kind == _MACRO:
            if strings is None:
                break
            value = strings.get(value.lower(), value)
        one = Printed(name.lower(), value.strip(), found.start(kind))
        if values.setdefault(one.name, one) is not one:
            repeated.append(one)
        position = found.end()
    return position


def parse_fields(block: Block, strings: Mapping[str, str], *, keyed: bool = True) -> Fields:
    """Parse the fields of a block, expanding macros by `strings`; an unknown macro (`jan`) is kept as it is.

    Of fields with the same name the first comes first, which is the one that counts in BibTeX. Text that cannot be
    parsed is listed in `faults`, and the fields around it are kept.
    """
    if block.fields is not None:
        return block.fields
    fields = Fields()
    body, position = block.text, block.start
    if keyed:
        position = _read_key(body, position, fields)
    while position < len(body):
        position = _read_plain_fields(body, position, fields, strings) if block.closed else position
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
        fields.add(Printed(match[1].lower(), text.strip(), start + len(text) - len(text.lstrip())))
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


@dataclass(slots=True)
class Member:
    """An entry with its fields, with those that it inherits once it `has_inherited`."""

    block: Block
    fields: Fields
    has_inherited: bool = False


class Families:
    """Entries and problems in order, each ready as soon as the entries that it inherits from are known."""

    def __init__(self) -> None:
        self._parents: dict[str, Member] = {}
        self._waiting: deque[Problem | Member] = deque()

    def add(self, one: Problem | Member) -> Sequence[Problem | Member]:
        """Add an entry or a problem, and return all that is ready now; if very many wait, the first goes without."""
        if isinstance(one, Member) and one.block.type in _PARENTS and len(self._parents) < _MAX_PARENTS:
            self._parents.setdefault(one.fields.key.lower(), one)
        if not self._waiting and not self._is_orphan(one):
            return (self._bequeath(one),)
        self._waiting.append(one)
        ready: list[Problem | Member] = []
        while self._waiting and (len(self._waiting) >= _MAX_WAITING or not self._is_orphan(self._waiting[0])):
            ready.append(self._bequeath(self._waiting.popleft()))
        return ready

    def take_all(self) -> Iterator[Problem | Member]:
        """Yield all that is left: the parents that are missing now do not exist."""
        while self._waiting:
            yield self._bequeath(self._waiting.popleft())

    def _is_orphan(self, one: Problem | Member) -> bool:
        return isinstance(one, Member) and any(key not in self._parents for key in _keys_of_parents(one.fields))

    def _bequeath(self, one: Problem | Member, depth: int = 0) -> Problem | Member:
        """Give an entry what it inherits, and return it."""
        if isinstance(one, Problem) or one.has_inherited:
            return one
        one.has_inherited = True
        for key in _keys_of_parents(one.fields):
            parent = self._parents.get(key)
            if parent is None or parent is one or depth > _MAX_DEPTH:
                continue
            self._bequeath(parent, depth + 1)
            for name, held in _inherited(parent, one.block.type).items():
                one.fields.values.setdefault(name, Printed(name, held.value))
        return one


def _keys_of_parents(fields: Fields) -> list[str]:
    if "crossref" not in fields.values and "xdata" not in fields.values:
        return []
    named = [str(fields.values[name].value) for name in ("xdata", "crossref") if name in fields.values]
    return [key.strip().lower() for text in named for key in text.split(",") if key.strip()]


def _inherited(parent: Member, kind: str) -> Mapping[str, Printed]:
    """Return the fields that an entry of some type inherits, under the names that they get in it."""
    values = parent.fields.values
    if parent.block.type == "xdata":
        return {name: value for name, value in values.items() if name != "xdata"}
    given = {name: value for name, value in values.items() if name not in _OWN | _OF_PARENT}
    if parent.block.type == "periodical":
        new = {"title": "journaltitle", "subtitle": "journalsubtitle"}
    elif parent.block.type in _WORKS_OF_SEVERAL_VOLUMES and kind in _VOLUMES:
        new = {"title": "maintitle", "subtitle": "mainsubtitle"}
    else:
        new = {"title": "booktitle", "subtitle": "booksubtitle"}
    return given | {new[name]: values[name] for name in new if name in values}


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a bibliography in order, and a problem for each block that is broken or not a paper.

    An entry that inherits fields is yielded after the entry that has them was read, and so are those below it.
    """
    families = Families()
    strings: dict[str, str] = {}
    unknown: Counter[str] = Counter()
    for block in split_blocks(lines, source, strings):
        if block.type == "string":
            defined = parse_fields(block, strings, keyed=False)
            if len(strings) < _MAX_STRINGS:
                strings.update((one.name, str(one.value)) for one in defined.values.values())
            if not defined.faults and block.closed:
                continue
            ready = families.add(_report(block, "; ".join(defined.faults) or "the abbreviation has no end"))
        elif not block.type:
            n_lines = block.text.count("\n") + 1
            ready = families.add(
                Problem(block.span, "text outside entries", n_lines=n_lines, harmless=True, outside=True)
            )
        elif block.type in _NOT_PUBLICATIONS and block.type != "xdata":
            ready = families.add(_report(block, "not a publication", harmless=True))
        else:
            ready = families.add(Member(block, parse_fields(block, strings)))
        for one in ready:
            yield from _read(one, unknown)
    for one in families.take_all():
        yield from _read(one, unknown)
    report_unknown(unknown, source)


def _read(one: Problem | Member, unknown: Counter[str]) -> Iterable[Entry | Problem]:
    if isinstance(one, Problem):
        return (one,)
    if one.block.type == "xdata":
        return (_report(one.block, "not a publication", harmless=True),)
    if one.block.type in _WHOLE_VOLUMES:
        return (_report(one.block, "a whole volume, not a paper", harmless=True),)
    return read_row(_make_row(one.block, one.fields), unknown)


def _make_row(block: Block, fields: Fields) -> Row:
    return Row(
        "bibtex",
        (*fields.values.values(), *fields.repeated),
        block.span,
        block.end_line,
        text=block.text,
        kind=block.type,
        label=f"@{block.type}{{{fields.key}:",
        markup=Markup.BIBTEX,
        faults=[*fields.faults, *([] if block.closed else ["the entry has no end"])],
    )


def _report(block: Block, fact: str, *, harmless: bool = False) -> Problem:
    n_lines = max(block.end_line - block.span.line + 1, 1)
    return Problem(block.span, f"@{block.type}: {fact}", n_lines=n_lines, harmless=harmless)


def fills(head: list[str]) -> bool:
    """Return whether the first lines of a listing are blocks of BibTeX and nothing else."""
    blocks = list(split_blocks(head, ""))
    return bool(blocks) and blocks[0].closed and all(block.type for block in blocks)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing is a bibliography in BibTeX."""
    shown = [line[:400] for line in head if line.strip()]
    starts = [n for n, line in enumerate(shown) if _HALLMARK.match(line)]
    if not starts:
        return 0.0
    assigned = any(_ASSIGNMENT.match(line) for line in shown[starts[0] :])
    # A page that quotes an entry so that others can cite it is not a bibliography: most of its lines are other text.
    return (1.0 if starts[0] * 2 <= len(shown) else 0.3) if assigned else 0.0


_START_IN_TEXT = re.compile(r"\s{0,12}@(?!comment|string|preamble)[A-Za-z]{3,40}[ \t]{0,8}\{")
_FENCE = re.compile(r"\s{0,12}(?:```|~~~)")
_HEADING_OF_TEXT = re.compile(r"\s{0,3}#{1,6}\s|\s{0,12}<(?:summary|h[1-6])\b", re.IGNORECASE)
_CITING = re.compile(
    r"\bcit(?:e|es|ing|ations?)\b|\bbib(?:tex|liography)?\b|\backnowledg|\bcontribut|引用", re.IGNORECASE
)
_MAX_BLOCK_LINES = 400
_MIN_PUBLICATIONS = 2


def has_bibtex(lines: Sequence[str]) -> bool:
    """Return whether any line of a text begins a publication in BibTeX."""
    return any("@" in line and _START_IN_TEXT.match(line[:200]) for line in lines)


def find_cited_papers(lines: Sequence[str], source: str, entries: Sequence[Entry]) -> list[Entry]:
    """Return the papers that a listing in another format gives as BibTeX outside of its entries, in order.

    Of the publications that are in the lines of no entry, one that is alone in the document, or below a heading such as
    Citation, says how the document or its subject is to be cited: it is no paper of the list.
    """
    starts = [number for number, line in enumerate(lines, start=1) if "@" in line and _START_IN_TEXT.match(line[:200])]
    inside = _lines_of(entries, len(lines))
    starts = [number for number in starts if not inside[number]]
    if len(starts) < _MIN_PUBLICATIONS:
        return []
    kept = [""] * len(lines)
    heading = ""
    wanted = set(starts)
    until = 0
    for number, line in enumerate(lines, start=1):
        if _HEADING_OF_TEXT.match(line[:200]):
            heading = line[:200]
        if number in wanted and not _CITING.search(heading):
            until = number + _MAX_BLOCK_LINES
        if inside[number] or _FENCE.match(line[:40]) or (_HEADING_OF_TEXT.match(line[:200]) and number > 1):
            until = 0
        if number < until:
            kept[number - 1] = line
    found = [item for item in parse(iter(kept), source) if isinstance(item, Entry)]
    return found if len(found) >= _MIN_PUBLICATIONS else []


def merge_in_order(items: Sequence[Entry | Problem], found: Sequence[Entry]) -> list[Entry | Problem]:
    """Return items with further entries among them, in the order of their lines."""
    if not found:
        return list(items)
    merged: list[Entry | Problem] = []
    rest = list(found)
    for item in items:
        while rest and isinstance(item, Entry) and rest[0].span.line < item.span.line:
            merged.append(rest.pop(0))
        merged.append(item)
    return merged + rest


def _lines_of(entries: Sequence[Entry], n_lines: int) -> bytearray:
    inside = bytearray(n_lines + 2)
    for entry in entries:
        for number in range(entry.span.line, min(max(entry.end_line, entry.span.line), n_lines) + 1):
            inside[number] = 1
    return inside
