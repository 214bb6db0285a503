"""What the page says of each paper: its names, publication, links, and the mark of its code."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from string import ascii_lowercase
from typing import Any

from papertrace.export.marks import mark_code, mark_paper
from papertrace.export.page.attribute_values import count_of, split_values, year_of
from papertrace.export.page.json_objects import JsonObject
from papertrace.export.page.records.links import Repositories, node_links, outcome_of, paper_links
from papertrace.model import Paper, Verdict
from papertrace.model.papers.facts import DEFINED, parts_for_bibtex, read_author

_SHOWN = [fact for fact in DEFINED if fact.page]
_read_shown = attrgetter(*(fact.name for fact in _SHOWN))
_MAX_SHORT_NAME = 30  # characters of a label on the map
_MAX_OF_KEY = 30  # letters of the family name and of the title in a key
_LITTLE_WORDS = frozenset({"a", "an", "the", "on", "of", "for"})
_MAX_NAME_WORDS = 3  # of a system
_MAX_FAMILY_NAME = 18  # characters; longer ones are cut
_MAX_BY = _MAX_SHORT_NAME - len(" 2000")  # of two family names
# A colon, as group 1; one between two letters or numbers that stand alone, as in N:M or 2:4, is read over.
_COLON = re.compile(r"\b(?:[^\W\d]|\d+):(?:[^\W\d]|\d+)\b|(:|：)")  # noqa: RUF001 - the colon of Chinese titles


# What stands before a colon and says of what kind a paper is, not how its system is called.
_GENRES = frozenset(
    (
        *("abstract", "commentary", "correction", "demo", "demonstration", "editorial", "erratum", "introduction"),
        *("keynote", "opinion", "overview", "panel", "poster", "preface", "review", "survey", "tutorial", "viewpoint"),
        "workshop",
    )
)


def short_name(title: str, authors: Sequence[str] = (), year: int | None = None) -> str:
    """Return a name for the map: that of the paper's system, else author and year, else the first words of its title.

    >>> short_name("TopoNet: Learning the Shape of Sparse Scenes", ["Ada Lindqvist"], 2021)
    'TopoNet'
    >>> short_name("Poster: Efficient N:M Sparse Training", ["Ada Lindqvist", "Bram de Wit"], 2021)
    'Lindqvist & de Wit 2021'
    >>> short_name("A Survey of Methods for Reading Very Old Weather Maps")
    'A Survey of Methods for…'
    """
    colon = next((found for found in _COLON.finditer(title) if found[1]), None)
    name = title[: colon.start()].strip() if colon else title
    if colon and 1 < len(name) <= _MAX_SHORT_NAME and (not authors or _is_of_system(name, title)):
        return name
    if authors:
        return _author_and_year(authors, year)
    if len(title) <= _MAX_SHORT_NAME:
        return name or title
    words = title[: 4 * _MAX_SHORT_NAME].split()
    kept: list[str] = []
    for word in words:
        if kept and len(" ".join((*kept, word))) > _MAX_SHORT_NAME - 1:
            break
        kept.append(word[:_MAX_SHORT_NAME])
    name = " ".join(kept)
    while kept and kept[-1].casefold() in {"a", "an", "and", "the", "of", "in", "on", "to", "with", "via"}:
        kept.pop()
    return name if len(name) == len(title) else (" ".join(kept) or name) + "…"


def _is_of_system(name: str, title: str) -> bool:
    """Return whether what stands before the colon of a title names a system: a word, or some of which one is coined."""
    words = name.split()
    if len(words) == 1:
        return name.casefold() not in _GENRES
    is_coined = any(sign.isupper() or sign.isdigit() for word in words for sign in word[1:])
    return len(words) <= _MAX_NAME_WORDS and is_coined and not title.isupper()


def _author_and_year(authors: Sequence[str], year: int | None) -> str:
    """Return the family names of two authors, or of the first of more, and the year.

    >>> _author_and_year(["Ito A.", "TIGER Collaboration"], 2021), _author_and_year(["Ada Örn"] * 3, None)
    ('Ito & TIGER Collaboration 2021', 'Örn et al.')
    """
    families = [read_author(name).family for name in authors]
    if len(families) > 2:  # noqa: PLR2004 - two are both named
        by = f"{_cut(families[0], _MAX_FAMILY_NAME)} et al."
    elif len(by := " & ".join(families)) > _MAX_BY:
        by = " & ".join(
            _cut(family, (_MAX_BY - len(" & ")) // 2 if families[1:] else _MAX_FAMILY_NAME) for family in families
        )
    return f"{by} {year}" if year else by


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def add_keys(records: Sequence[JsonObject]) -> None:
    """Add to each paper its key as a reference: first author, year, first word of the title; a second gets a number.

    >>> records = [{"title": "The Deep Sea", "authors": ["Örn A."], "year": 2020} for _ in range(2)]
    >>> add_keys(records)
    >>> [record["key"] for record in records]
    ['orn2020deep', 'orn2020deep-2']
    """
    counts: dict[str, int] = {}
    for record in records:
        first = next(iter(record.get("authors", ())), "")
        words = (ascii_word(word) for word in record["title"].split())
        word = next((word for word in words if word[:1].isalpha() and word not in _LITTLE_WORDS), "")
        family = ascii_word(read_author(first).family) if first else ""
        key = f"{family[:_MAX_OF_KEY]}{record.get('year', '')}{word[:_MAX_OF_KEY]}" or "paper"
        counts[key] = counts.get(key, 0) + 1
        record["key"] = key if counts[key] == 1 else f"{key}-{counts[key]}"


def ascii_word(text: str) -> str:
    """Return the ASCII letters and digits of a text in lower case, without accents."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]", "", plain)


def bibtex_names(records: Iterable[JsonObject]) -> dict[str, Sequence[str]]:
    """Return the parts of the names that BibTeX would not read as they are printed, by name."""
    names = sorted({name for record in records for name in record.get("authors", ())})
    return {name: parts for name in names if (parts := parts_for_bibtex(name))}


def tell_apart(records: Sequence[JsonObject]) -> None:
    """Add letters to the names of papers that have the same author and year, as references do: Chen 2014a."""
    same: dict[str, list[JsonObject]] = {}
    for record in records:
        if record.get("authors") and record["short"].endswith(f" {record.get('year')}"):
            same.setdefault(record["short"], []).append(record)
    for among in same.values():
        for number, record in enumerate(among if len(among) > 1 else ()):
            record["short"] += _letters(number)


def _letters(number: int) -> str:
    """Return a, b, … z, aa, ab and so on."""
    rest, last = divmod(number, len(ascii_lowercase))
    return (_letters(rest - 1) if rest else "") + ascii_lowercase[last]


def paper_record(
    node: str,
    attrs: Mapping[str, Any],
    paper: Paper | None,
    by_url: Mapping[str, Verdict],
    *,
    found: tuple[dict[str, int], Repositories],
) -> JsonObject:
    """Return the data of one paper; its concepts and repositories are added to those `found` so far."""
    concepts, known_repositories = found
    title = (paper.title if paper else "") or str(attrs.get("title") or attrs.get("label") or node)
    title = " ".join(title.split()) or node
    repositories = split_values(attrs.get("repositories"))
    labels = split_values(attrs.get("concepts"))
    if paper:
        best = [concept.label for concept in paper.concepts]
        shown = {" ".join(label.replace("|", "/").split()) for label in best}
        labels = best + [label for label in labels if label not in shown]
    links = (
        paper_links(paper, by_url, known_repositories) if paper else node_links(attrs, repositories, known_repositories)
    )
    claim = str(paper.claim.state if paper else attrs.get("claim") or "")
    facts = _facts_of_paper(paper) if paper else _facts_of_node(attrs)
    authors, year = facts.get("authors") or (), facts.get("year")
    short = short_name(title, authors, year)
    by = _author_and_year(authors, year) if authors else ""
    record: JsonObject = {
        "id": node,
        "title": title,
        "short": short,
        "by": by if by != short else "",
        **facts,
        "repositories": repositories,
        "links": links,
        "outcome": outcome_of(attrs, paper, by_url),
        "change": attrs.get("change"),
        "main": count_of(attrs.get("main_path")),
        "is_new": attrs.get("new") == "yes" or None,
        "claim": claim,
        "sentence": paper.claim.sentence if paper else "",
        "mark": mark_paper(paper, by_url) if paper else mark_code(claim, [""] * len(repositories)),
        "concepts": list(dict.fromkeys(concepts.setdefault(label, len(concepts)) for label in labels)),
    }
    return {key: value for key, value in record.items() if value not in (None, "", [])} | {
        "id": node,
        "title": title,
        "short": record["short"],
        "concepts": record["concepts"],
        "links": links,
    }


def _facts_of_paper(paper: Paper) -> JsonObject:
    """Return the facts that the page shows; lists as lists of texts."""
    values = zip(_SHOWN, _read_shown(paper), strict=True)
    return {fact.page: list(map(str, value)) if fact.kind is tuple else value for fact, value in values}


def _facts_of_node(attrs: Mapping[str, Any]) -> JsonObject:
    """Return those of the facts that the node of a graph has."""
    facts: JsonObject = {}
    for fact in _SHOWN:
        value = attrs.get(fact.attribute)
        if fact.kind is int:
            facts[fact.page] = year_of(value) if fact.name == "year" else count_of(value)
        else:
            facts[fact.page] = split_values(value) if fact.kind is tuple else str(value or "")
    return facts
