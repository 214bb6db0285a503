"""DataCite: works and data sets by DOI, one a request; asked for DOIs that no other service knows.

https://support.datacite.org/docs/api-get-doi
"""

from dataclasses import replace

from papertrace.enrich.sources.source import (
    Answers,
    Query,
    Role,
    Source,
    answer_object,
    ask_each,
    by_names,
    is_not_found,
    read_works,
)
from papertrace.model import Observation

_CODE_HOSTS = ("https://github.com/", "https://gitlab.com/", "https://bitbucket.org/", "https://codeberg.org/")


def read(query: Query, seen: Observation) -> Answers:
    """Return the work of the DOI."""
    if is_not_found(seen, "The resource you are looking for doesn't exist"):
        return dict.fromkeys(query.keys, ())
    works = [
        replace(work, code=tuple(url for url in work.code if url.startswith(_CODE_HOSTS)))
        for work in read_works("datacite", [answer_object(seen, "data")])
    ]
    return by_names(query.keys, works) if works else {}


SOURCE = Source(
    name="datacite",
    label="DataCite",
    registries=frozenset({"doi"}),
    plan=ask_each("/dois/{}"),
    read=read,
    role=Role.FOR_UNKNOWN,
)
