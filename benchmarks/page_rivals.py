"""Pages of the same graph by other libraries: the page that pyvis writes, and plain pages of renderers from npm.

The renderers and the bundler esbuild are installed by npm into a folder of the benchmark. Each is given the positions
and colours of the papers, computes no layout, and draws every mark and every line.
"""

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import networkx as nx

PACKAGES = (
    "sigma@3.0.3",
    "graphology@0.26.0",
    "force-graph@1.52.0",
    "vis-network@10.1.5",
    "vis-data@8.0.6",
    "cytoscape@3.34.4",
    "@deck.gl/core@9.4.0",
    "@deck.gl/layers@9.4.0",
    "@cosmos.gl/graph@3.3.0",
    "esbuild@0.28.2",
)

_DATA = """
const { nodes, edges } = JSON.parse(document.getElementById("data").textContent);
const box = document.getElementById("map");
"""

#: The scripts that draw with each renderer.
RENDERERS: Mapping[str, str] = {
    "sigma": """
import Graph from "graphology";
import Sigma from "sigma";
DATA
const graph = new Graph({ type: "undirected" });
for (const { key, ...attributes } of nodes) graph.addNode(key, attributes);
for (const [source, target] of edges) graph.addEdge(source, target);
new Sigma(graph, box);
""",
    "force-graph": """
import ForceGraph from "force-graph";
DATA
const placed = nodes.map(({ key, x, y, label, color }) => ({ id: key, fx: x, fy: -y, x, y: -y, name: label, color }));
const graph = new ForceGraph(box).cooldownTicks(0).nodeRelSize(3)
  .graphData({ nodes: placed, links: edges.map(([source, target]) => ({ source, target })) });
graph.zoomToFit(0);
""",
    "vis-network": """
import { Network } from "vis-network";
DATA
const placed = nodes.map(({ key, x, y, label, color }) => (
  { id: key, x, y: -y, title: label, color, shape: "dot", size: 6 }));
new Network(box, { nodes: placed, edges: edges.map(([from, to], id) => ({ id, from, to })) },
  { physics: false, layout: { improvedLayout: false }, edges: { smooth: false } });
""",
    "cytoscape.js": """
import cytoscape from "cytoscape";
DATA
const elements = [
  ...nodes.map(({ key, x, y, label, color }) => ({ data: { id: key, label, color }, position: { x, y: -y } })),
  ...edges.map(([source, target], i) => ({ data: { id: `e${i}`, source, target } })),
];
cytoscape({ container: box, elements, layout: { name: "preset" }, style: [
  { selector: "node", style: { "background-color": "data(color)", width: 12, height: 12 } },
  { selector: "edge", style: { width: 1, "curve-style": "haystack" } },
] });
""",
    "deck.gl": """
import { Deck, OrthographicView } from "@deck.gl/core";
import { LineLayer, ScatterplotLayer } from "@deck.gl/layers";
DATA
const at = new Map(nodes.map(({ key, x, y }) => [key, [x, -y]]));
const colorOf = ({ color }) => [1, 3, 5].map((k) => parseInt(color.slice(k, k + 2), 16));
const [xs, ys] = [0, 1].map((k) => [...at.values()].map((point) => point[k]));
const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
const zoom = Math.log2(Math.min(box.clientWidth / (right - left || 1), box.clientHeight / (bottom - top || 1)));
new Deck({
  parent: box, views: new OrthographicView(), controller: true,
  initialViewState: { target: [(left + right) / 2, (top + bottom) / 2], zoom },
  layers: [
    new LineLayer({
      id: "lines", data: edges, getWidth: 1,
      getSourcePosition: ([one]) => at.get(one), getTargetPosition: ([, other]) => at.get(other),
    }),
    new ScatterplotLayer({
      id: "marks", data: nodes, getPosition: ({ key }) => at.get(key), getFillColor: colorOf,
      getRadius: 4, radiusUnits: "pixels",
    }),
  ],
});
""",
    "cosmos.gl": """
import { Graph } from "@cosmos.gl/graph";
DATA
const number = new Map(nodes.map(({ key }, i) => [key, i]));
const graph = new Graph(box, { enableSimulation: false, rescalePositions: true, fitViewOnInit: true, fitViewDelay: 0 });
graph.setPointPositions(new Float32Array(nodes.flatMap(({ x, y }) => [x, y])));
const channels = (color) => [1, 3, 5].map((k) => parseInt(color.slice(k, k + 2), 16) / 255);
graph.setPointColors(new Float32Array(nodes.flatMap(({ color }) => [...channels(color), 1])));
graph.setLinks(new Float32Array(edges.flatMap((pair) => pair.map((key) => number.get(key)))));
graph.render();
""",
}

_HEAD = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>a renderer</title>
<style>html, body, #map { margin: 0; height: 100%; }</style></head>
<body><div id="map"></div>
"""


class NoBundleError(Exception):
    """An error of npm, without which the pages of renderers cannot be built."""


def bundle_renderers(folder: Path) -> dict[str, str]:
    """Return each renderer and the lines that draw with it as one minified script, by its name.

    Raises
    ------
    NoBundleError
        If npm is not on the PATH, or cannot install or bundle the packages.
    """
    npm = shutil.which("npm")
    if npm is None:
        message = "no npm on the PATH: other renderers are not measured"
        raise NoBundleError(message)
    (folder / "package.json").write_text('{"private": true}', encoding="utf-8")
    install = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", *PACKAGES]
    bundle = [str(folder / "node_modules" / ".bin" / "esbuild"), "entry.js", "--bundle", "--minify", "--format=iife"]
    made = {}
    try:
        subprocess.run(install, cwd=folder, check=True, capture_output=True)
        for name, script in RENDERERS.items():
            (folder / "entry.js").write_text(script.replace("\nDATA\n", _DATA), encoding="utf-8")
            done = subprocess.run(bundle, cwd=folder, check=True, capture_output=True, encoding="utf-8")
            made[name] = done.stdout.replace("</script", "<\\/script")
    except (OSError, subprocess.CalledProcessError) as error:
        message = f"npm could not build the pages of renderers: {error}"
        raise NoBundleError(message) from error
    return made


def write_renderer(graph: "nx.Graph[str]", path: Path, script: str) -> None:
    """Write a plain page that draws the graph with a bundled renderer, with the positions and colours of its nodes."""
    nodes = [
        {"key": key, "x": attrs["x"], "y": -attrs["y"], "size": 3, "label": attrs["label"], "color": attrs["color"]}
        for key, attrs in graph.nodes(data=True)
    ]
    data = json.dumps({"nodes": nodes, "edges": list(graph.edges())}, ensure_ascii=False).replace("<", "\\u003c")
    parts = _HEAD, '<script type="application/json" id="data">', data, "</script>\n<script>", script, "</script>\n"
    path.write_text("".join((*parts, "</body>\n</html>\n")), encoding="utf-8")


def write_pyvis(graph: "nx.Graph[str]", path: Path) -> None:
    """Write the page that pyvis generates, with its script inlined so that it works offline."""
    from pyvis.network import Network

    plain: nx.Graph[str] = nx.Graph()
    plain.add_nodes_from((node, {"label": attrs["label"]}) for node, attrs in graph.nodes(data=True))
    plain.add_edges_from(graph.edges())
    network = Network(cdn_resources="in_line")
    network.from_nx(plain)
    path.write_text(network.generate_html(), encoding="utf-8")
