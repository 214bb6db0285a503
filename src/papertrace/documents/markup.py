"""Links of documents in markup: the addresses in the attributes of their tags and in their text.

What is no running text, as tags, code and the words of links, is masked in it, and the rest is searched line by line.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from papertrace.documents.texts import find_passages
from papertrace.markup import asciidoc, markdown, org, rst
from papertrace.markup.tree import Attribute, Hidden, Tag, Text, Token, find_tokens
from papertrace.model.document import Anchor, DocumentLink, Generated, LeftOut, LocatedText, Mark, Passage, Reference
from papertrace.model.link import Span
from papertrace.model.papers.paper import Markup
from papertrace.model.text import decode_attribute

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
_BREAKS = str.maketrans("", "", "\t\n\r")
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
# Tags of Liquid, Jinja, Hugo, ERB and PHP, and snippets of MkDocs: a program puts other text in their place.
_TEMPLATE = re.compile(
    r"\{\{|\{%|<%|<\?php\b|^[ \t]{0,8}-{1,8}8<-|\{![ \t]?[\w./]|^[ \t]{0,8}[!@]include\b|\[!INCLUDE\b|!\[\[",
    re.MULTILINE,
)
# Components of MDX and Vue, and inclusions of VitePress, which may have headings of their own.
_COMPONENT = re.compile(r"<[A-Z][a-z]\w{0,60}|<!--[ \t]{0,9}@include:")
# Directives of mkdocstrings and mkdocs-click stand alone, the containers of others end with a line of colons.
_CONTAINER = re.compile(r"^[ \t]{0,16}:{3,9}(?P<name>[ \t]{0,4}[\w{.][^\n]*)?[ \t]*$", re.MULTILINE)
# Directives of reStructuredText whose text comes from elsewhere: from code, commands, schemas, other files.
_EXTENDED = re.compile(
    r"^[ \t]{0,16}\.\. (?:(?:\w{1,9}:)?auto\w{1,30}|doxygen\w{1,30}|click|argparse|openapi"
    r"|program-output|include|jsonschema|autosummary|apidoc|exec|sphinx_\w{1,30}) ?::",
    re.MULTILINE,
)
_MDX_COMMENT = re.compile(r"\{/\*(?>(?:[^*]|\*(?!/))*)\*/\}")
# How Docusaurus names headings in MDX, which takes braces for expressions.
_MDX_NAME = re.compile(r"\{/\*\s{0,9}#([^\s{}#]{1,200})\s{0,9}\*/\}")
# The scanner of addresses stops at a mask; what is around a joint, which is as long as what it stands for, is joined.
_MASK, _JOINT, _OF_JOINT = "\0", "\1", "\2"
_PARTS = re.compile(f"{_JOINT}{_OF_JOINT}*|[^{_JOINT}]+")

Piece = DocumentLink | Passage | Mark


def is_template(text: str) -> bool:
    """Return whether a text has tags in whose place a program puts other text.

    >>> is_template("{{< include x.md >}}"), is_template("{x}")
    (True, False)
    """
    return _TEMPLATE.search(text) is not None


def _is_extended(text: str) -> bool:
    r"""Return whether a text has a directive that stands alone, as those of programs that document code.

    >>> _is_extended("::: acme.saw.Saw"), _is_extended("::: note\n\nMind it.\n\n:::")
    (True, False)
    """
    marks = [bool(found["name"]) for found in _CONTAINER.finditer(text)] if ":::" in text else []
    return sum(marks) > len(marks) / 2


def read_markdown(located: LocatedText) -> Iterator[Piece]:
    """Yield the links of a Markdown text, its running text, and the anchors of its headings."""
    if "{/*" in located.text:
        for comment in _MDX_COMMENT.finditer(located.text):
            yield from find_passages(located, *comment.span(), left_out=LeftOut.COMMENT)
            if name := _MDX_NAME.fullmatch(comment[0]):
                yield Anchor(name[1])
        shown = _MDX_COMMENT.sub(lambda one: re.sub(r"[^\n]", " ", one[0]), located.text)
        located = replace(located, text=shown)
    yield from _Links(located, Markup.MARKDOWN).read(markdown.parse(located.text))


def read_org(located: LocatedText) -> Iterator[Piece]:
    """Yield the links of a text of Org mode, its running text, and the anchors of its headlines and targets."""
    yield from _Links(located).read(org.parse(located.text))


def read_asciidoc(located: LocatedText) -> Iterator[Piece]:
    """Yield the links of a text in AsciiDoc, its running text, and the anchors of its headings and blocks."""
    yield from _Links(located).read(asciidoc.parse(located.text))


def read_rst(located: LocatedText) -> Iterator[Piece]:
    """Yield the links of a text in reStructuredText, its running text, and the anchors of its headings and targets."""
    yield from _Links(located).read(rst.parse(located.text))
    if _EXTENDED.search(located.text):
        yield Generated(has_other_names=True)


def read_html(located: LocatedText) -> Iterator[Piece]:
    """Yield the links of a page, the texts between its tags, and its anchors."""
    if is_template(_NOT_SHOWN.sub("", located.text)):
        yield Generated(has_other_names=True, has_other_place=True)
    yield from _Links(located).read(find_tokens(located.text))


class _Links:
    """The links of a text, from its tokens in order, and the rest of it, in which addresses are looked for."""

    def __init__(self, located: LocatedText, markup: Markup = Markup.TEXT) -> None:
        self._located, self._markup = located, markup
        self._base = ""
        self._address: Attribute | None = None  # of the link that is open
        self._code: list[str] = []
        self._masks: list[tuple[int, int, str, str]] = []
        self._replaced: dict[int, str] = {}
        self._has_components = False

    def read(self, tokens: Iterable[Token]) -> Iterator[Piece]:
        """Yield the links and names, what is left out, and at last the texts to search."""
        for token in tokens:
            if isinstance(token, Tag):
                yield from self._read_tag(token)
            elif isinstance(token, Text):
                yield from self._read_text(token)
            elif isinstance(token, Hidden):
                self._note_component(token.start)
                self._mask(token.start, token.end, "\n")
                yield from find_passages(self._located, token.start, token.end, left_out=token.reason)
            else:
                yield token
        rest = self._masked()
        if self._markup is Markup.MARKDOWN and (self._has_components or is_template(rest) or _is_extended(rest)):
            yield Generated(has_other_names=True)
        yield from self._search(rest)

    def _mask(self, start: int, end: int, first: str = _MASK, others: str = _MASK) -> None:
        """Leave a part out of the text to search."""
        if end > start:
            self._masks.append((start, end, first, others))

    def _masked(self) -> str:
        """Return the text without what is masked; the lines of a cell may stand between those of others."""
        parts: list[str] = []
        done, text = 0, self._located.text
        for start, end, first, others in sorted(self._masks, key=lambda mask: mask[:2]):
            if end > (start := max(start, done)):
                parts += (text[done:start], first, others * (end - start - 1))
                done = end
        return "".join([*parts, text[done:]])

    def _note_component(self, start: int) -> None:
        self._has_components = self._has_components or _COMPONENT.match(self._located.text, start) is not None

    def _read_tag(self, tag: Tag) -> Iterator[DocumentLink | Anchor]:
        name = tag.name
        if name in _INLINE:
            self._mask(tag.start, tag.end, _JOINT, _OF_JOINT)
        else:
            if is_html := self._located.text.startswith("<", tag.start):
                self._note_component(tag.start)
            self._mask(tag.start, tag.end, "\n" if is_html else _MASK)
            if name == "a":
                self._address = (
                    None if tag.closes else next((one for one in tag.attributes if one.name == "href"), None)
                )
            elif name in _CODE:
                self._code = self._code[:-1] if tag.closes else [*self._code[-8:], name]
            elif name == "base" and not self._base:
                self._base = tag.get("href")
        if tag.attributes and not tag.closes:
            yield from _links_of_tag(self._located, tag, self._base)

    def _read_text(self, text: Text) -> Iterator[DocumentLink | Passage]:
        start, end, element = text.start, text.end, text.element
        reason = LeftOut.CODE if self._code or element in ("script", "style") else None
        if self._address is not None:
            reason = LeftOut.LABEL
        if element == "style":
            yield from _search_style(self._located, start, end)
        elif reason and (self._address is None or self._address.start != start):
            yield from find_passages(self._located, start, end, left_out=reason)
        if reason:
            self._mask(start, end)
        elif element == "replaced":
            self._replaced[start] = text.text
            self._mask(start, end, _JOINT, _OF_JOINT)

    def _search(self, rest: str) -> Iterator[Passage]:
        if _JOINT not in rest:
            yield from find_passages(self._located, masked=rest, markup=self._markup)
            return
        start = 0
        for line in rest.split("\n"):
            if _JOINT in line:
                segments = [
                    segment
                    for part in _PARTS.finditer(line)
                    for segment in self._segments(start + part.start(), start + part.end(), part[0])
                ]
                joined = LocatedText.from_segments(segments, self._located.spans[0].source)
                yield from find_passages(joined, markup=self._markup)
            else:
                yield from find_passages(self._located, start, masked=line, markup=self._markup)
            start += len(line) + 1

    def _segments(self, start: int, end: int, part: str) -> Iterator[tuple[str, Span]]:
        """Yield a part of a line with its locations; of one that is replaced, what stands for it."""
        if part.startswith(_JOINT):
            span = self._located.locate(start)
            yield from ((one, span) for one in self._replaced.get(start, ""))
        else:
            done = 0
            for text, span in self._located.segments(start, end):
                yield part[done : done + len(text)], span
                done += len(text)


def _search_style(located: LocatedText, start: int, end: int) -> Iterator[DocumentLink | Passage]:
    """Yield what a style sheet loads as links, and leave out its other addresses."""
    rest = located.text[start:end]
    for match in _LOADED_BY_STYLE.finditer(rest):
        span = located.locate(start + match.start(1))
        yield DocumentLink(raw=match[1], span=span, reference=Reference.RESOURCE)
    rest = _LOADED_BY_STYLE.sub(lambda match: _MASK * len(match[0]), rest)
    yield from find_passages(located, start, end, masked=rest, left_out=LeftOut.CODE)


def _links_of_tag(located: LocatedText, tag: Tag, base: str) -> Iterator[DocumentLink | Anchor]:
    is_hint = tag.name == "link" and not _HINTS.isdisjoint(tag.get("rel").lower().split())
    # Nothing needs to be at a base; and what a form is sent to may answer nothing else.
    is_hint = is_hint or tag.name == "base" or (tag.name == "form" and tag.get("method").lower() == "post")
    for one in tag.attributes:
        if one.name == "id" or (one.name == "name" and tag.name == "a"):
            yield Anchor(one.value)
        elif one.name in _SRCSETS:
            yield from _links_of_srcset(located, one, base)
        elif tag.name == "meta":
            yield from _links_of_meta(located, tag, one, base)
        else:
            yield from _links_of_attribute(located, tag, one, base, is_hint=is_hint)


def _links_of_attribute(
    located: LocatedText, tag: Tag, one: Attribute, base: str, *, is_hint: bool
) -> Iterator[DocumentLink]:
    """Yield the address in one attribute, recognised by the name of the attribute or by its value."""
    is_reference = one.name in _REFERENCES and not (one.name == "data" and tag.name != "object")
    if not (is_reference or "//" in one.raw or ":" in one.raw) or not one.raw.strip():
        return
    span = located.locate(one.start)
    if one.name.startswith("xmlns") or one.name == "itemtype":
        yield _link(one, span, Reference.RESOURCE, left_out=LeftOut.NAMESPACE)
    elif is_reference:
        reference = _REFERENCES[one.name]
        if "\\" in one.value and located.text.startswith("<", tag.start):
            path, *rest = re.split(r"(?=[?#])", one.value, maxsplit=1)
            one = one._replace(value="".join((path.replace("\\", "/"), *rest)))  # as browsers do
        if tag.name in _LOADED or (tag.name == "link" and one.name == "href"):
            reference = Reference.RESOURCE
        yield _link(one, span, reference, base=base, left_out=LeftOut.METADATA if is_hint else None)
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
    # Tabs and the ends of lines are no part of an address: https://url.spec.whatwg.org/#concept-basic-url-parser
    address = one.value.strip().translate(_BREAKS)
    return DocumentLink(
        raw=raw,
        span=Span(span.source, span.line, span.column + indent) if indent and "\n" not in one.raw[:indent] else span,
        reference=reference,
        address=address if address != raw else "",
        base=base,
        left_out=left_out,
    )


def _links_of_srcset(located: LocatedText, one: Attribute, base: str) -> Iterator[DocumentLink]:
    """Yield the images of a set: addresses that end at white space or a comma, each with an optional descriptor."""
    position = 0
    while match := _CANDIDATE.search(one.raw, position):
        raw = match[0].rstrip(",")
        yield DocumentLink(
            raw=raw,
            span=located.locate(one.start + match.start()),
            reference=Reference.IMAGE,
            address=decode_attribute(raw) if "&" in raw else "",
            base=base,
        )
        position = match.end()
        if not match[0].endswith(","):
            comma = one.raw.find(",", position)
            position = len(one.raw) if comma < 0 else comma + 1


def _links_of_meta(located: LocatedText, tag: Tag, one: Attribute, base: str) -> Iterator[DocumentLink]:
    """Yield the address that a page redirects to, and addresses in its metadata, such as `og:image`."""
    if one.name != "content":
        return
    match = _REFRESH.match(one.raw) if tag.get("http-equiv").lower() == "refresh" else None
    if match:
        raw = match[1].strip()
        span = located.locate(one.start + match.start(1))
        yield DocumentLink(raw=raw, span=span, address=decode_attribute(raw) if "&" in raw else "", base=base)
    elif _ADDRESS.fullmatch(one.value.strip()):
        yield _link(one, located.locate(one.start), Reference.RESOURCE)
