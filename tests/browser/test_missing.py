"""Works missing from a list: their panel on the page, with hostile titles as text only."""

from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from tests.browser.reader import make_paper, messages, run, screen, text, visit
from tests.browser.test_subjects import HOSTILE

import papertrace

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def make_page(path: Path, titles: list[str]) -> str:
    """Write the page of three papers that cite works with these titles, and return its address."""
    names = [f"doi:10.5555/w{number}" for number in range(len(titles))]
    cited = tuple(zip(names, titles, strict=True))
    papers = [make_paper(name, f"Paper {name}", references=tuple(names), cited=cited) for name in "abc"]
    papertrace.write_graph(papertrace.build_graph(papers), path, papers=papers, title="Made-up papers")
    return path.as_uri()


def test_works_that_the_papers_cite_are_listed_below_the_legend_with_the_reason(chrome: Chrome, tmp_path: Path) -> None:
    visit(chrome, make_page(tmp_path / "page.html", ["A Made-up Classic (1999)", "Another One (2001)"]))

    assert text(chrome, "#missing h3").startswith("Missing from the list")
    shown = run(chrome, "return [...document.querySelectorAll('#missing li')].map(e => e.innerText.split('\\n'))")
    assert shown == [["A Made-up Classic (1999)", "cited by 3 of 3"], ["Another One (2001)", "cited by 3 of 3"]]
    addresses = run(chrome, "return [...document.querySelectorAll('#missing a')].map(e => e.href)")
    assert addresses == ["https://doi.org/10.5555/w0", "https://doi.org/10.5555/w1"]
    assert messages(chrome) == []


def test_hostile_titles_of_missing_works_are_text(chrome: Chrome, tmp_path: Path) -> None:
    visit(chrome, make_page(tmp_path / "page.html", list(HOSTILE)))

    assert run(chrome, "return document.title") == "Made-up papers"
    assert run(chrome, "return document.querySelectorAll('#missing li').length") == len(HOSTILE)
    assert run(chrome, "return document.querySelectorAll('#missing script, #missing img').length") == 0
    assert messages(chrome) == []


def test_the_first_dozen_is_shown_and_the_rest_on_demand(chrome: Chrome, tmp_path: Path) -> None:
    visit(chrome, make_page(tmp_path / "page.html", [f"Work {number:02}" for number in range(20)]))

    count = "return document.querySelectorAll('#missing li').length"
    assert run(chrome, count) == 12
    chrome.find_element("xpath", "//*[@id='missing']//button[.='8 more']").click()
    assert run(chrome, count) == 20


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)], ids=["desk", "phone"])
def test_a_long_title_does_not_widen_the_page(chrome: Chrome, tmp_path: Path, width: int, height: int) -> None:
    screen(chrome, width, height, phone=width < 500)
    visit(chrome, make_page(tmp_path / "page.html", ["x" * 900, "long " * 300]))

    assert run(chrome, "return document.documentElement.scrollWidth") <= width
    panel = run(chrome, "const p = document.querySelector('.panel'); return [p.scrollWidth, p.clientWidth]")
    assert panel[0] <= panel[1]


def test_a_page_without_references_has_no_such_panel(opened: Chrome) -> None:
    assert run(opened, "return document.getElementById('missing')") is None
