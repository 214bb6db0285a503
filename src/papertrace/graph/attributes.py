"""Attributes of nodes and edges: plain scalars that every graph format can represent.

Lists are joined into one string with `|`, because no column of GraphML, GEXF or CSV holds a list; a `|` inside an
item becomes `/`. Text is kept as printed, but for formulas in TeX, which no program that reads a graph renders: each
writer escapes or drops what its format cannot represent.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, cast

from papertrace.graph.layers import linked_repositories
from papertrace.model import Edge, EdgeKind, LinkKind, LinkRole, NodeKind, Paper
from papertrace.model.mathematics import show_mathematics
from papertrace.model.papers.facts import DEFINED, NOTHING, Fact

Scalar = str | int | float

DIRECTED = frozenset({EdgeKind.MENTION, EdgeKind.CITATION})
"""The kinds of directed edges, which carry `tail` and `head`.

Not `source` and `target`: pandas, node-link JSON and edge lists use columns of these names for the ends of every edge,
and networkx refuses to build such a table from edges that have them as attributes.
"""

_SHARING = frozenset({EdgeKind.CO_CITATION, EdgeKind.COUPLING})

_ON_ALL = [fact for fact in DEFINED if fact.is_on_all_papers]
_read_all = attrgetter(*(fact.name for fact in _ON_ALL))
# Numbers first, so that tables begin with them.
_WHERE_KNOWN = sorted(
    (fact for fact in DEFINED if fact.attribute and not fact.is_on_all_papers), key=lambda fact: fact.kind is not int
)
_read_known = attrgetter(*(fact.name for fact in _WHERE_KNOWN))

FACTS = (*_WHERE_KNOWN, *_ON_ALL)
"""The facts that nodes of papers have as attributes, in the order in which nodes have them."""

_SPACES = re.compile(r"[ \t\r\n]+")
_MAX_LABEL_LENGTH = 60
# In the order of interest to a reader: first the code, then pages about it.
_OWN_KINDS = (LinkKind.REPOSITORY, LinkKind.PROJECT_PAGE, LinkKind.CODE)


def join_items(items: Iterable[str]) -> str:
    """Join the non-empty items with `|`.

    >>> join_items(["gaussian splatting", "a|b", ""])
    'gaussian splatting|a/b'
    """
    return "|".join([item.replace("|", "/") for item in items if item])


def paper_attributes(paper: Paper) -> dict[str, Scalar]:
    """Return the node attributes that follow from a paper alone; those that are not known are missing.

    `title` is for reading, `label` for drawing: the title, cut where it is long.
    """
    title = plain_label(paper.title) or paper.id
    attributes: dict[str, Scalar] = {"label": _shortened([title]), "title": title, "kind": str(NodeKind.PAPER)}
    known = zip(_WHERE_KNOWN, _read_known(paper), strict=True)
    attributes |= {fact.attribute: _as_scalar(fact, value) for fact, value in known if value not in NOTHING}
    if paper.references:
        attributes["n_references"] = len(paper.references)
    if paper.added is not None and paper.added.is_open_access is not None:
        attributes["open_access"] = paper.added.is_open_access
    attributes |= {
        **{fact.attribute: _as_scalar(fact, value) for fact, value in zip(_ON_ALL, _read_all(paper), strict=True)},
        "url": main_url(paper),
        "repositories": join_items(f"{ref.host}/{ref.slug}" for ref in linked_repositories(paper, others=False)),
        "concepts": join_items(plain_label(concept.label or concept.key) for concept in paper.concepts),
        "claim": str(paper.claim.state),
        "outcome": "",
    }
    return attributes


def _as_scalar(fact: Fact, value: Any) -> Scalar:  # noqa: ANN401 - of the type that the definition says
    if fact.is_verbatim or fact.kind is int:
        return cast("Scalar", value)
    return plain_label(value or "") if fact.kind is str else join_items(map(plain_label, value))


@lru_cache(maxsize=16_384)  # Papers have the same concepts, authors and venues.
def plain_label(text: str) -> str:
    r"""Return a text on one line, its formulas in plain characters where there are some for all of a formula.

    >>> plain_label(" Atlas:\n of  $\\pi_{0}$")
    'Atlas: of π₀'
    """
    return _SPACES.sub(" ", show_mathematics(text)).strip()


def edge_attributes(edge: Edge, key: str) -> dict[str, Scalar]:
    """Return the attributes of an edge between two papers; directed edges have `tail` and `head`."""
    attributes = describe_edge(edge.kind, edge.weight, edge.evidence, key)
    if edge.kind in DIRECTED:
        attributes |= {"tail": edge.source, "head": edge.target}
    if edge.kind in _SHARING:
        attributes["n_shared"] = len(edge.evidence)
    return attributes


def describe_edge(kind: str, weight: float, evidence: Sequence[str], key: str) -> dict[str, Scalar]:
    """Return the attributes common to all edges; `label` is the evidence, shortened to fit on a map."""
    label, reasons = _print_reasons(tuple(evidence))
    return {
        "kind": str(kind),
        "weight": round(weight, 4),
        "label": label,
        "interaction": str(kind),
        "evidence": reasons,
        "edge_key": key,
    }


@lru_cache(maxsize=4_096)  # All citations of a paper, which follow one another, have the same reason.
def _print_reasons(evidence: tuple[str, ...]) -> tuple[str, str]:
    reasons = [plain_label(reason) for reason in evidence]
    label, joined = _shortened(reasons), join_items(reasons)
    return label, label if label == joined else joined


def main_url(paper: Paper) -> str:
    """Return the main URL of a paper: its own code or page, else arXiv or DOI, else an empty string.

    Only http and https count: a listing may contain any scheme, and programs open the URL in this attribute.
    """
    own = [link for link in paper.links if link.role is LinkRole.OWN and link.url.startswith(("https://", "http://"))]
    for kind in _OWN_KINDS:
        for link in own:
            if link.kind is kind:
                return link.url
    addresses = (*paper.identifiers.addresses(), *(link.url for link in own))
    return next(iter(addresses), "")


def _shortened(reasons: Sequence[str]) -> str:
    """Return as many of the first reasons as fit; truncate the first one if it alone is too long."""
    text = reasons[0]
    for reason in reasons[1:]:
        if len(text) + 2 + len(reason) > _MAX_LABEL_LENGTH:
            break
        text = f"{text}, {reason}"
    return text if len(text) <= _MAX_LABEL_LENGTH else text[: _MAX_LABEL_LENGTH - 1].rstrip() + "…"
