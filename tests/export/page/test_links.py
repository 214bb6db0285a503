"""The repositories of the page, which are the same however papers link to them."""

from dataclasses import replace

import networkx as nx

from papertrace.export.page.data import page_data
from papertrace.export.page.records import Repositories
from papertrace.model import Identifiers, Link, LinkKind, LinkRole, Paper, RepoRef, Span
from papertrace.model.papers.paper import Added


def link(url: str, repository: RepoRef | None = None) -> Link:
    kind = LinkKind.PAGE if repository is None else LinkKind.REPOSITORY
    return Link(raw=url, url=url, span=Span("list.txt", 1), kind=kind, role=LinkRole.OWN, repository=repository)


def paper(key: str, *links: Link) -> Paper:
    return Paper(id=key, title=key, abstract="", entries=(), links=links)


def graph_of(*keys: str, **attributes: str) -> "nx.MultiGraph[str]":
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    graph.add_nodes_from(keys, **attributes)
    return graph


def test_papers_that_link_to_one_repository_name_it_by_one_number() -> None:
    papers = [
        paper(
            "a",
            link("https://example.org/"),
            link("https://github.com/Acme/Tool", RepoRef("github.com", "Acme", "Tool")),
        ),
        paper("b", link("https://github.com/acme/tool/tree/main", RepoRef("github.com", "acme", "tool"))),
        paper("c", link("https://gitlab.com/acme/tool", RepoRef("gitlab.com", "acme", "tool"))),
    ]

    data = page_data(graph_of("a", "b", "c"), papers)

    assert [[item.get("repository") for item in record["links"]] for record in data["papers"]] == [[0, None], [0], [1]]
    assert [record["url"] for record in data["repositories"]] == [
        "https://github.com/Acme/Tool",
        "https://gitlab.com/acme/tool",
    ]


def test_graph_alone_has_its_repositories_too() -> None:
    data = page_data(graph_of("a", repositories="https://github.com/acme/tool|gitlab.com/acme/group/deep|nonsense"))

    assert [item.get("repository") for item in data["papers"][0]["links"]] == [0, 1, None]
    assert [record["name"] for record in data["repositories"]] == ["acme/tool", "acme/group/deep"]


def test_repository_without_an_http_url_is_not_a_link() -> None:
    repositories = Repositories()

    numbers = [repositories.number("[broken", "a/b"), repositories.number("example.org", "a/b")]

    assert numbers == [0, 1]
    assert [record["safe"] for record in repositories.records] == [False, True]


def test_nodes_of_concepts_and_repositories_are_not_papers() -> None:
    graph = graph_of("a", "b", kind="paper")
    graph.add_node("concept:ink", kind="concept", label="ink")
    graph.add_node("repository:x", kind="repository", label="acme/x")
    graph.add_edge("a", "concept:ink", kind="holds", weight=1.0)
    graph.add_edge("a", "b", kind="concept", weight=1.0, evidence="ink")

    data = page_data(graph)

    assert [record["id"] for record in data["papers"]] == ["a", "b"]
    assert [(pair["from"], pair["to"]) for pair in data["edges"]] == [(0, 1)]
    assert len(data["nodes"]) == 2


ARXIV = "https://arxiv.org/abs/2501.00001"


def test_an_address_that_a_paper_prints_and_services_know_is_one_link() -> None:
    printed = paper("a", link(ARXIV))
    known = replace(
        printed,
        identifiers=Identifiers(arxiv="2501.00001"),
        added=Added(urls=("https://example.org/a.pdf", "https://example.org/a.pdf", ARXIV, "javascript:alert(1)")),
    )

    (record,) = page_data(graph_of("a"), [known])["papers"]

    assert [(item["url"], item["kind"]) for item in record["links"]] == [
        (ARXIV, "page"),
        ("https://example.org/a.pdf", "pdf"),
        ("https://arxiv.org/pdf/2501.00001", "pdf"),
    ]


def test_an_edge_from_a_paper_to_itself_is_no_pair() -> None:
    graph = graph_of("a", "b")
    graph.add_edge("a", "a", kind="mention", weight=1.0)
    graph.add_edge("a", "b", kind="mention", weight=1.0)

    assert [(edge["from"], edge["to"]) for edge in page_data(graph, [])["edges"]] == [(0, 1)]
