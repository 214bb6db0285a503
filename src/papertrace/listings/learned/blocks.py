"""A document as blocks (items, rows, paragraphs, headings) of atoms: pieces of text that no mark or delimiter divides.

Every notation is one tree (`papertrace.markup`) but plain text, which has a shorter way of its own. The tree is walked
without a stack of calls, as pages may be nested to any depth.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice, pairwise
from typing import NamedTuple

from papertrace.markup import asciidoc, markdown, org, rst, tex
from papertrace.markup.tree import Element, Token, build_tree, find_tokens, is_wrapped
from papertrace.word_lists import read_tables

SCHOLARLY = frozenset(["arxiv", "doi", "openreview", "acl", "publisher", "pdf"])
"""The kinds of hosts that papers are read at, of those that `host_kind` tells apart."""
MAX_BLOCK_CHARS = 20_000
"""The length of a block whose atoms are looked for; of a longer one, only the links are kept."""

_WORDS = read_tables(__package__ or "", "words.toml")
_ELEMENTS = {name: frozenset(text.split()) for name, text in _WORDS["elements"].items()}
_HOSTS: list[tuple[str, list[str]]] = [(kind, text.split()) for kind, text in _WORDS["hosts"].items()]
_NOT_ROWS = frozenset(["table", "tr", "h1", "h2", "h3", "li", "dt"])
_CELLS = frozenset(["td", "th"])
_STYLES = {"b": "b", "strong": "b", "i": "i", "em": "i", "cite": "i", "code": "c", "tt": "c"}
_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_CLASSED = _ELEMENTS["classed"]
_INLINE = frozenset(["a", "span", *_STYLES])
_MAX_PATH = 20
_MAX_CELLS = 200
_MAX_HEADING = 200
_MAX_BIBTEX_LINES = 100
_MAX_PARAGRAPHS_OF_A_ROW = 3
_MAX_NAME = 3  # words
_MAX_SHORT = 24  # characters
_MIN_PARAGRAPHS = 2
ANY_YEAR = re.compile(r"(?<!\d)(?:1[6-9]|20)\d\d(?!\d)")
_WORD = re.compile(r"[^\W_]")
_SMALL = frozenset("abcdefghijklmnopqrstuvwxyz")

_EMOJI = "\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u2190-\u21ff"
_CUT = re.compile(
    # The signs with which any of the rest can begin come first: most characters are none of them.
    rf"""(?=[\s.,;:!?，。；：、"“”«»„【】《》「」『』‘’`'()\[\]{{}}（）|<_hw12{_EMOJI}])(?:(?P<url>(?:https?://|www\.)\S+)
    | (?P<cut>\s*\n\s*|\.(?:\s+|$)|(?<=\bal)\.[,:]?\s*|[,!?:]\s+|;\s*
      |(?<=[a-z]),(?=[A-Z][a-z])|(?<=[^\W\d_])[.,](?=[A-ZА-ЯЁ][a-zа-яё]{{2}}|[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])[.,]
      |(?<=\b\d\d)['’]\s+|[，。；：、]\s*
      |\s+[^\w\s&$%()\[\]'"]{{1,6}}\s+|["“”«»„【】《》「」『』‘]|’(?!\w)|``|''|\s{{2,}}
      |\s*[()\[\]{{}}（）]\s*|\s*</?(?:a|b|br|div|em|i|p|span|strong|u)>\s*|\s+<(?=\d{{4}}-\d)
      |\s*\|\s*|(?<=[^\W_])_{{1,20}}(?=[^\W_])|:[a-z0-9_+-]{{1,40}}:|[{_EMOJI}]+
      |\s+(?=by\ [A-Z])|\s+(?=[Ii]n:?\ (?:Proc|Advances)))
    | (?P<year>(?<![\w./-])(?:19|20)\d\d(?![\w/-])))""",  # noqa: RUF001 - as printed
    re.VERBOSE,
)
# A year and a venue that hyphens join to the title: `16-OSDI-Title`, `CVPR2020-Title`.
_JOINED = re.compile(
    r"\s*(?:((?:19|20)?\d\d)-([A-Za-z][A-Za-z&]{1,15})|([A-Z][A-Za-z&]{1,15})[-'’]?((?:19|20)?\d\d))-(?=[A-Z0-9\u4e00-\u9fff])"  # noqa: RUF001 - as printed
)
_EMOJI_OR_CODE = re.compile(rf":[a-z0-9_+-]{{1,40}}:|[{_EMOJI}]+")
_AS_PLAIN = str.maketrans("–—“”«»「」『』（），：", '--""""""""(),:')  # noqa: RUF001 - as printed
BLANKS = re.compile(r"\s+")
_EDGES, _EDGES_AFTER = " \t\n*_~#>-–—.,:;&", " \t\n*_~.,:;&"  # noqa: RUF001 - as printed
_MARK = re.compile(r"\s*(?:\[\w{1,8}\]|\(\d{1,3}\)|\d{1,3}[.):]|[-*•·‣▪])\s+(?=\S)")
_BIBTEX = re.compile(r"\s{0,8}@[A-Za-z]{3,20}\s?\{[^{},=]{0,200}(?:,?\s*$|,.*=)")
_FENCE = re.compile(r"\s*(?P<signs>`{3,}(?=[^`]*$)|~{3,})\s*(?P<info>.*)")
_NUMBER = re.compile(r"\s*\[\d{1,4}\]\s")
_HYPHENATED = re.compile(r"(\w)- (?=[a-z])")


class Run(NamedTuple):
    """Text of one style: in bold, in italics, as code, in a link (`kind`), of one kind of host, cell and line."""

    text: str
    kind: str
    host: str = ""
    cell: int = 0
    line: int = 0
    name: str = ""


class Link(NamedTuple):
    """A link of a block: its address as printed, its words, and the offset in the block's text where they begin.

    `line` is that of the tag if it is above the block, as that of a link around several blocks is, else 0.
    """

    url: str
    words: str
    start: int
    line: int = 0


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
    place among the blocks of the innermost. `heading` is the heading above it, `head` its beginning in small letters,
    `heads` those of all headings, `header` the words of the header of its table by column.
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
    heading: str = ""
    heads: tuple[str, ...] = ()
    header: Sequence[str] = ()
    links: list[Link] = field(default_factory=list)

    @property
    def is_heading(self) -> bool:
        """Whether the block is a heading."""
        return self.tag in _HEADINGS


def _read_notation(
    parse: Callable[[str], Iterable[Token]],
    lines: Sequence[str],
    *,
    may_quote_bibtex: bool = False,
    keeps_fenced: bool = False,
) -> list[Block]:
    """Return the blocks of a document in order; entries in fenced code are left out where that is read."""
    shown = _blank_bibtex(lines, keeps_fenced=keeps_fenced) if may_quote_bibtex else lines
    text = "\n".join([*shown, ""])  # as files end, so that what was parsed for their links is the same text
    return _Walk(len(lines), quotes_bibtex=keeps_fenced).read(build_tree(parse(text), text))


ReadBlocks = Callable[[Sequence[str]], list[Block]]
"""A function that returns the blocks of the lines of a document in order."""

# Most documents in Markdown are parsed once, for their papers and their links, as fenced code stays in them.
read_markdown: ReadBlocks = partial(_read_notation, markdown.parse, may_quote_bibtex=True, keeps_fenced=True)
read_org: ReadBlocks = partial(_read_notation, org.parse)
read_rst: ReadBlocks = partial(_read_notation, rst.parse, may_quote_bibtex=True)
read_asciidoc: ReadBlocks = partial(_read_notation, asciidoc.parse, may_quote_bibtex=True)
read_latex: ReadBlocks = partial(_read_notation, tex.parse)


def read_html(text: str) -> list[Block]:
    """Return the blocks of a document in HTML in order."""
    return read_tree(build_tree(find_tokens(text), text), text.count("\n") + 1)


def read_tree(root: Element, n_lines: int) -> list[Block]:
    """Return the blocks of a document of so many lines in order."""
    return _Walk(n_lines).read(root)


def read_text(lines: Sequence[str]) -> list[Block]:
    """Return the blocks of a plain text: what is numbered or marked with bullets, otherwise paragraphs or lines."""
    paragraphs: list[list[tuple[int, str]]] = [[]]
    for number, line in enumerate(lines, start=1):
        if line.strip():
            paragraphs[-1].append((number, line.expandtabs(4).rstrip()))
        elif paragraphs[-1]:
            paragraphs.append([])
    printed = [[line for _, line in paragraph] for paragraph in paragraphs if paragraph]
    starts = [_find_starts(paragraph) for paragraph in printed]
    if _are_entries([one for one in printed if len(one) > 1]):
        starts = [
            [0] if 1 < len(one) == len(begins) and not _MARK.match(one[-1]) else begins
            for one, begins in zip(printed, starts, strict=True)
        ]
    blocks = [
        _make_text_block(paragraph[start:end])
        for paragraph, begins in zip(paragraphs, starts, strict=False)
        for start, end in pairwise([*begins, len(paragraph)])
    ]
    return [block for block in blocks if block.atoms or len(block.text) > MAX_BLOCK_CHARS]


def _make_text_block(lines: Sequence[tuple[int, str]]) -> Block:
    """Return a block of lines with their numbers; lines that were not broken to fit a width stay lines."""
    shown = [line.strip() for _, line in lines]
    mark = _MARK.match(shown[0])
    shown[0] = shown[0][mark.end() :] if mark else shown[0]
    tag = "li" if mark else "p"
    block = Block(tag, tag, int(mark is not None), 0, lines[0][0], lines[-1][0])
    is_broken = len(lines) > 1 and not mark and not any(line.startswith(" ") for _, line in lines)
    if not is_broken or is_wrapped(shown):
        return _finish(block, [Run(_HYPHENATED.sub(r"\1-", " ".join(shown)), "text")], [])
    runs = [
        run
        for index, line in enumerate(shown)
        for run in (Run("\n", "text", line=index), Run(line, "text", line=index))[not index :]
    ]
    return _finish(block, runs, [])


def _find_starts(lines: Sequence[str]) -> list[int]:
    """Return the indices of the lines of a paragraph that begin a block."""
    marked = [index for index, line in enumerate(lines) if _MARK.match(line)]
    if marked and marked[0] == 0:
        return marked
    if len(marked) > 1 and 2 * len(marked) >= len(lines):  # below a line that names what is marked
        return [0, *marked]
    is_indented = [line.startswith(" ") for line in lines]
    hangs = any(is_indented[1:]) and not is_indented[0]
    if hangs:
        return [index for index, indented in enumerate(is_indented) if not indented]
    return [0] if is_wrapped([line.strip() for line in lines]) else list(range(len(lines)))


def _are_entries(paragraphs: Sequence[Sequence[str]]) -> bool:
    """Return whether paragraphs of several lines are an entry each, not their lines: these would have years each."""
    dated = [sum(ANY_YEAR.search(line) is not None for line in paragraph) for paragraph in paragraphs]
    n_lines = sum(map(len, paragraphs))
    return (
        len(paragraphs) >= _MIN_PARAGRAPHS and sum(map(bool, dated)) * 2 > len(dated) and sum(dated) * 5 < n_lines * 3
    )


def _blank_bibtex(lines: Sequence[str], *, keeps_fenced: bool = False) -> list[str]:
    """Return the lines with blanks in place of entries in BibTeX, which are read as such."""
    kept, depth, n_left, fence = list(lines), 0, 0, ""
    for index, line in enumerate(lines):
        if keeps_fenced and (found := _FENCE.match(line)):
            # Code may quote other fences: its own end has the same signs, as many or more, and no words behind.
            if not fence:
                fence, depth, n_left = found["signs"], 0, 0
            elif found["signs"].startswith(fence) and not found["info"]:
                fence = ""
                continue
        if fence:
            continue
        if depth <= 0 and _BIBTEX.match(line):
            depth, n_left = 0, _MAX_BIBTEX_LINES
        if n_left:
            depth += line.count("{") - line.count("}")
            n_left = n_left - 1 if depth > 0 else 0
            kept[index] = ""
    return kept


class _Sink:
    """The runs and links of an element from which a block is made."""

    def __init__(self, tag: str, path: str, depth: int) -> None:
        self.tag, self.path, self.depth = tag, path, depth
        self.cell = self.n_cells = self.end_line = 0
        self.clear()

    def clear(self) -> None:
        self.n_breaks = self.line = self.length = 0
        self.links: list[tuple[str, int, int]] = []  # address, and the lengths of the text before and after its words
        self._last = ""
        self._parts: list[tuple[list[str], _Shown]] = []

    @property
    def runs(self) -> list[Run]:
        return [Run("".join(texts), *shown) for texts, shown in self._parts]

    def add(self, text: str | None, style: "_Style", line: int) -> None:
        if not text:
            return
        words = text.split()
        if words:
            start = " " if text[0].isspace() else ""
            text = f"{start}{' '.join(words)} " if text[-1].isspace() else start + " ".join(words)
            self.line = self.line or line
            self.end_line = max(self.end_line, line)
        elif self._last in ("", " ", "\n"):
            return
        else:
            text = " "
        kind, host, name = style
        self._push(text, (kind, host, self.cell, self.n_breaks, name))

    def add_image(self, kind: str) -> None:
        self._push(" ", ("img", kind, self.cell, self.n_breaks, ""), is_apart=True)

    def break_line(self) -> None:
        if self._parts and self._last != "\n":
            self.n_breaks += 1
            self._push("\n", ("text", "", self.cell, self.n_breaks, ""))

    def _push(self, text: str, shown: "_Shown", *, is_apart: bool = False) -> None:
        self.length += len(text)
        self._last = text[-1]
        if self._parts and self._parts[-1][1] == shown and not is_apart:
            self._parts[-1][0].append(text)
        else:
            self._parts.append(([text], shown))


_Shown = tuple[str, str, int, int, str]
"""How a run is shown: its kind, host, cell, line and name."""


class _Style(NamedTuple):
    """How the text of an element is shown: the letters of its styles in order, the kind of its link, its class."""

    kind: str = "text"
    host: str = ""
    name: str = ""


@lru_cache(maxsize=1024)
def _add_letter(style: _Style, letter: str, host: str) -> _Style:
    letters = style.kind if style.kind != "text" else ""
    return _Style("".join(sorted({*letters, letter})), host, style.name)


@dataclass(slots=True)
class _Frame:
    """An element that is being walked, the block around it (`outer`) and its own."""

    element: Element
    children: Iterator[Element | str]
    outer: _Sink | None
    sink: _Sink | None
    style: _Style
    path: str
    depth: int
    tag: str
    starts_link: int = -1
    item: int = 0
    card: str = ""  # the address of a link around blocks
    n_above: int = 0  # the blocks above a card


class _Walk:
    """A walk through a tree of HTML, which collects the blocks in order."""

    def __init__(self, n_lines: int, *, quotes_bibtex: bool = False) -> None:
        self._n_lines, self._quotes_bibtex = n_lines, quotes_bibtex
        self._blocks: list[Block] = []
        self._head = self._heading = ""
        self._heads: dict[str, str] = {}
        self._heads_above: tuple[str, ...] = ()
        self._header: Sequence[str] = ()
        self._counts = [0]  # of the blocks of the items around
        self._items: list[int] = []
        self._n_items = 0
        self._line = 1

    def read(self, root: Element) -> list[Block]:
        outside = _Frame(root, iter(root.children), None, None, _Style(), "", 0, root.tag)
        self._open(outside)
        stack = [outside]
        while stack:
            frame = stack[-1]
            sink, style = frame.sink, frame.style
            for child in frame.children:
                if isinstance(child, str):
                    if sink is not None:
                        sink.add(child, style, self._line)
                elif child.tag in _INLINE and len(child.children) == 1 and isinstance(text := child.children[0], str):
                    self._line = max(self._line, child.line)
                    if sink is not None:
                        _add_inline(child, text, sink, style, self._line)
                elif below := self._enter(child, frame):
                    stack.append(below)
                    break
            else:
                self._leave(stack.pop())
        return self._blocks

    def _enter(self, element: Element, above: _Frame) -> _Frame | None:
        """Return the frame of an element below another one; None if nothing of it is shown."""
        tag, outer = element.tag, above.sink
        if tag in _ELEMENTS["skipped"]:
            return None
        if tag == "pre":
            self._read_preformatted(element, outer)
            return None
        in_row = outer is not None and outer.tag == "tr"
        self._line = max(self._line, element.line)
        if tag == "table":
            self._header = ()
        if not in_row and (tag in _CELLS or (tag == "tr" and _lays_out(element))):
            tag = "div"
        card = element.get("href").strip() if tag == "a" and not in_row and _is_card(element) else ""
        shown_as = ("div" if _is_title(element) else "li") if card else tag
        frame = _Frame(
            element, iter(element.children), outer, outer, above.style, above.path, above.depth, shown_as, card=card
        )
        frame.n_above = len(self._blocks)
        if shown_as in _ELEMENTS["blocks"] and not in_row:
            self._open(frame)
        elif outer is not None and (tag == "br" or (in_row and (tag in _CELLS or tag in _ELEMENTS["breaks"]))):
            if tag in _CELLS:
                outer.cell = min(outer.n_cells, _MAX_CELLS)
                outer.n_cells += 1
            outer.break_line()
        frame.style, url = _find_style(element, frame.style, shown_as)
        frame.starts_link = frame.sink.length if url and frame.sink is not None else -1
        if frame.sink is not None and tag == "img":
            frame.sink.add_image("badge" if "shields" in element.get("src") else "img")
        return frame

    def _read_preformatted(self, element: Element, outer: _Sink | None) -> None:
        """Add the blocks of an element that shows its lines as they are, which may be a list in plain text."""
        if outer is not None:
            self._flush(outer)
        text = "".join(element.texts())
        n_above = element.line - 1 if text.startswith("\n") or not element.end_line else element.line
        links = [
            (one.get("href").strip(), " ".join("".join(one.texts()).split()))
            for one in element.walk()
            if one.tag == "a"
        ]
        lines = text.split("\n")
        for block in read_text(_blank_bibtex(lines) if self._quotes_bibtex else lines):
            block.line, block.end_line = block.line + n_above, block.end_line + n_above
            block.nth, block.items = self._counts[-1], tuple(self._items)
            block.head, block.heading, block.heads = self._head, self._heading, self._heads_above
            while links and (at := block.text.find(links[0][1])) >= 0:
                block.links.append(Link(*links.pop(0), at))
            self._counts[-1] += 1
            self._blocks.append(block)

    def _open(self, frame: _Frame) -> None:
        """Make the element of a frame a block by itself; what the block around it has so far is made one."""
        if frame.outer is not None:
            self._flush(frame.outer)
        path, tag = frame.path, frame.tag
        if tag in _ELEMENTS["entries"] and path.count(">") < _MAX_PATH:
            path = f"{path}>{tag}" if path else tag
        if tag in _ELEMENTS["items"]:
            self._n_items += 1
            frame.item = self._n_items
            self._items.append(frame.item)
            if tag in _ELEMENTS["counted"]:
                self._counts.append(0)
        frame.path, frame.depth = path, frame.depth + (tag in ("ul", "ol", "dl"))
        named = f"{path}.{_first_class(frame.element)}" if frame.element.get("class") else path
        frame.sink = _Sink(tag, named, frame.depth)
        frame.sink.end_line = min(frame.element.end_line, self._n_lines)

    def _leave(self, frame: _Frame) -> None:
        sink, outer, tag = frame.sink, frame.outer, frame.tag
        if frame.starts_link >= 0 and sink is not None and not frame.card:
            sink.links.append((frame.element.get("href").strip(), frame.starts_link, sink.length))
        if sink is not outer and sink is not None:
            cells = [child for child in frame.element.children if isinstance(child, Element)]
            if tag == "tr" and cells and not self._header and all(child.tag == "th" for child in cells):
                self._header = [
                    "".join(filter(_SMALL.__contains__, "".join(cell.texts()).lower()))[:12] for cell in cells
                ]
                sink.clear()
            self._flush(sink)
            if frame.card and (inside := self._blocks[frame.n_above :]):
                longest = max(inside, key=lambda block: len(block.text))
                longest.links.insert(0, Link(frame.card, longest.text.strip(), 0, frame.element.line))
            if frame.item:
                self._items.pop()
                if tag in _ELEMENTS["counted"]:
                    self._counts.pop()
        elif outer is not None and outer.tag == "tr" and tag in _ELEMENTS["breaks"] and tag != "br":
            outer.break_line()

    def _flush(self, sink: _Sink) -> None:
        """Make blocks of the runs of an element: one, or several of lines that begin with marks, `[1] …`."""
        if not (sink.length or sink.links):
            sink.clear()
            return
        runs, links = sink.runs, sorted(sink.links, key=lambda link: link[1])
        above = self._blocks[-1] if self._blocks else None
        if not any(_WORD.search(run.text) for run in runs):
            # Icons that lead to papers belong to what stands above them in the same item.
            leading = [url for url, *_ in links if host_kind(url) in SCHOLARLY]
            if above and above.items and above.items[-1] in self._items:
                above.links.extend(Link(url, "", len(above.text) - 1) for url in leading)
            sink.clear()
            return
        starts = [0]
        if sink.tag != "tr":
            marked = [
                index for index, run in enumerate(runs) if (index == 0 or run.text[0] == "\n") and _MARK.match(run.text)
            ]
            starts = marked if len(marked) > 1 and marked[0] == 0 else starts
        offset = n_links = 0
        for start, end in pairwise([*starts, len(runs)]):
            part = runs[start:end]
            begin, offset = offset, offset + sum([len(run.text) for run in part])
            first_link = n_links
            while n_links < len(links) and links[n_links][1] < offset:
                n_links += 1
            if len(starts) > 1 and not any(_WORD.search(run.text) for run in part):
                continue
            n_cut = 0
            if len(starts) > 1 or (sink.tag == "p" and _NUMBER.match(part[0].text)):
                mark = _MARK.match(part[0].text)
                n_cut = mark.end() if mark else 0
                part[0] = part[0]._replace(text=part[0].text[n_cut:])
            line = (sink.line or self._line) + (part[0].line if len(starts) > 1 else 0)
            own = [(url, max(at - begin - n_cut, 0), to - begin - n_cut) for url, at, to in links[first_link:n_links]]
            end_line = line + part[-1].line - part[0].line if len(starts) > 1 else max(sink.end_line, line)
            self._add(sink, part, own, (line, end_line))
        sink.clear()

    def _add(self, sink: _Sink, runs: list[Run], links: list[tuple[str, int, int]], lines: tuple[int, int]) -> None:
        block = Block(
            sink.tag,
            sink.path,
            sink.depth,
            self._counts[-1],
            *lines,
            items=tuple(self._items),
            head=self._head,
            heading=self._heading,
            heads=self._heads_above,
            header=self._header if sink.tag == "tr" else (),
        )
        _finish(block, runs, links)
        if not block.atoms and len(block.text) <= MAX_BLOCK_CHARS:
            return
        self._counts[-1] += 1
        self._blocks.append(block)
        if block.is_heading:
            self._heading = block.text.strip()[:_MAX_HEADING]
            self._head = self._heading.lower()[:80]
            above = {tag: text for tag, text in self._heads.items() if tag < sink.tag}
            self._heads = {**above, sink.tag: self._head}
            self._heads_above = tuple(self._heads.values())


def _find_style(element: Element, style: _Style, tag: str) -> tuple[_Style, str]:
    """Return the style of an element, which is read as one of a tag, within a style, and the address of its link."""
    url = ""
    if letter := _STYLES.get(tag):
        style = _add_letter(style, letter, style.host)
    if element.attributes:
        if tag == "a" and (url := element.get("href").strip()):
            style = _add_letter(style, "a", host_kind(url))
        if tag in _CLASSED and element.get("class"):
            style = style._replace(name=_first_class(element))
    return style, url


def _add_inline(element: Element, text: str, sink: _Sink, style: _Style, line: int) -> None:
    """Add an element with nothing but a text, which makes no block and breaks no line."""
    style, url = _find_style(element, style, element.tag)
    start = sink.length
    sink.add(text, style, line)
    if url:
        sink.links.append((url, start, sink.length))


def _is_card(link: Element) -> bool:
    """Return whether a link is around blocks, all of which lead to its address."""
    return any(isinstance(one, Element) and one.tag in _ELEMENTS["blocks"] for one in link.children)


def _is_title(card: Element) -> bool:
    """Return whether a card is a heading alone, which names and a venue beside the link belong to."""
    blocks = [one for one in card.children if isinstance(one, Element) and one.tag in _ELEMENTS["blocks"]]
    return len(blocks) == 1 and blocks[0].tag in _HEADINGS


def _first_class(element: Element) -> str:
    return element.get("class").split(" ")[0][:40]


def _lays_out(row: Element) -> bool:
    """Return whether a row of a table lays out the page: its cells hold tables, headings, lists or paragraphs."""
    n_paragraphs = 0
    for node in islice(row.walk(), 1, None):
        if node.tag in _NOT_ROWS:
            return True
        n_paragraphs += node.tag == "p"
    return n_paragraphs > _MAX_PARAGRAPHS_OF_A_ROW


def _finish(block: Block, runs: Sequence[Run], links: Sequence[tuple[str, int, int]]) -> Block:
    """Fill the text, the atoms and the links of a block; of a text that is too long, only the links."""
    block.text = text = "".join(run.text for run in runs)
    block.links = [Link(url, text[start:end].strip(), start) for url, start, end in links]
    if len(text) > MAX_BLOCK_CHARS:
        return block
    runs = _join_phrases(runs)
    base, at, atoms = 0, 0, block.atoms
    before, last = "^", None
    for index, (shown, kind, host, cell, line, name) in enumerate(runs):
        for piece, start, end in _cut_short(shown) if len(shown) <= _MAX_SHORT else _cut(shown):
            if last is not None:
                last.after = before = delimiter(text[at : base + start])
            last = Atom(piece, base + start, base + end, index, kind, host, cell, line, name, before)
            at = last.end
            atoms.append(last)
        base += len(shown)
    if last is not None:
        last.after = "$" + delimiter(text[at:].strip())[:1]
    return block


def _join_phrases(runs: Sequence[Run]) -> Sequence[Run]:
    """Return the runs with a word or two in italics amid a phrase, as names of species are set, as part of the phrase.

    The phrase goes on in its own style, in small letters, and no sign but brackets around the words stands between.
    """
    if not any("i" in run.kind for run in runs):
        return runs
    found: list[Run] = []
    for index, run in enumerate(runs):
        before, after = found[-1] if found else None, runs[index + 1] if index + 1 < len(runs) else None
        if before is not None and before[1:] == run[1:] and runs[index - 1][1:] != run[1:]:
            found[-1] = before._replace(text=before.text + run.text)
        elif before is not None and after is not None and "i" in run.kind and _is_amid(before, run, after):
            found[-1] = before._replace(text=f"{before.text}{run.text}")
        else:
            found.append(run)
    return found


def _is_amid(before: Run, run: Run, after: Run) -> bool:
    is_bracketed = before.text.endswith(" (") and after.text.startswith(")")
    above = before.text[-3:-1] if is_bracketed else before.text[-2:]
    below = after.text[1:3] if is_bracketed else after.text[:2]
    return (
        before[1:] == after[1:]
        and run.kind != before.kind
        and (run.kind.replace("i", "") or "text", *run[2:]) == before[1:]
        and above[-1:] == " " == below[:1]
        and above[:1].isalnum()
        and below[1:].islower()
        and len(run.text.split()) <= _MAX_NAME
        and run.text.replace(" ", "").isalpha()
    )


def _cut(text: str) -> list[tuple[str, int, int]]:
    """Return the pieces of a run between delimiters, without signs at their edges, from where to before where."""
    at = 0
    places: list[tuple[int, int]] = []
    if "-" in text and (joined := _JOINED.match(text)):
        places += (joined.span(group) for group in range(1, 5) if joined[group])
        at = joined.end()
    for match in _CUT.finditer(text, at):
        start, end = match.span()
        if start > at:
            places.append((at, start))
        if match.lastgroup != "cut":
            places.append((start, end))
        at = end
    if at < len(text):
        places.append((at, len(text)))
    pieces: list[tuple[str, int, int]] = []
    for start, end in places:
        piece = text[start:end]
        first, stop = end - len(piece.lstrip(_EDGES)), start + len(piece.rstrip(_EDGES_AFTER))
        if first < stop and (text[first].isalnum() or _WORD.search(text, first, stop)):
            pieces.append((text[first:stop], first, stop))
    return pieces


_cut_short = lru_cache(maxsize=4096)(_cut)  # as labels, delimiters and venues recur, but titles do not


@lru_cache(maxsize=4096)
def delimiter(text: str) -> str:
    """Return what stands between two atoms, shortened to three signs, with blanks as `_`."""
    text = _EMOJI_OR_CODE.sub("☆", text).translate(_AS_PLAIN)
    return (r"\n" if "\n" in text and not text.strip() else BLANKS.sub("_", text))[:3]


@lru_cache(maxsize=16_384)
def host_kind(url: str) -> str:
    """Return what kind of host a link leads to: a repository, a publisher, an archive, a part of the page, …."""
    if url.startswith("#"):
        return "anchor"
    is_pdf = url.lower().split("?")[0].endswith((".pdf", ".ps", ".ps.gz"))
    if not url.startswith(("http://", "https://", "//")):
        return "pdf" if url.lower().endswith(".pdf") else "local"
    if is_pdf and "arxiv" not in url:
        return "pdf"
    where = "^" + url.split("//", 1)[1].split("?", maxsplit=1)[0].split("#", maxsplit=1)[0]
    for kind, parts in _HOSTS:
        for part in parts:
            if part in where:
                return kind
    return "web"
