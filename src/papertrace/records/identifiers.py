"""arXiv ids and DOIs in the fields of a listing: bare, prefixed or inside an address."""

import re
from collections.abc import Iterable
from html import unescape

from papertrace.model import Identifiers
from papertrace.model.identifiers import (
    arxiv_of_doi,
    find_arxiv_ids,
    find_dois,
    identify_address,
    may_contain_arxiv,
    may_contain_identifier,
    parse_arxiv,
)

_RESOLVER = "doi.org/"
# A DOI as most are, of which a search in the text would leave nothing out.
_PLAIN_DOI = re.compile(
    r"10\.[0-9]{4,9}/(?!.{0,400}\.(?:html|pdf)\Z)[A-Za-z0-9._-]{0,400}[A-Za-z0-9]", re.IGNORECASE | re.ASCII
)


def arxiv_of_field(text: str) -> str | None:
    """Return the arXiv id in a field, or None.

    A bare number must be the whole field; one marked as an id (`arXiv:…`, an address of arxiv.org) may occur anywhere.

    >>> arxiv_of_field("2401.00001v2"), arxiv_of_field("arXiv preprint arXiv:2401.00001"), arxiv_of_field("1234.5")
    ('2401.00001', '2401.00001', None)
    """
    if not may_be_arxiv(text):
        return None
    return parse_arxiv(text) or next((found.name for found in find_arxiv_ids(text)), None)


def may_be_arxiv(text: str) -> bool:
    """Return whether a field may have an arXiv id: a cheap test that rules out most, as an id has a dot or a slash."""
    return ("." in text or "/" in text) and (text.lstrip()[:1].isdigit() or may_contain_arxiv(text))


def doi_of_field(text: str) -> str | None:
    """Return the first DOI in a field, or None; it may be escaped for HTML, as in Crossref's BibTeX.

    >>> doi_of_field("https://doi.org/10.1000/ABC.1"), doi_of_field("10.1002/(sici)1:2&lt;3::aid-x&gt;3.0.co;2-o")
    ('10.1000/abc.1', '10.1002/(sici)1:2<3::aid-x>3.0.co;2-o')
    """
    if _PLAIN_DOI.fullmatch(text):
        return text.lower()
    found = next(find_dois(unescape(text)), None) if "10." in text else None
    return found.name if found else None


def make_identifiers(*, arxiv: Iterable[str] = (), doi: Iterable[str] = ()) -> Identifiers:
    """Return the first arXiv id and the first DOI among some fields; a DOI of arXiv gives the arXiv id as well."""
    name = next((name for text in doi if (name := doi_of_field(text))), None)
    number = next((number for text in arxiv if (number := arxiv_of_field(text))), None)
    return Identifiers(arxiv=number or (arxiv_of_doi(name) if name else None), doi=name)


def make_reference(*, arxiv: str | None = None, doi: str | None = None, other: str | None = None) -> str | None:
    """Return the best key of a reference: `arxiv:…`, `doi:…` or the source's own id; None without any.

    >>> make_reference(doi="10.48550/arXiv.2401.00001", other="openalex:W1")
    'arxiv:2401.00001'
    """
    if not arxiv and not doi:
        return other
    names = make_identifiers(arxiv=(arxiv or "",), doi=(doi or "",)).names()
    return names[0] if names else other


def addresses_of_resolver(texts: Iterable[str]) -> list[str]:
    """Return the texts that contain an address of the DOI resolver.

    >>> addresses_of_resolver(["https://DX.DOI.org/10.1000/1", "https://example.org/10.1000/2"])
    ['https://DX.DOI.org/10.1000/1']
    """
    return [text for text in texts if _RESOLVER in text.lower()]


def identify_first(urls: Iterable[str], *, only_arxiv: bool = False) -> Identifiers:
    """Return the first arXiv id and the first DOI in the addresses of one entry, or only its arXiv id for certain."""
    found = Identifiers()
    may_contain = may_contain_arxiv if only_arxiv else may_contain_identifier
    for url in urls:
        if may_contain(url) and (named := identify_address(url)):
            found = found.or_else(named) if found else named
    return found
