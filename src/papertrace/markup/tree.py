"""The tokens that notations are parsed to, what several notations share, and the tree of elements that they make."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from html import unescape
from itertools import accumulate, pairwise
from typing import NamedTuple

from papertrace.model.document import Anchor, Generated, Inclusion, LeftOut, Mark, Part
from papertrace.model.text import decode_attribute


class Attribute(NamedTuple):
    """An attribute: its name in lower case, its value as written and decoded, and the offset of the written one."""

    name: str
    raw: str
    start: int
    value: str


class Tag(NamedTuple):
    """A tag that opens or closes an element; the name is in lower case.

    What a tag takes of the source, as the brackets of a link do, is no text. `until` is where a block ends, if its
    notation says so when it begins.
    """

    name: str
    start: int
    end: int
    attributes: tuple[Attribute, ...] = ()
    closes: bool = False
    until: int = 0

    def get(self, name: str) -> str:
        """Return the value of an attribute, or an empty string."""
        return next((one.value for one in self.attributes if one.name == name), "")


class Text(NamedTuple):
    """A text as it is shown, or the raw text of an element such as `script` (`element`)."""

    text: str
    start: int
    end: int
    element: str = ""


class Hidden(NamedTuple):
    """A part of the source that is not shown, such as a comment."""

    start: int
    end: int
    reason: LeftOut


Token = Tag | Text | Hidden | Anchor | Generated | Inclusion | Part

_VOIDS = "area base basefont br col embed frame hr img input link meta param source track wbr"
_VOID = frozenset(_VOIDS.split())
# Elements that end where another one begins below them, as browsers and libxml2 have it; the tags that end them.
_BLOCKS = (
    "address blockquote body center dd dir div dl dt h1 h2 h3 h4 h5 h6 head hr li menu ol p pre table tbody td tfoot th"
    " thead tr ul article section details summary figure header footer main nav aside form fieldset caption"
)
_ENDED_BY = {
    name: frozenset(tags.split())
    for names, tags in (
        ("a", "a fieldset table td th"),
        ("p", _BLOCKS),
        ("b u font", "p td th"),
        ("big i s small strike tt", "p"),
        ("span", "td th"),
        ("h1 h2 h3 h4 h5 h6", "fieldset form li p table"),
        ("li", "li"),
        ("dd", "dd dt"),
        ("dt", "dd dl dt"),
        ("dl", "li"),
        ("td th", "tbody td tfoot th tr"),
        ("tr", "tbody tfoot tr"),
        ("tbody thead tfoot", "tbody tfoot"),
        ("caption colgroup", "tbody tfoot thead tr"),
        ("option", "option optgroup"),
        ("head", _BLOCKS + " a b br code em i img span strong sub sup u"),
        ("pre", "dd dl dt fieldset form li table ul"),
    )
    for name in names.split()
}
# An end tag leaves elements open that are above those of its kind.
_RANKS = {"div": 1, "td": 2, "th": 2, "tr": 3, "tbody": 4, "thead": 4, "tfoot": 4, "table": 5, "body": 6, "html": 7}
_MAX_DEPTH = 500


class Element:
    """An element with its attributes, its children in order, and where it begins and ends in the source.

    `line` is that on which its tag ends, counted from 1, and `end_line` that on which it ends itself, 0 if unknown.
    """

    __slots__ = ("attributes", "children", "end_line", "line", "start", "stop", "tag")

    def __init__(self, tag: str, start: int, line: int, attributes: dict[str, str], end_line: int = 0) -> None:
        self.tag: str = tag
        self.start: int = start
        self.stop: int = start
        self.line: int = line
        self.end_line: int = end_line
        self.attributes: dict[str, str] = attributes
        self.children: list[Element | str] = []

    def get(self, name: str) -> str:
        """Return the value of an attribute, or an empty string."""
        return self.attributes.get(name, "")

    def walk(self) -> Iterator["Element"]:
        """Yield the element and those in it, in the order of the source."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(one for one in reversed(element.children) if isinstance(one, Element))

    def texts(self) -> Iterator[str]:
        """Yield the texts in the element."""
        stack: list[Element | str] = [self]
        while stack:
            one = stack.pop()
            if isinstance(one, str):
                yield one
            else:
                stack.extend(reversed(one.children))


def find_line_starts(text: str) -> list[int]:
    """Return the offsets of the first characters of the lines of a text."""
    return [0, *accumulate(len(line) + 1 for line in text.split("\n")[:-1])]


def build_tree(tokens: Iterable[Token], source: str) -> Element:
    """Return the root of the tree that tokens make; missing end tags are supplied, and end tags of nothing left out."""
    starts = find_line_starts(source)
    root = Element("body", 0, 1, {})
    root.stop = len(source)
    stack = [root]
    for token in tokens:
        if isinstance(token, Text):
            if token.element != "front matter":
                stack[-1].children.append(token.text)
        elif not isinstance(token, Tag):
            continue
        elif token.closes:
            _close(stack, token)
        else:
            name = token.name
            while name in _ENDED_BY.get(stack[-1].tag, ()):
                stack.pop().stop = token.start
            attributes = {one.name: one.value for one in reversed(token.attributes)}
            line = bisect_right(starts, max(token.end - 1, token.start))
            end_line = bisect_right(starts, token.until - 1) if token.until else 0
            element = Element(name, token.start, line, attributes, end_line)
            element.stop = token.end
            stack[-1].children.append(element)
            if name not in _VOID and len(stack) < _MAX_DEPTH:
                stack.append(element)
    for element in stack:
        element.stop = len(source)
    return root


def _close(stack: list[Element], token: Tag) -> None:
    rank = _RANKS.get(token.name, 0)
    for depth in range(len(stack) - 1, 0, -1):
        if stack[depth].tag == token.name:
            for element in stack[depth:]:
                element.stop = token.end
            del stack[depth:]
            return
        if _RANKS.get(stack[depth].tag, 0) > rank:
            return


_MIN_WIDTH = 40


def is_wrapped(lines: Sequence[str]) -> bool:
    """Return whether the lines of a paragraph were broken to fit a width: hardly a next word would have fitted.

    Addresses may be longer, and one that is a line by itself is a break. Of five breaks, one may be early: some
    programs keep initials with a name.
    """
    width = max((len(line) for line in lines if "://" not in line), default=0)
    n_early = sum(
        len(line) + 1 + len((below.split() or [""])[0]) <= width or below.startswith(("http://", "https://"))
        for line, below in pairwise(lines)
    )
    return len(lines) > 1 and width >= _MIN_WIDTH and n_early * 5 < len(lines)


_MARKUP = re.compile(
    r"<(?:!--(?:.*?-->|.*)|(?P<declaration>[!?])[^>]*+>?"
    r"|(?P<closes>/?)(?P<name>[a-zA-Z][^\s/>\"'=<]*+)(?P<rest>(?>(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')|=)*))(?P<end>>)?)",
    re.DOTALL,
)
_CDATA = re.compile(r"<!\[CDATA\[(.*?)(?:\]\]>|\Z)", re.DOTALL)
_ATTRIBUTE = re.compile(r"([^\s\"'>/=]++)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++)))?")
_RAW_TEXT = frozenset(("script", "style", "textarea", "title", "xmp", "noembed", "iframe"))


def find_tokens(
    text: str, start: int = 0, end: int | None = None, *, is_xml: bool = False
) -> Iterator[Tag | Text | Hidden]:
    """Yield the tokens of a page, or of a part of a text from `start` to `end`, in order.

    A tag without its `>` is text.
    """
    end = len(text) if end is None else end
    done = position = start
    while match := _MARKUP.search(text, position, end):
        first, position = match.span()
        if match["name"] is not None and match["end"] is None:
            continue
        if first > done:
            yield _text(text, done, first)
        if is_xml and (section := _CDATA.match(text, first, end)):
            yield Text(section[1], *section.span(1), "cdata")
            position = section.end()
        elif match["name"] is None:
            yield Hidden(first, position, LeftOut.COMMENT)
        else:
            name, closes = match["name"].lower(), bool(match["closes"])
            yield Tag(name, first, position, tuple(_attributes(match)) if match["rest"] else (), closes)
            # In SVG and XHTML, an element may end at once.
            if name in _RAW_TEXT and not (is_xml or closes or text.startswith("/>", position - 2)):
                closing = _closing(name).search(text, position, end)
                stop = closing.start() if closing else end
                if stop > position:
                    yield Text(text[position:stop], position, stop, name)
                position = stop
        done = position
    if done < end:
        yield _text(text, done, end)


@lru_cache(maxsize=len(_RAW_TEXT))
def _closing(name: str) -> re.Pattern[str]:
    return re.compile(f"</{name}", re.IGNORECASE)


def _text(text: str, start: int, end: int) -> Text:
    raw = text[start:end]
    return Text(unescape(raw) if "&" in raw else raw, start, end)


def _attributes(tag: re.Match[str]) -> Iterator[Attribute]:
    for match in _ATTRIBUTE.finditer(tag.string, *tag.span("rest")):
        group = match.lastindex or 1
        raw = match[group]
        if group > 1:
            yield Attribute(match[1].lower(), raw, match.start(group), decode_attribute(raw))


# https://github.com/gjtorikian/html-pipeline/blob/main/lib/html_pipeline/node_filter/table_of_contents_filter.rb keeps
# `\p{Word}`, hyphens and spaces.
_NO_WORD = re.compile(r"[^\w -]", re.ASCII)
_EMOJI_CODE = re.compile(r":[a-z0-9_+-]{1,40}:")


class Slugs:
    """The slugs of the headings of one document: a repeated slug gets the suffix `-1`, `-2` and so on."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def add(self, *readings: str) -> Iterator[str]:
        """Yield the slugs of the next heading, which may be read in several ways, with emoji codes and without them.

        GitHub keeps a blank beside a picture as a hyphen at the start or end of a slug; others do not.

        >>> slugs = Slugs()
        >>> [*slugs.add("What's new?"), *slugs.add("Whats new"), *slugs.add("Größe & _Lage_")]
        ['whats-new', 'whats-new-1', 'größe--_lage_']
        >>> [*slugs.add("Tides ")]  # a picture follows
        ['tides', 'tides-']
        """
        texts = [text for heading in readings for text in (heading, _EMOJI_CODE.sub("", heading))]
        candidates = dict.fromkeys(map(slug, dict.fromkeys(one for text in texts for one in (text.strip(), text))))
        for candidate in candidates:
            count = self._counts.get(candidate, 0)
            self._counts[candidate] = count + 1
            yield f"{candidate}-{count}" if count else candidate


def docutils_id(name: str) -> str:
    """Return the id that docutils makes of a name or heading.

    https://docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization

    >>> docutils_id("What's new in 2.0?"), docutils_id("3. Größe_2")
    ('what-s-new-in-2-0', 'grosse-2')
    """
    folded = unicodedata.normalize("NFKD", name.lower().replace("ß", "ss")).encode("ascii", "ignore").decode()
    return re.sub(r"^[-\d]+|-+$", "", re.sub(r"[^a-z0-9]+", "-", " ".join(folded.split())))


def slug(heading: str) -> str:
    """Return the slug of a heading, without a suffix for repetition."""
    heading = heading.lower()
    if heading.isascii():
        return _NO_WORD.sub("", heading).replace(" ", "-")
    kept = (one for one in heading if one in " -_" or unicodedata.category(one)[0] in "LMN")
    return "".join(kept).replace(" ", "-")


_MAX_LEVEL = 6
_STYLES = frozenset(["a", "b", "i"])

Inline = Callable[[int, int], Iterable[Token]]
"""The tokens of a part of the text, from an offset to another, with its links and styles."""
Cell = list[tuple[int, int]]
"""The lines of a cell, from an offset to another each."""


class Outline:
    """The tokens of a text whose lines are given one by one.

    Each line is given with its offsets, and with its indentation where lists depend on it.
    """

    def __init__(self, text: str, inline: Inline) -> None:
        self.tokens: list[Token] = []
        self._text, self._inline = text, inline
        self._lists: list[int] = []  # the indentations of the items around
        self._item = -1  # the token of the item whose first paragraph is open
        self._paragraph: tuple[int, int] | None = None
        self._in_table = False

    def heading(self, level: int, start: int, end: int) -> None:
        """Add a heading, which ends all lists."""
        self.end_lists(start)
        self._add(f"h{min(level, _MAX_LEVEL)}", (start, end))

    def item(self, indent: int, start: int, end: int, label: str = "") -> None:
        """Add an item, whose first line is from `start` to `end`, after a label of its own."""
        self.end_paragraph()
        while self._lists and self._lists[-1] > indent:
            self._end_list(start)
        if self._lists and self._lists[-1] == indent:
            self.tokens.append(Tag("li", start, start, closes=True))
        else:
            self.tokens.append(Tag("ul", start, start))
            self._lists.append(indent)
        self._item = len(self.tokens)
        self.tokens.append(Tag("li", start, start))
        if label:
            self.tokens.append(Text(label, start, start))
        self._paragraph = (start, end)

    def line(self, indent: int, start: int, end: int, *, is_lazy: bool = False) -> None:
        """Add a line of the paragraph that is open, or of a new one.

        One that is not indented more than the item above ends the list, unless it may go on with the paragraph lazily.
        """
        if self._paragraph and (is_lazy or not (self._lists and indent <= self._lists[-1])):
            self._paragraph = (self._paragraph[0], end)
            return
        self.end_paragraph()
        while self._lists and indent <= self._lists[-1]:
            self._end_list(start)
        self._paragraph = (start, end)

    def row(self, indent: int, cells: Sequence[Cell], *, is_header: bool = False) -> None:
        """Add a row of a table with its cells."""
        self.end_paragraph(in_table=True)
        start, end = cells[0][0][0], max(cell[-1][1] for cell in cells)
        if not self._in_table:
            while self._lists and indent <= self._lists[-1]:
                self._end_list(start)
            self.tokens.append(Tag("table", start, start))
            self._in_table = True
        self.tokens.append(Tag("tr", start, start, until=end))
        for cell in cells:
            self._add("th" if is_header else "td", *cell)
        self.tokens.append(Tag("tr", end, end, closes=True))

    def aside(self, start: int, end: int, tokens: Iterable[Token] | None = None) -> None:
        """Add a line whose links count, but which is no text of the document."""
        self.end_paragraph()
        inside = self._inline(start, end) if tokens is None else tokens
        self.tokens += (Tag("template", start, start), *inside, Tag("template", end, end, closes=True))

    def hide(self, start: int, end: int, reason: LeftOut) -> None:
        """Add lines of code, which are shown, but not as text, or of what is not shown at all."""
        self.aside(start, end, [Hidden(start, end, reason)])

    def mark(self, marks: Iterable[Mark]) -> None:
        """Add names and other marks."""
        self.tokens += marks

    def end_paragraph(self, *, in_table: bool = False) -> None:
        """End the paragraph that is open, and the table unless `in_table`."""
        if self._in_table and not in_table:
            self.tokens.append(Tag("table", self._start_of_next(), self._start_of_next(), closes=True))
            self._in_table = False
        if self._paragraph is None:
            return
        start, end = self._paragraph
        self._paragraph = None
        # The lines of an item are broken to fit a width, though one may be that of a link.
        inside = self._inline(start, end) if self._item >= 0 else self._with_breaks(start, end)
        if self._item >= 0:
            tag = self.tokens[self._item]
            self.tokens[self._item] = Tag("li", start, start, until=end) if isinstance(tag, Tag) else tag
            self.tokens += inside
            self._item = -1
        else:
            self.tokens += (Tag("p", start, start, until=end), *inside, Tag("p", end, end, closes=True))

    def leave(self, indent: int, at: int) -> None:
        """End the paragraph that is open, and the lists that are indented as much as what follows or more."""
        self.end_paragraph()
        while self._lists and indent <= self._lists[-1]:
            self._end_list(at)

    def end_lists(self, at: int) -> None:
        """End the paragraph and the lists that are open."""
        self.end_paragraph()
        while self._lists:
            self._end_list(at)

    def _end_list(self, at: int) -> None:
        self._lists.pop()
        self.tokens += (Tag("li", at, at, closes=True), Tag("ul", at, at, closes=True))

    def _start_of_next(self) -> int:
        last = self.tokens[-1]
        return last.end if isinstance(last, Tag) else 0

    def _add(self, name: str, *places: tuple[int, int]) -> None:
        end = places[-1][1]
        self.tokens.append(Tag(name, places[0][0], places[0][0], until=end))
        for nth, (start, stop) in enumerate(places):
            self.tokens += (Text(" ", start, start),) * (nth > 0) + (*self._inline(start, stop),)
        self.tokens += (Tag(name, end, end, closes=True), Text(" ", end, end))

    def _with_breaks(self, start: int, end: int) -> Iterator[Token]:
        """Yield the tokens of a paragraph, whose lines are joined if they were only broken to fit a width."""
        lines = self._text[start:end].split("\n")
        n_open = len(lines) if is_wrapped([line.strip() for line in lines]) else 0
        for token in self._inline(start, end):
            if isinstance(token, Tag) and token.name in _STYLES:
                n_open += -1 if token.closes else 1
            if isinstance(token, Text) and "\n" in token.text and not n_open:
                at = token.start
                for nth, line in enumerate(token.text.split("\n")):
                    if nth:
                        yield Tag("br", at - 1, at - 1)
                    yield Text(line, at, at + len(line))
                    at += len(line) + 1
            else:
                yield token
