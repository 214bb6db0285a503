"""Papers to a graph."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from papertrace.model import Paper
from papertrace.pipeline.steps import take_papers

if TYPE_CHECKING:
    from papertrace.engine import Engine, EngineSettings
    from papertrace.graph.settings import GraphSettings
    from papertrace.pipeline.notebooks import Graph


def build_graph(
    papers: Iterable[Paper],
    settings: "GraphSettings | None" = None,
    engine: "Engine | EngineSettings | None" = None,
    *,
    nodes: str | Sequence[str] | None = None,
    layers: str | Sequence[str] | None = None,
) -> "Graph":
    """Link papers by what they share, prune the links, find communities and lay out a map.

    Parameters
    ----------
    papers
        Papers in any order; the graph does not depend on it. Of papers with the same id, one is kept.
    settings
        How papers are linked, which links are kept, and which nodes there are; `GraphSettings()` by default.
    engine
        Where pairs of papers are made: an open engine, or settings of one; by default in this process. The
        graph does not depend on it.
    nodes, layers
        Instead of `settings.nodes` and `settings.group_by`: what becomes a node, and which layers decide communities
        and positions, as on the command line (`nodes="papers,authors"`, `layers=["citation", "coupling"]`).

    Returns
    -------
    Graph
        A `networkx.MultiGraph` that notebooks show, and that keeps the papers. Nodes are the ids of the papers in
        sorted order, then those of concepts and repositories (`concept:…`, `repository:…`); edges have the keys `e0`,
        `e1`, …. Every attribute is a plain scalar of one type. Papers have the facts that
        `papertrace.model.papers.facts` defines (`year`, `authors`, `venue`, `doi` …), and:

        ================== =====  ===================  ============================================================
        node attribute     type   of                   meaning
        ================== =====  ===================  ============================================================
        `label`            str    all                  for drawing: title of the paper, cut where it is long, name of
                                                       the concept, `owner/name` of the repository
        `title`            str    paper                the whole title
        `kind`             str    all                  `paper`, `concept`, `repository`, `author` or `venue`
        `n_references`     int    paper                works that it cites, in the graph or not; absent where no list
                                                       of references is known
        `main_path`        int    paper                position on the main path through the citations, from 1 for the
                                                       earliest; absent beside the path
        `bursts`           str    paper                years in which it was cited unusually often, `2019-2021`, joined
                                                       by `|`; absent without any
        `open_access`      bool   paper                whether it is, as a service states; absent where none was asked
        `url`              str    paper, repository    address to follow, http or https: the paper's code, else its
                                                       page, else arXiv or DOI
        `repositories`     str    paper                `host/owner/name` of its own repositories joined by `|`
        `concepts`         str    paper                names of its concepts joined by `|`
        `claim`            str    paper                what it claims about its code: `linked`, `promised`, `claimed` or
                                                       `none`
        `outcome`          str    paper, repository    worst outcome of an audit of its links, empty where there was
                                                       none
        `change`           str    paper                how its code changed between two audits: `died`, `recovered`,
                                                       `archived` or `moved`, empty where it did not; absent without an
                                                       earlier audit
        `new`              str    paper                `yes` or `no`, whether an earlier graph lacks it; absent without
                                                       one
        `listings`         str    paper                listings that print it, joined by `|`; absent if all papers are
                                                       of the same ones
        `abstract`         str    paper                abstract on one line; absent without `settings.with_abstracts`
        `n_papers`         int    others               papers that have it
        `identity`         str    author               what tells the author from others: `orcid`, or `name`, which
                                                       several people may have
        `community`        int    all                  number from 0 by falling size, -1 without an edge; of a concept
                                                       or repository, that of most of its papers
        `community_label`  str    all                  up to three concepts that distinguish the community from the
                                                       others, or five if they are in few papers
        `fits_community`   str    paper                `yes` or `no`, whether it has a concept of the label
        `degree_weighted`  float  all                  sum of the weights of its edges; of a paper, of those to papers
        `betweenness`      float  paper                share of shortest paths between other papers that lead through
                                                       it, 0 to 1
        `x`                float  all                  position on the map in pixels, to the right
        `y`                float  all                  position on the map in pixels, upwards
        `size`             float  all                  diameter of the mark in pixels
        `color`            str    all                  colour of the community as `#rrggbb`
        ================== =====  ===================  ============================================================

        ==============  =====  =====================  ============================================================
        edge attribute  type   of                     meaning
        ==============  =====  =====================  ============================================================
        `kind`          str    all                    between papers `concept`, `similar`, `repository`, `owner`,
                                                      `mention`, `citation`, `co_citation` or `coupling`; from a paper
                                                      `concept_use`, `repository_link`, `authorship` or `publication`
        `weight`        float  all                    strength above 0; with `idf2` in nats squared
        `label`         str    all                    evidence, shortened to 60 characters
        `interaction`   str    all                    the same as `kind`, for Cytoscape
        `evidence`      str    all                    why the edge exists, joined by `|`, never empty: concepts of
                                                      both papers, the cosine of similar texts, repositories,
                                                      sentences, references, spellings
        `edge_key`      str    all                    `e0`, `e1`, …, unique: the key of the edge, for programs that drop
                                                      keys
        `tail`          str    mention, citation      id of the paper that names or cites
        `head`          str    mention, citation      id of the paper that is named or cited
        `n_shared`      int    co_citation, coupling  papers that cite both, or works that both cite
        `role`          str    repository_link        whose the repository is to the paper: `own`, `other` or `unknown`
        ==============  =====  =====================  ============================================================

        ============================  =====  ============================================================
        graph attribute               type   meaning
        ============================  =====  ============================================================
        `n_papers`                    int    papers
        `n_edges`                     int    edges between papers
        `n_edges_before`              int    edges between papers before pruning
        `n_edges_concept_before`      int    edges by concepts or similar texts before pruning
        `n_edges_co_citation_before`  int    co-citation edges before pruning
        `n_edges_coupling_before`     int    coupling edges before pruning
        `n_edges_concept`             int    edges between papers sharing concepts
        `n_edges_similar`             int    edges between papers with similar texts and no specific concept in common
        `n_edges_repository`          int    edges between papers linking to the same repository
        `n_edges_owner`               int    edges between papers whose repositories have the same owner
        `n_edges_mention`             int    edges between papers of which one names the other
        `n_edges_citation`            int    edges between papers of which one cites the other
        `n_cyclic_citations`          int    citations within circles, which the main path leaves out; absent without
                                             citations
        `n_self_citations`            int    citations between papers with a common author; absent without citations
        `n_edges_co_citation`         int    edges between papers cited together by a third
        `n_edges_coupling`            int    edges between papers citing the same work
        `n_edges_concept_use`         int    edges from papers to concepts
        `n_edges_repository_link`     int    edges from papers to repositories
        `n_edges_authorship`          int    edges from papers to authors; absent without such nodes
        `n_edges_publication`         int    edges from papers to venues; absent without such nodes
        `n_nodes_concept`             int    concepts that are nodes
        `n_nodes_repository`          int    repositories that are nodes
        `n_nodes_author`              int    authors that are nodes; absent if there are none
        `n_nodes_venue`               int    venues that are nodes; absent if there are none
        `density`                     float  share of the pairs of papers that are linked, 0 to 1
        `n_concepts`                  int    concepts of the papers
        `n_concepts_shared`           int    concepts of two or more papers
        `n_concepts_capped`           int    concepts too common to link papers
        `frequency_cap`               int    number of papers above which a concept links none
        `n_pairs_spent`               int    pairs of papers, counted once per shared concept; with `evidence` those of
                                             which one is among the nearest of the other
        `n_communities`               int    communities
        `n_unlinked`                  int    papers without an edge
        `modularity`                  float  modularity of the communities (Newman & Girvan 2004), -0.5 to 1, in the
                                             graph that decides them
        `resolution`                  float  resolution of the communities, above 1 where one would exceed 40 %
        `stability`                   float  mean adjusted mutual information between seeds, 1 where they agree
        `n_seeds`                     int    seeds that were compared
        `community_library`           str    algorithm and library that found the communities
        `directed_kinds`              str    kinds of edges with `tail` and `head`, joined by `|`
        `weight`                      str    name of the weight
        `reference_weight`            str    name of the weight of co-citation and coupling; absent without references
                                             if all layers decide
        `group_by`                    str    layers that decide communities and positions, joined by `|`, or `all`;
                                             absent without references if all layers decide
        `pruning`                     str    name of the pruning
        `alpha`                       float  level of significance that was used for concept edges
        `alpha_co_citation`           float  the same for co-citation edges
        `alpha_coupling`              float  the same for coupling edges
        `n_nearest`                   int    edges that `nearest` keeps for each paper
        `seed`                        int    seed of communities and positions
        ============================  =====  ============================================================

    Raises
    ------
    SettingsError
        If there are no such nodes or layers; it names the nearest right ones.
    TypeError
        If it is given a path, or anything else than papers.

    Examples
    --------
    >>> from papertrace import Paper
    >>> a = Paper(id="a", title="Ice", abstract="", entries=())
    >>> b = Paper(id="b", title="Ink", abstract="", entries=(), references=("a",))
    >>> [(one, other, facts["kind"]) for one, other, facts in build_graph([a, b]).edges(data=True)]
    [('a', 'b', 'citation')]
    """
    from papertrace.engine.opening import opened
    from papertrace.graph.settings import GraphSettings
    from papertrace.pipeline.earlier import set_printed
    from papertrace.pipeline.notebooks import Graph

    papers = take_papers(papers, "build_graph")
    named = (("nodes", nodes), ("group_by", layers))
    changes: dict[str, Any] = {
        name: value if isinstance(value, str) else tuple(value) for name, value in named if value is not None
    }
    if changes:
        settings = replace(settings or GraphSettings(), **changes)
    with opened(engine, len(papers)) as ready:
        from papertrace.graph.build import build_columns
        from papertrace.pipeline.texts import count_terms

        columns = build_columns(papers, settings, count_terms, ready)
    set_printed(columns, papers, settings)
    graph = Graph()
    graph.papers = papers
    columns.to_networkx(graph)
    return graph
