"""A graph to its files, with what audits and earlier graphs say of its papers."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.errors import ExportError, SettingsError
from papertrace.model import Paper, Problem, Verdict, log_problem
from papertrace.model.graphs import GraphColumns
from papertrace.model.summary import Drawing, VerdictSummary
from papertrace.model.verdict import links_that_count
from papertrace.pipeline.earlier import EarlierPapers, set_changes, set_new, set_printed
from papertrace.pipeline.history import outcomes_of_repositories, read_history
from papertrace.pipeline.reading import title_papers
from papertrace.pipeline.steps import Progress, ignore_progress, require_graph
from papertrace.spool import MAX_IN_MEMORY

if TYPE_CHECKING:
    import networkx as nx

    from papertrace.engine import Engine, EngineSettings
    from papertrace.export import Writer
    from papertrace.graph.pairs.texts import StoredCounts
    from papertrace.graph.settings import GraphSettings, OnStep


@dataclass(frozen=True, slots=True, kw_only=True)
class Outputs:
    """The files to write, each with its writer, in the order in which they are written.

    `folder` will contain `files`; `picture` may be anywhere. `failures` explain why requested files are missing
    from these; at least one file can be written.
    """

    folder: Path
    files: tuple[tuple["Writer", Path], ...]
    picture: tuple["Writer", Path] | None = None
    failures: tuple[ExportError, ...] = ()


class _TrialEnd(Exception):  # noqa: N818 (not an error: it makes a trial write leave nothing behind)
    """The end of a trial write, before the file takes its name."""


# What people type who know the program rather than the format that it reads.
_FORMATS_OF_PROGRAMS = {"gephi": "gexf", "igraph": "graphml", "networkx": "graphml", "yed": "graphml", "pandas": "csv"}


def plan_outputs(
    folder: Path, names: str | None = None, *, picture: Path | None = None, stem: str = "papers"
) -> Outputs:
    """Return the files to write into an output folder, which is created when they are written.

    `names` are formats separated by commas; the default ones if it is None. The names of the files begin with `stem`.
    `picture` is one more file, with the suffix `.svg` or `.png`. A file that cannot be written, or needs a library that
    is not installed, does not affect the others. Raises ExportError if a format is not known, the folder cannot be
    created, or no file at all can be written.
    """
    from papertrace.export import WRITERS

    known = list(dict.fromkeys(writer.name for writer in WRITERS))
    default = [writer.name for writer in WRITERS if writer.by_default]
    wanted = [name.strip() for name in names.split(",") if name.strip()] if names is not None else default
    for name in wanted:
        if name not in known:
            message = f"--to {name}: no such format{_guess(name, known)} (known: {', '.join(known)})"
            raise ExportError(message)
    if not wanted:
        message = f"--to: names no format (known: {', '.join(known)})"
        raise ExportError(message)
    extra = _plan_picture(picture) if picture else None
    from papertrace.files import make_folder

    # The folder is there for the trials alone until something is written: a command that fails leaves none.
    made = [one for one in (folder, *folder.parents) if not one.exists()]
    make_folder(folder)
    files = tuple((writer, folder / f"{stem}{writer.suffix}") for writer in WRITERS if writer.name in wanted)
    failures = {path: failure for writer, path in files if (failure := _try(writer, path, folder))}
    if extra and (failure := _try(*extra, None)):
        failures[extra[1]] = failure
    for one in made:
        with suppress(OSError):
            one.rmdir()
    outputs = Outputs(
        folder=folder,
        files=tuple((writer, path) for writer, path in files if path not in failures),
        picture=extra if extra and extra[1] not in failures else None,
        failures=tuple(failures.values()),
    )
    if not outputs.files and not outputs.picture:
        raise outputs.failures[0]
    return outputs


def _try(writer: "Writer", path: Path, folder: Path | None) -> ExportError | None:
    """Return why a file of an output folder, or one that was named, cannot be written, as far as a trial shows."""
    from papertrace.files import leads_outside, replacing

    if folder is not None and path.is_symlink() and leads_outside(path, folder):
        # Nobody has named this file: who fills the folder does not decide what is overwritten.
        return ExportError(f"{path}: is a symbolic link out of {folder}; remove it, or name another folder with -o")
    try:
        writer.check(path)
        with suppress(_TrialEnd), replacing(path):
            raise _TrialEnd
    except ExportError as error:
        return error
    return None


def _plan_picture(path: Path) -> tuple["Writer", Path]:
    """Return the writer of a picture by its suffix."""
    from papertrace.export import PICTURES, WRITERS

    for writer in WRITERS:
        if writer.name in PICTURES and path.name.casefold().endswith(writer.suffix):
            return writer, path
    message = (
        f"--picture {path}: no picture format has this suffix (known: {', '.join(f'.{name}' for name in PICTURES)})"
    )
    raise ExportError(message)


def _guess(name: str, known: "Sequence[str]") -> str:
    """Return the format that an unknown name probably means, as a question, or an empty string."""
    from difflib import get_close_matches

    folded = name.lower()
    near = [_FORMATS_OF_PROGRAMS.get(folded), *get_close_matches(folded, [*known, *_FORMATS_OF_PROGRAMS], n=1)]
    meant = next((_FORMATS_OF_PROGRAMS.get(one, one) for one in near if one), "")
    return f", did you mean {meant}?" if meant else ""


def write_graph(
    graph: "nx.Graph[str]",
    path: str | Path,
    *,
    papers: Sequence[Paper] | None = None,
    title: str | None = None,
    color_by: str | None = None,
    size_by: str | None = None,
) -> None:
    """Write a graph of papertrace or of your own to one file, in the format of its suffix.

    Known suffixes are `.html`, `.svg`, `.png`, `.pyvis.html`, `.graphml`, `.citations.graphml`, `.nodes.csv`,
    `.edges.csv`, `.json`, `.gexf`, `.cyjs`, `.nodes.parquet`, `.edges.parquet` and `.vosviewer.json`. `papers` adds to
    the page what the graph lacks: authors, dates, links, sentences; by default they are those that the graph was made
    of. `title` is the title of page and picture; by default `title_papers` makes one. `color_by` and `size_by` are what
    marks on the page say at first: `year`, `citations` or an attribute of the nodes, for example; by default
    communities and links. The graph is not changed; the file is written completely or not at all.

    Raises
    ------
    ExportError
        If no format has that suffix, or the file cannot be written.
    SettingsError
        If the format has no colours or sizes that could say what `color_by` or `size_by` names.
    TypeError
        If it is not given a graph.

    Examples
    --------
    >>> import tempfile
    >>> import networkx as nx
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_graph(nx.MultiGraph([("a", "b", {"kind": "concept", "weight": 2.0})]), f"{folder}/map.graphml")
    ...     sorted(nx.read_graphml(f"{folder}/map.graphml").nodes)
    ['a', 'b']
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


def link_papers(
    papers: Sequence[Paper],
    settings: "GraphSettings | None",
    engine: "Engine | None",
    found: Sequence[Verdict] = (),
    *,
    counts: "StoredCounts | None" = None,
    on_step: "OnStep | None" = None,
) -> GraphColumns:
    """Return the graph of papers as columns, with the outcomes of an audit of their links, if there was one."""
    from papertrace.graph.build import build_columns, set_outcomes
    from papertrace.graph.settings import COUNTING, READING, STEPS, Steps
    from papertrace.pipeline.texts import count_terms

    if counts is not None:
        columns = build_columns(papers, settings, counts.count_terms, engine, steps=Steps(STEPS, on_step))
    else:
        counted = settings is None or settings.weight == "evidence"
        steps = Steps((READING, COUNTING, *STEPS) if counted else STEPS, on_step)
        count = partial(count_terms, steps=steps, n_papers=len(papers))
        columns = build_columns(papers, settings, count, engine, steps=steps)
    if found:
        by_url = {verdict.link.url: verdict.outcome for verdict in found}
        judged = {paper.id: [by_url[link.url] for link in links_that_count(paper, by_url)] for paper in papers}
        set_outcomes(columns, judged | outcomes_of_repositories(columns, found))
    return columns


def draw(
    papers: Sequence[Paper],
    outputs: Outputs,
    *,
    settings: "GraphSettings | None" = None,
    verdicts: Sequence[Path] = (),
    earlier: EarlierPapers | None = None,
    title: str | None = None,
    color_by: str | None = None,
    size_by: str | None = None,
    engine: "Engine | EngineSettings | None" = None,
    counts: "StoredCounts | None" = None,
    on_problem: Callable[[Problem], None] = log_problem,
    on_progress: Callable[[Progress], None] = ignore_progress,
    on_notice: Callable[[str], None] = ignore_notice,
) -> Drawing:
    """Link papers and write the graph in every planned format; one that fails does not affect the others.

    `settings` are those of `build_graph`. `verdicts` are verdict stores and JSON-lines reports of audits, earlier ones
    first: their outcomes become part of the graph, and how the code of papers changed in the last audit is their
    attribute `change`. `earlier` are the papers of an earlier graph, from `read_earlier`; papers that it lacks have the
    attribute `new`. `title` is the title of page and picture; by default `title_papers` makes one. `color_by` and
    `size_by` are what marks on the page say at first, as in `write_html`. `engine` is that of `build_graph`. `counts`
    are those of the terms of the papers, if they have been counted. `on_notice` gets a sentence on the size of a large
    page before it is written. Raises ListingError, StoreError if the verdicts cannot be read, or an audit that is named
    earlier was made after another.
    """
    from papertrace.engine.opening import MIN_FOR_PROCESSES_OF_GRAPHS, opened
    from papertrace.export.files.tables import TabulatedGraph
    from papertrace.export.page.packing import describe_size
    from papertrace.files import make_folder
    from papertrace.graph.summary import summarise
    from papertrace.memory import collect_garbage_rarely

    def show(step: str, done: int, total: int | None) -> None:
        on_progress(Progress(f"linking, {step}", done, total))

    on_progress(Progress("linking"))
    on_step = show if len(papers) > MAX_IN_MEMORY else None
    with opened(engine, len(papers), MIN_FOR_PROCESSES_OF_GRAPHS) as ready, collect_garbage_rarely():
        history = read_history(verdicts, papers, on_problem) if verdicts else None
        found = history.verdicts if history else ()
        columns = link_papers(papers, settings, ready, found, counts=counts, on_step=on_step)
        changes = None
        if history and (history.result.comparison or len(verdicts) > 1):
            changes = set_changes(columns, papers, history.before, found)
        n_new = set_new(columns, earlier) if earlier else None
        set_printed(columns, papers, settings)
        graph = TabulatedGraph(columns)
        if any(writer.name == "html" for writer, _ in outputs.files) and (notice := describe_size(columns)):
            on_notice(notice)
        make_folder(outputs.folder)
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
    compares_texts = settings is None or settings.weight == "evidence"
    return Drawing(
        graph=summarise(columns),
        n_without_abstract=sum(not paper.abstract.strip() for paper in papers) if compares_texts else 0,
        verdicts=VerdictSummary(
            n_links=len({link.url for paper in papers for link in paper.links}),
            outcomes=Counter(verdict.outcome for verdict in found),
        )
        if verdicts
        else None,
        changes=changes,
        n_new=n_new,
        folder=outputs.folder,
        files=tuple(path for _, path in outputs.files if path in written),
        picture=picture if picture in written else None,
        failures=tuple(failures),
    )
