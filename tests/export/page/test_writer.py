"""The page as a file: its content, and its handling of hostile texts."""

import base64
import copy
import dataclasses
import hashlib
import json
import math
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from tests.case_tables import cases

from papertrace.errors import ExportError
from papertrace.export.page.data import page_data, summary
from papertrace.export.page.embedding import to_json
from papertrace.export.page.records import short_name
from papertrace.export.page.writer import fill_page, generate_html, write_html
from papertrace.graph.build import build_graph
from papertrace.graph.settings import GraphSettings
from papertrace.model import (
    Claim,
    ClaimState,
    Concept,
    Link,
    LinkKind,
    LinkRole,
    Outcome,
    Paper,
    RepoRef,
    RepositoryState,
    Span,
    Verdict,
)
from papertrace.model.addresses import web_address
from papertrace.model.graphs import LIGHT
from papertrace.model.papers.facts import Affiliation

HOSTILE = {
    "a script": "<script>alert(1)</script>",
    "the end of a script": "</script><script>alert(1)</script>",
    "the end of a style": "</style><script>alert(1)</script>",
    "a comment": "<!--<script>",
    "a handler": '"onload="alert(1)" x="',
    "an image": "<img src=x onerror=alert(1)>",
    "template code": "{{ 7 * 7 }}{% raw %}",
    "line separators": "one\u2028two\u2029three",
    "marks of direction": "safe\u202egpj.exe\u2066",
    "control characters": "a\x00b\x1b[31m",
    "half a surrogate pair": "a\ud800b",
    "ten thousand characters": "word " * 2000,
    "one long word": "x" * 10_000,
}


def link(url: str, kind: LinkKind = LinkKind.REPOSITORY) -> Link:
    return Link(raw=url, url=url, span=Span("list.txt", 1), kind=kind, role=LinkRole.OWN)


def paper(key: str, title: str, **facts: Any) -> Paper:  # noqa: ANN401 - any field of Paper
    return Paper(id=key, title=title, abstract="", entries=(), **facts)


def graph_of(*titles: str, evidence: str = "ink recovery|layout analysis") -> "nx.MultiGraph[str]":
    """Return a graph in which each paper is linked with the next."""
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for i, title in enumerate(titles):
        graph.add_node(
            f"p{i}",
            label=title,
            kind="paper",
            year=2024,
            community=i % 2,
            community_label=f"field {i % 2}",
            degree_weighted=float(i),
            betweenness=0.0,
            x=float(i),
            y=float(i * i),
            size=3.0,
            color="#0072b2",
            url="",
            repositories="",
            concepts="ink recovery",
            claim="none",
            outcome="",
        )
    for i in range(len(titles) - 1):
        facts = {"weight": 2.5, "label": "", "interaction": "concept", "evidence": evidence, "edge_key": f"e{i}"}
        graph.add_edge(f"p{i}", f"p{i + 1}", kind="concept", **facts)
    return graph


class Reader(HTMLParser):
    """A parser that collects the elements of a page and the content of its scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[tuple[str, dict[str, str | None], str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        tag, attrs = self.elements[-1] if self.elements else ("", {})
        if tag in {"script", "style", "title", "h1"}:
            self.inside.append((tag, attrs, data))


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    return reader


def data_of(text: str) -> dict[str, Any]:
    (content,) = (data for tag, attrs, data in read(text).inside if attrs.get("id") == "data" and data.strip())
    data = json.loads(content)
    assert isinstance(data, dict)
    return data


def policy_of(text: str) -> dict[str, str]:
    (policy,) = (
        attrs["content"]
        for tag, attrs in read(text).elements
        if tag == "meta" and attrs.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    return dict(part.strip().partition(" ")[::2] for part in policy.split(";"))


@pytest.fixture(scope="module")
def page() -> str:
    return generate_html(graph_of("Alpha: A Study", "Beta: Another", "Gamma"), title="A small field")


def test_papers_and_reasons_stand_in_the_data(page: str) -> None:
    data = data_of(page)

    assert [paper["short"] for paper in data["papers"]] == ["Alpha", "Beta", "Gamma"]
    assert data["edges"][0]["reasons"] == [
        {"kind": "concept", "weight": 2.5, "evidence": ["ink recovery", "layout analysis"]}
    ]


def test_shared_concepts_stay_in_the_order_of_the_graph_the_best_reason_first() -> None:
    graph = graph_of("Alpha", "Beta", "Gamma", evidence="ink|scrolls|rims")
    for node, concepts in (("p0", "ink|scrolls|rims"), ("p1", "ink|scrolls|rims"), ("p2", "ink|rims")):
        graph.nodes[node]["concepts"] = concepts

    data = page_data(graph)

    assert dict(zip(data["concepts"], data["frequencies"], strict=True)) == {"ink": 3, "scrolls": 2, "rims": 3}
    assert data["edges"][0]["reasons"][0]["evidence"] == ["ink", "scrolls", "rims"]


def test_every_paper_has_a_position(page: str) -> None:
    data = data_of(page)

    assert all(isinstance(node["x"], float) and isinstance(node["y"], float) for node in data["nodes"])
    assert len({(node["x"], node["y"]) for node in data["nodes"]}) == 3


def test_policy_allows_nothing_from_outside(page: str) -> None:
    policy = policy_of(page)

    assert policy["default-src"] == "'none'"
    assert policy["img-src"] == "data: blob:"
    assert policy["base-uri"] == policy["form-action"] == "'none'"
    assert "connect-src" not in policy
    assert "unsafe" not in json.dumps(policy)


@pytest.mark.parametrize("tag", ["script", "style"])
def test_policy_names_each_part_by_its_hash(page: str, tag: str) -> None:
    bodies = [
        body for name, attrs, body in read(page).inside if name == tag and attrs.get("type") != "application/json"
    ]
    hashes = [base64.b64encode(hashlib.sha256(body.encode()).digest()).decode() for body in bodies if body.strip()]

    assert hashes
    assert policy_of(page)[f"{tag}-src"].split() == [f"'sha256-{digest}'" for digest in hashes]


def test_no_element_asks_for_a_file(page: str) -> None:
    for tag, attrs in read(page).elements:
        assert "src" not in attrs, tag
        assert attrs.get("href", "data:,") == "data:,", tag
        assert not any(name.startswith("on") or name == "style" for name in attrs), tag


def test_page_names_no_address(page: str) -> None:
    for namespace in ("http://www.w3.org/2000/svg", "http://graphml.graphdrawing.org/xmlns"):
        page = page.replace(namespace, "")

    assert re.findall(r"https?://[\w.]+|url\(|@import|fetch\(|XMLHttpRequest|sourceMappingURL", page) == []


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_stays_text(text: str) -> None:
    concept = Concept(key=text, label=text)
    claim = Claim(state=ClaimState.PROMISED, sentence=text)
    papers = [paper("p0", text, authors=(text,), organisation=text, concepts=(concept,), claim=claim)]
    graph = graph_of(text, "Beta", evidence=text)
    graph.nodes["p0"]["community_label"] = text

    page = generate_html(graph, papers=papers, title=text)

    names = [tag for tag, _ in read(page).elements]
    harmless = [
        tag for tag, _ in read(generate_html(graph_of("Alpha", "Beta"), title="Field").replace(text, "")).elements
    ]
    assert names == harmless
    shown = data_of(page)["papers"][0]
    assert shown["authors"] == [text.encode("utf-8", "replace").decode()]
    assert len(shown["short"]) <= 32


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_json_in_a_script_element_holds_no_markup(text: str) -> None:
    encoded = to_json({"text": text, text: 1})

    assert not re.search("[<>&\u2028\u2029\x00-\x1f]", encoded)
    assert json.loads(encoded)["text"] == text.encode("utf-8", "replace").decode()


@cases("url")
def test_url_that_is_not_http_is_not_a_link(url: str) -> None:
    papers = [paper("p0", "Alpha", links=(link(url, LinkKind.PAGE),))]

    data = data_of(generate_html(graph_of("Alpha"), papers=papers))

    assert web_address(url) is None
    assert [item["safe"] for item in data["papers"][0]["links"]] == [False]


def test_web_address_is_a_link() -> None:
    data = page_data(graph_of("Alpha"), [paper("p0", "Alpha", links=(link("https://example.org/a?b=c&d"),))])

    assert data["papers"][0]["links"] == [
        {"url": "https://example.org/a?b=c&d", "kind": "repository", "role": "own", "safe": True}
    ]


def test_new_address_of_a_moved_link_must_be_a_web_address() -> None:
    moved = link("https://example.org/a")
    verdict = Verdict(link=moved, outcome=Outcome.MOVED, reason="301", new_url="javascript:alert(1)")

    data = page_data(graph_of("Alpha"), [paper("p0", "Alpha", links=(moved,))], [verdict])

    assert "new_url" not in data["papers"][0]["links"][0]


@cases("outcome, mark")
def test_each_outcome_of_an_audit_has_a_mark(outcome: Outcome, mark: str) -> None:
    code = link("https://github.com/acme/alpha")
    verdicts = [Verdict(link=code, outcome=outcome, reason="seen")]

    data = page_data(graph_of("Alpha"), [paper("p0", "Alpha", links=(code,))], verdicts)

    assert data["papers"][0]["mark"] == mark


REPOSITORY = link("https://github.com/acme/alpha")
SECOND = link("https://github.com/acme/alpha-two")
OTHERS = dataclasses.replace(SECOND, role=LinkRole.OTHER)
PAGE = link("https://example.org/alpha", LinkKind.PROJECT_PAGE)


@pytest.mark.parametrize(
    ("claim", "links", "audited", "mark"),
    [
        ("none", (), {}, "none"),
        ("claimed", (), {}, "claimed"),
        ("promised", (), {}, "promised"),
        ("linked", (PAGE,), {}, "linked"),
        ("none", (REPOSITORY,), {}, "linked"),
        ("none", (OTHERS,), {}, "none"),
        ("claimed", (REPOSITORY,), {}, "linked"),
        ("promised", (REPOSITORY,), {}, "promised"),
        ("promised", (REPOSITORY,), {REPOSITORY: Outcome.ALIVE}, "linked"),
        ("promised", (REPOSITORY,), {REPOSITORY: Outcome.MOVED}, "moved"),
        ("promised", (REPOSITORY,), {REPOSITORY: Outcome.DEAD}, "promised"),
        ("promised", (REPOSITORY,), {REPOSITORY: RepositoryState.EMPTY}, "promised"),
        ("linked", (REPOSITORY,), {REPOSITORY: RepositoryState.ARCHIVED}, "archived"),
        ("linked", (REPOSITORY, PAGE), {REPOSITORY: Outcome.ALIVE, PAGE: Outcome.DEAD}, "linked"),
        ("linked", (PAGE,), {PAGE: Outcome.DEAD}, "linked"),
        ("none", (PAGE,), {PAGE: Outcome.DEAD}, "none"),
        ("linked", (REPOSITORY, SECOND), {REPOSITORY: Outcome.DEAD, SECOND: Outcome.ALIVE}, "linked"),
        ("linked", (REPOSITORY, SECOND), {REPOSITORY: Outcome.DEAD}, "linked"),
        ("linked", (REPOSITORY, OTHERS), {REPOSITORY: Outcome.DEAD, OTHERS: Outcome.ALIVE}, "dead"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_mark_says_what_is_there_of_the_code_else_what_is_claimed(
    claim: str, links: tuple[Link, ...], audited: dict[Link, Outcome | RepositoryState], mark: str
) -> None:
    verdicts = [
        Verdict(link=seen, outcome=found, reason="seen")
        if isinstance(found, Outcome)
        else Verdict(link=seen, outcome=Outcome.ALIVE, reason="seen", repository_state=found)
        for seen, found in audited.items()
    ]
    worst = "dead" if Outcome.DEAD in audited.values() else ""
    graph = graph_of("Alpha")
    graph.nodes["p0"]["outcome"] = worst

    data = page_data(graph, [paper("p0", "Alpha", links=links, claim=Claim(state=ClaimState(claim)))], verdicts)

    assert data["papers"][0]["mark"] == mark
    assert (" 1 with code" in summary(data)) == (mark in {"linked", "moved", "archived", "dead"})


def test_verdict_on_a_page_stands_beside_its_address() -> None:
    verdicts = [Verdict(link=PAGE, outcome=Outcome.DEAD, reason="404")]

    data = page_data(graph_of("Alpha"), [paper("p0", "Alpha", links=(PAGE,))], verdicts)

    assert data["papers"][0]["links"][0]["outcome"] == "dead"


OUTCOMES_OF_LINKS = [
    Verdict(link=REPOSITORY, outcome=Outcome.ALIVE, reason=""),
    Verdict(link=SECOND, outcome=Outcome.DEAD, reason=""),
]


def test_page_has_the_outcome_of_the_graph_so_that_it_agrees_with_the_files() -> None:
    graph = graph_of("Alpha")
    graph.nodes["p0"]["outcome"] = "suspect"

    data = page_data(graph, [paper("p0", "Alpha", links=(REPOSITORY, SECOND))], OUTCOMES_OF_LINKS)

    assert data["papers"][0]["outcome"] == "suspect"


def test_worst_outcome_of_the_links_counts_where_the_graph_has_none() -> None:
    links = (REPOSITORY, SECOND, PAGE)
    verdicts = [*OUTCOMES_OF_LINKS[:1], Verdict(link=PAGE, outcome=Outcome.DEAD, reason="404")]
    found = [
        page_data(graph_of("Alpha"), [paper("p0", "Alpha", links=links)], given)["papers"][0].get("outcome")
        for given in (OUTCOMES_OF_LINKS, verdicts, [])
    ]

    assert found == ["dead", "alive", None]


def test_paper_that_nobody_cites_has_no_citations_rather_than_an_unknown_number() -> None:
    data = page_data(graph_of("Alpha"), [paper("p0", "Alpha", n_citations=0)])

    assert data["papers"][0]["citations"] == 0


def test_outcome_that_no_audit_has_is_left_out() -> None:
    graph = graph_of("Alpha")
    graph.nodes["p0"]["outcome"] = "unheard of"

    assert "outcome" not in page_data(graph)["papers"][0]


def test_graph_alone_has_repositories_but_not_which_link_is_dead() -> None:
    graph = graph_of("Alpha")
    graph.nodes["p0"].update(
        {"repositories": "https://github.com/acme/one|https://github.com/acme/two", "outcome": "dead"}
    )

    (record,) = page_data(graph)["papers"]

    assert [item["text"] for item in record["links"]] == ["acme/one", "acme/two"]
    assert record["mark"] == "linked"


def test_two_kinds_of_link_between_two_papers_make_one_pair() -> None:
    graph = graph_of("Alpha", "Beta")
    graph.add_edge("p1", "p0", kind="mention", weight=7.0, evidence="We follow Alpha.", label="", edge_key="e9")

    (pair,) = page_data(graph)["edges"]

    assert [(reason["kind"], reason["evidence"]) for reason in pair["reasons"]] == [
        ("mention", ["We follow Alpha."]),
        ("concept", ["ink recovery", "layout analysis"]),
    ]


def test_link_with_a_direction_says_which_paper_names_the_other() -> None:
    graph = graph_of("Alpha", "Beta")
    graph.add_edge("p0", "p1", kind="mention", weight=7.0, evidence="We follow Alpha.", tail="p1", head="p0")

    (pair,) = page_data(graph)["edges"]

    assert [reason.get("tail") for reason in pair["reasons"]] == [1, None]


def test_papers_that_nothing_links_are_no_community() -> None:
    graph = graph_of("Alpha", "Beta", "Gamma", "Delta")
    for node in ("p1", "p2", "p3"):
        graph.nodes[node].update({"community": -1, "community_label": "unlinked"})

    data = page_data(graph)

    assert [(c["label"], c["linked"]) for c in data["communities"]] == [("field 0", True), ("unlinked", False)]
    assert summary(data) == "4 papers · 3 linked pairs · 3 unlinked"


@cases("label, short", named=True)
def test_name_of_a_community_is_cut_between_terms(label: str, short: str) -> None:
    graph = graph_of("Alpha")
    graph.nodes["p0"]["community_label"] = label

    (community,) = page_data(graph)["communities"]

    assert (community["label"], community["short"]) == (label, short)


def test_same_graph_gives_the_same_bytes(tmp_path: Path) -> None:
    repository = RepoRef("github.com", "acme", "alpha")
    papers = [paper("p0", "Alpha", links=(link(repository.url),), concepts=(Concept(key="k", label="K"),))]
    for name in ("one.html", "two.html"):
        write_html(graph_of("Alpha", "Beta", "Gamma"), tmp_path / name, papers=papers)

    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()


def test_writing_leaves_the_graph_alone(tmp_path: Path) -> None:
    graph = graph_of("Alpha", "Beta", "Gamma")
    before = copy.deepcopy(graph)

    write_html(graph, tmp_path / "page.html")

    assert nx.utils.graphs_equal(graph, before)


def test_file_is_absent_after_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Iterator[str]:
        message = "no such script"
        raise ExportError(message)

    monkeypatch.setattr("papertrace.export.page.scripts.page_script", fail)

    with pytest.raises(ExportError):
        write_html(graph_of("Alpha"), tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == []


def test_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="nowhere"):
        write_html(graph_of("Alpha"), tmp_path / "nowhere" / "page.html")


@cases("titles, summary", named=True)
def test_small_graphs_make_a_page(titles: tuple[str, ...], summary: str) -> None:
    parts = " · ".join(f"<span>{part}</span>" for part in summary.split(" · "))

    assert f'<p class="summary">{parts}</p>' in generate_html(graph_of(*titles))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), None, "x"], ids=str)
def test_position_that_is_not_a_number_is_the_middle(value: object) -> None:
    graph = graph_of("Alpha", "Beta", "Gamma")
    graph.nodes["p1"]["x"] = value
    graph.nodes["p1"]["degree_weighted"] = value

    assert len(page_data(graph)["nodes"]) == 3
    to_json(page_data(graph))


def test_papers_without_positions_do_not_overlap() -> None:
    graph = graph_of("Alpha", "Beta", "Gamma")
    for node in graph.nodes:
        graph.nodes[node].update({"x": 0.0, "y": 0.0})

    assert len({(node["x"], node["y"]) for node in page_data(graph)["nodes"]}) == 3


@pytest.mark.parametrize("color", ["red;}", "#12345", "url(x)", "", None], ids=str)
def test_color_that_is_none_is_replaced(color: str | None) -> None:
    graph = graph_of("Alpha")
    graph.nodes["p0"]["color"] = color

    assert re.fullmatch("#[0-9a-f]{6}", page_data(graph)["communities"][0]["color"])


def test_communities_without_a_colour_get_one_and_a_ring_where_it_recurs() -> None:
    graph = graph_of(*(f"Paper {i}" for i in range(30)))
    for i, node in enumerate(graph.nodes):
        graph.nodes[node].update({"color": None, "community": i, "x": 10.0 * (i % 6), "y": 10.0 * (i // 6)})

    communities = page_data(graph)["communities"]

    looks = {(community["color"], community["dark"], community.get("ring", 0)) for community in communities}
    assert len(looks) == 30
    assert {color for color, _, _ in looks} <= set(LIGHT)


def test_community_with_a_colour_that_recurs_always_has_a_ring() -> None:
    graph = graph_of(*(f"Paper {i}" for i in range(80)))
    for i, node in enumerate(graph.nodes):
        graph.nodes[node].update({"color": None, "community": i, "x": 10.0 * (i % 9), "y": 10.0 * (i // 9)})

    plain = [community["color"] for community in page_data(graph)["communities"] if "ring" not in community]

    assert len(plain) == len(set(plain)) == len(LIGHT)


def test_colours_of_a_graph_are_kept_without_rings() -> None:
    graph = graph_of("Alpha", "Beta")
    for i, node in enumerate(graph.nodes):
        graph.nodes[node].update({"color": "#123456", "community": i})

    assert [(one["color"], one.get("ring")) for one in page_data(graph)["communities"]] == [("#123456", None)] * 2


@pytest.mark.parametrize("year", [10**400, 10_000, 0, -5, 0.5, math.inf], ids=lambda year: f"{str(year)[:5]}")
def test_number_that_is_no_year_and_a_place_beyond_all_floats_are_left_out(year: float) -> None:
    graph = graph_of("Alpha")
    graph.nodes["p0"].update({"year": year, "x": 10**400, "y": 1.0})

    (paper,) = page_data(graph)["papers"]

    assert "year" not in paper


def test_direction_and_kinds_of_a_graph_whose_ids_are_numbers() -> None:
    graph: nx.MultiDiGraph[Any] = nx.MultiDiGraph()
    graph.add_edge(7, 5, kind="citation", tail=5)
    graph.nodes[7]["kind"] = ["no", "kind"]
    data = page_data(graph)

    assert [paper["id"] for paper in data["papers"]] == ["7", "5"]
    assert [reason["tail"] for edge in data["edges"] for reason in edge["reasons"]] == [1]


@pytest.mark.parametrize("kind", [np.int64, np.uint16, np.float64], ids=lambda kind: kind.__name__)
def test_numbers_of_numpy_are_years_citations_and_places(kind: Callable[[int], object]) -> None:
    graph = graph_of("Alpha", "Beta")
    graph.nodes["p0"].update({"year": kind(2021), "n_citations": np.int64(7), "x": kind(3), "y": kind(4)})
    graph.nodes["p1"].update({"year": math.nan, "n_citations": True, "x": kind(30), "y": kind(40)})

    data = page_data(graph)

    assert [(paper.get("year"), paper.get("citations")) for paper in data["papers"]] == [(2021, 7), (None, None)]
    assert data["nodes"][0]["x"] != data["nodes"][1]["x"]
    assert "2021" in to_json(data)


@cases("title, name")
def test_short_name_is_the_name_before_the_colon_or_the_first_words(title: str, name: str) -> None:
    assert short_name(title) == name


@cases("title, authors, name")
def test_short_name_is_that_of_the_system_else_author_and_year(title: str, authors: tuple[str, ...], name: str) -> None:
    assert short_name(title, authors, 2021) == name


def test_papers_of_one_author_and_year_are_told_apart_by_letters() -> None:
    papers = [
        Paper(id=f"p{i}", title=f"Ink of {i} scrolls", abstract="", entries=(), authors=("Ada Lindqvist",), date="2021")
        for i in range(2)
    ]

    data = page_data(graph_of("Ink", "Ink"), papers)

    assert [record["short"] for record in data["papers"]] == ["Lindqvist 2021a", "Lindqvist 2021b"]


def test_concepts_by_which_a_paper_is_linked_are_among_its_concepts_and_counted() -> None:
    graph = graph_of("Alpha", "Beta")
    for node, concepts in (("p0", "ink recovery|tide"), ("p1", "tide")):
        graph.nodes[node]["concepts"] = concepts
    papers = [paper("p0", "Alpha", concepts=(Concept(key="ink", label="ink recovery"),)), paper("p1", "Beta")]

    data = page_data(graph, papers)

    assert dict(zip(data["concepts"], data["frequencies"], strict=True))["tide"] == 2


def test_facts_of_the_page_are_those_of_the_paper_and_their_rows_are_named() -> None:
    affiliations = (Affiliation(institution="Harbour Institute", city="Bergen", country="NO"),)
    full = Paper(
        id="a", title="A", abstract="", entries=(), issue="3", affiliations=affiliations, funding=("Tide Fund",)
    )
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_nodes_from(("a", "b"))

    data = page_data(graph, [full, Paper(id="b", title="B", abstract="", entries=(), n_citations=0)])

    assert data["facts"] == [("affiliations", "Affiliations"), ("funding", "Funding")]
    assert data["papers"][0].items() >= {"issue": "3", "affiliations": ["Harbour Institute, Bergen, NO"]}.items()
    assert data["papers"][1]["citations"] == 0
    assert data["papers"][1].keys().isdisjoint({"issue", "affiliations", "funding", "venue", "authors"})


def test_facts_of_a_page_without_papers_are_those_of_its_nodes() -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_node(
        "a", authors="Ann Doe|Rob Roe", year=2020, n_citations=3, publication_type="article", venue="Letters"
    )

    (record,) = page_data(graph)["papers"]

    expected = {"authors": ["Ann Doe", "Rob Roe"], "year": 2020, "citations": 3, "type": "article", "venue": "Letters"}
    assert record.items() >= expected.items()


def test_missing_works_are_in_the_data_only_where_references_have_titles() -> None:
    title = HOSTILE["the end of a script"]
    names = ("doi:10.5555/told", "doi:10.5555/untold")
    cited = ((names[0], title),)
    papers = [Paper(id=name, title=name, abstract="", entries=(), references=names, cited=cited) for name in "ab"]
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_nodes_from(("a", "b"))

    page = generate_html(graph, papers=papers)

    data = json.loads(re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[0])
    assert data["missing"] == [{"title": title, "reason": "cited by 2 of 2", "url": "https://doi.org/10.5555/told"}]
    plain = generate_html(graph, papers=[dataclasses.replace(paper, references=()) for paper in papers])
    assert '"missing":' not in plain


def test_authors_and_venues_are_not_shown_as_papers() -> None:
    papers = [
        Paper(id=name, title=name, abstract="", entries=(), authors=("A. One",), venue="Letters") for name in "abc"
    ]
    graph = build_graph(papers, GraphSettings(nodes=("papers", "authors", "venues")))

    assert graph.number_of_nodes() == 5
    assert len(page_data(graph, papers)["papers"]) == 3


def test_a_script_that_could_end_its_element_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.export.page.scripts.page_script", lambda _: "a('</Script>')")

    with pytest.raises(ExportError, match="a script of the page contains '</script' or '<!--'"):
        fill_page(page_data(nx.MultiGraph()), [], title="Tides")
