"""The page in a real browser as a reader uses it: without a network, by mouse, by keys and on a phone."""

import json
import math
import re
import statistics
from functools import partial
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By
from tests.browser.reader import (
    click_at,
    element,
    emulate,
    fragment,
    log,
    make_paper,
    messages,
    pixels,
    places,
    run,
    screen,
    search,
    show,
    text,
    titles,
    top,
    until,
    visit,
    where,
)
from tests.case_tables import cases

from papertrace.export.page.writer import write_html
from papertrace.model import Claim, ClaimState, Concept, Link, LinkKind, Mention, Paper, Span

pytestmark = pytest.mark.browser

HOSTILE = (
    "<script>document.title='ran'</script>",
    "</script><script>document.title='ran'</script>",
    "<img src=x onerror=\"document.title='ran'\">",
    "\"onload=\"document.title='ran'",
    "javascript:document.title='ran'",
    "<svg onload=\"document.title='ran'\">",
    "one\u2028two \u202egnp.exe",
    "a long title " * 800,
)


def test_page_paints_and_asks_for_nothing(chrome: Chrome, page: str) -> None:
    chrome.get("about:blank")
    log(chrome, "performance")
    messages(chrome)

    visit(chrome, page)
    until(lambda: run(chrome, "return performance.getEntriesByName('first-contentful-paint').length"))

    events = [json.loads(entry["message"])["message"] for entry in log(chrome, "performance")]
    asked = [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
    assert [url for url in asked if not url.startswith("data:")] == [page]
    assert messages(chrome) == []
    assert pixels(chrome) > 10_000


def test_a_request_would_have_been_seen_and_stopped(chrome: Chrome, page: str) -> None:
    """Without this, the test above could pass vacuously."""
    visit(chrome, page)
    messages(chrome)

    run(chrome, "const i = new Image(); i.src = 'http://127.0.0.1:9/x.png'; document.body.append(i)")

    seen: list[str] = []
    while not seen:
        seen = messages(chrome)
    assert "Content Security Policy" in seen[0]


@cases("words, where_found", named=True)
def test_search_finds(opened: Chrome, words: str, where_found: str) -> None:
    everything = len(titles(opened))

    found = search(opened, words)

    assert 0 < len(found) < everything
    assert text(opened, "#found").partition(" · ")[0] == f"{len(found)} paper{'s' if len(found) > 1 else ''} found"
    if where_found:
        assert where_found in text(opened, "#results")


def test_search_that_finds_nothing_says_what_to_do(opened: Chrome) -> None:
    assert search(opened, "zzzz") == []
    assert text(opened, "#found").startswith("Nothing found. Try")


def test_clicked_paper_shows_its_code_and_why_it_is_linked(opened: Chrome) -> None:
    click_at(opened, *where(opened, "p00007"))

    shown = text(opened, "#details")
    assert "acme/tavo7" in shown
    assert "Our code is available at" in shown
    assert "archived" in shown
    assert "Shared concepts" in shown
    assert "ink recovery, layout analysis" in shown
    assert fragment(opened) == "#paper=p00007"
    link = element(opened, "#details a[href*='github.com']")
    assert link.get_attribute("rel") == "noopener noreferrer"


def test_line_between_two_papers_says_why(opened: Chrome, field: Any) -> None:  # noqa: ANN401 - made in conftest.py
    ends = [(one, other) for one, other, kind in field.graph.edges(data="kind") if kind == "mention"]

    standing = places(opened, field.graph)

    def length(pair: tuple[str, str]) -> float:
        return math.dist(standing[pair[0]], standing[pair[1]])

    (ax, ay), (bx, by) = (standing[key] for key in max(ends, key=length))

    for step in range(2, 19):  # somewhere on the way no paper lies on the line
        part = step / 20
        click_at(opened, ax + (bx - ax) * part, ay + (by - ay) * part)
        shown = text(opened, "#details")
        if "Why these two are linked" in shown and "We compare with" in shown:
            break
        ActionChains(opened).send_keys(Keys.ESCAPE).perform()

    assert "One names the other" in shown
    assert "We compare with" in shown
    assert "Same code owner" in shown
    assert "github.com/acme" in shown
    assert "#link=" in fragment(opened)


def test_shared_concepts_say_in_how_many_papers_they_are(opened: Chrome) -> None:
    element(opened, "#results button").click()
    groups = opened.find_elements(By.CSS_SELECTOR, "#details .group")
    (shared,) = [group for group in groups if "Shared concepts" in group.text]
    if not shared.get_attribute("open"):
        shared.find_element(By.CSS_SELECTOR, "summary").click()
    shared.find_element(By.CSS_SELECTOR, ".near .quiet").click()

    rarities = [int(n) for n in re.findall(r"in (\d+) papers?", text(opened, "#details .reasons"))]

    assert rarities
    assert rarities == sorted(rarities)


def test_link_with_a_direction_ends_in_an_arrow_head(chrome: Chrome, tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for key, x in (("a", 0.0), ("b", 900.0)):
        graph.add_node(key, label=key, x=x, y=0.0)
    graph.add_edge("a", "b", kind="mention", weight=1.0, evidence="We follow a.", tail="b", head="a")
    show(chrome, tmp_path, graph)

    painted = run(
        chrome,
        """const map = document.querySelector("#map canvas");
           const frame = map.getBoundingClientRect();
           const [a, b] = ["a", "b"].map(papertrace.where);
           const row = map.getContext("2d").getImageData(a.x - frame.left, a.y - frame.top - 3, b.x - a.x, 1).data;
           const n = row.length / 4;
           // Three pixels above the line: what is painted off the marks themselves.
           return [[10, n / 2], [n / 2, n - 10]].map(([from, to]) => {
             let count = 0;
             for (let x = Math.round(from); x < to; x += 1) if (row[4 * x + 3] > 99) count += 1;
             return count;
           });""",
    )

    assert painted[0] > 1
    assert painted[1] == 0


def test_legend_filters_and_shows_all_again(opened: Chrome) -> None:
    before = pixels(opened)
    row = element(opened, "#legend").find_element(By.XPATH, ".//button[contains(., 'Code linked')]")

    row.click()

    shown = int(row.find_element(By.CSS_SELECTOR, ".n").text)
    assert text(opened, "#found").startswith(f"{shown} of 226 papers")
    assert f"Filters leave {shown} of 226 papers" in text(opened, "#legend")
    assert row.get_attribute("aria-pressed") == "true"
    until(lambda: pixels(opened) < before * 0.8)
    element(opened, "#legend .facts button").click()
    assert text(opened, "#found").startswith("226 papers")


@pytest.mark.parametrize("fragment", ["", "#weight=10", "#without=concept", "#community=1"])
def test_list_stands_in_the_order_of_the_numbers_it_shows(chrome: Chrome, page: str, fragment: str) -> None:
    visit(chrome, page + fragment)

    shown = run(chrome, "return [...document.querySelectorAll('#results .by')].map(e => e.textContent)")
    numbers = [int(found[1]) if (found := re.search(r"(\d+)(?: of \d+)? links?", line)) else 0 for line in shown]

    assert "most linked first" in text(chrome, "#found")
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] > 1


def test_mark_of_dead_code_filters(opened: Chrome) -> None:
    element(opened, "#legend").find_element(By.XPATH, ".//button[contains(., 'Code link is dead')]").click()

    assert fragment(opened) == "#code=dead"
    assert all("code link is dead" in line for line in text(opened, "#results").splitlines() if " · " in line)


def test_kinds_weight_and_years_filter(opened: Chrome) -> None:
    box = element(opened, "#legend .check input")
    box.click()
    assert text(opened, "#legend .slider").endswith(" 14 of 494 linked pairs")
    box.click()

    slider = element(opened, "#legend .slider input")
    slider.send_keys(Keys.END)
    assert "1 of 494 linked pairs" in text(opened, "#legend .slider")
    slider.send_keys(Keys.HOME)
    assert "494 of 494 linked pairs" in text(opened, "#legend .slider")

    element(opened, "#legend .track input").send_keys(*[Keys.ARROW_RIGHT] * 3)
    assert fragment(opened) == "#from=2024"
    assert "2021" not in text(opened, "#results")


def test_years_say_what_they_hide(chrome: Chrome, tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for number, year in enumerate((2021, 2024, None, None)):
        facts = {} if year is None else {"year": year}
        graph.add_node(f"p{number}", label=f"Paper {number}", x=float(number), y=0.0, **facts)
    show(chrome, tmp_path, graph)
    assert "without a year" not in text(chrome, "#legend")

    element(chrome, "#legend .track input").send_keys(*[Keys.ARROW_RIGHT] * 3)
    assert titles(chrome) == ["Paper 1"]
    assert "2 papers without a year are hidden." in text(chrome, "#legend")

    element(chrome, "#legend .span + .facts button").click()
    assert sorted(titles(chrome)) == ["Paper 1", "Paper 2", "Paper 3"]
    assert "2 papers without a year are shown too." in text(chrome, "#legend")
    assert fragment(chrome) == "#from=2024&undated=shown"


def test_address_brings_the_view_back(chrome: Chrome, page: str) -> None:
    visit(chrome, page + "#paper=p00007&find=ink&community=1&weight=5&without=owner&code=archived")

    assert "tavo7" in text(chrome, "#details").lower()
    assert element(chrome, "#query").get_attribute("value") == "ink"
    pressed = run(chrome, "return [...document.querySelectorAll('#legend [aria-pressed=true]')].map(e => e.innerText)")
    assert [words.split("\n")[0] for words in pressed] == ["Code archived"]
    only = [
        row.text.split("\n")
        for row in chrome.find_elements(By.CSS_SELECTOR, "#legend .toggles button")
        if "only" in row.text
    ]
    assert only == [["manuscript imaging, ink recovery", only[0][1]]]
    assert len(titles(chrome)) > 0


def test_paper_in_the_address_names_the_tab(chrome: Chrome, page: str) -> None:
    visit(chrome, page + "#paper=p00007")
    assert chrome.title == text(chrome, "#details h2")

    element(chrome, "#details .close").click()
    assert chrome.title == "A made-up field"


OF_NO_USE = "&saved=gone&read=__proto__&sort=__proto__&tray=x&ring=9&abstract=x&pick=gone&path=a b"


def test_address_that_names_nothing_known_shows_the_whole(chrome: Chrome, page: str) -> None:
    visit(chrome, page + "#paper=gone&link=a b&community=x&code=__proto__&from=never&concept=%00&weight=-1" + OF_NO_USE)

    assert text(chrome, "#found") == "226 papers, most linked first"
    assert text(chrome, "#details") == ""
    assert run(chrome, "return location.href") == page
    assert messages(chrome) == []


def test_back_closes_what_was_chosen_and_passes_over_filters(opened: Chrome) -> None:
    element(opened, "#legend").find_element(By.XPATH, ".//button[contains(., 'No word of code')]").click()
    buttons = opened.find_elements(By.CSS_SELECTOR, "#results button")
    first, second = titles(opened)[:2]
    for button in buttons[:2]:
        button.click()
    element(opened, "#legend .check input").click()
    assert text(opened, "#details h2") == second

    opened.back()
    until(lambda: text(opened, "#details h2") == first)
    opened.back()
    until(lambda: text(opened, "#details") == "")

    assert fragment(opened) == "#code=none"
    assert opened.title == "A made-up field"
    opened.forward()
    until(lambda: text(opened, "#details h2") == first)


def test_keys_alone_lead_from_search_to_paper_and_back(opened: Chrome) -> None:
    def press(*keys: str) -> None:
        ActionChains(opened).send_keys(*keys).perform()

    press("/")
    press(*"glacier")
    assert element(opened, "#query").get_attribute("value") == "glacier"
    press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    second = titles(opened)[1]
    focused = opened.switch_to.active_element
    assert second in str(focused.get_attribute("textContent"))  # long titles are shown in part
    assert focused.value_of_css_property("outline-style") == "solid"
    press(Keys.ARROW_UP)
    assert titles(opened)[0] in str(opened.switch_to.active_element.get_attribute("textContent"))
    press(Keys.ARROW_UP, Keys.ARROW_DOWN, Keys.ARROW_DOWN)  # from the search, the first down leads to the first result
    assert opened.switch_to.active_element.id == focused.id
    press(Keys.ENTER)
    assert text(opened, "#details h2") == second
    press(Keys.ESCAPE)
    assert text(opened, "#details") == ""
    press(Keys.ESCAPE)
    assert element(opened, "#query").get_attribute("value") == ""


def test_arrows_go_from_paper_to_paper_on_the_map(opened: Chrome) -> None:
    run(opened, "document.getElementById('map').focus()")
    seen = set()
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_DOWN):
        ActionChains(opened).send_keys(key).perform()
        seen.add(text(opened, "#details h2"))

    assert len(seen - {""}) == 3


def test_phone_has_the_list_and_the_map_as_two_tabs(chrome: Chrome, page: str) -> None:
    screen(chrome, 390, 844, phone=True)

    visit(chrome, page)

    assert run(chrome, "return document.documentElement.scrollWidth") <= 390
    tops = [top(chrome, part) for part in ("#tabs", "#map", "#query", "#legend")]
    assert tops == sorted(tops)
    assert tops[1] <= 120
    assert not element(chrome, "#results").is_displayed()

    element(chrome, "#tabs label:nth-of-type(2)").click()
    assert not element(chrome, "#map").is_displayed()
    assert not element(chrome, "#legend").is_displayed()
    assert top(chrome, "#results") < 500  # without scrolling
    assert fragment(chrome) == "#tab=list"

    element(chrome, "#results button").click()
    assert text(chrome, "#details h2") == titles(chrome)[0]
    assert element(chrome, "#map").is_displayed()
    frame = run(chrome, "return document.getElementById('map').getBoundingClientRect().toJSON()")
    chosen = run(chrome, "return new URLSearchParams(location.hash.slice(1)).get('paper')")
    x, y = where(chrome, chosen)
    assert frame["left"] < x < frame["right"]
    assert frame["top"] < y < frame["bottom"]
    assert run(chrome, "return document.documentElement.scrollWidth") <= 390
    chrome.back()
    until(lambda: element(chrome, "#results").is_displayed())


def test_search_on_a_phone_shows_the_list(chrome: Chrome, page: str) -> None:
    screen(chrome, 390, 844, phone=True)
    visit(chrome, page)

    search(chrome, "glacier")

    assert element(chrome, "#results").is_displayed()
    assert not element(chrome, "#map").is_displayed()
    assert 0 < len(titles(chrome)) < 100


def test_list_and_details_are_folded_and_stay_so(opened: Chrome) -> None:
    width = run(opened, "return document.getElementById('map').clientWidth")
    assert width >= 0.6 * 1440

    for name in ("list", "panel"):
        element(opened, f"#fold-{name}").click()

    assert run(opened, "return document.getElementById('map').clientWidth") == 1440
    visit(opened, opened.current_url)
    assert not element(opened, "#results").is_displayed()
    assert not element(opened, "#legend").is_displayed()
    click_at(opened, *where(opened, run(opened, "return papertrace.drawn()[0]")))
    assert element(opened, "#details").is_displayed()
    assert not element(opened, "#results").is_displayed()


def test_tabs_are_left_out_where_both_fit(opened: Chrome, page: str) -> None:
    visit(opened, page + "#tab=list")

    assert not element(opened, "#tabs").is_displayed()
    assert element(opened, "#map").is_displayed()
    assert element(opened, "#results").is_displayed()


@cases("fragment")
@pytest.mark.parametrize("width", [1440, 390])
def test_names_cover_no_marks(chrome: Chrome, page: str, fragment: str, width: int) -> None:
    """Where some papers are highlighted, the others are faded and may be covered."""
    screen(chrome, width, 900, phone=width < 500)
    visit(chrome, page + fragment)
    until(lambda: run(chrome, "return papertrace.paperNames().length + papertrace.names().length"))

    covered = run(
        chrome,
        """const bright = new Set(papertrace.bright());
           const marks = papertrace.drawn().filter(id => bright.has(id))
             .map(id => ({ ...papertrace.where(id), r: papertrace.shade(id).pixels }));
           const names = [...papertrace.names(), ...papertrace.paperNames()];
           return names.filter(box => marks.some(({ x, y, r }) =>
             Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)) < r - 1))
             .map(box => box.paper ?? box.community);""",
    )

    assert covered == []


def test_title_of_ten_thousand_letters_is_cut_and_can_be_seen(chrome: Chrome, tmp_path: Path) -> None:
    title = "ab\u202ecd \x1b[31m " * 1000
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("p0", label=title, community=0, x=0.0, y=0.0)
    graph.add_node("p1", label="Short", community=0, x=1.0, y=0.0)
    graph.add_edge("p0", "p1", kind="concept", weight=1.0, evidence="ice")
    show(chrome, tmp_path, graph, words="#paper=p0")

    assert len(text(chrome, "#details h2")) <= 300
    assert "␛[31m" in text(chrome, "#details h2")
    assert all(len(shown) <= 300 for shown in titles(chrome))
    assert len(chrome.title) <= 300
    more = element(chrome, "#details .fold")
    assert more.text == f"▸{'All 11,999 characters of the title'}" or more.text.endswith(
        "11,999 characters of the title"
    )
    more.click()
    assert len(run(chrome, "return document.querySelector('#details h2').textContent")) >= 11_999
    assert more.get_attribute("aria-expanded") == "true"
    more.click()
    assert len(text(chrome, "#details h2")) <= 300


def test_control_characters_are_shown_as_such(chrome: Chrome, tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("p0", label="a\x00b\x07c", community=0, x=0.0, y=0.0)
    papers = [make_paper("p0", "a\x00b\x07c", authors=("An\x7fna",), venue="Jour\x9bnal", date="2020")]
    show(chrome, tmp_path, graph, papers=papers, words="#paper=p0")

    shown = text(chrome, "#details")
    assert "a␀b␇c" in shown
    assert "An␡na" in shown
    assert "Jour\ufffdnal" in shown
    assert "a␀b␇c" in text(chrome, "#results")


def luminance(color: str) -> float:
    """Return the relative luminance of `rgb(…)` as WCAG 2 defines it."""
    parts = [float(part) / 255 for part in color[color.index("(") + 1 : -1].split(",")[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
@cases("words", named=True)
def test_text_is_legible_in_light_and_dark(chrome: Chrome, page: str, scheme: str, words: str) -> None:
    emulate(chrome, **{"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"})
    try:
        visit(chrome, page + words)
        colors = run(
            chrome,
            """const back = (e) => { for (; e; e = e.parentElement) {
                 const c = getComputedStyle(e).backgroundColor; if (c !== "rgba(0, 0, 0, 0)") return c; }
                 return getComputedStyle(document.body).backgroundColor; };
               return [...document.querySelectorAll("body *")]
                 .filter(e => e.checkVisibility() && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
                 .map(e => [getComputedStyle(e).color, back(e), e.outerHTML.slice(0, 80)]);""",
        )
        assert len(colors) > 90
        for color, back, what in colors:
            low, high = sorted((luminance(color), luminance(back)))
            assert (high + 0.05) / (low + 0.05) >= 4.5, what
        assert (luminance(colors[0][1]) < 0.1) == (scheme == "dark")
    finally:
        emulate(chrome, **{"prefers-reduced-motion": "reduce"})


def test_button_changes_between_light_and_dark(opened: Chrome) -> None:
    background = "return getComputedStyle(document.body).backgroundColor"
    before = luminance(run(opened, background))

    element(opened, "#theme").click()
    after = luminance(run(opened, background))
    element(opened, "#theme").click()

    assert (before > 0.5) != (after > 0.5)
    assert luminance(run(opened, background)) == before


def hostile_graph() -> tuple["nx.MultiGraph[str]", list[Paper]]:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    papers = []
    for i, words in enumerate(HOSTILE):
        key = f"{words[:40]}{i}"
        graph.add_node(key, label=words, community=words, community_label=words, x=i, y=i % 3, concepts=words)
        links = tuple(
            Link(raw=url, url=url, span=Span("list.txt", 1), kind=LinkKind.PAGE)
            for url in ("javascript:document.title='ran'", "data:text/html,<script>1</script>", words)
        )
        papers.append(
            make_paper(
                key,
                words,
                abstract=words,
                authors=(words,),
                organisation=words,
                date=words,
                links=links,
                concepts=(Concept(key=words, label=words),),
                claim=Claim(state=ClaimState.CLAIMED, sentence=words),
            )
        )
    keys = list(graph.nodes)
    for one, other, words in zip(keys, keys[1:], HOSTILE, strict=False):
        graph.add_edge(one, other, kind=words[:30], weight=1.0, evidence=words)
        graph.add_edge(one, other, kind="mention", weight=2.0, evidence=words)
    return graph, papers


def test_hostile_graph_runs_nothing(chrome: Chrome, tmp_path: Path) -> None:
    graph, papers = hostile_graph()
    write_html(graph, tmp_path / "page.html", papers=papers, title="Plain title")
    messages(chrome)

    visit(chrome, (tmp_path / "page.html").as_uri())
    for i in range(len(HOSTILE)):
        run(chrome, "document.querySelectorAll('#results button')[arguments[0]].click()", i)
        for button in ("#details .chips button", "#details .near .quiet"):
            run(chrome, "document.querySelector(arguments[0])?.click()", button)
        assert run(chrome, "return document.querySelectorAll('main script, main img, main svg[onload]').length") == 0
    search(chrome, "<script>")

    assert chrome.title == "Plain title"
    assert run(chrome, "return [...document.querySelectorAll('a[href]')].every(a => /^https?:/.test(a.protocol))")
    assert run(chrome, "return document.documentElement.scrollWidth") <= 1440
    assert messages(chrome) == []


NOTHING = "No two of these papers share a concept, a repository or a mention."


@cases("name, held, sentence", named=True)
def test_graph_without_links_says_why_and_no_more(
    quiet: Chrome, tmp_path: Path, name: str, held: tuple[str, ...], sentence: str
) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i, values in enumerate(held):
        graph.add_node(f"p{i}", label=f"Paper {i}", x=float(i), y=0.0, **{name: values})
    show(quiet, tmp_path, graph)

    assert text(quiet, "#empty") == sentence
    assert len(titles(quiet)) == len(held)


def test_papers_that_name_one_another_are_not_said_to_share_no_mention(chrome: Chrome, tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_nodes_from((f"p{i}", {"label": f"Paper {i}", "x": float(i), "y": 0.0}) for i in range(2))
    mention = Mention(target="p1", title="Paper 1", surface="TopoNet", sentence="As in TopoNet.", span=Span("a", 1))
    papers = [
        make_paper("p0", "Paper 0", abstract="As in TopoNet.", mentions=(mention,)),
        make_paper("p1", "TopoNet: Paper 1"),
    ]
    show(chrome, tmp_path, graph, papers=papers)

    assert text(chrome, "#empty").startswith("Some of these papers share concepts or code or name one another")


def test_long_form_of_an_acronym_finds_the_papers_that_print_the_acronym_alone(chrome: Chrome, tmp_path: Path) -> None:
    papers = [
        make_paper(key, f"Paper {key}", concepts=(Concept(key="k", label="MoE", surfaces=(name,)),))
        for key, name in (("a", "mixture of experts"), ("b", "MoE"))
    ]
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for number, paper in enumerate(papers):
        graph.add_node(
            paper.id, label=paper.title, community=0, community_label="MoE", x=90.0 * number, y=0.0, color="#0072b2"
        )
    show(chrome, tmp_path, graph, papers=papers)

    assert search(chrome, "mixture of experts") == ["Paper a", "Paper b"]
    assert "Concept: MoE, mixture of experts" in text(chrome, "#results")


def test_details_scroll_in_their_panel_and_never_the_desk(opened: Chrome) -> None:
    element(opened, "#results button").click()

    assert text(opened, "#details")
    assert run(opened, "return document.documentElement.scrollHeight - innerHeight") == 0


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)], ids=["desk", "phone"])
def test_name_of_a_community_stands_with_its_own_papers(
    chrome: Chrome,
    page: str,
    field: Any,  # noqa: ANN401 - made in conftest.py
    width: int,
    height: int,
) -> None:
    screen(chrome, width, height, phone=width < height)
    visit(chrome, page)
    until(lambda: run(chrome, "return papertrace.names().length"))

    names = run(chrome, "return papertrace.names()")
    standing = places(chrome, field.graph)
    members: dict[str, list[tuple[float, float]]] = {}
    for key, community in field.graph.nodes(data="community"):
        members.setdefault(str(community), []).append(standing[key])
    middles = {key: tuple(map(statistics.fmean, zip(*points, strict=True))) for key, points in members.items()}

    assert len(names) >= 3
    for name in names:
        centre = ((name["left"] + name["right"]) / 2, (name["top"] + name["bottom"]) / 2)
        nearest = min(middles, key=lambda key: math.dist(centre, middles[key]))
        assert name["led"] or nearest == name["community"]
        for key, points in members.items():
            covered = [
                (x, y) for x, y in points if name["left"] < x < name["right"] and name["top"] < y < name["bottom"]
            ]
            assert key == name["community"] or not covered


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768)], ids=["desk", "tablet"])
def test_each_community_in_view_has_its_name(quiet: Chrome, tmp_path: Path, width: int, height: int) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i in range(100):
        group, at = divmod(i, 4)
        x, y = 240.0 * (group % 5) + 40 * (at % 2), 150.0 * (group // 5) + 40 * (at // 2)
        name = f"topic number {group}, other words"
        graph.add_node(f"p{i:02}", label=f"Paper {i}", kind="paper", community=group, community_label=name, x=x, y=y)
    write_html(graph, tmp_path / "many.html", title="Many")
    screen(quiet, width, height)

    visit(quiet, (tmp_path / "many.html").as_uri())

    until(lambda: len(run(quiet, "return papertrace.names()")) == 25, seconds=5)


def test_sentence_of_a_map_of_one_paper_does_not_cover_its_mark(quiet: Chrome, tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("a", label="One paper alone", kind="paper", community=-1, x=0.0, y=0.0)
    show(quiet, tmp_path, graph, title="One")

    assert text(quiet, "#empty")
    low = run(
        quiet,
        "const words = document.createRange(); words.selectNodeContents(document.getElementById('empty'));"
        "return words.getBoundingClientRect().bottom",
    )
    assert low < places(quiet, ["a"])["a"][1] - 30


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)], ids=["desk", "phone"])
def test_chosen_paper_is_shown_with_all_that_it_is_linked_with(
    chrome: Chrome,
    page: str,
    field: Any,  # noqa: ANN401 - made in conftest.py
    width: int,
    height: int,
) -> None:
    screen(chrome, width, height, phone=width < height)
    most = max(field.graph, key=lambda key: len(set(field.graph[key])))
    lonely = next(key for key in field.graph if not field.graph[key])
    visit(chrome, page + f"#paper={lonely}")

    def shown(key: str) -> bool:
        return bool(text(chrome, "#details h2") == field.graph.nodes[key]["label"])

    for key in (most, *list(field.graph[most])[:3]):
        run(chrome, "location.hash = 'paper=' + arguments[0]", key)
        until(partial(shown, key))
        frame = run(chrome, "return document.getElementById('map').getBoundingClientRect().toJSON()")
        for near, (x, y) in places(chrome, (key, *field.graph[key])).items():
            assert frame["left"] < x < frame["right"], near
            assert frame["top"] < y < frame["bottom"], near
