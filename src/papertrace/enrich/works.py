"""What the record of a service says of a work, by the table of names that listings are read by.

A field may be missing, null or of another type than documented; then it is absent. Texts are hostile: they are cut and
rid of characters that are not printed, and addresses are kept only under http and https.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from papertrace.model import Span
from papertrace.model.papers.work import DELETED, Work
from papertrace.model.text import replace_unprintable
from papertrace.records.people import names_of, orcid_of
from papertrace.records.reading import (
    Values,
    fields_of,
    gather_values,
    read_abstract,
    read_cited,
    read_facts,
    read_names,
)
from papertrace.records.references import name_object
from papertrace.records.rows import Row, local_name, mapping_of, text_of
from papertrace.records.table import Section, section
from papertrace.web.address import parse_address

MAX_TEXT = 2_000
MAX_ABSTRACT = 20_000
MAX_ITEMS = 20_000
_MAX_DEPTH = 20


def read_work(section_name: str, record: object) -> Work | None:
    """Return the work of a record, or None if it has no name in a registry, or OpenAlex has removed it.

    The title of a work is empty if the service states none; a subtitle is part of it, a final full stop is not.
    """
    if not isinstance(record, Mapping):
        return None
    of = section(section_name)
    long = set(_names_of_fact(of, "abstract"))
    fields = [
        one._replace(value=_clean(one.value, MAX_ABSTRACT if one.name in long else MAX_TEXT))
        for one in fields_of(record, of)
    ]
    values = gather_values(Row(of.name, fields, Span("", 1), 1))
    names, title = read_names(values), values.text("title").removesuffix(".")
    if not names or title == DELETED:
        return None
    facts = read_facts(values)
    subtitle = facts.pop("subtitle", None)
    date = facts["date"] if facts["date"] and facts["date"][0].isdigit() else None
    facts |= {
        "date": date,
        "index_keywords": _unique((*(facts.get("index_keywords") or ()), *_texts_of(values, "topics"))),
    }
    cited = read_cited(values, are_certain=True)
    is_listed = any(isinstance(record.get(name), list) for name in _names_of_fact(of, "references"))
    flags = (one.value for one in values.all_of("is_open_access") if isinstance(one.value, bool))
    versions = (name for one in values.all_of("versions") for name in name_object(one.value))
    return Work(
        names=names,
        title=f"{title}: {subtitle}" if subtitle and title and subtitle.casefold() not in title.casefold() else title,
        year=int(date[:4]) if date else None,
        versions=_unique(name for name in versions if name.startswith(("doi:", "arxiv:")) and name not in names),
        orcids=tuple(_read_orcids(values)),
        references=cited if cited or is_listed else None,
        abstract=read_abstract(values)[0],
        urls=_unique(filter(_is_web_url, (*_texts_of(values, "url"), *_texts_of(values, "link")))),
        is_open_access=next(flags, None),
        code=_unique(filter(_is_web_url, _texts_of(values, "code"))),
        **facts,
    )


def read_feed(section_name: str, body: str) -> list[Work] | None:
    """Return the papers of a feed of arXiv, or None if it is not a whole feed.

    The DOI in a record is that of the article, and its journal is as the authors typed it.
    """
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    try:
        root = fromstring(body.encode())
    except (ParseError, DefusedXmlException, ValueError, RecursionError):
        return None
    if root.tag != "{http://www.w3.org/2005/Atom}feed":
        return None
    entries = [mapping_of(entry) for entry in root if local_name(entry) == "entry"]
    works = [read_work(section_name, entry) for entry in entries if "/abs/" in text_of(entry.get("id"))]
    return [
        replace(
            work,
            names=tuple(name for name in work.names if name.startswith("arxiv:")),
            versions=tuple(name for name in work.names if name.startswith("doi:")),
            type="preprint",
            venue=None,
            is_open_access=True,
        )
        for work in works
        if work is not None and work.title
    ]


def _clean(value: object, n_chars: int, depth: int = 0) -> object:
    """Return a value of JSON with short lists and short texts of printed characters, as deep as services nest them."""
    match value:
        case str():
            return replace_unprintable(value[:n_chars], " ")
        case list() if depth < _MAX_DEPTH:
            return [_clean(one, n_chars, depth + 1) for one in value[:MAX_ITEMS]]
        case Mapping() if depth < _MAX_DEPTH:
            return {replace_unprintable(key, " "): _clean(one, n_chars, depth + 1) for key, one in value.items()}
        case list() | Mapping():
            return None
    return value


def _names_of_fact(of: Section, fact: str) -> Iterator[str]:
    yield from (name for name, rules in of.rules.items() if any(rule.fact == fact for rule in rules))


def _texts_of(values: Values, fact: str) -> Iterator[str]:
    """Yield the texts of a fact under all its names."""
    for one in values.all_of(fact):
        yield from map(values.plain, one.value if isinstance(one.value, list) else (one.value,))


def _read_orcids(values: Values) -> Iterator[tuple[str, str]]:
    for one in values.all_of("authors"):
        if orcid := orcid_of(one.value):
            yield from ((name, orcid) for name in names_of([one.value], "", values.plain)[:1])


def _is_web_url(text: str) -> bool:
    """Return whether a text is an address that can be requested."""
    try:
        parse_address(text)
    except ValueError:
        return False
    return text.isprintable() and " " not in text


def _unique(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, texts)))
