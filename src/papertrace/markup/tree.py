"""The tokens that notations are parsed to, and the tree of elements that they make."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from papertrace.model.document import Anchor, Generated, Inclusion, LeftOut, Part


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


def build_tree(tokens: Iterable[Token], source: str) -> Element:
    """Return the root of the tree that tokens make; missing end tags are supplied, and end tags of nothing left out."""
    starts = [0, *(match.end() for match in re.finditer("\n", source))]
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
    """Return whether the lines of a paragraph were broken to fit a width: no next word would have fitted."""
    width = max(map(len, lines), default=0)
    return (
        len(lines) > 1
        and width >= _MIN_WIDTH
        and all(len(line) + 1 + len((below.split() or [""])[0]) > width for line, below in pairwise(lines))
    )
