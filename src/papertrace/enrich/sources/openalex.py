"""OpenAlex: works by DOI and title, with reference lists; its data is CC0, abstracts included.

Lists of fifty identifiers cost one credit of a thousand a day, a search ten, a single work nothing. Unknown DOIs are
absent from the answer without a word, and so are ids of records that were merged into another: such an id is asked for
alone, and the service redirects to the other record. `|` and `,` separate values in a filter, so a DOI that has them is
asked for alone. A work under a DOI need not be the work of that DOI: the caller compares titles.

https://docs.openalex.org/api-entities/works
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from http import HTTPStatus

from papertrace.enrich.fields import (
    MAX_ABSTRACT,
    JsonObject,
    arxiv_names,
    as_objects,
    authors_and_orcids,
    clean_text,
    doi_names,
    get_count,
    get_flag,
    get_object,
    get_objects,
    get_text,
    get_texts,
    get_title,
    get_year,
    make_iso_date,
    orcid_of,
    unique,
    web_urls,
)
from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources.source import (
    ALONE,
    CITING,
    Answers,
    Query,
    Source,
    answer_object,
    batches,
    by_names,
    cited_name,
    get,
    in_query,
    read_listed,
    search_words,
    value_of,
)
from papertrace.model import Observation
from papertrace.model.papers.work import DELETED, CitedWork, Work

N_PER_LIST = 50
N_CITED_PER_LIST = 10
MAX_CITING = 200
"""Works that cite any of ten: more of them than this are not asked for, the least cited ones."""
SEARCH_CREDITS = 10
_FIELDS = (
    "id,doi,ids,display_name,publication_year,publication_date,type,authorships,primary_location,locations,open_access,"
    "cited_by_count,referenced_works,keywords,topics,abstract_inverted_index,biblio"
)
_CITING_FIELDS = "id,doi,ids,display_name,publication_year,referenced_works"
_MAX_WORDS = 5_000
_FILTERS = {"doi": "doi", "arxiv": "doi", "openalex": "openalex", "pmid": "pmid"}


def accepts(key: str) -> bool:
    """Accept DOIs, arXiv ids (by the DOI that arXiv registers), OpenAlex and PubMed ids."""
    return key.partition(":")[0] in _FILTERS


def plan(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return lists of up to fifty identifiers of one kind, and single works for those that a list cannot name."""
    base = settings.endpoints["openalex"].base
    listed: dict[str, list[str]] = {}
    queries = []
    for key in keys:
        if any(mark in key for mark in ",|"):
            url = f"{base}/works/https://doi.org/{in_query(value_of(key))}?select={_FIELDS}"
            queries.append(Query(ask=get(url), keys=(key,)))
        else:
            listed.setdefault(_FILTERS[key.partition(":")[0]], []).append(key)
    for name, of_kind in listed.items():
        if name == "openalex" and len(of_kind) == 1:
            queries.append(Query(ask=get(f"{base}/works/{value_of(of_kind[0])}?select={_FIELDS}"), keys=(of_kind[0],)))
            continue
        for batch in batches(of_kind, N_PER_LIST):
            values = "|".join(in_query(_filter_value(key)) for key in batch)
            # Several works may have one identifier, so that more come back than were asked for.
            url = f"{base}/works?filter={name}:{values}&per-page=100&select={_FIELDS}"
            queries.append(Query(ask=get(url), keys=batch, credits=1))
    return queries


def plan_titles(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return one search per title."""
    base = settings.endpoints["openalex"].base
    return [
        Query(
            ask=get(f"{base}/works?filter=title.search:{in_query(words)}&per-page=8&select={_FIELDS}"),
            keys=(key,),
            credits=SEARCH_CREDITS,
        )
        for key in keys
        if (words := search_words(key))
    ]


def plan_citing(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return lists of the most cited works that cite any of ten; their references tell how many they cite."""
    base = settings.endpoints["openalex"].base
    queries = []
    for batch in batches(keys, N_CITED_PER_LIST):
        values = "|".join(value_of(cited_name(key)) for key in batch)
        order = f"sort=cited_by_count:desc&per-page={MAX_CITING}"
        url = f"{base}/works?filter=cites:{in_query(values)}&{order}&select={_CITING_FIELDS}"
        queries.append(Query(ask=get(url), keys=batch, credits=1))
    return queries


def read(query: Query, seen: Observation) -> Answers:
    """Return the works of each key."""
    if query.keys[0].startswith(CITING):
        return _read_citing(query, seen)
    is_single, answer = "/works/" in query.ask.url, answer_object(seen)
    if is_single and (seen.status == HTTPStatus.NOT_FOUND or _is_deleted(answer)):
        return {query.keys[0]: ()}
    works = read_listed(answer, "results", read_work)
    if works is None:
        return {}
    found = dict(by_names(query.keys, works))
    for key in query.keys:
        if key.startswith("openalex:") and not found[key]:
            # The id of a record that was merged into another is a further name of that one.
            found[key] = tuple(replace(work, names=(*work.names, key)) for work in works) if is_single else ALONE
    return found


def _read_citing(query: Query, seen: Observation) -> Answers:
    results = answer_object(seen).get("results")
    if not isinstance(results, list):
        return {}
    found: dict[str, list[Work]] = {cited_name(key): [] for key in query.keys}
    for work in filter(None, map(read_work, as_objects(results))):
        for name in {name for one in work.references or () for name in one.names} & found.keys():
            found[name].append(work)
    return {key: tuple(found[cited_name(key)]) for key in query.keys}


def read_work(value: JsonObject) -> Work | None:
    """Return the work of a record, or None if it has no id or was deleted; one without a title has an empty one."""
    alias, title = _openalex_name(get_text(value, "id")), get_title(value, "display_name", "title")
    if not alias or _is_deleted(value):
        return None
    ids, locations = get_object(value, "ids"), [get_object(value, "primary_location"), *get_objects(value, "locations")]
    journal = get_object(get_object(value, "primary_location"), "source")
    biblio, access = get_object(value, "biblio"), get_object(value, "open_access")
    references = value.get("referenced_works")
    pages = [get_text(one, key) for one in locations for key in ("landing_page_url", "pdf_url")]
    return Work(
        names=unique(
            (
                *doi_names(get_text(value, "doi") or get_text(ids, "doi")),
                *(name for page in pages if "arxiv.org/" in page.lower() for name in arxiv_names(page)),
                alias,
                *_pubmed_names(get_text(ids, "pmid")),
            )
        ),
        title=title,
        year=get_year(value, "publication_year"),
        date=make_iso_date(get_text(value, "publication_date")),
        **authors_and_orcids(_read_authors(value)),
        venue=get_text(journal, "display_name") or None,
        publisher=get_text(journal, "host_organization_name") or None,
        type=get_text(value, "type") or None,
        volume=get_text(biblio, "volume") or None,
        first_page=get_text(biblio, "first_page") or None,
        n_citations=get_count(value, "cited_by_count"),
        references=tuple(
            CitedWork(names=(name,))
            for name in unique(_openalex_name(text) for text in get_texts(value, "referenced_works"))
        )
        if isinstance(references, list)
        else None,
        index_keywords=unique(
            get_text(one, "display_name") for key in ("keywords", "topics") for one in get_objects(value, key)
        ),
        abstract=rebuild_abstract(get_object(value, "abstract_inverted_index")),
        urls=web_urls((get_text(access, "oa_url"), *(page for page in pages if page))),
        is_open_access=get_flag(access, "is_oa"),
    )


def _is_deleted(value: JsonObject) -> bool:
    return DELETED in get_texts(value, "display_name") + get_texts(value, "title")


def rebuild_abstract(index: JsonObject) -> str:
    """Rebuild an abstract from an inverted index, which maps each word to its positions; a gap makes it incomplete.

    >>> rebuild_abstract({"models": [1], "Language": [0], "learn": [2, None, "3"]})
    'Language models learn'
    """
    words: dict[int, str] = {}
    for word, positions in index.items():
        for position in positions[:_MAX_WORDS] if isinstance(positions, list) else ():
            if isinstance(position, int) and 0 <= position < _MAX_WORDS:
                words[position] = word
    if not words or max(words) >= 2 * len(words):
        return ""  # most of the words are missing
    return clean_text(" ".join(words[position] for position in sorted(words)), n_chars=MAX_ABSTRACT)


def _read_authors(value: JsonObject) -> Iterator[tuple[str, str | None]]:
    for ship in get_objects(value, "authorships"):
        author = get_object(ship, "author")
        if name := get_text(author, "display_name") or get_text(ship, "raw_author_name"):
            yield name, orcid_of(get_text(author, "orcid"))


def _openalex_name(text: str) -> str:
    name = text.rpartition("/")[2].upper()
    return f"openalex:{name}" if name[:1] == "W" and name[1:].isascii() and name[1:].isdigit() else ""


def _pubmed_names(text: str) -> Iterator[str]:
    number = text.rstrip("/").rpartition("/")[2]
    if number.isascii() and number.isdigit():
        yield f"pmid:{number}"


def _filter_value(key: str) -> str:
    registry, _, value = key.partition(":")
    return f"10.48550/arxiv.{value}" if registry == "arxiv" else value


SOURCE = Source(
    name="openalex",
    label="OpenAlex",
    accepts=accepts,
    plan=plan,
    read=read,
    plan_titles=plan_titles,
    is_general=True,
    titles_per_minute=60,
    title_credits=SEARCH_CREDITS,
    plan_citing=plan_citing,
    citing_prefix="openalex:",
)
