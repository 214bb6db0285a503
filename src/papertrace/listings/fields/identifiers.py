"""Registered names of papers as listings print them: arXiv ids and DOIs, bare, prefixed or inside an address."""

import re
from collections.abc import Iterable

from papertrace.model import Identifiers

# New ids since April 2007 (YYMM.NNNN, five digits since 2015), older ones with an archive: arXiv, "Identifier scheme".
_NEW_ARXIV = r"\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}"
_OLD_ARXIV = r"[a-z]{2,8}(?:-[a-z]{2,4})?(?:\.[A-Z]{2})?/\d{7}"
_ARXIV = re.compile(rf"({_NEW_ARXIV}|{_OLD_ARXIV})(?:v\d{{1,3}})?", re.ASCII)
_ARXIV_MARKED = re.compile(
    rf"(?:arxiv\s?[:.]\s?|arxiv\.org/(?:abs|pdf|html)/|\babs/)({_NEW_ARXIV}|{_OLD_ARXIV})(?![\d.]\d)",
    re.ASCII | re.IGNORECASE,
)
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>{}|\\^`]{1,300}")
_DOI_IN_PROSE = re.compile(r"10\.\d{4,9}/[^\s\"<>{}|\\^`,;\]]{1,300}")
_ARXIV_DOI = "10.48550/arxiv."
_CLOSERS = {")": "(", "]": "["}


def parse_arxiv_id(text: str) -> str | None:
    """Return the arXiv id that a field holds, without its version; None where it holds none.

    A bare id must be the whole field; one marked as such (`arXiv:…`, an address of arxiv.org) may stand anywhere.

    >>> parse_arxiv_id("2401.00001v2"), parse_arxiv_id("arXiv preprint arXiv:2401.00001"), parse_arxiv_id("1234.5")
    ('2401.00001', '2401.00001', None)
    """
    if not text:
        return None
    bare = _ARXIV.fullmatch(text.strip())
    found = bare or _ARXIV_MARKED.search(text)
    return found[1] if found else None


def parse_doi(text: str) -> str | None:
    """Return the DOI that a field holds, in lower case, or None; the field may be an address of doi.org.

    >>> parse_doi("https://doi.org/10.1000/ABC.1")
    '10.1000/abc.1'
    """
    found = _DOI.search(text)
    return _trim(found[0]).lower() if found else None


def find_dois(prose: str) -> list[str]:
    """Return the DOIs of a printed list of references, in lower case, in their order, each once."""
    return list(dict.fromkeys(_trim(found[0]).lower() for found in _DOI_IN_PROSE.finditer(prose)))


def _trim(doi: str) -> str:
    """Take off what ends the sentence, not the DOI; brackets stay as long as they are balanced."""
    while True:
        doi = doi.rstrip(".,;:'")
        opener = _CLOSERS.get(doi[-1:])
        if opener is None or doi.count(doi[-1]) <= doi.count(opener):
            return doi
        doi = doi[:-1]


def make_identifiers(*, arxiv: Iterable[str] = (), doi: Iterable[str] = ()) -> Identifiers:
    """Return the identifiers that the first telling fields hold; DOIs of arXiv name the arXiv id as well."""
    found_doi = next((name for text in doi if (name := parse_doi(text))), None)
    found_arxiv = next((name for text in arxiv if (name := parse_arxiv_id(text))), None)
    return Identifiers(arxiv=found_arxiv or _arxiv_of_doi(found_doi), doi=found_doi)


def make_reference(*, arxiv: str | None = None, doi: str | None = None, other: str | None = None) -> str | None:
    """Return a reference by the best of its names: `arxiv:…`, `doi:…` or the source's own id; None without any.

    >>> make_reference(doi="10.48550/arXiv.2401.00001", other="openalex:W1")
    'arxiv:2401.00001'
    """
    if not arxiv and not doi:
        return other
    names = make_identifiers(arxiv=(arxiv or "",), doi=(doi or "",))
    if names.arxiv:
        return f"arxiv:{names.arxiv}"
    return f"doi:{names.doi}" if names.doi else other


def _arxiv_of_doi(doi: str | None) -> str | None:
    if doi is None or not doi.startswith(_ARXIV_DOI):
        return None
    return parse_arxiv_id(doi.removeprefix(_ARXIV_DOI))
