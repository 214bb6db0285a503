"""JSON that maps keys to items of a Markdown list: `{topic: {id: "- 2024-01-02, **Title**, …"}}`.

Scripts that write a list once a day keep its bullets or table rows in JSON. All texts of one object are read as one
Markdown document, so that the same rules apply to them as to the list itself.
"""

from collections.abc import Iterator
from dataclasses import replace

from papertrace.listings.keyed.nested import Record
from papertrace.listings.keyed.pages import JsonObject, is_object
from papertrace.listings.learned.entries import parse_markdown
from papertrace.model import Entry, Problem
from papertrace.records.identifiers import make_identifiers

_MAX_DEPTH = 3
_MIN_SHARE = 0.5
_BULLETS = ("- ", "* ", "+ ", "|")


def find_texts(value: JsonObject) -> list[tuple[str, str]]:
    """Return the keys and texts of an object that consists of Markdown items; empty for any other object.

    >>> find_texts({"Grids": {"2401.00001": "- 2024-01-02, **A Title**, [pdf](https://example.org/a)"}})
    [('2401.00001', '- 2024-01-02, **A Title**, [pdf](https://example.org/a)')]
    """
    found = list(_walk(value, 0))
    n_items = sum(_is_item(text) for _, text in found)
    return found if found and n_items > len(found) * _MIN_SHARE else []


def _walk(value: JsonObject, depth: int) -> Iterator[tuple[str, str]]:
    for key, held in value.items():
        if isinstance(held, str):
            yield key, " ".join(held.split())
        elif is_object(held) and depth < _MAX_DEPTH:
            yield from _walk(held, depth + 1)


def _is_item(text: str) -> bool:
    return text.startswith(_BULLETS) and ("](" in text or "://" in text)


def read_texts(record: Record, texts: list[tuple[str, str]]) -> Iterator[Entry | Problem]:
    """Yield the entries of the texts of a record; they keep the lines of the record."""
    lines: list[str] = []
    keys: dict[int, str] = {}
    in_table = False
    for key, text in texts:
        if text.startswith("|") and not in_table:
            n_cells = text.count("|") - 1
            lines += ["", "| " * n_cells + "|", "|-" * n_cells + "|"]
        elif in_table and not text.startswith("|"):
            lines.append("")
        in_table = text.startswith("|")
        lines.append(text)
        keys[len(lines)] = key
    for item in parse_markdown(lines, record.span.source):
        if isinstance(item, Problem):
            yield replace(item, span=record.span)
            continue
        yield replace(
            item,
            span=record.span,
            end_line=record.end_line,
            abstract_span=record.span if item.abstract else None,
            targets=tuple(replace(target, span=record.span) for target in item.targets),
            identifiers=item.identifiers.or_else(make_identifiers(arxiv=(keys.get(item.span.line, ""),))),
        )
