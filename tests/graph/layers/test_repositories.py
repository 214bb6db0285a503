from collections.abc import Callable

import pytest

from papertrace.graph.layers import MAX_CLIQUE_SIZE, OWNER_SHARE, link_owners, link_repositories
from papertrace.model import Link, LinkRole, Paper

MakePaper = Callable[..., Paper]
MakeLink = Callable[..., Link]


def test_papers_without_repositories_are_not_linked(make_paper: MakePaper) -> None:
    assert link_repositories([make_paper("a"), make_paper("b")], 1.0) == ()
    assert link_owners([make_paper("a"), make_paper("b")], 1.0) == ()


def test_same_repository_links_whatever_its_spelling_and_role(make_paper: MakePaper, make_link: MakeLink) -> None:
    papers = [
        make_paper("a", links=(make_link("https://github.com/Acme/Tool"),)),
        make_paper("b", links=(make_link("https://github.com/acme/tool", LinkRole.OTHER),)),
        make_paper("c", links=(make_link("https://gitlab.com/acme/tool"),)),
    ]
    (edge,) = link_repositories(papers, 2.0)
    assert (edge.source, edge.target, edge.evidence) == ("a", "b", ("Acme/Tool",))
    assert edge.weight == pytest.approx(2.0)


def test_owner_links_weakly_and_not_what_a_repository_links(make_paper: MakePaper, make_link: MakeLink) -> None:
    papers = [
        make_paper("a", links=(make_link("https://github.com/acme/one"),)),
        make_paper("b", links=(make_link("https://github.com/ACME/two"),)),
        make_paper("c", links=(make_link("https://github.com/acme/two"),)),
    ]
    edges = link_owners([papers[0], papers[1]], 2.0)
    assert [(edge.source, edge.target, edge.evidence) for edge in edges] == [("a", "b", ("acme",))]
    assert edges[0].weight == pytest.approx(2.0 * OWNER_SHARE)
    assert {(edge.source, edge.target) for edge in link_owners(papers, 2.0)} == {("a", "b"), ("a", "c")}


def test_repository_of_others_does_not_make_a_paper_of_that_owner(make_paper: MakePaper, make_link: MakeLink) -> None:
    papers = [
        make_paper("a", links=(make_link("https://github.com/acme/one", LinkRole.OTHER),)),
        make_paper("b", links=(make_link("https://github.com/acme/two"),)),
    ]
    assert link_owners(papers, 1.0) == ()


def test_large_group_makes_a_ring_instead_of_a_clique(make_paper: MakePaper, make_link: MakeLink) -> None:
    size = MAX_CLIQUE_SIZE + 1
    papers = [make_paper(f"p{n:02}", links=(make_link(f"https://github.com/acme/r{n}"),)) for n in range(size)]
    assert len(link_owners(papers[:-1], 1.0)) == MAX_CLIQUE_SIZE * (MAX_CLIQUE_SIZE - 1) // 2
    edges = link_owners(papers, 1.0)
    ends = [paper for edge in edges for paper in (edge.source, edge.target)]
    assert len(edges) == size
    assert {ends.count(paper.id) for paper in papers} == {2}


def test_commoner_repository_weighs_less(make_paper: MakePaper, make_link: MakeLink) -> None:
    papers = [make_paper(f"p{n}", links=(make_link("https://github.com/acme/all"),)) for n in range(4)]
    papers += [make_paper(f"q{n}") for n in range(4)]
    assert 0 < link_repositories(papers, 1.0)[0].weight < 1
