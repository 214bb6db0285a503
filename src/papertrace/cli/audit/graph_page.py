"""Where the page of the graph lies, seen from a report of an audit."""

import os
from pathlib import Path
from urllib.parse import quote

NAME = "papers.html"
"""How `papertrace build` calls the page."""
NONE = "none"


def find_graph_page(named: Path | None, report: Path | None) -> str:
    """Return the relative address of the page of the graph, or nothing where there is none.

    Without a name it is the one beside the report, if one lies there. A page that is named need not be there yet; a
    report on standard output is taken to lie in the working folder.

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
