"""The pages of a site in a real browser, opened from the disk: they are read, searched, sorted, and request nothing."""

import json
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from tests.browser.axe import violations
from tests.browser.chromium import requests_of
from tests.browser.reader import element, emulate, messages, run, screen, text, until

import papertrace
from papertrace.pipeline.site import write_site

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCRIPT = "<img src=x onerror=\"document.title='ran'\">"
TOPICS = ("tidal forecasting of harbours", "ink recovery of manuscripts", "acoustic monitoring of birds")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    entries = (
        f"@article{{k{n}, title = {{Method {n} {SCRIPT if n == 7 else ''} for {TOPICS[n % 3]}}},\n"
        f" author = {{Ada Örn}}, year = {{{2010 + n % 9}}},\n"
        f" journal = {{J. of Ice}}, abstract = {{We study {TOPICS[n % 3]}.}},\n"
        f" url = {{https://github.com/acme/method{n}}}}}\n"
        for n in range(24)
    )
    (folder / "papers.bib").write_text("".join(entries), encoding="utf-8")
    papers = list(papertrace.extract_papers([folder / "papers.bib"]))
    found: list[dict[str, object]] = [
        {
            "url": f"https://github.com/acme/method{n}",
            "outcome": "alive" if n else "dead",
            "reason": "seen",
            "papers": [],
        }
        for n in range(24)
    ]
    (folder / "audit.jsonl").write_text("\n".join(map(json.dumps, found)), encoding="utf-8")
    write_site(papers, folder / "site", verdicts=[folder / "audit.jsonl"])
    return folder / "site"


def pages_of(site: Path) -> list[Path]:
    folders = ("papers", "communities", "authors", "venues")
    return [site / "index.html", site / "table.html", *(min((site / name).iterdir()) for name in folders)]


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (390, "dark"), (1440, "light"), (1440, "dark")])
def test_pages_can_be_read_and_request_nothing_from_elsewhere(
    chrome: Chrome, site: Path, width: int, scheme: str
) -> None:
    screen(chrome, width, 900, phone=width < 500)
    emulate(chrome, **{"prefers-color-scheme": scheme})
    chrome.get("about:blank")
    requests_of(chrome)
    messages(chrome)

    for path in pages_of(site):
        chrome.get(path.as_uri())

        assert violations(chrome) == [], path.name
        assert run(chrome, "return document.documentElement.scrollWidth - innerWidth") <= 0, path.name
        assert run(chrome, "return getComputedStyle(document.querySelector('nav')).display") == "flex"
    assert messages(chrome) == []
    assert all(url.startswith((site.as_uri(), "data:")) for url in requests_of(chrome))


def test_the_search_finds_papers_as_words_are_typed(chrome: Chrome, site: Path) -> None:
    chrome.get((site / "index.html").as_uri())

    element(chrome, "#find").send_keys("orn 6 TIDAL")
    until(lambda: run(chrome, "return document.querySelectorAll('#found a').length"))
    element(chrome, "#found a").click()

    assert text(chrome, "h1").startswith("Method")
    assert "tidal forecasting" in text(chrome, "h1")


def test_the_table_is_sorted_and_filtered(chrome: Chrome, site: Path) -> None:
    chrome.get((site / "table.html").as_uri())

    chrome.find_elements(By.CSS_SELECTOR, "thead button")[2].click()
    element(chrome, "#filter").send_keys("birds")

    shown = "[...document.querySelectorAll('tbody tr')].filter((e) => !e.hidden)"
    rows = run(chrome, f"return {shown}.map((e) => e.cells[2].textContent)")
    assert rows == sorted(rows)
    assert text(chrome, "#shown") == "8 of 24"
    assert run(chrome, "return document.querySelector('thead [aria-sort]').ariaSort") == "ascending"


def test_hostile_titles_do_nothing(chrome: Chrome, site: Path) -> None:
    chrome.get((site / "index.html").as_uri())
    title = chrome.title
    element(chrome, "#find").send_keys("method 7")
    until(lambda: run(chrome, "return document.querySelectorAll('#found a').length"))

    assert "<img" in text(chrome, "#found")
    assert (chrome.title, run(chrome, "return document.querySelectorAll('img:not(.map img)').length")) == (title, 0)
