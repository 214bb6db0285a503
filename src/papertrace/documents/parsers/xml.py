"""Links of XML, sitemaps and feeds included: addresses in attributes and texts."""

from collections.abc import Iterator
from html import unescape
from typing import TYPE_CHECKING, assert_never

from papertrace.documents.lines import find_passages
from papertrace.documents.parsers.json_strings import find_links_in_value
from papertrace.markup.html import find_tokens
from papertrace.markup.tree import Hidden, Tag, Text
from papertrace.model.document import DocumentLink, LeftOut, LocatedText, Passage, Reference
from papertrace.model.html_text import decode_attribute

if TYPE_CHECKING:
    from papertrace.model.span import Span

_REFERENCES = frozenset(("href", "xlink:href", "src", "url", "xml:base"))


def parse(located: LocatedText) -> Iterator[DocumentLink | Passage]:
    """Yield the addresses of an XML document; names of vocabularies are left out."""
    for token in find_tokens(located.text, is_xml=True):
        match token:
            case Tag():
                yield from _links_of_tag(located, token)
            case Text():
                yield from find_links_in_value(_decoded(located, token, is_cdata=bool(token.element)))
            case Hidden():
                yield from find_passages(located, token.start, token.end, left_out=LeftOut.COMMENT)
            case _:
                assert_never(token)


def _links_of_tag(located: LocatedText, tag: Tag) -> Iterator[DocumentLink | Passage]:
    for one in tag.attributes:
        value = one.value.strip()
        if "://" not in value and not (one.name in _REFERENCES and value):
            continue
        is_namespace = one.name.startswith("xmlns") or one.name.endswith(
            ("schemalocation", "profile", "datatype", "namespace")
        )
        if is_namespace:
            yield from find_passages(located, one.start, one.start + len(one.raw), left_out=LeftOut.NAMESPACE)
        elif value.partition("://")[0].isalpha() or one.name in _REFERENCES:
            raw = one.raw.strip()
            yield DocumentLink(
                raw=raw,
                span=located.locate(one.start + one.raw.index(raw)),
                reference=Reference.LINK,
                address=decode_attribute(raw) if "&" in raw else "",
            )
        else:
            yield from find_passages(located, one.start, one.start + len(one.raw))


def _decoded(located: LocatedText, part: Text, *, is_cdata: bool) -> LocatedText:
    """Return a text with its entities decoded and the location of each character kept."""
    segments: list[tuple[str, Span]] = []
    start, text = part.start, located.text
    while start < part.end:
        ampersand = -1 if is_cdata else text.find("&", start, part.end)
        stop = part.end if ampersand < 0 else ampersand
        segments.extend(located.segments(start, stop))
        if ampersand < 0:
            break
        semicolon = text.find(";", stop, min(part.end, stop + 32))
        end = semicolon + 1 if semicolon >= 0 else stop + 1
        segments.append((unescape(text[stop:end]), located.locate(stop)))
        start = end
    return LocatedText.from_segments(segments, located.spans[0].source)
