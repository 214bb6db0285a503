"""Pages of the same graph by other libraries: the page that pyvis writes, and a plain page with sigma and graphology.

sigma, graphology and the bundler esbuild are installed by npm into a folder of the benchmark.
"""

import json
import shutil
import subprocess
from pathlib import Path

import networkx as nx

PACKAGES = ("sigma@3.0.3", "graphology@0.26.0", "esbuild@0.28.2")

_ENTRY = """
import Graph from "graphology";
import Sigma from "sigma";

const { nodes, edges } = JSON.parse(document.getElementById("data").textContent);
const graph = new Graph({ type: "undirected" });
for (const { key, ...attributes } of nodes) graph.addNode(key, attributes);
for (const [source, target] of edges) graph.addEdge(source, target);
new Sigma(graph, document.getElementById("map"));
"""
_HEAD = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>sigma</title>
<style>html, body, #map { margin: 0; height: 100%; }</style></head>
<body><div id="map"></div>
"""


class NoBundleError(Exception):
    """An error of npm, without which the page with sigma cannot be built."""


def bundle_sigma(folder: Path) -> str:
    """Return sigma, graphology and a few lines that draw with them, as one minified script.

    Raises
    ------
    NoBundleError
        If npm is not on the PATH or cannot install the packages.
    """
    npm = shutil.which("npm")
    if npm is None:
        message = "no npm on the PATH: the page with sigma is not measured"
        raise NoBundleError(message)
    (folder / "package.json").write_text('{"private": true}', encoding="utf-8")
    (folder / "entry.js").write_text(_ENTRY, encoding="utf-8")
    install = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", *PACKAGES]
    bundle = [str(folder / "node_modules" / ".bin" / "esbuild"), "entry.js", "--bundle", "--minify", "--format=iife"]
    try:
        subprocess.run(install, cwd=folder, check=True, capture_output=True)
        made = subprocess.run(bundle, cwd=folder, check=True, capture_output=True, encoding="utf-8")
    except (OSError, subprocess.CalledProcessError) as error:
        message = f"npm could not build the page with sigma: {error}"
        raise NoBundleError(message) from error
    return made.stdout.replace("</script", "<\\/script")


def write_sigma(graph: "nx.Graph[str]", path: Path, script: str) -> None:
    """Write a plain page that draws the graph with sigma, with the positions and colours of its nodes."""
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
