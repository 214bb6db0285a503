"""Semantic Scholar: works in batches of up to 500 identifiers, with reference lists, and the best match of a title.

Its licence forbids passing its answers on; the facts in them are kept, its abstracts are not requested. A batch answers
in the order of the ids, with null for unknown ones. The title match answers to the first words of a title as well, and
with one work only.

https://api.semanticscholar.org/api-docs/graph
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from http import HTTPStatus

from papertrace.enrich.fields import (
    JsonObject,
    arxiv_names,
    as_object,
    as_objects,
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
    unique,
    web_urls,
)
from papertrace.enrich.settings import EnrichSettings
from papertrace.enrich.sources.source import (
    CITING,
    JSON,
    Answers,
    Query,
    Source,
    answer_json,
    batches,
    cited_name,
    get,
    in_query,
    search_words,
    value_of,
)
from papertrace.model import Ask, Method, Observation
from papertrace.model.papers.work import CitedWork, Work
from papertrace.web.address import parse_address

N_PER_BATCH = 500
MAX_CITING = 1000
_FACTS = (
    "paperId,corpusId,externalIds,title,year,publicationDate,venue,publicationTypes,journal,citationCount,authors,"
    "isOpenAccess,openAccessPdf,fieldsOfStudy"
)
_REFERENCES = "references.paperId,references.corpusId,references.externalIds,references.title,references.year"
_PREFIXES = {"doi": "DOI:", "arxiv": "ARXIV:", "pmid": "PMID:", "acl": "ACL:"}
_PAPER_ID = re.compile(r"[0-9a-f]{40}")
_NO_MATCH = "Title match not found"


def accepts(key: str) -> bool:
    """Accept DOIs, arXiv, PubMed and ACL ids, and its own."""
    return key.partition(":")[0] in {*_PREFIXES, "s2"}


def plan(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return batches of up to 500 identifiers."""
    url = f"{settings.endpoints['semantic-scholar'].base}/paper/batch?fields={_FACTS},{_REFERENCES}"
    return [
        Query(
            ask=Ask(
                method=Method.POST,
                url=parse_address(url).url,
                accept=JSON,
                body=json.dumps({"ids": [_id_of(key) for key in batch]}, ensure_ascii=False),
                follows=False,
            ),
            keys=batch,
        )
        for batch in batches(keys, N_PER_BATCH, max_chars=10**6)
    ]


def plan_titles(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return one match per title; reference lists are asked for afterwards, by the id of the match."""
    base = settings.endpoints["semantic-scholar"].base
    return [
        Query(ask=get(f"{base}/paper/search/match?query={in_query(words)}&fields={_FACTS}"), keys=(key,))
        for key in keys
        if (words := search_words(key))
    ]


def plan_citing(keys: Sequence[str], settings: EnrichSettings) -> list[Query]:
    """Return one list of up to a thousand works that cite a work, for each work."""
    base = settings.endpoints["semantic-scholar"].base
    fields = "paperId,corpusId,externalIds,title,year"
    return [
        Query(
            ask=get(f"{base}/paper/{in_query(_id_of(cited_name(key)))}/citations?fields={fields}&limit={MAX_CITING}"),
            keys=(key,),
        )
        for key in keys
    ]


def read(query: Query, seen: Observation) -> Answers:
    """Return the work of each key."""
    if query.keys[0].startswith(CITING):
        return _read_citing(query, seen)
    if query.keys[0].startswith("title:"):
        return _read_match(query, seen)
    answer = answer_json(seen)
    if isinstance(answer, dict) and "paperId" in answer:
        answer = [answer]  # a single look-up
    if not isinstance(answer, list) or len(answer) != len(query.keys):
        return {}
    found: dict[str, tuple[Work, ...]] = {}
    for key, item in zip(query.keys, answer, strict=True):
        if item is None:
            found[key] = ()
        elif work := read_work(as_object(item)):
            # The id of a record that was merged into another is a further name of that one.
            names = (*work.names, key) if key.startswith("s2:") and key not in work.names else work.names
            found[key] = (replace(work, names=names),)
    return found


def _read_citing(query: Query, seen: Observation) -> Answers:
    data = as_object(answer_json(seen)).get("data")
    if not isinstance(data, list):
        return {}
    works = (read_work(as_object(item.get("citingPaper", item))) for item in as_objects(data))
    return dict.fromkeys(query.keys, tuple(work for work in works if work))


def _read_match(query: Query, seen: Observation) -> Answers:
    answer = as_object(answer_json(seen))
    if seen.status == HTTPStatus.NOT_FOUND and _NO_MATCH in seen.body[:1000]:
        return dict.fromkeys(query.keys, ())
    if not isinstance(answer.get("data"), list):
        return {}
    works = tuple(work for item in as_objects(answer["data"]) if (work := read_work(item)))
    return dict.fromkeys(query.keys, works)


def read_work(value: JsonObject) -> Work | None:
    """Return the work of a record, or None if it has no id."""
    names, title = _names(value), get_title(value, "title")
    if not names:
        return None
    references, journal = value.get("references"), get_object(value, "journal")
    return Work(
        names=names,
        title=title,
        year=get_year(value, "year"),
        date=make_iso_date(get_text(value, "publicationDate")),
        authors=tuple(name for one in get_objects(value, "authors") if (name := get_text(one, "name"))),
        venue=get_text(value, "venue") or get_text(journal, "name") or None,
        type=next(iter(get_texts(value, "publicationTypes")), None),
        volume=get_text(journal, "volume") or None,
        first_page=get_text(journal, "pages").split("-")[0].strip() or None,
        n_citations=get_count(value, "citationCount"),
        references=read_references(references) if isinstance(references, list) else None,
        index_keywords=unique(get_texts(value, "fieldsOfStudy")),
        urls=web_urls((get_text(get_object(value, "openAccessPdf"), "url"),)),
        is_open_access=get_flag(value, "isOpenAccess"),
    )


def read_references(value: object) -> tuple[CitedWork, ...]:
    """Return the cited works of a list, in which each may be wrapped in `citedPaper`."""
    cited = (as_object(item.get("citedPaper", item)) for item in as_objects(value))
    found = (CitedWork(names=_names(one), title=get_title(one, "title"), year=get_year(one, "year")) for one in cited)
    return tuple(dict.fromkeys(one for one in found if one.names or one.title))


def _names(value: JsonObject) -> tuple[str, ...]:
    ids = get_object(value, "externalIds")
    return unique(
        (
            *doi_names(get_text(ids, "DOI")),
            *arxiv_names(get_text(ids, "ArXiv")),
            *_own_names(value, ids),
            *(f"pmid:{number}" for number in (get_text(ids, "PubMed"),) if number.isascii() and number.isdigit()),
            *(f"acl:{name}" for name in (get_text(ids, "ACL"),) if name),
        )
    )


def _own_names(value: JsonObject, ids: JsonObject) -> Iterator[str]:
    paper = get_text(value, "paperId").lower()
    if _PAPER_ID.fullmatch(paper):
        yield f"s2:{paper}"
    corpus = get_text(value, "corpusId") or get_text(ids, "CorpusId")
    if corpus.isascii() and corpus.isdigit():
        yield f"s2:{corpus}"


def _id_of(key: str) -> str:
    registry, value = key.partition(":")[0], value_of(key)
    if registry == "s2":
        return value if _PAPER_ID.fullmatch(value) else f"CorpusId:{value}"
    return f"{_PREFIXES[registry]}{value}"


SOURCE = Source(
    name="semantic-scholar",
    label="Semantic Scholar",
    accepts=accepts,
    plan=plan,
    read=read,
    plan_titles=plan_titles,
    lists_titles=False,
    titles_per_minute=30,
    plan_citing=plan_citing,
    citing_prefix="s2:",
)
