"""URLs in fields: as printed, with their spans and the words that belong to them."""

import re
from collections.abc import Iterable, Iterator

from papertrace.model import Span, Target, advance

# This matches the longest text that can be an address; extraction decides whether it is one, and where it ends.
_PIECE = re.compile(
    r"\\url\s{0,3}\{(?P<url>[^{}]++(?:\{[^{}]{0,64}\}[^{}]*+){0,8})\}"
    r"|\\href\s{0,3}\{(?P<href>[^{}]++(?:\{[^{}]{0,64}\}[^{}]*+){0,8})\}\s{0,3}(?:\{(?P<words>[^{}]*)\})?"
    r"|<a\s[^<>]{0,200}?href=[\"'](?P<a>[^\"'<>]+)[\"'][^<>]{0,200}>(?P<anchor>[^<>]*)"
    r"|(?P<bare>(?:https?://|www\.)[^\s<>\"{}]+"
    r"|(?<![\w@/.:-])(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}/[^\s<>\"{}]+)",
    re.IGNORECASE,
)
_WORDS_CHARS = 60
_CLOSING = {"'": "'", "`": "`", "\u2018": "\u2019", "\u201c": "\u201d", "\u201e": "\u201c", "\u00ab": "\u00bb"}


def find_targets(text: str, name: str, start: Span) -> Iterator[Target]:
    """Yield the URLs of a field in order.

    Parameters
    ----------
    text
        The field as printed: an address alone, or a note with addresses in it.
    name
        The name of the field; with the text before an address it gives the words of an address that has none.
    start
        The span of the first character.
    """
    if "." not in text and "\\" not in text and "<" not in text:
        return
    done = located = 0
    for match in _PIECE.finditer(text):
        kind = next(kind for kind in ("url", "href", "a", "bare") if match[kind] is not None)
        before = " ".join(text[max(done, match.start() - _WORDS_CHARS) : match.start()].split()).strip(" ,;.(")
        own = " ".join((match["words"] or match["anchor"] or "").split())
        words = own or (f"{name}: {before}" if before else name)
        raw = match[kind]
        if kind == "bare" and (closing := _CLOSING.get(text[match.start() - 1 : match.start()])):
            raw = raw.partition(closing)[0]
        if kind == "bare" and text[match.start() - 1 : match.start()] == "(":
            raw = _until_closed(raw)
        offset = match.start(kind) + len(raw) - len(raw.lstrip())
        if raw.strip():
            start, located = advance(start, text[located:offset], offset - located), offset
            yield Target(raw=raw.strip(), words=words, span=start)
        done = match.end()


def _until_closed(raw: str) -> str:
    """Return an address that a bracket was opened before, up to the bracket that closes that one.

    >>> _until_closed("https://example.org/a_(b))'.")
    'https://example.org/a_(b)'
    """
    depth = 0
    for index, character in enumerate(raw):
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return raw[:index]
    return raw


def unique_targets(targets: Iterable[Target]) -> tuple[Target, ...]:
    """Return the first target of each address, in order."""
    unique: dict[str, Target] = {}
    for target in targets:
        unique.setdefault(target.raw, target)
    return tuple(unique.values())
