"""How large the page of a large graph will be, for a warning before it is written."""

from collections.abc import Sequence

from papertrace.export.page.shortening import MAX_BYTES
from papertrace.model.graphs import GraphColumns

MIN_PAPERS = 20_000
"""The number of papers above which the size is worth a warning: a browser needs many seconds to open such a page."""

# Fitted to pages of 1,000 and 5,000 made-up papers with abstracts, of 1.2 and 5.2 MB, whose data are compressed: within
# a tenth. The program and the style of a small page have 0.32 MB, the list that is read without scripts up to 0.08.
_EMPTY = 400_000
_PER_CHARACTER = 1.28
_NUMBER_LENGTH = 6
_WITHOUT_ABSTRACTS = 0.27  # of the size, in a page of 5,000 such papers


def estimate_bytes(graph: GraphColumns) -> int:
    """Return about how many bytes the page of a graph has, from the lengths of its attributes."""
    columns = (*graph.nodes.columns.values(), *graph.edges.columns.values())
    return _EMPTY + round(_PER_CHARACTER * sum(map(_length, columns)))


def describe_size(graph: GraphColumns) -> str | None:
    """Return a sentence on the size of the page if it is large, else None.

    >>> from papertrace.model.graphs import Table
    >>> none = Table()
    >>> describe_size(GraphColumns(ids=[], nodes=none, first=[], second=[], keys=[], edges=none, facts={})) is None
    True
    """
    n_papers = int(graph.facts.get("n_papers", 0))
    if n_papers <= MIN_PAPERS:
        return None
    size = estimate_bytes(graph)
    if size <= MAX_BYTES:
        said = f"about {size / 1e6:,.0f} MB"
    elif size * _WITHOUT_ABSTRACTS <= MAX_BYTES:
        said = f"about {MAX_BYTES / 1e6:,.0f} MB, with abstracts shortened if they need more"
    else:
        said = f"about {size * _WITHOUT_ABSTRACTS / 1e6:,.0f} MB, without abstracts"
    return f"a page of {n_papers:,} papers will have {said}; --to graphml,csv writes no page"


def _length(values: Sequence[object]) -> int:
    """Return the number of characters of a column, with a separator for each value."""
    return sum(
        0 if value is None else 1 + (len(value) if isinstance(value, str) else _NUMBER_LENGTH) for value in values
    )
