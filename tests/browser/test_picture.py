"""The map as a picture to keep, as SVG and PNG, and papers with their links as GraphML."""

import base64
import io
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from defusedxml import ElementTree
from PIL import Image
from selenium.webdriver import Chrome, Keys
from tests.browser.field import FIELDS, Field
from tests.browser.reader import element, emulate, messages, run, screen, show, text, visit
from tests.browser.test_page import HOSTILE, hostile_graph

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SVG = "{http://www.w3.org/2000/svg}"
# The click on the link that would start a download is intercepted, and the file read.
CAUGHT = """
    const [press, done] = arguments;
    const [make, click] = [URL.createObjectURL, HTMLAnchorElement.prototype.click];
    URL.createObjectURL = (blob) => { window.caught = blob; return "blob:caught"; };
    HTMLAnchorElement.prototype.click = function () {
      [URL.createObjectURL, HTMLAnchorElement.prototype.click] = [make, click];
      const reader = new FileReader();
      reader.onload = () => done([this.download, reader.result]);
      reader.readAsDataURL(window.caught);
    };
    document.querySelector(press).dispatchEvent(new MouseEvent("click"));"""


def caught(chrome: Chrome, button: str) -> tuple[str, bytes]:
    """Return the name and the content of the file that a button saves."""
    name, url = chrome.execute_async_script(CAUGHT, button)
    return name, base64.b64decode(url.partition(",")[2])


def svg_of(chrome: Chrome) -> ET.Element:
    root: ET.Element = ElementTree.fromstring(caught(chrome, "#save-svg")[1])
    return root


def words_of(root: ET.Element) -> list[str]:
    return [("".join(one.itertext())).strip("\u2068\u2069") for one in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("view", ["papers", "concepts", "timeline"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_png_has_title_and_legend_at_twice_the_size(chrome: Chrome, page: str, view: str, theme: str) -> None:
    emulate(chrome, **{"prefers-color-scheme": theme, "prefers-reduced-motion": "reduce"})
    screen(chrome, 1440, 900)
    visit(chrome, f"{page}#view={view}")
    width, height = run(chrome, "const e = document.getElementById('map'); return [e.clientWidth, e.clientHeight]")

    name, content = caught(chrome, "#save-png")
    image = Image.open(io.BytesIO(content)).convert("RGB")

    assert name == "A-made-up-field.png"
    assert image.width > 2 * width
    assert image.height > 2 * height
    ground = (0xFC, 0xFB, 0xF8) if theme == "light" else (0x16, 0x17, 0x1A)
    assert image.getpixel((2, 2)) == ground
    parts = {
        "title": (0, 0, 2 * width, 150),
        "map": (0, 200, 2 * width, 2 * height),
        "legend": (2 * width + 40, 200, image.width, 900),
    }
    for part, box in parts.items():
        colours = image.crop(box).getcolors(maxcolors=10_000_000) or []
        painted = sum(n for n, colour in colours if colour != ground)
        assert painted > 2000, part


def test_svg_shows_every_paper_and_says_what_the_colours_mean(opened: Chrome, field: Field) -> None:
    name, _ = caught(opened, "#save-svg")
    root = svg_of(opened)
    words = words_of(root)

    assert name == "A-made-up-field.svg"
    assert words[0] == "A made-up field"
    assert words[1] == f"{len(field.papers)} papers · 494 linked pairs"
    for heading in ("Communities", "Code", "Links", "Size"):
        assert heading in words
    assert any(", ".join(FIELDS[0][:2]) in one for one in words)
    left, top, width, height = map(float, str(root.get("viewBox")).split())
    assert (left, top) == (0, 0)
    assert float(str(root.get("width"))) == 2 * width
    assert float(str(root.get("height"))) == 2 * height
    discs = [one for one in root.iter(f"{SVG}path") if str(one.get("d")).startswith("M-1 0A1 1")]
    assert len(discs) >= len(field.papers) * 0.7  # the others are marked by triangles and squares


def test_svg_says_what_filters_leave_and_what_a_scale_means(chrome: Chrome, page: str) -> None:
    visit(chrome, page + "#color=year&size=year&from=2023")

    words = words_of(svg_of(chrome))

    assert any(" of 226 papers" in one for one in words)
    assert {"Colour: year", "2021", "2023", "2025", "year, by area"} <= set(words)


def test_picture_leaves_the_page_as_it_was(opened: Chrome) -> None:
    before = run(opened, "return document.querySelector('#map canvas').toDataURL()")

    caught(opened, "#save-svg")
    caught(opened, "#save-png")
    run(
        opened,
        """dispatchEvent(new Event("resize"));
           return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))""",
    )

    assert run(opened, "return document.querySelector('#map canvas').toDataURL()") == before


def test_hostile_texts_are_text_in_the_picture(chrome: Chrome, tmp_path: Path) -> None:
    graph, papers = hostile_graph()
    show(chrome, tmp_path, graph, papers=papers, title=HOSTILE[1])

    root = svg_of(chrome)

    assert {one.tag for one in root.iter()} <= {SVG + name for name in ("svg", "title", "text", "path", "rect")}
    assert not any(name.startswith("on") for one in root.iter() for name in one.attrib)
    assert words_of(root)[0].startswith("</script><script>")
    assert messages(chrome) == []


def test_picture_of_a_phone_has_the_legend_below(chrome: Chrome, page: str) -> None:
    screen(chrome, 390, 844, phone=True)
    visit(chrome, page)
    height = run(chrome, "return document.getElementById('map').clientHeight")

    root = svg_of(chrome)

    _, _, width, whole = map(float, str(root.get("viewBox")).split())
    assert width == 390
    assert whole > height + 300


def test_dialog_offers_both_and_is_closed_by_a_key(opened: Chrome) -> None:
    element(opened, "#save").click()
    assert element(opened, "#picture").is_displayed()
    assert [button.text for button in opened.find_elements("css selector", "#picture .act")] == ["PNG", "SVG"]

    opened.switch_to.active_element.send_keys(Keys.ESCAPE)

    assert not element(opened, "#picture").is_displayed()


def graphml(chrome: Chrome, papers: str = "list") -> Any:  # noqa: ANN401 - a graph with any attributes
    element(chrome, "#take").click()
    for name, value in (("set", papers), ("format", "graphml")):
        run(
            chrome,
            """const select = document.getElementById(arguments[0]); select.value = arguments[1];
               select.dispatchEvent(new Event("change"));""",
            f"export-{name}",
            value,
        )
    content = str(run(chrome, "return document.getElementById('export-text').value"))
    return nx.parse_graphml(content, force_multigraph=True)


def test_graphml_is_the_graph_of_the_page(opened: Chrome, field: Field) -> None:
    graph = graphml(opened)

    assert set(graph) == set(field.graph)
    assert graph.number_of_edges() == field.graph.number_of_edges()
    for paper in field.papers:
        node, own = graph.nodes[paper.id], field.graph.nodes[paper.id]
        assert (node["label"], node["year"], node["community_label"]) == (
            paper.title,
            paper.year,
            own["community_label"],
        )
        assert node["concepts"].split("|") == list(dict.fromkeys(c.label for c in paper.concepts))
        assert node["color"].startswith("#")
    weights, own_weights = (sorted(a["weight"] for *_, a in one.edges(data=True)) for one in (graph, field.graph))
    assert weights == pytest.approx(own_weights)
    # The y axis points up, as in the files that papertrace writes.
    highest = max(field.graph, key=lambda key: float(field.graph.nodes[key]["y"]))
    assert graph.nodes[highest]["y"] == max(attributes["y"] for _, attributes in graph.nodes(data=True))


def test_graphml_of_a_community_has_its_papers_and_their_links(chrome: Chrome, page: str, field: Field) -> None:
    visit(chrome, page + "#about=3")
    own = {key for key, attributes in field.graph.nodes(data=True) if attributes["community"] == 3}
    element(chrome, "#take").click()
    offered = text(chrome, "#export-set").splitlines()
    element(chrome, "#export [data-close]").click()

    graph = graphml(chrome, "chosen")

    assert f"The community ({len(own)})" in [one.strip() for one in offered]
    assert set(graph) == own
    assert graph.number_of_edges() == field.graph.subgraph(own).number_of_edges()


def test_graphml_of_hostile_texts_is_read_back(chrome: Chrome, tmp_path: Path) -> None:
    graph, papers = hostile_graph()
    show(chrome, tmp_path, graph, papers=papers, title="Plain title")

    read = graphml(chrome)

    assert read.number_of_nodes() == len(HOSTILE)
    labels = {label for _, label in read.nodes(data="label")}
    assert HOSTILE[0] in labels
    assert HOSTILE[3] in labels
