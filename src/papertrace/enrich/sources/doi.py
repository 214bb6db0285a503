"""DOIs of any agency, by content negotiation at doi.org: asked for DOIs that no other service knows.

Besides Crossref and DataCite, a few agencies describe their works in the JSON of the Citation Style Language: mEDRA,
JaLC, KISTI and others. doi.org redirects the request to the agency of the DOI. The answer has no reference list, but it
shows whether the DOI is that of the paper, and gives venue and date.

https://citation.doi.org/docs.html
"""

from collections.abc import Iterator, Sequence
from http import HTTPStatus
from urllib.parse import quote

from papertrace.enrich.fields import (
    JsonObject,
    authors_and_orcids,
    doi_names,
    get_object,
    get_objects,
    get_text,
    get_title,
    join_date,
    orcid_of,
    unique,
    web_urls,
)
from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources.source import Answers, Query, Role, Source, answer_object, by_names, get, value_of
from papertrace.model import Observation
from papertrace.model.papers.work import Work

CSL = "application/vnd.citationstyles.csl+json"


def accepts(key: str) -> bool:
    """Accept DOIs; the papers of arXiv are asked of arXiv."""
    return key.startswith("doi:")


def plan(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return one query per DOI."""
    base = settings.endpoints["doi"].base
    return [Query(ask=get(f"{base}/{quote(value_of(key), safe='/')}", accept=CSL), keys=(key,)) for key in keys]


def read(query: Query, seen: Observation) -> Answers:
    """Return the work of the DOI; none if doi.org does not know it, or its agency does not describe works."""
    is_unknown = seen.status == HTTPStatus.NOT_FOUND and "doi not found" in seen.body[:20_000].lower()
    if is_unknown or seen.status == HTTPStatus.NOT_ACCEPTABLE:
        return dict.fromkeys(query.keys, ())
    work = read_work(answer_object(seen))
    return by_names(query.keys, [work]) if work else {}


def read_work(value: JsonObject) -> Work | None:
    """Return the work of a record, or None if it has no DOI or no title."""
    names, title = unique(doi_names(get_text(value, "DOI"))), get_title(value, "title")
    if not names or not title:
        return None
    parts = get_object(value, "issued").get("date-parts")
    first = parts[0] if isinstance(parts, list) and parts and isinstance(parts[0], list) else []
    date = join_date(first)
    return Work(
        names=names,
        title=title,
        year=int(date[:4]) if date else None,
        date=date,
        **authors_and_orcids(_read_authors(value)),
        venue=get_title(value, "container-title") or None,
        publisher=get_text(value, "publisher") or None,
        type=get_text(value, "type") or None,
        volume=get_text(value, "volume") or None,
        first_page=get_text(value, "page").split("-")[0].strip() or None,
        urls=web_urls((get_text(value, "URL"),)),
    )


def _read_authors(value: JsonObject) -> Iterator[tuple[str, str | None]]:
    for one in get_objects(value, "author"):
        name = " ".join(filter(None, (get_text(one, "given"), get_text(one, "family")))) or get_text(one, "literal")
        if name:
            yield name, orcid_of(get_text(one, "ORCID"))


SOURCE = Source(name="doi", label="doi.org", accepts=accepts, plan=plan, read=read, role=Role.FOR_UNKNOWN)
