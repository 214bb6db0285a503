"""Graphs, papers and audits in notebooks: as IPython asks for them, without a browser."""

import copy
import html
import pickle
import re
from html.parser import HTMLParser
from pathlib import Path

import networkx as nx
import pytest
from IPython.core.formatters import HTMLFormatter

import papertrace
from papertrace.model import (
    AuditResult,
    Claim,
    ClaimState,
    Concept,
    Entry,
    Finding,
    Link,
    LinkKind,
    Occurrence,
    Outcome,
    Paper,
    Span,
    Verdict,
)

HOSTILE = "<script>alert(1)</script><img src=x onerror='alert(2)'>\"'\x07"


def made(title: str, **facts: object) -> Paper:
    concepts = tuple(Concept(key=key, label=key) for key in ("ink recovery", "layout analysis"))
    entry = Entry(title=title, abstract="", span=Span("made.bib", 1), end_line=2)
    given = {"abstract": f"About {title}.", "concepts": concepts, "entries": (entry,)} | facts
    return Paper(id=title.casefold(), title=title, **given)  # type: ignore[arg-type]


@pytest.fixture
def graph() -> papertrace.Graph:
    return papertrace.build_graph([made("Atlas of Ink"), made("Brief Ink"), made("Ink Again")])


def displayed(value: object) -> str:
    """Return the HTML that IPython makes of a value."""
    made: str | None = HTMLFormatter()(value)
    assert made is not None
    return made


class Tags(HTMLParser):
    """The tags of a piece of HTML, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def page_in(shown: str) -> str:
    """Return the page of the only frame."""
    ((_, attributes),) = [one for one in Tags(shown).found if one[0] == "iframe"]
    return attributes["srcdoc"] or ""


def test_graph_is_a_graph_of_networkx(graph: papertrace.Graph) -> None:
    assert isinstance(graph, nx.MultiGraph)
    assert nx.number_connected_components(graph) >= 1
    assert set(graph.subgraph(list(graph)[:2])) == set(list(graph)[:2])
    assert nx.utils.graphs_equal(pickle.loads(pickle.dumps(graph)), graph)  # noqa: S301 - just made
    assert nx.utils.graphs_equal(copy.deepcopy(graph), graph)
    assert nx.utils.graphs_equal(nx.MultiGraph(graph), graph)
    assert set(nx.relabel_nodes(graph, str.upper)) == {node.upper() for node in graph}


def test_graph_keeps_its_papers_in_a_copy(graph: papertrace.Graph) -> None:
    assert [paper.title for paper in graph.copy().papers] == [paper.title for paper in graph.papers]
    assert [paper.title for paper in graph.papers] == ["Atlas of Ink", "Brief Ink", "Ink Again"]


def test_graph_says_how_large_it_is(graph: papertrace.Graph) -> None:
    assert re.fullmatch(r"<Graph 3 papers, \d edges?, 1 community>", repr(graph))


def test_graph_is_shown_as_its_page_in_a_sandbox(graph: papertrace.Graph) -> None:
    shown = displayed(graph)
    ((_, frame),) = [one for one in Tags(shown).found if one[0] == "iframe"]

    assert "allow-same-origin" not in (frame["sandbox"] or "allow-same-origin")
    assert "allow-top-navigation" not in (frame["sandbox"] or "")
    assert page_in(shown).startswith("<!doctype html>")
    assert "Content-Security-Policy" in page_in(shown)


def test_page_of_a_graph_has_the_abstracts_of_its_papers(graph: papertrace.Graph) -> None:
    bare: nx.MultiGraph[str] = nx.MultiGraph(graph)

    assert 'id="abstracts"' in page_in(displayed(graph))
    assert 'id="abstracts"' not in page_in(papertrace.show(bare)._repr_html_())
    assert 'id="abstracts"' in page_in(papertrace.show(bare, papers=graph.papers)._repr_html_())


def test_graph_is_shown_with_the_colours_and_sizes_that_are_asked_for(graph: papertrace.Graph) -> None:
    for i, node in enumerate(graph):
        graph.nodes[node]["score"] = i

    page = papertrace.show(graph, color_by="claim", size_by="score").page

    assert '"color":"code","size":"score"' in page
    with pytest.raises(papertrace.PapertraceError, match="'nothing'"):
        papertrace.show(graph, color_by="nothing")


def test_caption_remains_where_frames_are_stripped(graph: papertrace.Graph) -> None:
    stripped = re.sub("<iframe.*</iframe>", "", displayed(graph), flags=re.DOTALL)

    assert re.search(r"<p>made: 3 papers, \d edges?, 1 community</p>", stripped)


def test_large_graph_is_not_put_into_a_notebook_unasked() -> None:
    graph = papertrace.Graph()
    graph.add_nodes_from((f"p{i}", {"kind": "paper"}) for i in range(2_001))

    assert "iframe" not in displayed(graph)
    assert "2,001 papers" in displayed(graph)
    assert "papertrace.show(graph)" in displayed(graph)


def test_title_cannot_leave_the_frame(graph: papertrace.Graph) -> None:
    shown = displayed(papertrace.show(graph, title=HOSTILE))

    assert [tag for tag, _ in Tags(shown).found] == ["iframe", "p"]
    assert html.unescape(shown.rpartition("<p>")[2]).startswith("<script>alert(1)</script>")


def test_files_of_a_graph_have_the_abstracts_of_its_papers(graph: papertrace.Graph, tmp_path: Path) -> None:
    papertrace.write_graph(graph, tmp_path / "own.html")
    papertrace.write_graph(graph, tmp_path / "given.html", papers=graph.papers)
    papertrace.write_graph(graph, tmp_path / "none.html", papers=())

    assert (tmp_path / "own.html").read_bytes() == (tmp_path / "given.html").read_bytes()
    assert b'id="abstracts"' not in (tmp_path / "none.html").read_bytes()


def paper_with_hostile_texts() -> Paper:
    span = Span("made.bib", 1)
    links = tuple(
        Link(raw=url, url=url, span=span, kind=LinkKind.PAGE)
        for url in ("https://example.org/a?b=1&c", "javascript:alert(1)")
    )
    return made(
        HOSTILE,
        abstract=HOSTILE,
        authors=(HOSTILE, "Ada"),
        n_authors=5,
        date="2024-05",
        venue=HOSTILE,
        n_citations=1200,
        links=links,
        concepts=(Concept(key="k", label=HOSTILE),),
        claim=Claim(state=ClaimState.PROMISED, sentence=HOSTILE),
    )


def test_paper_is_shown_as_text_and_web_links() -> None:
    shown = displayed(paper_with_hostile_texts())
    tags = Tags(shown).found

    assert {tag for tag, _ in tags} == {"div", "p", "strong", "br", "bdi", "a", "q", "details", "summary"}
    assert [attributes["href"] for tag, attributes in tags if tag == "a"] == ["https://example.org/a?b=1&c"]
    assert not any(name.startswith("on") for _, attributes in tags for name in attributes)
    assert "and 3 more" in shown
    assert "2024 · " in shown
    assert "cited 1,200 times" in shown
    assert "\x07" not in shown


def test_papers_are_shown_as_a_table() -> None:
    page = papertrace.show([paper_with_hostile_texts(), made("Atlas")]).page
    rows = [tag for tag, _ in Tags(page).found].count("tr")

    assert rows == 3
    assert "<script" not in page
    assert repr(papertrace.show(iter([made("Atlas")]))) == "<Frame 1 paper>"


def test_table_of_many_papers_says_how_many_there_are() -> None:
    page = papertrace.show([made(f"Atlas {i}") for i in range(150)]).page

    assert "100 of 150 papers" in page
    assert "Atlas 99" in page
    assert "Atlas 100<" not in page


def audited() -> AuditResult:
    findings = []
    for i, (outcome, url) in enumerate(
        ((Outcome.ALIVE, "https://example.org/ok"), (Outcome.DEAD, f"https://example.org/{HOSTILE}"))
    ):
        link = Link(raw=url, url=url, span=Span("made.bib", i + 1), kind=LinkKind.PAGE)
        verdict = Verdict(link=link, outcome=outcome, reason=HOSTILE)
        place = Occurrence(id="a", title=HOSTILE, source="made.bib", line=i + 1, column=1)
        findings.append(Finding(verdict=verdict, occurrences=(place,)))
    return AuditResult(findings=tuple(findings))


def test_audit_is_shown_with_what_fails() -> None:
    shown = displayed(audited())

    assert "2 links: 1 " in shown
    assert "1 failing" in shown
    assert "https://example.org/ok" not in shown
    assert {tag for tag, _ in Tags(shown).found} == {
        *("div", "p", "table", "thead", "tbody", "tr", "th", "td", "bdi"),
    }  # the address of the dead link is none to follow


def test_report_of_an_audit_is_shown_in_a_sandbox() -> None:
    page = page_in(displayed(papertrace.show(audited())))
    addresses = [one for tag, one in Tags(page).found if tag == "a" and (one["href"] or "").startswith("http")]

    assert "https://example.org/ok" in page
    assert addresses
    assert {one["target"] for one in addresses} == {"_blank"}
    assert "<script" not in page
