"""DataCite: works and data sets by DOI, one a request; asked for DOIs that no other service knows.

https://support.datacite.org/docs/api-get-doi
"""

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from papertrace.enrich.fields import (
    MAX_ABSTRACT,
    JsonObject,
    arxiv_names,
    authors_and_orcids,
    doi_names,
    get_count,
    get_object,
    get_objects,
    get_text,
    get_title,
    get_year,
    make_iso_date,
    orcid_of,
    unique,
    web_urls,
)
from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources.source import (
    Answers,
    Query,
    Role,
    Source,
    answer_object,
    by_names,
    get,
    is_not_found,
    value_of,
)
from papertrace.model import Observation
from papertrace.model.papers.work import CitedWork, Work

_VERSIONS = frozenset(
    {"IsVersionOf", "HasVersion", "IsPreviousVersionOf", "IsNewVersionOf", "IsIdenticalTo", "IsPreprintOf"}
)
_REFERENCES = frozenset({"References", "Cites"})
_CODE = frozenset({"IsSupplementTo", "IsSupplementedBy", "IsDerivedFrom"})
_CODE_HOSTS = ("https://github.com/", "https://gitlab.com/", "https://bitbucket.org/", "https://codeberg.org/")


def accepts(key: str) -> bool:
    """Accept DOIs; the papers of arXiv are asked of arXiv."""
    return key.startswith("doi:")


def plan(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return one query per DOI."""
    base = settings.endpoints["datacite"].base
    return [Query(ask=get(f"{base}/dois/{quote(value_of(key), safe='/')}"), keys=(key,)) for key in keys]


def read(query: Query, seen: Observation) -> Answers:
    """Return the work of the DOI."""
    if is_not_found(seen, "The resource you are looking for doesn't exist"):
        return dict.fromkeys(query.keys, ())
    work = read_work(get_object(answer_object(seen), "data"))
    return by_names(query.keys, [work]) if work else {}


def read_work(value: JsonObject) -> Work | None:
    """Return the work of a record, or None if it has no DOI or no title."""
    facts = get_object(value, "attributes")
    names = unique(doi_names(get_text(facts, "doi") or get_text(value, "id")))
    title = next((found for one in get_objects(facts, "titles") if (found := get_title(one, "title"))), "")
    if not names or not title:
        return None
    related = [(get_text(one, "relationType"), one) for one in get_objects(facts, "relatedIdentifiers")]
    dates = [one for one in get_objects(facts, "dates") if get_text(one, "dateType") == "Issued"]
    publisher, container = facts.get("publisher"), get_object(facts, "container")
    cited = [CitedWork(names=_names(one)) for kind, one in related if kind in _REFERENCES and _names(one)]
    return Work(
        names=names,
        title=title,
        year=get_year(facts, "publicationYear"),
        date=next((make_iso_date(get_text(one, "date")) for one in dates), None),
        **authors_and_orcids(_read_authors(facts)),
        versions=unique(
            name for kind, one in related if kind in _VERSIONS for name in _names(one) if name not in names
        ),
        venue=get_text(container, "title") or None,
        publisher=get_text(get_object(facts, "publisher"), "name")
        or (publisher if isinstance(publisher, str) else None),
        type=get_text(get_object(facts, "types"), "resourceTypeGeneral") or None,
        volume=get_text(container, "volume") or None,
        first_page=get_text(container, "firstPage") or None,
        n_citations=get_count(facts, "citationCount"),
        references=tuple(dict.fromkeys(cited)) or None,
        keywords=unique(get_text(one, "subject") for one in get_objects(facts, "subjects")),
        abstract=next(
            (
                get_text(one, "description", n_chars=MAX_ABSTRACT)
                for one in get_objects(facts, "descriptions")
                if get_text(one, "descriptionType") == "Abstract"
            ),
            "",
        ),
        urls=web_urls((get_text(facts, "url"),)),
        code=web_urls(
            address
            for kind, one in related
            if kind in _CODE and (address := get_text(one, "relatedIdentifier")).startswith(_CODE_HOSTS)
        ),
    )


def _read_authors(facts: JsonObject) -> Iterator[tuple[str, str | None]]:
    for one in get_objects(facts, "creators"):
        given, family = get_text(one, "givenName"), get_text(one, "familyName")
        name = f"{given} {family}" if given and family else get_text(one, "name")
        ids = (orcid_of(get_text(each, "nameIdentifier")) for each in get_objects(one, "nameIdentifiers"))
        if name:
            yield name, next(filter(None, ids), None)


def _names(related: JsonObject) -> tuple[str, ...]:
    text = get_text(related, "relatedIdentifier")
    match get_text(related, "relatedIdentifierType").lower():
        case "doi":
            return unique(doi_names(text))
        case "arxiv":
            return unique(arxiv_names(text))
    return ()


SOURCE = Source(name="datacite", label="DataCite", accepts=accepts, plan=plan, read=read, role=Role.FOR_UNKNOWN)
