"""The identity that an address of a paper's page states: its arXiv id or DOI."""

import re
from collections.abc import Iterable

from papertrace.listings.fields.identifiers import make_identifiers
from papertrace.model import Identifiers

# An id is read where it is the whole rest of the path: a page about a paper must not be taken for the paper.
_ARXIV = re.compile(
    r"(?:(?:https?://)?(?:[a-z]{2,10}\.)?(?:arxiv\.org/(?:abs|pdf|html)|huggingface\.co/papers|hf\.co/papers"
    r"|alphaxiv\.org/(?:abs|overview|pdf))|^/(?:papers|abs|pdf))"
    r"/(?P<id>\d{4}\.\d{4,5}|[a-z]{2,8}(?:-[a-z]{2,5})?(?:\.[a-z]{2})?/\d{7})(?:v\d{1,3})?(?:\.pdf)?/?",
    re.IGNORECASE,
)
_DOI = re.compile(r"(?:https?://)?[^/?#\s]+/(?:[^?#\s]*/)?(?P<doi>10\.\d{4,9}/[^?#\s]+)", re.IGNORECASE)
# What publishers put behind the DOI of an article in the addresses of its views.
_DOI_TAIL = re.compile(r"(?:/(?:e?pdf|full|fulltext|abstract|summary|meta)|\.pdf)?/?$", re.IGNORECASE)
_LONGEST_ADDRESS = 2000


def identify_address(url: str) -> Identifiers:
    """Return the arXiv id, without its version, or the lower-case DOI that an address states; absent ones are None.

    >>> identify_address("https://huggingface.co/papers/2401.00001").arxiv
    '2401.00001'
    >>> identify_address("https://dl.acm.org/doi/abs/10.1145/1234567.7654321").doi
    '10.1145/1234567.7654321'
    >>> identify_address("https://github.com/acme/fastmm")
    Identifiers(arxiv=None, doi=None)

    An address without a host is one of the site that a page was saved from: `/papers/2401.00001`.
    """
    path = re.split(r"[?#]", url[:_LONGEST_ADDRESS], maxsplit=1)[0]
    if match := _ARXIV.fullmatch(path):
        return make_identifiers(arxiv=(match["id"],))
    if match := _DOI.fullmatch(path):
        return make_identifiers(doi=(_DOI_TAIL.sub("", match["doi"], count=1),))
    return Identifiers()


def identify_first(urls: Iterable[str]) -> Identifiers:
    """Return the first arXiv id and the first DOI that the addresses of one entry state, in their order."""
    found = [identify_address(url) for url in urls]
    return Identifiers(
        arxiv=next((ids.arxiv for ids in found if ids.arxiv), None),
        doi=next((ids.doi for ids in found if ids.doi), None),
    )
