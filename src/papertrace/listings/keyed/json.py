"""Listings in JSON: works of OpenAlex and Semantic Scholar, metadata of arXiv, and the records of any other service.

All that is required of others are records with titles, or items of Markdown under keys, as scripts
keep them that write a list once a day: `{topic: {id: "- 2024-01-02, **Title**, …"}}`. All texts of one object are one
document then.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from papertrace.listings import extracted
from papertrace.listings.keyed.json_scanner import read_records
from papertrace.listings.keyed.nested import Record, is_paper, read_record, service_of, title_in
from papertrace.listings.keyed.pages import FACTS, JsonObject, find_items, is_object, is_titled_by_key
from papertrace.listings.learned.entries import parse_markdown
from papertrace.model import Entry, Problem
from papertrace.records.identifiers import make_identifiers
from papertrace.records.reading import report_unknown
from papertrace.records.table import fact_of, section

_SURE, _CUT_OFF, _UNSURE = 0.7, 0.9, 0.3
_HEAD_RECORDS = 20
_MAX_CHARS_OF_HEAD = 100_000
_MAX_LINES_OF_HEAD = 200
_LINE = re.compile(r'\s*(?:"[^"]{0,200}"\s*:|[\[\]{}]|"(?:[^"\\]|\\.)*"\s*,?\s*$|-?\d[\d.eE+-]*\s*,?\s*$|$)')
_KEY = re.compile(r'"([A-Za-z_][\w-]{0,60})"\s{0,8}:')
_VALUE = re.compile(r'"\s{0,8}:\s{0,8}"')
_KEY_OF_RECORD = re.compile(r'"(?P<key>[^"\\]{1,400})"\s{0,8}:\s{0,8}\{\s{0,8}(?!\})')
_NAME_OF_VALUE = re.compile(r'"([A-Za-z_][\w -]{0,60})"\s{0,8}:\s{0,8}["\d]')
_MARKDOWN_VALUE = re.compile(r'"\s{0,8}:\s{0,8}"(?:[-*+] |\|)[^"]{0,600}?(?:\]\(|://)')
_OF_HUGGING_FACE = re.compile(
    r'"paper"\s*:\s*\{|"submittedOnDaily(?:By|At)"\s*:|"https?://(?:www\.)?huggingface\.co/papers/\d'
)
_MAX_DEPTH_OF_TEXTS = 3
_MIN_SHARE_OF_ITEMS = 0.5
_BULLETS = ("- ", "* ", "+ ", "|")


def parse(lines: Iterable[str], source: str, *, service: str = "") -> Iterator[Entry | Problem]:
    """Yield the entries of a listing in order, and a problem for every record without a title.

    Each record is read as one of the service whose names it has, or all as those of a given one.
    """
    unknown: Counter[str] = Counter()
    for record in read_records(lines, source):
        if isinstance(record, Problem):
            yield record
        elif not service and (texts := _find_texts(record.value)):
            yield from _read_texts(record, texts)
        else:
            yield from read_record(record, service, unknown)
    report_unknown(unknown, source)


def recognise(head: list[str], *, service: str = "") -> float:
    """Return the confidence, from 0 to 1, that a listing consists of records of a service, or of others.

    Of the records of others it is lower: all that they have in common is a title and another fact.
    """
    begins = [line.lstrip()[:1] for line in head if line.strip()]
    if not begins or (begins[0] not in "{[" and 2 * begins.count("{") <= len(begins)):
        return 0.0  # The first line need not be JSON if most of the others are.
    values = _values_of_head(tuple(head))
    if not values:
        return _recognise_cut_off(head, service)
    services = [service_of(value) for value in values]
    if service:
        return services.count(service) / len(values)
    if extracted.recognise(head):
        return 0.0
    fitting = sum(
        name == "zotero" or (name == "json" and _fits(value)) for name, value in zip(services, values, strict=True)
    )
    if not fitting:
        is_other = any(name not in {"json", "zotero"} for name in services)
        return _SURE if not is_other and (_holds_markdown(head) or _has_titles_as_keys(head)) else 0.0
    return _SURE * fitting / len(values)


@lru_cache(maxsize=1)
def _values_of_head(head: Sequence[str]) -> list[JsonObject]:
    found = [item for item in islice(read_records(head, ""), _HEAD_RECORDS * 2) if isinstance(item, Record)]
    return list(islice((item for record in found for item in find_items(record.value)), _HEAD_RECORDS))


def _fits(value: JsonObject) -> bool:
    return (bool(title_in(value)) and is_paper({key: held for key, held in value.items() if held})) or bool(
        value.keys() & {"content", "info"}
    )


def _recognise_cut_off(head: Sequence[str], service: str) -> float:
    """Return the confidence if the first record is longer than the head: by all names in it."""
    names = frozenset(key for line in head for key in _KEY.findall(line[:_MAX_CHARS_OF_HEAD]))
    is_of_hugging_face = any(_OF_HUGGING_FACE.search(line[:_MAX_CHARS_OF_HEAD]) for line in head)
    known = {name for name in ("openalex", "semantic-scholar") if section(name).is_of(names)}
    if service:
        return _CUT_OFF if service == "hugging-face" and is_of_hugging_face and not known else float(service in known)
    if known or is_of_hugging_face:
        return 0.0
    facts = {fact_of(name, "json") for name in names}
    if ("title" in facts and is_paper(dict.fromkeys(names))) or names & {"content", "info"}:
        return _SURE
    if _holds_markdown(head) or _has_titles_as_keys(head):
        return _SURE
    # Settings of a program may stand above its records; what is read of the whole text decides.
    fitting = sum(_LINE.match(line) is not None for line in head)
    return _UNSURE if len(head) >= _MAX_LINES_OF_HEAD and fitting >= _CUT_OFF * len(head) else 0.0


def _has_titles_as_keys(head: Sequence[str]) -> bool:
    """Return whether the first lines have keys that are titles, above records with facts of papers."""
    shown = [line[:_MAX_CHARS_OF_HEAD] for line in head[:_MAX_LINES_OF_HEAD]]
    keys = [found["key"] for line in shown for found in _KEY_OF_RECORD.finditer(line)]
    n_titles = sum(is_titled_by_key(key, {"year": "2021"}) for key in keys)
    has_facts = any(fact_of(name, "json") in FACTS for line in shown for name in _NAME_OF_VALUE.findall(line))
    return has_facts and n_titles > 1 and n_titles * 2 > len(keys)


def _holds_markdown(head: Sequence[str]) -> bool:
    """Return whether the first lines hold Markdown items under keys; the object may go on after them."""
    first = next((line.lstrip() for line in head if line.strip()), "")
    shown = [line[:_MAX_CHARS_OF_HEAD] for line in head[:_MAX_LINES_OF_HEAD]] if first.startswith("{") else []
    n_items = sum(len(_MARKDOWN_VALUE.findall(line)) for line in shown)
    n_values = sum(len(_VALUE.findall(line)) for line in shown)
    return n_items > n_values / 2


def _find_texts(value: JsonObject) -> list[tuple[str, str]]:
    """Return the keys and texts of an object that consists of Markdown items; empty for any other object."""
    found = list(_walk(value, 0))
    n_items = sum(_is_item(text) for _, text in found)
    return found if found and n_items > len(found) * _MIN_SHARE_OF_ITEMS else []


def _walk(value: JsonObject, depth: int) -> Iterator[tuple[str, str]]:
    for key, held in value.items():
        if isinstance(held, str):
            yield key, " ".join(held.split())
        elif is_object(held) and depth < _MAX_DEPTH_OF_TEXTS:
            yield from _walk(held, depth + 1)


def _is_item(text: str) -> bool:
    return text.startswith(_BULLETS) and ("](" in text or "://" in text)


def _read_texts(record: Record, texts: list[tuple[str, str]]) -> Iterator[Entry | Problem]:
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
