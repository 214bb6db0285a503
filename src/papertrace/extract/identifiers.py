"""Registered names of papers in a text: arXiv ids and DOIs, bare or inside an address."""

import re
from urllib.parse import unquote

from papertrace.extract.repair import repair_characters

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
    if "rxiv" not in text.lower() and "/papers/" not in text and not _OLD_GATE.search(text):
        return ()
    found: dict[str, None] = {}
    plain = repair_characters(text).text
    for match in _ARXIV.finditer(plain):
        printed = match["id"] or match["old"]
        found[_canonical(printed)] = None
        end = match.end()
        while more := _MORE.match(plain, end):
            found[_canonical(more["id"])] = None
            end = more.end()
    return tuple(found)


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
    if "10." not in text:
        return ()
    found: dict[str, None] = {}
    for match in _DOI.finditer(repair_characters(text).text):
        doi = _trim_doi(match[0])
        if "/" in doi and not doi.endswith("/"):
            found[doi] = None
    return tuple(found)


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
