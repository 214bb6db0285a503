"""OpenCitations: the reference lists of works by DOI, as pairs of identifiers.

It describes no work, so its lists are only used for a DOI that another service has confirmed. Version 2 names a work by
several identifiers, separated by spaces: `omid:br/… doi:10.… openalex:W… pmid:…`; version 1 by the DOI alone.

https://opencitations.net/index/api/v2
"""

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from papertrace.enrich.fields import arxiv_names, as_objects, doi_names, get_text, unique
from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources.source import Answers, Query, Role, Source, answer_json, get, value_of
from papertrace.model import Observation
from papertrace.model.work import CitedWork, Work


def accepts(key: str) -> bool:
    """Accept DOIs."""
    return key.startswith("doi:")


def plan(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return one query per DOI."""
    base = settings.endpoints["opencitations"].base
    return [Query(ask=get(f"{base}/references/doi:{quote(value_of(key), safe='/')}"), keys=(key,)) for key in keys]


def read(query: Query, seen: Observation) -> Answers:
    """Return a work that has no more than its name and its references."""
    (key,) = query.keys
    answer = answer_json(seen)
    if not isinstance(answer, list):
        return {}
    cited = [
        CitedWork(names=names)
        for item in as_objects(answer)
        if key in _names(get_text(item, "citing")) and (names := unique(_names(get_text(item, "cited"))))
    ]
    if answer and not cited:
        return {}
    return {key: (Work(names=(key,), references=tuple(dict.fromkeys(cited))),) if cited else ()}


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
    name="opencitations", label="OpenCitations", accepts=accepts, plan=plan, read=read, role=Role.FOR_REFERENCES
)
