"""A graph as one HTML file that works offline and makes no requests.

Texts from listings are treated as hostile. They are embedded as JSON in a data block, the scripts insert them as text
nodes, and a Content-Security-Policy allows only the page's scripts and style sheet, by hash, so that nothing else runs
and nothing is fetched even if a text were injected.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.errors import ExportError
from papertrace.export.marks import NAMES, OF_OUTCOMES, SHAPES
from papertrace.export.page import embedding, scripts
from papertrace.export.page.data import missing_works, page_data, paper_nodes, shown_abstracts, summary, view_data
from papertrace.export.page.embedding import JsonObject, escape_markup, to_json
from papertrace.export.page.marks import shading
from papertrace.export.page.packing import PACKED_ABOVE, first_sight, pack_abstracts, pack_within_size, zip_values
from papertrace.files import atomic_text
from papertrace.model import Paper, Verdict
from papertrace.model.content_policy import content_policy
from papertrace.model.graphs import GraphColumns, to_columns
from papertrace.model.text import fit_for_xml

if TYPE_CHECKING:
    import networkx as nx

_TEMPLATES = resources.files("papertrace.export.page") / "templates"

_POINT = " · "
_STYLES = ("page.css", "overview.css", "views.css", "reading.css", "changes.css", "access.css", "print.css")

_MAKER = "papertrace"
_MARKUP = 20_000  # bytes of the page that are neither data, style nor script, at most
_MAX_DRAGGED_LINKS = 2000  # more are hidden while the map is dragged, to keep it responsive


def write_html(
    graph: "nx.MultiGraph[str] | GraphColumns",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
    color_by: str | None = None,
    size_by: str | None = None,
) -> None:
    """Write a graph as a page to read, search and filter; the file needs neither a network nor other files.

    `graph` has the attributes of `build_graph` on nodes and edges and is not modified. `papers` adds data that a graph
    does not hold: authors, dates, links, the sentence behind a claim. `verdicts` adds the results of a link audit.
    `color_by` and `size_by` are what colours and sizes of marks say at first: `community`, `year`, `citations`, `code`,
    `audit`, `links`, `type`, `venue`, `organisation`, or an attribute of the nodes. The same arguments give the same
    bytes.

    Raises
    ------
    ExportError
        If no paper has what `color_by` or `size_by` names, or the file cannot be written; no partial file is left then.
    """
    text = generate_html(graph, papers=papers, verdicts=verdicts, title=title, color_by=color_by, size_by=size_by)
    with atomic_text(path) as file:
        file.write(text)


def generate_html(
    graph: "nx.MultiGraph[str] | GraphColumns",
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
    color_by: str | None = None,
    size_by: str | None = None,
    data: JsonObject | None = None,
) -> str:
    """Return the page of `write_html` as text; `data` are those of `page_data` where they are known already."""
    title = fit_for_xml(title)
    columns = to_columns(graph)
    data = page_data(columns, papers, verdicts) if data is None else data
    abstracts = shown_abstracts(data, papers)
    data = data | view_data(data, abstracts)
    data |= {"hides_links": len(data["edges"]) > _MAX_DRAGGED_LINKS, "title": title}
    data |= {"shapes": SHAPES, "marks": NAMES, "outcome_marks": {str(key): mark for key, mark in OF_OUTCOMES.items()}}
    _, attributes = paper_nodes(columns)
    data["shades"] = shading(data["papers"], attributes, color_by=color_by, size_by=size_by)
    if missing := missing_works(papers):
        data["missing"] = missing
    return fill_page(data, abstracts, title=title)


def fill_page(data: JsonObject, abstracts: Sequence[str], *, title: str) -> str:
    """Return the page of data that are complete, and of the abstracts of their papers; `title` is fit for XML."""
    main, theme = (_inline(scripts.page_script(entry)) for entry in (scripts.ENTRY, scripts.THEME))
    style = "".join(_template(name) for name in _STYLES)
    maker = "" if title == _MAKER else f'<span class="maker">{_MAKER}</span>\n    '
    is_large = bool(data.get("discs"))  # beyond any doubt, so that its text need not be made
    text = "" if is_large else to_json(data)
    is_packed = is_large or len(text) > PACKED_ABOVE
    # The first script draws what is before it while the rest is read.
    first = _inline(scripts.page_script(scripts.UNPACKING if is_packed else scripts.SEEING))
    if is_packed:
        theme, style, first = embedding.plain_script(theme), embedding.plain_style(style), embedding.plain_script(first)
        program = zip_values([main])
        packed = pack_within_size(data, abstracts, n_others=sum(map(len, (first, program, style, theme))) + _MARKUP)
        kept = packed.abstracts
        # Scripts are allowed by their hashes, so those that are compressed may be inserted as they are.
        blocks = [
            _block("places", packed.places),
            f"<script>{first}</script>",
            _block("program", program),
            _block("packed", packed.data),
        ]
    else:
        kept = pack_abstracts(abstracts)
        blocks = [
            f'<script type="application/json" id="places">{to_json(first_sight(data))}</script>',
            f"<script>{first}</script>",
            f'<script type="application/json" id="data">{text}</script>',
            f"<script>{main}</script>",
        ]
    blocks += [_block("abstracts", kept)] if kept else []
    one, several = map(escape_markup, data.get("node", ("paper", "papers")))
    page = _fill(
        _template("page.html"),
        {
            "title": escape_markup(title),
            "maker": maker,
            "summary": _parted(summary(data)),
            "policy": escape_markup(content_policy(scripts=[theme, first, main], style=style, images="data: blob:")),
            "style": style,
            "theme": theme,
            "list": embedding.plain_list(data["papers"], several),
            "node": one,
            "fields": "Name" if "node" in data else "Title, author, concept, abstract",
            "nodes": several,
            "Nodes": several.capitalize(),
            "blocks": "".join(f"{block}\n" for block in blocks),
        },
    )
    return embedding.plain_markup(page) if is_packed else page


def _block(name: str, text: str) -> str:
    return f'<script type="text/plain" id="{name}">{text}</script>'


def _parted(text: str) -> str:
    """Return facts that are separated by points as markup in which a line breaks only between two of them."""
    return _POINT.join(f"<span>{escape_markup(part)}</span>" for part in text.split(_POINT))


def _fill(template: str, values: Mapping[str, str]) -> str:
    """Return a template with `{{ name }}` replaced by markup; values are not searched for further names."""
    return re.sub(r"\{\{ (\w+) \}\}", lambda found: values[found[1]], template)


@cache
def _template(name: str) -> str:
    return _TEMPLATES.joinpath(name).read_text("utf-8")


def _inline(script: str) -> str:
    """Return a script for embedding in a script element; raise ExportError if it could end the element."""
    # HTML parsers read CR LF as LF before the hash is taken.
    script = script.replace("\r\n", "\n").replace("\r", "\n")
    if "</script" in script.lower() or "<!--" in script:
        message = "a script of the page contains '</script' or '<!--' and cannot be embedded"
        raise ExportError(message)
    return script
