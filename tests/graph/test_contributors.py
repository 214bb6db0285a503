"""Authors and venues as nodes."""

from collections.abc import Callable

from papertrace.graph import build_graph
from papertrace.graph.contributors import collect_authors, collect_venues
from papertrace.graph.settings import GraphSettings
from papertrace.model import Paper
from papertrace.model.papers.paper import Added

MakePaper = Callable[..., Paper]
ADA = ("Ada Ito", "0000-0000-0000-0001")
OTHER_ADA = ("Ada Ito", "0000-0000-0000-0002")


def test_papers_without_authors_give_none(make_paper: MakePaper) -> None:
    assert collect_authors([make_paper("a")]) == []


def test_one_full_name_is_one_author_and_says_so(make_paper: MakePaper) -> None:
    (author,) = collect_authors([make_paper("a", authors=("Ada Ito",)), make_paper("b", authors=("ITO, Ada",))])

    assert (author.label, author.identity, list(author.holders)) == ("Ada Ito", "name", [0, 1])


def test_two_ids_of_one_name_are_two_authors(make_paper: MakePaper) -> None:
    papers = [
        make_paper("a", authors=("Ada Ito",), added=Added(orcids=(ADA,))),
        make_paper("b", authors=("Ada Ito",), added=Added(orcids=(OTHER_ADA,))),
        make_paper("c", authors=("Ada Ito",)),
    ]

    found = collect_authors(papers)

    assert [(author.identity, list(author.holders)) for author in found] == [
        ("name", [2]),
        ("orcid", [0]),
        ("orcid", [1]),
    ]


def test_a_name_with_one_id_is_that_person_everywhere(make_paper: MakePaper) -> None:
    papers = [make_paper("a", authors=("Ada Ito",), added=Added(orcids=(ADA,))), make_paper("b", authors=("Ada Ito",))]

    (author,) = collect_authors(papers)

    assert (author.key, list(author.holders)) == ("orcid:0000-0000-0000-0001", [0, 1])


def test_spellings_of_a_venue_are_one(make_paper: MakePaper) -> None:
    papers = [make_paper("a", venue="J. Grids"), make_paper("b", venue="J GRIDS"), make_paper("c", venue="")]

    (venue,) = collect_venues(papers)

    assert (venue.label, list(venue.holders)) == ("J. Grids", [0, 1])


def test_authors_and_venues_are_linked_to_their_papers(make_paper: MakePaper) -> None:
    papers = [
        make_paper("a", authors=("Ada Ito", "Max Weber"), venue="J. Grids"),
        make_paper("b", authors=("Ada Ito",)),
    ]

    graph = build_graph(papers, GraphSettings(nodes=("papers", "authors", "venues")))

    assert set(graph.neighbors("author:ada ito")) == {"a", "b"}
    assert set(graph.neighbors("venue:j grids")) == {"a"}
    assert graph.graph["n_nodes_author"] == 2
    kinds = {facts["kind"] for *_, facts in graph.edges(data=True)}
    assert kinds == {"authorship", "publication"}


def test_the_figures_of_a_graph_without_such_nodes_stay(make_paper: MakePaper) -> None:
    graph = build_graph([make_paper("a", authors=("Ada Ito",), venue="J. Grids")])

    assert not {name for name in graph.graph if "author" in name or "publication" in name}


def test_an_author_without_a_letter_is_nobody(make_paper: MakePaper) -> None:
    assert collect_authors([make_paper("a", authors=("\u2014", "Ada Ito", "..."))])[0].label == "Ada Ito"
    assert len(collect_authors([make_paper("a", authors=("\u2014", "Ada Ito", "..."))])) == 1
