"""The main path through citations, and bursts of them."""

from collections.abc import Callable
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertrace.graph.build import build_graph
from papertrace.graph.history import Burst, MainPath, find_bursts, find_main_path
from papertrace.graph.summary import summarise
from papertrace.model import Paper
from papertrace.reports.summary import describe_graph

MakePaper = Callable[..., Paper]
PAIRS = st.lists(st.tuples(st.sampled_from("abcdefg"), st.sampled_from("abcdefg")), max_size=14)


def test_without_citations_there_is_no_path() -> None:
    assert find_main_path([]) == MainPath()


def test_the_counts_are_those_of_paths_through_each_citation() -> None:
    # Two sources a and b, one waist c to d, two sinks e and f: four paths through the waist.
    citations = [("c", "a"), ("c", "b"), ("d", "c"), ("e", "d"), ("f", "d")]

    path = find_main_path(citations)

    assert path.works == ("a", "c", "d", "e")
    assert path.counts == (2, 4, 2)


def test_citations_in_a_circle_are_counted_and_left_out() -> None:
    path = find_main_path([("b", "a"), ("a", "b"), ("c", "b")])

    assert path.works == ("b", "c")
    assert path.n_cyclic == 2


@given(PAIRS)
def test_the_path_follows_citations_and_ignores_their_order(citations: list[tuple[str, str]]) -> None:
    path = find_main_path(citations)

    assert find_main_path(reversed(citations)) == path
    assert all((citing, cited) in citations for cited, citing in pairwise(path.works))


@given(PAIRS)
def test_the_path_has_the_greatest_sum_of_counts(citations: list[tuple[str, str]]) -> None:
    flow = nx.DiGraph([(cited, citing) for citing, cited in citations if citing < cited])
    path = find_main_path([(citing, cited) for citing, cited in citations if citing < cited])
    sources = [work for work in flow if not flow.in_degree(work)]
    sinks = [work for work in flow if not flow.out_degree(work)]
    all_paths = [p for a in sources for b in sinks if a != b for p in nx.all_simple_paths(flow, a, b)]
    counts = {edge: sum(edge in pairwise(p) for p in all_paths) for edge in flow.edges}
    best = max((sum(counts[edge] for edge in pairwise(p)) for p in all_paths), default=0)

    assert sum(path.counts) == best


def test_even_citations_are_no_burst() -> None:
    assert find_bursts([(work, year) for work in "abc" for year in range(2010, 2020)]) == []


def test_few_citations_or_years_are_no_burst() -> None:
    assert find_bursts([("a", 2012), ("a", 2012), ("b", 2010), ("b", 2014)]) == []
    assert find_bursts([("a", 2012)] * 9 + [("b", 2013)]) == []


@pytest.mark.parametrize("years", [(2012, 2013), (2010, 2010), (2018, 2019)], ids=str)
def test_years_with_many_citations_are_a_burst(years: tuple[int, int]) -> None:
    even = [(work, year) for work in "acdefghij" for year in range(2010, 2020)]

    (burst,) = find_bursts([*even, *[("b", year) for year in set(years)] * 6])

    assert (burst.work, burst.first, burst.last) == ("b", *years)
    assert isinstance(burst, Burst)
    assert burst.weight > 0


def test_papers_on_the_path_know_their_position(make_paper: MakePaper) -> None:
    papers = [make_paper("a"), make_paper("b", references=("a",)), make_paper("c", references=("b",)), make_paper("x")]

    graph = build_graph(papers)

    positions = {node: facts.get("main_path") for node, facts in graph.nodes(data=True)}
    assert positions == {"a": 1, "b": 2, "c": 3, "x": None}
    assert graph.graph["n_cyclic_citations"] == 0


def test_a_graph_without_citations_says_nothing_of_them(make_paper: MakePaper) -> None:
    assert "n_cyclic_citations" not in build_graph([make_paper("a")]).graph


def test_citations_between_papers_with_a_common_author_are_counted(make_paper: MakePaper) -> None:
    papers = [
        make_paper("a", authors=("Kalé, Ada",)),
        make_paper("b", authors=("Ada Kale", "Bo Li"), references=("a",)),
        make_paper("c", authors=("Cleo Ito",), references=("a", "b")),
        make_paper("d", references=("c",)),
    ]

    graph = build_graph(papers)

    assert graph.graph["n_self_citations"] == 1
    assert "1 of 4 citations between papers with a common author" in describe_graph(summarise(graph))


def test_a_work_that_has_all_citations_has_no_burst() -> None:
    assert find_bursts([("a", year) for year in (2010, 2011, 2012, 2012, 2012)]) == []


def test_a_summary_lists_the_years_in_which_a_paper_was_cited_unusually_often(make_paper: MakePaper) -> None:
    cited = [make_paper(f"w{number}") for number in range(9)]
    citing = [
        make_paper(f"c{year}-{number}", date=f"{year}-01-01", references=(f"w{number}",))
        for year in range(2010, 2020)
        for number in range(9)
    ]
    citing += [make_paper(f"d{number}", date="2012-01-01", references=("w0",)) for number in range(8)]

    assert summarise(build_graph([*cited, *citing])).bursts == (("2012-2012", "Title of w0"),)


def test_citations_that_are_all_in_circles_make_no_path() -> None:
    assert find_main_path([("b", "a"), ("a", "b")]) == MainPath(n_cyclic=2)
