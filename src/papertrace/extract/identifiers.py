"""Registered names of papers in a text: arXiv ids and DOIs, bare or inside an address."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from papertrace.extract.urls.repair import repair_characters
from papertrace.extract.urls.roles import judge_role
from papertrace.model import LinkRole

_NEW = r"\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}"
# The archives that arXiv had before April 2007; a closed list, so that "and/or 1234567" is no paper.
_ARCHIVES = (
    r"(?:acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs|"
    r"dg-ga|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|"
    r"plasm-ph|q-alg|q-bio|quant-ph|solv-int|supr-con)"
)
_OLD = rf"{_ARCHIVES}(?:\.[A-Za-z]{{2}})?/\d{{2}}(?:0[1-9]|1[0-2])\d{{3}}"
_ID = rf"(?:{_NEW}|{_OLD})"
_END = r"(?:v\d{1,3})?(?![\d/]|\.\d)"
_ARXIV = re.compile(
    rf"(?:\barxiv\s?(?:preprint\s)?(?:(?:arxiv\s?)?:|id:?|(?=\d))?\s?\[?\s?"
    rf"|(?:arxiv\.org|ar5iv\.org|alphaxiv\.org|ar5iv\.labs\.arxiv\.org)/(?:abs|pdf|html|format|e-print|ps|src|overview)/(?:arxiv:)?"
    rf"|huggingface\.co/papers/|hf\.co/papers/|ar5iv\.org/|10\.48550/arxiv\.)(?P<id>{_ID}){_END}"
    rf"|(?<![\w./-])(?P<old>{_OLD}){_END}",
    re.IGNORECASE,
)
# "arXiv:2212.08630, 2303.06208 and 2304.14165": the prefix is printed once.
_MORE = re.compile(rf"\s{{0,2}}(?:,|;|and|&)\s{{0,2}}(?:and\s)?(?P<id>{_NEW}){_END}", re.IGNORECASE)

# Characters as in Crossref's recommendation (2015) and, for the SICI forms of the nineties, brackets and `<…>`.
_DOI = re.compile(
    r"(?<![\d.])10\.\d{4,9}(?:\.\d{1,9})*(?:/|%2F)(?P<suffix>[^\s\"{}|\\^`<>\x00]{1,500}(?:<\d+::?[A-Z0-9-]+>[\w.;#-]*)?)",
    re.IGNORECASE,
)
_DOI_ENDS = (".pdf", "/pdf", "/full", "/abstract", "/epdf", "/meta", "/html", ".html", "/fulltext", "/suppl_file")


def find_arxiv_ids(text: str) -> tuple[str, ...]:
    """Return the arXiv ids of a text in order of appearance, each once, without their versions.

    Both forms count, `2307.08691` and `hep-th/9901001`: behind "arXiv" or inside an address of arXiv or of a site
    that mirrors its ids. A bare number in the new form is not enough; a bare id in the old form is.

    >>> find_arxiv_ids("see arXiv:2307.08691v2, 1706.03762 and https://arxiv.org/pdf/hep-th/9901001.pdf")
    ('2307.08691', '1706.03762', 'hep-th/9901001')
    """
    return tuple(dict.fromkeys(place.name for place in _locate_arxiv_ids(text)))


class _Place(NamedTuple):
    """Hold an identifier with its offsets in the repaired text."""

    name: str
    start: int
    end: int


def _locate_arxiv_ids(text: str) -> Iterator[_Place]:
    if "rxiv" not in text.lower() and "/papers/" not in text and not _OLD_GATE.search(text):
        return
    plain = repair_characters(text).text
    for match in _ARXIV.finditer(plain):
        end = match.end()
        yield _Place(_canonical(match["id"] or match["old"]), match.start(), end)
        while more := _MORE.match(plain, end):
            end = more.end()
            yield _Place(_canonical(more["id"]), match.start(), end)


_OLD_GATE = re.compile(r"/\d{7}")


def _canonical(printed: str) -> str:
    """Lower the archive and drop the subject class, which arXiv itself ignores: `math.GT/0309136` is one paper."""
    archive, slash, number = printed.partition("/")
    return archive.partition(".")[0].lower() + slash + number if slash else printed


def find_dois(text: str) -> tuple[str, ...]:
    """Return the DOIs of a text in order of appearance, each once, in lower case.

    They may stand bare, behind `doi:` or inside an address of doi.org or of a publisher; the publisher's own endings
    (`/full`, `.pdf`) and the punctuation of the sentence are dropped, balanced brackets stay.

    >>> find_dois("(doi:10.1016/S0022-2836(05)80360-2).")
    ('10.1016/s0022-2836(05)80360-2',)
    """
    return tuple(dict.fromkeys(place.name for place in _locate_dois(text)))


def _locate_dois(text: str) -> Iterator[_Place]:
    if "10." not in text:
        return
    for match in _DOI.finditer(repair_characters(text).text):
        doi = _trim_doi(match[0])
        if "/" in doi and not doi.endswith("/"):
            yield _Place(doi, match.start(), match.end())


# What a text calls itself: "Paper: …", "the full version of this article is at …".
_THE_PAPER_ITSELF = re.compile(
    r"(?:(?:\bour|\bthis|\bthe\s(?:full|extended|long|longer|journal|final|published|present|accepted)|(?:^|[.;|\n(])[\s*_]{0,4})\s?"
    r"(?:paper|preprint|pre-print|version|article|manuscript|arxiv(?:\spreprint)?|doi)\b)[^.;]{0,60}$",
    re.IGNORECASE,
)
_ARXIV_DOI = "10.48550/arxiv."
_WINDOW = 300
# What stands between words and the identifier that belongs to the printed address itself.
_PREFIX = re.compile(r"(?:(?:https?://)?[\w.-]{0,60}(?:\.org|\.com)/\S{0,60}|\bdoi\s?:\s?)$", re.IGNORECASE)


def find_citations(text: str) -> tuple[str, ...]:
    """Return the papers that a text cites by identifier, as `arxiv:…` and `doi:…`, in order of appearance.

    Identifiers inside addresses count too. What the words call the paper itself ("this paper: …", "the full version
    is at …") or the authors' own data and code ("our code is archived at …") is no citation.

    >>> find_citations("We extend arXiv:1706.03762v5. Our code is archived at https://doi.org/10.5281/zenodo.42.")
    ('arxiv:1706.03762',)
    """
    places = [_Place(f"arxiv:{name}", start, end) for name, start, end in _locate_arxiv_ids(text)]
    places += [
        _Place(f"doi:{name}", start, end) for name, start, end in _locate_dois(text) if not name.startswith(_ARXIV_DOI)
    ]
    if not places:
        return ()
    plain = repair_characters(text).text
    cited: dict[str, None] = {}
    for name, start, end in sorted(places, key=lambda place: place.start):
        before = plain[max(0, start - _WINDOW) : start]
        before = before[: prefix.start()] if (prefix := _PREFIX.search(before, max(0, len(before) - 130))) else before
        role, _ = judge_role(before, plain[end : end + _WINDOW])
        if role is not LinkRole.OWN and _THE_PAPER_ITSELF.search(before) is None:
            cited[name] = None
    return tuple(cited)


def _trim_doi(printed: str) -> str:
    """Return a DOI in lower case, without what belongs to the sentence or to the publisher's address."""
    doi = unquote(printed) if "%" in printed else printed
    if "<" not in doi:
        doi = re.split(r"[?&]|#(?!$)|https?:", doi, maxsplit=1)[0]
    doi = doi[: _unbalanced(doi)]
    doi = doi.rstrip(".,;:!?'*_~\u201d\u2019\u3002\uff0c\uff09").lower()
    for ending in _DOI_ENDS:
        doi = doi.removesuffix(ending)
    return doi


def _unbalanced(doi: str) -> int:
    """Return where the first bracket closes that the DOI did not open."""
    depth = {"(": 0, "[": 0}
    for index, char in enumerate(doi):
        if char in depth:
            depth[char] += 1
        elif char in ")]":
            opener = "(" if char == ")" else "["
            if not depth[opener]:
                return index
            depth[opener] -= 1
    return len(doi)
