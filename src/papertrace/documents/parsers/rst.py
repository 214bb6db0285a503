r"""Links of reStructuredText: named and anonymous targets, embedded addresses, images, and bare addresses.

docutils knows the lines of its nodes but not their columns, and replaces every directive specific to Sphinx, with its
content, by an error. So the constructs that contain addresses are matched here by their syntax
(https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html), and everything else is running text.
"""

import re
from collections.abc import Iterator

from papertrace.documents.lines import find_passages
from papertrace.markup.anchors import Slugs, docutils_id, slug
from papertrace.model.document import Anchor, DocumentLink, Generated, LeftOut, LocatedText, Passage, Reference

_EMBEDDED = re.compile(r"`(?:[^`<\n]++\n(?![ \t]*\n)){0,20}[^`<\n]*+<([^<>`]{1,2000}+)>`__?")
_TARGET = re.compile(
    r"^[ \t]*(?:\.\. (?:__|_(?:`[^`\n]+`|(?>(?:[^:\n\\]|\\.)+)))|__):?[ \t]++(?P<value>\S.*)$", re.MULTILINE
)
_DIRECTIVE = re.compile(
    r"^[ \t]*\.\. (?:\|[^|\n]+\| )?(?:image|figure|video|raw|iframe|youtube|button-link|card) ?::[ \t]*(?P<value>\S+)",
    re.MULTILINE,
)
_OPTION = re.compile(
    r"^[ \t]+:(?:target|url|link|img-top|button-link|alt-link|uri):[ \t]+(?P<value>\S+)[ \t]*$", re.MULTILINE
)
_LITERAL = re.compile(r"``(?>(?:[^`\n]|`(?!`))+)``")
# Roles of docutils and Sphinx for documents with numbers, and where these are.
_ROLES = {
    "pep": ("https://peps.python.org/", "pep-{:04}/"),
    "rfc": ("https://datatracker.ietf.org/doc/html/", "rfc{}.html"),
}
_ROLE = re.compile(
    r":(?P<role>pep|rfc):`(?:[^`<>\n]{1,200}<)?(?P<number>\d{1,5})(?P<fragment>(?:#[^\s`<>]{1,200})?)>?`",
    re.IGNORECASE,
)
# The text of a role with a target, `:ref:`https://example.org/ <guide.address>``, is the label of that link.
_LABELLED = re.compile(r":[a-z][\w:.+-]{1,60}:`(?P<text>[^`<>]{1,500})<[^`<>\s]{1,500}>`", re.IGNORECASE)
_COMMENT = re.compile(r"\.\.(?: (?!\[|_|__|\||[\w:.+-]+ ?::)|$)")
_CODE_DIRECTIVE = re.compile(
    r"\.\. (?:\|[^|]+\| )?"
    r"(?:code|code-block|sourcecode|math|doctest|testcode|prompt|highlight|literalinclude) ?::"
)
# Directives whose text comes from elsewhere: from code, commands, schemas, other files.
_EXTENDED = re.compile(
    r"^[ \t]{0,16}\.\. (?:(?:\w{1,9}:)?auto\w{1,30}|doxygen\w{1,30}|click|argparse|openapi"
    r"|program-output|include|jsonschema|autosummary|apidoc|exec|sphinx_\w{1,30}) ?::",
    re.MULTILINE,
)
_EXPLICIT = re.compile(r"\.\. ")
_BULLETS = re.compile(r"(?:(?:[-*+]|#\.|\(?\w{1,3}[.)])[ \t]+){0,4}")
_UNDERLINE = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ \t]*")
_ADDRESS = re.compile(r"(?:[a-z][a-z0-9+.-]*:|//|www\.|[./#]|[\w-]+\.\w{2,5}(?:$|[#/]))", re.IGNORECASE)
_ESCAPED = re.compile(r"\\(.)|\s+", re.DOTALL)


def parse(located: LocatedText) -> Iterator[DocumentLink | Passage | Anchor | Generated]:
    """Yield the links of a text, its running text, and the anchors of its headings."""
    text = located.text
    masked = list(text)
    for start, end, reason in _code_and_comments(text):
        yield from find_passages(located, start, end, left_out=reason)
        _mask(masked, start, end)
    for literal in _LITERAL.finditer("".join(masked)):
        yield from find_passages(located, literal.start(), literal.end(), left_out=LeftOut.CODE)
        _mask(masked, literal.start(), literal.end())
    for role in _ROLE.finditer("".join(masked)):
        yield _link_of_role(located, role)
        _mask(masked, role.start(), role.end())
    for role in _LABELLED.finditer("".join(masked)):
        yield from find_passages(located, *role.span("text"), left_out=LeftOut.LABEL)
        _mask(masked, *role.span("text"))
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
    if _EXTENDED.search(text):
        yield Generated(has_other_names=True)


def _link_of_role(located: LocatedText, role: re.Match[str]) -> DocumentLink:
    """Return the link of a role that refers to a document by its number: `:pep:`8``, `:rfc:`2822#section-3``."""
    base, form = _ROLES[role["role"].lower()]
    address = f"{base}{form.format(int(role['number']))}{role['fragment']}"
    span = located.locate(role.start("number"))
    raw = located.text[role.start("number") : role.end("fragment")]
    return DocumentLink(raw=raw, span=span, address=address, words=role["role"].lower())


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


def _code_and_comments(text: str) -> Iterator[tuple[int, int, LeftOut]]:
    """Yield the ranges of comments and literal blocks: lines indented further than the line that opens the block."""
    offset = 0
    opened: int | None = None
    reason = LeftOut.CODE
    for line in text.split("\n"):
        stripped = line.strip()
        indent = len(line) - len(line.lstrip())
        if opened is not None and stripped and indent <= opened:
            opened = None
        if opened is not None:
            if stripped:
                yield offset, offset + len(line), reason
        elif _COMMENT.match(stripped):
            opened, reason = indent, LeftOut.COMMENT
            yield offset, offset + len(line), reason
        elif (bullets := _BULLETS.match(stripped)) and (
            _CODE_DIRECTIVE.match(stripped, bullets.end())
            or (stripped.endswith("::") and not _EXPLICIT.match(stripped, bullets.end()))
        ):
            opened, reason = indent + bullets.end(), LeftOut.CODE
        offset += len(line) + 1


def _anchors(text: str) -> Iterator[Anchor]:
    slugs = Slugs()
    previous = ""
    for line in text.split("\n"):
        if previous.strip() and _UNDERLINE.fullmatch(line) and not _UNDERLINE.fullmatch(previous):
            title = re.sub(r"[`*]", "", previous).strip()
            yield from map(Anchor, dict.fromkeys((docutils_id(title), *slugs.add(title))))
        if line.startswith(".. _"):
            name = line[4:].strip().rstrip(":").strip("` ")
            yield from map(Anchor, dict.fromkeys((slug(name), docutils_id(name))))
        previous = line
