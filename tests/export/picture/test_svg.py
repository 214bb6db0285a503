"""The static picture: its content, that nothing overlaps, and that texts stay texts."""

import math
import re
from pathlib import Path
from statistics import fmean
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

from papertrace.errors import ExportError
from papertrace.export.marks import contrast
from papertrace.export.picture.names import LabelSpace, place_name, place_over, text_width
from papertrace.export.picture.svg import WIDTH, generate_svg, write_svg

SVG = "{http://www.w3.org/2000/svg}"


def ring_of(n: int, label: str = "Paper {}", *, fields: int = 4) -> "nx.MultiGraph[str]":
    """Return a graph of papers on a grid, each linked with the next."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i in range(n):
        graph.add_node(
            f"p{i:04}",
            label=label.format(i),
            kind="paper",
            community=i * fields // n,
            community_label=f"field {i * fields // n}",
            degree_weighted=float(i % 13),
            x=float(i % 17),
            y=-float(i // 17),
            color="#0072b2",
            repositories="https://github.com/acme/x" if i % 3 else "",
        )
    for i in range(n - 1):
        graph.add_edge(f"p{i:04}", f"p{i + 1:04}", kind="concept" if i % 5 else "mention", weight=1.0, evidence="ink")
    return graph


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314 - our own text


def test_picture_is_as_wide_as_a_readme_and_names_itself() -> None:
    root = ET.fromstring(generate_svg(ring_of(50), title="A field"))  # noqa: S314 - our own text

    assert root.get("width") == str(WIDTH) == "1200"
    assert root.get("aria-label") == "A field: a map of 50 papers · 33 with code · 49 linked pairs · 4 communities"


def test_each_paper_has_a_mark_and_each_community_a_name() -> None:
    svg = generate_svg(ring_of(50))

    assert svg.count('scale(6)"/>') == 2  # the legend: linked, no word of code
    assert svg.count("<use ") == 52
    assert {f"field {i}" for i in range(4)} <= set(texts(svg))


def clusters_of(n: int, *, fields: int = 9) -> "nx.MultiGraph[str]":
    """Return a graph of communities as round clusters of papers, near one another."""
    graph = ring_of(n, fields=fields)
    for i, node in enumerate(graph.nodes):
        field, turn = graph.nodes[node]["community"], 2.4 * i
        reach = 0.42 * math.sqrt(i % (n // fields + 1) / (n // fields))
        place = {"x": field % 3 + reach * math.cos(turn), "y": -(field // 3) - reach * math.sin(turn)}
        graph.nodes[node].update(place | {"color": ("#56b4e9", "#e69f00", "#332288")[field % 3]})
    return graph


def test_name_of_a_community_stands_with_its_own_papers_in_its_colour() -> None:
    graph = clusters_of(180)
    svg = generate_svg(graph)
    # The marks of the legend come last.
    marks = [(float(x), float(y)) for x, y in re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)scale", svg)][: len(graph)]
    groups: dict[str, list[tuple[float, float]]] = {}
    for node, place in zip(graph.nodes, marks, strict=True):
        groups.setdefault(graph.nodes[node]["community_label"], []).append(place)
    middles = {label: tuple(map(fmean, zip(*places, strict=True))) for label, places in groups.items()}
    pattern = (
        r'<text x="([-\d.]+)" y="([-\d.]+)" [^>]*font-size="(\d+)" font-style="italic"[^>]*fill="([^"]*)">([^<]*)<'
    )
    names = re.findall(pattern, svg)

    assert len(names) >= 5
    for x, y, size, colour, label in names:
        left, right = (float(x) + side * text_width(label, float(size)) / 2 for side in (-1, 1))
        top, bottom = float(y) - float(size) * 0.8, float(y) + float(size) * 0.25
        at = ((left + right) / 2, (top + bottom) / 2)
        assert min(middles, key=lambda label: math.dist(at, middles[label])) == label
        assert not any(left < mark_x < right and top < mark_y < bottom for mark_x, mark_y in marks)
        assert contrast(colour, "#fcfbf8") >= 4.5
    assert len({colour for *_, colour, _ in names}) == 3


def test_name_that_would_mislead_everywhere_is_left_to_the_legend() -> None:
    own = [(50.0, 50.0, 5.0)]
    crowd = [(x, y, 5.0) for x in range(0, 101, 10) for y in range(0, 101, 10) if (x, y) != (50, 50)]

    space = LabelSpace(half_width=20, half_height=8, frame=(0, 0, 100, 100))

    assert place_name(own, crowd, [], space) is None
    assert place_name(own, [], [], space) is not None


def test_name_may_cover_its_own_crowd_and_no_other() -> None:
    own = [(50.0 + i % 7, 50.0 + i // 7 - 3, 2.0) for i in range(40)]
    space = LabelSpace(half_width=25, half_height=8, frame=(0, 0, 100, 100))

    assert place_over(own, [], space) is not None
    assert place_over(own[1:], [], space) is None, "of so few it would hide most"
    assert place_over(own, [(70.0, 50.0, 5.0)], space) is None, "another's mark lies below it"


def test_crowded_communities_are_named_over_themselves() -> None:
    names = set(texts(generate_svg(clusters_of(1800, fields=25))))

    assert len({f"field {i}" for i in range(25)} & names) > 15


@pytest.mark.parametrize("n", [1, 5, 40])
def test_name_of_the_unlinked_stands_below_them(n: int) -> None:
    graph = ring_of(60)
    for i, node in enumerate(list(graph.nodes)[-n:]):
        place = {"x": float(i % 12), "y": -9.0 - i // 12}
        graph.nodes[node].update(place | {"community": -1, "community_label": "unlinked", "degree_weighted": 0.0})

    svg = generate_svg(graph)

    (name,) = re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)" [^>]*>unlinked<', svg)
    lowest = max(int(y) for y in re.findall(r"translate\([-\d.]+ ([-\d.]+)\)scale", svg)[:60])
    assert 10 < float(name[1]) - lowest < 40


def test_names_of_papers_do_not_cover_one_another() -> None:
    svg = generate_svg(ring_of(215, "Paper number {} of many"))
    pattern = r'<text x="([-\d.]+)" y="([-\d.]+)" [^>]*font-size="12"[^>]*text-anchor="(\w+)"[^>]*>([^<]*)<'
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}
    boxes = [
        (float(x) - share[anchor] * text_width(text, 12), float(y), text_width(text, 12))
        for x, y, anchor, text in re.findall(pattern, svg)
    ]

    assert len(boxes) > 5
    for i, (left, y, width) in enumerate(boxes):
        for other_left, other_y, other_width in boxes[i + 1 :]:
            assert abs(y - other_y) >= 13 or left + width <= other_left or other_left + other_width <= left


def test_name_beside_its_mark_begins_or_ends_there() -> None:
    svg = generate_svg(clusters_of(180))

    anchors = re.findall(r'font-size="12"[^>]*text-anchor="(\w+)"', svg)

    assert {"start", "end"} <= set(anchors)


def test_picture_of_a_week_of_papers_is_a_small_file() -> None:
    assert len(generate_svg(ring_of(215)).encode()) < 300_000


def test_of_many_links_the_strongest_of_each_paper_are_drawn() -> None:
    graph = ring_of(80)
    for i in range(79):
        for k in range(i + 2, 80):
            graph.add_edge(f"p{i:04}", f"p{k:04}", kind="concept", weight=0.5, evidence="ink")

    svg = generate_svg(graph)

    paths = re.findall(r'<path d="(M[^"]*L[^"]*)" fill="none" stroke="#1c1b19" stroke-width="(?:.8|1|1.6)"', svg)
    assert 80 <= sum(path.count("L") for path in paths) <= 160
    assert any('opacity=".55"' in line for line in svg.splitlines())  # mentions are heavier and stay


def test_main_path_is_a_band_with_an_arrow_at_each_paper_that_the_next_one_cites() -> None:
    graph = ring_of(20)
    graph.add_node("p0003", main_path=1)
    graph.add_node("p0012", main_path=3)
    graph.add_node("p0007", main_path=2)

    band, heads = [line for line in generate_svg(graph).splitlines() if "#8a2b13" in line]

    assert band.count("L") == 2
    assert heads.count("Z") == 2


def test_link_with_a_direction_ends_in_an_arrow_head_at_the_mark() -> None:
    graph = ring_of(20)
    plain = generate_svg(graph)
    for one, other, facts in graph.edges(data=True):
        if facts["kind"] == "mention":
            facts.update({"tail": other, "head": one})

    (heads,) = re.findall(r'<path d="([^"]*)" fill="#1c1b19" opacity', generate_svg(graph))

    assert heads.count("Z") == len([facts for *_, facts in graph.edges(data=True) if facts["kind"] == "mention"])
    assert 'fill="#1c1b19" opacity' not in plain


@pytest.mark.parametrize(
    "text",
    ["</text><script>alert(1)</script>", '"onload="alert(1)', "a & b <c>", "a\x00b\x1b", "a\ud800b", "x" * 10_000],
    ids=["script", "handler", "markup", "control characters", "half_width a surrogate pair", "long"],
)
def test_hostile_text_stays_text(text: str) -> None:
    graph = ring_of(3)
    for node in graph.nodes:
        graph.nodes[node].update({"label": text, "community_label": text})

    root = ET.fromstring(generate_svg(graph, title=text))  # noqa: S314 - that it parses is the test

    assert {element.tag for element in root.iter()} <= {
        f"{SVG}{name}" for name in ("svg", "rect", "defs", "g", "path", "text", "use")
    }
    assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)


@pytest.mark.parametrize("n", [0, 1, 2], ids=["no paper", "one paper", "two papers"])
def test_small_graphs_make_a_picture(n: int) -> None:
    root = ET.fromstring(generate_svg(ring_of(n)))  # noqa: S314 - our own text

    assert int(root.get("height", "0")) > 200


def test_same_graph_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg"):
        write_svg(ring_of(40), tmp_path / name)

    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_writing_leaves_the_graph_alone(tmp_path: Path) -> None:
    graph = ring_of(20)

    write_svg(graph, tmp_path / "picture.svg")

    assert nx.utils.graphs_equal(graph, ring_of(20))


def test_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="nowhere"):
        write_svg(ring_of(2), tmp_path / "nowhere" / "picture.svg")


def test_marks_whose_colour_recurs_have_a_ring() -> None:
    n_colours = 12
    graph = clusters_of(3 * (n_colours + 2), fields=n_colours + 2)
    for _, attributes in graph.nodes(data=True):
        del attributes["color"]
    svg = generate_svg(graph)

    groups = re.findall(r'<g color="(#\w+)">(.*?)</g>', svg)
    ringed = ["<circle" in marks for _, marks in groups]
    assert len(groups) == n_colours + 2
    assert [sum(colour == other for other, _ in groups[:k]) > 0 for k, (colour, _) in enumerate(groups)] == ringed
    assert sum(ringed) == 2


def test_of_very_many_communities_the_first_have_names() -> None:
    shown = [text for text in texts(generate_svg(ring_of(320, fields=32))) if text.startswith("field ")]

    assert 0 < len(shown) <= 30
    assert not {"field 30", "field 31"}.intersection(shown)
