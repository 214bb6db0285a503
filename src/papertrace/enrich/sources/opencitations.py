"""OpenCitations: the reference lists of works by DOI, and the works that cite them, as pairs of identifiers.

It describes no work, so its lists are only used for a DOI that another service has confirmed. Version 2 names a work by
several identifiers, separated by spaces: `omid:br/… doi:10.… openalex:W… pmid:…`; version 1 by the DOI alone.

https://opencitations.net/index/api/v2
"""

from collections.abc import Sequence
from urllib.parse import quote

from papertrace.enrich.sources.source import (
    CITING,
    Answers,
    Query,
    Role,
    Source,
    answer_json,
    ask_each,
    cited_name,
    get,
)
from papertrace.model import Observation
from papertrace.model.papers.work import CitedWork, Work
from papertrace.records.references import identify
from papertrace.records.rows import text_of


def plan_citing(keys: Sequence[str], base: str) -> list[Query]:
    """Return one list of citing works per DOI."""
    addresses = {key: f"{base}/citations/{quote(cited_name(key), safe='/:')}" for key in keys}
    return [Query(ask=get(address), keys=(key,)) for key, address in addresses.items()]


def read(query: Query, seen: Observation) -> Answers:
    """Return a work that has no more than its name and its references, or the citing works, which have only names."""
    (key,) = query.keys
    answer = answer_json(seen)
    if not isinstance(answer, list):
        return {}
    name, is_citing = cited_name(key), key.startswith(CITING)
    own, other = ("cited", "citing") if is_citing else ("citing", "cited")
    found = {
        names: None
        for item in answer
        if isinstance(item, dict) and name in _names(item.get(own)) and (names := _names(item.get(other)))
    }
    if answer and not found:
        return {}
    if is_citing:
        return {key: tuple(Work(names=names) for names in found)}
    references = tuple(CitedWork(names=names) for names in found)
    return {key: (Work(names=(key,), references=references),) if references else ()}


def _names(text: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(identify, text_of(text).split()))))


SOURCE = Source(
    name="opencitations",
    label="OpenCitations",
    registries=frozenset({"doi"}),
    plan=ask_each("/references/doi:{}"),
    read=read,
    role=Role.FOR_REFERENCES,
    plan_citing=plan_citing,
    citing_prefix="doi:",
)
