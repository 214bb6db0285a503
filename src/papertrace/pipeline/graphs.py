"""Papers to a graph and its files."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.errors import ExportError, SettingsError
from papertrace.model import Paper, Problem, log_problem
from papertrace.model.summary import Drawing
from papertrace.pipeline.earlier import EarlierPapers, check_order, set_changes, set_new
from papertrace.pipeline.given import require_graph, take_papers
from papertrace.pipeline.inputs.titles import title_papers
from papertrace.pipeline.links.verdicts import (
    outcomes_of_paper,
    outcomes_of_repositories,
    read_verdicts,
    summarise_verdicts,
)
from papertrace.pipeline.outputs import Outputs
from papertrace.pipeline.progress import Progress, ignore_progress
from papertrace.spool import MAX_IN_MEMORY

if TYPE_CHECKING:
    import networkx as nx

    from papertrace.engine import Engine, EngineSettings
    from papertrace.graph.settings import GraphSettings
    from papertrace.pipeline.shown_graph import Graph


_OF_WORKERS = ("papertrace.pipeline.texts", "papertrace.graph.build", "papertrace.export.files.graphml")


def build_graph(
    papers: Iterable[Paper], settings: "GraphSettings | None" = None, engine: "Engine | EngineSettings | None" = None
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

    Returns
    -------
    Graph
        A `networkx.MultiGraph` that notebooks show, and that keeps the papers. Nodes are the ids of the papers in
        sorted order, then those of concepts and repositories (`concept:…`, `repository:…`); edges have the keys `e0`,
        `e1`, …. Every attribute is a plain scalar of one type:

        ================== =====  ===================  ============================================================
        node attribute     type   of                   meaning
        ================== =====  ===================  ============================================================
        `label`            str    all                  title of the paper, name of the concept, `owner/name` of the
                                                       repository
        `kind`             str    all                  `paper`, `concept`, `repository`, `author` or `venue`
        `year`             int    paper                year of publication; absent where none is printed
        `n_citations`      int    paper                how often it is cited, as a database states; absent where
                                                       none is printed
        `n_references`     int    paper                works that it cites, in the graph or not; absent where no list
                                                       of references is known
        `doi`              str    paper                DOI in lower case; absent where none is known
        `arxiv`            str    paper                arXiv id without version; absent where none is known
        `main_path`        int    paper                position on the main path through the citations, from 1 for the
                                                       earliest; absent beside the path
        `bursts`           str    paper                years in which it was cited unusually often, `2019-2021`, joined
                                                       by `|`; absent without any
        `open_access`      str    paper                `yes` or `no`, as a service states; absent where none was asked
        `authors`          str    paper                names joined by `|`
        `venue`            str    paper                journal or proceedings, empty where none is printed
        `publisher`        str    paper                publisher, empty where none is printed
        `publication_type` str    paper                kind of publication as the source spells it, empty where
                                                       none is printed
        `keywords`         str    paper                keywords of the authors joined by `|`
        `index_keywords`   str    paper                keywords that a database assigned joined by `|`
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
        `n_papers`         int    others               papers that have it
        `identity`         str    author               what tells the author from others: `orcid`, or `name`, which
                                                       several people may have
        `community`        int    all                  number from 0 by falling size, -1 without an edge; of a concept
                                                       or repository, that of most of its papers
        `community_label`  str    all                  two or three concepts that distinguish the community from the
                                                       others
        `degree_weighted`  float  all                  sum of the weights of its edges; of a paper, of those to papers
        `betweenness`      float  paper                share of shortest paths between other papers that lead through
                                                       it, 0 to 1
        `x`                float  all                  position on the map in pixels, to the right
        `y`                float  all                  position on the map in pixels, upwards
        `size`             float  all                  diameter of the mark in pixels
        `color`            str    all                  colour of the community as `#rrggbb`
        ================== =====  ===================  ============================================================

        ==============  =====  =================  ============================================================
        edge attribute  type   of                 meaning
        ==============  =====  =================  ============================================================
        `kind`          str    all                between papers `concept`, `repository`, `owner`, `mention`,
                                                  `citation`, `co_citation` or `coupling`; from a paper `concept_use`,
                                                  `repository_link`, `authorship` or `publication`
        `weight`        float  all                strength above 0; with `idf2` in nats squared
        `label`         str    all                evidence, shortened to 60 characters
        `interaction`   str    all                the same as `kind`, for Cytoscape
        `evidence`      str    all                why the edge exists, joined by `|`, never empty: concepts,
                                                  repositories, sentences, references, spellings
        `edge_key`      str    all                `e0`, `e1`, …, unique: the key of the edge, for programs that drop
                                                  keys
        `tail`          str    mention, citation  id of the paper that names or cites
        `head`          str    mention, citation  id of the paper that is named or cited
        `role`          str    repository_link    whose the repository is to the paper: `own`, `other` or `unknown`
        ==============  =====  =================  ============================================================

        ============================  =====  ============================================================
        graph attribute               type   meaning
        ============================  =====  ============================================================
        `n_papers`                    int    papers
        `n_edges`                     int    edges between papers
        `n_edges_before`              int    edges between papers before pruning
        `n_edges_concept_before`      int    concept edges before pruning
        `n_edges_co_citation_before`  int    co-citation edges before pruning
        `n_edges_coupling_before`     int    coupling edges before pruning
        `n_edges_concept`             int    edges between papers sharing concepts
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
        `density_before`              float  share of the pairs of papers that are linked before pruning, 0 to 1
        `density`                     float  the same after pruning
        `n_concepts`                  int    concepts of the papers
        `n_concepts_shared`           int    concepts of two or more papers
        `n_concepts_capped`           int    concepts too common to link papers
        `frequency_cap`               int    number of papers above which a concept links none
        `n_pairs_spent`               int    pairs of papers, counted once per shared concept
        `n_communities`               int    communities
        `n_unlinked`                  int    papers without an edge
        `modularity`                  float  modularity of the communities (Newman & Girvan 2004), -0.5 to 1
        `resolution`                  float  resolution at which no community holds 40 % of the papers
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
    TypeError
        If it is given a path, or anything else than papers.
    """
    from papertrace.engine.opening import opened
    from papertrace.pipeline.shown_graph import Graph

    papers = take_papers(papers, "build_graph")
    with opened(engine, len(papers), modules=_OF_WORKERS) as ready:
        from papertrace.graph.build import build_columns  # Workers import the same meanwhile.
        from papertrace.pipeline.texts import read_parts

        columns = build_columns(papers, settings, engine=ready, read_parts=read_parts)
    graph = Graph()
    graph.papers = papers
    columns.to_networkx(graph)
    return graph


def write_graph(
    graph: "nx.MultiGraph[str]",
    path: str | Path,
    *,
    papers: Sequence[Paper] | None = None,
    title: str | None = None,
    color_by: str | None = None,
    size_by: str | None = None,
) -> None:
    """Write a graph from `build_graph` to one file, in the format of its suffix.

    Known suffixes are `.html`, `.svg`, `.png`, `.pyvis.html`, `.graphml`, `.nodes.csv`, `.edges.csv`, `.json`, `.gexf`,
    `.cyjs`, `.nodes.parquet`, `.edges.parquet` and `.vosviewer.json`. `papers` adds to the page what the graph lacks:
    authors, dates, links, sentences; by default they are those that the graph was made of. `title` is the title of page
    and picture; by default `title_papers` makes one. `color_by` and `size_by` are what marks on the page say at first:
    `year`, `citations` or an attribute of the nodes, for example; by default communities and links. The graph is not
    changed; the file is written completely or not at all.

    Raises
    ------
    ExportError
        If no format has that suffix, or the file cannot be written.
    SettingsError
        If the format has no colours or sizes that could say what `color_by` or `size_by` names.
    TypeError
        If it is not given a graph.
    """
    from papertrace.export import WRITERS

    require_graph(graph, "write_graph")
    target = Path(path)
    fitting = [writer for writer in WRITERS if target.name.endswith(writer.suffix)]
    if not fitting:
        message = f"{target}: no format has this suffix (known: {', '.join(writer.suffix for writer in WRITERS)})"
        raise ExportError(message)
    chosen = max(fitting, key=lambda writer: len(writer.suffix))
    for option, name in (("color_by", color_by), ("size_by", size_by)):
        if name is not None and not chosen.has_shades:
            suffixes = " or ".join(writer.suffix for writer in WRITERS if writer.has_shades)
            message = f"{option} has no effect on {target}; write {suffixes}, or leave it out"
            raise SettingsError(message)
    if papers is None:
        papers = getattr(graph, "papers", ())
    chosen.write(
        graph,
        target,
        papers=papers,
        title=title or (title_papers(papers) if papers else "papertrace"),
        color_by=color_by,
        size_by=size_by,
    )


def ignore_notice(_: str) -> None:
    """Do nothing with a notice."""


def draw(
    papers: Sequence[Paper],
    outputs: Outputs,
    *,
    settings: "GraphSettings | None" = None,
    verdicts: Path | None = None,
    before: Path | None = None,
    earlier: EarlierPapers | None = None,
    title: str | None = None,
    color_by: str | None = None,
    size_by: str | None = None,
    engine: "Engine | EngineSettings | None" = None,
    on_problem: Callable[[Problem], None] = log_problem,
    on_progress: Callable[[Progress], None] = ignore_progress,
    on_notice: Callable[[str], None] = ignore_notice,
) -> Drawing:
    """Link papers and write the graph in every planned format; one that fails does not affect the others.

    `settings` are those of `build_graph`. `verdicts` is the JSON-lines report of an audit, whose outcomes become part
    of the graph, `before` that of an earlier audit: how the code of papers changed since is their attribute `change`.
    `earlier` are the papers of an earlier graph, from `read_earlier`; papers that it lacks have the attribute `new`.
    `title` is the title of page and picture; by default `title_papers` makes one. `color_by` and `size_by` are what
    marks on the page say at first, as in `write_html`. `engine` is that of `build_graph`. `on_notice` gets a sentence
    on the size of a large page before it is written.

    Raises
    ------
    ListingError
        If the verdicts cannot be read, or the audit `before` was made after the other.
    """
    from papertrace.engine.opening import opened
    from papertrace.export.files.columns import TabulatedGraph
    from papertrace.export.page.size import describe_size
    from papertrace.graph.outcomes import set_outcomes
    from papertrace.graph.summary import summarise
    from papertrace.pipeline.inputs.stored_papers import count_without_abstract

    def show(step: str, done: int, total: int | None) -> None:
        on_progress(Progress(f"linking, {step}", done, total))

    on_progress(Progress("linking"))
    on_step = show if len(papers) > MAX_IN_MEMORY else None
    with opened(engine, len(papers), modules=_OF_WORKERS) as ready:
        from papertrace.graph.build import build_columns  # Workers import the same meanwhile.
        from papertrace.pipeline.texts import read_parts

        columns = build_columns(papers, settings, engine=ready, read_parts=read_parts, on_step=on_step)
        found = list(read_verdicts(verdicts, papers, on_problem)) if verdicts else []
        if found:
            by_url = {verdict.link.url: verdict.outcome for verdict in found}
            judged = {paper.id: outcomes_of_paper(paper, by_url) for paper in papers}
            set_outcomes(columns, judged | outcomes_of_repositories(columns, found))
        changes = None
        if before and verdicts:
            found_before = list(read_verdicts(before, papers, on_problem))
            check_order(found_before, found, (before, verdicts))
            changes = set_changes(columns, papers, found_before, found)
        n_new = set_new(columns, earlier) if earlier else None
        graph = TabulatedGraph(columns, ready)
        if any(writer.name == "html" for writer, _ in outputs.files) and (notice := describe_size(columns)):
            on_notice(notice)
        written: set[Path] = set()
        failures = list(outputs.failures)
        unexpected: list[Exception] = []
        for writer, path in (*outputs.files, *([outputs.picture] if outputs.picture else [])):
            on_progress(Progress(f"writing {path.name}"))
            try:
                writer.write(
                    graph,
                    path,
                    papers=papers,
                    verdicts=found,
                    title=(title or title_papers(papers)) if writer.shows_papers else "",
                    color_by=color_by,
                    size_by=size_by,
                )
            except ExportError as error:
                failures.append(error)
            except Exception as error:  # noqa: BLE001 - raised below, once the other files are written
                unexpected.append(error)
            else:
                written.add(path)
    if unexpected:
        raise unexpected[0]
    picture = outputs.picture[1] if outputs.picture else None
    return Drawing(
        graph=summarise(columns),
        n_without_abstract=count_without_abstract(papers) if settings is None or settings.weight == "evidence" else 0,
        verdicts=summarise_verdicts(found, papers) if verdicts else None,
        changes=changes,
        n_new=n_new,
        folder=outputs.folder,
        files=tuple(path for _, path in outputs.files if path in written),
        picture=picture if picture in written else None,
        failures=tuple(failures),
    )
