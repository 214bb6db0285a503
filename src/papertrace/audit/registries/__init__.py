"""Registries of packages, papers and repositories, queried about many links at once before pages are requested.

A registry sends nothing: `plan` returns queries, `read` interprets their answers. To add one, write `<name>.py` with a
`REGISTRY`, and add a row to `REGISTRIES`.
"""

from collections.abc import Iterator, Sequence

from papertrace.audit.registries import arxiv, doi, github, gitlab, hugging_face, package_index, zenodo
from papertrace.audit.registries.registry import Query, Registry
from papertrace.audit.settings import AuditSettings
from papertrace.model import Link

REGISTRIES: dict[str, Registry] = {
    "github": github.REGISTRY,
    "gitlab": gitlab.REGISTRY,
    "doi": doi.REGISTRY,
    "arxiv": arxiv.REGISTRY,
    "hugging_face": hugging_face.REGISTRY,
    "zenodo": zenodo.REGISTRY,
    "package_index": package_index.REGISTRY,
}
"""The registries by name, in the order in which they are tried."""


def plan_queries(links: Sequence[Link], settings: AuditSettings) -> Iterator[tuple[Registry, Query]]:
    """Yield the queries with their registries; a link that no registry accepts is in none of them."""
    by_registry: dict[str, list[Link]] = {name: [] for name in REGISTRIES}
    for link in links:
        name = next((name for name, registry in REGISTRIES.items() if registry.suits(link, settings)), None)
        if name is not None:
            by_registry[name].append(link)
    for name, own in by_registry.items():
        registry = REGISTRIES[name]
        for query in registry.plan(own, settings) if own else ():
            yield registry, query


__all__ = ["REGISTRIES", "Query", "Registry", "plan_queries"]
