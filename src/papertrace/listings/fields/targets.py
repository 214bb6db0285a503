"""URLs that stand in fields: kept as printed, with their places and the words that belong to them."""

import re
from collections.abc import Iterable, Iterator

from papertrace.model import Span, Target, advance

# What follows is as much as can be an address; whether it is one, and where it ends, is not this stage's business.
_PIECE = re.compile(
    r"\\url\s{0,3}\{(?P<url>[^{}]++(?:\{[^{}]{0,64}\}[^{}]*+){0,8})\}"
    r"|\\href\s{0,3}\{(?P<href>[^{}]++(?:\{[^{}]{0,64}\}[^{}]*+){0,8})\}\s{0,3}(?:\{(?P<words>[^{}]*)\})?"
    r"|<a\s[^<>]{0,200}?href=[\"'](?P<a>[^\"'<>]+)[\"'][^<>]{0,200}>(?P<anchor>[^<>]*)"
    r"|(?P<bare>(?:https?://|www\.)[^\s<>\"{}]+"
    r"|(?<![\w@/.:-])(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}/[^\s<>\"{}]+)",
    re.IGNORECASE,
)
_WORDS_CHARS = 60


def find_targets(text: str, name: str, start: Span) -> Iterator[Target]:
    """Yield the URLs of a field in their order.

    Parameters
    ----------
    text
        The field as printed: an address and nothing else, or a note with addresses in it.
    name
        What the listing calls the field; with what stands before an address it makes the words of one that has none.
    start
        The place of the first character.
    """
    done = 0
    for match in _PIECE.finditer(text):
        kind = next(kind for kind in ("url", "href", "a", "bare") if match[kind] is not None)
        before = " ".join(text[max(done, match.start() - _WORDS_CHARS) : match.start()].split()).strip(" ,;.(")
        own = " ".join((match["words"] or match["anchor"] or "").split())
        words = own or (f"{name}: {before}" if before else name)
        raw = match[kind]
        offset = match.start(kind) + len(raw) - len(raw.lstrip())
        if raw.strip():
            yield Target(raw=raw.strip(), words=words, span=advance(start, text, offset))
        done = match.end()


def unique_targets(targets: Iterable[Target]) -> tuple[Target, ...]:
    """Return targets without those whose address came before, in their order."""
    unique: dict[str, Target] = {}
    for target in targets:
        unique.setdefault(target.raw, target)
    return tuple(unique.values())
