r"""Tags, texts and comments of HTML and XML, each with its offset.

Tree parsers do not report the columns of attributes, so the tokens are found here, as the standard defines them
(https://html.spec.whatwg.org/#tokenization); links do not depend on the structure of the tree. The quantifiers are
possessive, so that reading a hostile page takes linear time.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>\"'=<]*+)((?>(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*))")
_ATTRIBUTE = re.compile(r"([^\s\"'>/=]++)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++)))?")
_RAW_TEXT = frozenset(("script", "style", "textarea", "title", "xmp", "noembed", "iframe"))


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute: its name in lower case, its value as written, and the offset of the value."""

    name: str
    raw: str
    start: int

    @property
    def value(self) -> str:
        """The value with its entities decoded."""
        return unescape(self.raw) if "&" in self.raw else self.raw


@dataclass(frozen=True, slots=True)
class Tag:
    """An opening or closing tag; the name is in lower case."""

    name: str
    start: int
    end: int
    attributes: tuple[Attribute, ...] = ()
    closes: bool = False

    def get(self, name: str) -> str:
        """Return the value of an attribute, or an empty string."""
        return next((one.value for one in self.attributes if one.name == name), "")


@dataclass(frozen=True, slots=True)
class Characters:
    """Text between tags, or the raw text of an element such as `script` (`element`)."""

    start: int
    end: int
    element: str = ""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, a declaration or a processing instruction."""

    start: int
    end: int


Token = Tag | Characters | Comment


def find_tokens(text: str, *, is_xml: bool = False) -> Iterator[Token]:
    """Yield the tokens of a page, or of a part of one, in order."""
    done = position = 0
    length = len(text)
    while 0 <= (position := text.find("<", position)) < length:
        token, resume = _read_markup(text, position, is_xml=is_xml)
        if token is None:
            position = resume
            continue
        if position > done:
            yield Characters(done, position)
        yield token
        position = done = resume
        if not is_xml and isinstance(token, Tag) and not token.closes and token.name in _RAW_TEXT:
            if text.startswith("/>", done - 2):  # as in SVG and XHTML
                continue
            closing = re.compile(f"</{token.name}", re.IGNORECASE).search(text, done)
            end = closing.start() if closing else length
            if end > done:
                yield Characters(done, end, token.name)
            position = done = end
    if done < length:
        yield Characters(done, length)


def _read_markup(text: str, position: int, *, is_xml: bool) -> tuple[Token | None, int]:
    """Return the token that begins at a `<`, if any, and the position at which to continue.

    A tag without its `>` is text; the search continues after the part that was read, so that nothing is read twice.
    """
    if text.startswith("<!--", position):
        end = text.find("-->", position + 4)
        end = len(text) if end < 0 else end + 3
        return Comment(position, end), end
    if text.startswith("<![CDATA[", position) and is_xml:
        end = text.find("]]>", position)
        end = len(text) if end < 0 else end
        return Characters(position + 9, end, "cdata"), min(end + 3, len(text))
    if text.startswith(("<!", "<?"), position):
        end = text.find(">", position)
        end = len(text) if end < 0 else end + 1
        return Comment(position, end), end
    match = _TAG.match(text, position)
    if match is None:
        return None, position + 1
    end = match.end()
    if text[end : end + 1] != ">":
        return None, end
    return Tag(match[2].lower(), position, end + 1, tuple(_attributes(match)), closes=bool(match[1])), end + 1


def _attributes(tag: re.Match[str]) -> Iterator[Attribute]:
    for match in _ATTRIBUTE.finditer(tag.string, tag.start(3), tag.end(3)):
        group = match.lastindex or 1
        if group > 1:
            yield Attribute(match[1].lower(), match[group], match.start(group))
