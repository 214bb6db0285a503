"""Lists of references as services print them: each reference becomes a work, with all names that it states.

A field is split by its form, and each reference is read by its own marks (`reference_forms`); one that has none is read
as most others of its field are. An identifier names a work best, then first author and year with the title, or with
volume and page, then what else is printed (`name_work`).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape
from itertools import chain, islice
from typing import Any

from papertrace.model.identifiers import find_arxiv_ids, find_dois, name_work, normalise_identifier, parse_arxiv
from papertrace.model.papers.facts import CitedWork
from papertrace.model.text import strip_tags
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


_MAX_REFERENCES = 20_000


def read_references(values: Sequence[object], form: str = "", *, are_certain: bool = False) -> tuple[CitedWork, ...]:
    """Return the works that a field refers to, each once, in order.

    A value is a text with one or many references, or an object of a nested notation. `form` is the registry that all
    identifiers of a list are of: `openalex`, `s2`. A reference that names no work has its text alone. Names that have
    to be certain, since they are compared with those of other sources, are not made of a journal or a text alone.

    >>> read_references(["Kalé L, 1999, J COMPUT PHYS, V151, P283; [Anonymous], 2017, PLAST EC RETH FU"])[1].names
    ('work:-2017-plastecrethfu',)
    >>> read_references(["Kalé, L., Roe, R., Tiles of the harbour (1999) J Comp Phys, 151 (2), pp. 283-312"])[0].names
    ('work:kale-1999-tilesoftheharbour', 'work:kale-1999-v151-p283')
    >>> [work.names for work in read_references(["https://openalex.org/W12345|https://openalex.org/W6789"])]
    [('openalex:W12345',), ('openalex:W6789',)]
    >>> read_references(["Ropes of the harbour, 2nd printing"], are_certain=True)[0].text
    'Ropes of the harbour, 2nd printing'
    """
    printed = chain.from_iterable(_split(one, form) if isinstance(one, str) else (one,) for one in values)
    pieces = [one[:MAX_CHARS] if isinstance(one, str) else one for one in islice(printed, _MAX_REFERENCES)]
    marked = [form_of(one) if isinstance(one, str) else None for one in pieces]
    default = forms()["prose"]
    for common, n_common in Counter(filter(None, marked)).most_common(1):
        default = common if 2 * n_common >= len(pieces) else default
    unique: dict[object, CitedWork] = {}
    for one, own in zip(pieces, marked, strict=True):
        if isinstance(one, CitedWork):
            work: CitedWork | None = one
        elif isinstance(one, str):
            work = _make_work((own or default).read(one), are_certain=are_certain)
        else:
            work = _read_object(one, are_certain=are_certain)
        if work is not None:
            unique.setdefault(work.names[0] if work.names else work, work)
    return tuple(unique.values())


def name_object(value: object) -> tuple[str, ...]:
    """Return the identifiers in an object that describes a work, whatever its relation to another.

    >>> name_object({"id-type": "doi", "id": "10.1000/ABC", "relationType": "HasVersion"})
    ('doi:10.1000/abc',)
    """
    return tuple(dict.fromkeys(_identify_object(_texts_in(value))))


def _make_work(one: Facts, names: Iterable[str] = (), *, are_certain: bool) -> CitedWork | None:
    found = list(names)
    if _PLAIN_DOI.fullmatch(one.text):  # most are; `find_dois` finds the same in ten times the time
        found.append(f"doi:{one.text.lower()}")
    elif one.text:
        found.extend(_identifiers_in(one.text))
    if one.title and (name := name_work(one.author, one.year, title=one.title)):
        found.append(name)
    if one.volume and one.page and (name := name_work(one.author, one.year, volume=one.volume, page=one.page)):
        found.append(name)
    if not (found or are_certain):
        source = one.title or one.source or one.printed
        name = name_work(one.author, one.year, volume=one.volume, page=one.page, source=source)
        found = [name] if name else []
    is_known = bool(found)
    if are_certain:
        is_known = any(not name.startswith("work:") for name in found)
    printed = "" if is_known else one.printed
    if not (found or one.title or printed):
        return None
    unique = tuple(dict.fromkeys(found)) if len(found) > 1 else tuple(found)
    year = int(one.year) if one.year else None
    author = f"{one.author}, {one.initials}" if one.initials else one.author
    return CitedWork(names=unique, title=one.title, year=year, text=printed, author=author)


# Identifiers

_IDENTIFIER = re.compile(
    r"(?:https?://(?:api\.)?openalex\.org/(?:works/)?|openalex:)?(?P<openalex>(?<=[:/])W[0-9]{1,12}|W[0-9]{3,12})"
    r"|(?:lens:|https?://(?:www\.|link\.)?lens\.org/)?(?P<lens>[0-9]{3}(?:-[0-9]{3}){1,4}-[0-9]{2}[0-9X])"
    r"|(?:s2:|https?://www\.semanticscholar\.org/paper/)?(?P<s2>[0-9a-f]{40})"
    r"|(?:pmid:|https?://pubmed\.ncbi\.nlm\.nih\.gov/)?(?P<pmid>(?<=[:/])[0-9]{1,8}|[0-9]{5,8})/?",
    re.IGNORECASE,
)
_BETWEEN_IDENTIFIERS = re.compile(
    r"[\s|]+|[;,](?=\s|$|10\.|[a-z0-9]{2,12}:|W[0-9]|[0-9]{3}-[0-9]{3}|[0-9]{5}|[0-9a-f]{40})", re.IGNORECASE
)
_LABELS = frozenset({"", "doi", "doi:", "pmid", "pmid:"})
_REGISTRIES_OF_LISTS = frozenset({"openalex", "s2"})
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:)?10\.[0-9]{4,9}(?:\.[0-9]+)*/\S+", re.IGNORECASE)
_PLAIN_DOI = re.compile(r"10\.(?!48550)[0-9]{4,9}/[A-Za-z0-9.-]*[A-Za-z0-9]")
_PMID = re.compile(r"\bPMID:?\s?([0-9]{4,8})\b")
# Scopus in BibTeX breaks old DOIs of Elsevier in their brackets: `10.1016/S0165-0114(86, )80034-3`.
_BROKEN_DOI = re.compile(r"(10\.[0-9]{4,9}/[A-Za-z0-9.-]{1,40}\([0-9]{2}), \)")
_MAX_DOIS = 4
_MAX_TOKEN = 600


def identify(token: str, form: str = "") -> str | None:
    """Return the name that an identifier stands for, or None if the token is none.

    >>> identify("https://openalex.org/W7"), identify("doi:10.1000/ABC"), identify("omid:br/1")
    ('openalex:W7', 'doi:10.1000/abc', None)
    """
    if form == "s2":
        return f"s2:{token.removeprefix('s2:')}"
    if match := _IDENTIFIER.fullmatch(token):
        registry = str(match.lastgroup)
        return f"{registry}:{match[registry].lower() if registry == 's2' else match[registry].upper()}"
    if _DOI.fullmatch(token):
        return next(_identifiers_in(token), None)
    arxiv = parse_arxiv(token) or next((found.name for found in find_arxiv_ids(token) if "/" in token), None)
    return f"arxiv:{arxiv}" if arxiv else None


def _identifiers_in(text: str) -> Iterator[str]:
    """Yield the identifiers in a reference: the first DOI, or all that stand in brackets, an arXiv id, a PMID."""
    if "10." in text:
        for found in islice(find_dois(text), _MAX_DOIS if text.startswith("[") else 1):
            if found.name.count("(") <= found.name.count(")"):  # otherwise its end is cut off
                yield normalise_identifier(f"doi:{found.name}")
    if "/" in text or "xiv" in text.lower():  # arXiv:2401.00001, hep-th/9901001
        yield from (f"arxiv:{found.name}" for found in islice(find_arxiv_ids(text), 1))
    if "PMID" in text and (match := _PMID.search(text)):
        yield f"pmid:{match[1]}"


# From a field to references

_TEX = re.compile(r"\\([_&%#$])")
_SEMICOLON = re.compile(r";(?:\s+|$)")
_SENTENCE = re.compile(rf"\.\s+(?=[^,;]{{1,60}}, {YEAR}, )")
_AUTHORED = re.compile(r"[^,]{1,40},? (?:[^\W\d_]{1,2}\.[- ]?){1,5},")
_DATED = re.compile(rf"\({YEAR}[a-z]?\)")
_PLACED = re.compile(rf"\({YEAR}|, ,|\bpp?\. ?\w")
_MIN_STOPS = 0.3  # of the lines of a list in BibTeX from Web of Science, most of which are not wrapped


def _split(text: str, form: str) -> Iterable[object]:
    """Return the references of a text, those that are an identifier as works."""
    if "&" in text:
        text = unescape(text)
    text = text.replace("{[}", "[").strip()
    if ", )" in text:
        text = _BROKEN_DOI.sub(r"\1)", text)
    if "\\" in text:
        text = _TEX.sub(r"\1", text)
    text = text.removeprefix("Cited ").removeprefix("References:").lstrip()
    if named := _split_identifiers(text, form):
        return named
    if form in _REGISTRIES_OF_LISTS:
        return ()
    if text.startswith("[") and "]|" in text:
        return text.replace(";[", ";\0[").split(";\0")
    if "\n" in text:
        return _split_lines(text)
    if ";" in text:
        return _join_parts(_SEMICOLON.split(text))
    parts = _SENTENCE.split(text) if ". " in text else [text]
    return parts if len(parts) > 1 and form_of(parts[0]) is forms()["web_of_science"] else (text,)


def _split_identifiers(text: str, form: str) -> list[CitedWork]:
    """Return the works of a list of nothing but identifiers; of any other text nothing."""
    head = text.partition(" ")[0].strip("[],;.").lower()
    if head.isalpha() and head not in _LABELS and not form:  # a name
        return []
    first = next(_tokens_of(text[:_MAX_TOKEN], max_splits=len(_LABELS)), "")
    if identify(first, form) is None:
        return []
    works: list[CitedWork] = []
    for token in _tokens_of(text):
        if (name := identify(token, form)) is None:
            return []
        works.append(CitedWork(names=(name,)))
    return works


def _tokens_of(text: str, *, max_splits: int = 0) -> Iterator[str]:
    tokens = (token.strip("[]'\"()") for token in _BETWEEN_IDENTIFIERS.split(text, max_splits))
    return (token for token in tokens if token.lower() not in _LABELS)


def _split_lines(text: str) -> Iterable[str]:
    """Return the references of several lines: each ends with a full stop, or with a semicolon, or fills one line."""
    lines = [line for one in text.split("\n") if (line := one.strip())]
    n_stops = sum(line.endswith(".") for line in lines)
    if n_stops > _MIN_STOPS * len(lines) and lines[-1].endswith("."):
        return (one.rstrip(".") for one in "\n".join(lines).replace(".\n", ".\0").replace("\n", " ").split("\0"))
    parts = _SEMICOLON.split(" ".join(lines))
    return _join_parts(parts) if 2 * len(parts) > len(lines) else lines


def _join_parts(parts: Iterable[str]) -> Iterator[str]:
    """Yield the references of parts between semicolons, which titles and notes contain as well."""
    begun = ""
    for part in filter(None, parts):
        if begun and len(begun) < MAX_CHARS and _continues(begun, part):
            begun = f"{begun}; {part}"
        else:
            if begun:
                yield begun
            begun = part
    yield begun


def _continues(begun: str, part: str) -> bool:
    """Return whether a part goes on with the reference before it: its PMID, the rest of a bracket or of a title."""
    for opener, closer in ("()", "[]"):
        end = part.find(closer)
        if end >= 0 and not 0 <= part.find(opener) < end and begun.count(opener) > begun.count(closer):
            return True
    if part.startswith("PMID"):
        return True
    if _AUTHORED.match(part) or not begun[-1].isalnum() or not _AUTHORED.match(begun):
        return False
    return _DATED.search(part, 1) is not None and _PLACED.search(begun) is None


# Objects of nested notations


@cache
def _keys(table: str) -> Mapping[str, Any]:
    keys: Mapping[str, Any] = read_tables("papertrace.records", "reference_forms.toml")[table]
    return keys


_NAME_OF_FIELD = re.compile(
    r"doi:10\.[0-9]{4,9}[./]\S+|arxiv:(?:[0-9]{4}\.[0-9]{4,5}|[a-z-]+/[0-9]{7})|pmid:[0-9]{1,9}|lens:[0-9X-]{5,30}"
    r"|s2:\w{1,64}|acl:[\w.-]{1,40}"
)
_MAX_FACTS, _MAX_DEPTH, _MAX_NAME_OF_FIELD = 400, 8, 40


def _facts_within(value: object, key: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield the texts inside an object with the names they have there, in lower-case letters."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, Mapping):
        named = {
            "".join(s for s in str(name)[:_MAX_NAME_OF_FIELD].lower() if "a" <= s <= "z"): inner
            for name, inner in value.items()
        }
        of = _keys("object_identifier")
        kind = next((str(named[name]).lower() for name in of["kinds"] if name in named), "")
        is_of = kind in of["registries"]
        for name, inner in named.items():
            is_value = name in of["values"] or (name == "id" and is_of)
            yield from _facts_within(inner, (kind if is_of else key) if is_value else name, depth + 1)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _facts_within(inner, key, depth + 1)
    elif isinstance(value, (str, int)) and not isinstance(value, bool) and value != "":
        yield key, str(value)[:MAX_CHARS].strip()


def _texts_in(value: object) -> dict[str, str]:
    printed: dict[str, str] = {}
    for name, text in islice(_facts_within(value, ""), _MAX_FACTS):
        printed.setdefault(name, text)
    return printed


def _identify_object(printed: Mapping[str, str]) -> Iterator[str]:
    for key, registry in _keys("object_identifier")["registries"].items():
        if text := printed.get(key, ""):
            name = normalise_identifier(next(_identifiers_in(text), f"{registry}:{text}"))
            if _NAME_OF_FIELD.fullmatch(name):
                yield name
    if identifier := identify(printed.get("id", "")):
        yield identifier


def _read_object(value: object, *, are_certain: bool) -> CitedWork | None:
    """Return the work that an object describes by its fields, and by the text of the reference, or None."""
    relation = str(value.get("relationType", "cites")) if isinstance(value, Mapping) else "cites"
    if relation.lower() not in _keys("object_identifier")["citing"]:
        return None
    printed = _texts_in(value)
    stated = {
        fact: next((printed[key] for key in keys if key in printed), "") for fact, keys in _keys("object").items()
    }
    stated |= {"title": strip_tags(stated["title"]).removesuffix("."), "printed": strip_tags(stated["printed"])}
    names = [*_identify_object(printed)]
    facts = clean(stated)
    if text := facts.printed:
        read = (form_of(text) or forms()["prose"]).read(text)
        for fact in ("author", "year", "title", "source", "volume", "page"):
            setattr(facts, fact, getattr(facts, fact) or getattr(read, fact))
        facts.text = facts.printed = "" if names else text
    return _make_work(facts, names, are_certain=are_certain)
