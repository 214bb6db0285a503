"""Bibliographies in BibTeX and BibLaTeX: one entry for each block that is a publication.

Titles and names become plain text; the abstract stays as printed, marked as BibTeX, so that positions in it are exact
(the paper shows it as plain text). Every field that contains an address gives a target. `@string` is expanded;
`@comment`, `@preamble` and whole volumes (`@proceedings`) are not papers and are reported as harmless.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from papertrace.listings.bibliographies.bibtex_blocks import Block, Fields, Value, parse_fields, split_blocks
from papertrace.listings.bibliographies.inheritance import Families, Member
from papertrace.listings.fields.field_dates import make_date
from papertrace.listings.fields.identifiers import addresses_of_resolver, identify_first, make_identifiers
from papertrace.listings.fields.people import invert_name, split_and
from papertrace.listings.fields.publication import count_of_field, first_page_of, split_keywords
from papertrace.listings.fields.targets import find_targets, unique_targets
from papertrace.model import Entry, Identifiers, Markup, Problem, Target
from papertrace.model.latex import decode_identifier, decode_latex

_VOLUMES = frozenset({"proceedings", "mvproceedings", "periodical"})
_NOT_PUBLICATIONS = frozenset({"comment", "preamble", "xdata", "set", "control", "ieeetranbstctl", "bibnote"})
# Fields with addresses of the bibliography itself, or texts that extraction reads separately.
_NO_TARGETS = frozenset(
    {"abstract", "title", "author", "doi", "biburl", "bibsource", "file", "local-url", "editor", "annote"}
)
# Fields whose value is an address by their name, even without a scheme.
_ADDRESSES = frozenset(
    [
        "url",
        "code",
        "software",
        "repository",
        "github",
        "codeurl",
        "code_url",
        "project",
        "projectpage",
        "project_page",
        "website",
        "homepage",
        "link",
        "demo",
        "pdf",
        "video",
        "data",
        "dataset",
    ],
)
_MAX_STRINGS = 100_000
_HALLMARK = re.compile(r"\s{0,40}@[ \t]{0,8}[A-Za-z]{3,40}[ \t]{0,8}[{(]")
_ASSIGNMENT = re.compile(r"[^=]{0,120}\b[A-Za-z][\w-]{1,40}[ \t]{0,20}=[ \t]{0,20}(?:[{\"]|\w+,?\s{0,20}$)")


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a bibliography in order, and a problem for each block that is broken or not a paper.

    An entry that inherits fields is yielded after the entry that has them was read, and so are those below it.
    """
    families = Families()
    strings: dict[str, str] = {}
    for block in split_blocks(lines, source):
        match block.type:
            case "string":
                defined = parse_fields(block, strings, keyed=False)
                if len(strings) < _MAX_STRINGS:
                    strings.update((name, value.text) for name, value in defined.values.items())
                if defined.faults or not block.closed:
                    fact = "; ".join(defined.faults) or "the abbreviation has no end"
                    families.wait(_report(block, fact))
            case "":
                families.wait(_report(block, "text outside entries", harmless=True))
            case kind if kind in _NOT_PUBLICATIONS and kind != "xdata":
                families.wait(_report(block, "not a publication", harmless=True))
            case _:
                families.add(block, parse_fields(block, strings))
        yield from _read_ready(families.take_ready())
    yield from _read_ready(families.take_all())


def _read_ready(ready: Iterable[Problem | Member]) -> Iterator[Entry | Problem]:
    for one in ready:
        if isinstance(one, Problem):
            yield one
        elif one.block.type == "xdata":
            yield _report(one.block, "not a publication", harmless=True)
        elif one.block.type in _VOLUMES:
            yield _report(one.block, "a whole volume, not a paper", harmless=True)
        else:
            yield from _parse_entry(one.block, one.fields)


def _parse_entry(block: Block, fields: Fields) -> Iterator[Entry | Problem]:
    title = fields.values.get("title") or fields.values.get("maintitle")
    text = decode_latex(title.text) if title else ""
    faults = [*fields.faults, *([] if block.closed else ["the entry has no end"])]
    if not text:
        faults.append("without a title")
        yield _report(block, f"{'; '.join(faults)}; left out", name=fields.key)
        return
    abstract = fields.values.get("abstract")
    yield Entry(
        title=text,
        abstract=abstract.text if abstract else "",
        span=block.span,
        end_line=block.end_line,
        abstract_span=abstract.span if abstract and abstract.text else None,
        authors=_find_authors(fields),
        date=_find_date(fields),
        subtitle=_plain(fields, "subtitle"),
        venue=_plain(fields, "journaltitle", "journal", "booktitle", "series"),
        publisher=_plain(fields, "publisher", "institution", "school", "organization"),
        type=block.type,
        volume=_plain(fields, "volume"),
        first_page=first_page_of(_text(fields, "pages") or _text(fields, "eid")),
        keywords=split_keywords([decode_latex(_text(fields, "keywords") or _text(fields, "keyword"))]),
        n_citations=count_of_field(_text(fields, "citations") or _text(fields, "times-cited")),
        identifiers=_find_identifiers(fields),
        targets=unique_targets(_find_targets(fields)),
        markup=Markup.BIBTEX,
    )
    if faults:
        yield Problem(block.span, f"@{block.type}{{{fields.key}: {'; '.join(faults)}; the rest of the entry is kept")


def _plain(fields: Fields, *names: str) -> str | None:
    """Return the first of some fields that is not empty, as plain text."""
    return next((text for name in names if (text := _decode_repeated(_text(fields, name)))), None)


@lru_cache(maxsize=4096)
def _decode_repeated(text: str) -> str:
    """Decode a text that many entries have in common, such as the name of a journal."""
    return decode_latex(text)


def _find_authors(fields: Fields) -> tuple[str, ...]:
    value = fields.values.get("author") or fields.values.get("authors")
    if value is None:
        return ()
    names = (invert_name(name) if not name.startswith("{") else name for name in split_and(value.text))
    return tuple(name for name in map(decode_latex, names) if name)


def _find_date(fields: Fields) -> str | None:
    if (whole := fields.values.get("date")) and (date := make_date(whole.text)):
        return date
    year, month, day = (_text(fields, name) for name in ("year", "month", "day"))
    return make_date(year, month, day)


def _find_identifiers(fields: Fields) -> Identifiers:
    eprint = _text(fields, "eprint")
    kind = (_text(fields, "archiveprefix") or _text(fields, "eprinttype")).lower()
    addresses = [decode_identifier(_text(fields, name)) for name in ("url", "ee", "link")]
    notes = [decode_identifier(_text(fields, name)) for name in ("note", "howpublished")]
    stated = make_identifiers(
        arxiv=(
            eprint if kind in {"", "arxiv"} else "",
            _text(fields, "arxiv"),
            _text(fields, "arxivid"),
            *(
                _text(fields, name)
                for name in ("url", "journal", "volume", "note", "howpublished", "pdf")
                if name in fields.values
            ),
        ),
        doi=(decode_identifier(_text(fields, "doi")), *addresses_of_resolver([*addresses, *notes])),
    )
    return stated.or_else(identify_first(addresses))


def _find_targets(fields: Fields) -> Iterator[Target]:
    for name, value in fields.values.items():
        if name in _NO_TARGETS or not value.text:
            continue
        if (name in _ADDRESSES or name.startswith("bdsk-url")) and _is_one_word(value):
            yield Target(raw=value.text, words=name, span=value.span)
        else:
            yield from find_targets(value.text, name, value.span)


def _is_one_word(value: Value) -> bool:
    return "." in value.text and not any(sign in value.text for sign in (" ", "\n", "\t", "\\url", "\\href"))


def _text(fields: Fields, name: str) -> str:
    value = fields.values.get(name)
    return value.text if value else ""


def _report(block: Block, fact: str, *, name: str = "", harmless: bool = False) -> Problem:
    head = f"@{block.type}{{{name}" if name else f"@{block.type}" if block.type else ""
    n_lines = max(block.end_line - block.span.line + 1, 1)
    return Problem(block.span, f"{head}: {fact}".removeprefix(": "), n_lines=n_lines, harmless=harmless)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing is a bibliography in BibTeX."""
    shown = [line[:400] for line in head if line.strip()]
    starts = [n for n, line in enumerate(shown) if _HALLMARK.match(line)]
    if not starts:
        return 0.0
    assigned = any(_ASSIGNMENT.match(line) for line in shown[starts[0] :])
    # A page that quotes an entry so that others can cite it is not a bibliography: most of its lines are other text.
    return (1.0 if starts[0] * 2 <= len(shown) else 0.3) if assigned else 0.0
