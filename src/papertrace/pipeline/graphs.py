"""Papers to a graph and its files."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.errors import ExportError, ListingError
from papertrace.model import Link, LinkKind, LinkRole, NodeKind, Outcome, Paper, Problem, Verdict, hide_userinfo
from papertrace.pipeline.listening import ignore_problem, ignore_step
from papertrace.pipeline.titles import title_papers

if TYPE_CHECKING:
    import networkx as nx

    from papertrace.export import Writer


def build_graph(
    papers: Iterable[Paper],
    *,
    weight: str = "idf2",
    pruning: str = "disparity",
    alpha: float | None = None,
    n_nearest: int = 4,
    communities: str = "leiden",
    nodes: Collection[str] = ("papers",),
) -> "nx.MultiGraph[str]":
    """Link papers by what they share, prune, group and lay them out.

    Parameters
    ----------
    papers
        Papers in any order; the graph does not depend on it. Of papers with one id one is kept.
    weight
        How strongly shared concepts tie: `idf2` (Σ ln²(n/df)), `association` (van Eck & Waltman 2009), `cosine`,
        `jaccard` or `npmi`.
    pruning
        `disparity` keeps the significant concept edges (Serrano et al. 2009), `nearest` the heaviest of each paper,
        both with the heaviest spanning forest; `none` keeps all.
    alpha
        The level of significance of `disparity`, above 0 and at most 1; None takes the strictest of 0.05, 0.1, … that
        leaves two edges a paper, and a stricter one where 0.05 leaves more than ten.
    n_nearest
        How many edges `nearest` keeps for each paper, at least 1.
    communities
        `leiden` (Traag et al. 2019), or `louvain` (Blondel et al. 2008), which also stands in where the library of the
        first is not installed; the summary names the one that was used.
    nodes
        What becomes a node: `papers` always, `concepts` that two papers hold and all linked `repositories` where they
        are named. They leave the papers' edges, communities and places as they are.

    Returns
    -------
    networkx.MultiGraph
        Nodes are the ids of the papers in sorted order, edges have the keys `e0`, `e1`, …; attributes are plain
        scalars, lists joined by `|` (the README names them). Figures about the whole are graph attributes.

    Raises
    ------
    ValueError
        If `weight`, `pruning`, `communities` or one of `nodes` is not the name of one, `nodes` leaves out the papers,
        `alpha` is not above 0 and at most 1, or `n_nearest` is below 1.
    """
    from papertrace.graph.build import build_graph as build

    return build(
        papers, weight=weight, pruning=pruning, alpha=alpha, n_nearest=n_nearest, communities=communities, nodes=nodes
    )


def write_graph(
    graph: "nx.MultiGraph[str]", path: str | Path, *, papers: Sequence[Paper] = (), title: str | None = None
) -> None:
    """Write a graph of `build_graph` to one file, in the form that the end of its name says.

    Known ends are `.html`, `.svg`, `.png`, `.graphml`, `.nodes.csv`, `.edges.csv`, `.json`, `.gexf`, `.cyjs` and
    `.vosviewer.json`. `papers` adds to the page what a graph has no room for: authors, dates, links, sentences.
    `title` stands on page and picture; without one, what `title_papers` says of the papers. The graph is left as it
    is; the file is written whole or not at all.

    Raises
    ------
    ExportError
        If no form has that end, or the file cannot be written.
    """
    from papertrace.export import WRITERS

    target = Path(path)
    fitting = [writer for writer in WRITERS if target.name.endswith(writer.suffix)]
    if not fitting:
        message = f"{target}: no form ends like this (known: {', '.join(writer.suffix for writer in WRITERS)})"
        raise ExportError(message)
    max(fitting, key=lambda writer: len(writer.suffix)).write(
        graph, target, papers=papers, title=title or (title_papers(papers) if papers else "papertrace")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Outputs:
    """Hold which files are to be written, each with its writer, in the order in which they are.

    `folder` exists and can be written to; `files` lie in it, `picture` anywhere.
    """

    folder: Path
    files: tuple[tuple["Writer", Path], ...]
    picture: tuple["Writer", Path] | None = None

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return the files in the folder in the order in which they are written."""
        return tuple(path for _, path in self.files)

    def told(self) -> str:
        """Say what was written."""
        wrote = f"wrote to {self.folder}: {' '.join(path.name for path in self.paths)}"
        return f"{wrote}; picture: {self.picture[1]}" if self.picture else wrote


_STEM = "papers"


class _Unused(Exception):  # noqa: N818 (it is no error: it makes a trial write leave nothing)
    """Give a trial write up before its file takes its name."""


def plan_outputs(folder: Path, names: str | None = None, *, picture: Path | None = None) -> Outputs:
    """Return what is to be written, having made the folder: a mistake shows before the work and not after.

    `names` are forms parted by commas; the usual ones where it is None. `picture` is one more file, whose name ends in
    `.svg` or `.png`.

    Raises
    ------
    ExportError
        If a form is not known or needs what is not installed, or a folder cannot be made or written to.
    """
    from papertrace.export import WRITERS
    from papertrace.files import replacing

    known = list(dict.fromkeys(writer.name for writer in WRITERS))
    usual = [writer.name for writer in WRITERS if writer.by_default]
    wanted = [name.strip() for name in names.split(",") if name.strip()] if names is not None else usual
    for name in wanted:
        if name not in known:
            message = f"--to {name}: no such form (known: {', '.join(known)})"
            raise ExportError(message)
    if not wanted:
        message = f"--to: names no form (known: {', '.join(known)})"
        raise ExportError(message)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{folder}: cannot be made ({error.strerror}); name another folder with -o"
        raise ExportError(message) from error
    files = tuple((writer, folder / f"{_STEM}{writer.suffix}") for writer in WRITERS if writer.name in wanted)
    outputs = Outputs(folder=folder, files=files, picture=_plan_picture(picture) if picture else None)
    for writer, path in (*files, *([outputs.picture] if outputs.picture else [])):
        writer.check(path)
    # The folder of the files, and that of the picture.
    for path in (files[0][1], *([outputs.picture[1]] if outputs.picture else [])):
        with suppress(_Unused), replacing(path):
            raise _Unused
    return outputs


def _plan_picture(path: Path) -> tuple["Writer", Path]:
    """Return the writer of a picture by the end of its name."""
    from papertrace.export import PICTURES, WRITERS

    for writer in WRITERS:
        if writer.name in PICTURES and path.name.casefold().endswith(writer.suffix):
            return writer, path
    message = f"--picture {path}: no picture ends like this (known: {', '.join(f'.{name}' for name in PICTURES)})"
    raise ExportError(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphChoice:
    """Hold how papers are to be linked: the choices of `build_graph`, with its defaults."""

    weight: str = "idf2"
    pruning: str = "disparity"
    alpha: float | None = None
    n_nearest: int = 4
    communities: str = "leiden"
    nodes: tuple[str, ...] = ("papers",)


def draw(
    papers: Sequence[Paper],
    outputs: Outputs,
    *,
    choice: GraphChoice | None = None,
    verdicts: Path | None = None,
    title: str | None = None,
    on_problem: Callable[[Problem], None] = ignore_problem,
    on_step: Callable[[str], None] = ignore_step,
) -> list[str]:
    """Link papers and write the graph in every planned form; return what to tell the user, in lines.

    `choice` says how they are linked, in the usual way where it is None. `verdicts` is the JSON lines of an audit,
    shown in the graph. `title` stands on page and picture; without one, what `title_papers` says of the papers.

    Raises
    ------
    ListingError
        If the verdicts cannot be read.
    ExportError
        If a file cannot be written; those written before it are whole.
    """
    from papertrace.graph.outcomes import annotate_outcomes
    from papertrace.graph.summary import summarise

    on_step("linking")
    choice = choice or GraphChoice()
    graph = build_graph(
        papers,
        weight=choice.weight,
        pruning=choice.pruning,
        alpha=choice.alpha,
        n_nearest=choice.n_nearest,
        communities=choice.communities,
        nodes=choice.nodes,
    )
    found = list(_read_verdicts(verdicts, papers, on_problem)) if verdicts else []
    if found:
        known = {verdict.link.url: verdict.outcome for verdict in found}
        judged = {paper.id: _outcomes_of(paper, known) for paper in papers}
        graph = annotate_outcomes(graph, judged | _outcomes_of_repositories(graph, found))
    for writer, path in (*outputs.files, *([outputs.picture] if outputs.picture else [])):
        on_step(f"writing {path.name}")
        writer.write(graph, path, papers=papers, verdicts=found, title=title or title_papers(papers))
    told = [_summarise_verdicts(found, papers)] if verdicts else []
    return [*summarise(graph).lines(), *told, outputs.told()]


def _outcomes_of(paper: Paper, known: Mapping[str, Outcome]) -> list[Outcome]:
    """Return the outcomes that count for a paper: those of its code, else those of its other links, never another's."""
    own = [link for link in paper.links if link.url in known and link.role is not LinkRole.OTHER]
    code = [link for link in own if link.kind in {LinkKind.REPOSITORY, LinkKind.CODE}]
    return [known[link.url] for link in code or own]


def _outcomes_of_repositories(graph: "nx.MultiGraph[str]", found: Sequence[Verdict]) -> dict[str, list[Outcome]]:
    """Return the outcomes of the links to each repository that is a node, by the id of the node."""
    outcomes: dict[str, list[Outcome]] = {}
    for verdict in found:
        if verdict.link.repository is not None:
            outcomes.setdefault(verdict.link.repository.url.casefold(), []).append(verdict.outcome)
    return {
        node: outcomes.get(str(attributes["url"]).casefold(), [])
        for node, attributes in graph.nodes(data=True)
        if attributes["kind"] == NodeKind.REPOSITORY
    }


def _summarise_verdicts(found: Sequence[Verdict], papers: Sequence[Paper]) -> str:
    """Say how many links have a verdict, and which: none at all is most likely the verdicts of another listing."""
    n_links = len({link.url for paper in papers for link in paper.links})
    counts = Counter(verdict.outcome for verdict in found)
    shown = ", ".join(f"{counts[outcome]} {outcome.value.replace('_', ' ')}" for outcome in Outcome if counts[outcome])
    return f"verdicts: {len(found)} of {n_links} links have one" + (
        f": {shown}" if shown else "; is the file another's?"
    )


def _read_verdicts(
    path: Path,
    papers: Sequence[Paper],
    on_problem: Callable[[Problem], None],
) -> Iterator[Verdict]:
    """Yield the verdicts of an earlier audit on links that the papers hold."""
    from papertrace.listings.reading import open_lines
    from papertrace.reports.jsonl import parse_jsonl

    # The verdict on a link has its address without user name and password, which a report does not show.
    links: dict[str, dict[str, Link]] = {}
    for link in (link for paper in papers for link in paper.links):
        links.setdefault(hide_userinfo(link.url), {})[link.url] = link
    n_findings = 0
    with open_lines(path) as (head, lines, source):
        for item in parse_jsonl(chain(head, lines), source):
            if isinstance(item, Problem):
                on_problem(item)
                continue
            n_findings += 1
            for link in links.get(item.url, {}).values():
                yield Verdict(
                    link=link,
                    outcome=item.outcome,
                    reason=item.reason,
                    new_url=item.new_url,
                    repository_state=item.repository_state,
                    failing_since=item.failing_since,
                    checked_at=item.checked_at,
                )
    if not n_findings:
        message = f"{source}:1:1: holds no verdict; make one with papertrace audit --format jsonl"
        raise ListingError(message)
