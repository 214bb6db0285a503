"""The order of the stages; nothing else knows it.

Stages are imported where they are used: a command pays for what it runs, and `--help` for nothing.
"""

from papertrace.pipeline.auditing import audit, find_links, judge_links
from papertrace.pipeline.choice import Choice
from papertrace.pipeline.explaining import explain, generate_explanation
from papertrace.pipeline.fixing import (
    generate_patch,
    plan_mending,
    remember_files,
    write_mending,
)
from papertrace.pipeline.graphs import build_graph, draw, write_graph
from papertrace.pipeline.link_collection import Collected, collect_links
from papertrace.pipeline.outputs import Outputs, plan_outputs
from papertrace.pipeline.papers import (
    extract,
    generate_extracted,
    read_listing,
    read_papers,
    sample_path,
    summarise_papers,
)
from papertrace.pipeline.terms import read_terms

__all__ = [
    "Choice",
    "Collected",
    "Outputs",
    "audit",
    "build_graph",
    "collect_links",
    "draw",
    "explain",
    "extract",
    "find_links",
    "generate_explanation",
    "generate_extracted",
    "generate_patch",
    "judge_links",
    "plan_mending",
    "plan_outputs",
    "read_listing",
    "read_papers",
    "read_terms",
    "remember_files",
    "sample_path",
    "summarise_papers",
    "write_graph",
    "write_mending",
]
