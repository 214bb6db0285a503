"""Trace papers to their code, their ideas and one another.

>>> import papertrace
>>> papers = list(papertrace.extract([papertrace.sample_path()]))
>>> len(papers)
215
>>> graph = papertrace.build_graph(papers)
>>> graph.number_of_nodes()
215
"""

# Two public functions are named like the stages that do their work. Python binds a subpackage to its name here when it
# is first imported, so that comes first; what is bound below stays.
import papertrace.audit
import papertrace.extract  # noqa: F401 (bound anew below)

# isort: split
from papertrace.errors import (
    CassetteError,
    ExportError,
    ListingError,
    NetworkDownError,
    PapertraceError,
    StoreError,
)
from papertrace.model import (
    Claim,
    Concept,
    Entry,
    Link,
    Mention,
    Outcome,
    Paper,
    Problem,
    RepoRef,
    Span,
    Verdict,
)
from papertrace.pipeline import (
    audit,
    build_graph,
    extract,
    find_links,
    read_listing,
    read_papers,
    sample_path,
    write_graph,
)

__version__ = "0.1.0"

__all__ = [
    "CassetteError",
    "Claim",
    "Concept",
    "Entry",
    "ExportError",
    "Link",
    "ListingError",
    "Mention",
    "NetworkDownError",
    "Outcome",
    "Paper",
    "PapertraceError",
    "Problem",
    "RepoRef",
    "Span",
    "StoreError",
    "Verdict",
    "audit",
    "build_graph",
    "extract",
    "find_links",
    "read_listing",
    "read_papers",
    "sample_path",
    "write_graph",
]
