"""The grammar of arXiv ids.

An id is `YYMM.NNNN`, since 2015 with five digits after the dot; before April 2007 it was the name of an archive and
`YYMMNNN` (`hep-th/9901001`). A subject class after the archive (`math.GT/0309136`) and a version (`v2`) may be
printed, but are not part of the canonical form. The number of digits is not checked against the year.

https://info.arxiv.org/help/arxiv_identifier.html
"""

import re
from collections.abc import Iterator
from typing import NamedTuple


class FoundName(NamedTuple):
    """An identifier in its canonical form, with the start and end offsets of the text that prints it."""

    name: str
    start: int
    end: int


_MONTH = "(?:0[1-9]|1[0-2])"
ARXIV_NEW = rf"[0-9]{{2}}{_MONTH}\.[0-9]{{4,5}}"
"""The pattern of an id since April 2007."""

# The archives that arXiv had before April 2007; a closed list, since "and/or 9901001" is not a paper.
_ARCHIVE = (
    "(?:acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs|"
    "dg-ga|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|"
    "plasm-ph|q-alg|q-bio|quant-ph|solv-int|supr-con)"
)
_SUBJECT_CLASS = r"\.[a-z]{2,5}(?:-[a-z]{2,4})?"
_OLD = rf"{_ARCHIVE}(?:{_SUBJECT_CLASS})?/(?:9[1-9]|0[0-7]){_MONTH}[0-9]{{3}}"
_ID = rf"(?:{ARXIV_NEW}|{_OLD})"
_VERSION = "(?:v[0-9]{1,3})?"
_FLAGS = re.IGNORECASE | re.ASCII
_WHOLE = re.compile(rf"(?:arxiv\s?:\s?)?(?P<id>{_ID})(?P<version>{_VERSION})", _FLAGS)

_SITES = (
    r"(?:(?:arxiv|ar5iv|alphaxiv)\.org/(?:abs|pdf|html|format|e-print|ps|src|overview)/(?:arxiv:)?|ar5iv\.org/"
    r"|(?:huggingface\.co|hf\.co)/papers/)"
)
# The id must be the whole rest of the path: a page about a paper is not the paper.
_ADDRESS = re.compile(
    rf"(?:(?:https?://)?(?:[a-z0-9-]{{1,20}}\.){{0,3}}{_SITES}|/(?:abs|html|papers|pdf)/)"
    rf"(?P<id>{_ID}){_VERSION}(?:\.pdf)?/?",
    _FLAGS,
)
_PREFIX_OF_DOIS = "10.48550/arxiv."
# Typesetters put a no-break space between a word and its number, which `\s` in ASCII mode does not match.
_GAP = r"[\s\u00a0\u202f]"
_END = rf"{_VERSION}(?![0-9]|\.[0-9]|/\w)"
_IN_TEXT = re.compile(
    rf"(?:\barxiv{_GAP}?(?:preprint{_GAP})?(?:(?:arxiv{_GAP}?)?[:.]|id:?|(?=[0-9]))?{_GAP}?\[?{_GAP}?"
    rf"|{_SITES}|\babs/|10\.48550(?:/|%2f)arxiv\.)(?P<id>{_ID}){_END}"
    rf"|(?<![\w./-])(?P<old>{_OLD}){_END}",
    _FLAGS,
)
# "arXiv:2212.08630, 2303.06208 and 2304.14165": the prefix is printed once.
_ANOTHER = re.compile(rf"{_GAP}{{0,2}}(?:,|;|and|&){_GAP}{{0,2}}(?:and{_GAP})?(?P<id>{ARXIV_NEW}){_END}", _FLAGS)
# Each alternative begins with the slash: a single literal character is the fastest to search for.
_MAY_BE_PATH = re.compile(
    r"/(?:(?<=[a-z]/)[0-9]{7}|papers/(?=[0-9]{4}\.|[a-z.-]{2,20}/[0-9])|(?<=abs/)[0-9]|(?<=ar5iv\.org/))"
)


def parse_arxiv(text: str, *, keep_version: bool = False) -> str | None:
    """Return the id if the whole text is one, possibly after `arXiv:`, or None.

    >>> parse_arxiv("arXiv:2401.00001v2"), parse_arxiv("math.GT/0309136"), parse_arxiv("2413.00001")
    ('2401.00001', 'math/0309136', None)
    """
    match = _WHOLE.fullmatch(text.strip())
    if match is None:
        return None
    return _spell(match["id"]) + (match["version"].lower() if keep_version else "")


def arxiv_of_address(path: str) -> str | None:
    """Return the id of the paper that a URL, given without its query, leads to, or None."""
    match = _ADDRESS.fullmatch(path)
    return _spell(match["id"]) if match else None


def arxiv_of_doi(doi: str) -> str | None:
    """Return the id in a DOI registered by arXiv, or None for any other DOI.

    >>> arxiv_of_doi("10.48550/arxiv.2401.00001"), arxiv_of_doi("10.1000/abc")
    ('2401.00001', None)
    """
    return parse_arxiv(doi.removeprefix(_PREFIX_OF_DOIS)) if doi.startswith(_PREFIX_OF_DOIS) else None


def find_arxiv_ids(text: str) -> Iterator[FoundName]:
    """Yield the ids of a text, in order of appearance.

    An id follows "arXiv" or is part of a URL of arXiv or of a site that uses its ids. A bare number counts only if it
    continues a list that begins with the prefix; an id with the name of its archive needs no prefix.

    >>> [found.name for found in find_arxiv_ids("arXiv:2307.08691v2, 1706.03762 and hep-th/9901001, not 1802.01234")]
    ['2307.08691', '1706.03762', 'hep-th/9901001']
    """
    if not may_contain_arxiv(text):
        return
    for match in _IN_TEXT.finditer(text):
        end = match.end()
        yield FoundName(_spell(match["id"] or match["old"]), match.start(), end)
        while another := _ANOTHER.match(text, end):
            end = another.end()
            yield FoundName(another["id"], match.start(), end)


def may_contain_arxiv(text: str) -> bool:
    """Return whether a text may contain an id: a cheap substring test that rules out most texts."""
    low = text.lower()
    return "xiv" in low or ("/" in text and _MAY_BE_PATH.search(low) is not None)


def _spell(printed: str) -> str:
    archive, slash, number = printed.partition("/")
    return archive.partition(".")[0].lower() + slash + number if slash else printed


_STAMP = re.compile(r"(?:[a-z.-]{1,20}/)?(?P<year>\d\d)(?P<month>0[1-9]|1[0-2])(?P<number>\.?\d{3,5})")
_FIRST_YEAR = 91  # ids before 2000 begin with 91 to 99


def date_of_arxiv(identifier: str) -> str | None:
    """Return the month in which an arXiv id was given, or None.

    >>> date_of_arxiv("2401.00001"), date_of_arxiv("math/0309136"), date_of_arxiv("hep-th/9901001"), date_of_arxiv("")
    ('2024-01', '2003-09', '1999-01', None)
    """
    stamp = _STAMP.fullmatch(identifier)
    if stamp is None:
        return None
    year = int(stamp["year"])
    century = 1900 if "/" in identifier and year >= _FIRST_YEAR else 2000
    return f"{century + year}-{stamp['month']}"
