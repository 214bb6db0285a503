"""Damaged answers of services about works, and errors of servers."""

import json
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path

from tests.torture.tally import Tally
from tests.torture.target import Target

from papertrace.enrich.sources import CITING, SOURCES, Query, Source
from papertrace.errors import PapertraceError
from papertrace.model import Ask, Method, Observation

DOI, ARXIV, TITLE = "doi:10.5555/made.1", "arxiv:2001.00001", "title:A made-up title of a work"
ERRORS = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.BAD_GATEWAY)
_ASK = Ask(method=Method.GET, url="https://example.org/works?x=1")
_OPENALEX = {
    "id": "https://openalex.org/W1",
    "doi": "https://doi.org/10.5555/MADE.1",
    "display_name": "A <i>made-up</i> title of a work.",
    "publication_year": 2020,
    "publication_date": "2020-02-03",
    "type": "article",
    "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/123", "mag": 7},
    "primary_location": {"source": {"display_name": "Made-up Letters", "host_organization_name": "Example"}},
    "locations": [{"landing_page_url": "https://arxiv.org/abs/2001.00001"}],
    "authorships": [{"author": {"display_name": "Ada Ito", "orcid": "https://orcid.org/0000-0000-0000-0001"}}],
    "biblio": {"volume": "3", "first_page": "7"},
    "cited_by_count": 3,
    "referenced_works": ["https://openalex.org/W2", "https://openalex.org/W3"],
    "abstract_inverted_index": {"Made": [0, 2], "up.": [1]},
    "keywords": [{"display_name": "Tides"}],
    "open_access": {"is_oa": True, "oa_url": "https://example.org/made.pdf"},
}
_SEMANTIC_SCHOLAR = {
    "paperId": "0" * 40,
    "corpusId": 77,
    "title": "A made-up title of a work",
    "year": 2020,
    "publicationDate": "2020-02-03",
    "externalIds": {"DOI": "10.5555/made.1", "ArXiv": "2001.00001", "ACL": "P20-1001", "CorpusId": 77},
    "authors": [{"name": "Ada Ito"}],
    "venue": "Made-up Letters",
    "journal": {"name": "Made-up Letters", "volume": "3", "pages": "7-9"},
    "references": [
        {"paperId": "1" * 40, "title": "Cited", "year": 2019, "externalIds": {"DOI": "10.5555/made.2"}},
        {"paperId": None, "title": "Only a title", "year": None, "externalIds": None},
    ],
}
_CROSSREF = {
    "DOI": "10.5555/MADE.1",
    "title": ["A made-up title of a work"],
    "subtitle": ["and more"],
    "author": [{"given": "Ada", "family": "Ito", "ORCID": "http://orcid.org/0000-0000-0000-0001"}, {"name": "A group"}],
    "issued": {"date-parts": [[2020, 2, 3]]},
    "container-title": ["Made-up Letters"],
    "page": "7-9",
    "reference": [
        {"key": "1", "DOI": "10.5555/made.2"},
        {"key": "2", "unstructured": "Ito, A. (2001). Things. https://doi.org/10.5555/made.3"},
        {"key": "3", "author": "Weber", "year": "1999", "article-title": "A third made-up thing"},
    ],
    "relation": {"has-preprint": [{"id-type": "doi", "id": "10.1101/2020.01.01.1"}]},
}
_CSL = _CROSSREF | {"title": "A made-up title of a work", "container-title": "Made-up Letters"}
_DATACITE = {
    "doi": "10.5555/made.1",
    "titles": [{"title": "A made-up title of a work"}],
    "creators": [{"name": "Ito, Ada", "nameIdentifiers": [{"nameIdentifier": "0000-0000-0000-0001"}]}],
    "publisher": "Example",
    "publicationYear": 2020,
    "dates": [{"date": "2020-02-03", "dateType": "Issued"}],
    "relatedIdentifiers": [
        {"relationType": "References", "relatedIdentifier": "10.5555/made.2", "relatedIdentifierType": "DOI"},
        {"relationType": "IsSupplementTo", "relatedIdentifier": "https://github.com/made-up/x"},
    ],
}
_CITATIONS = [{"citing": f"omid:br/1 {DOI}", "cited": "omid:br/2 doi:10.5555/made.2 openalex:W2 pmid:7"}]
_HUGGING_FACE = {"id": "2001.00001", "title": "A made-up title", "githubRepo": "https://github.com/made-up/x"}
_DBLP = {
    "title": "A made-up title of a work.",
    "authors": {"author": [{"@pid": "1", "text": "Ada Ito 0001"}, {"text": "B. Roe"}]},
    "venue": "WAVES",
    "year": "2020",
    "doi": "10.5555/made.1",
}
_FEED = (
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"><entry>'
    "<id>http://arxiv.org/abs/2001.00001v2</id><title>A made-up title\n  of a work</title>"
    "<published>2020-01-02T00:00:00Z</published><author><name>Ada Ito</name></author><summary> Some text. </summary>"
    "<arxiv:doi>10.5555/made.1</arxiv:doi><arxiv:journal_ref>Made-up Letters 3 (2020)</arxiv:journal_ref>"
    "</entry></feed>"
)
ANSWERS: dict[str, tuple[tuple[str, object], ...]] = {
    "openalex": ((DOI, {"results": [_OPENALEX]}), (TITLE, {"results": [_OPENALEX]}), (DOI, _OPENALEX)),
    "semantic-scholar": ((DOI, [_SEMANTIC_SCHOLAR]), (TITLE, {"data": [_SEMANTIC_SCHOLAR]})),
    "crossref": ((DOI, {"message": {"items": [_CROSSREF]}}), (DOI, {"message": _CROSSREF})),
    "arxiv": ((ARXIV, _FEED),),
    "datacite": ((DOI, {"data": {"attributes": _DATACITE}}),),
    "doi": ((DOI, _CSL),),
    "opencitations": ((DOI, _CITATIONS),),
    "hugging-face": ((ARXIV, _HUGGING_FACE),),
    "dblp": ((TITLE, {"result": {"hits": {"@total": "1", "hit": [{"info": _DBLP}]}}}),),
}
"""Whole answers of each service, with a key that each of them is about."""
CITING_ANSWERS: dict[str, tuple[tuple[str, object], ...]] = {
    "openalex": ((f"{CITING}openalex:W2", {"results": [_OPENALEX]}),),
    "semantic-scholar": ((f"{CITING}s2:{'a' * 40}", {"data": [{"citingPaper": _SEMANTIC_SCHOLAR}]}),),
    "opencitations": ((f"{CITING}doi:10.5555/made.2", _CITATIONS),),
}
"""Whole answers about the works that cite one."""


def find_services() -> Iterator[Target]:
    """Yield the readers of services, once for each key of their whole answers."""
    for service, source in SOURCES.items():
        for key in dict.fromkeys(key for key, _ in _answers_of(service)):
            seeds = tuple(_as_text(body).encode() for known, body in _answers_of(service) if known == key)
            read = _reading(source, key)
            for seed in seeds:
                assert source.read(_query(key), _seen(seed, HTTPStatus.OK)), f"{service} cannot read a whole answer"
            yield Target(f"{service} {key.partition(':')[0]}", seeds, read, PapertraceError)


def _answers_of(service: str) -> tuple[tuple[str, object], ...]:
    return ANSWERS[service] + CITING_ANSWERS.get(service, ())


def _reading(source: Source, key: str) -> Callable[[bytes, Path, Tally], None]:
    def read(data: bytes, _: Path, tally: Tally) -> None:
        answers = source.read(_query(key), _seen(data, HTTPStatus.OK))
        if not set(answers) <= {key}:
            tally.lose(f"{source.name}: answers about {sorted(answers)}, but {key} was asked for", data)
        for status in ERRORS:
            if source.read(_query(key), _seen(data, status)):
                tally.lose(f"{source.name}: an error with status {status:d} is taken for an answer", data)

    return read


def _query(key: str) -> Query:
    return Query(ask=_ASK, keys=(key,))


def _seen(body: bytes, status: int) -> Observation:
    return Observation(ask=_ASK, final_url=_ASK.url, status=status, body=body.decode("utf-8", "replace"))


def _as_text(body: object) -> str:
    return body if isinstance(body, str) else json.dumps(body)
