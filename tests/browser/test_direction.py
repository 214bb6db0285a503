"""Listing text that runs from right to left, or contains directional marks, does not affect other text."""

import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import networkx as nx
import pytest
from selenium.webdriver import Chrome
from tests.browser.reader import element, run, screen, search, show, visit

from papertrace.export.page import data
from papertrace.export.page.writer import write_html
from papertrace.export.picture.svg import generate_svg
from papertrace.model import (
    AuditResult,
    Change,
    ChangeKind,
    Claim,
    ClaimState,
    CodeClaim,
    Comparison,
    Concept,
    Finding,
    Link,
    LinkKind,
    Occurrence,
    Outcome,
    Paper,
    RepoRef,
    Span,
    Verdict,
)
from papertrace.reports.markup import generate_html

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# The prefix of the texts of each paper: an override, an isolate that is never closed, one that is closed but never
# opened, the end of a paragraph, and a word that runs from right to left by nature.
TURNS = ("\u202e", "\u2067", "\u2069\u202e", "\x85\u202e", "שלום ")
FIELDS = (
    "title",
    "author",
    "other author",
    "organisation",
    "concept",
    "evidence",
    "sentence",
    "reason",
    "abstract",
    "venue",
)

# The text of papertrace itself is all text outside elements that isolate direction. The letters of each of its lines
# must be in order; each isolating element must contain a single text of the listing.
MEASURE = """
    const turned = [], mixed = [], isolated = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent.closest("script, style, noscript") || !parent.getClientRects().length) continue;
      let part = null;
      for (let e = parent; e; e = e.parentElement) if (e.matches("bdi, [dir=auto], [dir=ltr]")) part = e;
      if (part) { isolated.add(part); continue; }
      if (/[\\u0590-\\u08ff\\u202a-\\u202e\\u2066-\\u2069\\x85]/.test(node.data)) mixed.push(node.data);
      const range = document.createRange();
      let last = null;
      for (let i = 0; i < node.length; i += 1) {
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const box = range.getBoundingClientRect();
        if (!box.width) continue;
        if (last && Math.abs(box.top - last.top) < 3 && box.left < last.left) { turned.push(node.data); break; }
        last = box;
      }
    }
    return { turned, mixed, isolated: [...isolated].map((e) => e.textContent) };"""


def said(field: str, i: int) -> str:
    return f"{TURNS[i]}{field} {i}"


def plain(text: str) -> str:
    return re.sub("[\u2066-\u2069\u202e\x85\\s]", "", text)


KNOWN = {plain(said(field, i)) for field in FIELDS for i in range(len(TURNS))} | {
    plain(f"{said('concept', i)}, {said('concept', j)}") for i in range(len(TURNS)) for j in range(len(TURNS))
}


def make_paper(i: int) -> Paper:
    url = f"https://example.org/{i}"
    code = RepoRef("github.com", "acme", "tool")
    return Paper(
        id=f"p{i}",
        title=said("title", i),
        abstract=said("abstract", i),
        venue=said("venue", i),
        entries=(),
        authors=(said("author", i), said("other author", i)) if i % 2 else (said("author", i),),
        n_authors=11,
        organisation=said("organisation", i),
        date=f"2024-11-0{i + 1}",
        links=(
            Link(raw=url, url=url, span=Span("made.txt", 1), kind=LinkKind.PROJECT_PAGE),
            Link(raw=code.url, url=code.url, span=Span("made.txt", 1), kind=LinkKind.REPOSITORY, repository=code),
        ),
        concepts=tuple(
            Concept(key=label, label=label, surfaces=(said("evidence", i),))
            for label in (said("concept", i), said("concept", (i + 1) % len(TURNS)))
        ),
        claim=Claim(state=ClaimState.CLAIMED, sentence=said("sentence", i)),
    )


PAPERS = [make_paper(i) for i in range(len(TURNS))]


def make_graph() -> "nx.MultiGraph[str]":
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    n = len(PAPERS)
    for i, paper in enumerate(PAPERS):
        group = i // 2
        label = f"{said('concept', group)}, {said('concept', group + 1)}"
        graph.add_node(
            paper.id, label=paper.title, x=90.0 * i, y=40.0 * (i % 2), community=group, community_label=label
        )
    for i in range(n):
        ends = PAPERS[i].id, PAPERS[(i + 1) % n].id
        graph.add_edge(*ends, key=f"a{i}", kind="concept", weight=2.0, evidence=said("concept", (i + 1) % n))
        evidence = f"{said('evidence', i)}|{said('sentence', i)}"
        graph.add_edge(*ends, key=f"b{i}", kind="mention", weight=1.0, evidence=evidence, tail=ends[0], head=ends[1])
    return graph


def make_verdicts() -> list[Verdict]:
    return [
        Verdict(link=link, outcome=Outcome.MOVED, reason=said("reason", i), new_url="https://example.org/new")
        for i, paper in enumerate(PAPERS)
        for link in paper.links[:1]
    ]


@pytest.fixture
def page(chrome: Chrome, tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    write_html(make_graph(), path, papers=PAPERS, verdicts=make_verdicts(), title="Eleven papers of 2024")
    screen(chrome, 1440, 2400)
    return path.as_uri()


def check(chrome: Chrome, n_least: int = 1) -> None:
    """Check that our own text is in order and that each text of the listing is isolated from it."""
    found = run(chrome, MEASURE)
    assert found["turned"] == []
    assert found["mixed"] == []
    turning = [plain(text) for text in found["isolated"] if re.search("[\u05d0-\u05ea\u202e\u2067]", text)]
    assert [text for text in turning if text not in KNOWN] == []
    assert len(turning) >= n_least


def opened(chrome: Chrome, page: str, **words: str) -> None:
    visit(chrome, f"{page}#{urlencode(words)}")


def test_list_and_legend_stand_in_their_order(chrome: Chrome, page: str) -> None:
    opened(chrome, page)

    check(chrome, n_least=10)


@pytest.mark.parametrize("words", ["author", "organisation", "evidence", "concept", "abstract:abstract", "venue"])
def test_what_a_search_found_stands_in_its_order(chrome: Chrome, page: str, words: str) -> None:
    opened(chrome, page)

    assert len(search(chrome, words)) == len(PAPERS)

    check(chrome, n_least=10)


@pytest.mark.parametrize("i", range(len(TURNS)))
def test_panel_of_a_paper_stands_in_its_order(chrome: Chrome, page: str, i: int) -> None:
    opened(chrome, page, paper=f"p{i}", ring="2", abstract="shown", saved=f"p{i}")
    assert "others" in element(chrome, "#details").text

    check(chrome, n_least=20)


@pytest.mark.parametrize("i", range(len(TURNS)))
def test_panel_of_a_link_stands_in_its_order(chrome: Chrome, page: str, i: int) -> None:
    opened(chrome, page, link=f"p{i} p{(i + 1) % len(TURNS)}")
    assert "Why these two are linked" in element(chrome, "#details").text

    check(chrome, n_least=15)


@pytest.mark.parametrize("words", [{"path": "p0 p3"}, {"pick": "p1"}, {"tray": "shown", "saved": "p0 p1", "out": "p2"}])
def test_other_panels_stand_in_their_order(chrome: Chrome, page: str, words: dict[str, str]) -> None:
    opened(chrome, page, **words)
    assert element(chrome, "#details").text

    check(chrome, n_least=10)


def test_card_stands_in_its_order(chrome: Chrome, page: str) -> None:
    opened(chrome, page)
    run(chrome, "document.querySelector('#results button').dispatchEvent(new MouseEvent('mouseover', {bubbles: true}))")
    assert element(chrome, "#card").text

    check(chrome, n_least=10)


@pytest.mark.parametrize("view", ["papers", "concepts"])
@pytest.mark.parametrize("i", range(len(TURNS)))
def test_panel_of_a_concept_stands_in_its_order(chrome: Chrome, page: str, i: int, view: str) -> None:
    opened(chrome, page, view=view, concept=said("concept", i))
    assert "Occurs with" in element(chrome, "#details").text

    check(chrome, n_least=10)


def test_panels_of_two_concepts_and_of_a_repository_stand_in_their_order(chrome: Chrome, page: str) -> None:
    opened(chrome, page, **{"concept": said("concept", 0), "with": said("concept", 1)})
    assert "Why these two concepts are joined" in element(chrome, "#details").text
    check(chrome, n_least=10)

    opened(chrome, page, repository="github.com/acme/tool")
    assert "Papers that link to it" in element(chrome, "#details").text
    check(chrome, n_least=10)


def test_panels_of_communities_stand_in_their_order(
    chrome: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data, "MAX_SHOWN_PAPERS", 2)
    path = tmp_path / "crowd.html"
    write_html(make_graph(), path, papers=PAPERS)
    screen(chrome, 1440, 2400)

    for words in ({}, {"open": "0"}, {"between": "0 1"}):
        opened(chrome, path.as_uri(), **words)
        check(chrome, n_least=10)
    assert "Why these communities are linked" in element(chrome, "#details").text


def test_name_of_a_community_turns_none_of_its_terms_round(chrome: Chrome, tmp_path: Path) -> None:
    graph = make_graph()
    for i, node in enumerate(graph):
        group = {"community": i, "community_label": f"{TURNS[i]}ab, wide term"}
        graph.nodes[node].update(group | {"x": 400.0 * (i % 3), "y": 300.0 * (i // 3)})
    (tmp_path / "map.svg").write_text(generate_svg(graph), "utf-8")
    chrome.get((tmp_path / "map.svg").as_uri())

    names = run(
        chrome,
        """return [...document.querySelectorAll("text")].filter((e) => e.textContent.includes("wide term")).map((e) => {
            const at = e.textContent.indexOf("wide term");
            return [...Array(9).keys()].map((i) => e.getStartPositionOfChar(at + i).x);
        });""",
    )

    assert len(names) == len(TURNS)
    assert all(lefts == sorted(lefts) for lefts in names)


def test_terms_of_a_community_stand_in_the_order_of_the_page(quiet: Chrome, tmp_path: Path) -> None:
    """A comma between two terms that run from right to left is ours, and so is their order."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for number in range(4):
        name = "شبكة|رسم" if number < 2 else "radar|sonar"
        graph.add_node(f"p{number}", label=f"Paper {number}", community=number // 2, community_label=name)
    graph.add_edge("p0", "p1", kind="concept")
    graph.add_edge("p2", "p3", kind="concept")
    show(quiet, tmp_path, graph)

    lefts = run(
        quiet,
        """const rows = [...document.querySelectorAll("#legend .toggles span")];
        const row = rows.find((e) => e.textContent.includes("رسم"));
        return ["شبكة", ",", "رسم"].map((part) => {
          const at = row.textContent.indexOf(part);
          const range = document.createRange();
          range.setStart(row.firstChild, at);
          range.setEnd(row.firstChild, at + part.length);
          return range.getBoundingClientRect().left;
        });""",
    )

    assert lefts == sorted(lefts)


def test_report_of_an_audit_stands_in_its_order(chrome: Chrome, tmp_path: Path) -> None:
    findings = []
    for i, verdict in enumerate(make_verdicts()):
        source = f"{said('author', i)}.md"
        occurrences = [
            Occurrence(id=f"p{i}", title=said("title", i), source=source, line=line, column=3) for line in (11, 2024)
        ]
        findings.append(Finding(verdict=verdict, occurrences=tuple(occurrences)))
    changes = tuple(Change(kind=ChangeKind.MOVED, before=Outcome.ALIVE, finding=finding) for finding in findings)
    code_claims = tuple(
        CodeClaim(
            occurrence=finding.occurrences[0],
            claim=Claim(state=ClaimState.PROMISED, sentence=said("sentence", i)),
            findings=(replace(finding, verdict=replace(finding.verdict, outcome=Outcome.DEAD)),),
        )
        for i, finding in enumerate(findings)
    )
    result = AuditResult(
        findings=tuple(findings),
        code_claims=code_claims,
        comparison=Comparison(run=1, started_at="2024-11-01T00:00:00Z", changes=changes),
    )
    (tmp_path / "audit.html").write_text("".join(generate_html(result)), "utf-8")
    chrome.get((tmp_path / "audit.html").as_uri())

    found = run(chrome, MEASURE)

    assert found["turned"] == []
    assert found["mixed"] == []
    expected = [said("title", 4), said("reason", 4), said("sentence", 4), f"{said('author', 4)}.md"]
    assert {plain(text) for text in found["isolated"] if "ש" in text} == {plain(text) for text in expected}
