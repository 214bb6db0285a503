"""Registries of packages, papers and repositories, queried about many links at once before pages are requested.

A registry sends nothing: `plan` returns queries, `read` interprets their answers. To add one, write `<name>.py` with a
`REGISTRY`, and add a row to `REGISTRIES`.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from papertrace.audit.registries import arxiv, doi, github, gitlab, hugging_face, package_index, zenodo
from papertrace.audit.registries.registry import Query, Registry
from papertrace.audit.settings import AuditSettings
from papertrace.model import Ask, Link

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


def plan_queries(
    links: Sequence[Link], settings: AuditSettings, recorded: Collection[Ask] = ()
) -> Iterator[tuple[Registry, Query]]:
    """Yield the queries with their registries; a link that no registry accepts is in none of them.

    Those that `recorded` asks were about are asked about as they were then, the others in queries of their own.
    """
    by_registry: dict[str, list[Link]] = {name: [] for name in REGISTRIES}
    for link in links:
        name = next((name for name, registry in REGISTRIES.items() if registry.suits(link, settings)), None)
        if name is not None:
            by_registry[name].append(link)
    for name, own in by_registry.items():
        registry = REGISTRIES[name]
        for ask in recorded:
            names = registry.names_in(ask.url, settings)
            asked = tuple(link for link in own if registry.name_of(link) in names) if names else ()
            if asked:
                own = [link for link in own if link not in asked]  # noqa: PLW2901 - what is left of it
                yield registry, Query(ask=replace(ask, accept=registry.accept), links=asked)
        for query in registry.plan(own, settings) if own else ():
            yield registry, query


__all__ = ["REGISTRIES", "Query", "Registry", "plan_queries"]
