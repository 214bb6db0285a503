"""Identifiers of papers, arXiv ids and DOIs: their grammars, their canonical forms, and how to find them.

`parse_arxiv` and `parse_doi` parse a whole string, `identify_address` reads a URL, and `find_arxiv_ids` and `find_dois`
search text. All of them return the canonical form: an arXiv id without its version and subject class, a DOI in lower
case. No other module defines what an identifier looks like.
"""

from papertrace.model.identifiers.arxiv import (
    ARXIV_NEW,
    arxiv_of_doi,
    date_of_arxiv,
    find_arxiv_ids,
    may_contain_arxiv,
    parse_arxiv,
)
from papertrace.model.identifiers.doi import SICI_SEGMENT, find_dois, parse_doi
from papertrace.model.identifiers.names import (
    Identifiers,
    address_of,
    identify_address,
    may_contain_identifier,
    normalise_identifier,
    normalise_identifiers,
)
from papertrace.model.identifiers.works import family_name, fold, fold_title, name_work

__all__ = [
    "ARXIV_NEW",
    "SICI_SEGMENT",
    "Identifiers",
    "address_of",
    "arxiv_of_doi",
    "date_of_arxiv",
    "family_name",
    "find_arxiv_ids",
    "find_dois",
    "fold",
    "fold_title",
    "identify_address",
    "may_contain_arxiv",
    "may_contain_identifier",
    "name_work",
    "normalise_identifier",
    "normalise_identifiers",
    "parse_arxiv",
    "parse_doi",
]
