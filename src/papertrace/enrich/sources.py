"""Services that know about works: requests planned and answers read by the rows of `services.toml`.

A *key* is what a service is asked about: the name of a work (`doi:…`, `arxiv:…`, `openalex:…`, `s2:…`, `pmid:…`), a
title (`title:…`), or the works that cite one (`citing:doi:…`). `read` returns for each key of a query the works that
the service has for it, none if the service definitely knows none, and `ALONE` if it has to be asked for that key alone;
a key that the answer does not decide is left out. So a garbled answer never says "unknown".
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from papertrace.enrich.services import SERVICES
from papertrace.model import Ask, Method, Observation, Span
from papertrace.model.papers.facts import DELETED, CitedWork, Work
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
from papertrace.records.references import identify, name_object
from papertrace.records.rows import Row, find_values, local_name, mapping_of, text_of
from papertrace.records.table import Section, section
from papertrace.web.address import parse_address
from papertrace.web.exchange import parse_json, value_at

MAX_TEXT = 2_000
MAX_ABSTRACT = 20_000
MAX_ITEMS = 20_000
_MAX_DEPTH = 20


# A field may be missing, null or of another type than documented; then it is absent. Texts are hostile: they are cut
# and rid of characters that are not printed, and addresses are kept only under http and https.
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
    for one in values.all_of(fact):
        yield from map(values.plain, one.value if isinstance(one.value, list) else (one.value,))


def _read_orcids(values: Values) -> Iterator[tuple[str, str]]:
    for one in values.all_of("authors"):
        if orcid := orcid_of(one.value):
            yield from ((name, orcid) for name in names_of([one.value], "", values.plain)[:1])


def _is_web_url(text: str) -> bool:
    try:
        parse_address(text)
    except ValueError:
        return False
    return text.isprintable() and " " not in text


def _unique(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, texts)))


JSON = "application/json"
ATOM = "application/atom+xml"
TITLE = "title:"
CITING = "citing:"
MAX_TITLE_QUERY = 300

Answers = Mapping[str, tuple[Work, ...]]

ALONE: tuple[Work, ...] = (Work(names=()),)
"""What `read` returns for a key that a list of keys does not decide, but a request for it alone would."""


class Role(Enum):
    """When a service is asked by identifier."""

    ALWAYS = "always"
    FOR_UNKNOWN = "for_unknown"  # works that no other service knows
    FOR_REFERENCES = "for_references"  # papers whose reference list one of the others does not know
    FOR_CODE = "for_code"  # papers without a repository


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One request, the keys that its answer is about, and what it costs.

    `is_alone` marks the request for one key of a service that otherwise takes lists.
    """

    ask: Ask
    keys: tuple[str, ...]
    credits: int = 0
    is_alone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a service can be asked, in the fields that `services.toml` explains."""

    path: str
    default_path: str = ""
    spelling: Mapping[str, str] = field(default_factory=lambda: {"title": "{}"})
    kinds: Mapping[str, str] = field(default_factory=dict)
    as_is: str = ""
    safe: str = ""
    batch: int = 1
    join: str = ""
    max_chars: int = 6000
    n_each: int = 1
    body: str = ""
    credits: int = 0
    alone: Mapping[str, str] = field(default_factory=dict)
    marks: str = ""
    lone: str = ""
    list_at: str | None = None
    each: str = ""
    work_at: str | None = None
    empty_at: str = ""
    is_in_order: bool = False
    is_by_reference: bool = False
    pairs: tuple[str, ...] = ()
    missing: Mapping[str, str] = field(default_factory=dict)
    missing_chars: int = 1000
    missing_alone: Mapping[str, str] = field(default_factory=dict)
    deleted_at: str = ""
    merged: str = ""

    def spell(self, key: str) -> str:
        """Return a key as the service spells it; empty for a title without words."""
        registry, _, value = key.removeprefix(CITING).partition(":")
        if registry == "title" and not (value := search_words(value)):
            return ""
        is_spelled = bool(self.as_is) and re.fullmatch(self.as_is, value) is not None
        return value if is_spelled else self.spelling[registry].replace("{}", value)

    def kind_of(self, key: str) -> str:
        """Return the kind of a key, if a list may have keys of one kind only."""
        registry = key.partition(":")[0]
        return self.kinds.get(registry, registry) if "{kind}" in self.path else ""

    def is_merged(self, key: str) -> bool:
        """Return whether a key may be the id of a record that was merged into another."""
        return bool(self.merged) and key.startswith(f"{self.merged}:")

    def root(self, base: str) -> str:
        """Return the address that the path is put behind."""
        is_whole = base.endswith("/" + self.default_path.rpartition("/")[2])
        return base if is_whole else base + self.default_path


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A service: when it is asked, what it can be asked, and how its answers are read; see `services.toml`.

    `ids` is None if the service knows no identifiers, `titles` if it cannot search by title, and `citing` if it cannot
    tell which works cite one.
    """

    name: str
    label: str
    section: str
    accept: str = JSON
    role: Role = Role.ALWAYS
    is_general: bool = False
    lists_titles: bool = True
    titles_per_minute: int = 0
    code_hosts: tuple[str, ...] = ()
    ids: Question | None = None
    titles: Question | None = None
    citing: Question | None = None

    def accepts(self, key: str) -> bool:
        """Return whether the service can be asked for a key."""
        question, registry = self._question_of(key), key.removeprefix(CITING).partition(":")[0]
        return question is not None and registry in question.spelling

    def plan(self, keys: Sequence[str], base: str) -> list[Query]:
        """Return as few queries as the service allows for some keys of one sort that it accepts.

        `base` is the address of its API. Titles without a word are left out.
        """
        question = self._question_of(keys[0]) if keys else None
        if question is None:
            return []
        spelled = {key: words for key in keys if (words := question.spell(key))}
        listed: dict[str, list[str]] = {}
        queries = []
        for key in spelled:
            if any(mark in key for mark in question.marks):
                queries.append(self._ask_alone(question, key, base))
            else:
                listed.setdefault(question.kind_of(key), []).append(key)
        for kind, of_kind in listed.items():
            if kind and kind == question.lone and len(of_kind) == 1:
                queries.append(self._ask_alone(question, of_kind[0], base))
                continue
            for batch in batches(of_kind, question.batch, max_chars=question.max_chars):
                values = [spelled[key] for key in batch]
                path = question.path.format(
                    ids=question.join.join(quote(value, safe=question.safe) for value in values),
                    kind=kind,
                    n=question.n_each * len(batch),
                )
                ask = self._ask(question.root(base) + path)
                if question.body:
                    body = json.dumps({question.body: values}, ensure_ascii=False)
                    ask = replace(ask, method=Method.POST, body=body, follows=False)
                queries.append(Query(ask=ask, keys=batch, credits=question.credits))
        return queries

    def read(self, query: Query, seen: Observation) -> Answers:
        """Return the works of each key of a query that the answer decides."""
        question = self._question_of(query.keys[0])
        if question is None:
            return {}
        if _says_unknown(question, query, seen):
            return {query.keys[0]: ()}
        if seen.status != HTTPStatus.OK:
            return {}
        if question.pairs:
            return _read_pairs(question, query.keys[0], parse_json(seen.body))
        if question.is_in_order:
            return self._read_in_order(question, query.keys, parse_json(seen.body))
        is_feed = self.accept == ATOM
        works = read_feed(self.section, seen.body) if is_feed else self._works_in(question, parse_json(seen.body))
        return {} if works is None else _assign(question, query, works)

    def _question_of(self, key: str) -> Question | None:
        if key.startswith(TITLE):
            return self.titles
        return self.citing if key.startswith(CITING) else self.ids

    def _ask(self, url: str) -> Ask:
        return Ask(method=Method.GET, url=parse_address(url).url, accept=self.accept)

    def _ask_alone(self, question: Question, key: str, base: str) -> Query:
        registry, _, value = key.partition(":")
        path = question.alone[registry].format(ids=quote(value, safe=question.safe))
        return Query(ask=self._ask(base + path), keys=(key,), is_alone=True)

    def _read_work(self, record: object) -> Work | None:
        work = read_work(self.section, record)
        if work and self.code_hosts:
            return replace(work, code=tuple(url for url in work.code if url.startswith(self.code_hosts)))
        return work

    def _works_in(self, question: Question, answer: object) -> list[Work] | None:
        """Return the works of an answer that has a list of records, or is a record; None if it is neither."""
        listed = None if question.list_at is None else value_at(answer, question.list_at)
        single = None if question.work_at is None else value_at(answer, question.work_at)
        if isinstance(listed, list):
            records = listed
        elif isinstance(single, dict):
            records = [single]
        else:
            return [] if question.empty_at and value_at(answer, question.empty_at) is not None else None
        if question.each:
            records = find_values(records, question.each) or records
        works = [work for record in records if (work := self._read_work(record))]
        is_readable = bool(works) or listed == [] or (listed and any(isinstance(record, dict) for record in records))
        return works if is_readable else None

    def _read_in_order(self, question: Question, keys: Sequence[str], answer: object) -> Answers:
        if not isinstance(answer, list) or len(answer) != len(keys):
            return {}
        found: dict[str, tuple[Work, ...]] = {}
        for key, record in zip(keys, answer, strict=True):
            if work := self._read_work(record):
                found[key] = (_with_name(work, key) if question.is_merged(key) else work,)
            elif record is None:
                found[key] = ()
        return found


def read_row(name: str, row: Mapping[str, Any]) -> Source:
    """Return the service of a row of the table."""
    fields = row.get("fields", "")
    questions = {kind: _question_from(row[kind], fields) for kind in ("ids", "titles", "citing") if kind in row}
    own = {key: value for key, value in row.items() if key not in {*_OF_ENDPOINTS, "fields", *questions}}
    own["role"] = Role(row.get("role", "always"))
    own["code_hosts"] = tuple(row.get("code_hosts", ()))
    return Source(**{"name": name, "section": name, **own, **questions})


def _question_from(row: Mapping[str, Any], fields: str) -> Question:
    paths = {"path": row["path"].replace("{fields}", fields)}
    alone = {registry: path.replace("{fields}", fields) for registry, path in row.get("alone", {}).items()}
    return Question(**{**row, **paths, "alone": alone})


def _says_unknown(question: Question, query: Query, seen: Observation) -> bool:
    """Return whether the service itself answers that it does not know a work, or that it has removed it."""
    if len(query.keys) != 1:
        return False
    missing = {**question.missing, **(question.missing_alone if query.is_alone else {})}
    if (words := missing.get(str(seen.status))) is not None:
        return re.search(words, seen.body[: question.missing_chars]) is not None
    is_record = query.is_alone and bool(question.deleted_at) and seen.status == HTTPStatus.OK
    return is_record and value_at(parse_json(seen.body), question.deleted_at) == DELETED


def _assign(question: Question, query: Query, works: Sequence[Work]) -> Answers:
    """Return the works of an answer by the key that each is for."""
    if question.is_by_reference:
        return _by_references(query.keys, works)
    found = _by_names(query.keys, works)
    for key in query.keys:
        if question.is_merged(key) and not found[key]:
            found[key] = tuple(_with_name(work, key) for work in works) if query.is_alone else ALONE
    return found


def _by_names(keys: Iterable[str], works: Sequence[Work]) -> dict[str, tuple[Work, ...]]:
    """Return the works of each key: those that bear its name; all of them for a title and for works that cite one."""
    named: dict[str, list[Work]] = {}
    for work in works:
        for name in dict.fromkeys((*work.names, *work.versions)):
            named.setdefault(name, []).append(work)
    return {key: tuple(works if key.startswith((TITLE, CITING)) else named.get(key, ())) for key in keys}


def _by_references(keys: Iterable[str], works: Sequence[Work]) -> dict[str, tuple[Work, ...]]:
    """Return for each key the works that list the work it is about among their references."""
    found: dict[str, list[Work]] = {key.removeprefix(CITING): [] for key in keys}
    for work in works:
        for name in {name for one in work.references or () for name in one.names} & found.keys():
            found[name].append(work)
    return {CITING + name: tuple(citing) for name, citing in found.items()}


def _read_pairs(question: Question, key: str, answer: object) -> Answers:
    """Return a work that has no more than its name and its references, or the citing works, which have only names."""
    if not isinstance(answer, list):
        return {}
    own, other = question.pairs
    name = key.removeprefix(CITING)
    found = {
        names: None
        for item in answer
        if isinstance(item, dict) and name in _names_in(item.get(own)) and (names := _names_in(item.get(other)))
    }
    if answer and not found:
        return {}
    if key.startswith(CITING):
        return {key: tuple(Work(names=names) for names in found)}
    references = tuple(CitedWork(names=names) for names in found)
    return {key: (Work(names=(key,), references=references),) if references else ()}


def _names_in(text: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(identify, text_of(text).split()))))


def _with_name(work: Work, key: str) -> Work:
    """Return a work with the id that it was asked for by: that of a record that was merged into it."""
    return replace(work, names=tuple(dict.fromkeys((*work.names, key))))


def batches(keys: Sequence[str], n: int, *, max_chars: int = 6000) -> list[tuple[str, ...]]:
    """Return keys in batches of at most `n`, and of at most some characters, since addresses are limited.

    >>> batches(["a", "b", "c"], 2)
    [('a', 'b'), ('c',)]
    """
    found: list[tuple[str, ...]] = []
    batch: list[str] = []
    n_chars = 0
    for key in keys:
        if batch and (len(batch) == n or n_chars + len(key) > max_chars):
            found.append(tuple(batch))
            batch, n_chars = [], 0
        batch.append(key)
        n_chars += len(quote(key)) + 4
    return [*found, tuple(batch)] if batch else found


def search_words(title: str) -> str:
    """Return the words of a title, without the characters that services give a meaning in searches.

    >>> search_words("What is a *word*? A|B, (C): 50% & more")
    'What is a word A B C 50 more'
    """
    words = "".join(char if char.isalnum() or char in "-'\u2019" else " " for char in title).split()
    return " ".join(word for word in words if word.strip("-'"))[:MAX_TITLE_QUERY]


_OF_ENDPOINTS = frozenset({"base", "interval_s", "daily_credits", "key"})

SOURCES: Mapping[str, Source] = {name: read_row(name, row) for name, row in SERVICES.items()}
"""The services by name, in the order in which they are asked; facts of the first one that has them count."""
