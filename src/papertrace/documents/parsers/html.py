"""Links of HTML: the addresses in its attributes and in its text."""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import assert_never

from papertrace.documents.lines import find_passages
from papertrace.documents.tags import Attribute, Characters, Comment, Tag, find_tokens
from papertrace.documents.templates import is_template
from papertrace.model.document import Anchor, DocumentLink, Generated, LeftOut, LocatedText, Passage, Reference
from papertrace.model.span import Span

# https://html.spec.whatwg.org/multipage/indices.html#attributes-3: attributes whose value is a URL, by purpose.
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
_SRCSETS = frozenset(("srcset", "imagesrcset", "data-srcset"))
# Links that only name a host to connect to, or a vocabulary: no page needs to exist at their addresses.
_HINTS = frozenset(("preconnect", "dns-prefetch", "profile"))
_CANDIDATE = re.compile(r"[^\s,][^\s]*+")
_REFRESH = re.compile(r"[\d.\s]*+(?:[;,]|(?<=\s))\s*+(?:url\s*+=\s*+)?[\"']?([^\"']++)", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:https?:)?//\S++|https?:\S++", re.IGNORECASE)
# Elements that may style a part of an address without separating it from the rest.
_INLINE = frozenset(("wbr", "b", "i", "u", "em", "strong", "font", "mark", "small", "tt"))
# What a browser loads for a style sheet; the address of a namespace is a name.
_LOADED_BY_STYLE = re.compile(
    r"(?:(?<!@namespace )\burl\(\s{0,9}[\"']?|@import\s{1,9}[\"'])(https?://[^\s\"'()<>]{1,2000})", re.IGNORECASE
)
# Scripts and code show templates of their own.
_NOT_SHOWN = re.compile(r"<(script|style|pre|code)\b(?>(?:[^<]|<(?!/\1))*)", re.IGNORECASE)
_CODE = frozenset(("code", "pre", "kbd", "samp"))


def parse(located: LocatedText) -> Iterator[DocumentLink | Passage | Anchor | Generated]:
    """Yield the links of a page, the texts between its tags, and its anchors."""
    if is_template(_NOT_SHOWN.sub("", located.text)):
        yield Generated(has_other_names=True, has_other_place=True)
    yield from find_links(located, located.text, 0)


def find_links(located: LocatedText, text: str, start: int) -> Iterator[DocumentLink | Passage | Anchor]:
    """Yield the same as `parse` for a part of a text: `text[0]` is the character `start` of `located`."""
    base = ""
    in_link = 0
    in_code: list[str] = []
    joined: list[Characters] = []
    for token in find_tokens(text):
        if isinstance(token, Characters) and not token.element and not in_link:
            joined.append(token)
            continue
        if isinstance(token, Tag) and token.name in _INLINE:
            yield from _links_of_tag(located, start, token, base)
            continue
        yield from _search(located, text, start, joined, LeftOut.CODE if in_code else None)
        joined.clear()
        match token:
            case Tag():
                if token.name == "a":
                    in_link = 0 if token.closes else int(any(one.name == "href" for one in token.attributes))
                if token.name in _CODE:
                    in_code = in_code[:-1] if token.closes else [*in_code[-8:], token.name]
                if token.name == "base" and not base:
                    base = token.get("href")
                yield from _links_of_tag(located, start, token, base)
            case Characters():
                yield from _search_element(located, text, start, token, in_link=bool(in_link))
            case Comment():
                yield from _search(located, text, start, [Characters(token.start, token.end)], LeftOut.COMMENT)
            case _:
                assert_never(token)
    yield from _search(located, text, start, joined, LeftOut.CODE if in_code else None)


def _search(
    located: LocatedText, text: str, start: int, parts: Iterable[Characters], left_out: LeftOut | None
) -> Iterator[Passage]:
    """Yield the passages of adjacent texts, which are joined."""
    found = [part for part in parts if part.end > part.start]
    if len(found) == 1:
        part = found[0]
        yield from find_passages(
            located, start + part.start, start + part.end, masked=text[part.start : part.end], left_out=left_out
        )
    elif found and any("/" in text[part.start : part.end] for part in found):
        segments = [one for part in found for one in located.segments(start + part.start, start + part.end)]
        whole = LocatedText.from_segments(segments, located.spans[0].source)
        yield from find_passages(whole, left_out=left_out)


def _search_element(
    located: LocatedText, text: str, start: int, part: Characters, *, in_link: bool
) -> Iterator[DocumentLink | Passage]:
    """Yield the addresses in the raw text of an element, or in the text of a link."""
    if part.element == "style":
        yield from _search_style(located, text, start, part)
    else:
        reason = LeftOut.CODE if part.element == "script" else LeftOut.LABEL if in_link else None
        yield from _search(located, text, start, [part], reason)


def _search_style(located: LocatedText, text: str, start: int, style: Characters) -> Iterator[DocumentLink | Passage]:
    """Yield what a style sheet loads as links, and leave out its other addresses."""
    rest = text[style.start : style.end]
    for match in _LOADED_BY_STYLE.finditer(rest):
        span = located.locate(start + style.start + match.start(1))
        yield DocumentLink(raw=match[1], span=span, reference=Reference.RESOURCE)
    rest = _LOADED_BY_STYLE.sub(lambda match: "\0" * len(match[0]), rest)
    yield from find_passages(located, start + style.start, start + style.end, masked=rest, left_out=LeftOut.CODE)


def _links_of_tag(located: LocatedText, start: int, tag: Tag, base: str) -> Iterator[DocumentLink | Anchor]:
    if tag.closes:
        return
    is_hint = tag.name == "link" and not _HINTS.isdisjoint(tag.get("rel").lower().split())
    for one in tag.attributes:
        if one.name == "id" or (one.name == "name" and tag.name == "a"):
            yield Anchor(one.value)
        elif one.name in _SRCSETS:
            yield from _links_of_srcset(located, start, one, base)
        elif tag.name == "meta":
            yield from _links_of_meta(located, start, tag, one, base)
        else:
            yield from _links_of_attribute(tag, one, located.locate(start + one.start), base, is_hint=is_hint)


def _links_of_attribute(tag: Tag, one: Attribute, span: Span, base: str, *, is_hint: bool) -> Iterator[DocumentLink]:
    """Yield the address in one attribute, recognised by the name of the attribute or by its value."""
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
        # Text that contains an address: a style, a script, a title.
        left_out = LeftOut.CODE if one.name.startswith("on") or one.name == "style" else LeftOut.METADATA
        yield DocumentLink(raw=one.raw, span=span, reference=Reference.RESOURCE, left_out=left_out)


def _link(
    one: Attribute, span: Span, reference: Reference, *, base: str = "", left_out: LeftOut | None = None
) -> DocumentLink:
    indent = len(one.raw) - len(one.raw.lstrip())
    raw = one.raw.strip()
    return DocumentLink(
        raw=raw,
        span=Span(span.source, span.line, span.column + indent) if indent and "\n" not in one.raw[:indent] else span,
        reference=reference,
        address=one.value.strip() if "&" in raw else "",
        base=base,
        left_out=left_out,
    )


def _links_of_srcset(located: LocatedText, start: int, one: Attribute, base: str) -> Iterator[DocumentLink]:
    """Yield the images of a set: addresses that end at white space or a comma, each with an optional descriptor."""
    position = 0
    while match := _CANDIDATE.search(one.raw, position):
        raw = match[0].rstrip(",")
        yield DocumentLink(
            raw=raw,
            span=located.locate(start + one.start + match.start()),
            reference=Reference.IMAGE,
            address=unescape(raw) if "&" in raw else "",
            base=base,
        )
        position = match.end()
        if not match[0].endswith(","):
            comma = one.raw.find(",", position)
            position = len(one.raw) if comma < 0 else comma + 1


def _links_of_meta(located: LocatedText, start: int, tag: Tag, one: Attribute, base: str) -> Iterator[DocumentLink]:
    """Yield the address that a page redirects to, and addresses in its metadata, such as `og:image`."""
    if one.name != "content":
        return
    match = _REFRESH.match(one.raw) if tag.get("http-equiv").lower() == "refresh" else None
    if match:
        raw = match[1].strip()
        span = located.locate(start + one.start + match.start(1))
        yield DocumentLink(raw=raw, span=span, address=unescape(raw) if "&" in raw else "", base=base)
    elif _ADDRESS.fullmatch(one.value.strip()):
        yield _link(one, located.locate(start + one.start), Reference.RESOURCE)
