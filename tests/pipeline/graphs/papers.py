"""Three papers that share concepts, and an engine that counts its calls."""

from collections.abc import Iterable, Iterator
from typing import Any

from papertrace.engine.protocol import ChunkFunction, InlineEngine
from papertrace.model import Concept, Paper

ABSTRACT = "Walrus tracking counts tusks on the ice, and ice drift moves the tusks. We map the herds."


def paper(number: int, **facts: Any) -> Paper:  # noqa: ANN401 - any field of Paper
    concepts = (Concept(key="walrus tracking", label="walrus tracking"), Concept(key="ice drift", label="ice drift"))
    title = f"Walrus Tracking, Part {number}"
    return Paper(id=f"p{number}", title=title, abstract=ABSTRACT, entries=(), concepts=concepts, **facts)


PAPERS = (
    paper(1, date="2021", n_citations=4),
    paper(2, date="2023", n_citations=9),
    paper(3, date="2024", n_citations=1),
)


class CountingEngine(InlineEngine):
    """An engine that counts what it is asked to do."""

    def __init__(self) -> None:
        super().__init__()
        self.n_maps = 0

    def map(self, function: ChunkFunction, chunks: Iterable[bytes], shared: Any = None) -> Iterator[bytes]:  # noqa: ANN401
        """Count a call, and apply the function."""
        self.n_maps += 1
        return super().map(function, chunks, shared)
