"""A map of more papers than can be shown at once: communities first, opened by a click, and the way back."""

import re
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from selenium.webdriver import Chrome, Keys
from tests.browser.conftest import N_CROWD
from tests.browser.field import FIELDS, Field, make_field
from tests.browser.reader import (
    click_at,
    element,
    emulate,
    fragment,
    heard,
    messages,
    places,
    press,
    run,
    screen,
    search,
    show,
    text,
    titles,
    top,
    until,
    visit,
)

from papertrace.export.page import data
from papertrace.export.page.marks import MAX_SHOWN_PAPERS
from papertrace.export.page.writer import generate_html, write_html

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def members(field: Field, community: int) -> list[str]:
    return [str(key) for key, attrs in field.graph.nodes(data=True) if attrs["community"] == community]


def name_of(community: int) -> str:
    return ", ".join(FIELDS[community][:2])


def disc(chrome: Chrome, community: int) -> tuple[float, float]:
    point = run(chrome, "return papertrace.disc(arguments[0])", str(community))
    return point["x"], point["y"]


def marks(chrome: Chrome) -> set[str]:
    """Return the papers that the map shows as marks of their own."""
    return set(run(chrome, "return papertrace.drawn()"))


def test_map_of_as_many_papers_as_it_can_show_has_no_communities_first(chrome: Chrome, page: str, field: Field) -> None:
    visit(chrome, page)

    assert marks(chrome) == set(field.graph)
    assert text(chrome, "#crumbs") == ""
    assert run(chrome, "return papertrace.disc('1')") is None


def test_communities_stand_first_and_no_papers(desk: Chrome) -> None:
    assert marks(desk) == set()
    assert text(desk, "#crumbs") == "9 communities. Select one to see its papers."
    assert text(desk, "#found") == "2,500 papers, most linked first"
    names = {name["community"] for name in run(desk, "return papertrace.names()")}
    assert len(names) == len(FIELDS)


def test_only_the_largest_communities_that_are_points_alone_have_names(
    quiet: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name beside a few points would hide those of others, and one could not tell whose it is."""
    monkeypatch.setattr(data, "MAX_SHOWN_PAPERS", 500)
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    n_large, n_all = 20, 80
    for community in range(n_all):
        x, y = 600.0 * (community * 7 % 10), 600.0 * (community // 10)
        for paper in range(40 if community < n_large else 1):
            place = {"x": x + 5 * paper, "y": y + 5 * (paper % 7)}
            group = {"community": community, "community_label": f"field number {community}"}
            graph.add_node(f"p{community}-{paper}", label=f"Paper {paper}", **place, **group)
    show(quiet, tmp_path, graph)
    element(quiet, "#closer").click()

    radius = {str(c): run(quiet, f"return papertrace.disc('{c}')")["radius"] for c in range(n_all)}
    until(lambda: run(quiet, "return papertrace.names().length"))
    named = {name["community"] for name in run(quiet, "return papertrace.names()")}
    assert min(radius.values()) < 9
    assert {int(community) for community in named if radius[community] < 9} <= set(range(24))


def test_rows_out_of_sight_have_names_for_screen_readers(desk: Chrome) -> None:
    """They are not laid out before they are in sight."""
    names = {node["name"] for node in heard(desk) if node["role"] == "button"}

    shown = titles(desk)
    assert len(shown) == 100
    assert [title for title in shown if not any(name.startswith(title) for name in names)] == []


def test_press_on_a_disc_shows_the_panel_before_all_that_can_wait(desk: Chrome, crowd: Field) -> None:
    script = """
        const { x, y } = papertrace.disc("0"), map = document.querySelector("#map canvas");
        const row = document.querySelector("#results li");
        for (const type of ["pointerdown", "pointerup"]) {
          const at = { clientX: x, clientY: y, button: 0, buttons: 1, pointerId: 1, bubbles: true };
          map.dispatchEvent(new PointerEvent(type, at));
        }
        const count = (parts) => document.querySelectorAll(parts).length;
        return [count("#details h2"), row.isConnected, count("#details option")]"""
    panels, list_waits, options = run(desk, script)

    assert panels == 1
    assert list_waits
    assert options == 1
    within = {paper.title for paper in crowd.papers if paper.id in members(crowd, 0)}
    until(lambda: set(titles(desk)) <= within and len(titles(desk)) == 100)
    until(lambda: run(desk, "return document.querySelectorAll('#details option').length") == len(FIELDS))


def test_paper_far_down_the_list_keeps_the_focus_when_it_is_pressed(desk: Chrome) -> None:
    run(
        desk,
        """const row = document.querySelectorAll('#results button')[70];
        row.focus();
        row.click();""",
    )

    focused = "return [document.activeElement.closest('#results') !== null, document.activeElement.ariaCurrent]"
    assert run(desk, focused) == [True, "true"]


def test_no_name_covers_what_is_said_above_the_map(desk: Chrome) -> None:
    script = """
        const said = document.querySelector('#crumbs span').getBoundingClientRect();
        return papertrace.names().filter(({ left, top, right, bottom }) =>
          left < said.right && right > said.left && top < said.bottom && bottom > said.top)"""
    assert run(desk, script) == []


def test_community_that_is_pressed_shows_its_papers_and_no_others(desk: Chrome, crowd: Field) -> None:
    click_at(desk, *disc(desk, 2))

    own = members(crowd, 2)
    assert marks(desk) == set(own)
    assert fragment(desk) == "#open=2"
    assert (
        text(desk, "#crumbs").replace("\n", " ")
        == f"All communities \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} {name_of(2)}"
    )
    assert text(desk, "#found") == f"{len(own)} papers, most linked first"
    assert text(desk, "#details h2") == name_of(2)
    assert f"{len(own)} papers · 2021\N{EN DASH}2025" in text(desk, "#details")
    left, right = run(
        desk, "const b = document.getElementById('map').getBoundingClientRect(); return [b.left, b.right]"
    )
    assert all(left < x < right for x, _ in places(desk, own).values())


def test_panel_of_a_community_names_its_own_concepts_first(desk: Chrome) -> None:
    click_at(desk, *disc(desk, 2))

    chips = [words.split("\n")[0] for words in text(desk, "#details .chips").splitlines()]
    named = [re.sub(r" \d+$", "", chip) for chip in chips]
    assert set(named[:3]) == set(FIELDS[2])


@pytest.mark.parametrize("way", ["escape", "crumb", "close", "back", "legend"])
def test_way_back_to_all_communities(desk: Chrome, way: str) -> None:
    click_at(desk, *disc(desk, 1))
    assert len(marks(desk)) > 100

    if way == "escape":
        press(desk, Keys.ESCAPE)
    elif way == "crumb":
        element(desk, "#crumbs button").click()
    elif way == "close":
        element(desk, "#details .close").click()
    elif way == "back":
        desk.back()
    else:
        element(desk, "#legend .toggles [aria-pressed=true]").click()

    until(lambda: not marks(desk))
    assert fragment(desk) == ""
    assert text(desk, "#details") == ""
    assert text(desk, "#crumbs").startswith("9 communities")


def test_name_in_the_legend_opens_its_community(desk: Chrome, crowd: Field) -> None:
    element(desk, "#legend").find_element("xpath", f".//button[contains(., '{name_of(4)}')]").click()

    assert marks(desk) == set(members(crowd, 4))
    pressed = run(desk, "return [...document.querySelectorAll('#legend [aria-pressed=true]')].map(e => e.innerText)")
    assert [words.split("\n")[0] for words in pressed] == [name_of(4)]


def test_paper_that_was_searched_for_opens_its_community_wherever_one_was(desk: Chrome, crowd: Field) -> None:
    click_at(desk, *disc(desk, 0))
    wanted = next(
        paper for paper in crowd.papers if crowd.graph.nodes[paper.id]["community"] == 7 and ":" in paper.title
    )

    found = search(desk, wanted.title.partition(":")[0])
    assert wanted.title in found
    press(desk, Keys.ENTER)

    assert text(desk, "#details h2") == wanted.title
    assert fragment(desk).startswith(f"#paper={wanted.id}")
    assert "open=" not in fragment(desk)
    assert text(desk, "#crumbs").endswith(name_of(7))
    assert marks(desk) >= set(members(crowd, 7))


def test_what_is_found_stands_on_the_map_before_anything_is_opened(desk: Chrome) -> None:
    found = search(desk, "radar interferometry")

    assert found
    assert 0 < len(marks(desk)) < N_CROWD / 4
    assert text(desk, "#found").startswith(f"{len(marks(desk))} papers found")


def test_neighbours_of_a_chosen_paper_are_marks_too(desk: Chrome, crowd: Field) -> None:
    key = next(
        str(one)
        for one, other in crowd.graph.edges()
        if crowd.graph.nodes[one]["community"] != crowd.graph.nodes[other]["community"]
    )
    run(desk, "location.hash = 'paper=' + arguments[0]", key)
    until(lambda: text(desk, "#details h2") == crowd.graph.nodes[key]["label"])

    assert marks(desk) == set(members(crowd, crowd.graph.nodes[key]["community"])) | set(crowd.graph[key])


@pytest.mark.parametrize(
    ("words", "community"),
    [("#open=3", 3), ("#paper=p00007", None), ("#open=nothing", None), ("#between=1+1", None), ("#between=0+x", None)],
    ids=["community", "paper", "unknown community", "one community twice", "half known"],
)
def test_address_opens_what_it_names(
    chrome: Chrome, crowded: str, crowd: Field, words: str, community: int | None
) -> None:
    if words == "#paper=p00007":
        community = crowd.graph.nodes["p00007"]["community"]

    visit(chrome, crowded + words)

    if community is None:
        assert marks(chrome) == set()
        assert fragment(chrome) == ""
    else:
        assert set(members(crowd, community)) <= marks(chrome)
        assert fragment(chrome) == words


def test_back_goes_from_paper_to_community_to_all(desk: Chrome) -> None:
    click_at(desk, *disc(desk, 1))
    first = titles(desk)[0]
    element(desk, "#results button").click()
    assert text(desk, "#details h2") == first

    desk.back()
    until(lambda: text(desk, "#details h2") == name_of(1))
    desk.back()
    until(lambda: not marks(desk))
    desk.forward()
    until(lambda: text(desk, "#details h2") == name_of(1))


def test_escape_goes_back_one_step_at_a_time(desk: Chrome) -> None:
    search(desk, "ink recovery")
    press(desk, Keys.ENTER)
    seen = []
    for _ in range(4):
        where = text(desk, "#details h2"), element(desk, "#query").get_attribute("value"), fragment(desk)
        seen.append([bool(words) for words in where])
        press(desk, Keys.ESCAPE)

    # A search result; its community, with the search; its community; all communities.
    assert seen == [[True, True, True], [True, True, True], [True, False, True], [False, False, False]]


def test_line_between_two_communities_says_why(desk: Chrome, crowd: Field) -> None:
    between = {
        frozenset((str(one), str(other)))
        for one, other in crowd.graph.edges()
        if {crowd.graph.nodes[one]["community"], crowd.graph.nodes[other]["community"]} == {0, 4}
    }
    (ax, ay), (bx, by) = disc(desk, 0), disc(desk, 4)

    for step in range(2, 19):  # somewhere on the way no other line lies nearer
        click_at(desk, ax + (bx - ax) * step / 20, ay + (by - ay) * step / 20)
        if fragment(desk) == "#between=0+4":
            break
        press(desk, Keys.ESCAPE)

    shown = text(desk, "#details")
    assert fragment(desk) == "#between=0+4"
    assert name_of(0) in shown
    assert name_of(4) in shown
    assert "Shared concepts" in shown
    assert re.search(rf"Linked pairs\n(heaviest 40 of )?{len(between)}\b", shown)
    element(desk, "#details .near button").click()
    assert text(desk, "#details h2") == "Why these two are linked"
    press(desk, Keys.ESCAPE, Keys.ESCAPE)
    assert fragment(desk) == ""


def test_disc_shrinks_with_the_papers_that_filters_leave(chrome: Chrome, crowded: str) -> None:
    visit(chrome, crowded)
    whole = run(chrome, "return papertrace.disc('1').radius")

    visit(chrome, crowded + "#code=linked+moved+archived+promised+claimed+none")

    assert 2000 < int(text(chrome, "#found").partition(" ")[0].replace(",", "")) < N_CROWD
    assert marks(chrome) == set()
    assert 0.8 * whole < run(chrome, "return papertrace.disc('1').radius") < whole


def test_papers_stand_on_the_map_once_filters_leave_room_for_all(desk: Chrome) -> None:
    element(desk, "#legend .track input").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)

    shown = int(text(desk, "#found").partition(" ")[0].replace(",", ""))
    assert shown < 2000
    assert len(marks(desk)) == shown
    assert text(desk, "#crumbs") == ""


def test_map_that_is_zoomed_while_it_glides_answers_as_before(chrome: Chrome, crowded: str) -> None:
    emulate(chrome, **{"prefers-reduced-motion": "no-preference"})
    screen(chrome, 1440, 900)
    visit(chrome, crowded)
    shown = "return document.querySelector('#map canvas').toDataURL()"
    run(
        chrome,
        """
        document.getElementById('closer').click();
        document.querySelector('#map canvas').dispatchEvent(new WheelEvent('wheel', { deltaY: 3, cancelable: true }));
        """,
    )
    chrome.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    before = run(chrome, shown)

    search(chrome, FIELDS[1][0])

    until(lambda: run(chrome, shown) != before, seconds=5)


def test_discs_stay_while_the_wheel_turns_and_dissolve_when_it_rests(desk: Chrome) -> None:
    script = """
        const map = document.querySelector("#map canvas");
        const { x, y } = papertrace.disc("0");
        const turn = { deltaY: -400, clientX: x, clientY: y, cancelable: true };
        for (let k = 0; k < 9; k += 1) map.dispatchEvent(new WheelEvent("wheel", turn));
        return papertrace.drawn().length;"""

    assert run(desk, script) == 0
    until(lambda: run(desk, "return papertrace.drawn().length"))


def test_arrows_go_from_disc_to_disc_and_enter_opens(desk: Chrome, crowd: Field) -> None:
    run(desk, "document.getElementById('map').focus()")
    told = []
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_LEFT):
        press(desk, key)
        told.append(str(run(desk, "return document.getElementById('told').textContent")))
    press(desk, Keys.ENTER)

    assert all(re.fullmatch(r".+: \d+ papers\. Enter opens it\.", words) for words in told)
    assert len(set(told)) > 1
    opened = next(i for i in range(len(FIELDS)) if told[-1].startswith(name_of(i)))
    assert marks(desk) == set(members(crowd, opened))
    press(desk, Keys.ARROW_UP)
    chosen = run(desk, "return new URLSearchParams(location.hash.slice(1)).get('paper')")
    assert chosen in members(crowd, opened)


def test_phone_opens_a_community_by_touch(chrome: Chrome, crowded: str, crowd: Field) -> None:
    screen(chrome, 390, 844, phone=True)
    visit(chrome, crowded)
    x, y = disc(chrome, 0)

    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        chrome.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    until(lambda: fragment(chrome) == "#open=0")
    assert marks(chrome) == set(members(crowd, 0))
    assert run(chrome, "return document.documentElement.scrollWidth") <= 390
    assert top(chrome, "#crumbs") < top(chrome, "#legend")


def test_hostile_names_of_communities_are_shown_and_run_nothing(chrome: Chrome, tmp_path: Path) -> None:
    names = ("<img src=x onerror=\"document.title='ran'\">", "</script><script>document.title='ran'</script>")
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i in range(MAX_SHOWN_PAPERS + 2):
        name = names[i % 2]
        graph.add_node(f"p{i}", label=f"Paper {i}", community=name, community_label=name, x=i % 2, y=0.0)
    graph.add_edge("p0", "p1", kind="concept", weight=1.0, evidence=names[0])
    write_html(graph, tmp_path / "crowd.html", title="Plain title")
    visit(chrome, (tmp_path / "crowd.html").as_uri())
    messages(chrome)

    for name in names:
        point = run(chrome, "return papertrace.disc(arguments[0])", name)
        click_at(chrome, point["x"], point["y"])
        assert text(chrome, "#details h2") == name
        element(chrome, "#details .near .quiet").click()
        assert names[0] in text(chrome, "#details .reasons")
        press(chrome, Keys.ESCAPE, Keys.ESCAPE)
        assert marks(chrome) == set()

    assert run(chrome, "return document.querySelectorAll('main script, main img').length") == 0
    assert chrome.title == "Plain title"
    assert messages(chrome) == []


def test_same_papers_make_the_same_page(crowd: Field) -> None:
    def made(field: Any) -> str:  # noqa: ANN401 - made in field.py
        return generate_html(field.graph, papers=field.papers, verdicts=field.verdicts)

    assert made(crowd) == made(make_field(N_CROWD))
