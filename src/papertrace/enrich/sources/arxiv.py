"""arXiv: papers by id, a hundred a request, and by title; no reference lists. Its metadata is CC0, abstracts included.

The answer is an Atom feed in arbitrary order. An unknown id is absent from it; an id of a wrong form makes the whole
request fail, or not.

https://info.arxiv.org/help/api/user-manual.html
"""

from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING

from papertrace.enrich.fields import (
    MAX_ABSTRACT,
    arxiv_names,
    clean_text,
    doi_names,
    make_iso_date,
    unique,
    web_urls,
)
from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources.source import (
    Answers,
    Query,
    Source,
    batches,
    by_names,
    get,
    in_query,
    search_words,
    value_of,
)
from papertrace.model import Observation
from papertrace.model.papers.work import Work

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element  # only the type; parsing is defusedxml's

N_PER_LIST = 100
TITLES_PER_QUERY = 5
_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_ACCEPT = "application/atom+xml"


def accepts(key: str) -> bool:
    """Accept arXiv ids."""
    return key.startswith("arxiv:")


def plan(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return lists of up to a hundred ids."""
    base = settings.endpoints["arxiv"].base
    return [
        Query(
            ask=get(f"{base}?id_list={','.join(map(value_of, batch))}&max_results={len(batch)}", accept=_ACCEPT),
            keys=batch,
        )
        for batch in batches(keys, N_PER_LIST)
    ]


def plan_titles(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return searches for some titles each, since arXiv is asked only every three seconds."""
    base = settings.endpoints["arxiv"].base
    phrases = {key: words for key in keys if (words := search_words(key))}
    queries = []
    for batch in batches(list(phrases), TITLES_PER_QUERY, max_chars=4000):
        search = in_query(" OR ".join(f'ti:"{phrases[key]}"' for key in batch))
        queries.append(
            Query(ask=get(f"{base}?search_query={search}&max_results={10 * len(batch)}", accept=_ACCEPT), keys=batch)
        )
    return queries


def read(query: Query, seen: Observation) -> Answers:
    """Return the papers of each key."""
    if seen.status != HTTPStatus.OK:
        return {}
    works = read_feed(seen.body)
    return {} if works is None else by_names(query.keys, works)


def read_feed(body: str) -> list[Work] | None:
    """Return the papers of a feed, or None if it is not a whole feed."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    try:
        root = fromstring(body.encode())
    except (ParseError, DefusedXmlException, ValueError, RecursionError):
        return None
    if root.tag != f"{_ATOM}feed":
        return None
    return [work for entry in root.iter(f"{_ATOM}entry") if (work := _read_entry(entry))]


def _read_entry(entry: "Element") -> Work | None:
    address, title = _text(entry, "id"), clean_text(_text(entry, "title")).removesuffix(".")
    own = unique(arxiv_names(address)) if "/abs/" in address else ()
    if not own or not title:
        return None
    date = make_iso_date(_text(entry, "published"))
    return Work(
        names=own,
        title=title,
        year=int(date[:4]) if date else None,
        date=date,
        authors=tuple(_authors(entry)),
        versions=unique(doi_names(_text(entry, "doi", _ARXIV))),
        type="preprint",
        is_open_access=True,
        index_keywords=unique(clean_text(one.get("term")) for one in entry.findall(f"{_ATOM}category")),
        abstract=clean_text(_text(entry, "summary"), n_chars=MAX_ABSTRACT),
        urls=web_urls(one.get("href", "") for one in entry.findall(f"{_ATOM}link")),
    )


def _authors(entry: "Element") -> Iterator[str]:
    for author in entry.findall(f"{_ATOM}author"):
        if name := clean_text(_text(author, "name")):
            yield name


def _text(element: "Element", tag: str, namespace: str = _ATOM) -> str:
    return (element.findtext(f"{namespace}{tag}") or "").strip()


SOURCE = Source(
    name="arxiv",
    label="arXiv",
    accepts=accepts,
    plan=plan,
    read=read,
    plan_titles=plan_titles,
    titles_per_minute=60,
)
