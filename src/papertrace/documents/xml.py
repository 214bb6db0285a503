"""XML: sitemaps, whose links are their locations, and any other, whose links are its attributes and texts."""

from collections.abc import Iterator
from html import unescape
from typing import TYPE_CHECKING

from papertrace.documents.json_strings import links_of_value
from papertrace.documents.lines import passages
from papertrace.documents.tags import Aside, Characters, Tag, find_tokens
from papertrace.model.document import DocumentLink, LeftOut, Passage, PlacedText, Reference

if TYPE_CHECKING:
    from papertrace.model.span import Span

_REFERENCES = frozenset(("href", "xlink:href", "src", "url", "xml:base"))


def parse(placed: PlacedText) -> Iterator[DocumentLink | Passage]:
    """Yield the addresses of an XML document; what only names a vocabulary is left out."""
    for token in find_tokens(placed.text, is_xml=True):
        match token:
            case Tag():
                yield from _links_of_tag(placed, token)
            case Characters():
                yield from links_of_value(_decoded(placed, token, is_cdata=bool(token.element)))
            case Aside():
                yield from passages(placed, token.start, token.end, left_out=LeftOut.COMMENT)


def _links_of_tag(placed: PlacedText, tag: Tag) -> Iterator[DocumentLink | Passage]:
    for one in tag.attributes:
        value = one.value.strip()
        if "://" not in value and not (one.name in _REFERENCES and value):
            continue
        is_name = one.name.startswith("xmlns") or one.name.endswith(
            ("schemalocation", "profile", "datatype", "namespace")
        )
        if is_name:
            yield from passages(placed, one.start, one.start + len(one.raw), left_out=LeftOut.NAMESPACE)
        elif value.partition("://")[0].isalpha() or one.name in _REFERENCES:
            raw = one.raw.strip()
            yield DocumentLink(
                raw=raw,
                span=placed.place(one.start + one.raw.index(raw)),
                reference=Reference.LINK,
                address=unescape(raw) if "&" in raw else "",
            )
        else:
            yield from passages(placed, one.start, one.start + len(one.raw))


def _decoded(placed: PlacedText, part: Characters, *, is_cdata: bool) -> PlacedText:
    """Return a text with its entities decoded, its places kept piece by piece."""
    pieces: list[tuple[str, Span]] = []
    start, text = part.start, placed.text
    while start < part.end:
        ampersand = -1 if is_cdata else text.find("&", start, part.end)
        stop = part.end if ampersand < 0 else ampersand
        pieces.extend(placed.pieces(start, stop))
        if ampersand < 0:
            break
        semicolon = text.find(";", stop, min(part.end, stop + 32))
        end = semicolon + 1 if semicolon >= 0 else stop + 1
        pieces.append((unescape(text[stop:end]), placed.place(stop)))
        start = end
    return PlacedText.joined(pieces, placed.spans[0].source)
