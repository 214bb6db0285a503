"""Citations by identifier: the arXiv ids and DOIs in a text, bare or inside an address."""

import re

from papertrace.extract.urls.repair import repair_characters
from papertrace.extract.urls.roles import judge_role
from papertrace.model import LinkRole
from papertrace.model.identifiers import arxiv_of_doi, find_arxiv_ids, find_dois, may_contain_identifier

# How a text refers to its own paper: "Paper: …", "the full version of this article is at …".
_THE_PAPER_ITSELF = re.compile(
    r"(?:(?:\bour|\bthis|\bthe\s(?:full|extended|long|longer|journal|final|published|present|accepted)|(?:^|[.;|\n(])[\s*_]{0,4})\s?"
    r"(?:paper|preprint|pre-print|version|article|manuscript|arxiv(?:\spreprint)?|doi)\b)[^.;]{0,60}$",
    re.IGNORECASE,
)
_WINDOW = 300
# The part of a printed address that precedes its identifier.
_PREFIX = re.compile(r"(?:(?:https?://)?[\w.-]{0,60}(?:\.org|\.com)/\S{0,60}|\bdoi\s?:\s?)$", re.IGNORECASE)


def find_citations(text: str) -> tuple[str, ...]:
    """Return the papers that a text cites by identifier, as `arxiv:…` and `doi:…`, in order of appearance.

    Identifiers inside addresses count too. An identifier of the paper itself ("this paper: …", "the full version
    is at …") or of the authors' own data and code ("our code is archived at …") is not a citation.

    >>> find_citations("We extend arXiv:1706.03762v5. Our code is archived at https://doi.org/10.5281/zenodo.42.")
    ('arxiv:1706.03762',)
    """
    if not may_contain_identifier(text):
        return ()
    plain = repair_characters(text).text
    found = [(one.start, f"arxiv:{one.name}", one.end) for one in find_arxiv_ids(plain)]
    found += [(one.start, f"doi:{one.name}", one.end) for one in find_dois(plain) if not arxiv_of_doi(one.name)]
    cited: dict[str, None] = {}
    for start, name, end in sorted(found, key=lambda one: one[0]):
        before = plain[max(0, start - _WINDOW) : start]
        before = before[: prefix.start()] if (prefix := _PREFIX.search(before, max(0, len(before) - 130))) else before
        role, _ = judge_role(before, plain[end : end + _WINDOW])
        if role is not LinkRole.OWN and _THE_PAPER_ITSELF.search(before) is None:
            cited[name] = None
    return tuple(cited)
