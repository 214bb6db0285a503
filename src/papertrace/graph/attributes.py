"""What nodes and edges carry: plain scalars that every graph format can hold.

Lists are one text with `|` between the items, because no column of GraphML, GEXF or CSV holds a list; a `|` inside
an item becomes `/`. Text is as printed: what a format cannot hold is for its writer to escape or leave out.
"""

import re
from collections.abc import Iterable, Sequence

from papertrace.graph.layers.repositories import linked_repositories
from papertrace.model import Edge, EdgeKind, LinkKind, LinkRole, NodeKind, Paper

Scalar = str | int | float

DIRECTED = frozenset({EdgeKind.MENTION, EdgeKind.CITATION})
"""The kinds whose edges lead from one paper to the other; they carry `tail` and `head`.

Not `source` and `target`: pandas, node-link JSON and edge lists have columns of these names for the ends of every
edge, and networkx refuses to make such a table of edges that carry them as attributes.
"""

_SPACES = re.compile(r"[ \t\r\n]+")
_MAX_LABEL_LENGTH = 60
# Where a reader wants to go first: the code, then what shows it.
_OWN_KINDS = (LinkKind.REPOSITORY, LinkKind.PROJECT_PAGE, LinkKind.CODE)


def join_items(items: Iterable[str]) -> str:
    """Return the items as one text with `|` between them, without empty ones.

    >>> join_items(["gaussian splatting", "a|b", ""])
    'gaussian splatting|a/b'
    """
    return "|".join(item.replace("|", "/") for item in items if item)


def paper_attributes(paper: Paper) -> dict[str, Scalar]:
    """Return what a paper says of itself, as node attributes; `year` is left out where it is not printed."""
    attributes: dict[str, Scalar] = {"label": plain_label(paper.title) or paper.id, "kind": str(NodeKind.PAPER)}
    if paper.year is not None:
        attributes["year"] = paper.year
    attributes |= {
        "authors": join_items(plain_label(author) for author in paper.authors),
        "url": main_url(paper),
        "repositories": join_items(f"{ref.host}/{ref.slug}" for ref in linked_repositories(paper, others=False)),
        "concepts": join_items(concept.label or concept.key for concept in paper.concepts),
        "claim": str(paper.claim.state),
        "outcome": "",
    }
    return attributes


def plain_label(text: str) -> str:
    r"""Return a text on one line, without spaces around it.

    >>> plain_label(" Atlas:\n of  it")
    'Atlas: of it'
    """
    return _SPACES.sub(" ", text).strip()


def edge_attributes(edge: Edge, key: str) -> dict[str, Scalar]:
    """Return an edge between two papers as attributes; those with a direction say where they lead."""
    attributes = describe_edge(edge.kind, edge.weight, edge.evidence, key)
    if edge.kind in DIRECTED:
        attributes |= {"tail": edge.source, "head": edge.target}
    return attributes


def describe_edge(kind: str, weight: float, evidence: Sequence[str], key: str) -> dict[str, Scalar]:
    """Return what every edge carries; `label` is the evidence, shortened to what a map has room for."""
    reasons = [plain_label(reason) for reason in evidence]
    return {
        "kind": str(kind),
        "weight": round(weight, 4),
        "label": _shortened(reasons),
        "interaction": str(kind),
        "evidence": join_items(reasons),
        "edge_key": key,
    }


def main_url(paper: Paper) -> str:
    """Return the address that stands for a paper: its own code or page, else arXiv or DOI, else nothing.

    Only http and https count: a listing may hold any scheme, and programs open what this attribute holds.
    """
    own = [link for link in paper.links if link.role is LinkRole.OWN and link.url.startswith(("https://", "http://"))]
    for kind in _OWN_KINDS:
        for link in own:
            if link.kind is kind:
                return link.url
    addresses = (*paper.identifiers.addresses(), *(link.url for link in own))
    return next(iter(addresses), "")


def _shortened(reasons: Sequence[str]) -> str:
    """Return the first reasons as long as they fit; a sentence is cut."""
    text = reasons[0]
    for reason in reasons[1:]:
        if len(text) + 2 + len(reason) > _MAX_LABEL_LENGTH:
            break
        text = f"{text}, {reason}"
    return text if len(text) <= _MAX_LABEL_LENGTH else text[: _MAX_LABEL_LENGTH - 1].rstrip() + "…"
