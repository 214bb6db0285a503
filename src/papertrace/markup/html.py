r"""Tags, texts and comments of HTML and XML, each with its offset.

Tree parsers do not report the columns of attributes, so the tokens are found here, as the standard defines them
(https://html.spec.whatwg.org/#tokenization). The quantifiers are possessive, so that reading a hostile page takes
linear time.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape

from papertrace.markup.tree import Attribute, Hidden, Tag, Text
from papertrace.model.document import LeftOut
from papertrace.model.text import decode_attribute

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
