"""How services print one reference: each form is recognised by its own marks, and read by a parser of its own.

Web of Science prints `KALE L, 1999, J COMPUT PHYS, V151, P283`, Scopus `Kalé, L., Title (1999) J Comp Phys, 151, p. 1`
and, since 2023, `Kalé L., Title, J Comp Phys, 151, 2, pp. 283-312, (1999)`, Dimensions
`[Kalé, L]|[ids]|J Comp Phys|1999|151|2|283-312|DOI|id`. Of citations in any other style only what is certain is taken.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

YEAR = "(?:1[5-9]|20)[0-9]{2}"
DATED = re.compile(rf"\(({YEAR})[a-z]?\)")
MAX_CHARS = 2_000


class Facts(NamedTuple):
    """What a reference states; `text` is where it prints identifiers."""

    text: str
    author: str = ""
    year: str = ""
    title: str = ""
    source: str = ""
    volume: str = ""
    page: str = ""


_IS_YEAR = re.compile(YEAR)
_NOTHING = re.compile(r"\[?No title captured\]?", re.IGNORECASE)
_NOBODY = re.compile(r"\[?(?:Anonymous|Anon\.?|No author name available)\]?", re.IGNORECASE)
_VOLUME_PART = re.compile(r"V(?:olume )?([A-Za-z]{0,3}[0-9][\w/-]{0,15})")
_PAGE_PART = re.compile(r"[Pp]([A-Za-z]{0,4}[0-9][\w:.-]{0,15})|(?:ARTN|ART NO\.?|UNSP) ?(\S{1,20})")


def read_web_of_science(text: str) -> Facts:
    """Return what a reference of Web of Science states."""
    if _NOTHING.fullmatch(text):
        return Facts("")
    head, _, identifiers = text.partition(", DOI ")
    identifiers = identifiers.removeprefix("DOI ")
    author, *parts = head.split(", ")
    if _IS_YEAR.fullmatch(author) or not parts:
        author, parts = "", [author, *parts]
    year = parts.pop(0) if _IS_YEAR.fullmatch(parts[0]) else ""
    volume = page = ""
    source: list[str] = []
    for part in parts:
        if not volume and (match := _VOLUME_PART.fullmatch(part)):
            volume = match[1]
        elif not page and (match := _PAGE_PART.fullmatch(part)) and (source or part[1].isdigit()):
            page = match[1] or match[2]
        else:
            source.append(part)
    if _NOBODY.fullmatch(author):
        author = ""
    elif author.startswith("*"):  # an organisation, whose last word is no family name
        author = author[1:].replace(" ", "-")
    elif author.endswith(".") and author[-4:-1].isalpha():  # a given name in full: Doe Ann.
        author = author.replace(" ", ", ", 1)
    return Facts(identifiers, author, year, "", ", ".join(source) or head, volume, page)


_INITIALS = re.compile(r"(?:[^\W\d_]{1,2}\.[ \u2010-]?){1,5}|[^\W\d_a-z]{1,2}")
_NAME = re.compile(r"(?:[^\s,\d()]{1,30} ){1,5}(?:[^\W\d_]{1,2}\.[ \u2010-]?){1,5}")
_NAME_WITHOUT_DOTS = re.compile(r"(?:[^\s,\d()]{1,30} ){1,3}[^\W\d_a-z]{1,3}(?: [^\W\d_a-z][^\W\d_]?){0,3}\.?")
_NAME_IN_FULL = re.compile(r"[^\W\d_a-z][^\W\d_]{1,20} [^\W\d_a-z][^\W\d_]{1,20}")
_MAX_NAME = 60
_ALONE = re.compile(r"[^\W\d_a-z][\w'.-]*(?: [^\W\d_a-z][\w'.-]*){0,3}")
_BESIDE = frozenset({"Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV", "2nd", "3rd", "et al", "et al.", "Et al", "Et al."})
_VOLUME = re.compile(r", ([A-Za-z]{0,3}-?[0-9]{1,5})(?:\s?\([^()]{0,20}\))?(?=[,.]|$)")
_PAGE = re.compile(r", (?:(?:pp?\.|art\. no\.) ?([A-Za-z]{0,3}[0-9]{1,10})|([0-9]{1,6})[-\u2013][0-9])")
_NUMBER = re.compile(r"[A-Za-z]{0,4}\.?\s?[0-9][\w/.\u2013-]{0,12}|(?i:suppl|special|part|pt|no)\b.{0,15}")


def _split_authors(parts: Sequence[str]) -> tuple[str, int]:
    """Return the first author of a reference, and how many of its parts name authors.

    These are `Last, F.I.`, `Last F.I.`, `Last FI`, at least two names in full (`Doe Ann, Roe Rob`), or one name alone.
    """
    first, n_parts = parts[0], len(parts)
    has_dots = " " not in first or first[-1] == "." or not _NAME_WITHOUT_DOTS.fullmatch(first)
    name, number = _NAME if has_dots else _NAME_WITHOUT_DOTS, 0
    while number < n_parts:
        part = parts[number]
        if number + 1 < n_parts and _INITIALS.fullmatch(parts[number + 1]):
            number += 2
        elif part in _BESIDE or (
            (part[-1:] == "." or not has_dots) and len(part) <= _MAX_NAME and name.fullmatch(part)
        ):
            number += 1
        else:
            break
    if number:
        return parts[0], number
    n_in_full = next((at for at, part in enumerate(parts) if not _NAME_IN_FULL.fullmatch(part)), n_parts)
    if n_in_full > 1:
        return parts[0].replace(" ", ", ", 1), n_in_full
    is_alone = n_parts > 1 and _ALONE.fullmatch(parts[0]) and not parts[1][:1].islower()
    return (parts[0], 1) if is_alone else ("", 0)


def _read_scopus(text: str) -> Facts:
    dated = DATED.search(text)
    before, after = (text[: dated.start()].strip(), text[dated.end() :].lstrip()) if dated else (text, "")
    is_sentence = after.startswith(".") or before.endswith(".")  # Doe, A. (1999). Title. Journal, 1, 2-3.
    parts = before.strip(" ,").split(", ")
    author, n_authors = _split_authors(parts)
    if not n_authors and len(parts) == 1 and (before.endswith(",") or is_sentence):
        author, n_authors = parts[0], 1
    title = ", ".join(parts[n_authors:])
    printed = after.lstrip(". ").partition(". ,")[0]
    source, page = printed, _PAGE.search(printed)
    volume = _VOLUME.search(printed, 0, page.start() + 1 if page else len(printed))
    if not dated:
        title, source = "", title
    elif not title and is_sentence:
        title, _, source = printed.partition(". ")
    elif not title:  # a book, or an article without its title
        book, comma, _ = printed.lstrip(", ").partition(", ,")
        if (comma or not (volume or page)) and not book.startswith("http"):
            title, source = book, ""
    number = page[1] or page[2] if page else ""
    return Facts(text, author, dated[1] if dated else "", title, source, volume[1] if volume else "", number)


_ENDS_DATED = re.compile(rf", \(({YEAR})\)\Z")


def _read_scopus_since_2023(text: str) -> Facts:
    dated = _ENDS_DATED.search(text)
    parts = (text[: dated.start()] if dated else text).split(", ")
    author, n_authors = _split_authors(parts)
    words = parts[n_authors:]
    page = _PAGE.match(", " + words.pop()) if words and words[-1].startswith(("pp.", "p. ", "art.")) else None
    numbers: list[str] = []  # the volume and the issue
    while len(words) > 1 and len(numbers) <= 1 and _NUMBER.fullmatch(words[-1]):
        numbers.append(words.pop())
    volume = numbers[-1] if numbers else ""
    # A journal has a volume and seldom a comma in its name; the name of a conference may have several.
    at_source = len(words) - 1 if volume and (page or len(words) > 1) else 1
    while not volume and at_source < len(words) and words[at_source][:1].islower():
        at_source += 1
    title, source = ", ".join(words[:at_source]), ", ".join(words[at_source:])
    return Facts(text, author, dated[1] if dated else "", title, source, volume, page[1] if page else "")


def _read_dimensions(text: str) -> Facts:
    cells = [*(cell.strip("[] ") for cell in text.split("|")), *[""] * 9]
    authors, _, source, year, volume, _, pages, doi, *_ = cells
    page = re.match(r"\w{1,12}", pages)
    year = year if _IS_YEAR.fullmatch(year) else ""
    return Facts(doi, authors.partition(";")[0], year, "", source, volume, page[0] if page else "")


_WORD = r"[^\W\d_][\w'\u2019-]{0,40}"
_CAPITALISED = r"(?:(?:van|von|de|der|den|la|le|di|da|del|dos|ten|ter|zu|al|el) ){0,3}[^\W\d_a-z][\w'\u2019-]{0,40}"
_NAME_BEGINS = rf"{_CAPITALISED}(?: {_CAPITALISED}){{0,2}}"
_FIRST_AUTHOR = re.compile(
    rf"(?P<inverted>{_NAME_BEGINS})\s?,\s?(?:[^\W\d_]\.|[^\W\d_a-z]{{1,3}}\b|{_WORD}\. {YEAR})"
    rf"|(?P<initials_last>{_NAME_BEGINS} [^\W\d_a-z]{{1,3}})(?=[,.:;]| \(| and | & | et al)"
    rf"|(?P<initials_first>(?:[^\W\d_]\.[ -]?){{1,4}}{_NAME_BEGINS})(?=[,.:;]|\s?\(| and | & | et al)"
    rf"|(?P<before_year>{_WORD}(?: {_WORD}){{0,6}})(?=,? ?\({YEAR}|[.,] {YEAR}\b(?! ?;| [A-Z][a-z]{{2}}\b)| et al)"
)
_NUMBERED = re.compile(r"\s*(?:\[[0-9]{1,4}\]|\([0-9]{1,4}\)|[0-9]{1,4}\.)\s+")
YEAR_IN_PROSE = re.compile(rf"(?<![\w/.:\u2013-]){YEAR}(?![\d/\u2013-])")
_YEAR_IN_BRACKETS = re.compile(rf"\(({YEAR})[a-z]?\s?[,)]")
_VISITED = re.compile(r"https?://|\b(?:accessed|retrieved|visited|available|cited)\b", re.IGNORECASE)
_PLACE = re.compile(
    rf"(?:;\s?|[\s,])(?!{YEAR})(?P<volume>[0-9]{{1,4}})\s?(?:\([^()]{{1,20}}\))?\s?[:,]\s?(?:pp?\.\s?)?(?P<page>(?!{YEAR}\b)[A-Za-z]{{0,3}}[0-9]{{1,8}})\b"
)
_QUOTED = re.compile(r"[\u201c\u2018\"]([^\u201c\u201d\u2018\"]{10,300}?)[,.]?\s?[\u201d\u2019\"](?=[\s,.)]|$)")
_SENTENCE_AFTER_YEAR = re.compile(r"\)\.\s([^.]{10,300}[.?!])\s")


def read_prose(text: str) -> Facts:
    """Return what is certain in a citation of any style: author, year, a title in quotes, volume and page."""
    number = _NUMBERED.match(text)
    text = text[number.end() if number else 0 : MAX_CHARS]
    visited = _VISITED.search(text)
    described = text[: visited.start()] if visited else text
    bracketed, plain = _YEAR_IN_BRACKETS.search(described), YEAR_IN_PROSE.search(described)
    author = _FIRST_AUTHOR.match(described)
    after_year = _SENTENCE_AFTER_YEAR.match(described, bracketed.end() - 1) if bracketed else None
    title = _QUOTED.search(described) or after_year
    place = _PLACE.search(described)
    return Facts(
        text=text,
        author=str(author[str(author.lastgroup)]) if author else "",
        year=bracketed[1] if bracketed else plain[0] if plain else "",
        title=title[1].rstrip(".") if title else "",
        volume=place["volume"] if place else "",
        page=place["page"] if place else "",
    )


_MARKS: tuple[tuple[Callable[[str], object], Callable[[str], Facts]], ...] = (
    (re.compile(r"\[[^|]{0,5000}\]\|").match, _read_dimensions),
    (re.compile(rf"[^,]{{0,90}}, {YEAR}, |{YEAR}, |\[Anonymous\], ").match, read_web_of_science),
    (lambda text: _ENDS_DATED.search(text, max(0, len(text) - 8)), _read_scopus_since_2023),
    (
        re.compile(
            rf"\({YEAR}\)(?:(?<=, \(....\)) | [^;]{{0,300}}, pp?\. ?\w| [^;,]{{0,300}}, ,| [^;,.]{{0,200}}, [0-9])"
        ).search,
        _read_scopus,
    ),
)


def form_of(text: str) -> Callable[[str], Facts] | None:
    """Return what reads a reference, by its own marks, or None if it has none."""
    for matches, read in _MARKS:
        if matches(text):
            return read
    return None
