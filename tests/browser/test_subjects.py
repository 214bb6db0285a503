"""Concepts and repositories: found by search, opened in a panel, kept in the URL, and only ever text."""

from pathlib import Path

import networkx as nx
import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By
from tests.browser.field import Field
from tests.browser.reader import (
    click_at,
    element,
    fragment,
    make_paper,
    messages,
    page_of,
    run,
    search,
    text,
    until,
    visit,
    where,
)
from tests.case_tables import cases

from papertrace.export.page.writer import write_html
from papertrace.model import Concept, Link, LinkKind, LinkRole, Outcome, Paper, RepoRef, RepositoryState, Span, Verdict

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HOSTILE = (
    "<script>document.title='ran'</script>",
    "</script><script>document.title='ran'</script>",
    "<img src=x onerror=\"document.title='ran'\">",
    "\"onload=\"document.title='ran'",
    "javascript:document.title='ran'",
    "__proto__",
    "one\u2028two \u202egnp.exe",
    "long " * 2000,
)


def names_in(chrome: Chrome, selector: str) -> list[str]:
    found = run(chrome, "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector)
    assert isinstance(found, list)
    return found


def chip(chrome: Chrome, name: str) -> None:
    chrome.find_element("xpath", f"//*[contains(@class, 'chips')]/button[starts-with(., '{name}')]").click()


def link(url: str, repository: RepoRef, role: LinkRole = LinkRole.OWN) -> Link:
    return Link(raw=url, url=url, span=Span("list.txt", 1), kind=LinkKind.REPOSITORY, role=role, repository=repository)


def papers_of_two_repositories() -> tuple["nx.MultiGraph[str]", list[Paper], list[Verdict]]:
    tool, other = RepoRef("github.com", "acme", "Tool"), RepoRef("github.com", "acme", "other")
    links = [
        (link("https://github.com/acme/Tool", tool),),
        (link("https://github.com/acme/tool/tree/v1", RepoRef("github.com", "acme", "tool"), LinkRole.OTHER),),
        (link("https://github.com/acme/other", other),),
    ]
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    papers = []
    for i, own in enumerate(links):
        graph.add_node(f"p{i}", label=f"Paper {i}", community=0, x=90.0 * i, y=0.0)
        concepts = (
            Concept(key="ink", label="ink recovery", surfaces=("ink recovery", "recovery of ink")[: 1 + i % 2]),
        )
        papers.append(make_paper(f"p{i}", f"Paper {i}", links=own, concepts=concepts))
    graph.add_edge("p0", "p1", kind="repository", weight=3.0, evidence="github.com/acme/tool")
    graph.add_edge("p0", "p2", kind="concept", weight=3.0, evidence="ink recovery")
    archived = RepositoryState.ARCHIVED
    verdicts = [
        Verdict(link=links[0][0], outcome=Outcome.ALIVE, reason="200", repository_state=archived),
        Verdict(link=links[1][0], outcome=Outcome.DEAD, reason="404 Not Found"),
    ]
    return graph, papers, verdicts


@pytest.fixture(scope="module")
def repositories(tmp_path_factory: pytest.TempPathFactory) -> str:
    graph, papers, verdicts = papers_of_two_repositories()
    return page_of(
        tmp_path_factory.mktemp("subjects"), graph, papers=papers, verdicts=verdicts, title="Two repositories"
    )


def test_concept_of_a_paper_opens_its_panel_and_back_returns(opened: Chrome, field: Field) -> None:
    click_at(opened, *where(opened, "p00007"))
    before = text(opened, "#details h2")

    chip(opened, "ink recovery")

    assert fragment(opened) == "#concept=ink+recovery"
    assert text(opened, "#details h2") == "ink recovery"
    own = {paper.title for paper in field.papers if "ink recovery" in {concept.label for concept in paper.concepts}}
    assert f"Concept · {len(own)} papers · 2021\N{EN DASH}2025" in text(opened, "#details")
    element(opened, "#details .near + .quiet").click()
    assert set(names_in(opened, "#details .near:first-of-type .name")) == own
    opened.back()
    until(lambda: text(opened, "#details h2") == before)


def test_neighbours_of_a_concept_say_in_which_papers(opened: Chrome, field: Field) -> None:
    run(opened, "location.hash = 'concept=tune+families'")
    until(lambda: text(opened, "#details h2") == "tune families")

    held = [{concept.label for concept in paper.concepts} for paper in field.papers]
    shared = {other: sum({"tune families", other} <= own for own in held) for other in set().union(*held)}
    lists = opened.find_elements(By.CSS_SELECTOR, "#details .near")
    items = [item.text.split("\n") for item in lists[1].find_elements(By.TAG_NAME, "li")]
    counts = [shared[name] for name, _ in items]

    assert counts == sorted(counts, reverse=True)
    assert all(why.startswith(f"{n} paper") for (_, why), n in zip(items, counts, strict=True))
    assert "tune families" not in {name for name, _ in items}
    first = items[0][0]
    lists[1].find_element(By.CSS_SELECTOR, ".name").click()
    assert text(opened, "#details h2") == first


def test_panel_of_a_concept_leads_to_it_among_concepts_and_back(opened: Chrome) -> None:
    run(opened, "location.hash = 'concept=tune+families'")
    until(lambda: text(opened, "#details h2") == "tune families")

    for view, words in (("concepts", "Show its papers on the map"), ("", "Show it among concepts")):
        element(opened, "#details .facts .quiet").click()
        assert text(opened, "#details .facts .quiet") == words
        assert ("view=concepts" in fragment(opened)) == bool(view)
        assert "concept=tune+families" in fragment(opened)


def test_search_finds_concepts_and_repositories(opened: Chrome) -> None:
    search(opened, "ta")

    assert "concept" in text(opened, "#found")
    assert "repositor" in text(opened, "#found")
    named = [name for name in names_in(opened, "#subjects .chips button") if not name.endswith("more")]
    assert named
    assert all("ta" in name.lower() for name in named)
    shown = len(named)
    element(opened, "#subjects .chips .quiet").click()
    assert len(names_in(opened, "#subjects .chips button")) > shown + 1


def test_keys_alone_lead_from_search_to_a_concept(opened: Chrome) -> None:
    press = ActionChains(opened)
    press.send_keys("/", *"tune", Keys.TAB, Keys.ENTER).perform()

    assert text(opened, "#details h2") == "tune families"
    assert fragment(opened) == "#find=tune&concept=tune+families"
    ActionChains(opened).send_keys(Keys.ESCAPE).perform()
    assert fragment(opened) == "#find=tune"


def test_search_finds_a_concept_by_another_of_its_forms(chrome: Chrome, repositories: str) -> None:
    visit(chrome, repositories)

    search(chrome, "recovery of ink")

    chip(chrome, "ink recovery")
    assert "Also written: recovery of ink" in text(chrome, "#details")


def test_repository_of_a_paper_opens_its_panel(chrome: Chrome, repositories: str) -> None:
    visit(chrome, repositories + "#paper=p0")
    about = element(chrome, "#details .about")
    assert about.text == "Linked by 1 more paper"

    about.click()

    assert fragment(chrome) == "#repository=github.com%2Facme%2Ftool"
    assert text(chrome, "#details h2") == "acme/Tool"
    shown = text(chrome, "#details")
    assert "Repository · github.com · 2 papers" in shown
    assert "archived" in shown
    assert "dead (404 Not Found)" in shown
    assert "as its own code" in shown
    assert "as code of others" in shown
    assert names_in(chrome, "#details .near .name") == ["Paper 0", "Paper 1"]
    chip(chrome, "acme/other")
    assert text(chrome, "#details h2") == "acme/other"
    assert chrome.title == "acme/other"


@cases("words, heading")
def test_address_opens_the_panel_that_it_names(chrome: Chrome, repositories: str, words: str, heading: str) -> None:
    visit(chrome, f"{repositories}#{words}")

    assert text(chrome, "#details h2") == heading
    assert messages(chrome) == []


@pytest.mark.parametrize(
    ("ends", "heading"), [("p0+p1", "acme/Tool"), ("p0+p2", "ink recovery")], ids=["repository", "concept"]
)
def test_reason_of_a_link_leads_to_what_is_shared(chrome: Chrome, repositories: str, ends: str, heading: str) -> None:
    visit(chrome, f"{repositories}#link={ends}")

    element(chrome, "#details .reasons .subject").click()

    assert text(chrome, "#details h2") == heading


def hostile_papers() -> tuple["nx.MultiGraph[str]", list[Paper]]:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    papers = []
    for i, words in enumerate(HOSTILE * 2):
        graph.add_node(f"p{i}", label=f"Paper {i}", community=i % 3, community_label=words, x=70.0 * i, y=i % 5)
        repository = RepoRef(words[:60], words[:60], words)
        concepts = tuple(Concept(key=text, label=text, surfaces=(text, text[::-1])) for text in (words, HOSTILE[0]))
        own = (link(words, repository),)
        papers.append(make_paper(f"p{i}", f"Paper {i}", date=f"2024-{1 + i % 12:02}", links=own, concepts=concepts))
    graph.add_edge("p0", "p8", kind="repository", weight=1.0, evidence=f"{HOSTILE[0]}")
    return graph, papers


def test_hostile_names_of_concepts_and_repositories_are_text(chrome: Chrome, tmp_path: Path) -> None:
    graph, papers = hostile_papers()
    write_html(graph, tmp_path / "page.html", papers=papers, title="Plain title")
    page = (tmp_path / "page.html").as_uri()
    messages(chrome)

    for view, keys in (("", ("p0", "p3", "p5", "p7")), ("view=concepts&", ("p0", "p6")), ("view=timeline&", ("p1",))):
        for key in keys:
            visit(chrome, f"{page}#{view}paper={key}")
            for button in ("#details .chips button", "#details .about"):
                run(chrome, "location.hash = arguments[0]", f"{view}paper={key}")
                until(lambda key=key: text(chrome, "#details h2") == f"Paper {key[1:]}")  # type: ignore[misc]
                element(chrome, button).click()
                until(lambda: text(chrome, "#details h2"))
                assert chrome.title != "ran"
                assert (
                    run(chrome, "return document.querySelectorAll('main script, main img, [onload], [onerror]').length")
                    == 0
                )
                assert run(chrome, "return document.documentElement.scrollWidth") <= 1440
        assert run(chrome, "return [...document.querySelectorAll('a[href]')].every(a => /^https?:/.test(a.protocol))")
    visit(chrome, page)
    search(chrome, "document.title")
    assert HOSTILE[0] in text(chrome, "#subjects")
    assert messages(chrome) == []


def test_line_between_two_concepts_says_in_which_papers_both_stand(chrome: Chrome, page: str, field: Field) -> None:
    visit(chrome, page + "#view=concepts")
    (ax, ay), (bx, by) = (
        (point["x"], point["y"])
        for point in (
            run(chrome, "return papertrace.concept(arguments[0])", name) for name in ("snow line", "glacier retreat")
        )
    )

    for step in range(6, 15):  # somewhere on the way no name and no other line lies nearer
        click_at(chrome, ax + (bx - ax) * step / 20, ay + (by - ay) * step / 20)
        if "with=" in fragment(chrome):
            break
        ActionChains(chrome).send_keys(Keys.ESCAPE).perform()

    query = run(chrome, "return Object.fromEntries(new URLSearchParams(location.hash.slice(1)))")
    both = {query["concept"], query["with"]}
    held = {paper.title for paper in field.papers if both <= {concept.label for concept in paper.concepts}}
    assert both == {"snow line", "glacier retreat"}
    assert text(chrome, "#details h2") == "Why these two concepts are joined"
    assert set(names_in(chrome, "#details .near .name")) == held
    element(chrome, "#details .pair").click()
    assert text(chrome, "#details h2") in both


def test_neighbour_of_a_concept_says_why(opened: Chrome) -> None:
    run(opened, "location.hash = 'concept=tune+families'")
    until(lambda: text(opened, "#details h2") == "tune families")

    element(opened, "#details .near .quiet").click()

    assert fragment(opened).startswith("#concept=tune+families&with=")
    assert "Papers that hold both" in text(opened, "#details")


@pytest.mark.parametrize("other", ["tune+families", "nothing", "metro+timetables+"])
def test_two_concepts_of_no_paper_are_not_joined_by_an_address(chrome: Chrome, page: str, other: str) -> None:
    visit(chrome, f"{page}#concept=tune+families&with={other}")

    assert text(chrome, "#details h2") == "tune families"
    assert fragment(chrome) == "#concept=tune+families"


def test_concept_of_one_paper_says_why_it_is_not_on_the_map(chrome: Chrome, tmp_path: Path) -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    papers: list[Paper] = []
    for key, labels in (("p0", ("ink", "rims")), ("p1", ("ink",))):
        graph.add_node(key, label=key, community=0, x=0.0, y=float(len(papers)))
        concepts = tuple(Concept(key=label, label=label) for label in labels)
        papers.append(make_paper(key, key, concepts=concepts))
    write_html(graph, tmp_path / "page.html", papers=papers)

    for label, said in (("rims", True), ("ink", False)):
        visit(chrome, f"{(tmp_path / 'page.html').as_uri()}#view=concepts&concept={label}")
        assert ("The map shows only concepts that papers share." in text(chrome, "#details")) == said
