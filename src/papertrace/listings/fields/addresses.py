"""Addresses by which publishers, repositories and lists lead to the text of a paper."""

import re

from papertrace.model.identifiers import identify_address

_EXTERNAL = re.compile(r"(?:https?|ftp)://|www\.|//[\w-]+\.", re.IGNORECASE)
# What the address of a paper has in common on most hosts: the file is a document, or the path or host says "paper".
_OF_PAPERS = re.compile(
    r"\.(?:pdf|ps|djvu)(?:\.gz)?(?:[?#].*)?$|//papers?\.|//proceedings?\.|//openreview\.|//openaccess\.|anthology"
    r"|/(?:abs|paper|papers|doi|article|articles|publication|publications|forum|citation|viewdoc|content)[/.?]",
    re.IGNORECASE,
)
_DOCUMENT = re.compile(
    r"(?![a-z][a-z+.-]{1,10}:|//|#)[^?#\s][^?#]{0,500}\.(?:pdf|ps|ps\.gz|djvu|epub|docx?)(?:[?#].*)?$", re.IGNORECASE
)
_MAX_LENGTH = 2000


def leads_out(url: str) -> bool:
    """Return whether an address leads out of the document and its repository."""
    return _EXTERNAL.match(url) is not None


def is_document(url: str) -> bool:
    """Return whether an address is relative and names a document beside the list.

    >>> is_document("papers/fold.pdf"), is_document("https://example.org/fold.pdf"), is_document("#fold")
    (True, False, False)
    """
    return _DOCUMENT.match(url[:_MAX_LENGTH]) is not None


def leads_to_paper(url: str) -> bool:
    """Return whether an address looks like that of a paper.

    >>> leads_to_paper("https://arxiv.org/abs/2401.00001"), leads_to_paper("https://example.org/fold.pdf")
    (True, True)
    >>> leads_to_paper("https://example.org/about")
    False
    """
    shown = url[:_MAX_LENGTH]
    return _OF_PAPERS.search(shown) is not None or bool(identify_address(shown))
