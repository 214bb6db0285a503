"""Crossref: works with the reference lists that publishers deposit, by DOI and by title.

Twenty DOIs per list. A 404 or an absent DOI says only that Crossref has not registered it. The relevance score of a
search is no confidence: preprints of strangers with the title of a known paper come before the paper.

https://api.crossref.org/swagger-ui/index.html
"""

from collections.abc import Sequence

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
    search_each,
    value_of,
)
from papertrace.model import Observation

N_PER_LIST = 20
_FIELDS = (
    "DOI,title,subtitle,type,author,issued,published,is-referenced-by-count,reference,container-title,publisher,volume,"
    "page,relation,update-to,resource"
)


def plan(keys: Sequence[str], base: str) -> list[Query]:
    """Return lists of up to twenty DOIs, and single works for DOIs with a comma, which separates filters."""
    single = [key for key in keys if "," in key]
    queries = [Query(ask=get(f"{base}/works/{in_query(value_of(key))}"), keys=(key,)) for key in single]
    for batch in batches([key for key in keys if "," not in key], N_PER_LIST):
        wanted = ",".join(f"doi:{in_query(value_of(key))}" for key in batch)
        queries.append(Query(ask=get(f"{base}/works?filter={wanted}&rows={N_PER_LIST}&select={_FIELDS}"), keys=batch))
    return queries


def read(query: Query, seen: Observation) -> Answers:
    """Return the works of each key."""
    if is_not_found(seen, "Resource not found") and len(query.keys) == 1:
        return {query.keys[0]: ()}
    works = read_listed("crossref", answer_object(seen, "message"), "items")
    return {} if works is None else by_names(query.keys, works)


SOURCE = Source(
    name="crossref",
    label="Crossref",
    registries=frozenset({"doi"}),
    plan=plan,
    read=read,
    plan_titles=search_each(f"/works?query.bibliographic={{}}&rows=8&select={_FIELDS}"),
    is_general=True,
    titles_per_minute=50,
)
