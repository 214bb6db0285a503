"""The grammar of DOIs.

A DOI is `10.`, the digits of a registrant, which dots may subdivide (`10.1000.10`), a slash, and a suffix of printable
characters. The case of ASCII letters is not significant, and URLs contain it percent-encoded: DOI Handbook, chapter 2,
https://www.doi.org/doi_handbook/2_Numbering.html

In running text a suffix also ends where a sentence, a list or a URL continues. Crossref documents which characters
modern DOIs use; those that publishers once derived from a SICI (ANSI/NISO Z39.56) contain brackets as well:
https://www.crossref.org/blog/dois-and-matching-regular-expressions/
"""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from papertrace.model.identifiers.arxiv import FoundName

MAX_SUFFIX = 500
_REGISTRANT = r"10\.[0-9]{4,9}(?:\.[0-9]{1,9}){0,5}"
_INVISIBLE = r"\s\x00-\x1f\x7f-\x9f"
_WHOLE = re.compile(rf"(?:doi\s?:?\s?)?(?P<doi>{_REGISTRANT}/[^{_INVISIBLE}]{{1,{MAX_SUFFIX}}})", re.IGNORECASE)

_SICI_ANGLES = r"<[A-Za-z]?[0-9]{1,6}::?[A-Za-z0-9-]{1,24}>"
SICI_SEGMENT = rf"\[[0-9]{{1,6}}:[A-Za-z]{{1,24}}\]|{_SICI_ANGLES}"
"""The pattern of the bracketed segment of a SICI: `87[1465:ATFMSW]2.0.CO;2`, `49:8<693::AID-ASI4>3.0.CO;2-O`."""

# The items of a list may be separated by commas without spaces.
_IN_TEXT = re.compile(
    rf"(?<![0-9.]){_REGISTRANT}(?:/|%2[Ff])"
    rf"(?:[^{_INVISIBLE}\"{{}}|\\^`<>,;&]|[,;&](?!(?:[Dd][Oo][Ii]:|https?:|10\.[0-9]))){{1,{MAX_SUFFIX}}}"
    rf"(?:{_SICI_ANGLES}[\w.;#-]{{0,40}})?"
)
_QUERY = re.compile(r"\?|#(?!\Z)|https?:")
_PUNCTUATION = "/.,;:!?'*_~\u201d\u2019\u2026\u3002\uff0c\uff09"
# What publishers append to a DOI in the URLs of its views.
_VIEWS = (
    "/abstract", "/epdf", "/full", "/full-text", "/fulltext", "/html", "/meta", "/pdf", "/suppl_file", "/summary",
    ".html", ".pdf",
)  # fmt: skip
_MAX_VIEW_LENGTH = max(map(len, _VIEWS))
_OPENERS = {")": "(", "]": "["}
_PARAMETER = re.compile(r"[?&](?:doi|id)=(?=10\.)", re.IGNORECASE)
_ASCII_LOWER = {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def parse_doi(text: str) -> str | None:
    """Return the DOI if the whole text is one, possibly after `doi:`, or None. Nothing is stripped from its end.

    >>> parse_doi("doi:10.1000.10/ABC"), parse_doi("see 10.1000/abc")
    ('10.1000.10/abc', None)
    """
    match = _WHOLE.fullmatch(text.strip())
    return lower_doi(match["doi"]) if match else None


def lower_doi(doi: str) -> str:
    """Return a DOI with its ASCII letters in lower case; other letters are case-sensitive."""
    return doi.lower() if doi.isascii() else doi.translate(_ASCII_LOWER)


def find_dois(text: str) -> Iterator[FoundName]:
    """Yield the DOIs of a text, in order of appearance.

    A DOI may be bare, follow `doi:`, or be part of a URL of doi.org or of a publisher. The publisher's own endings
    (`/full`, `.pdf`), the rest of the URL and the punctuation of the sentence are dropped; balanced brackets are kept.

    >>> [found.name for found in find_dois("(doi:10.1016/S0022-2836(05)80360-2; https://example.org/10.1000/182/full)")]
    ['10.1016/s0022-2836(05)80360-2', '10.1000/182']
    """
    if "10." not in text:
        return
    for match in _IN_TEXT.finditer(text):
        name = _cut(match[0], is_parameter=text[match.start() - 1 : match.start()] == "=")
        if name is not None:
            yield FoundName(name, match.start(), match.end())


def doi_of_address(url: str, path: str) -> str | None:
    """Return the DOI in the path or in a parameter of a URL, or None.

    `path` is the URL without query and fragment, decoded.

    >>> address = "https://example.org/article?id=10.1000/182&type=pdf"
    >>> doi_of_address(address, "https://example.org/article")
    '10.1000/182'
    """
    in_path = _IN_TEXT.finditer(path) if "/10." in path else ()
    if stated := next((match for match in in_path if path[match.start() - 1 : match.start()] == "/"), None):
        return _finish(stated[0])
    parameter = _PARAMETER.search(url) if "=10." in url else None
    if parameter and (stated := _IN_TEXT.match(url, parameter.end())):
        return _cut(stated[0], is_parameter=True)
    return None


def decode(text: str) -> str:
    """Undo percent-encoding repeatedly, since a URL inside another is encoded twice."""
    while "%" in text and (plain := unquote(text)) != text:
        text = plain
    return text


def _cut(printed: str, *, is_parameter: bool = False) -> str | None:
    """Return the DOI that a run of characters begins with, or None if its suffix is empty or too long."""
    if is_parameter:
        printed = printed.partition("&")[0]
    if "<" not in printed:
        printed = _QUERY.split(printed, maxsplit=1)[0]
    if "%" in printed:
        match = _IN_TEXT.match(decode(printed))
        if match is None:
            return None
        printed = match[0]
    return _finish(printed)


def _finish(decoded: str) -> str | None:
    registrant, _, suffix = decoded.partition("/")
    suffix = _strip_end(suffix[: _end_of_balanced(suffix)])
    return lower_doi(f"{registrant}/{suffix}") if 0 < len(suffix) < MAX_SUFFIX else None


def _strip_end(suffix: str) -> str:
    """Return a suffix without trailing punctuation and without the names of a publisher's views."""
    while True:
        kept = suffix.rstrip(_PUNCTUATION)
        end = kept[-_MAX_VIEW_LENGTH:].lower()
        kept = kept[: len(kept) - next((len(view) for view in _VIEWS if end.endswith(view)), 0)]
        if kept == suffix:
            return kept
        suffix = kept


def _end_of_balanced(text: str) -> int:
    """Return the position of the first closing bracket that nothing opened, or the length of the text."""
    if ")" not in text and "]" not in text:
        return len(text)
    depth = {"(": 0, "[": 0}
    for index, char in enumerate(text):
        if char in depth:
            depth[char] += 1
        elif opener := _OPENERS.get(char):
            if not depth[opener]:
                return index
            depth[opener] -= 1
    return len(text)
