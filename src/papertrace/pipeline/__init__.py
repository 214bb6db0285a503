"""The order of the stages; nothing else knows it.

Stages are imported where they are used: a command pays for what it runs, and `--help` for nothing.
"""

from papertrace.pipeline.choice import Choice
from papertrace.pipeline.collecting import Collected, collect_links
from papertrace.pipeline.graphs import Outputs, build_graph, draw, plan_outputs, write_graph
from papertrace.pipeline.links import audit, find_links, judge_links
from papertrace.pipeline.papers import (
    extract,
    generate_extracted,
    read_listing,
    read_papers,
    sample_path,
    summarise_papers,
)

__all__ = [
    "Choice",
    "Collected",
    "Outputs",
    "audit",
    "build_graph",
    "collect_links",
    "draw",
    "extract",
    "find_links",
    "generate_extracted",
    "judge_links",
    "plan_outputs",
    "read_listing",
    "read_papers",
    "sample_path",
    "summarise_papers",
    "write_graph",
]
