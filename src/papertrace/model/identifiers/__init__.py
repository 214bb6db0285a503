"""Registered names of papers: what an arXiv id and a DOI are, the one spelling of each, and where they are printed.

What is known to be a name is parsed whole (`parse_arxiv`, `parse_doi`), an address is read by `identify_address`, and
text is searched by `find_arxiv_ids` and `find_dois`. All of them return a name in its one spelling: an arXiv id without
its version and its subject class, a DOI in lower case. No other module knows what an identifier looks like.
"""

from papertrace.model.identifiers.arxiv import ARXIV_NEW, arxiv_of_doi, find_arxiv_ids, parse_arxiv
from papertrace.model.identifiers.doi import SICI_SEGMENT, find_dois, parse_doi
from papertrace.model.identifiers.names import (
    Identifiers,
    identify_address,
    may_hold_name,
    spell_identifiers,
    spell_name,
)

__all__ = [
    "ARXIV_NEW",
    "SICI_SEGMENT",
    "Identifiers",
    "arxiv_of_doi",
    "find_arxiv_ids",
    "find_dois",
    "identify_address",
    "may_hold_name",
    "parse_arxiv",
    "parse_doi",
    "spell_identifiers",
    "spell_name",
]
