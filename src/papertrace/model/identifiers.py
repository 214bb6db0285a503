"""Identifiers of papers, arXiv ids and DOIs: their grammars, their canonical forms, and how to find them.

`parse_arxiv` and `parse_doi` parse a whole string, `identify_address` reads a URL, and `find_arxiv_ids` and `find_dois`
search text. All of them return the canonical form: an arXiv id without its version and subject class, a DOI in lower
case. No other module defines what an identifier looks like.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote, unquote

from papertrace.model.addresses import unwrap_address
from papertrace.model.latex import decode_latex, find_symbol
from papertrace.model.text import strip_tags
from papertrace.model.values import quick_init


# An id is `YYMM.NNNN`, since 2015 with five digits after the dot; before April 2007 it was the name of an archive and
# `YYMMNNN` (`hep-th/9901001`). A subject class after the archive (`math.GT/0309136`) and a version (`v2`) may be
# printed, but are not part of the canonical form. The number of digits is not checked against the year.
#
# https://info.arxiv.org/help/arxiv_identifier.html
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
_WHOLE_ID = re.compile(rf"(?:arxiv\s?:\s?)?(?P<id>{_ID})(?P<version>{_VERSION})", _FLAGS)

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
_IN_TEXT_ID = re.compile(
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
    match = _WHOLE_ID.fullmatch(text.strip())
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
    for match in _IN_TEXT_ID.finditer(text):
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


# A DOI is `10.`, the digits of a registrant, which dots may subdivide (`10.1000.10`), a slash, and a suffix of
# printable characters. The case of ASCII letters is not significant, and URLs contain it percent-encoded: DOI
# Handbook, chapter 2, https://www.doi.org/doi_handbook/2_Numbering.html
#
# In running text a suffix also ends where a sentence, a list or a URL continues. Crossref documents which characters
# modern DOIs use; those that publishers once derived from a SICI (ANSI/NISO Z39.56) contain brackets as well:
# https://www.crossref.org/blog/dois-and-matching-regular-expressions/
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


MAX_ADDRESS = 2_000
_END_OF_PATH = re.compile(r"\?|#(?!\Z)")
_OF_SERVICES = ("openalex", "s2", "pmid", "acl")
_ADDRESSES = {
    "arxiv": "https://arxiv.org/abs/",
    "doi": "https://doi.org/",
    "openalex": "https://openalex.org/",
    "s2": "https://www.semanticscholar.org/paper/",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/",
    "acl": "https://aclanthology.org/",
}
# Characters that a path may contain unencoded: `pchar` of RFC 3986.
_SAFE_IN_PATH = "/:;,.()@!$&'*=~-_"


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class Identifiers:
    """The identifiers of a paper: an arXiv id without its version, a lower-case DOI, and those of services.

    `versions` are the names of other versions: the DOI of the preprint, where `doi` is that of the article. They and
    the ids of services (OpenAlex, Semantic Scholar, PubMed, the ACL anthology) are only known of papers that services
    have been asked about.
    """

    arxiv: str | None = None
    doi: str | None = None
    openalex: str | None = None
    s2: str | None = None
    pmid: str | None = None
    acl: str | None = None
    versions: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Return whether there is any identifier."""
        return bool(self.arxiv or self.doi)

    def __repr__(self) -> str:
        """Return the arXiv id and the DOI, and the others that are known."""
        more = [f", {name}={getattr(self, name)!r}" for name in (*_OF_SERVICES, "versions") if getattr(self, name)]
        return f"Identifiers(arxiv={self.arxiv!r}, doi={self.doi!r}{''.join(more)})"

    def or_else(self, other: "Identifiers") -> "Identifiers":
        """Return these identifiers, with missing ones taken from another value."""
        return Identifiers(
            arxiv=self.arxiv or other.arxiv,
            doi=self.doi or other.doi,
            openalex=self.openalex or other.openalex,
            s2=self.s2 or other.s2,
            pmid=self.pmid or other.pmid,
            acl=self.acl or other.acl,
            versions=tuple(sorted({*self.versions, *other.versions})),
        )

    def all_names(self) -> tuple[str, ...]:
        """Return all identifiers as lists of references print them, those of services and versions last.

        >>> Identifiers(doi="10.1000/abc", openalex="W1", versions=("doi:10.1101/x",)).all_names()
        ('doi:10.1000/abc', 'openalex:W1', 'doi:10.1101/x')
        """
        of_services = ((registry, getattr(self, registry)) for registry in _OF_SERVICES)
        return (*self.names(), *(f"{registry}:{name}" for registry, name in of_services if name), *self.versions)

    def names(self) -> tuple[str, ...]:
        """Return the identifiers as lists of references print them, the best first.

        >>> Identifiers(arxiv="2401.00001", doi="10.1000/abc").names()
        ('arxiv:2401.00001', 'doi:10.1000/abc')
        """
        named = (("arxiv", self.arxiv), ("doi", self.doi))
        return tuple(f"{registry}:{name}" for registry, name in named if name)

    def stand_in(self, text: str) -> bool:
        """Return whether a text is nothing but one of these identifiers or the address of one, and so no title.

        >>> found = Identifiers(arxiv="2401.00001", doi="10.1000/abc")
        >>> [found.stand_in(text) for text in ("arXiv:2401.00001v2", "https://doi.org/10.1000/ABC", "On Abc", "")]
        [True, True, False, False]
        """
        text = text.strip()
        if not text or len(text) > MAX_ADDRESS:
            return False
        if normalise_identifier(text) in self.all_names():
            return True
        meant = identify_address(text).or_else(normalise_identifiers(parse_arxiv(text), parse_doi(text)))
        return not set(meant.names()).isdisjoint(self.all_names())

    def addresses(self) -> tuple[str, ...]:
        """Return the URL of each of `names`.

        >>> Identifiers(doi="10.1000/a<1:b>").addresses()
        ('https://doi.org/10.1000/a%3C1:b%3E',)
        """
        return tuple(filter(None, map(address_of, self.names())))


def address_of(name: str) -> str:
    """Return the URL of the work that a list of references names, an empty text if the registry has none.

    >>> address_of("openalex:W1"), address_of("doi:10.1000/a b"), address_of("work:x")
    ('https://openalex.org/W1', 'https://doi.org/10.1000/a%20b', '')
    """
    registry, _, value = name.partition(":")
    # A lone surrogate, which an answer in JSON may contain, cannot be encoded.
    path = quote(value, safe=_SAFE_IN_PATH, errors="replace")
    return _ADDRESSES[registry] + path if registry in _ADDRESSES else ""


def normalise_identifiers(arxiv: str | None, doi: str | None) -> Identifiers:
    """Return identifiers in canonical form; malformed ones are kept as they are.

    A DOI registered by arXiv also yields the arXiv id.

    >>> normalise_identifiers(None, "10.48550/arXiv.2401.00001").arxiv
    '2401.00001'
    """
    doi = (parse_doi(doi) or doi) if doi else None
    arxiv = (parse_arxiv(arxiv) or arxiv) if arxiv else None
    return Identifiers(arxiv=arxiv or (arxiv_of_doi(doi) if doi else None), doi=doi)


def normalise_identifier(name: str) -> str:
    """Return the canonical form of an identifier in a list of references; other registries' are kept as they are.

    >>> normalise_identifier("arXiv:math.GT/0309136v1"), normalise_identifier("s2:1a")
    ('arxiv:math/0309136', 's2:1a')
    >>> normalise_identifier("DOI:10.48550/arXiv.2401.00001")
    'arxiv:2401.00001'
    """
    registry, colon, rest = name.strip().partition(":")
    match colon and registry.lower():
        case "arxiv":
            return f"arxiv:{parse_arxiv(rest) or rest}"
        case "doi":
            doi = parse_doi(rest) or lower_doi(rest.strip())
            return f"arxiv:{arxiv}" if (arxiv := arxiv_of_doi(doi)) else f"doi:{doi}"
        case _:
            return name


def may_contain_identifier(text: str) -> bool:
    """Return whether a text may contain an arXiv id or a DOI: a cheap substring test that rules out most texts."""
    return "10." in text or may_contain_arxiv(text)


def identify_address(url: str) -> Identifiers:
    """Return the arXiv id or the DOI in the URL of a paper's page; absent ones are None.

    A URL without a host is relative to the site that a page was saved from: `/papers/2401.00001`.

    >>> identify_address("https://huggingface.co/papers/2401.00001v2").arxiv
    '2401.00001'
    >>> identify_address("https://dl.acm.org/doi/abs/10.1145/1234567.7654321").doi
    '10.1145/1234567.7654321'
    >>> identify_address("https://github.com/acme/fastmm")
    Identifiers(arxiv=None, doi=None)
    """
    url = unwrap_address(url.strip()[:MAX_ADDRESS])
    path = decode(_END_OF_PATH.split(url, maxsplit=1)[0])
    if re.search(r"\s", path):
        return Identifiers()
    if arxiv := arxiv_of_address(path):
        return Identifiers(arxiv=arxiv)
    return normalise_identifiers(None, doi_of_address(url, path))


_INITIALS = re.compile(r"(?:[^\W\d_a-z]\.?-?){1,4}|(?:[^\W\d_]{1,2}\.-?){1,4}")
_FAMILY_FIRST = re.compile(r"([^\W\d_][\w'-]{1,60})(?: [A-Z]{1,3})?")  # the form of most references
_COMMAND = re.compile(r"\\([A-Za-z]{1,40})")
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_YEAR = re.compile(r"(?:1[5-9]|20|21)\d\d")
_NO_WORDS = bytes(code for code in range(128) if not chr(code).isalnum())
MIN_TITLE_CHARS = 10
_MAX_TITLE_CHARS = 80
_MAX_SOURCE_CHARS = 60
_MAX_CHARS = 1000


# Letters that Unicode does not decompose, though databases print them without their strokes.
_STROKES = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "\N{LATIN SMALL LETTER DOTLESS I}": "i", "æ": "ae", "œ": "oe", "&": "and"}
)


# Reference lists print such facts in many ways; two spellings of one work should have the same name.
def fold(text: str) -> str:
    """Return the letters and digits of a text alone, without case and diacritics.

    >>> fold("The Łódź-Project: R&D…"), fold("NAIVE Bayes")
    ('thelodzprojectrandd', 'naivebayes')
    """
    text = text[:_MAX_CHARS]
    if text.isascii():
        return text.lower().replace("&", "and").encode().translate(None, _NO_WORDS).decode()
    plain = unicodedata.normalize("NFKD", text).casefold().translate(_STROKES)
    return "".join(filter(str.isalnum, plain))


def fold_title(title: str) -> str:
    r"""Return the letters and digits of a title, as `fold`, without what is left of LaTeX and HTML.

    >>> fold_title(r"\emph{Caf\'e} $\beta$-Decay") == fold_title("CAFÉ β-decay") == fold_title("<i>Cafe</i> β decay")
    True
    """
    if "\\" in title:
        title = _COMMAND.sub(lambda match: find_symbol(match[1]), decode_latex(title[:_MAX_CHARS]))
    return fold(strip_tags(title[:_MAX_CHARS]) if "<" in title else title)


@lru_cache(maxsize=4096)
def family_name(name: str) -> str:
    """Return the last name of a person without accents, in lower case, from the usual forms of names.

    >>> family_name("Laxmikant V. Kalé"), family_name("Kalé, L."), family_name("Phillips J.C."), family_name("ASHKIN A")
    ('kale', 'kale', 'phillips', 'ashkin')
    >>> family_name("VAN DER MARK M"), family_name("J.Goodman")
    ('mark', 'goodman')
    """
    if (plain := _FAMILY_FIRST.fullmatch(name)) and plain[1].lower() not in _SUFFIXES:
        return fold(plain[1])
    last, comma, _ = name[:300].partition(",")
    spaced = last.replace(".-", ". ").replace(".", ". ")
    words = [word for word in spaced.split() if word.lower().rstrip(".") not in _SUFFIXES]
    if comma:
        return fold(words[-1]) if words else ""
    # In capitals a short name looks like initials, so that only the last word may be initials of several letters.
    end = len(words)
    while end > 1 and _INITIALS.fullmatch(words[end - 1]) and (end == len(words) or len(fold(words[end - 1])) == 1):
        end -= 1
    return fold(words[end - 1]) if words else ""


def name_work(
    author: str, year: str, *, title: str = "", volume: str = "", page: str = "", source: str = ""
) -> str | None:
    """Return the name of a work by its title, else by its volume and first page, or None if too little is known.

    With a `source` (where it appeared, or whatever else is printed), a work of which less is known has a name as well.
    Without author or year it needs ten letters there, or a page: shorter texts stand for many works.

    >>> name_work("Kalé, L.", "1999", volume="151", page="283")
    'work:kale-1999-v151-p283'
    >>> name_work("Petri, C.A.", "1963", title="Fundamentals of a Theory: Flow")
    'work:petri-1963-fundamentalsofatheoryflow'
    >>> name_work("Kalé, L.", "1999", source="J COMPUT PHYS", volume="151")
    'work:kale-1999-jcomputphys-v151'
    >>> name_work("", "2017", source="TIDES OF FUNDY"), name_work("", "2017", source="TIDES")
    ('work:-2017-tidesoffundy', None)
    """
    family = family_name(author)
    if not _YEAR.fullmatch(year):
        year = ""
    if title and family and year and len(folded := fold_title(title)) >= MIN_TITLE_CHARS:
        return f"work:{family}-{year}-{folded[:_MAX_TITLE_CHARS]}"
    volume, page = fold(volume), fold(page)
    if volume and page and family and year:
        return f"work:{family}-{year}-v{volume}-p{page}"
    place = fold(source)[:_MAX_SOURCE_CHARS]
    is_certain = len(place) >= MIN_TITLE_CHARS or (family and year) or page
    if not place or not is_certain:
        return None
    within = f"-p{page}" if page else f"-v{volume}" if volume else ""
    return f"work:{family}-{year}-{place}{within}"
