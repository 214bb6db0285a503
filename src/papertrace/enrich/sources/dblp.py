"""dblp: publications of computer science by title; it gives DOIs, venues and pages, no reference lists.

https://dblp.org/faq/How+to+use+the+dblp+search+API.html
"""

from collections.abc import Sequence

from papertrace.enrich.sources.source import Answers, Query, Source, answer_object, read_works, search_each
from papertrace.model import Observation
from papertrace.records.rows import find_values

_PATH = "/search/publ/api"


def plan_titles(keys: Sequence[str], base: str) -> list[Query]:
    """Return one search per title."""
    return search_each("?q={}&format=json&h=8")(keys, base if base.endswith("/api") else base + _PATH)


def read(query: Query, seen: Observation) -> Answers:
    """Return the publications of each title."""
    hits = answer_object(seen, "result", "hits")
    if "@total" not in hits and "hit" not in hits:
        return {}
    return dict.fromkeys(query.keys, tuple(read_works("dblp", find_values(hits, "hit.info"))))


SOURCE = Source(
    name="dblp",
    label="dblp",
    read=read,
    plan_titles=plan_titles,
    titles_per_minute=40,
)
