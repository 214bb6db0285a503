"""The figures of a run as lines: zeros, one and many, and what is absent."""

from dataclasses import replace
from pathlib import Path

from tests.case_tables import cases

from papertrace.model import ClaimState, EdgeKind, Outcome
from papertrace.model.summary import CorpusSummary, Drawing, GraphSummary, VerdictSummary
from papertrace.reports.summary import describe_corpus, describe_drawing, describe_graph

GRAPH = GraphSummary(
    n_papers=2,
    n_unlinked=1,
    edges={str(kind): int(kind is EdgeKind.MENTION) for kind in EdgeKind},
    edges_before={"concept": 0},
    density=1.0,
    pruning="none",
    alphas={},
    n_nearest=4,
    frequency_cap=100,
    n_capped=0,
    n_increments=0,
    communities=(),
    modularity=0.0,
    stability=1.0,
    n_seeds=5,
    library="Leiden",
)


def test_a_corpus_has_three_lines() -> None:
    summary = CorpusSummary(
        n_papers=1,
        n_entries=2,
        n_listings=1,
        n_links=0,
        n_repositories=0,
        n_concepts=1,
        n_mentions=0,
        claims={ClaimState.PROMISED: 1},
    )

    assert describe_corpus(summary) == [
        "1 paper of 2 entries in 1 listing",
        "0 links; 0 repositories; 1 concept; 0 mentions",
        "code: 0 linked, 1 promised, 0 claimed without a link, 0 silent",
    ]


def test_a_graph_without_verdicts_and_files_has_its_own_lines_only() -> None:
    drawing = Drawing(graph=GRAPH, folder=Path("out"))
    edges, unlinked = describe_drawing(drawing)

    assert edges == (
        "1 edge: 1 by mention; none by shared concepts, similar texts, repository, owner, citation, "
        "co-citation, coupling"
    )
    assert unlinked == "1 paper without an edge"
    backbone = "backbone: 0 of 0 edges by concepts or texts (all of them); density 1.000"
    assert describe_drawing(drawing, is_detailed=True) == [edges, backbone, unlinked]


def test_how_good_communities_are_is_said_if_asked_for() -> None:
    graph = replace(GRAPH, communities=(("tides", 1),), n_capped=2, frequency_cap=9, n_increments=70)
    plain, detailed = (describe_graph(graph, is_detailed=is_detailed) for is_detailed in (False, True))

    assert "1 community:" in plain
    assert not any("modularity" in line or "agreement" in line or "pairs" in line for line in plain)
    assert any(line.startswith("1 community (modularity 0.00, agreement of ") for line in detailed)
    assert "2 concepts in more than 9 papers link none (70 pairs spent)" in detailed


@cases("group_by, lines", named=True)
def test_layers_without_edges_that_were_to_decide_communities_are_named(
    group_by: tuple[str, ...], lines: list[str]
) -> None:
    described = describe_graph(replace(GRAPH, group_by=group_by))

    assert [line for line in described if line.startswith("--group-by")] == lines


def test_verdicts_and_files_follow_the_graph() -> None:
    drawing = Drawing(
        graph=GRAPH,
        verdicts=VerdictSummary(n_links=3, outcomes={Outcome.DEAD: 1, Outcome.RATE_LIMITED: 1}),
        folder=Path("out"),
        files=(Path("out/papers.svg"), Path("out/papers.graphml")),
        picture=Path("map.png"),
    )

    assert describe_drawing(drawing)[2:] == [
        "verdicts: 2 of 3 links have one: 1 rate limited, 1 dead",
        "wrote to out: papers.svg papers.graphml; picture: map.png",
    ]


def test_nodes_of_authors_and_venues_and_the_history_of_citations_have_their_lines() -> None:
    path = tuple(f"Tides {number}" for number in range(9))
    bursts = tuple((f"200{number}", f"Salt {number}") for number in range(4))
    graph = replace(
        GRAPH,
        n_author_nodes=1,
        n_venue_nodes=2,
        main_path=path,
        bursts=bursts,
        n_cyclic_citations=2,
        n_self_citations=1,
    )

    lines = describe_graph(graph)

    assert "nodes besides the papers: 1 author (told apart by ORCID, else by name), 2 venues" in lines
    assert [line for line in lines if line.startswith("bursts")] == [
        "bursts of citations: 'Salt 0' 2000, 'Salt 1' 2001, 'Salt 2' 2002, and 1 more"
    ]
    few = describe_graph(replace(graph, bursts=bursts[:3]))
    assert "bursts of citations: 'Salt 0' 2000, 'Salt 1' 2001, 'Salt 2' 2002" in few
    assert any(line.startswith("main path of 9 papers: 'Tides 0' > ") and line.endswith(" > …") for line in lines)
    assert "2 citations in circles" in lines
