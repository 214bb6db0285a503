"""The HTML report of an audit in a real browser: it makes no requests; its papers link to the page of the graph."""

from dataclasses import replace
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from tests.browser.chromium import requests_of
from tests.browser.field import Field
from tests.browser.reader import element, emulate, messages, run, screen, text, until

from papertrace.export.page.writer import write_html
from papertrace.model import (
    AuditResult,
    Change,
    ChangeKind,
    ClaimState,
    CodeClaim,
    Comparison,
    Finding,
    Link,
    LinkKind,
    Occurrence,
    Outcome,
    Span,
    Verdict,
)
from papertrace.reports.markup import generate_html

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCRIPT = "<script>document.title='ran'</script><img src=x onerror=\"document.title='ran'\">"
LONG = "https://" + "a-very-long-name." * 12 + "example.org/" + "without-a-place-to-break" * 20
CONTRAST = """
    const rgb = (color) => color.match(/[0-9.]+/g).slice(0, 3).map(Number);
    const light = (color) => {
      const [r, g, b] = rgb(color).map((v) => (v / 255 <= 0.04045 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = light(getComputedStyle(document.body).backgroundColor);
    const ratio = (e) => {
      const [low, high] = [light(getComputedStyle(e).color), ground].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    const texts = [...document.querySelectorAll("h1, h2, h3, p, a, td, th, summary, blockquote")];
    return [ground, Math.min(...texts.map(ratio))];
"""


def result_of(field: Field) -> AuditResult:
    """Return an audit of the links of a field, with changes, claims, and texts that attempt injection."""
    by_url = {verdict.link.url: verdict for verdict in field.verdicts}
    findings: list[Finding] = []
    code_claims: list[CodeClaim] = []
    for paper in field.papers:
        own = []
        for link in paper.links:
            occurrence = Occurrence(
                id=paper.id, title=paper.title, source="made.txt", line=link.span.line, column=7, year=paper.year
            )
            verdict = by_url.get(link.url) or Verdict(link=link, outcome=Outcome.ALIVE, reason="200 OK")
            own.append(Finding(verdict=verdict, occurrences=(occurrence,)))
        findings += own
        if paper.claim.state is not ClaimState.NONE and own:
            code_claims.append(CodeClaim(occurrence=own[0].occurrences[0], claim=paper.claim, findings=tuple(own)))
    first = findings[0]
    hostile = [
        Finding(
            verdict=Verdict(
                link=Link(raw=url, url=url, span=Span("made.txt", 1), kind=LinkKind.PAGE),
                outcome=Outcome.SUSPECT,
                reason=SCRIPT,
                failing_since=SCRIPT,
                rescue=url,
            ),
            occurrences=(replace(first.occurrences[0], id=SCRIPT, title=SCRIPT, source=SCRIPT),),
        )
        for url in ("javascript:document.title='ran'", LONG, f"https://example.org/{SCRIPT}")
    ]
    change = Change(kind=ChangeKind.DIED, before=Outcome.ALIVE, finding=hostile[0])
    return AuditResult(
        findings=(*findings, *hostile),
        code_claims=tuple(code_claims),
        comparison=Comparison(run=4, started_at="2026-01-01T00:00:00Z", changes=(change,)),
        graph_page="papers.html",
    )


@pytest.fixture(scope="module")
def report(field: Field, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("report")
    write_html(field.graph, folder / "papers.html", papers=field.papers, verdicts=field.verdicts, title="A field")
    path: Path = folder / "audit.html"
    path.write_text("".join(generate_html(result_of(field))), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_asks_for_nothing_and_can_be_read(chrome: Chrome, report: str, scheme: str) -> None:
    emulate(chrome, **{"prefers-color-scheme": scheme})
    chrome.get("about:blank")
    requests_of(chrome)
    messages(chrome)

    chrome.get(report)

    ground, contrast = run(chrome, CONTRAST)
    assert set(requests_of(chrome)) <= {report, "data:,"}
    assert messages(chrome) == []
    assert (ground > 0.5) == (scheme == "light")
    assert contrast >= 4.5  # WCAG 2.2, success criterion 1.4.3


@pytest.mark.parametrize("width", [320, 390, 768, 1440])
def test_nothing_stands_outside_the_screen(chrome: Chrome, report: str, width: int) -> None:
    screen(chrome, width, 800, phone=width < 500)
    chrome.get(report)
    run(chrome, "document.querySelectorAll('details').forEach((e) => { e.open = true })")

    assert run(chrome, "return document.documentElement.scrollWidth - innerWidth") <= 0
    outside = run(
        chrome,
        "return [...document.querySelectorAll('main *, header *, nav *')].filter((e) => "
        "e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))",
    )
    assert outside == []


def test_a_paper_leads_to_itself_on_the_page_of_the_graph(chrome: Chrome, report: str) -> None:
    chrome.get(report)
    link = chrome.find_element(By.CSS_SELECTOR, "#dead h3 a")
    title = link.text

    link.click()

    until(lambda: run(chrome, "return performance.getEntriesByName('papertrace-ready').length"))
    assert chrome.current_url.partition("#")[0] == report.replace("audit.html", "papers.html")
    assert text(chrome, "#details h2") == title


def test_outcomes_of_the_side_lead_to_their_sections(chrome: Chrome, report: str) -> None:
    chrome.get(report)

    element(chrome, "nav a[href='#moved']").click()

    top = run(chrome, "return document.getElementById('moved').getBoundingClientRect().top")
    assert -1 < top < 60
    assert element(chrome, "nav a[href='#moved']").is_displayed()


def test_what_is_well_is_folded_away_and_opens(chrome: Chrome, report: str) -> None:
    chrome.get(report)
    hidden = text(chrome, "#alive li")

    element(chrome, "#alive summary").click()

    assert hidden == ""
    assert "200 OK" in text(chrome, "#alive li")


def test_hostile_texts_are_shown_and_do_nothing(chrome: Chrome, report: str) -> None:
    chrome.get(report)

    assert chrome.title == "Link audit"
    assert SCRIPT in text(chrome, "#suspect")
    assert run(chrome, "return document.scripts.length + document.images.length") == 0
    assert run(chrome, "return [...document.links].filter((e) => !/^(https?|file):/.test(e.href)).length") == 0
