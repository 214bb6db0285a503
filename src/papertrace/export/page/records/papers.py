"""What the page says of each paper: its names, publication, links, and the mark of its code."""

import re
from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from papertrace.export.marks import mark_code, mark_paper
from papertrace.export.page.attribute_values import count_of, split_values, year_of
from papertrace.export.page.json_objects import JsonObject
from papertrace.export.page.records.links import Repositories, node_links, outcome_of, paper_links
from papertrace.model import Paper, Verdict
from papertrace.model.papers.facts import DEFINED

_SHOWN = [fact for fact in DEFINED if fact.page]
_read_shown = attrgetter(*(fact.name for fact in _SHOWN))
_MAX_SHORT_NAME = 30  # characters of a label on the map
# A colon, as group 1; one between two letters or numbers that stand alone, as in N:M or 2:4, is read over.
_COLON = re.compile(r"\b(?:[^\W\d]|\d+):(?:[^\W\d]|\d+)\b|(:|：)")  # noqa: RUF001 - the colon of Chinese titles


def short_name(title: str) -> str:
    """Return a title shortened for the map: the name before the colon, or the first words.

    >>> short_name("TopoNet: Learning the Shape of Sparse Scenes")
    'TopoNet'
    >>> short_name("A Survey of Methods for Reading Very Old Weather Maps")
    'A Survey of Methods for…'
    >>> short_name("Efficient N:M Sparse Training")
    'Efficient N:M Sparse Training'
    """
    colon = next((found for found in _COLON.finditer(title) if found[1]), None)
    name = title[: colon.start()].strip() if colon else title
    if len(title) <= _MAX_SHORT_NAME:
        return name or title
    if colon and 1 < len(name) <= _MAX_SHORT_NAME:
        return name
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
    title = (paper.title if paper else "") or str(attrs.get("label") or node)
    title = " ".join(title.split()) or node
    repositories = split_values(attrs.get("repositories"))
    labels = [concept.label for concept in paper.concepts] if paper else split_values(attrs.get("concepts"))
    links = (
        paper_links(paper, by_url, known_repositories) if paper else node_links(attrs, repositories, known_repositories)
    )
    claim = str(paper.claim.state if paper else attrs.get("claim") or "")
    record: JsonObject = {
        "id": node,
        "title": title,
        "short": short_name(title),
        **(_facts_of_paper(paper) if paper else _facts_of_node(attrs)),
        "repositories": repositories,
        "links": links,
        "outcome": outcome_of(attrs, paper, by_url),
        "change": attrs.get("change"),
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
