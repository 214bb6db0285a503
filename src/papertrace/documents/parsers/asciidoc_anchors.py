"""What references of AsciiDoc lead to: anchors in lines, titles with marks below them, and the ids of titles."""

import re
from collections.abc import Iterator, Sequence

from papertrace.model.document import Anchor

_UNDERLINE = re.compile(r"([=~^+-])\1{2,}")
_ANCHORS = (
    re.compile(r"\[\[\[?([^\s\[\],]{1,200})(?:,[^\[\]\n]{0,200})?\]\]"),
    re.compile(r"(?<![\w\]])\[[^\s\[\],#]{0,100}#([^\s\[\],.%#]{1,200})"),
    re.compile(r"(?:^\[|\[[^\[\]\n]{0,200},[ ]?)id=[\"']?([^\s\[\],\"']{1,200})"),
    re.compile(r"\banchor:([^\s\[\]]{1,200})\["),
)
_MACRO_IN_TITLE = re.compile(r"(?:\b(?:link|xref|image):|https?://)[^\s\[\]]{1,500}+\[([^\[\]\n]{0,200})\]")


def is_underlined(lines: Sequence[str], number: int) -> bool:
    """Return whether a line is a title on the first line of a block, with a line of marks as long as it below."""
    title = lines[number].rstrip()
    below = lines[number + 1].rstrip() if number + 1 < len(lines) else ""
    if abs(len(title) - len(below)) > 1 or not _UNDERLINE.fullmatch(below) or not re.match(r"[^\s.].*\w", title):
        return False
    return number == 0 or not lines[number - 1].strip() or lines[number - 1].startswith(("[", "//"))


def find_anchors(text: str) -> Iterator[Anchor]:
    """Yield the anchors that a line states."""
    for pattern in _ANCHORS:
        yield from (Anchor(match[1]) for match in pattern.finditer(text))


def id_of(title: str, prefix: str, separator: str) -> str:
    """Return the id that Asciidoctor makes of a title that is not repeated.

    https://docs.asciidoctor.org/asciidoc/latest/sections/auto-ids/

    >>> id_of("The `foo.bar` method", "_", "_"), id_of("A & B: what's new?", "", "-")
    ('_the_foo_bar_method', 'a-b-whats-new')
    """
    shown = _MACRO_IN_TITLE.sub(r"\1", _ANCHORS[0].sub("", title)).lower()
    words = re.sub(r"[^\w .-]", "", shown)
    return prefix + re.sub(r"[ ._-]+", separator, words).strip(separator or " ")
