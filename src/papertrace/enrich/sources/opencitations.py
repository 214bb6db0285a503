"""OpenCitations: the reference lists of works by DOI, and the works that cite them, as pairs of identifiers.

It describes no work, so its lists are only used for a DOI that another service has confirmed. Version 2 names a work by
several identifiers, separated by spaces: `omid:br/… doi:10.… openalex:W… pmid:…`; version 1 by the DOI alone.

https://opencitations.net/index/api/v2
"""

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from papertrace.enrich.fields import arxiv_names, as_objects, doi_names, get_text, unique
from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources.source import (
    CITING,
    Answers,
    Query,
    Role,
    Source,
    answer_json,
    cited_name,
    get,
    value_of,
)
from papertrace.model import Observation
from papertrace.model.papers.work import CitedWork, Work


def accepts(key: str) -> bool:
    """Accept DOIs."""
    return key.startswith("doi:")


def plan(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return one query per DOI."""
    base = settings.endpoints["opencitations"].base
    return [Query(ask=get(f"{base}/references/doi:{quote(value_of(key), safe='/')}"), keys=(key,)) for key in keys]


def plan_citing(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return one list of citing works per DOI."""
    base = settings.endpoints["opencitations"].base
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
    found = dict.fromkeys(
        names
        for item in as_objects(answer)
        if name in _names(get_text(item, own)) and (names := unique(_names(get_text(item, other))))
    )
    if answer and not found:
        return {}
    if is_citing:
        return {key: tuple(Work(names=names) for names in found)}
    references = tuple(CitedWork(names=names) for names in found)
    return {key: (Work(names=(key,), references=references),) if references else ()}


def _names(text: str) -> Iterator[str]:
    for part in text.split():
        registry, colon, value = part.partition(":")
        match registry.lower() if colon else "":
            case "doi":
                yield from doi_names(value)
            case "arxiv":
                yield from arxiv_names(value)
            case "openalex" if value[:1].upper() == "W" and value[1:].isdigit():
                yield f"openalex:{value.upper()}"
            case "pmid" if value.isascii() and value.isdigit():
                yield f"pmid:{value}"
            case _:
                yield from doi_names(part) if part.startswith("10.") else ()


SOURCE = Source(
    name="opencitations",
    label="OpenCitations",
    accepts=accepts,
    plan=plan,
    read=read,
    role=Role.FOR_REFERENCES,
    plan_citing=plan_citing,
    citing_prefix="doi:",
)
