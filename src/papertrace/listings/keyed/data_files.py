"""Data files of sites in YAML and TOML: what is common to both, which are read whole and may head a page."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from papertrace.listings.keyed.nested import Record, read_record
from papertrace.model import Entry, Problem, Span
from papertrace.model.text import excerpt


def parse_data_file(
    lines: Iterable[str],
    source: str,
    notation: str,
    *,
    max_chars: int,
    read_front_matter: Callable[[Sequence[str]], Sequence[str] | None],
    read_records: Callable[[Sequence[str], str], Iterable[Record | Problem]],
) -> Iterator[Entry | Problem]:
    """Yield the entries of a data file, and a problem for what is not in its notation or is below its front matter."""
    kept: list[str] = []
    n_chars = 0
    for line in lines:
        kept.append(line)
        n_chars += len(line) + 1
        if n_chars > max_chars:
            fact = f"{notation} of more than {max_chars >> 20} MiB; left out; divide it into several files"
            yield Problem(Span(source, 1), fact)
            return
    unknown: Counter[str] = Counter()
    for found in read_records(kept, source):
        if isinstance(found, Problem):
            yield found
        else:
            yield from read_record(found, "json", unknown)
    if (front := read_front_matter(kept)) is not None:
        start = len(front) + 2
        shown = [number for number, line in enumerate(kept[start:], start=start + 1) if line.strip()]
        if shown:
            fact = "text of the page below its front matter; left out"
            yield Problem(Span(source, shown[0]), fact, n_lines=len(shown), harmless=True, outside=True)


def describe_rest(notation: str, lines: Sequence[str], first: Span, start: int, shown: int) -> Problem:
    """Return the problem that all lines from an index on are left out; the line of another index shows why.

    `first` is the place of the first line.
    """
    n_lines = max(1, sum(bool(line.strip()) for line in lines[start:]))
    printed = excerpt(lines[shown].strip()) if lines else ""
    fact = f"{printed}: not {notation}; left out, with all that follows"
    return Problem(Span(first.source, first.line + start), fact, n_lines=n_lines, outside=True)
