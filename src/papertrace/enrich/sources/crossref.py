"""Crossref: works with the reference lists that publishers deposit, by DOI and by title.

Twenty DOIs per list. A 404 or an absent DOI says only that Crossref has not registered it. The relevance score of a
search is no confidence: preprints of strangers with the title of a known paper come before the paper.

https://api.crossref.org/swagger-ui/index.html
"""

from collections.abc import Iterator, Sequence

from papertrace.enrich.fields import (
    JsonObject,
    arxiv_names,
    authors_and_orcids,
    doi_names,
    get_count,
    get_object,
    get_objects,
    get_text,
    get_texts,
    get_title,
    get_year,
    join_date,
    orcid_of,
    unique,
    web_urls,
)
from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources.source import (
    Answers,
    Query,
    Source,
    answer_object,
    batches,
    by_names,
    get,
    in_query,
    is_not_found,
    read_listed,
    search_words,
    value_of,
)
from papertrace.model import Observation
from papertrace.model.identifiers import find_arxiv_ids, find_dois, name_work
from papertrace.model.papers.work import CitedWork, Work

N_PER_LIST = 20
_FIELDS = (
    "DOI,title,subtitle,type,author,issued,published,is-referenced-by-count,reference,container-title,publisher,volume,"
    "page,relation,update-to,resource"
)
_VERSIONS = ("is-preprint-of", "has-preprint", "is-version-of", "has-version", "is-same-as")


def accepts(key: str) -> bool:
    """Accept DOIs; those of arXiv are not Crossref's and have another prefix."""
    return key.startswith("doi:")


def plan(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return lists of up to twenty DOIs, and single works for DOIs with a comma, which separates filters."""
    base = settings.endpoints["crossref"].base
    single = [key for key in keys if "," in key]
    queries = [Query(ask=get(f"{base}/works/{in_query(value_of(key))}"), keys=(key,)) for key in single]
    for batch in batches([key for key in keys if "," not in key], N_PER_LIST):
        wanted = ",".join(f"doi:{in_query(value_of(key))}" for key in batch)
        queries.append(Query(ask=get(f"{base}/works?filter={wanted}&rows={N_PER_LIST}&select={_FIELDS}"), keys=batch))
    return queries


def plan_titles(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return one search per title."""
    base = settings.endpoints["crossref"].base
    return [
        Query(ask=get(f"{base}/works?query.bibliographic={in_query(words)}&rows=8&select={_FIELDS}"), keys=(key,))
        for key in keys
        if (words := search_words(key))
    ]


def read(query: Query, seen: Observation) -> Answers:
    """Return the works of each key."""
    if is_not_found(seen, "Resource not found") and len(query.keys) == 1:
        return {query.keys[0]: ()}
    message = get_object(answer_object(seen), "message")
    works = read_listed(message, "items", read_work)
    return {} if works is None else by_names(query.keys, works)


def read_work(value: JsonObject) -> Work | None:
    """Return the work of a record, or None if it has no DOI."""
    names = unique(doi_names(get_text(value, "DOI")))
    if not names:
        return None
    subtitle = next(iter(get_texts(value, "subtitle")), "")
    title = get_title(value, "title")
    if title and subtitle and subtitle.casefold() not in title.casefold():
        title = f"{title}: {subtitle}"
    date = _date(value, "issued") or _date(value, "published")
    relation = get_object(value, "relation")
    reference = value.get("reference")
    return Work(
        names=names,
        title=title,
        year=int(date[:4]) if date else None,
        date=date,
        **authors_and_orcids(_read_authors(value)),
        versions=unique(
            name
            for kind in _VERSIONS
            for other in get_objects(relation, kind)
            for name in _version_names(other)
            if name not in names
        ),
        venue=next(iter(get_texts(value, "container-title")), None),
        publisher=get_text(value, "publisher") or None,
        type=get_text(value, "type") or None,
        volume=get_text(value, "volume") or None,
        first_page=get_text(value, "page").split("-")[0].strip() or None,
        n_citations=get_count(value, "is-referenced-by-count"),
        references=read_references(value) if isinstance(reference, list) else None,
        urls=web_urls((get_text(get_object(get_object(value, "resource"), "primary"), "URL"),)),
    )


def read_references(value: JsonObject) -> tuple[CitedWork, ...]:
    """Return the deposited references: by identifier, by author and year with title or page, or as they are printed."""
    return tuple(dict.fromkeys(cited for one in get_objects(value, "reference") if (cited := _read_reference(one))))


def _read_reference(one: JsonObject) -> CitedWork | None:
    text = get_text(one, "unstructured")
    title, year = get_title(one, "article-title", "volume-title"), get_year(one, "year")
    names = unique(doi_names(get_text(one, "DOI")))
    if not names and text:
        dois = (name for found in find_dois(text) for name in doi_names(found.name))
        names = unique((*dois, *(f"arxiv:{found.name}" for found in find_arxiv_ids(text))))[:1]
    if not names and year is not None:
        author, volume, page = (get_text(one, key) for key in ("author", "volume", "first-page"))
        by_page = name_work(author, str(year), volume=volume, page=page)
        names = unique(filter(None, (name_work(author, str(year), title=title), by_page)))
    if not (names or title or text):
        return None
    return CitedWork(names=names, title=title, year=year, text="" if names else text)


def _read_authors(value: JsonObject) -> Iterator[tuple[str, str | None]]:
    for one in get_objects(value, "author"):
        name = " ".join(filter(None, (get_text(one, "given"), get_text(one, "family")))) or get_text(one, "name")
        if name:
            yield name, orcid_of(get_text(one, "ORCID"))


def _version_names(other: JsonObject) -> Iterator[str]:
    match get_text(other, "id-type").lower():
        case "doi":
            yield from doi_names(get_text(other, "id"))
        case "arxiv":
            yield from arxiv_names(get_text(other, "id"))


def _date(value: JsonObject, key: str) -> str | None:
    parts = get_object(value, key).get("date-parts")
    first = parts[0] if isinstance(parts, list) and parts else None
    return join_date(first) if isinstance(first, list) else None


SOURCE = Source(
    name="crossref",
    label="Crossref",
    accepts=accepts,
    plan=plan,
    read=read,
    plan_titles=plan_titles,
    is_general=True,
    titles_per_minute=50,
)
