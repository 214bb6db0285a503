"""arXiv: papers by id, a hundred a request, and by title; no reference lists. Its metadata is CC0, abstracts included.

The answer is an Atom feed in arbitrary order. An unknown id is absent from it; an id of a wrong form makes the whole
request fail, or not. The DOI in a record is that of the article, and its journal is as the authors typed it.

https://info.arxiv.org/help/api/user-manual.html
"""

from collections.abc import Sequence
from dataclasses import replace
from http import HTTPStatus

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
from papertrace.enrich.sources.works import read_work
from papertrace.model import Observation
from papertrace.model.papers.work import Work
from papertrace.records.rows import local_name, mapping_of, text_of

N_PER_LIST = 100
TITLES_PER_QUERY = 5
_ATOM = "{http://www.w3.org/2005/Atom}"
_ACCEPT = "application/atom+xml"


def plan(keys: Sequence[str], base: str) -> list[Query]:
    """Return lists of up to a hundred ids."""
    return [
        Query(
            ask=get(f"{base}?id_list={','.join(map(value_of, batch))}&max_results={len(batch)}", accept=_ACCEPT),
            keys=batch,
        )
        for batch in batches(keys, N_PER_LIST)
    ]


def plan_titles(keys: Sequence[str], base: str) -> list[Query]:
    """Return searches for some titles each, since arXiv is asked only every three seconds."""
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
    works = read_feed(seen.body) if seen.status == HTTPStatus.OK else None
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
    entries = [mapping_of(entry) for entry in root if local_name(entry) == "entry"]
    works = [read_work("arxiv-atom", entry) for entry in entries if "/abs/" in text_of(entry.get("id"))]
    return [_as_preprint(work) for work in works if work is not None and work.title]


def _as_preprint(work: Work) -> Work:
    own = tuple(name for name in work.names if name.startswith("arxiv:"))
    dois = tuple(name for name in work.names if name.startswith("doi:"))
    return replace(work, names=own, versions=dois, type="preprint", venue=None, is_open_access=True)


SOURCE = Source(
    name="arxiv",
    label="arXiv",
    registries=frozenset({"arxiv"}),
    plan=plan,
    read=read,
    plan_titles=plan_titles,
    titles_per_minute=60,
)
