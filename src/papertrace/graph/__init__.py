"""Turn papers into a graph: edges with evidence, a backbone, named communities and map coordinates."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from papertrace.graph.build import annotate_outcomes, build_graph
    from papertrace.graph.settings import GraphSettings
    from papertrace.graph.summary import summarise

__all__ = ["GraphSettings", "annotate_outcomes", "build_graph", "summarise"]

_MODULES = {
    "GraphSettings": "papertrace.graph.settings",
    "annotate_outcomes": "papertrace.graph.build",
    "build_graph": "papertrace.graph.build",
    "summarise": "papertrace.graph.summary",
}


def __getattr__(name: str) -> object:
    """Import a public name on first access, because importing networkx and numpy would slow down `--help`."""
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
