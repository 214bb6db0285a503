"""The table of papers: sorted by a press, columns to choose, and papers that are selected there or by a lasso."""

import pytest
from selenium.webdriver import Chrome
from tests.browser.field import Field
from tests.browser.reader import (
    click_at,
    command,
    element,
    fragment,
    places,
    press_escape,
    run,
    screen,
    text,
    titles,
    until,
    visit,
)

pytestmark = pytest.mark.browser

CELLS = """
    const at = [...document.querySelectorAll("#table th")].findIndex((cell) => cell.innerText.startsWith(arguments[0]));
    return [...document.querySelectorAll("#table tbody tr")].map((row) => row.children[at + 1].innerText)"""


def press(chrome: Chrome, selector: str) -> None:
    run(chrome, "document.querySelector(arguments[0]).click()", selector)


def test_table_has_the_papers_of_the_list_in_its_order(quiet: Chrome, page: str, field: Field) -> None:
    visit(quiet, page + "#view=table&community=1")

    shown = run(quiet, CELLS, "Title")
    assert len(shown) < len(field.papers)
    assert shown[:25] == titles(quiet)[:25]


def test_press_on_a_column_sorts_and_another_one_turns_the_order(quiet: Chrome, page: str) -> None:
    visit(quiet, page + "#view=table")

    press(quiet, '#table [data-column="year"]')
    falling = run(quiet, CELLS, "Year")
    assert (fragment(quiet), falling) == ("#view=table&order=-year", sorted(falling, reverse=True))
    assert element(quiet, "#table [aria-sort]").get_attribute("aria-sort") == "descending"

    press(quiet, '#table [data-column="year"]')
    rising = run(quiet, CELLS, "Year")
    assert rising == sorted(rising) != falling
    assert run(quiet, "return document.activeElement === document.body || document.activeElement.id !== 'map'")


def test_columns_are_chosen_and_stand_in_the_address(quiet: Chrome, page: str, field: Field) -> None:
    visit(quiet, page + "#view=table")
    press(quiet, '#table [data-tick="column arxiv"]')
    press(quiet, '#table [data-tick="column authors"]')

    heads = text(quiet, "#table thead").split()
    assert "arXiv" in heads
    assert "Authors" not in heads
    address = run(quiet, "return location.href")
    visit(quiet, address)
    assert text(quiet, "#table thead").split() == heads
    known = {paper.identifiers.arxiv or "" for paper in field.papers}
    assert set(run(quiet, CELLS, "arXiv")) <= known


@pytest.mark.parametrize(
    ("name", "says"), [("bibtex", "@"), ("ris", "TY  - "), ("csv", "p0"), ("graphml", "<node id=")]
)
def test_selection_is_exported(quiet: Chrome, page: str, name: str, says: str) -> None:
    visit(quiet, page + "#view=table&selected=p00002 p00005 nobody")
    assert text(quiet, "#details h2") == "2 papers selected"

    run(
        quiet, "[...document.querySelectorAll('#table button')].find(b => b.textContent === 'Export selection').click()"
    )
    script = """
        const format = document.getElementById("export-format");
        format.value = arguments[0];
        format.dispatchEvent(new Event("change"));
        return [document.getElementById("export-set").value, document.getElementById("export-text").value]"""
    chosen, written = run(quiet, script, name)
    assert (chosen, written.count(says)) == ("selected", 2)


def test_saved_papers_come_first_in_an_export(quiet: Chrome, page: str) -> None:
    visit(quiet, page + "#paper=p00003&saved=p00002")

    press(quiet, "#take")
    assert run(quiet, "return document.getElementById('export-set').value") == "saved"


def test_ticks_are_kept_when_a_paper_is_opened_and_cleared_by_a_button(quiet: Chrome, page: str) -> None:
    visit(quiet, page + "#view=table&order=title")
    press(quiet, "#table tbody [data-tick]")
    assert text(quiet, "#table [role=status]") == "226 papers · 1 selected"
    press(quiet, "#table tbody .name")
    assert "selected=" in fragment(quiet)
    press(quiet, "#details .close")
    assert text(quiet, "#details h2") == "1 paper selected"
    press(quiet, "#details .close")
    assert run(quiet, "return [location.hash, document.querySelector('#details').hidden]") == [
        "#view=table&order=title",
        True,
    ]


def test_no_line_of_a_cell_begins_with_a_comma_on_a_phone(quiet: Chrome, page: str) -> None:
    screen(quiet, 390, 844, phone=True)
    visit(quiet, page + "#view=table")

    script = """
        const commas = [];
        for (const cell of document.querySelectorAll("#table td")) {
          const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) {
            if (!texts.currentNode.data.startsWith(",")) continue;
            const range = document.createRange();
            range.setStart(texts.currentNode, 0);
            range.setEnd(texts.currentNode, 1);
            commas.push(Math.round(range.getBoundingClientRect().left - cell.getBoundingClientRect().left));
          }
        }
        return commas;"""
    commas = run(quiet, script)
    assert len(commas) > 100
    assert min(commas) > 30  # pixels from the border of the cell: a name stands before each


def test_lasso_selects_the_papers_within_it(quiet: Chrome, page: str, field: Field) -> None:
    visit(quiet, page)
    x, y = places(quiet, [field.papers[4].id])[field.papers[4].id]
    click_at(quiet, *run(quiet, "const at = lasso.getBoundingClientRect(); return [at.x + 9, at.y + 9]"))
    ring = [
        (x + across * 40, y + along * 40) for across, along in ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (-1, 1))
    ]
    for kind, (at_x, at_y) in zip(
        ["mousePressed", *["mouseMoved"] * 6, "mouseReleased"], [*ring, ring[0], ring[0]], strict=True
    ):
        command(quiet, "Input.dispatchMouseEvent", type=kind, x=at_x, y=at_y, button="left", buttons=1, clickCount=1)

    until(lambda: "selected" in text(quiet, "#details h2"))
    positions = places(quiet, [paper.id for paper in field.papers])
    within = {key for key, (at_x, at_y) in positions.items() if abs(at_x - x) < 40 and abs(at_y - y) < 40}
    assert set(run(quiet, "return papertrace.bright()")) == within
    assert run(quiet, "return document.querySelectorAll('svg.lasso').length") == 0


def test_escape_leaves_the_lasso(quiet: Chrome, page: str) -> None:
    visit(quiet, page + "#paper=p00003")
    press(quiet, "#lasso")

    press_escape(quiet)

    script = (
        "return [document.getElementById('lasso').ariaPressed, document.getElementById('map').className, location.hash]"
    )
    assert run(quiet, script) == ["false", "", "#paper=p00003"]


def test_escape_drops_a_lasso_that_is_being_drawn(quiet: Chrome, page: str, field: Field) -> None:
    visit(quiet, page)
    x, y = places(quiet, [field.papers[4].id])[field.papers[4].id]
    press(quiet, "#lasso")
    ring = [
        (x + across * 40, y + along * 40) for across, along in ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (-1, 1))
    ]
    for kind, (at_x, at_y) in zip(["mousePressed", *["mouseMoved"] * 6], [*ring, ring[0]], strict=True):
        command(quiet, "Input.dispatchMouseEvent", type=kind, x=at_x, y=at_y, button="left", buttons=1, clickCount=1)

    press_escape(quiet)
    command(quiet, "Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)

    assert run(quiet, "return [location.hash, document.querySelectorAll('svg.lasso').length]") == ["", 0]


def test_names_of_papers_on_the_map_are_chosen(quiet: Chrome, page: str) -> None:
    visit(quiet, page + "#paper=p00003")
    assert run(quiet, "return papertrace.paperNames().length") > 0

    script = """
        const select = [...document.querySelectorAll("#legend .choices select")].at(-1);
        select.value = "none";
        select.dispatchEvent(new Event("change"));"""
    run(quiet, script)
    until(lambda: run(quiet, "return papertrace.paperNames().length") == 0)
    assert "label=none" in fragment(quiet)
