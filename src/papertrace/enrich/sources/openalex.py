"""OpenAlex: works by DOI and title, with reference lists; its data is CC0, abstracts included.

Lists of fifty identifiers cost one credit of a thousand a day, a search ten, a single work nothing. Unknown DOIs are
absent from the answer without a word, and so are ids of records that were merged into another: such an id is asked for
alone, and the service redirects to the other record. `|` and `,` separate values in a filter, so a DOI that has them is
asked for alone. A work under a DOI need not be the work of that DOI: the caller compares titles.

https://docs.openalex.org/api-entities/works
"""

from collections.abc import Sequence
from http import HTTPStatus

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
    read_works,
    search_each,
    value_of,
    with_name,
)
from papertrace.model import Observation
from papertrace.model.papers.work import DELETED, Work

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
_FILTERS = {"doi": "doi", "arxiv": "doi", "openalex": "openalex", "pmid": "pmid"}


def plan(keys: Sequence[str], base: str) -> list[Query]:
    """Return lists of up to fifty identifiers of one kind, and single works for those that a list cannot name."""
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


def plan_citing(keys: Sequence[str], base: str) -> list[Query]:
    """Return lists of the most cited works that cite any of ten; their references tell how many they cite."""
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
    if is_single and (seen.status == HTTPStatus.NOT_FOUND or answer.get("display_name") == DELETED):
        return {query.keys[0]: ()}
    works = read_listed("openalex", answer, "results")
    if works is None:
        return {}
    found = dict(by_names(query.keys, works))
    for key in query.keys:
        if key.startswith("openalex:") and not found[key]:
            found[key] = tuple(with_name(work, key) for work in works) if is_single else ALONE
    return found


def _read_citing(query: Query, seen: Observation) -> Answers:
    results = answer_object(seen).get("results")
    if not isinstance(results, list):
        return {}
    found: dict[str, list[Work]] = {cited_name(key): [] for key in query.keys}
    for work in read_works("openalex", results):
        for name in {name for one in work.references or () for name in one.names} & found.keys():
            found[name].append(work)
    return {key: tuple(found[cited_name(key)]) for key in query.keys}


def _filter_value(key: str) -> str:
    registry, _, value = key.partition(":")
    return f"10.48550/arxiv.{value}" if registry == "arxiv" else value


SOURCE = Source(
    name="openalex",
    label="OpenAlex",
    registries=frozenset(_FILTERS),
    plan=plan,
    read=read,
    plan_titles=search_each(f"/works?filter=title.search:{{}}&per-page=8&select={_FIELDS}", n_credits=SEARCH_CREDITS),
    is_general=True,
    titles_per_minute=60,
    title_credits=SEARCH_CREDITS,
    plan_citing=plan_citing,
    citing_prefix="openalex:",
)
