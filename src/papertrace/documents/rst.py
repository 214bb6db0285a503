r"""Links of reStructuredText: named and anonymous targets, embedded addresses, images, and bare addresses.

docutils knows the lines of its nodes but not their columns, and puts an error in the place of every directive that only
Sphinx has, with all that stands in it. So the constructs that hold addresses are found here by their own rules
(https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html), and everything else is running text.
"""

import re
from collections.abc import Iterator

from papertrace.documents.lines import passages
from papertrace.documents.slugs import Slugs, slug
from papertrace.model.document import DocumentLink, Passage, PlacedText, PlaceName, Reference

_EMBEDDED = re.compile(r"`(?:[^`<\n]++\n(?![ \t]*\n)){0,20}[^`<\n]*+<([^<>`]{1,2000}+)>`__?")
_TARGET = re.compile(
    r"^[ \t]*(?:\.\. (?:__|_(?:`[^`\n]+`|(?:[^:\n\\]|\\.)+))|__):?[ \t]+(?P<value>\S.*)$", re.MULTILINE
)
_DIRECTIVE = re.compile(
    r"^[ \t]*\.\. (?:\|[^|\n]+\| )?(?:image|figure|video|raw|iframe|youtube|button-link|card)::[ \t]*(?P<value>\S+)",
    re.MULTILINE,
)
_OPTION = re.compile(
    r"^[ \t]+:(?:target|url|link|img-top|button-link|alt-link|uri):[ \t]+(?P<value>\S+)[ \t]*$", re.MULTILINE
)
_LITERAL = re.compile(r"``(?>(?:[^`\n]|`(?!`))+)``")
_COMMENT = re.compile(r"\.\.(?: (?!\[|_|__|\||[\w:.-]+::)|$)")
_CODE_DIRECTIVE = re.compile(
    r"\.\. (?:\|[^|]+\| )?"
    r"(?:code|code-block|sourcecode|parsed-literal|math|doctest|testcode|prompt|highlight|literalinclude)::"
)
_UNDERLINE = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ \t]*")
_ADDRESS = re.compile(r"(?:[a-z][a-z0-9+.-]*:|//|www\.|[./#]|[\w-]+\.\w{2,5}(?:$|[#/]))", re.IGNORECASE)
_ESCAPED = re.compile(r"\\(.)|\s+", re.DOTALL)


def parse(placed: PlacedText) -> Iterator[DocumentLink | Passage | PlaceName]:
    """Yield the links of a text, the addresses that its running text prints, and the names of its headings."""
    text = placed.text
    shown = list(text)
    for start, end in _asides(text):
        yield from passages(placed, start, end, needs_scheme=True)
        _hide(shown, start, end)
    for literal in _LITERAL.finditer("".join(shown)):
        yield from passages(placed, literal.start(), literal.end(), needs_scheme=True)
        _hide(shown, literal.start(), literal.end())
    for pattern, reference in (
        (_EMBEDDED, Reference.LINK),
        (_DIRECTIVE, Reference.IMAGE),
        (_OPTION, Reference.LINK),
        (_TARGET, Reference.DEFINITION),
    ):
        for match in pattern.finditer("".join(shown)):
            group: str | int = 1 if pattern is _EMBEDDED else "value"
            raw = match[group]
            if raw is None or not _ADDRESS.match(raw.strip()) or raw.rstrip().endswith("_"):
                continue
            yield _marked(placed, match.start(group), raw, reference)
            _hide(shown, match.start(group), match.end(group))
    yield from passages(placed, 0, shown="".join(shown))
    yield from _names(text)


def _marked(placed: PlacedText, start: int, raw: str, reference: Reference) -> DocumentLink:
    """Return an address of the notation; white space and escapes in it are of the notation."""
    lead = len(raw) - len(raw.lstrip())
    raw = raw.strip()
    meant = _ESCAPED.sub(lambda found: found[1] or "", raw)
    return DocumentLink(
        raw=raw, span=placed.place(start + lead), reference=reference, address="" if meant == raw else meant
    )


def _hide(shown: list[str], start: int, end: int) -> None:
    shown[start:end] = ["\n" if sign == "\n" else "\0" for sign in shown[start:end]]


def _asides(text: str) -> Iterator[tuple[int, int]]:
    """Yield the literal blocks and comments: what is indented further than the line that opens them."""
    offset = 0
    opened: int | None = None
    for line in text.split("\n"):
        stripped = line.strip()
        indent = len(line) - len(line.lstrip())
        if opened is not None and stripped and indent <= opened:
            opened = None
        if opened is not None:
            if stripped:
                yield offset, offset + len(line)
        elif _COMMENT.match(stripped):
            opened = indent
            yield offset, offset + len(line)
        elif _CODE_DIRECTIVE.match(stripped) or (stripped.endswith("::") and not stripped.startswith(".. ")):
            opened = indent
        offset += len(line) + 1


def _names(text: str) -> Iterator[PlaceName]:
    slugs = Slugs()
    previous = ""
    for line in text.split("\n"):
        if previous.strip() and _UNDERLINE.fullmatch(line) and not _UNDERLINE.fullmatch(previous):
            yield from map(PlaceName, slugs.add(re.sub(r"[`*]", "", previous)))
        if line.startswith(".. _"):
            yield PlaceName(slug(line[4:].strip().rstrip(":").strip("`")))
        previous = line
