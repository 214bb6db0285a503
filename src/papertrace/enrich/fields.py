"""Facts from the JSON of services, whatever the types of its values.

A field may be missing, null or of another type than documented; then it is absent. Texts are hostile: they are cut,
stripped of tags and of characters that are not printed. Addresses are kept only under http and https.
"""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from papertrace.model.html_text import strip_tags
from papertrace.model.identifiers import arxiv_of_doi, find_arxiv_ids, find_dois, parse_arxiv, parse_doi
from papertrace.model.papers.work import DELETED
from papertrace.model.text import replace_unprintable
from papertrace.web.address import parse_address

JsonObject = dict[str, object]

MAX_TEXT = 2_000
MAX_ABSTRACT = 20_000
MAX_ITEMS = 20_000
_ISO = re.compile(r"((?:1[5-9]|20|21)\d\d)(?:-(\d\d)(?:-(\d\d))?)?(?:T.{0,40})?")
_ORCID = re.compile(r"(?:https?://orcid\.org/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])")


def parse_json(body: str) -> object:
    """Return the value of a JSON text, or None if it is not JSON."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def as_object(value: object) -> JsonObject:
    """Return a JSON object, or an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def as_objects(value: object) -> list[JsonObject]:
    """Return the objects in a JSON array; everything else in it is left out."""
    return [item for item in value[:MAX_ITEMS] if isinstance(item, dict)] if isinstance(value, list) else []


def get_object(value: JsonObject, key: str) -> JsonObject:
    """Return the object under a key, or an empty one."""
    return as_object(value.get(key))


def get_objects(value: JsonObject, key: str) -> list[JsonObject]:
    """Return the objects of the array under a key."""
    return as_objects(value.get(key))


def get_text(value: JsonObject, *keys: str, n_chars: int = MAX_TEXT) -> str:
    r"""Return the first text or number under some keys as a clean line, or an empty text.

    >>> get_text({"a": None, "b": " <i>E.</i> coli\x07 "}, "a", "b")
    'E. coli'
    """
    return next((text for key in keys if (text := clean_text(value.get(key), n_chars=n_chars))), "")


def clean_text(value: object, *, n_chars: int = MAX_TEXT) -> str:
    """Return a text as a line without tags, entities and characters that are not printed; empty for other values."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if abs(value) < 10**18 else ""
    if not isinstance(value, str):
        return ""
    return " ".join(replace_unprintable(strip_tags(value[: 2 * n_chars]), " ").split())[:n_chars]


def get_texts(value: JsonObject, key: str) -> list[str]:
    """Return the texts of the array under a key, or of a single text."""
    found = value.get(key)
    items = found[:MAX_ITEMS] if isinstance(found, list) else [found]
    return [text for item in items if (text := clean_text(item))]


def get_title(value: JsonObject, *keys: str) -> str:
    """Return a title, without a final full stop; empty for the placeholder of removed works."""
    for key in keys:
        title = next(iter(get_texts(value, key)), "").removesuffix(".")
        if title:
            return "" if title == DELETED else title
    return ""


def get_count(value: JsonObject, key: str) -> int | None:
    """Return the number of things under a key, or None."""
    found = value.get(key)
    if isinstance(found, str) and found.isascii() and found.isdigit():
        found = int(found[:18])
    return found if isinstance(found, int) and not isinstance(found, bool) and 0 <= found < 10**9 else None


def get_flag(value: JsonObject, key: str) -> bool | None:
    """Return the truth value under a key, or None."""
    found = value.get(key)
    return found if isinstance(found, bool) else None


def get_year(value: JsonObject, key: str) -> int | None:
    """Return the year under a key, or None for anything that cannot be one."""
    year = get_count(value, key)
    return year if year is not None and 1500 <= year <= 2199 else None  # noqa: PLR2004 - as in `_ISO`


def make_iso_date(text: str) -> str | None:
    """Return a date in ISO 8601 as far as it is valid, or None.

    >>> make_iso_date("2026-02-16T07:36:33Z"), make_iso_date("2026-02-31"), make_iso_date("soon")
    ('2026-02-16', '2026-02', None)
    """
    found = _ISO.fullmatch(text.strip())
    if found is None:
        return None
    year, month, day = found.groups()
    if month is None or not 1 <= int(month) <= 12:  # noqa: PLR2004 - months of a year
        return year
    try:
        return date(int(year), int(month), int(day)).isoformat() if day else f"{year}-{month}"
    except ValueError:
        return f"{year}-{month}"


def join_date(parts: Iterable[object]) -> str | None:
    """Return the date of a list of year, month and day, of which later ones may be absent."""
    numbers = []
    for part in parts:
        if not isinstance(part, int) or isinstance(part, bool):
            break
        numbers.append(f"{part:02}")
    return make_iso_date("-".join(numbers[:3]))


def orcid_of(text: str) -> str | None:
    """Return the ORCID iD of a text or address, or None."""
    found = _ORCID.fullmatch(text.strip())
    return found[1] if found else None


def authors_and_orcids(named: Iterable[tuple[str, str | None]]) -> dict[str, Any]:
    """Return the authors of a work, and the ORCID iDs of those who have one, as fields of a `Work`."""
    found = tuple(named)
    return {"authors": tuple(name for name, _ in found), "orcids": tuple((name, one) for name, one in found if one)}


def web_urls(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the addresses that can be requested, each once."""
    return tuple(dict.fromkeys(text for text in texts if _is_web_url(text)))


def _is_web_url(text: str) -> bool:
    try:
        parse_address(text)
    except ValueError:
        return False
    return text.isprintable() and " " not in text


def doi_names(text: str) -> Iterator[str]:
    """Yield the names of a DOI, bare or in an address: `doi:…`, or `arxiv:…` for a DOI that arXiv registered.

    >>> [*doi_names("https://doi.org/10.48550/arXiv.2401.00001"), *doi_names("10.1000/ABC"), *doi_names("-")]
    ['arxiv:2401.00001', 'doi:10.1000/abc']
    """
    text = text.strip()[:MAX_TEXT]
    doi = parse_doi(text) or next((found.name for found in find_dois(text)), None)
    if doi:
        arxiv = arxiv_of_doi(doi)
        yield f"arxiv:{arxiv}" if arxiv else f"doi:{doi}"


def arxiv_names(text: str) -> Iterator[str]:
    """Yield the name of an arXiv id, bare or in an address."""
    text = text.strip()[:MAX_TEXT]
    arxiv = parse_arxiv(text) or next((found.name for found in find_arxiv_ids(text)), None) if text else None
    if arxiv:
        yield f"arxiv:{arxiv}"


def unique(names: Iterable[str]) -> tuple[str, ...]:
    """Return names in order, each once, without empty ones."""
    return tuple(dict.fromkeys(name for name in names if name))
