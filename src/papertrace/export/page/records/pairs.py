"""The linked pairs of papers on the page, with the reasons for each."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from papertrace.export.page.attribute_values import finite_number, split_values
from papertrace.export.page.json_objects import JsonObject
from papertrace.model import EdgeKind
from papertrace.model.graphs import GraphColumns
from papertrace.model.identifiers import address_of

LINKS_AT_REST = 2
"""The number of links of each paper, the strongest, that page and picture draw where there are many."""

_WORK_KINDS = {EdgeKind.COUPLING, EdgeKind.CO_CITATION}  # kinds of edges whose evidence is works


def linked_pairs(columns: GraphColumns, positions: Mapping[int, int], index: Mapping[str, int]) -> list[JsonObject]:
    """Return one item per linked pair, in the order of the papers, with every reason, its evidence and the sum of weights.

    `positions` are those of the papers by the numbers of their nodes, `index` by their ids.
    """
    kinds = list(EdgeKind)
    pairs: dict[tuple[int, int], list[JsonObject]] = {}
    known: dict[str, list[str]] = {}  # All that cite a paper say the same of it.
    for first, second, attrs in zip(columns.first, columns.second, columns.edges.rows(), strict=True):
        if first not in positions or second not in positions:
            continue
        start, end = positions[first], positions[second]
        kind = str(attrs.get("kind", "link"))
        evidence = split_values(attrs.get("evidence")) or split_values(attrs.get("label"))
        if len(evidence) == 1:
            evidence = known.setdefault(evidence[0], evidence)
        reason = {"kind": kind, "weight": finite_number(attrs.get("weight"), 1.0), "evidence": evidence}
        if "tail" in attrs and (tail := index.get(str(attrs["tail"]))) is not None:
            reason["tail"] = tail  # the paper that names or cites the other
        if start != end:
            pairs.setdefault((min(start, end), max(start, end)), []).append(reason)

    def rank(reason: JsonObject) -> tuple[float, int, str]:
        kind = reason["kind"]
        return (-reason["weight"], kinds.index(kind) if kind in kinds else len(kinds), kind)

    for reasons in pairs.values():
        reasons.sort(key=rank)
    return [
        {"from": start, "to": end, "weight": _sum(reasons), "reasons": reasons}
        for (start, end), reasons in sorted(pairs.items(), key=lambda item: item[0])
    ]


def _sum(reasons: Iterable[JsonObject]) -> float:
    return round(math.fsum(reason["weight"] for reason in reasons), 4)



def resting_pairs(pairs: Sequence[JsonObject], papers: Sequence[JsonObject]) -> list[JsonObject]:
    """Return the linked pairs that a map draws while nothing is selected, strongest first.

    These are all pairs where they are few, else the strongest of each paper. Of equally strong ones, as all citations
    are, the one with the paper of the strongest links comes first. `map.js` chooses in the same way among what
    filters leave.
    """

    def rank(pair: JsonObject) -> tuple[float, float]:
        return -pair["weight"], -max(papers[pair[end]].get("weight", 0.0) for end in ("from", "to"))

    ranked = sorted(pairs, key=rank)
    if len(pairs) <= LINKS_AT_REST * len(papers):
        return ranked
    counts: Counter[int] = Counter()
    kept: list[JsonObject] = []
    for pair in ranked:
        if min(counts[pair["from"]], counts[pair["to"]]) < LINKS_AT_REST:
            kept.append(pair)
        counts.update((pair["from"], pair["to"]))
    return kept


def addresses_of_works(edges: Iterable[JsonObject]) -> dict[str, str]:
    """Return the addresses of the shared works that are known by an identifier alone, by their names."""
    reasons = (reason for edge in edges for reason in edge["reasons"] if reason["kind"] in _WORK_KINDS)
    names = sorted({name for reason in reasons for name in reason["evidence"]})
    return {name: address for name in names if (address := address_of(name))}
