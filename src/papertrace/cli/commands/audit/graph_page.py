"""The link from a report of an audit to the page of the graph."""

import os
from pathlib import Path
from urllib.parse import quote

NAME = "papers.html"
"""The file name of the page that `papertrace build` writes."""
NONE = "none"


def find_graph_page(named: Path | None, report: Path | None) -> str:
    """Return the URL of the page of the graph, relative to the report, or "" without a page.

    If no page is named, it is the one in the folder of the report, if it exists. A named page need not exist yet; a
    report on standard output counts as a file in the working folder.

    >>> find_graph_page(Path("graphs/my papers.html"), Path("graphs/audit.html"))
    'my%20papers.html'
    """
    folder = report.parent if report and str(report) != "-" else Path()
    if named is None:
        return NAME if report and str(report) != "-" and (folder / NAME).is_file() else ""
    if str(named) == NONE:
        return ""
    relative = os.path.relpath(named, folder)
    # A first segment with a colon would be read as a scheme.
    return quote(Path(relative).as_posix().encode("utf-8", "surrogateescape"), safe="/")
