"""Values of facts: numbers, pages, journals, dates, literals, identifiers and addresses, from what fields print."""

import ast
import re
from collections.abc import Iterable, Iterator
from datetime import date
from html import unescape

from papertrace.late_imports import compile_on_use
from papertrace.model import Identifiers, Span, Target, advance
from papertrace.model.identifiers import (
    arxiv_of_doi,
    find_arxiv_ids,
    find_dois,
    identify_address,
    may_contain_arxiv,
    may_contain_identifier,
    parse_arxiv,
)

_SEPARATOR = compile_on_use(r"\s*[;|]\s*")
_JOINING_COMMA = compile_on_use(r",(?=[^\s\d])")
_COMMA = compile_on_use(r"(?<!\d),\s*|,(?!\d)\s*")
_ROMAN = r"(?:[ivxlc]{1,8}|[IVXLC]{1,8})(?=\W|$)"
_PAGE = rf"(?:(?:[A-Za-z]{{1,8}}[.-]?)?\d{{1,20}}[A-Za-z]?(?:[.:][A-Za-z]?\d{{1,10}}(?!\d)){{0,3}}|{_ROMAN})"
_PAGES = compile_on_use(
    rf"\s*:?(?:pp?\.\s?|(?i:suppl)\.?[\s:]\s?)?(?P<first>{_PAGE})"
    rf"(?:\s?[-\u2010-\u2015]{{1,3}}\s?(?P<last>{_PAGE}))?"
)
_COUNT = compile_on_use(r"\s*(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.0+)?\s*")
# A volume, number or page, with the words before it; a year before a word with a capital is none.
_VOLUME_OF_REFERENCE = compile_on_use(
    r"(?:(?<=[\s,.;(])(?i:volume|vol|issue|no|pages|pp?)\b\.?\s?)?"
    r"(?<!\d)(?!(?:19|20)\d\d\s[^\W\d_a-z][^\W\d_]{3})\d+(?!\d|st\b|nd\b|rd\b|th\b)"
)
_LETTERS = compile_on_use(r"[^\W\d_]")
_MAX_REFERENCE_CHARS = 400
_MAX_KEYWORDS = 1_000
_MAX_KEYWORD_CHARS = 200
_NOTHING = frozenset({"", "n/a", "none", "nan", "null", "-"})
_MAX_OF_NOTHING = max(map(len, _NOTHING))


def split_keywords(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the keywords of some fields, each once, in order.

    Each of several fields is a keyword. One alone separates them by semicolons or bars; by commas only if it has none
    of these, or fewer than commas without a blank, by which managers of references join keywords with semicolons.

    >>> split_keywords(["sparse grids; tiles"]), split_keywords(["grids,tiles"]), split_keywords(["grids, old", "a; b"])
    (('sparse grids', 'tiles'), ('grids', 'tiles'), ('grids, old', 'a; b'))
    """
    texts = list(texts)
    found: dict[str, None] = {}
    for text in texts:
        parts = [text]
        if len(texts) == 1:
            parts = _SEPARATOR.split(text.strip()) if ";" in text or "|" in text else parts
            if len(parts) == 1 or len(_JOINING_COMMA.findall(text)) >= len(parts):
                parts = _COMMA.split(text)
        for part in parts:
            word = " ".join(part.split()).strip(",.")
            if len(word) <= _MAX_OF_NOTHING and word.lower() in _NOTHING:
                continue
            if len(word) <= _MAX_KEYWORD_CHARS and len(found) < _MAX_KEYWORDS:
                found.setdefault(word)
    return tuple(found)


def pages_of(text: str) -> tuple[str, ...]:
    """Return the first and the last page of a range, the first alone, or nothing.

    >>> pages_of("349--69"), pages_of("pp. e12-e20"), pages_of("100029"), pages_of("in press")
    (('349', '369'), ('e12', 'e20'), ('100029',), ())
    >>> pages_of("I-II"), pages_of("e-11937"), pages_of("RESEARCH0076"), pages_of("No-Specified")
    (('I', 'II'), ('e-11937',), ('RESEARCH0076',), ())
    """
    found = _PAGES.match(text[:80].removesuffix(".0"))
    if found is None:
        return ()
    first, last = found["first"], found["last"]
    if not last or last == first:
        return (first,)
    # A range may leave out the digits that both pages have in common: 349-69.
    is_short = first.isdigit() and last.isdigit() and len(last) < len(first)
    return first, first[: len(first) - len(last)] + last if is_short else last


def count_of_field(text: str) -> int | None:
    """Return a count, or None if the field has none.

    >>> count_of_field("1,204"), count_of_field("4.0"), count_of_field("N/A")
    (1204, 4, None)
    """
    found = _COUNT.fullmatch(text[:40])
    return int(found[1].replace(",", "")) if found else None


def journal_of_reference(text: str) -> str | None:
    """Return the journal or conference of a reference to a publication, which ends before the volume, or None.

    Ordinals, and a year with further words of the name after it, are parts of names.

    >>> journal_of_reference("Phys. Harb. D112 (2025) 112022"), journal_of_reference("Harbour Letters, vol. 3, 2019")
    ('Phys. Harb. D', 'Harbour Letters')
    >>> journal_of_reference("Proceedings of the 3rd Conference on Waves, pp. 1-9"), journal_of_reference("2019")
    ('Proceedings of the 3rd Conference on Waves', None)
    """
    text = " ".join(text[:_MAX_REFERENCE_CHARS].split())
    volume = _VOLUME_OF_REFERENCE.search(text)
    name = text[: volume.start() if volume else len(text)].strip(" ,;:([-–—")  # noqa: RUF001 - as printed
    return name if len(_LETTERS.findall(name)) > 1 else None


_NAMES = "january february march april may june july august september october november december".split()  # noqa: SIM905 - words read best so
# Spelled out, because the names in the module `calendar` depend on the locale.
MONTHS = {name: n for n, whole in enumerate(_NAMES, start=1) for name in (whole, whole[:3])} | {"sept": 9}
"""The number of each month by its English names, in lower case."""

_PAGES_BEHIND = compile_on_use(r"(?:\bpp?\.?\s?|\bpages\s|:\s?)[A-Z]?\d{1,6}\s?[-–—]{1,2}\s?[A-Z]?\d{1,6}")  # noqa: RUF001 - dashes as printed
_PRINTED = compile_on_use(
    r"(?P<month>[A-Za-z]{3,9})\.? (?P<day>\d{1,2})(?:, ?(?P<year>(?:19|20)\d\d))?(?: +(?P<comments>\d{1,5}))?",
)
_NUMERIC = compile_on_use(r"(?<!\d)((?:1[5-9]|20|21)\d\d)(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?!\d)")
_COMPACT = compile_on_use(r"((?:19|20)\d\d)(\d\d)(\d\d)")
_WORD = compile_on_use(r"[A-Za-z]{3,9}")
_BEFORE_DATE = compile_on_use(r"^\W*(?:(?:published|submitted|posted)(?: on)?:? )?", re.IGNORECASE)
_NUMBER = compile_on_use(r"(?<!\d)\d{1,2}(?![\d:])")
_LEAP_YEAR = 2000  # a day without a year may be February 29


def parse_printed_date(line: str) -> tuple[str, int | None] | None:
    """Return the ISO date of a line such as `Jan 24, 2025 2` and the count after it, or None if it is not a date.

    A date without a year becomes `--MM-DD` (ISO 8601:2000, section 5.2.1.3). The number after a date is the number of
    comments on the page.

    >>> parse_printed_date("Jan 24, 2025 2"), parse_printed_date("Feb 5"), parse_printed_date("May the force")
    (('2025-01-24', 2), ('--02-05', None), None)
    """
    match = _PRINTED.fullmatch(line.strip())
    month = MONTHS.get(match["month"].lower()) if match else None
    if match is None or month is None:
        return None
    year = match["year"]
    try:
        day = date(int(year) if year else _LEAP_YEAR, month, int(match["day"]))
    except ValueError:
        return None
    comments = int(match["comments"]) if match["comments"] else None
    return (day.isoformat() if year else f"--{day:%m-%d}", comments)


def without_pages(text: str) -> str:
    """Return a text without the ranges of pages in it, whose numbers look like years.

    >>> without_pages("Harbour 3, pp. 1998-2010, 2004")
    'Harbour 3,  , 2004'
    """
    return _PAGES_BEHIND.sub(" ", text)


def make_date(text: str, month: str = "", day: str = "") -> str | None:
    """Return `YYYY-MM-DD`, `YYYY-MM` or `YYYY` of a printed date or of the start of a range; None without a year.

    `text` is the whole date, or the year alone, with month (a name or a number, with or without the day) and day as
    separate arguments.

    >>> make_date("2023", "jun"), make_date("Mon, 2 Apr 2007 19:18:42 GMT"), make_date("2023/05/12/"), make_date("n.d.")
    ('2023-06', '2007-04-02', '2023-05-12', None)
    """
    text, month, day = text[:80], month[:40], day[:20]
    if compact := _COMPACT.fullmatch(text.strip()):
        return _join(*compact.groups())
    numeric = _NUMERIC.search(text)
    if numeric is None:
        return None
    if numeric[2]:
        return _join(*numeric.groups())
    words = f"{text[: numeric.start()]} {text[numeric.end() :]} {month}"
    named = next((n for word in _WORD.findall(words) if (n := MONTHS.get(word.lower()))), None)
    numbers = _NUMBER.findall(words.partition("T")[0] if named is None else words)
    if named is None:
        return _join(numeric[1], numbers[0] if numbers and month else None, day or None)
    return _join(numeric[1], str(named), day or (numbers[0] if numbers else None))


def read_date(text: str) -> str | None:
    """Return the date of a text in any supported form, as `--MM-DD` if it has no year, or None.

    >>> read_date("Published on Jan 24, 2025"), read_date("Jan 24"), read_date("soon")
    ('2025-01-24', '--01-24', None)
    """
    found = make_date(text)
    printed = None if found else parse_printed_date(_BEFORE_DATE.sub("", text[:80], count=1))
    return printed[0] if printed else found


def _join(year: str, month: str | None, day: str | None) -> str:
    """Return the valid part of a date: year, month and day, year and month, or the year."""
    number = int(month) if month and month.isdecimal() else 0
    if not 1 <= number <= 12:  # noqa: PLR2004 - months of a year
        return year
    found = re.match(r"\s*(\d{1,2})", day or "")
    try:
        return date(int(year), number, int(found[1])).isoformat() if found else f"{year}-{number:02}"
    except ValueError:
        return f"{year}-{number:02}"


_MAX_LITERAL_CHARS = 2 * 1024 * 1024
_MAX_LITERAL_DEPTH = 40
# The tokens of a dict of plain values, without operators and names, so that no expression is evaluated.
_LITERAL_TOKEN = re.compile(
    r"\s*+(?:[urUR]?'(?:[^'\\\n]|\\.)*+'|[urUR]?\"(?:[^\"\\\n]|\\.)*+\"|-?\d[\d.]{0,300}(?:[eE][+-]?\d{1,3})?"
    r"|None|True|False|nan|(?P<bracket>[{}\[\]()])|[,:])",
)


def decode_literal(text: str) -> object:
    """Return the value of a Python literal of dicts, lists, strings and numbers, or None for anything else.

    >>> decode_literal("{'id': '2401.00001', 'doi': None}"), decode_literal("{'a': 9**9}")
    ({'id': '2401.00001', 'doi': None}, None)
    """
    text = text.strip()
    if len(text) > _MAX_LITERAL_CHARS:
        return None
    position = depth = 0
    while position < len(text):
        token = _LITERAL_TOKEN.match(text, position)
        if token is None:
            return None
        position = token.end()
        bracket = token["bracket"]
        if bracket:
            depth += 1 if bracket in "{[(" else -1
            if depth > _MAX_LITERAL_DEPTH:
                return None
    try:
        value: object = ast.literal_eval(re.sub(r"(?<=[ :,\[(])nan(?=\s*[,}\])])", "None", text))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return value


_RESOLVER = "doi.org/"
# A DOI as most are, of which a search in the text would leave nothing out.
_PLAIN_DOI = re.compile(
    r"10\.[0-9]{4,9}/(?!.{0,400}\.(?:html|pdf)\Z)[A-Za-z0-9._-]{0,400}[A-Za-z0-9]", re.IGNORECASE | re.ASCII
)


def arxiv_of_field(text: str) -> str | None:
    """Return the arXiv id in a field, or None.

    A bare number must be the whole field; one marked as an id (`arXiv:…`, an address of arxiv.org) may occur anywhere.

    >>> arxiv_of_field("2401.00001v2"), arxiv_of_field("arXiv preprint arXiv:2401.00001"), arxiv_of_field("1234.5")
    ('2401.00001', '2401.00001', None)
    """
    if not may_be_arxiv(text):
        return None
    return parse_arxiv(text) or next((found.name for found in find_arxiv_ids(text)), None)


def may_be_arxiv(text: str) -> bool:
    """Return whether a field may have an arXiv id: a cheap test that rules out most, as an id has a dot or a slash."""
    return ("." in text or "/" in text) and (text.lstrip()[:1].isdigit() or may_contain_arxiv(text))


def doi_of_field(text: str) -> str | None:
    """Return the first DOI in a field, or None; it may be escaped for HTML, as in Crossref's BibTeX.

    >>> doi_of_field("https://doi.org/10.1000/ABC.1"), doi_of_field("10.1002/(sici)1:2&lt;3::aid-x&gt;3.0.co;2-o")
    ('10.1000/abc.1', '10.1002/(sici)1:2<3::aid-x>3.0.co;2-o')
    """
    if _PLAIN_DOI.fullmatch(text):
        return text.lower()
    found = next(find_dois(unescape(text)), None) if "10." in text else None
    return found.name if found else None


def make_identifiers(*, arxiv: Iterable[str] = (), doi: Iterable[str] = ()) -> Identifiers:
    """Return the first arXiv id and the first DOI among some fields; a DOI of arXiv gives the arXiv id as well."""
    name = next((name for text in doi if (name := doi_of_field(text))), None)
    number = next((number for text in arxiv if (number := arxiv_of_field(text))), None)
    return Identifiers(arxiv=number or (arxiv_of_doi(name) if name else None), doi=name)


def make_reference(*, arxiv: str | None = None, doi: str | None = None, other: str | None = None) -> str | None:
    """Return the best key of a reference: `arxiv:…`, `doi:…` or the source's own id; None without any.

    >>> make_reference(doi="10.48550/arXiv.2401.00001", other="openalex:W1")
    'arxiv:2401.00001'
    """
    if not arxiv and not doi:
        return other
    names = make_identifiers(arxiv=(arxiv or "",), doi=(doi or "",)).names()
    return names[0] if names else other


def addresses_of_resolver(texts: Iterable[str]) -> list[str]:
    """Return the texts that contain an address of the DOI resolver.

    >>> addresses_of_resolver(["https://DX.DOI.org/10.1000/1", "https://example.org/10.1000/2"])
    ['https://DX.DOI.org/10.1000/1']
    """
    return [text for text in texts if _RESOLVER in text.lower()]


def identify_first(urls: Iterable[str], *, only_arxiv: bool = False) -> Identifiers:
    """Return the first arXiv id and the first DOI in the addresses of one entry, or only its arXiv id for certain."""
    found = Identifiers()
    may_contain = may_contain_arxiv if only_arxiv else may_contain_identifier
    for url in urls:
        if may_contain(url) and (named := identify_address(url)):
            found = found.or_else(named) if found else named
    return found


# This matches the longest text that can be an address; extraction decides whether it is one, and where it ends.
_PIECE = re.compile(
    r"\\url\s{0,3}\{(?P<url>[^{}]++(?:\{[^{}]{0,64}\}[^{}]*+){0,8})\}"
    r"|\\href\s{0,3}\{(?P<href>[^{}]++(?:\{[^{}]{0,64}\}[^{}]*+){0,8})\}\s{0,3}(?:\{(?P<words>[^{}]*)\})?"
    r"|<a\s[^<>]{0,200}?href=[\"'](?P<a>[^\"'<>]+)[\"'][^<>]{0,200}>(?P<anchor>[^<>]*)"
    r"|(?P<bare>(?:https?://|www\.)[^\s<>\"{}]+"
    r"|(?<![\w@/.:-])(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}/[^\s<>\"{}]+)",
    re.IGNORECASE,
)
_WORDS_CHARS = 60
_CLOSING = {"'": "'", "`": "`", "\u2018": "\u2019", "\u201c": "\u201d", "\u201e": "\u201c", "\u00ab": "\u00bb"}


def find_targets(text: str, name: str, start: Span) -> Iterator[Target]:
    """Yield the URLs of a field in order.

    Parameters
    ----------
    text
        The field as printed: an address alone, or a note with addresses in it.
    name
        The name of the field; with the text before an address it gives the words of an address that has none.
    start
        The span of the first character.
    """
    if "." not in text and "\\" not in text and "<" not in text:
        return
    done = located = 0
    for match in _PIECE.finditer(text):
        kind = next(kind for kind in ("url", "href", "a", "bare") if match[kind] is not None)
        before = " ".join(text[max(done, match.start() - _WORDS_CHARS) : match.start()].split()).strip(" ,;.(")
        own = " ".join((match["words"] or match["anchor"] or "").split())
        words = own or (f"{name}: {before}" if before else name)
        raw = match[kind]
        if kind == "bare" and (closing := _CLOSING.get(text[match.start() - 1 : match.start()])):
            raw = raw.partition(closing)[0]
        if kind == "bare" and text[match.start() - 1 : match.start()] == "(":
            raw = _until_closed(raw)
        offset = match.start(kind) + len(raw) - len(raw.lstrip())
        if raw.strip():
            start, located = advance(start, text[located:offset], offset - located), offset
            yield Target(raw=raw.strip(), words=words, span=start)
        done = match.end()


def _until_closed(raw: str) -> str:
    """Return an address that a bracket was opened before, up to the bracket that closes that one.

    >>> _until_closed("https://example.org/a_(b))'.")
    'https://example.org/a_(b)'
    """
    depth = 0
    for index, character in enumerate(raw):
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return raw[:index]
    return raw


def unique_targets(targets: Iterable[Target]) -> tuple[Target, ...]:
    """Return the first target of each address, in order."""
    unique: dict[str, Target] = {}
    for target in targets:
        unique.setdefault(target.raw, target)
    return tuple(unique.values())
