"""A document as blocks (items, rows, paragraphs, headings) of atoms: pieces of text that no mark or delimiter divides.

Markdown is rendered as HTML whose elements know the lines that they come from, so that both are one tree; plain text
has a shorter way of its own. The tree is walked without a stack of calls, as pages may be nested to any depth.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from papertrace.word_lists import read_tables

if TYPE_CHECKING:
    from lxml.html import HtmlElement
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_BLOCK_CHARS = 20_000
"""The length of a block whose atoms are looked for; of a longer one, only the links are kept."""

_BLOCKS = frozenset(
    "p li h1 h2 h3 h4 h5 h6 dt dd div tr summary blockquote section article td th table tbody thead ul ol dl details "
    "center pre body html figure caption figcaption header footer main nav aside form address".split()
)
_BREAKS = frozenset("p div li ul ol dt dd h1 h2 h3 h4 h5 h6 br summary details table tr blockquote".split())
_ENTRIES = frozenset("li tr dd dt p summary blockquote h1 h2 h3 h4 h5 h6".split())
_ITEMS = frozenset("li tr dd dt details article".split())
_COUNTED = frozenset("li tr dd dt".split())
_NOT_ROWS = ("table", "tr", "h1", "h2", "h3", "li", "dt")
_SKIPPED = frozenset("script style noscript template svg head iframe button input select pre".split())
_STYLES = {"b": "b", "strong": "b", "i": "i", "em": "i", "cite": "i", "code": "c", "tt": "c"}
_CLASSED = frozenset(["span", "a", "papertitle", "font"])
_HEADING = re.compile(r"h[1-6]")
_MAX_PATH = 20
_MAX_CELLS = 200
# libxml2 stores the line of an element in 16 bits; of longer pages, the tags are numbered.
_MAX_ELEMENT_LINE = 65535
_MAX_PARAGRAPHS_OF_A_ROW = 3
_MAX_LEVEL_OF_LISTS = 40
_MAX_OPEN_BRACKETS = 100
_MIN_WIDTH = 40
_WORD = re.compile(r"[^\W_]")
_LETTERS = re.compile(r"[^a-z]+")

_EMOJI = "\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u2190-\u21ff"
_CUT = re.compile(
    rf"""(?P<url>(?:https?://|www\.)\S+)
    | (?P<cut>\s*\n\s*|\.(?:\s+|$)|(?<=\bal)\.[,:]?\s*|[,;!?:]\s+|(?<=[a-z]),(?=[A-Z][a-z])|[，。；：、]\s*
      |\s+[^\w\s&$%()\[\]'"]{{1,6}}\s+|["“”«»„【】《》‘]|’(?!\w)|``|''|\s{{2,}}
      |\s*[()\[\]{{}}（）]\s*|\s*\|\s*|(?<=[^\W_])_{{1,20}}(?=[^\W_])|:[a-z0-9_+-]{{1,40}}:|[{_EMOJI}]+
      |\s+(?=by\ [A-Z])|\s+(?=[Ii]n:?\ (?:Proc|Advances)))
    | (?P<year>(?<![\w./-])(?:19|20)\d\d(?![\w/-]))""",  # noqa: RUF001 - as printed
    re.VERBOSE,
)
_EMOJI_OR_CODE = re.compile(rf":[a-z0-9_+-]{{1,40}}:|[{_EMOJI}]+")
_AS_PLAIN = str.maketrans("–—“”«»（），：", '--""""(),:')  # noqa: RUF001 - as printed
_SPACES = re.compile(r"\s+")
_EDGES, _EDGES_AFTER = " \t\n*_~#>-–—.,:;&", " \t\n*_~.,:;&"  # noqa: RUF001 - as printed
_MARK = re.compile(r"\s*(?:\[\w{1,8}\]|\(\d{1,3}\)|\d{1,3}[.)]|[-*•·‣▪])\s+(?=\S)")
_NUMBER = re.compile(r"\s*\[\d{1,4}\]\s")
_HYPHENATED = re.compile(r"(\w)- (?=[a-z])")
_LINE, _END = "data-l", "data-e"
_TAG_WITH_LINE = re.compile(r"<(p|li|tr|td|div|h[1-6]|summary|a|b|dt|dd)(?=[\s>])", re.IGNORECASE)


class Run(NamedTuple):
    """Text of one style: in bold, in italics, as code, in a link (`kind`), of one kind of host, cell and line."""

    text: str
    kind: str
    host: str = ""
    cell: int = 0
    line: int = 0
    name: str = ""


class Link(NamedTuple):
    """A link of a block: its address as printed, its words, and the offset in the block's text where they begin."""

    url: str
    words: str
    start: int


@dataclass(slots=True)
class Atom:
    """A piece of the text of a block, from `start` to before `end`, in the `run`-th run, and what stands around it."""

    text: str
    start: int
    end: int
    run: int
    kind: str
    host: str
    cell: int
    line: int
    name: str
    before: str = ""
    after: str = ""


@dataclass(slots=True)
class Block:
    """A text of a document that may hold an entry, with the lines on which it begins and ends, counted from 1.

    `path` are the elements around it that may be entries, `items` the numbers of those that it stands in, and `nth` its
    place among the blocks of the innermost. `head` is the heading above it, `heads` all headings, `header` the words of
    the header of its table by column.
    """

    tag: str
    path: str
    depth: int
    nth: int
    line: int
    end_line: int
    items: tuple[int, ...] = ()
    text: str = ""
    atoms: list[Atom] = field(default_factory=list)
    head: str = ""
    heads: tuple[str, ...] = ()
    header: Sequence[str] = ()
    links: list[Link] = field(default_factory=list)

    @property
    def is_heading(self) -> bool:
        """Whether the block is a heading."""
        return _HEADING.fullmatch(self.tag) is not None


def read_markdown(lines: Sequence[str]) -> list[Block]:
    """Return the blocks of a document in Markdown in order."""
    text = _blank_comments("\n".join(_blank_front_matter(lines)))
    return read_html(_render(text), n_lines=len(lines), has_lines=True) if text.strip() else []


def read_html(text: str, *, n_lines: int, has_lines: bool = False) -> list[Block]:
    """Return the blocks of a document in HTML; `has_lines` says that it was rendered from text of `n_lines` lines."""
    from lxml import etree, html

    if n_lines > _MAX_ELEMENT_LINE and not has_lines:
        numbered = enumerate(text.split("\n"), start=1)
        text = "\n".join(_TAG_WITH_LINE.sub(rf'<\1 {_LINE}="{number}"', line) for number, line in numbered)
        has_lines = True
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True)
    try:
        root = html.document_fromstring(text.replace("\0", " ").encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return []
    return _Walk(n_lines, has_lines=has_lines).read(root)


def read_text(lines: Sequence[str]) -> list[Block]:
    """Return the blocks of a plain text: what is numbered or marked with bullets, otherwise paragraphs or lines."""
    blocks: list[Block] = []
    paragraph: list[tuple[int, str]] = []
    for number, line in enumerate([*lines, ""], start=1):
        if line.strip():
            paragraph.append((number, line.expandtabs(4).rstrip()))
            continue
        starts = _find_starts([line for _, line in paragraph])
        for start, end in pairwise([*starts, len(paragraph)]):
            printed = " ".join(line.strip() for _, line in paragraph[start:end])
            text = _HYPHENATED.sub(r"\1-", printed)
            mark = _MARK.match(text)
            tag = "li" if mark else "p"
            block = Block(tag, tag, int(mark is not None), 0, paragraph[start][0], paragraph[end - 1][0])
            blocks.append(_finish(block, [Run(text[mark.end() :] if mark else text, "text")], []))
        paragraph = []
    return [block for block in blocks if block.atoms or len(block.text) > MAX_BLOCK_CHARS]


def _find_starts(lines: Sequence[str]) -> list[int]:
    """Return the indices of the lines of a paragraph that begin a block."""
    marked = [index for index, line in enumerate(lines) if _MARK.match(line)]
    if marked and marked[0] == 0:
        return marked
    is_indented = [line.startswith(" ") for line in lines]
    hangs = any(is_indented[1:]) and not is_indented[0]
    if hangs:
        return [index for index, indented in enumerate(is_indented) if not indented]
    return [0] if _is_wrapped([line.strip() for line in lines]) else list(range(len(lines)))


def _is_wrapped(lines: Sequence[str]) -> bool:
    """Return whether the lines of a paragraph were broken to fit a width: no next word would have fitted."""
    width = max(map(len, lines), default=0)
    return (
        len(lines) > 1
        and width >= _MIN_WIDTH
        and all(len(line) + 1 + len((below.split() or [""])[0]) > width for line, below in pairwise(lines))
    )


def _blank_front_matter(lines: Sequence[str]) -> list[str]:
    """Return the lines with blanks in place of the front matter of a generator of sites."""
    ends = (index for index, line in enumerate(lines[1:200], start=1) if line.rstrip() == "---")
    end = next(ends, -1) if lines and lines[0].rstrip("\ufeff \t") == "---" else -1
    return [*[""] * (end + 1), *lines[end + 1 :]]


def _blank_comments(text: str) -> str:
    """Return a text with nothing but the line ends in place of its comments."""
    parts, at = [], 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        parts += [text[at:start], "\n" * text.count("\n", start, end)]
        at = end + 3
    return "".join([*parts, text[at:]])


@lru_cache(maxsize=1)
def _markdown() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": True, "breaks": True, "maxNesting": 2 * _MAX_LEVEL_OF_LISTS})
    # Addresses stay as printed: extraction cleans them.
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005 - its name is part of the type
    return parser.enable(["table", "strikethrough"])


def _render(text: str) -> str:
    """Return Markdown as HTML whose elements know their lines; breaks of lines stay unless they only fit a width."""
    parser = _markdown()
    # For every opening bracket the parser searches for its end.
    kept = [
        line if line.count("[") - line.count("]") <= _MAX_OPEN_BRACKETS else line.replace("[", "(")
        for line in text.split("\n")
    ]
    tokens = parser.parse("\n".join(kept))
    for token in tokens:
        _note_lines(token)
    return str(parser.renderer.render(tokens, parser.options, {}))


def _note_lines(token: "Token") -> None:
    if token.map is None:
        return
    first = token.map[0] + 1
    if token.nesting == 1:
        token.attrSet(_LINE, str(first))
        token.attrSet(_END, str(token.map[1]))
    elif token.type == "html_block":
        content = token.content
        token.content = _TAG_WITH_LINE.sub(
            lambda tag: f'<{tag[1]} {_LINE}="{first + content.count(chr(10), 0, tag.start())}"', content
        )
    elif token.type == "inline" and "\n" in token.content and _is_wrapped([*map(str.strip, token.content.split("\n"))]):
        for child in token.children or ():
            if child.type == "softbreak":
                child.type, child.content = "text", " "


class _Sink:
    """The runs and links of an element from which a block is made."""

    def __init__(self, tag: str, path: str, depth: int) -> None:
        self.tag, self.path, self.depth = tag, path, depth
        self.cell = self.n_breaks = self.line = self.end_line = 0
        self.runs: list[Run] = []
        self.links: list[tuple[str, int, int]] = []  # address, and the lengths of the text before and after its words
        self.length = 0

    def add(self, text: str | None, style: "_Style", line: int) -> None:
        text = _SPACES.sub(" ", text or "")
        if not text or (text == " " and (not self.runs or self.runs[-1].text[-1:] in " \n")):
            return
        if text.strip():
            self.line = self.line or line
            self.end_line = max(self.end_line, line)
        run = Run(text, style.kind, style.host, self.cell, self.n_breaks, style.name)
        self.length += len(text)
        if self.runs and self.runs[-1][1:] == run[1:]:
            self.runs[-1] = run._replace(text=self.runs[-1].text + text)
        else:
            self.runs.append(run)

    def break_line(self) -> None:
        if self.runs and self.runs[-1].text != "\n":
            self.n_breaks += 1
            self.length += 1
            self.runs.append(Run("\n", "text", "", self.cell, self.n_breaks))


class _Style(NamedTuple):
    """How the text of an element is shown: the letters of its styles in order, the kind of its link, its class."""

    kind: str = "text"
    host: str = ""
    name: str = ""

    def with_letter(self, letter: str) -> "_Style":
        letters = set(self.kind) if self.kind != "text" else set()
        return self._replace(kind="".join(sorted({*letters, letter})))


class _Frame(NamedTuple):
    """An element that is being walked, the block around it (`outer`) and its own."""

    element: "HtmlElement"
    children: "Iterator[HtmlElement]"
    outer: _Sink | None
    sink: _Sink | None
    style: _Style
    path: str
    depth: int
    tag: str
    starts_link: int
    item: int


class _Walk:
    """A walk through a tree of HTML, which collects the blocks in order."""

    def __init__(self, n_lines: int, *, has_lines: bool) -> None:
        self._n_lines, self._has_lines = n_lines, has_lines
        self._blocks: list[Block] = []
        self._head = ""
        self._heads: dict[str, str] = {}
        self._header: Sequence[str] = ()
        self._counts = [0]  # of the blocks of the items around
        self._items: list[int] = []
        self._n_items = 0
        self._line = 1

    def read(self, root: "HtmlElement") -> list[Block]:
        stack: list[_Frame] = []
        if frame := self._enter(root, None, _Style(), "", 0):
            stack.append(frame)
        while stack:
            frame = stack[-1]
            child = next(frame.children, None)
            if child is None:
                self._leave(stack.pop())
                if stack and (above := stack[-1]).sink is not None:
                    above.sink.add(frame.element.tail, _style_of_text(above), self._line)
                continue
            below = self._enter(child, frame.sink, frame.style, frame.path, frame.depth)
            if below is not None:
                stack.append(below)
            elif frame.sink is not None:
                frame.sink.add(child.tail, _style_of_text(frame), self._line)
        return self._blocks

    def _enter(self, element: "HtmlElement", sink: _Sink | None, style: _Style, path: str, depth: int) -> _Frame | None:
        tag = element.tag if isinstance(element.tag, str) else "script"
        if tag in _SKIPPED:
            return None
        in_row = sink is not None and sink.tag == "tr"
        end_line = self._note_line(element)
        if tag == "table":
            self._header = ()
        if tag in ("tr", "td", "th") and not in_row and (tag != "tr" or _lays_out(element)):
            tag = "div"
        own, item = sink, 0
        if tag in _BLOCKS and not in_row:
            if sink is not None:
                self._flush(sink)
            if tag in _ENTRIES and path.count(">") < _MAX_PATH:
                path = f"{path}>{tag}".lstrip(">")
            depth += tag in ("ul", "ol", "dl")
            if tag in _ITEMS:
                self._n_items += 1
                item = self._n_items
                self._items.append(item)
                if tag in _COUNTED:
                    self._counts.append(0)
            name = _first_class(element)
            own = _Sink(tag, f"{path}.{name}" if element.get("class") else path, depth)
            own.end_line = end_line
        elif in_row and sink is not None and tag in ("td", "th"):
            sink.cell = sum(1 for _ in islice(element.itersiblings(preceding=True), _MAX_CELLS))
            sink.break_line()
        elif in_row and sink is not None and tag in _BREAKS:
            sink.break_line()
        if tag == "br" and own is not None:
            own.break_line()
        if letter := _STYLES.get(tag):
            style = style.with_letter(letter)
        starts_link = -1
        href = (element.get("href") or "").strip() if tag == "a" else ""
        if href:
            style = style.with_letter("a")._replace(host=host_kind(href))
            starts_link = own.length if own is not None else -1
        if tag in _CLASSED and element.get("class"):
            style = style._replace(name=_first_class(element))
        if tag == "img" and own is not None:
            kind = "badge" if "shields" in (element.get("src") or "") else "img"
            own.runs.append(Run(" ", "img", kind, own.cell, own.n_breaks))
            own.length += 1
        frame = _Frame(element, iter(element), sink, own, style, path, depth, tag, starts_link, item)
        if own is not None:
            own.add(element.text, _style_of_text(frame), self._line)
        return frame

    def _leave(self, frame: _Frame) -> None:
        sink, outer, tag = frame.sink, frame.outer, frame.tag
        if frame.starts_link >= 0 and sink is not None:
            sink.links.append(((frame.element.get("href") or "").strip(), frame.starts_link, sink.length))
        if sink is not outer and sink is not None:
            cells = [child for child in frame.element if isinstance(child.tag, str)]
            if tag == "tr" and cells and all(child.tag == "th" for child in cells):
                self._header = [_LETTERS.sub("", str(cell.text_content()).lower())[:12] for cell in cells]
            self._flush(sink)
            if frame.item:
                self._items.pop()
                if tag in _COUNTED:
                    self._counts.pop()
        elif outer is not None and outer.tag == "tr" and tag in _BREAKS and tag != "br":
            outer.break_line()

    def _note_line(self, element: "HtmlElement") -> int:
        """Note the line of an element, and return that on which it ends, where it says so."""
        if not self._has_lines:
            self._line = max(self._line, min(int(element.sourceline or 1), self._n_lines))
            return 0
        line, end = element.get(_LINE) or "", element.get(_END) or ""
        if line.isdecimal() and 0 < int(line[:9]) <= self._n_lines:
            self._line = int(line[:9])
        return min(int(end[:9]), self._n_lines) if end.isdecimal() else 0

    def _flush(self, sink: _Sink) -> None:
        """Make blocks of the runs of an element: one, or several of lines that begin with marks, `[1] …`."""
        runs, links = sink.runs, sink.links
        starts = [0]
        if sink.tag != "tr":
            marked = [
                index
                for index, run in enumerate(runs)
                if (index == 0 or run.text.startswith("\n")) and _MARK.match(run.text)
            ]
            starts = marked if len(marked) > 1 and marked[0] == 0 else starts
        offset = 0
        for start, end in pairwise([*starts, len(runs)]):
            part = runs[start:end]
            length = sum(len(run.text) for run in part)
            begin, offset = offset, offset + length
            if not any(_WORD.search(run.text) for run in part):
                continue
            n_cut = 0
            if len(starts) > 1 or (sink.tag == "p" and _NUMBER.match(part[0].text)):
                mark = _MARK.match(part[0].text)
                n_cut = mark.end() if mark else 0
                part[0] = part[0]._replace(text=part[0].text[n_cut:])
            line = (sink.line or self._line) + (part[0].line if len(starts) > 1 else 0)
            own = [
                (url, max(at - begin - n_cut, 0), to - begin - n_cut) for url, at, to in links if begin <= at < offset
            ]
            end_line = line + part[-1].line - part[0].line if len(starts) > 1 else max(sink.end_line, line)
            self._add(sink, part, own, (line, end_line))
        sink.runs, sink.links, sink.length, sink.n_breaks, sink.line = [], [], 0, 0, 0

    def _add(self, sink: _Sink, runs: list[Run], links: list[tuple[str, int, int]], lines: tuple[int, int]) -> None:
        block = Block(
            sink.tag,
            sink.path,
            sink.depth,
            self._counts[-1],
            *lines,
            items=tuple(self._items),
            head=self._head,
            heads=tuple(self._heads.values()),
            header=self._header if sink.tag == "tr" else (),
        )
        _finish(block, runs, links)
        if not block.atoms and len(block.text) <= MAX_BLOCK_CHARS:
            return
        self._counts[-1] += 1
        self._blocks.append(block)
        if block.is_heading:
            self._head = block.text.strip().lower()[:80]
            above = {tag: text for tag, text in self._heads.items() if tag < sink.tag}
            self._heads = {**above, sink.tag: self._head}


def _style_of_text(frame: _Frame) -> _Style:
    return frame.style if "a" in frame.style.kind else frame.style._replace(host="")


def _first_class(element: "HtmlElement") -> str:
    return (element.get("class") or "").split(" ")[0][:40]


def _lays_out(row: "HtmlElement") -> bool:
    """Return whether a row of a table lays out the page: its cells hold tables, headings, lists or paragraphs."""
    n_paragraphs = 0
    for node in row.iterdescendants():
        if node.tag in _NOT_ROWS:
            return True
        n_paragraphs += node.tag == "p"
    return n_paragraphs > _MAX_PARAGRAPHS_OF_A_ROW


def _finish(block: Block, runs: Sequence[Run], links: Sequence[tuple[str, int, int]]) -> Block:
    """Fill the text, the atoms and the links of a block; of a text that is too long, only the links."""
    text = "".join(run.text for run in runs)
    block.text = text
    block.links = [Link(url, text[start:end].strip(), start) for url, start, end in links]
    if len(text) > MAX_BLOCK_CHARS:
        return block
    base = 0
    for index, run in enumerate(runs):
        for start, end in _cut(run.text):
            piece = run.text[start:end]
            first = start + len(piece) - len(piece.lstrip(_EDGES))
            last = end - len(piece) + len(piece.rstrip(_EDGES_AFTER))
            if first < last and _WORD.search(run.text, first, last):
                block.atoms.append(
                    Atom(
                        run.text[first:last], base + first, base + last, index, *run[1:]
                    )  # kind, host, cell, line, name
                )
        base += len(run.text)
    at = 0
    for index, atom in enumerate(block.atoms):
        atom.before = delimiter(text[at : atom.start]) if index else "^"
        if index:
            block.atoms[index - 1].after = atom.before
        at = atom.end
    if block.atoms:
        block.atoms[-1].after = "$" + delimiter(text[at:].strip())[:1]
    return block


def _cut(text: str) -> Iterator[tuple[int, int]]:
    """Yield the pieces of a run between delimiters, from where to before where."""
    at = 0
    for match in _CUT.finditer(text):
        yield at, match.start()
        if match.lastgroup != "cut":
            yield match.span()
        at = match.end()
    yield at, len(text)


@lru_cache(maxsize=4096)
def delimiter(text: str) -> str:
    """Return what stands between two atoms, shortened to three signs, with blanks as `_`."""
    text = _EMOJI_OR_CODE.sub("☆", text).translate(_AS_PLAIN)
    return (r"\n" if "\n" in text and not text.strip() else _SPACES.sub("_", text))[:3]


@lru_cache(maxsize=4096)
def host_kind(url: str) -> str:
    """Return what kind of host a link leads to: a repository, a publisher, an archive, a blog, or a part of the page."""
    if url.startswith("#"):
        return "anchor"
    is_pdf = url.lower().split("?")[0].endswith((".pdf", ".ps", ".ps.gz"))
    if not re.match(r"(?:https?:)?//", url):
        return "pdf" if url.lower().endswith(".pdf") else "local"
    if is_pdf and "arxiv" not in url:
        return "pdf"
    where = url.split("//", 1)[1].split("?")[0].split("#")[0]
    return next((kind for kind, pattern in _hosts() if pattern.search(where)), "web")


@lru_cache(maxsize=1)
def _hosts() -> tuple[tuple[str, re.Pattern[str]], ...]:
    table = read_tables(__package__ or "", "words.toml")["hosts"]
    return tuple((kind, re.compile(pattern)) for kind, pattern in table.items())
