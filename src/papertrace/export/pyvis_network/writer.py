"""The page of pyvis: its network with our positions and marks, in a document that makes no requests."""

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.errors import ExportError
from papertrace.export.marks import NAMES, legible
from papertrace.export.page.data import page_data
from papertrace.export.page.embedding import JsonObject
from papertrace.files import atomic_text
from papertrace.model import EdgeKind, Paper, Verdict
from papertrace.model.content_policy import content_policy
from papertrace.model.text import fit_for_xml, format_count, isolate

if TYPE_CHECKING:
    import networkx as nx
    from jinja2 import Environment
    from pyvis.network import Network as Network  # noqa: PLC0414 - for annotations where pyvis is not imported

    from papertrace.model.graphs import GraphColumns

# The environment in which a network of pyvis writes itself: one file that requests nothing and runs no text.
#
# pyvis's own template loads Bootstrap from a CDN, prints the heading twice and unescaped, and shows titles that contain
# `href` as HTML. The one here takes the same variables. Data are JSON in a block of their own, titles are text, and a
# Content-Security-Policy allows the scripts by hash. Everything is ASCII, because pyvis writes files in the encoding of
# the machine.

_TEMPLATES = Path(__file__).parent / "templates"


def make_environment() -> "Environment":
    """Return the environment; its templates are ours and, for scripts and styles of vis-network, those of pyvis."""
    from jinja2 import Environment, FileSystemLoader

    spec = find_spec("pyvis")
    folders = [Path(place) / "templates" for place in (spec.submodule_search_locations or ())] if spec else []
    environment = Environment(loader=FileSystemLoader([_TEMPLATES, *folders]), autoescape=True)
    environment.filters |= {"ascii_script": ascii_script, "ascii_text": ascii_text}
    environment.globals |= {"policy": _policy, "pack": pack_data}
    return environment


def pack_data(**values: object) -> Any:  # noqa: ANN401 - markupsafe comes with Jinja, which is imported late
    r"""Return values as JSON for a script element; a text under `options` is JSON already, as pyvis keeps it.

    >>> str(pack_data(nodes=["</script>"]))
    '{"nodes":["\\u003c/script\\u003e"]}'
    """
    from markupsafe import Markup

    if isinstance(options := values.get("options"), str):
        values["options"] = json.loads(options)
    if dot := values.get("dot"):
        values["dot"] = str(dot).replace('\\"', '"')  # pyvis escapes it for a string in a script
    text = json.dumps(values, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704 - has no character of markup


def ascii_text(text: str) -> Any:  # noqa: ANN401 - as above
    """Return a text for an element or attribute, escaped and in ASCII.

    >>> str(ascii_text("naïve <b>"))
    'na&#239;ve &lt;b&gt;'
    """
    from markupsafe import Markup, escape

    return Markup(str(escape(text)).encode("ascii", "xmlcharrefreplace").decode())  # noqa: S704 - escaped


def ascii_script(script: str) -> Any:  # noqa: ANN401 - as above
    r"""Return a script in ASCII for a script element; other characters occur in its texts and comments alone.

    Raises
    ------
    ExportError
        If the script could end the element.

    Examples
    --------
    >>> str(ascii_script("say('naïve')"))
    "say('na\\u00efve')"
    """
    from markupsafe import Markup

    if "</script" in script.lower() or "<!--" in script:
        message = "a script of pyvis contains '</script' or '<!--' and cannot be embedded"
        raise ExportError(message)
    pieces = (piece if piece.isascii() else json.dumps(piece)[1:-1] for piece in script)
    # The last line of vis-network names a source map, which developer tools would request.
    return Markup("".join(pieces).partition("//# sourceMappingURL")[0])  # noqa: S704 - checked above


def _policy(style: str, scripts: Sequence[str]) -> str:
    return content_policy(style=str(style), scripts=[str(script) for script in scripts if script])


# A graph as a `pyvis.network.Network` that looks like the page: its colours, sizes, places, marks and lines.
#
# What a tooltip says is plain text, and what listings print is cut, isolated and free of control characters. The
# network writes itself by a template of ours, so that whatever its user changes, the file requests nothing and no text
# in it runs.

_PAPER, _INK = "#fcfbf8", "#1c1b19"
_MIN_CONTRAST = 3.0  # of graphical objects, level AA of WCAG 2
_SANS = "system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Liberation Sans, Arial, sans-serif"

# The shape of each mark among those of vis-network, whether it is filled, and the dashes of its border.
_SHAPES: Mapping[str, tuple[str, bool, Sequence[int] | bool]] = {
    "linked": ("dot", True, False),
    "moved": ("triangle", True, False),
    "archived": ("square", True, False),
    "restricted": ("triangleDown", True, False),
    "undecided": ("hexagon", True, False),
    "suspect": ("star", True, False),
    "dead": ("diamond", False, False),
    "promised": ("dot", False, [4, 3]),
    "claimed": ("dot", False, [1, 2]),
    "none": ("dot", False, False),
}

# Width and dashes of a line by the rarest kind of its reasons, rarest first, as on the page.
_LINES: Mapping[str, tuple[float, Sequence[int] | bool]] = {
    EdgeKind.CITATION: (2.0, [9, 3, 2, 3]),
    EdgeKind.MENTION: (2.0, [6, 4]),
    EdgeKind.REPOSITORY: (2.2, False),
    EdgeKind.COUPLING: (1.2, [3, 3]),
    EdgeKind.CO_CITATION: (1.2, [8, 3]),
    EdgeKind.OWNER: (1.1, [5, 4]),
    EdgeKind.CONCEPT: (0.8, False),
    EdgeKind.SIMILAR: (0.8, [1, 2]),
}
_REASONS: Mapping[str, str] = {
    EdgeKind.CITATION: "one cites the other",
    EdgeKind.MENTION: "one names the other",
    EdgeKind.REPOSITORY: "same repository",
    EdgeKind.COUPLING: "shared references",
    EdgeKind.CO_CITATION: "cited together",
    EdgeKind.OWNER: "same code owner",
    EdgeKind.CONCEPT: "shared concepts",
    EdgeKind.SIMILAR: "similar texts",
}
_CHANGES: Mapping[str, str] = {
    "died": "Link has died since the earlier audit",
    "recovered": "Link works again, unlike in the earlier audit",
    "archived": "Repository was archived since the earlier audit",
    "moved": "Link has moved since the earlier audit",
}
_FAINT = frozenset({EdgeKind.CONCEPT, EdgeKind.SIMILAR, EdgeKind.COUPLING, EdgeKind.CO_CITATION, EdgeKind.OWNER})

_NAME_SPACE = (150.0, 18.0)  # canvas units between names that can be read before one zooms in
_MAX_TEXT = 300  # characters
_MAX_ITEMS = 6  # authors, concepts, or pieces of evidence
_MAX_DRAGGED_LINKS = 2000  # more are hidden while the map is dragged


def to_pyvis(
    graph: "nx.MultiGraph[str] | GraphColumns",
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "",
    height: str = "750px",
    width: str = "100%",
) -> "Network":
    """Return a graph as a network of pyvis, styled as the page.

    `graph` is not modified. `title` is the heading; `height` and `width` are lengths of CSS. The ids of nodes are those
    of the papers; like the page, the network has no other nodes, and one edge for each linked pair.
    """
    from pyvis.edge import Edge
    from pyvis.network import Network
    from pyvis.node import Node

    data = page_data(graph, papers, verdicts)
    network = Network(height=height, width=width, heading=_cleaned(title), bgcolor=_PAPER, cdn_resources="in_line")
    # The methods that add nodes and edges search all earlier ones.
    for name, options in _nodes(data):
        node = Node(options.pop("id"), options.pop("shape"), name, **options)
        network.nodes.append(node.options)
        network.node_ids.append(node.options["id"])
        network.node_map[node.options["id"]] = node.options
    for source, target, options in _edges(data):
        network.edges.append(Edge(source, target, **options).options)
    _set_options(network)
    network.path, network.templateEnv = "network.html", make_environment()
    network.prep_notebook()
    return network


def _set_options(network: "Network") -> None:
    """Set the options of vis-network; pyvis keeps them as objects, which its methods go on to change."""
    options = network.options
    options.physics.enabled = False  # the places are those of the graph
    options.edges.smooth.enabled = False
    options.edges.color.inherit = False
    options.interaction.hover = True
    options.interaction.tooltipDelay = 120
    options.interaction.hideEdgesOnDrag = len(network.edges) > _MAX_DRAGGED_LINKS
    options.layout = {"improvedLayout": False}
    options.nodes = {
        "font": {"face": _SANS, "color": _INK, "strokeWidth": 3, "strokeColor": _PAPER},
        "scaling": {"label": {"drawThreshold": 7}},
    }


def _nodes(data: JsonObject) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield name and options of each node."""
    records = data["papers"]
    colours = [legible(one["color"], on=_PAPER, ink=_INK, ratio=_MIN_CONTRAST) for one in data["communities"]]
    named = _choose_named(data)
    for i, (record, node) in enumerate(zip(records, data["nodes"], strict=True)):
        shape, is_filled, dashes = _SHAPES[record["mark"]]
        colour = colours[record["community"]]
        border = _INK if record["mark"] == "dead" else colour
        fill = colour if is_filled else _PAPER
        options = {
            "id": record["id"],
            "shape": shape,
            "x": node["x"],
            "y": node["y"],
            "size": node["size"],
            "color": {
                "background": fill,
                "border": border,
                "highlight": {"background": fill, "border": _INK},
                "hover": {"background": fill, "border": _INK},
            },
            "borderWidth": 1.6,
            "borderWidthSelected": 3,
            "font": {"size": 13 if i in named else 7},
            "title": "\n".join(_describe(record, data)),
            "community": _community(record, data),
            "code": NAMES[record["mark"]],
        }
        if dashes:
            options["shapeProperties"] = {"borderDashes": dashes}
        options |= {name: record[name] for name in ("year", "change", "is_new") if name in record}
        yield isolate(_cleaned(record["short"])), options


def _choose_named(data: JsonObject) -> set[int]:
    """Return the papers whose names do not cover one another, the most linked first."""
    weights = [record["weight"] for record in data["papers"]]
    chosen: set[int] = set()
    taken: set[tuple[int, int]] = set()
    for i in sorted(range(len(weights)), key=lambda i: (-weights[i], i)):
        column, row = (round(data["nodes"][i][axis] / space) for axis, space in zip("xy", _NAME_SPACE, strict=True))
        near = {(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        if weights[i] and not near & taken:
            chosen.add(i)
            taken.add((column, row))
    return chosen


def _describe(record: JsonObject, data: JsonObject) -> Iterator[str]:
    """Yield the lines of the tooltip of a paper."""
    yield isolate(_cleaned(record["title"]))
    if authors := record.get("authors"):
        yield _listed(authors, record.get("n_authors"))
    facts = [str(record[name]) for name in ("date", "year") if name in record][:1]
    facts += [isolate(_cleaned(record["venue"]))] if "venue" in record else []
    facts += [f"cited {record['citations']:,} times"] if "citations" in record else []
    if facts:
        yield " · ".join(facts)
    community = data["communities"][record["community"]]
    yield f"{_community(record, data)} ({format_count(community['size'], 'paper')})"
    if concepts := record["concepts"]:
        yield _listed([data["concepts"][i] for i in concepts])
    yield NAMES[record["mark"]]
    if change := _CHANGES.get(record.get("change", "")):
        yield change
    if record.get("is_new"):
        yield "New in the list"


def _edges(data: JsonObject) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the ends and the options of each edge; an edge with a direction leads from its tail."""
    records, edges = data["papers"], data["edges"]
    lightness = min(1.8, math.sqrt(900 / max(len(edges), 1)))
    for i, edge in enumerate(edges):
        reasons = edge["reasons"]
        kinds = {reason["kind"] for reason in reasons}
        kind = next((kind for kind in _LINES if kind in kinds), EdgeKind.CONCEPT)
        line_width, dashes = _LINES[kind]
        tails = {reason["tail"] for reason in reasons if "tail" in reason}
        tail = min(tails, default=edge["from"])
        head = edge["to"] if tail == edge["from"] else edge["from"]
        options: dict[str, Any] = {
            "id": f"e{i}",
            "width": line_width,
            "color": {"color": _INK, "opacity": round(min(1.0, lightness * (0.35 if kind in _FAINT else 0.8)), 2)},
            "title": "\n".join(_explain(reasons, records)),
            "kind": str(kind),
            "weight": reasons[0]["weight"],
        }
        if dashes:
            options["dashes"] = dashes
        if tails:
            ends = ("to", "from") if len(tails) > 1 else ("to",)
            options["arrows"] = {end: {"enabled": True, "scaleFactor": 0.5} for end in ends}
        yield records[tail]["id"], records[head]["id"], options


def _explain(reasons: Sequence[JsonObject], records: Sequence[JsonObject]) -> Iterator[str]:
    """Yield a line for each reason of a pair: its kind, its weight and its evidence."""
    for reason in reasons:
        name = _REASONS.get(reason["kind"], str(reason["kind"]).replace("_", " "))
        tail = f" ({isolate(_cleaned(records[reason['tail']]['short']))})" if "tail" in reason else ""
        yield f"{name}{tail}, {reason['weight']:.2f}: {_listed(reason['evidence'])}"


def _community(record: JsonObject, data: JsonObject) -> str:
    return _cleaned(str(data["communities"][record["community"]]["label"]))


def _listed(items: Sequence[str], n_items: int | None = None) -> str:
    """Return the first items with commas, and how many there are beyond."""
    rest = max(n_items or 0, len(items)) - min(len(items), _MAX_ITEMS)
    return ", ".join(isolate(_cleaned(item)) for item in items[:_MAX_ITEMS]) + (f" and {rest} more" if rest else "")


def _cleaned(text: str) -> str:
    """Return a text on one line, cut, without control characters."""
    line = " ".join(fit_for_xml(text[: 4 * _MAX_TEXT]).split())
    return line if len(line) <= _MAX_TEXT else line[:_MAX_TEXT] + "…"


# A graph as the page that pyvis makes of it: the map alone, whose nodes can be dragged, in one offline file.


def write_pyvis(
    graph: "nx.MultiGraph[str] | GraphColumns",
    path: Path,
    *,
    papers: Sequence[Paper] = (),
    verdicts: Iterable[Verdict] = (),
    title: str = "papertrace",
) -> None:
    """Write a graph as a page of pyvis; the file needs neither a network nor other files.

    The arguments are those of `papertrace.export.page.writer.write_html`.

    Raises
    ------
    ExportError
        If the file cannot be written; no partial file is left then.
    """
    network = to_pyvis(graph, papers=papers, verdicts=verdicts, title=title, height="100%")
    with atomic_text(path) as file:
        file.write(network.generate_html())
