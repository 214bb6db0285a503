"""The panel of a paper as a place to work: links by name, BibTeX, the second ring; and the card beside its mark."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from tests.browser.reader import (
    command,
    element,
    fragment,
    make_paper,
    page_of,
    run,
    show,
    text,
    titles,
    until,
    visit,
    where,
)

from papertrace.model import Claim, ClaimState, Concept, Identifiers, Link, LinkKind, LinkRole, Paper, RepoRef, Span
from papertrace.model.papers.facts import Affiliation

pytestmark = pytest.mark.browser

SPAN = Span("list.txt", 1)
CODE = RepoRef("github.com", "acme", "tool")
CHAIN = ("one", "two", "three", "four")


def link(url: str, kind: LinkKind, role: LinkRole = LinkRole.OWN, repository: RepoRef | None = None) -> Link:
    return Link(raw=url, url=url, span=SPAN, kind=kind, role=role, repository=repository)


HOSTILE = Paper(
    id="two",
    title="50% of $x_1 & {all} \\input{x} #1 ~ @misc{evil,\ntitle={x}}",
    abstract="",
    entries=(),
    authors=("Smith and Wesson", "Ørsted, Åse"),
    date="2021",
    identifiers=Identifiers(doi="10.1000/(SICI)1<1::A_B>2.0;%\\}\n{#"),
)
FULL = make_paper(
    "one",
    "Glacier Tables: A Study",
    authors=("Dele Okafor", "Emi Tanaka"),
    n_authors=5,
    date="2020-03-01",
    venue="Journal of Ice",
    type="journal-article",
    volume="7",
    issue="3",
    first_page="12",
    last_page="19",
    affiliations=(
        Affiliation(institution="Harbour Institute", city="Bergen", country="NO", authors=("Dele Okafor",)),
        *(Affiliation(institution=f"Ferry College {n}", country="FR") for n in range(6)),
    ),
    funding=("Tide Fund", "<b>Ice</b> Council"),
    n_citations=1,
    identifiers=Identifiers(arxiv="2003.00001", doi="10.1000/a_b"),
    concepts=(Concept(key="ice", label="ice"), Concept(key="radar", label="radar")),
    links=(
        link(CODE.url, LinkKind.REPOSITORY, repository=CODE),
        link("https://ice.example.org/", LinkKind.PROJECT_PAGE),
        link("https://github.com/other/base", LinkKind.REPOSITORY, LinkRole.OTHER),
    ),
)
PAPERS = (
    FULL,
    HOSTILE,
    make_paper("three", "Three", concepts=FULL.concepts[:1]),
    make_paper("four", "Four", concepts=FULL.concepts),
)


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> str:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i, paper in enumerate(PAPERS):
        graph.add_node(paper.id, label=paper.title, x=90.0 * i, y=0.0)
    for one, other in pairwise(CHAIN):
        graph.add_edge(one, other, kind="concept", weight=1.0, evidence="ice")
    return page_of(tmp_path_factory.mktemp("chain"), graph, papers=PAPERS)


def bibtex(chrome: Chrome) -> str:
    element(chrome, "#details [aria-controls=bibtex]").click()
    return text(chrome, "#bibtex")


def test_links_of_a_paper_are_named_by_what_they_are(quiet: Chrome, chain: str) -> None:
    visit(quiet, chain + "#paper=one")

    named = run(quiet, "return [...document.querySelectorAll('#details .quick a')].map(e => [e.textContent, e.href])")
    assert named == [
        ["arXiv", "https://arxiv.org/abs/2003.00001"],
        ["PDF", "https://arxiv.org/pdf/2003.00001"],
        ["DOI", "https://doi.org/10.1000/a_b"],
        ["Page", "https://ice.example.org/"],
        ["Code", "https://github.com/acme/tool"],
    ]


def test_links_that_have_a_name_are_not_listed_again(quiet: Chrome, chain: str) -> None:
    visit(quiet, chain + "#paper=one")

    headings = run(quiet, "return [...document.querySelectorAll('#details h3')].map(e => e.firstChild.textContent)")
    listed = run(quiet, "return [...document.querySelectorAll('#details .links a')].map(e => e.href)")
    assert "Other links" not in headings
    assert listed == ["https://github.com/acme/tool", "https://github.com/other/base"]


@pytest.mark.parametrize(
    ("sentence", "n_quotes"), [("https://github.com/acme/tool", 0), ("Our code is at https://github.com/acme/tool.", 1)]
)
def test_sentence_on_code_is_quoted_if_it_says_more_than_the_link(
    quiet: Chrome, tmp_path: Path, sentence: str, n_quotes: int
) -> None:
    paper = replace(FULL, claim=Claim(state=ClaimState.LINKED, sentence=sentence))
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("one", label=paper.title, x=0.0, y=0.0)
    show(quiet, tmp_path, graph, papers=[paper], words="#paper=one")

    assert run(quiet, "return document.querySelectorAll('#details .claim').length") == n_quotes
    assert "acme/tool" in text(quiet, "#details .links")


@pytest.mark.parametrize(("n_letters", "large"), [(90, True), (250, False)], ids=["usual", "long"])
def test_long_title_leaves_space_for_what_follows(
    quiet: Chrome, tmp_path: Path, n_letters: int, *, large: bool
) -> None:
    paper = replace(FULL, title=("ice and snow " * 30)[:n_letters].strip())
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node("one", label=paper.title, x=0.0, y=0.0)
    show(quiet, tmp_path, graph, papers=[paper], words="#paper=one")

    size = float(run(quiet, "return parseFloat(getComputedStyle(document.querySelector('#title')).fontSize)"))
    assert (size > 20) == large
    assert run(quiet, "return document.querySelector('#title').offsetHeight") < 260


def test_venue_and_citations_are_shown(quiet: Chrome, chain: str) -> None:
    visit(quiet, chain + "#paper=one")

    assert "Journal of Ice 7(3), 12\u201319 · cited 1 time" in text(quiet, "#details")


def test_facts_have_rows_where_they_are_known(quiet: Chrome, chain: str) -> None:
    visit(quiet, chain + "#paper=one")
    shown = text(quiet, "#details")
    visit(quiet, chain + "#paper=two")

    assert "Affiliations: Harbour Institute, Bergen, NO; Ferry College 0, FR; " in shown
    assert "Ferry College 4, FR and 1 other\n" in shown
    assert "Funding: Tide Fund; <b>Ice</b> Council\n" in shown
    assert "Funding" not in text(quiet, "#details")


def test_bibtex_has_all_that_is_known(quiet: Chrome, chain: str) -> None:
    visit(quiet, chain + "#paper=one")

    assert bibtex(quiet).strip() == (
        "@article{okafor2020glacier,\n"
        "  title = {{Glacier Tables: A Study}},\n"
        "  author = {Dele Okafor and Emi Tanaka},\n"
        "  year = {2020},\n"
        "  journal = {Journal of Ice},\n"
        "  volume = {7},\n"
        "  number = {3},\n"
        "  pages = {12--19},\n"
        "  doi = {10.1000/a_b},\n"
        "  eprint = {2003.00001},\n"
        "  archiveprefix = {arXiv},\n"
        "  url = {https://arxiv.org/abs/2003.00001},\n"
        "}"
    )


def test_bibtex_of_a_hostile_paper_is_one_entry(quiet: Chrome, chain: str) -> None:
    visit(quiet, chain + "#paper=two")

    shown = bibtex(quiet)

    assert shown.startswith("@misc{smithandwesson2021")
    assert "\\input{" not in shown
    assert "50\\% of \\$x\\_1 \\& \\textbraceleft{}all\\textbraceright{} \\textbackslash{}input" in shown
    assert "author = {{Smith and Wesson} and Ørsted, Åse}" in shown
    assert "doi = {10.1000/(SICI)1<1::A_B>2.0;%%5C%7D %7B#}," in shown
    assert shown.count("{") == shown.count("}")
    assert sum(line.startswith("@") for line in shown.splitlines()) == 1


def test_bibtex_is_copied(quiet: Chrome, chain: str) -> None:
    visit(quiet, chain + "#paper=one")
    shown = bibtex(quiet)
    run(quiet, "navigator.clipboard.writeText = async (text) => { window.copied = text; }")

    element(quiet, "#bibtex + button").click()

    until(lambda: run(quiet, "return window.copied"))
    assert run(quiet, "return window.copied").strip() == shown.strip()
    assert text(quiet, "#bibtex + button") == "Copied"


def test_bibtex_is_selected_where_nothing_can_be_copied(quiet: Chrome, chain: str) -> None:
    visit(quiet, chain + "#paper=one")
    shown = bibtex(quiet)
    run(quiet, "navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))")

    element(quiet, "#bibtex + button").click()

    until(lambda: "Ctrl+C" in text(quiet, "#bibtex + button"))
    assert run(quiet, "return getSelection().toString()").strip() == shown.strip()


def test_second_ring_is_shown_on_demand_and_kept_in_the_address(quiet: Chrome, chain: str) -> None:
    visit(quiet, chain + "#paper=one")
    ring = (
        "return [...document.querySelectorAll('#details [aria-expanded=true] + .near .name')].map(e => e.textContent)"
    )
    assert run(quiet, ring) == []

    quiet.find_element("xpath", "//button[contains(., 'Second ring: 1 paper')]").click()

    assert run(quiet, ring) == ["Three"]
    assert fragment(quiet) == "#paper=one&ring=2"
    visit(quiet, chain + "#paper=two&ring=2")
    assert run(quiet, ring) == ["Four"]


def test_card_is_shown_beside_the_mark_that_is_pointed_at(quiet: Chrome, chain: str) -> None:
    visit(quiet, chain)
    x, y = where(quiet, "one")

    command(quiet, "Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    until(lambda: text(quiet, "#card"))
    shown = text(quiet, "#card")
    for part in (
        "Glacier Tables: A Study",
        "Dele Okafor, Emi Tanaka and 3 others",
        "2020 · Journal of Ice · 1 link",
        "ice, radar",
    ):
        assert part in shown
    box = run(quiet, "return document.querySelector('#card').getBoundingClientRect().toJSON()")
    assert box["left"] > x or box["right"] < x
    command(quiet, "Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y + 200)
    until(lambda: not element(quiet, "#card").is_displayed())


def test_card_is_shown_for_a_name_that_has_the_focus_and_closed_by_escape(quiet: Chrome, chain: str) -> None:
    visit(quiet, chain)
    run(quiet, "document.querySelector('#query').focus()")

    ActionChains(quiet).send_keys(Keys.ARROW_DOWN).perform()

    until(lambda: titles(quiet)[0].split()[0] in text(quiet, "#card"))
    ActionChains(quiet).send_keys(Keys.ESCAPE).perform()
    assert not element(quiet, "#card").is_displayed()
    ActionChains(quiet).send_keys(Keys.ENTER).perform()
    assert text(quiet, "#details h2") == titles(quiet)[0]


def test_papers_that_share_several_concepts_without_a_link_are_listed_as_similar(quiet: Chrome, chain: str) -> None:
    visit(quiet, chain + "#paper=one")
    (group,) = [one for one in quiet.find_elements("css selector", "#details .group") if "Similar" in one.text]
    assert group.text.split("\n") == ["Similar, not linked", "by concepts"]
    group.find_element("css selector", "summary").click()

    until(lambda: group.find_elements("css selector", "li"))
    assert group.text.split("\n")[2:] == ["Four", "ice, radar"]
    group.find_element("css selector", "button").click()
    assert text(quiet, "#details h2") == "Four"
