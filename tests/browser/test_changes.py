"""What died, recovered and is new, on the page: a ring and a sign on the map, the legend, the panel."""

import json
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from tests.browser.field import Field
from tests.browser.reader import element, fragment, messages, run, screen, text, visit

from papertrace.export.page.writer import write_html

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GIVEN = {
    "p00003": ("died", "no"),
    "p00004": ("recovered", "yes"),
    "p00005": ("", "yes"),
    "p00006": ("unheard of", "no"),
}


def write_page(field: Field, path: Path, given: dict[str, tuple[str, str]]) -> None:
    graph = field.graph.copy()
    for node, (change, new) in given.items():
        graph.nodes[node].update(change=change, new=new)
    write_html(graph, path, papers=field.papers, title="Changed")


@pytest.fixture
def changed(quiet: Chrome, field: Field, tmp_path: Path) -> Chrome:
    write_page(field, tmp_path / "page.html", GIVEN)
    visit(quiet, (tmp_path / "page.html").as_uri())
    messages(quiet)
    return quiet


def rings(chrome: Chrome) -> dict[str, list[str]]:
    """Return the signs that are drawn on the map, by the paper beside which they stand."""
    script = """
        const drawn = {};
        const real = CanvasRenderingContext2D.prototype.fillText;
        const known = new Set(["†", "↺", "▪", "→", "+", "↺+"]);
        const papers = JSON.parse(document.getElementById("data").textContent).papers;
        const nodes = JSON.parse(document.getElementById("data").textContent).nodes;
        CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
          if (known.has(text)) {
            const distance = (node) => Math.hypot(node.x - x, node.y - y);
            const i = nodes.reduce((best, node, k) => (distance(node) < distance(nodes[best]) ? k : best), 0);
            (drawn[papers[i].id] ??= []).push(text);
          }
          return real.apply(this, arguments);
        };
        // Dark and light again, since a map that stays as it is is not drawn anew.
        for (let n = 0; n < 2; n += 1) document.getElementById("theme").click();
        return new Promise((done) => setTimeout(() => {
          CanvasRenderingContext2D.prototype.fillText = real;
          done(drawn);
        }, 600));"""
    found: dict[str, list[str]] = json.loads(json.dumps(run(chrome, script)))
    return {key: sorted(set(signs)) for key, signs in found.items()}


def test_legend_counts_what_has_changed(changed: Chrome) -> None:
    rows = run(changed, "return [...document.querySelectorAll('[data-change]')].map((row) => row.innerText)")

    assert [row.split("\n")[1:] for row in rows] == [
        ["Link has died", "1"],
        ["Link works again", "1"],
        ["New in the list", "2"],
    ]


def test_papers_that_have_changed_carry_a_sign_on_the_map(changed: Chrome) -> None:
    drawn = rings(changed)

    assert sorted(sign for signs in drawn.values() for sign in signs) == ["+", "†", "↺+"]


def test_panel_says_what_has_changed(changed: Chrome) -> None:
    address = changed.current_url.partition("#")[0]
    visit(changed, f"{address}#paper=p00004")

    assert "Link works again" in text(changed, "#details")
    assert "New in the list" in text(changed, "#details")
    visit(changed, f"{address}#paper=p00006")
    assert "unheard of" not in element(changed, "#details").text


def test_panel_says_what_has_changed_before_it_speaks_of_code(changed: Chrome) -> None:
    visit(changed, changed.current_url.partition("#")[0] + "#paper=p00003")

    said = text(changed, "#details")
    assert said.index("Link has died") < said.index("\nCode\n")


def test_ring_of_a_change_is_narrow_around_a_small_mark(changed: Chrome) -> None:
    widths = {}
    for width in (390, 1440):
        screen(changed, width, 900)
        widths[width] = run(
            changed,
            """
            const found = [];
            const real = CanvasRenderingContext2D.prototype.stroke;
            CanvasRenderingContext2D.prototype.stroke = function () {
              if (this.globalAlpha > 0.2 && this.globalAlpha < 0.24) found.push(this.lineWidth * this.getTransform().a);
              return real.apply(this, arguments);
            };
            document.getElementById("whole").click();
            return new Promise((done) => setTimeout(() => {
              CanvasRenderingContext2D.prototype.stroke = real;
              done(Math.max(...found));
            }, 600));""",
        )

    assert 1 < widths[390] < widths[1440] <= 7


def test_page_without_an_earlier_one_has_no_such_legend(quiet: Chrome, field: Field, tmp_path: Path) -> None:
    write_page(field, tmp_path / "page.html", {})
    visit(quiet, (tmp_path / "page.html").as_uri())

    assert "What has changed" not in text(quiet, "#legend")
    assert rings(quiet) == {}


@pytest.mark.parametrize(
    ("name", "left"), [("died", ["p00003"]), ("fresh", ["p00004", "p00005"])], ids=["dead code", "new papers"]
)
def test_row_of_a_change_is_pressed_like_the_others(changed: Chrome, name: str, left: list[str]) -> None:
    element(changed, f"[data-change={name}] button").click()

    assert sorted(run(changed, "return papertrace.drawn()")) == left
    assert fragment(changed) == f"#change={name}"
    assert run(changed, "return document.querySelector('[data-change] [aria-pressed=true]').innerText")
    visit(changed, changed.current_url)
    assert sorted(run(changed, "return papertrace.drawn()")) == left
    element(changed, f"[data-change={name}] button").click()
    assert len(run(changed, "return papertrace.drawn()")) == len(run(changed, "return papertrace.bright()"))
    assert fragment(changed) == ""


def test_changes_that_are_pressed_are_alternatives(changed: Chrome) -> None:
    for name in ("died", "recovered"):
        element(changed, f"[data-change={name}] button").click()

    assert sorted(run(changed, "return papertrace.drawn()")) == ["p00003", "p00004"]


def test_unknown_change_in_the_address_is_ignored(changed: Chrome) -> None:
    visit(changed, changed.current_url.partition("#")[0] + "#change=moved+constructor")

    assert len(run(changed, "return papertrace.drawn()")) == 226
    assert fragment(changed) == ""
