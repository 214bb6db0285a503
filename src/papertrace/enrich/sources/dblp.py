"""dblp: publications of computer science by title; it gives DOIs, venues and pages, no reference lists.

https://dblp.org/faq/How+to+use+the+dblp+search+API.html
"""

from collections.abc import Iterator, Sequence

from papertrace.enrich.fields import (
    JsonObject,
    arxiv_names,
    as_object,
    as_objects,
    clean_text,
    doi_names,
    get_object,
    get_text,
    get_texts,
    get_title,
    get_year,
    unique,
    web_urls,
)
from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources.source import Answers, Query, Source, answer_object, get, in_query, search_words
from papertrace.model import Observation
from papertrace.model.papers.work import Work

_PATH = "/search/publ/api"


def accepts(key: str) -> bool:  # noqa: ARG001 - the signature of every `accepts`
    """Return False, since dblp is asked by title alone."""
    return False


def plan(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:  # noqa: ARG001 - the signature of every `plan`
    """Return no query."""
    return []


def plan_titles(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return one search per title."""
    base = settings.endpoints["dblp"].base
    base = base if base.endswith("/api") else base + _PATH
    return [
        Query(ask=get(f"{base}?q={in_query(words)}&format=json&h=8"), keys=(key,))
        for key in keys
        if (words := search_words(key))
    ]


def read(query: Query, seen: Observation) -> Answers:
    """Return the publications of each title."""
    hits = get_object(get_object(answer_object(seen), "result"), "hits")
    if "@total" not in hits and "hit" not in hits:
        return {}
    works = tuple(work for hit in as_objects(hits.get("hit")) if (work := read_work(get_object(hit, "info"))))
    return dict.fromkeys(query.keys, works)


def read_work(info: JsonObject) -> Work | None:
    """Return the work of a record, or None if it has no title or no name in a registry."""
    title = get_title(info, "title")
    pages = get_texts(info, "ee")
    names = unique(
        (*doi_names(get_text(info, "doi")), *(n for page in pages if "arxiv.org/" in page for n in arxiv_names(page)))
    )
    if not title or not names:
        return None
    return Work(
        names=names,
        title=title,
        year=get_year(info, "year"),
        date=get_text(info, "year") or None,
        authors=tuple(_author_names(info)),
        venue=next(iter(get_texts(info, "venue")), None),
        type=get_text(info, "type") or None,
        volume=get_text(info, "volume") or None,
        first_page=get_text(info, "pages").split("-")[0].strip() or None,
        urls=web_urls(pages),
    )


def _author_names(info: JsonObject) -> Iterator[str]:
    listed = get_object(info, "authors").get("author")
    for one in listed if isinstance(listed, list) else [listed]:
        name = get_text(as_object(one), "text") or clean_text(one)
        if name := name.rstrip("0123456789 "):  # homonyms are numbered: "Wei Wang 0001"
            yield name


SOURCE = Source(
    name="dblp",
    label="dblp",
    accepts=accepts,
    plan=plan,
    read=read,
    plan_titles=plan_titles,
    titles_per_minute=40,
)
