"""Damaged answers of services about works, and errors of servers."""

import json
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path

from tests.folders import CASES
from tests.torture.tally import Tally
from tests.torture.target import Target

from papertrace.enrich.sources import CITING, SOURCES, Query, Source
from papertrace.errors import PapertraceError
from papertrace.model import Ask, Method, Observation

DOI, ARXIV, TITLE = "doi:10.5555/made.1", "arxiv:2001.00001", "title:A made-up title of a work"
ERRORS = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.BAD_GATEWAY)
_ASK = Ask(method=Method.GET, url="https://example.org/works?x=1")
_WHOLE = json.loads((CASES / "enrich" / "whole_answers.json").read_text(encoding="utf-8"))
_CROSSREF, _DATACITE, _DBLP = _WHOLE["crossref"], _WHOLE["datacite"], _WHOLE["dblp"]
_OPENALEX, _SEMANTIC_SCHOLAR, _CITATIONS = _WHOLE["openalex"], _WHOLE["semantic_scholar"], _WHOLE["citations"]
_CSL = _CROSSREF | {"title": "A made-up title of a work", "container-title": "Made-up Letters"}
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
    "hugging-face": ((ARXIV, _WHOLE["hugging_face"]),),
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
