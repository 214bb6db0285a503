"""Formulas of papers on the page."""

import networkx as nx

from papertrace.export.page.data import missing_works, page_data, shown_abstracts
from papertrace.export.page.records import show_papers
from papertrace.model import Claim, ClaimState, Concept, Mention, Paper, Span

WHERE = Span("made-up", 1)
WORK = "doi:10.5555/ferry"


def paper(number: int, title: str, **facts: object) -> Paper:
    return Paper(id=f"p{number}", title=title, abstract="", entries=(), **facts)  # type: ignore[arg-type]


def test_papers_without_formulas_are_the_same_objects() -> None:
    plain = paper(0, "Ferries for $5 and more", concepts=(Concept(key="ferry", label="ferry"),))
    assert show_papers([plain])[0] == plain
    other = paper(1, "Ferries")
    assert show_papers([other])[0] is other


def test_page_shows_formulas_of_titles_concepts_and_claims_in_plain_characters() -> None:
    shown = paper(
        0,
        r"$\pi_{0}$: A Ferry",
        concepts=(Concept(key="pi0", label=r"$\pi_0$", surfaces=(r"$\pi_{0}$", "pi0")),),
        mentions=(Mention(target="p1", surface="M$^2$", sentence="We beat M$^2$ by 3%.", span=WHERE),),
        claim=Claim(state=ClaimState.PROMISED, sentence=r"Code of $\pi_{0}$ will follow."),
    )
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_nodes_from(["p0", "p1"], x=0.0, y=0.0, community=0)
    data = page_data(graph, [shown, paper(1, "M$^2$: A Barge")])
    record = data["papers"][0]
    assert (record["title"], record["short"], record["sentence"]) == ("π₀: A Ferry", "π₀", "Code of π₀ will follow.")
    assert (data["concepts"], data["spellings"]) == (["π₀"], [["pi0"]])
    assert record["names"] == [("M²", 1)]


def test_page_shows_formulas_of_abstracts_in_plain_characters() -> None:
    papers = [Paper(id="p0", title="A Ferry", abstract="In $O(n^2)$\ntime, for $5.", entries=())]
    assert shown_abstracts({"papers": [{"id": "p0"}]}, papers) == ["In O(n²) time, for $5."]


def test_page_shows_formulas_of_missing_works_in_plain_characters() -> None:
    cited = ((WORK, "H$_2$ Ferries"),)
    papers = [paper(number, f"Ferry {number}", references=(WORK,), cited=cited) for number in range(3)]
    assert [work["title"] for work in missing_works(papers)] == ["H₂ Ferries"]
