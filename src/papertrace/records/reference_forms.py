"""One reference as services print it: its form, a row of `reference_forms.toml`, and what reads the parts of a form.

Of citations in a style that no row describes only what is certain is taken.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from papertrace.word_lists import read_tables

MAX_CHARS = 2_000
_MAX_MISSING = 40  # characters of what stands in place of a reference
_MAX_END = 12  # characters of a mark at the end
YEAR = "(?:1[5-9]|20)[0-9]{2}"


@dataclass(slots=True)
class Facts:
    """What a reference states, and what is not read of it yet.

    `text` is where it prints identifiers, `printed` all else, of which `head` stands before the year that divides it,
    in `parts`, and `rest` after it. `initials` are those of the author where a comma divides them from the name. A
    scrap lacks what all references of its form state.
    """

    text: str = ""
    printed: str = ""
    author: str = ""
    initials: str = ""
    year: str = ""
    title: str = ""
    source: str = ""
    volume: str = ""
    page: str = ""
    head: str = ""
    rest: str = ""
    parts: Sequence[str] = ()


class Form:
    """How a service prints a reference: the mark by which the form is known, and what reads its parts."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        mark = re.compile(row.get("begins") or row.get("ends") or row.get("contains") or r"(?!)")
        self.is_marked: Callable[[str], object] = mark.match if "begins" in row else mark.search
        if "ends" in row:
            self.is_marked = lambda text: mark.search(text, max(0, len(text) - _MAX_END))
        self._identifiers: str = row.get("identifiers", "")
        self._divide = re.compile(row["dated"]).search if "dated" in row else None
        self._separator: str = row.get("separator", "\0")
        self._cells: Sequence[str] = row.get("cells", ())
        self._takes = [_TAKES[name] for name in row.get("takes", ())]

    def read(self, text: str) -> Facts:
        """Return what a reference of this form states."""
        if len(text) < _MAX_MISSING and text.strip("[]").lower() in _missing("references"):
            return Facts()
        facts = Facts(text, text)
        if self._cells:
            cells = (cell.strip("[] ") for cell in text.split(self._separator))
            return clean(dict(zip(self._cells, cells, strict=False)))
        if self._identifiers:
            facts.printed, _, identifiers = text.partition(self._identifiers)
            facts.text = identifiers.removeprefix(self._identifiers.lstrip(", "))  # DOI DOI 10.1000/1
        head = facts.printed
        if self._divide and (dated := self._divide(head)):
            facts.year = dated[1]
            head, facts.rest = head[: dated.start()].rstrip(), head[dated.end() :].lstrip()
        facts.head, facts.parts = head, head.split(self._separator)
        for take in self._takes:
            take(facts)
        return facts


def clean(printed: Mapping[str, str]) -> Facts:
    """Return facts that stand apart from each other, without what is printed around a year and a first page."""
    facts = Facts()
    for name, text in printed.items():
        if name:
            setattr(facts, name, text)
    year, page = _YEAR_IN_PROSE.search(facts.year), re.match(r"\w{1,12}", facts.page)
    facts.author = facts.author.partition(";")[0]
    facts.year, facts.page = year[0] if year else "", page[0] if page else ""
    return facts


# Web of Science

_VOLUME_PART = re.compile(r"V(?:olume )?([A-Za-z]{0,3}[0-9][\w/-]{0,15})")
_PAGE_PART = re.compile(r"[Pp]([A-Za-z]{0,4}[0-9][\w:.-]{0,15})|(?:ARTN|ART NO\.?|UNSP) ?(\S{1,20})")


@cache
def _missing(what: str) -> frozenset[str]:
    return frozenset(read_tables("papertrace.records", "reference_forms.toml")["missing"][what])


def _is_year(text: str) -> bool:
    return len(text) == len("1999") and text.isascii() and text.isdigit() and "1500" <= text < "2100"


def _take_author_and_year(facts: Facts) -> None:
    author, *parts = facts.parts
    if _is_year(author) or not parts:
        author, parts = "", [author, *parts]
    if _is_year(parts[0]):
        facts.year = parts.pop(0)
    if author.startswith("*"):  # an organisation, whose last word is no family name
        author = author[1:].replace(" ", "-")
    elif author.endswith(".") and author[-4:-1].isalpha():  # a given name in full: Doe Ann.
        author = author.replace(" ", ", ", 1)
    facts.author = "" if author.strip("[]").lower() in _missing("authors") else author
    facts.parts = parts


def _take_marked_numbers(facts: Facts) -> None:
    """Take the volume and the page, V151 and P283, wherever they stand; the source is what remains."""
    source: list[str] = []
    for part in facts.parts:
        mark = part[:1]
        if mark == "V" and not facts.volume and (match := _VOLUME_PART.fullmatch(part)):
            facts.volume = match[1]
        elif (
            mark in "PpAU"
            and not facts.page
            and (match := _PAGE_PART.fullmatch(part))
            and (source or part[1].isdigit())
        ):
            facts.page = match[1] or match[2]
        else:
            source.append(part)
    facts.source = ", ".join(source)


# Scopus

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


def _take_authors(facts: Facts) -> None:
    """Take `Last, F.I.`, `Last F.I.`, `Last FI`, at least two names in full (`Doe Ann, Roe Rob`), or one name alone."""
    parts = facts.parts
    first, n_parts = parts[0], len(parts)
    has_dots = " " not in first or first[-1] == "." or not _NAME_WITHOUT_DOTS.fullmatch(first)
    name, number = _NAME if has_dots else _NAME_WITHOUT_DOTS, 0
    while number < n_parts:
        part, following = parts[number], parts[number + 1] if number + 1 < n_parts else ""
        if following and ("." in following[1:3] or len(following) < len("MMM")) and _INITIALS.fullmatch(following):
            number += 2
        elif (
            (part[-1:] == "." or not has_dots) and len(part) <= _MAX_NAME and name.fullmatch(part)
        ) or part in _BESIDE:
            number += 1
        else:
            break
    facts.author = first if number else ""
    facts.initials = parts[1] if number > 1 and _INITIALS.fullmatch(parts[1]) else ""
    if not number:
        number = next((at for at, part in enumerate(parts) if not _NAME_IN_FULL.fullmatch(part)), n_parts)
        if number > 1:
            facts.author = first.replace(" ", ", ", 1)
        elif n_parts > 1 and _ALONE.fullmatch(first) and not parts[1][:1].islower():
            facts.author, number = first, 1
        else:
            number = 0
    facts.parts = parts[number:]


def _take_authors_before_year(facts: Facts) -> None:
    if len(facts.parts) == 1 and (facts.head.endswith((",", ".")) or facts.rest.startswith(".")):
        facts.author, facts.parts = facts.head.rstrip(" ,"), ()
    else:
        facts.parts = facts.head.rstrip(" ,").split(", ")
        _take_authors(facts)


def _take_title_and_source_around_year(facts: Facts) -> None:
    title = ", ".join(facts.parts)
    if not facts.year:
        facts.source = title
        return
    printed = facts.rest.lstrip(". ").partition(". ,")[0]
    page = _PAGE.search(printed)
    volume = _VOLUME.search(printed, 0, page.start() + 1 if page else len(printed))
    source = printed
    if not title and (
        facts.rest.startswith(".") or facts.head.endswith(".")
    ):  # Doe, A. (1999). Title. Journal, 1, 2-3.
        title, _, source = printed.partition(". ")
    elif not title:  # a book, or an article without its title
        book, comma, _ = printed.lstrip(", ").partition(", ,")
        if (comma or not (volume or page)) and not book.startswith("http"):
            title, source = book, ""
    facts.title, facts.source, facts.volume = title, source, volume[1] if volume else ""
    facts.page = page[1] or page[2] if page else ""


def _take_numbers_at_end(facts: Facts) -> None:
    """Take the pages or the number of an article, and before them the volume and the issue."""
    parts = [*facts.parts]
    if parts and parts[-1].startswith(("pp.", "p. ", "art.")):
        page = _PAGE.match(f", {parts.pop()}")
        facts.page = page[1] if page else ""
    numbers: list[str] = []
    while len(parts) > 1 and len(numbers) <= 1 and _NUMBER.fullmatch(parts[-1]):
        numbers.append(parts.pop())
    facts.volume, facts.parts = numbers[-1] if numbers else "", parts


def _take_title_and_source(facts: Facts) -> None:
    """Take what is left; a journal has a volume and seldom a comma in its name, a conference may have several."""
    parts = facts.parts
    at_source = len(parts) - 1 if facts.volume and (facts.page or len(parts) > 1) else 1
    while not facts.volume and at_source < len(parts) and parts[at_source][:1].islower():
        at_source += 1
    facts.title, facts.source = ", ".join(parts[:at_source]), ", ".join(parts[at_source:])


# Citations of any style

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
_YEAR_IN_PROSE = re.compile(rf"(?<![\w/.:\u2013-]){YEAR}(?![\d/\u2013-])")
_YEAR_IN_BRACKETS = re.compile(rf"\(({YEAR})[a-z]?\s?[,)](?:(?<=\))\.\s(?P<title>[^.]{{10,300}}[.?!])\s)?")
_VISITED = re.compile(r"https?://|\b(?:accessed|retrieved|visited|available|cited)\b", re.IGNORECASE)
_PLACE = re.compile(
    rf"(?:;\s?|[\s,])(?!{YEAR})(?P<volume>[0-9]{{1,4}})\s?(?:\([^()]{{1,20}}\))?\s?[:,]\s?(?:pp?\.\s?)?(?P<page>(?!{YEAR}\b)[A-Za-z]{{0,3}}[0-9]{{1,8}})\b"
)
_QUOTED = re.compile(
    r"[\u201c\u2018\"](?P<title>[^\u201c\u201d\u2018\"]{10,300}?)[,.]?\s?[\u201d\u2019\"](?=[\s,.)]|$)"
)


def _take_what_is_certain(facts: Facts) -> None:
    """Take the author, the year, a title in quotes, the volume and the page; the year is not that of a visit."""
    number = _NUMBERED.match(facts.text)
    facts.text = facts.printed = facts.text[number.end() if number else 0 : MAX_CHARS]
    visited = _VISITED.search(facts.text)
    described = facts.text[: visited.start()] if visited else facts.text
    if author := _FIRST_AUTHOR.match(described):
        facts.author = author[str(author.lastgroup)]
    bracketed, plain = _YEAR_IN_BRACKETS.search(described), _YEAR_IN_PROSE.search(described)
    facts.year = bracketed[1] if bracketed else plain[0] if plain else ""
    if (title := _QUOTED.search(described) or bracketed) and title["title"]:
        facts.title = title["title"].rstrip(".")
    if place := _PLACE.search(described):
        facts.volume, facts.page = place["volume"], place["page"]


_TAKES: Mapping[str, Callable[[Facts], None]] = {
    "author_and_year": _take_author_and_year,
    "marked_numbers": _take_marked_numbers,
    "authors": _take_authors,
    "authors_before_year": _take_authors_before_year,
    "title_and_source_around_year": _take_title_and_source_around_year,
    "numbers_at_end": _take_numbers_at_end,
    "title_and_source": _take_title_and_source,
    "what_is_certain": _take_what_is_certain,
}


@cache
def forms() -> Mapping[str, Form]:
    """Return the forms of references by their names; the last, `prose`, has no mark."""
    rows = read_tables("papertrace.records", "reference_forms.toml")["form"]
    return {name: Form(row) for name, row in rows.items()}


def form_of(text: str) -> Form | None:
    """Return the form that a reference has by its mark, or None."""
    for form in forms().values():
        if form.is_marked(text):
            return form
    return None
