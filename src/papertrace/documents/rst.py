r"""Links of reStructuredText: named and anonymous targets, embedded addresses, images, and bare addresses.

docutils knows the lines of its nodes but not their columns, and replaces every directive specific to Sphinx, with its
content, by an error. So the constructs that contain addresses are matched here by their syntax
(https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html), and everything else is running text.
"""

import re
from collections.abc import Iterator

from papertrace.documents.lines import find_passages
from papertrace.documents.slugs import Slugs, slug
from papertrace.model.document import Anchor, DocumentLink, LocatedText, Passage, Reference

_EMBEDDED = re.compile(r"`(?:[^`<\n]++\n(?![ \t]*\n)){0,20}[^`<\n]*+<([^<>`]{1,2000}+)>`__?")
_TARGET = re.compile(
    r"^[ \t]*(?:\.\. (?:__|_(?:`[^`\n]+`|(?>(?:[^:\n\\]|\\.)+)))|__):?[ \t]++(?P<value>\S.*)$", re.MULTILINE
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


def parse(located: LocatedText) -> Iterator[DocumentLink | Passage | Anchor]:
    """Yield the links of a text, its running text, and the anchors of its headings."""
    text = located.text
    masked = list(text)
    for start, end in _code_and_comments(text):
        yield from find_passages(located, start, end, needs_scheme=True)
        _mask(masked, start, end)
    for literal in _LITERAL.finditer("".join(masked)):
        yield from find_passages(located, literal.start(), literal.end(), needs_scheme=True)
        _mask(masked, literal.start(), literal.end())
    for pattern, reference in (
        (_EMBEDDED, Reference.LINK),
        (_DIRECTIVE, Reference.IMAGE),
        (_OPTION, Reference.LINK),
        (_TARGET, Reference.DEFINITION),
    ):
        for match in pattern.finditer("".join(masked)):
            group: str | int = 1 if pattern is _EMBEDDED else "value"
            raw = match[group]
            if raw is None or not _ADDRESS.match(raw.strip()) or raw.rstrip().endswith("_"):
                continue
            yield _marked(located, match.start(group), raw, reference)
            _mask(masked, match.start(group), match.end(group))
    yield from find_passages(located, 0, masked="".join(masked))
    yield from _anchors(text)


def _marked(located: LocatedText, start: int, raw: str, reference: Reference) -> DocumentLink:
    """Return a marked address; white space and escapes are removed from it."""
    indent = len(raw) - len(raw.lstrip())
    raw = raw.strip()
    address = _ESCAPED.sub(lambda found: found[1] or "", raw)
    return DocumentLink(
        raw=raw, span=located.locate(start + indent), reference=reference, address="" if address == raw else address
    )


def _mask(masked: list[str], start: int, end: int) -> None:
    masked[start:end] = ["\n" if character == "\n" else "\0" for character in masked[start:end]]


def _code_and_comments(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of comments and literal blocks: lines indented further than the line that opens the block."""
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


def _anchors(text: str) -> Iterator[Anchor]:
    slugs = Slugs()
    previous = ""
    for line in text.split("\n"):
        if previous.strip() and _UNDERLINE.fullmatch(line) and not _UNDERLINE.fullmatch(previous):
            yield from map(Anchor, slugs.add(re.sub(r"[`*]", "", previous)))
        if line.startswith(".. _"):
            yield Anchor(slug(line[4:].strip().rstrip(":").strip("` ")))
        previous = line
