"""Semantic Scholar: works in batches of up to 500 identifiers, with reference lists, and the best match of a title.

Its licence forbids passing its answers on; the facts in them are kept, its abstracts are not requested. A batch answers
in the order of the ids, with null for unknown ones. The title match answers to the first words of a title as well, and
with one work only.

https://api.semanticscholar.org/api-docs/graph
"""

import json
import re
from collections.abc import Sequence
from http import HTTPStatus

from papertrace.enrich.sources.source import (
    CITING,
    JSON,
    Answers,
    Query,
    Source,
    answer_json,
    answer_object,
    batches,
    cited_name,
    get,
    in_query,
    read_works,
    search_each,
    value_of,
    with_name,
)
from papertrace.model import Ask, Method, Observation
from papertrace.records.rows import find_values
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


def plan(keys: Sequence[str], base: str) -> list[Query]:
    """Return batches of up to 500 identifiers."""
    url = f"{base}/paper/batch?fields={_FACTS},{_REFERENCES}"
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


def plan_citing(keys: Sequence[str], base: str) -> list[Query]:
    """Return one list of up to a thousand works that cite a work, for each work."""
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
    return {
        key: tuple(with_name(work, key) if key.startswith("s2:") else work for work in works)
        for key, item in zip(query.keys, answer, strict=True)
        if (works := read_works("semantic-scholar", [item])) or item is None
    }


def _read_citing(query: Query, seen: Observation) -> Answers:
    data = answer_object(seen).get("data")
    if not isinstance(data, list):
        return {}
    works = read_works("semantic-scholar", find_values(data, "citingPaper"))
    return dict.fromkeys(query.keys, tuple(works))


def _read_match(query: Query, seen: Observation) -> Answers:
    data = answer_object(seen).get("data")
    if seen.status == HTTPStatus.NOT_FOUND and _NO_MATCH in seen.body[:1000]:
        return dict.fromkeys(query.keys, ())
    return dict.fromkeys(query.keys, tuple(read_works("semantic-scholar", data))) if isinstance(data, list) else {}


def _id_of(key: str) -> str:
    registry, value = key.partition(":")[0], value_of(key)
    if registry == "s2":
        return value if _PAPER_ID.fullmatch(value) else f"CorpusId:{value}"
    return f"{_PREFIXES[registry]}{value}"


SOURCE = Source(
    name="semantic-scholar",
    label="Semantic Scholar",
    registries=frozenset({*_PREFIXES, "s2"}),
    plan=plan,
    read=read,
    plan_titles=search_each(f"/paper/search/match?query={{}}&fields={_FACTS}"),
    lists_titles=False,
    titles_per_minute=30,
    plan_citing=plan_citing,
    citing_prefix="s2:",
)
