"""Links of HTML: what its attributes refer to, and the addresses that its text prints."""

import re
from collections.abc import Iterable, Iterator
from html import unescape

from papertrace.documents.lines import passages
from papertrace.documents.tags import Aside, Attribute, Characters, Tag, find_tokens
from papertrace.model.document import DocumentLink, LeftOut, Passage, PlacedText, PlaceName, Reference
from papertrace.model.span import Span

# https://html.spec.whatwg.org/multipage/indices.html#attributes-3: those whose value is a URL, by what they are for.
_REFERENCES = {
    "href": Reference.LINK,
    "xlink:href": Reference.LINK,
    "cite": Reference.LINK,
    "longdesc": Reference.LINK,
    "action": Reference.LINK,
    "formaction": Reference.LINK,
    "src": Reference.IMAGE,
    "data-src": Reference.IMAGE,
    "poster": Reference.IMAGE,
    "background": Reference.IMAGE,
    "data": Reference.RESOURCE,
    "manifest": Reference.RESOURCE,
}
_LOADED = frozenset(("script", "iframe", "frame", "embed", "track", "source", "audio", "video"))
_SETS = frozenset(("srcset", "imagesrcset", "data-srcset"))
# Links that only name a host to connect to, or a vocabulary: nothing stands at their addresses.
_HINTS = frozenset(("preconnect", "dns-prefetch", "profile"))
_CANDIDATE = re.compile(r"[^\s,][^\s]*+")
_REFRESH = re.compile(r"[\d.\s]*+[;,\s]\s*+(?:url\s*+=\s*+)?[\"']?([^\"']++)", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:https?:)?//\S++|https?:\S++", re.IGNORECASE)
# Elements that show a part of an address in another look, without a gap.
_INLINE = frozenset(("wbr", "b", "i", "u", "em", "strong", "font", "mark", "small", "tt"))
_CODE = frozenset(("code", "pre", "kbd", "samp"))


def parse(placed: PlacedText) -> Iterator[DocumentLink | Passage | PlaceName]:
    """Yield the links of a page, the texts between its tags, and the names of its places."""
    yield from find_links(placed, placed.text, 0)


def find_links(placed: PlacedText, text: str, start: int) -> Iterator[DocumentLink | Passage | PlaceName]:
    """Yield what `parse` yields for a part of a text: `text[0]` is the character `start` of `placed`."""
    base = ""
    in_link = 0
    in_code: list[str] = []
    joined: list[Characters] = []
    for token in find_tokens(text):
        if isinstance(token, Characters) and not token.element and not in_link:
            joined.append(token)
            continue
        if isinstance(token, Tag) and token.name in _INLINE:
            continue
        yield from _search(placed, text, start, joined, LeftOut.CODE if in_code else None)
        joined.clear()
        match token:
            case Tag():
                if token.name == "a":
                    in_link = 0 if token.closes else int(any(one.name == "href" for one in token.attributes))
                if token.name in _CODE:
                    in_code = in_code[:-1] if token.closes else [*in_code[-8:], token.name]
                if token.name == "base" and not base:
                    base = token.get("href")
                yield from _links_of_tag(placed, start, token, base)
            case Characters():
                reason = LeftOut.CODE if token.element in ("script", "style") else LeftOut.LABEL if in_link else None
                yield from _search(placed, text, start, [token], reason)
            case Aside():
                yield from _search(placed, text, start, [Characters(token.start, token.end)], LeftOut.COMMENT)
    yield from _search(placed, text, start, joined, LeftOut.CODE if in_code else None)


def _search(
    placed: PlacedText, text: str, start: int, parts: Iterable[Characters], left_out: LeftOut | None
) -> Iterator[Passage]:
    """Yield texts that stand side by side as one."""
    found = [part for part in parts if part.end > part.start]
    if len(found) == 1:
        part = found[0]
        yield from passages(
            placed, start + part.start, start + part.end, shown=text[part.start : part.end], left_out=left_out
        )
    elif found and any("/" in text[part.start : part.end] for part in found):
        pieces = [piece for part in found for piece in placed.pieces(start + part.start, start + part.end)]
        whole = PlacedText.joined(pieces, placed.spans[0].source)
        yield from passages(whole, left_out=left_out)


def _links_of_tag(placed: PlacedText, start: int, tag: Tag, base: str) -> Iterator[DocumentLink | PlaceName]:
    if tag.closes:
        return
    is_hint = tag.name == "link" and not _HINTS.isdisjoint(tag.get("rel").lower().split())
    for one in tag.attributes:
        if one.name == "id" or (one.name == "name" and tag.name == "a"):
            yield PlaceName(one.value)
        elif one.name in _SETS:
            yield from _links_of_set(placed, start, one, base)
        elif tag.name == "meta":
            yield from _links_of_meta(placed, start, tag, one, base)
        else:
            yield from _links_of_attribute(tag, one, placed.place(start + one.start), base, is_hint=is_hint)


def _links_of_attribute(tag: Tag, one: Attribute, span: Span, base: str, *, is_hint: bool) -> Iterator[DocumentLink]:
    """Yield what one attribute refers to: an address by its name, or by what it holds."""
    if one.name.startswith("xmlns") or one.name == "itemtype":
        yield _link(one, span, Reference.RESOURCE, left_out=LeftOut.NAMESPACE)
    elif one.name in _REFERENCES and not (one.name == "data" and tag.name != "object"):
        reference = _REFERENCES[one.name]
        if tag.name in _LOADED or (tag.name == "link" and one.name == "href"):
            reference = Reference.RESOURCE
        own = "" if tag.name == "base" else base
        yield _link(one, span, reference, base=own, left_out=LeftOut.METADATA if is_hint else None)
    elif _ADDRESS.fullmatch(one.value.strip()):
        yield _link(one, span, Reference.RESOURCE)
    elif "://" in one.raw:
        # Words with an address in them: a style, a script, a title.
        left_out = LeftOut.CODE if one.name.startswith("on") or one.name == "style" else LeftOut.METADATA
        yield DocumentLink(raw=one.raw, span=span, reference=Reference.RESOURCE, left_out=left_out)


def _link(
    one: Attribute, span: Span, reference: Reference, *, base: str = "", left_out: LeftOut | None = None
) -> DocumentLink:
    lead = len(one.raw) - len(one.raw.lstrip())
    raw = one.raw.strip()
    return DocumentLink(
        raw=raw,
        span=Span(span.source, span.line, span.column + lead) if lead and "\n" not in one.raw[:lead] else span,
        reference=reference,
        address=one.value.strip() if "&" in raw else "",
        base=base,
        left_out=left_out,
    )


def _links_of_set(placed: PlacedText, start: int, one: Attribute, base: str) -> Iterator[DocumentLink]:
    """Yield the images of a set: addresses that white space or a comma ends, each with what it is for."""
    position = 0
    while match := _CANDIDATE.search(one.raw, position):
        raw = match[0].rstrip(",")
        yield DocumentLink(
            raw=raw,
            span=placed.place(start + one.start + match.start()),
            reference=Reference.IMAGE,
            address=unescape(raw) if "&" in raw else "",
            base=base,
        )
        position = match.end()
        if not match[0].endswith(","):
            comma = one.raw.find(",", position)
            position = len(one.raw) if comma < 0 else comma + 1


def _links_of_meta(placed: PlacedText, start: int, tag: Tag, one: Attribute, base: str) -> Iterator[DocumentLink]:
    """Yield where a page sends its reader by itself, and what it says of itself, such as `og:image`."""
    if one.name != "content":
        return
    match = _REFRESH.match(one.raw) if tag.get("http-equiv").lower() == "refresh" else None
    if match:
        raw = match[1].strip()
        span = placed.place(start + one.start + match.start(1))
        yield DocumentLink(raw=raw, span=span, address=unescape(raw) if "&" in raw else "", base=base)
    elif _ADDRESS.fullmatch(one.value.strip()):
        yield _link(one, placed.place(start + one.start), Reference.RESOURCE)
