"""A graph as a network of pyvis: what it shows, that it can be changed, and what it writes."""

import copy
import re
from pathlib import Path

import networkx as nx
import pytest
from pyvis.network import Network
from tests.browser.field import Field, make_field

import papertrace
from papertrace.errors import ExportError
from papertrace.export.marks import NAMES, contrast, legible
from papertrace.export.page.data import page_data
from papertrace.export.pyvis_network.writer import ascii_script, pack_data

HOSTILE = '</script><script>alert(1)</script> <img src=x onerror="alert(2)" href> \x07 {{ 7 * 7 }} naïve \u202e'


@pytest.fixture(scope="module")
def field() -> Field:
    return make_field(60)


@pytest.fixture
def network(field: Field) -> Network:
    return papertrace.to_pyvis(field.graph, papers=field.papers, verdicts=field.verdicts, title="A field")


def test_network_has_the_places_sizes_and_colours_of_the_page(field: Field, network: Network) -> None:
    data = page_data(field.graph, field.papers, field.verdicts)

    assert network.get_nodes() == [record["id"] for record in data["papers"]]
    for record, drawn in zip(data["papers"], data["nodes"], strict=True):
        node = network.get_node(record["id"])
        assert (node["x"], node["y"], node["size"]) == (drawn["x"], drawn["y"], drawn["size"])
        colour = legible(data["communities"][record["community"]]["color"], on="#fcfbf8", ink="#1c1b19", ratio=3)
        assert node["color"]["border"] == ("#1c1b19" if record["mark"] == "dead" else colour)
        is_filled = node["color"]["background"] == colour
        assert is_filled == (record["mark"] in {"linked", "moved", "archived"})


def test_marks_differ_without_colour(network: Network) -> None:
    looks: dict[str, set[object]] = {}
    for node in network.nodes:
        is_filled = node["color"]["background"] != "#fcfbf8"
        dashes = str(node.get("shapeProperties", {}).get("borderDashes"))
        looks.setdefault(node["code"], set()).add((node["shape"], is_filled, dashes))

    assert len(looks) > 4
    assert all(len(look) == 1 for look in looks.values())
    assert len(set.union(*looks.values())) == len(looks)


def test_every_colour_can_be_seen_on_the_background(network: Network) -> None:
    assert min(contrast(node["color"]["border"], network.bgcolor) for node in network.nodes) >= 3


def test_tooltip_of_a_paper_says_what_the_legend_of_the_page_does(field: Field, network: Network) -> None:
    paper = next(paper for paper in field.papers if paper.authors and paper.concepts)
    lines = network.get_node(paper.id)["title"].split("\n")
    data = page_data(field.graph, field.papers, field.verdicts)
    record = next(record for record in data["papers"] if record["id"] == paper.id)
    community = data["communities"][record["community"]]

    assert lines[0] == paper.title
    assert lines[1].startswith(", ".join(paper.authors))
    assert f"{community['label']} ({community['size']} papers)" in lines
    assert paper.concepts[0].label in lines[-2]
    assert lines[-1] == NAMES[record["mark"]]


def test_edge_has_every_reason_and_leads_from_the_paper_that_names_the_other() -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for key in "ab":
        graph.add_node(key, label=f"Paper {key}", kind="paper", community=0)
    graph.add_edge("a", "b", kind="concept", weight=1.5, evidence="ink|maps")
    graph.add_edge("a", "b", kind="mention", weight=4.0, evidence="As in Paper a.", tail="b", head="a")
    (edge,) = papertrace.to_pyvis(graph).edges

    assert (edge["from"], edge["to"], list(edge["arrows"])) == ("b", "a", ["to"])
    assert edge["title"].split("\n") == [
        "one names the other (Paper b), 4.00: As in Paper a.",
        "shared concepts, 1.50: ink, maps",
    ]
    assert (edge["kind"], edge["weight"]) == ("mention", 4.0)


def test_graph_is_left_alone(field: Field) -> None:
    before = copy.deepcopy(field.graph)
    papertrace.to_pyvis(field.graph, papers=field.papers)

    assert nx.utils.graphs_equal(field.graph, before)


def test_graph_without_papers_is_a_network_that_can_be_written(tmp_path: Path) -> None:
    network = papertrace.to_pyvis(nx.MultiGraph())
    network.write_html(str(tmp_path / "none.html"))

    assert (network.num_nodes(), network.num_edges()) == (0, 0)
    assert "<h1" not in (tmp_path / "none.html").read_text("utf-8")


def test_what_a_user_changes_is_written(network: Network) -> None:
    network.get_node("p00001")["color"] = "#123456"
    network.add_node("mine", label="My own")
    network.add_edge("mine", "p00001", width=7)
    network.toggle_physics(True)  # noqa: FBT003 - pyvis's own form
    network.heading = "Changed"
    text = network.generate_html()

    assert '"color":"#123456"' in text
    assert '"label":"My own"' in text
    assert '"width":7' in text
    assert re.search(r'"physics":{[^}]*"enabled":true', text)
    assert '<h1 dir="auto">Changed</h1>' in text


def test_neighbours_are_those_of_the_graph(field: Field, network: Network) -> None:
    for paper in field.papers[:20]:
        assert network.neighbors(paper.id) == set(field.graph.neighbors(paper.id)) - {paper.id}


def test_file_names_no_other_and_is_ascii_whatever_the_machine_writes(network: Network, tmp_path: Path) -> None:
    path = tmp_path / "net.html"
    network.heading = "Ärger über Öl"
    network.write_html(str(path))
    text = path.read_bytes().decode("ascii")
    markup = re.sub(r"<(script|style)[^>]*>.*?</\1>", "", text, flags=re.DOTALL)

    assert not re.search("https?:", markup)
    assert not re.search(r'\b(src|on\w+)="', markup)
    assert "sourceMappingURL" not in text
    assert list(tmp_path.iterdir()) == [path]  # pyvis copies its folder of scripts otherwise


def test_hostile_texts_stay_inside_the_data(field: Field) -> None:
    graph = field.graph.copy()
    for node in list(graph)[:3]:
        graph.nodes[node]["label"] = graph.nodes[node]["community_label"] = HOSTILE
    text = papertrace.to_pyvis(graph, title=HOSTILE).generate_html()

    plain = papertrace.to_pyvis(field.graph, title="Plain").generate_html()
    for tag in ("<script", "</script"):
        assert text.count(tag) == plain.count(tag)
    assert "<img" not in text
    assert "\\u003cimg" in text
    assert "{{ 7 * 7 }}" in text
    assert "\\u0007" not in text


def test_very_long_title_is_cut() -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("a", label="word " * 5_000, kind="paper")
    node = papertrace.to_pyvis(graph).get_node("a")

    assert len(node["title"].split("\n")[0]) == 301
    assert node["title"].split("\n")[0].endswith("…")


def test_written_form_is_chosen_by_its_suffix(field: Field, tmp_path: Path) -> None:
    papertrace.write_graph(field.graph, tmp_path / "map.pyvis.html", papers=field.papers, title="One")
    papertrace.write_graph(field.graph, tmp_path / "again.pyvis.html", papers=field.papers, title="One")
    first, again = ((tmp_path / f"{name}.pyvis.html").read_bytes() for name in ("map", "again"))

    assert b'id="network"' in first
    assert first == again


def test_tooltip_says_what_has_changed() -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("a", label="Atlas", kind="paper", change="died", new="yes")
    graph.add_node("b", label="Brief", kind="paper", change="", new="no")
    network = papertrace.to_pyvis(graph)

    assert network.get_node("a")["title"].split("\n")[-2:] == [
        "Link has died since the earlier audit",
        "New in the list",
    ]
    assert network.get_node("a")["change"] == "died"
    assert "since" not in network.get_node("b")["title"]


def test_a_description_in_dot_has_its_quotation_marks() -> None:
    assert '"dot":"graph {a [label=\\"x\\"]}"' in str(pack_data(dot='graph {a [label=\\"x\\"]}'))


@pytest.mark.parametrize("script", ["a('</script>')", "a('</SCRIPT')", "<!-- a"])
def test_a_script_that_could_end_its_element_is_refused(script: str) -> None:
    with pytest.raises(ExportError, match="cannot be embedded"):
        ascii_script(script)
