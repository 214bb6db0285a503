"""The reading of converted documents: entries of the Markdown reader with the positions of the printed lines."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from papertrace.listings.learned.entries import parse_markdown
from papertrace.model import Entry, Problem, Span

Convert = Callable[[Sequence[str]], list[str]]

MAX_LINE_LENGTH = 20_000
_MAX_LENGTH = 16 * 1024 * 1024
_WORD = re.compile(r"[^\s*_`\[\]()<>|]+")


def parse_converted(lines: Iterable[str], source: str, convert: Convert) -> Iterator[Entry | Problem]:
    """Yield what the Markdown reader finds in converted lines; `convert` returns one line for each line.

    Spans are those of the printed lines. Only the first 16 MiB are read.
    """
    printed: list[str] = []
    size = 0
    cut: Problem | None = None
    for number, line in enumerate(lines, start=1):
        size += len(line) + 1
        if size > _MAX_LENGTH:
            fact = f"only the {_MAX_LENGTH >> 20} MiB before this line are read; split the file"
            cut = Problem(Span(source, number), fact)
            break
        printed.append(line)
    shown = [line if len(line) <= MAX_LINE_LENGTH else "" for line in printed]
    converted = convert(shown)
    kept = [new if len(old) <= MAX_LINE_LENGTH else old for old, new in zip(printed, converted, strict=True)]
    for item in parse_markdown(kept, source):
        yield _relocate(item, kept, printed) if isinstance(item, Entry) else item
    if cut is not None:
        yield cut


def make_comment(line: str) -> str:
    """Return a line that is page text as a comment, which the Markdown reader counts but does not read."""
    return f"<!-- {line.replace('--', '- -').replace('>', ' ')} -->" if line.strip() else ""


def make_link(words: str, url: str) -> str:
    """Return a link in Markdown, or the bare address if it has no words of its own.

    >>> make_link("Fold [v2]", "https://example.org/a(b)"), make_link("https://example.org", "https://example.org")
    ('[Fold (v2)](https://example.org/a%28b%29)', '<https://example.org>')
    """
    words = words.strip()
    if not words or words == url:
        return f"<{url}>"
    target = url.replace("(", "%28").replace(")", "%29") if "(" in url or ")" in url else url
    return f"[{words.replace('[', '(').replace(']', ')')}]({target})"


def _relocate(entry: Entry, converted: Sequence[str], printed: Sequence[str]) -> Entry:
    """Return an entry with the spans of its title, abstract and links in the printed lines."""
    targets = tuple(
        replace(target, span=_locate(target.span, target.raw, converted, printed)) for target in entry.targets
    )
    abstract_span = _locate(entry.abstract_span, "", converted, printed) if entry.abstract_span else None
    span = _locate(entry.span, "", converted, printed)
    return replace(entry, span=span, abstract_span=abstract_span, targets=targets)


def _locate(span: Span, needle: str, converted: Sequence[str], printed: Sequence[str]) -> Span:
    """Return the span of a text, or of the word at a span of a converted line, in the printed line."""
    line = printed[span.line - 1]
    if not needle:
        word = _WORD.search(converted[span.line - 1], span.column - 1)
        needle = word[0] if word else ""
    column = line.find(needle) if needle else -1
    if column < 0:
        column = len(line) - len(line.lstrip())
    return Span(span.source, span.line, column + 1)
