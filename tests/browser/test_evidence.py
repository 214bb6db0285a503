"""Evidence of a link, quoted from both papers, with how rare it is and how strong the link."""

from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from selenium.webdriver import Chrome
from tests.browser.reader import element, fragment, page_of, press_escape, run, text, until, visit
from tests.case_tables import cases

from papertrace.export.page.writer import write_html
from papertrace.model import Concept, Mention, Paper, Span

pytestmark = [pytest.mark.browser, pytest.mark.slow]

INK, SEA = "ink recovery", "sea level"


def paper(key: str, abstract: str, *concepts: str, **facts: Any) -> Paper:  # noqa: ANN401 - any fact of a paper
    held = tuple(Concept(key=label, label=label) for label in concepts)
    return Paper(id=key, title=f"{key.title()}: On Tables", abstract=abstract, entries=(), concepts=held, **facts)


def named(target: str, name: str) -> tuple[Mention, ...]:
    return (Mention(target=target, surface=name, sentence="", span=Span("list.txt", 1)),)


PAPERS = (
    paper("alpha", "Old pages fade. Ink-recovery is hard, cf. the sea level. Done.", INK, SEA, date="2020"),
    paper("beta", "We improve ink recovery. We beat Alphabet by far.", INK, SEA, mentions=named("alpha", "Alphabet")),
    paper("gamma", "", INK, date="2021"),
    paper("delta", "No term at all.", SEA),
    paper("ink recovery", "A title that says it.", INK),
)
EDGES = (
    ("alpha", "beta", "concept", 4.0, f"{INK}|{SEA}", None),
    ("alpha", "gamma", "concept", 2.0, INK, None),
    ("alpha", "delta", "concept", 1.0, SEA, None),
    ("gamma", "ink recovery", "concept", 3.0, INK, None),
    ("beta", "alpha", "mention", 5.0, "We beat Alphabet by far.", "beta"),
    ("delta", "alpha", "citation", 5.0, "cites Alpha: On Tables (2020)", "delta"),
    ("beta", "gamma", "coupling", 1.0, "Alpha: On Tables (2020)|doi:10.1000/x|Some Work <b> (1999)", None),
    ("beta", "delta", "coupling", 1.0, "Alpha: On Tables (2020)", None),
)


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> str:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i, one in enumerate(PAPERS):
        graph.add_node(one.id, label=one.title, x=90.0 * i, y=40.0 * (i % 2))
    for source, target, kind, weight, evidence, tail in EDGES:
        ends = {} if tail is None else {"tail": tail, "head": target if tail == source else source}
        graph.add_edge(source, target, kind=kind, weight=weight, evidence=evidence, **ends)
    return page_of(tmp_path_factory.mktemp("evidence"), graph, papers=PAPERS)


def open_link(chrome: Chrome, page: str, one: str, other: str) -> None:
    visit(chrome, f"{page}#link={one}+{other}")
    until(lambda: text(chrome, "#details h2") == "Why these two are linked")


def quotes(chrome: Chrome) -> list[list[str]]:
    """Return the quotes of each shared concept, each as its caption, its text and its marked words."""
    found = run(
        chrome,
        """return [...document.querySelectorAll("#details .quote")].map(e => [
             e.querySelector("figcaption").textContent, e.querySelector("blockquote").textContent,
             ...[...e.querySelectorAll("mark")].map(mark => mark.textContent)]);""",
    )
    assert isinstance(found, list)
    return found


def test_both_sentences_are_quoted_with_the_shared_terms_marked(quiet: Chrome, linked: str) -> None:
    open_link(quiet, linked, "alpha", "beta")
    until(lambda: len(quotes(quiet)) == 4)

    assert quotes(quiet)[:2] == [
        ["Alpha · abstract", "Ink-recovery is hard, cf. the sea level.", "Ink-recovery", "sea level"],
        ["Beta · abstract", "We improve ink recovery.", "ink recovery"],
    ]
    assert quotes(quiet)[3] == ["Beta", "Neither title nor abstract has it in these words."]


def test_quotes_stand_one_above_the_other(quiet: Chrome, linked: str) -> None:
    open_link(quiet, linked, "alpha", "beta")
    until(lambda: quotes(quiet))

    one, other = run(
        quiet,
        "return [...document.querySelectorAll('#details .quote')].slice(0, 2).map(e => e.getBoundingClientRect())",
    )
    assert one["left"] == other["left"]
    assert one["bottom"] <= other["top"]


def test_title_is_quoted_where_there_is_no_abstract(quiet: Chrome, linked: str) -> None:
    visit(quiet, linked + "#paper=gamma")
    element(quiet, "#details [aria-label='Why linked with Ink Recovery']").click()
    until(lambda: quotes(quiet))

    assert quotes(quiet) == [
        ["Gamma", "The list has no abstract of this paper."],
        ["Ink Recovery · title", "Ink Recovery: On Tables", "Ink Recovery"],
    ]


def test_naming_sentence_has_the_name_marked(quiet: Chrome, linked: str) -> None:
    open_link(quiet, linked, "beta", "alpha")

    sentences = "return [...document.querySelectorAll('#details .reasons > li > blockquote')].map(e => e.innerHTML)"
    assert run(quiet, sentences) == ["We beat <mark>Alphabet</mark> by far."]
    assert "Beta names Alpha:" in text(quiet, "#details")


def test_shared_references_are_named_by_title_and_year_and_lead_on(quiet: Chrome, linked: str) -> None:
    open_link(quiet, linked, "beta", "gamma")

    shown = text(quiet, "#details .reasons")
    assert "Alpha: On Tables · 2020" in shown
    assert "makes 2 links" in shown
    assert "Some Work <b> (1999)" in shown
    assert run(quiet, "return document.querySelector('#details .reasons a').href") == "https://doi.org/10.1000/x"
    element(quiet, "#details .reasons .subject").click()
    assert text(quiet, "#details h2") == "Alpha: On Tables"


@cases("ends, sentence", named=True)
def test_strength_of_a_link_is_compared_with_others_of_its_kind(
    quiet: Chrome, linked: str, ends: tuple[str, str], sentence: str
) -> None:
    visit(quiet, linked)
    one, other = ends
    run(
        quiet,
        """document.querySelector(`#results [data-paper="${arguments[0]}"]`).click()""",
        [paper.id for paper in PAPERS].index(one),
    )
    name = PAPERS[[paper.id for paper in PAPERS].index(other)].title.partition(":")[0]
    element(quiet, f"#details [aria-label='Why linked with {name}']").click()

    assert sentence in text(quiet, "#details")


def test_rarity_of_a_concept_is_that_among_all_papers(quiet: Chrome, linked: str) -> None:
    open_link(quiet, linked, "alpha", "beta")

    assert "in 4 papers of 5" in text(quiet, "#details")
    assert "in 3 papers of 5" in text(quiet, "#details")


def test_hostile_sentence_is_quoted_as_text(quiet: Chrome, tmp_path: Path) -> None:
    hostile = "<img src=x onerror=\"document.title='ran'\"> ink recovery </script>"
    papers = [paper(key, hostile, INK) for key in ("alpha", "beta")]
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i, one in enumerate(papers):
        graph.add_node(one.id, label=one.title, x=90.0 * i, y=0.0)
    graph.add_edge("alpha", "beta", kind="concept", weight=1.0, evidence=INK)
    write_html(graph, tmp_path / "page.html", papers=papers)
    open_link(quiet, (tmp_path / "page.html").as_uri(), "alpha", "beta")
    until(lambda: quotes(quiet))

    assert quotes(quiet)[0] == ["Alpha · abstract", hostile, "ink recovery"]
    assert run(quiet, "return document.querySelectorAll('#details img, #details script').length") == 0


def test_escape_leads_from_a_link_back_to_the_paper_from_which_it_was_opened(quiet: Chrome, linked: str) -> None:
    visit(quiet, linked + "#paper=gamma")
    element(quiet, "#details [aria-label='Why linked with Ink Recovery']").click()
    assert text(quiet, "#details h2") == "Why these two are linked"

    press_escape(quiet)
    assert fragment(quiet) == "#paper=gamma"
    press_escape(quiet)
    assert fragment(quiet) == ""


def test_escape_closes_a_link_that_was_opened_from_nothing(quiet: Chrome, linked: str) -> None:
    open_link(quiet, linked, "alpha", "beta")

    press_escape(quiet)
    assert run(quiet, "return [location.hash, document.getElementById('details').hidden]") == ["", True]
