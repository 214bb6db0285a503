"""The record type of services: pure functions that plan requests and read their answers.

A *key* is what a service is asked about: the name of a work (`doi:…`, `arxiv:…`, `openalex:…`, `s2:…`, `pmid:…`), a
title (`title:…`), or the works that cite one (`citing:doi:…`). `read` returns for each key of a query the works that
the service has for it, none if the service definitely knows none, and `ALONE` if it has to be asked for that key alone;
a key that the answer does not decide is left out. So a garbled answer never says "unknown".
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from http import HTTPStatus
from typing import Protocol
from urllib.parse import quote

from papertrace.enrich.sources.works import read_work
from papertrace.model import Ask, Method, Observation
from papertrace.model.papers.work import Work
from papertrace.web.address import parse_address

JsonObject = dict[str, object]

JSON = "application/json"
TITLE = "title:"
CITING = "citing:"
MAX_TITLE_QUERY = 300

Answers = Mapping[str, tuple[Work, ...]]

ALONE: tuple[Work, ...] = (Work(names=()),)
"""What `read` returns for a key that a list of keys does not decide, but a request for it alone would."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One request, the keys that its answer is about, and what it costs."""

    ask: Ask
    keys: tuple[str, ...]
    credits: int = 0


class Role(Enum):
    """When a service is asked by identifier."""

    ALWAYS = "always"
    FOR_UNKNOWN = "for_unknown"  # works that no other service knows
    FOR_REFERENCES = "for_references"  # papers whose reference list one of the others does not know
    FOR_CODE = "for_code"  # papers without a repository


class Planner(Protocol):
    """A function that combines keys into as few queries as a service allows."""

    def __call__(self, keys: Sequence[str], base: str, /) -> list[Query]:
        """Return the queries for some keys that the service accepts; `base` is the address of its API."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A service: the registries whose names it can be asked for, how, and how its answers are read.

    `plan` is None if the service knows no identifiers, `plan_titles` if it cannot search by title. `lists_titles` marks
    searches that return several works, so that two works of one title are seen, `is_general` services that know works
    of all kinds.
    `titles_per_minute` decides how titles are spread over services, `title_credits` is what one costs. `plan_citing` is
    None if the service cannot tell which works cite one; otherwise it can for names that begin with `citing_prefix`.
    """

    name: str
    label: str
    registries: frozenset[str] = frozenset()
    plan: Planner | None = None
    read: Callable[[Query, Observation], Answers]
    role: Role = Role.ALWAYS
    plan_titles: Planner | None = None
    lists_titles: bool = True
    is_general: bool = False
    titles_per_minute: int = 0
    title_credits: int = 0
    plan_citing: Planner | None = None
    citing_prefix: str = ""

    def accepts(self, key: str) -> bool:
        """Return whether the service can be asked for a name."""
        return key.partition(":")[0] in self.registries


def get(url: str, *, accept: str = JSON) -> Ask:
    """Return the ask for an address of an API."""
    return Ask(method=Method.GET, url=parse_address(url).url, accept=accept)


def ask_each(path: str, *, accept: str = JSON) -> Planner:
    """Return the planner of one request for each key; `{}` in the path below the API's address is the identifier."""

    def plan(keys: Sequence[str], base: str, /) -> list[Query]:
        values = {key: quote(value_of(key), safe="/") for key in keys}
        return [Query(ask=get(base + path.replace("{}", values[key]), accept=accept), keys=(key,)) for key in keys]

    return plan


def search_each(path: str, *, n_credits: int = 0) -> Planner:
    """Return the planner of one search for each title; `{}` in the path below the API's address is its words."""

    def plan(keys: Sequence[str], base: str, /) -> list[Query]:
        words = {key: in_query(found) for key in keys if (found := search_words(key))}
        return [Query(ask=get(base + path.replace("{}", words[key])), keys=(key,), credits=n_credits) for key in words]

    return plan


def answer_json(seen: Observation) -> object:
    """Return the JSON of an answer of status 200, or None for any other answer and for what is not JSON."""
    try:
        return json.loads(seen.body) if seen.status == HTTPStatus.OK else None
    except (ValueError, RecursionError):
        return None


def answer_object(seen: Observation, *keys: str) -> JsonObject:
    """Return the JSON object of an answer of status 200, or the one under some keys, one in the other; else empty."""
    value = answer_json(seen)
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def is_not_found(seen: Observation, phrase: str) -> bool:
    """Return whether the service itself answered that it does not know the work, in its own words.

    A 404 of another server, such as a mirror with a wrong base, says nothing about a work.
    """
    return seen.status == HTTPStatus.NOT_FOUND and phrase in seen.body[:1000]


def by_names(keys: Iterable[str], works: Sequence[Work]) -> dict[str, tuple[Work, ...]]:
    """Return the works of each key: those that bear its name. All that a search for a title finds may be its work."""
    named: dict[str, list[Work]] = {}
    for work in works:
        for name in dict.fromkeys((*work.names, *work.versions)):
            named.setdefault(name, []).append(work)
    return {key: tuple(works if key.startswith(TITLE) else named.get(key, ())) for key in keys}


def read_works(section: str, records: object) -> list[Work]:
    """Return the works of a list of records; what is none is left out."""
    records = records if isinstance(records, list) else []
    return [work for record in records if (work := read_work(section, record))]


def read_listed(section: str, answer: JsonObject, field: str) -> list[Work] | None:
    """Return the works of an answer that has a list of records in a field, or is a record; None if it is neither."""
    if isinstance(records := answer.get(field), list):
        return read_works(section, records)
    return read_works(section, [answer]) or None


def with_name(work: Work, key: str) -> Work:
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


def value_of(key: str) -> str:
    """Return a key without its prefix.

    >>> value_of("doi:10.1000/a:b")
    '10.1000/a:b'
    """
    return key.partition(":")[2]


def cited_name(key: str) -> str:
    """Return the name of the work that a key for citing works is about.

    >>> cited_name("citing:doi:10.1000/a")
    'doi:10.1000/a'
    """
    return key.removeprefix(CITING)


def in_query(text: str) -> str:
    """Return a text encoded for the query of an address."""
    return quote(text[:2000], safe="")


def search_words(key: str) -> str:
    """Return the words of a title key, without the characters that services give a meaning in searches.

    >>> search_words("title:What is a *word*? A|B, (C): 50% & more")
    'What is a word A B C 50 more'
    """
    words = "".join(char if char.isalnum() or char in "-'\u2019" else " " for char in value_of(key)).split()
    return " ".join(word for word in words if word.strip("-'"))[:MAX_TITLE_QUERY]
