"""Recognising pages that stand in for others: nothing was found, clients are stopped, a domain is parked.

A page that says "not found" with status 200 is a suspicion, not a proof: a paper may have such a title. The rules
therefore consider only the title and the first heading, if they are short, and the text of pages that have little. What
pages say is in two tables: `missing.toml`, how languages say that something is not there, and `notices.toml`, the pages
of single services and products.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from papertrace.model import Observation
from papertrace.model.addresses import host_of
from papertrace.web.pages import first_heading, page_title, read_outline
from papertrace.word_lists import read_tables

MAX_NOTICE_LENGTH = 80
"""Characters of a title, a heading or all text of a page that may be a notice; more is about something else."""
MAX_PARKED_LENGTH = 1500
"""Characters of all text of a page whose source may show that its domain is parked."""

_PACKAGE = "papertrace.audit"
_SEPARATOR = "[|·•\u2013\u2014:»/-]"


class Meaning(StrEnum):
    """What a notice says about a link; see `notices.toml`."""

    WALL = "wall"
    CLOSED = "closed"
    BLOCKED = "blocked"
    LIMITED = "limited"
    MISSING = "missing"
    PARKED = "parked"


class Place(StrEnum):
    """Where a notice is looked for."""

    TITLE = "title"
    ERROR = "error"
    TEXT = "text"
    MARKUP = "markup"
    HEADER = "header"
    HINT = "hint"
    HOST = "host"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A row of the table of notices."""

    meaning: Meaning
    place: Place
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundNotice:
    """A notice that an observation shows, with its words; they are empty if it was not said in words."""

    meaning: Meaning
    place: Place
    words: str = ""


def gone_notice(body: str) -> str | None:
    """Return the title, first heading or short text that reports a missing page, or None."""
    notice = next((notice for notice in _notices(body) if _find_gone(notice)), None)
    if notice is not None:
        return notice
    text = _short_text(body)
    return text if text and _find_gone(text) else None


def wall_notice(body: str) -> str | None:
    """Return the title or first heading of a page that blocks automated clients, or None."""
    return next((words for words in _notices(body) if _walls(Place.TITLE).search(words)), None)


def find_wall(seen: Observation) -> FoundNotice | None:
    """Return the notice that an answer comes from a wall against automated clients, or None."""
    for place in (Place.HEADER, Place.HINT):
        if any(_walls(place).match(f"{name}: {value[:200]}") for name, value in seen.headers):
            return FoundNotice(meaning=Meaning.WALL, place=place)
    words = wall_notice(seen.body) if seen.body else None
    if words is not None:
        return FoundNotice(meaning=Meaning.WALL, place=Place.TITLE, words=words)
    # Walls that only scripts make have no words of their own, or those of the reader's language.
    is_scripted = "<script" in seen.body or "<iframe" in seen.body
    is_wall = is_scripted and _walls(Place.MARKUP).search(_short_source(seen.body).lower()) is not None
    return FoundNotice(meaning=Meaning.WALL, place=Place.MARKUP) if is_wall else None


def find_notice(seen: Observation) -> FoundNotice | None:
    """Return the notice that a successful answer shows instead of what was asked for, or None."""
    for place, texts in (
        (Place.TITLE, _notices(seen.body)),
        (Place.ERROR, _notices(seen.body)),
        (Place.TEXT, [_short_text(seen.body)]),
        (Place.MARKUP, [_short_source(seen.body).lower()]),
        (Place.HOST, [_last_host(seen)]),
    ):
        for text in texts:
            meaning = _meaning(place, text) if text else None
            if meaning is not None and (place is not Place.ERROR or _short_source(seen.body)):
                is_said = place in {Place.TITLE, Place.ERROR, Place.TEXT}
                return FoundNotice(meaning=meaning, place=place, words=text if is_said else "")
    words = gone_notice(seen.body)
    return FoundNotice(meaning=Meaning.MISSING, place=Place.TITLE, words=words) if words is not None else None


def _meaning(place: Place, text: str) -> Meaning | None:
    """Return what a text means where it was found, or None if it is no notice there."""
    if place is Place.HOST:
        return next((notice.meaning for notice in _others(place) if notice.pattern.fullmatch(text)), None)
    # Few titles are notices, so that all patterns are tried at once before each is.
    if place is not Place.MARKUP and not _any_other(place).search(text):
        return None
    return next((notice.meaning for notice in _others(place) if notice.pattern.search(text)), None)


@cache
def _walls(place: Place) -> re.Pattern[str]:
    """Return the pattern of all walls that are recognised in one place."""
    return _combined(notice for notice in _table() if notice.meaning is Meaning.WALL and notice.place is place)


@cache
def _others(place: Place) -> tuple[Notice, ...]:
    return tuple(notice for notice in _table() if notice.meaning is not Meaning.WALL and notice.place is place)


@cache
def _any_other(place: Place) -> re.Pattern[str]:
    return _combined(_others(place))


def _combined(notices: Iterable[Notice]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{notice.pattern.pattern})" for notice in notices), re.IGNORECASE)


def _last_host(seen: Observation) -> str:
    """Return the last host of redirects that leave the site, or an empty string."""
    if not seen.hops:
        return ""
    first, last = host_of(seen.ask.url).removeprefix("www."), host_of(seen.final_url).removeprefix("www.")
    return "" if first == last else last


@cache
def _table() -> tuple[Notice, ...]:
    rows: list[Mapping[str, str]] = read_tables(_PACKAGE, "notices.toml")["notice"]
    places = [next(place for place in Place if place in row) for row in rows]
    return tuple(
        Notice(meaning=Meaning(row["means"]), place=place, pattern=re.compile(row[place], _flags(place)))
        for row, place in zip(rows, places, strict=True)
    )


def _flags(place: Place) -> re.RegexFlag:
    # The sources of pages are long, and are searched quickly for a pattern whose first letters are fixed.
    return re.NOFLAG if place is Place.MARKUP else re.IGNORECASE


@cache
def _number() -> re.Pattern[str]:
    """Return the pattern of the number 404 where it stands for an error."""
    errors = "|".join(language["error"] for language in _languages().values())
    at_the_start = rf"^(?:http\s)?(?:(?:{errors})\W{{0,3}})?404(?![0-9a-z])"
    return re.compile(rf"{at_the_start}|(?:{errors})\W{{0,3}}404\b|\s{_SEPARATOR}\s404\W{{0,2}}$")


@cache
def _gone() -> tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]:
    """Return the signs of each language, and the pattern of its notices of missing pages."""
    return tuple(
        (tuple(language["signs"].split()), re.compile("|".join(_patterns(language))))
        for language in _languages().values()
    )


@cache
def _signs() -> re.Pattern[str]:
    """Return the pattern of the signs of all languages, of which most titles have none."""
    return re.compile("|".join(sorted({re.escape(sign) for signs, _ in _gone() for sign in signs})))


def _find_gone(notice: str) -> re.Match[str] | None:
    """Return where a text says in any language that something is not there, or None."""
    text = notice.lower()
    found = _number().search(text) if "404" in text else None
    if found is not None:
        return found
    if not _signs().search(text):
        return None
    for signs, pattern in _gone():
        if any(sign in text for sign in signs):
            found = pattern.search(text)
            if found is not None:
                return found
    return None


def _languages() -> Mapping[str, Mapping[str, Any]]:
    return read_tables(_PACKAGE, "missing.toml")


def _patterns(language: Mapping[str, Any]) -> Iterator[str]:
    """Yield the patterns of one language: a predicate beside a noun, a predicate alone, phrases."""
    nouns, predicates = (re.sub(r"\n\s*", "", language[name]) for name in ("nouns", "predicates"))
    edge = "" if language.get("unspaced") else r"\b"
    noun, predicate = f"{edge}(?:{nouns}){edge}", f"{edge}(?:{predicates})"
    # A colon, a bar or a full stop separates what is not there from what is said of something else.
    yield f"{noun}[^:;|.]{{0,40}}{predicate}"
    yield f"{predicate}[^:;|.]{{0,25}}{noun}"
    yield rf"(?:^|\s{_SEPARATOR}\s)(?:{predicates})\W{{0,3}}(?:$|\s{_SEPARATOR}\s)"
    if "phrases" in language:
        yield str(language["phrases"])


def _notices(body: str) -> list[str]:
    found = (page_title(body), first_heading(body)) if body else ()
    return [notice for notice in found if notice and len(notice) <= MAX_NOTICE_LENGTH]


def _short_text(body: str) -> str:
    """Return all text of a page if it is short, else an empty string."""
    # Plain text of several lines is a file with a content of its own.
    text = (
        read_outline(body).text
        if "<" in body
        else ""
        if "\n" in body.strip()
        else body[: 2 * MAX_NOTICE_LENGTH].strip()
    )
    return text if len(text) <= MAX_NOTICE_LENGTH else ""


def _short_source(body: str) -> str:
    """Return the source of a page that has little text, else an empty string."""
    return body if "<" in body and len(read_outline(body).text) <= MAX_PARKED_LENGTH else ""
