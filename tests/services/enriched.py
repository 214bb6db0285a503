"""A made-up listing, enriched from the loopback server, and its citations as numbers of works."""

from collections.abc import Sequence
from pathlib import Path

from tests.services.server import Services
from tests.services.world import World

import papertrace
from papertrace import EnrichSettings, Paper
from papertrace.enrich.settings import override_endpoints


def settings_for(server: Services, /, **changes: object) -> EnrichSettings:
    """Return settings that ask the loopback server, and do not wait long."""
    given: dict[str, object] = {
        "endpoints": override_endpoints(server.registries()),
        "allow_networks": ("127.0.0.0/8",),
        "backoff_s": 0.01,
        "stagger_s": 0.01,
    }
    return EnrichSettings(**{**given, **changes})  # type: ignore[arg-type]  # names of settings


def write_listing(world: World, path: Path) -> list[Paper]:
    """Write the listing of a world, and return its papers."""
    path.write_text(world.bibtex(), "utf-8")
    return list(papertrace.extract_papers([path]))


def numbers_of(world: World, papers: Sequence[Paper]) -> dict[str, int]:
    """Return the number of the listed work that each paper is, by the lines that print it."""
    starts, line = {}, 1
    for listed in world.listed:
        starts[line] = listed.work.number
        line += listed.bibtex().count("\n") + 1
    return {paper.id: starts[entry.span.line] for paper in papers for entry in paper.entries if entry.added is None}


def citations(world: World, papers: Sequence[Paper]) -> set[tuple[int, int]]:
    """Return the citations among listed works that the papers have."""
    numbers = numbers_of(world, papers)
    return {(numbers[paper.id], numbers[name]) for paper in papers for name in paper.references if name in numbers}
