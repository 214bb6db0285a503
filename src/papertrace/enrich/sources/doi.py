"""DOIs of any agency, by content negotiation at doi.org: asked for DOIs that no other service knows.

Besides Crossref and DataCite, a few agencies describe their works in the JSON of the Citation Style Language: mEDRA,
JaLC, KISTI and others. doi.org redirects the request to the agency of the DOI. The answer has no reference list, but it
shows whether the DOI is that of the paper, and gives venue and date.

https://citation.doi.org/docs.html
"""

from http import HTTPStatus

from papertrace.enrich.sources.source import (
    Answers,
    Query,
    Role,
    Source,
    answer_object,
    ask_each,
    by_names,
    read_works,
)
from papertrace.model import Observation

CSL = "application/vnd.citationstyles.csl+json"


def read(query: Query, seen: Observation) -> Answers:
    """Return the work of the DOI; none if doi.org does not know it, or its agency does not describe works."""
    is_unknown = seen.status == HTTPStatus.NOT_FOUND and "doi not found" in seen.body[:20_000].lower()
    if is_unknown or seen.status == HTTPStatus.NOT_ACCEPTABLE:
        return dict.fromkeys(query.keys, ())
    works = read_works("csl", [answer_object(seen)])
    return by_names(query.keys, works) if works else {}


SOURCE = Source(
    name="doi",
    label="doi.org",
    registries=frozenset({"doi"}),
    plan=ask_each("/{}", accept=CSL),
    read=read,
    role=Role.FOR_UNKNOWN,
)
