"""Lists of references as services print them: each reference becomes a work, with all names that it states.

A field is split by its form, and each reference is read by its own marks (`reference_forms`); one that has none is read
as most others of its field are. An identifier names a work best, then first author and year with the title, or with
volume and page, then what else is printed (`name_work`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from itertools import chain, islice

from papertrace.model.html_text import strip_tags
from papertrace.model.identifiers import find_arxiv_ids, find_dois, name_work, normalise_identifier, parse_arxiv
from papertrace.model.papers.work import CitedWork
from papertrace.records.reference_forms import (
    DATED,
    MAX_CHARS,
    YEAR,
    YEAR_IN_PROSE,
    Facts,
    form_of,
    read_prose,
    read_web_of_science,
)

_MAX_REFERENCES = 20_000


def read_references(values: Sequence[object], form: str = "", *, are_certain: bool = False) -> tuple[CitedWork, ...]:
    """Return the works that a field refers to, each once, in order; a reference that names nothing is left out.

    A value is a text with one or many references, or an object of a nested notation. `form` is the registry that all
    identifiers of a list are of: `openalex`, `s2`. Names that have to be certain, since they are compared with those of
    other sources, are not made of a journal or a text alone; a reference may have nothing but these then.

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
    forms = [form_of(one) if isinstance(one, str) else None for one in pieces]
    (common, n_common), *_ = Counter(read for read in forms if read).most_common(1) or [(read_prose, 0)]
    default = common if 2 * n_common >= len(pieces) else read_prose
    unique: dict[object, CitedWork] = {}
    for one, read in zip(pieces, forms, strict=True):
        if isinstance(one, str):
            work = _make_work((read or default)(one), are_certain=are_certain)
        else:
            work = one if isinstance(one, CitedWork) else _read_object(one, are_certain=are_certain)
        if work is not None:
            unique.setdefault(work.names[0] if work.names else work, work)
    return tuple(unique.values())


def name_object(value: object) -> tuple[str, ...]:
    """Return the identifiers in an object that describes a work, whatever its relation to another.

    >>> name_object({"id-type": "doi", "id": "10.1000/ABC", "relationType": "HasVersion"})
    ('doi:10.1000/abc',)
    """
    return tuple(dict.fromkeys(_identify_object(_texts_in(value))))


def _make_work(facts: Facts, names: Iterable[str] = (), *, are_certain: bool) -> CitedWork | None:
    text, author, year, title, source, volume, page = facts
    found = list(names)
    if _PLAIN_DOI.fullmatch(text):  # most are; `find_dois` finds the same in ten times the time
        found.append(f"doi:{text.lower()}")
    elif text:
        found.extend(_identifiers_in(text))
    if title and (name := name_work(author, year, title=title)):
        found.append(name)
    if volume and page and (name := name_work(author, year, volume=volume, page=page)):
        found.append(name)
    if are_certain:
        printed = "" if any(not name.startswith("work:") for name in found) else text
        if not (found or title or printed):
            return None
    else:
        printed = ""
        if not found and (name := name_work(author, year, volume=volume, page=page, source=title or source or text)):
            found.append(name)
        if not found:
            return None
    unique = tuple(dict.fromkeys(found)) if len(found) > 1 else tuple(found)
    return CitedWork(names=unique, title=title, year=int(year) if year else None, text=printed)


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
            yield normalise_identifier(f"doi:{found.name}")
    if "/" in text or "xiv" in text.lower():  # arXiv:2401.00001, hep-th/9901001
        yield from (f"arxiv:{found.name}" for found in islice(find_arxiv_ids(text), 1))
    if "PMID" in text and (match := _PMID.search(text)):
        yield f"pmid:{match[1]}"


# From a field to references

_TEX = re.compile(r"\\([_&%#$])")
_LABEL = re.compile(r"(?:Cited )?References:\s*")
_NEXT_IN_BRACKETS = re.compile(r";(?=\[)")
_SEMICOLON = re.compile(r";(?:\s+|$)")
_SENTENCE = re.compile(rf"\.\s+(?=[^,;]{{1,60}}, {YEAR}, )")
_AUTHORED = re.compile(r"[^,]{1,40},? (?:[^\W\d_]{1,2}\.[- ]?){1,5},")
_PLACED = re.compile(rf"\({YEAR}|, ,|\bpp?\. ?\w")
_MIN_STOPS = 0.3  # of the lines of a list in BibTeX from Web of Science, most of which are not wrapped


def _split(text: str, form: str) -> Iterable[object]:
    """Return the references of a text, those that are an identifier as works."""
    if "&" in text:
        text = unescape(text)
    text = text.replace("{[}", "[").strip()
    if "\\" in text:
        text = _TEX.sub(r"\1", text)
    if label := _LABEL.match(text):
        text = text[label.end() :]
    if named := _split_identifiers(text, form):
        return named
    if form in _REGISTRIES_OF_LISTS:
        return ()
    if text.startswith("[") and "]|" in text:
        return _NEXT_IN_BRACKETS.split(text)
    if "\n" in text:
        return _split_lines(text)
    if ";" in text:
        return _join_parts(_SEMICOLON.split(text))
    parts = _SENTENCE.split(text)
    return parts if len(parts) > 1 and form_of(parts[0]) is read_web_of_science else (text,)


def _split_identifiers(text: str, form: str) -> list[CitedWork]:
    """Return the works of a list of nothing but identifiers; of any other text nothing."""
    works: list[CitedWork] = []
    for token in _tokens_of(text[:_MAX_TOKEN])[:1]:
        if identify(token, form) is None:
            return works
    for token in _tokens_of(text):
        if (name := identify(token, form)) is None:
            return []
        works.append(CitedWork(names=(name,)))
    return works


def _tokens_of(text: str) -> list[str]:
    tokens = (token.strip("[]'\"()") for token in _BETWEEN_IDENTIFIERS.split(text))
    return [token for token in tokens if token.lower() not in _LABELS]


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
    dated = DATED.search(part)
    return dated is not None and dated.start() > 0 and _PLACED.search(begun) is None


# Objects of nested notations

_KEYS: Mapping[str, tuple[str, ...]] = {
    "author": ("surname", "family", "lastname", "author", "authors", "stringname", "collab", "creator", "name"),
    "year": ("year", "publicationyear", "pubyear", "publicationdate", "date", "dateparts", "issued"),
    "title": ("articletitle", "chaptertitle", "title", "displayname", "volumetitle", "datatitle"),
    "source": ("journaltitle", "containertitle", "source", "journal", "venue", "seriestitle"),
    "volume": ("volume",),
    "page": ("firstpage", "fpage", "page", "pages", "elocationid"),
    "text": ("unstructured", "citation", "mixedcitation", "raw", "rawreference", "text", "note"),
}
_REGISTRIES: Mapping[str, str] = {
    "doi": "doi",
    "arxiv": "arxiv",
    "arxivid": "arxiv",
    "pmid": "pmid",
    "pubmed": "pmid",
    "lensid": "lens",
    "paperid": "s2",
    "corpusid": "s2",
    "acl": "acl",
}
_NAME = re.compile(
    r"doi:10\.[0-9]{4,9}[./]\S+|arxiv:(?:[0-9]{4}\.[0-9]{4,5}|[a-z-]+/[0-9]{7})|pmid:[0-9]{1,9}|lens:[0-9X-]{5,30}"
    r"|s2:\w{1,64}|acl:[\w.-]{1,40}"
)
_KINDS = ("idtype", "pubidtype", "relatedidentifiertype", "type")
_VALUES = frozenset({"", "text", "value", "content", "relatedidentifier", "name"})
_CITING = frozenset({"references", "cites"})
_MAX_FACTS, _MAX_DEPTH, _MAX_NAME = 400, 8, 40


def _facts_within(value: object, key: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield the texts inside an object with the names they have there, in lower-case letters."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, Mapping):
        named = {re.sub("[^a-z]", "", str(name)[:_MAX_NAME].lower()): inner for name, inner in value.items()}
        kind = next((str(named[name]).lower() for name in _KINDS if name in named), "")
        for name, inner in named.items():
            is_value = name in _VALUES or (name == "id" and kind in _REGISTRIES)
            yield from _facts_within(inner, (kind if kind in _REGISTRIES else key) if is_value else name, depth + 1)
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
    for key, registry in _REGISTRIES.items():
        if text := printed.get(key, ""):
            name = normalise_identifier(next(_identifiers_in(text), f"{registry}:{text}"))
            if _NAME.fullmatch(name):
                yield name
    if identifier := identify(printed.get("id", "")):
        yield identifier


def _read_object(value: object, *, are_certain: bool) -> CitedWork | None:
    """Return the work that an object describes by its fields, and by the text of the reference, or None."""
    if isinstance(value, Mapping) and str(value.get("relationType", "cites")).lower() not in _CITING:
        return None
    printed = _texts_in(value)
    facts = {fact: next((printed[key] for key in keys if key in printed), "") for fact, keys in _KEYS.items()}
    facts |= {"title": strip_tags(facts["title"]).removesuffix("."), "text": strip_tags(facts["text"])}
    names = [*_identify_object(printed)]
    text = facts["text"]
    read = (form_of(text) or read_prose)(text) if text else Facts("")
    year, page = YEAR_IN_PROSE.search(facts["year"]), re.match(r"\w{1,12}", facts["page"])
    return _make_work(
        Facts(
            text="" if names else text,
            author=facts["author"] or read.author,
            year=year[0] if year else read.year,
            title=facts["title"] or read.title,
            source=facts["source"] or read.source or text,
            volume=facts["volume"] or read.volume,
            page=page[0] if page else read.page,
        ),
        names,
        are_certain=are_certain,
    )
