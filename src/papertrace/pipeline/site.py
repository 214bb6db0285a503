"""A list of papers as a folder of pages: its map, the health of its links, what changed, a page for each paper.

Everything is written to a folder of its own first. Files that differ then take the place of the old ones, so that an
error leaves the site as it was, and what did not change keeps its file.
"""

import filecmp
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.errors import ExportError, SettingsError
from papertrace.model import Outcome, Paper, Problem, Span, log_problem
from papertrace.model.addresses import web_address
from papertrace.pipeline.drawing import link_papers
from papertrace.pipeline.earlier import EarlierPapers, read_earlier, set_changes, set_new
from papertrace.pipeline.history import public_source, read_history
from papertrace.pipeline.reading import title_papers
from papertrace.pipeline.steps import Progress, ignore_progress

if TYPE_CHECKING:
    from papertrace.engine import Engine, EngineSettings
    from papertrace.export.site.pages import Group
    from papertrace.graph.pairs.texts import StoredCounts

_STAGING = ".papertrace-site"
_MARK = b'<meta name="generator" content="papertrace">'
_HEAD = 2_000  # bytes in which the mark stands
_MAX_PICTURE = 110_000  # bytes; a larger one is not shown on the first page
_TOOLS = '<p class="tools">\n'  # of the map
_HOME = '<a href="index.html">Overview of the list</a>\n'
_FILES = {  # by the suffixes of their writers
    ".graphml": "papers.graphml",
    ".nodes.csv": "papers.nodes.csv",
    ".edges.csv": "papers.edges.csv",
}

_DOWNLOADS = (
    ("papers.nodes.csv", "text/csv", "the papers, one a row"),
    ("papers.edges.csv", "text/csv", "the links between papers, one a row"),
    ("papers.graphml", "application/graphml+xml", "the graph of the papers, for Gephi, Cytoscape, igraph"),
    ("papers.bib", "application/x-bibtex", "the papers as references in BibTeX"),
    ("papers.jsonl", "application/jsonl", "everything that was extracted, one paper a line"),
)
_TYPES = {int: "integer", float: "number", bool: "boolean"}


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenSite:
    """A site that was written: its folder, the number of its files, and how many were changed and removed.

    `outcomes` counts the links with each outcome, empty where none was audited.
    """

    folder: Path
    n_papers: int
    n_files: int
    n_changed: int
    n_removed: int
    outcomes: Counter[Outcome]


def write_site(
    papers: Sequence[Paper],
    folder: str | Path,
    *,
    verdicts: Sequence[str | Path] = (),
    since: str | Path | EarlierPapers | None = None,
    engine: "Engine | EngineSettings | None" = None,
    title: str | None = None,
    base_url: str = "",
    licence: str = "",
    counts: "StoredCounts | None" = None,
    on_problem: Callable[[Problem], None] = log_problem,
    on_progress: Callable[[Progress], None] = ignore_progress,
) -> WrittenSite:
    """Write papers as a site that any static host serves, and that can be read from a disk without a server.

    Parameters
    ----------
    papers
        Papers with their links, as `extract_papers` yields them.
    folder
        Where the site is written. It is created if it does not exist; of the pages in it that papertrace has made,
        those of papers that are no longer there are removed, and other files stay.
    verdicts
        Verdict stores and JSON-lines reports of audits, earlier ones first: what was found is shown, and what changed.
    since
        An earlier graph, such as the `papers.graphml` of the site as it was, or its papers (`read_earlier`): papers
        that it lacks are new.
    base_url
        Where the site will be, for the sitemap, the feed and previews of links; without it there is no sitemap.
    licence
        The name or the address of the licence of the list.
    counts
        Those of the terms of the papers, if they have been counted.

    Raises
    ------
    ListingError, StoreError
        If the verdicts or the earlier graph cannot be read.
    SettingsError
        If `base_url` is no address of a web site.
    ExportError
        If a file cannot be written; the site is then as it was before.

    Examples
    --------
    >>> import tempfile
    >>> from papertrace import Paper
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_site([Paper(id="a", title="Ice", abstract="", entries=())], folder).n_papers
    1
    """
    from papertrace.engine.opening import MIN_FOR_PROCESSES_OF_GRAPHS, opened
    from papertrace.export import WRITERS
    from papertrace.export.files.tables import TabulatedGraph
    from papertrace.export.page.data import page_data
    from papertrace.export.page.writer import generate_html as draw_page
    from papertrace.export.picture.png import render
    from papertrace.export.picture.svg import draw_map
    from papertrace.export.site.pages import Site, generate_pages
    from papertrace.files import write_text
    from papertrace.pipeline.papers import generate_extracted
    from papertrace.reports.markup import generate_html

    if base_url and not web_address(base_url):
        message = f"--base-url {base_url}: is no address; give the one at which the site will be, with https://"
        raise SettingsError(message)
    folder = Path(folder)
    index = folder / "index.html"
    if index.is_file() and not _is_ours(index):
        message = f"{index}: is no page of papertrace, and would be replaced; name another folder with -o"
        raise SettingsError(message)
    title = title or title_papers(papers)
    earlier = read_earlier(Path(since)) if isinstance(since, str | Path) else since
    history = read_history([Path(path) for path in verdicts], papers, on_problem) if verdicts else None
    found = history.verdicts if history else ()
    audit = replace(history.result, graph_page="map.html") if history else None
    on_progress(Progress("linking"))
    with _staging(folder) as staging, opened(engine, len(papers), MIN_FOR_PROCESSES_OF_GRAPHS) as ready:
        columns = link_papers(papers, None, ready, found, counts=counts)
        if history and history.before:
            set_changes(columns, papers, history.before, found)
        if earlier:
            set_new(columns, earlier)
        graph = TabulatedGraph(columns)
        on_progress(Progress("writing map.html"))
        data = page_data(columns, papers, found)
        page = draw_page(columns, papers=papers, title=title, data=data).replace(_TOOLS, _TOOLS + _HOME, 1)
        write_text(staging / "map.html", [page])
        for writer in (one for one in WRITERS if one.suffix in _FILES):
            on_progress(Progress(f"writing {_FILES[writer.suffix]}"))
            writer.write(graph, staging / _FILES[writer.suffix])
        on_progress(Progress("writing pages"))
        write_text(staging / "map.svg", [picture := draw_map(data, title=title)])
        if base_url:  # Previews need an address, and a bitmap, which needs an extra and a font.
            with suppress(ExportError, ImportError):
                (staging / "map.png").write_bytes(render(picture, staging / "map.png", zoom=1))
        write_text(staging / "papers.jsonl", generate_extracted(map(_publishable, papers)))
        site = Site(
            title=title,
            data=data,
            groups=list(_groups(papers, [record["id"] for record in data["papers"]])),
            audit=audit,
            report="".join(generate_html(audit)) if audit else "",
            changes=history.changes if history else (),
            base_url=base_url,
            licence=licence,
            downloads=_describe_downloads({"id": str, **graph.tables.node_types}),
            picture="map.png" if (staging / "map.png").is_file() else "map.svg",
            shows_picture=len(picture.encode()) <= _MAX_PICTURE,
        )
        for kind in ("papers", "communities", "authors", "venues"):
            (staging / kind).mkdir()
        for path, text in generate_pages(site, map(_publishable, papers)):
            (staging / path).write_text(text, encoding="utf-8", newline="\n")
        on_progress(Progress("replacing what changed"))
        n_files, n_changed, n_removed = _publish(staging, folder)
    return WrittenSite(
        folder=folder,
        n_papers=len(papers),
        n_files=n_files,
        n_changed=n_changed,
        n_removed=n_removed,
        outcomes=Counter(one.verdict.outcome for one in audit.findings) if audit else Counter(),
    )


def _describe_downloads(columns: Mapping[str, type]) -> list[dict[str, Any]]:
    """Return the downloads as resources of a Data Package; `columns` are those of the table of papers."""
    fields = [{"name": name, "type": _TYPES.get(kind, "string")} for name, kind in columns.items()]
    return [
        {"name": name.replace(".", "-"), "path": name, "mediatype": kind, "description": words}
        | ({"profile": "tabular-data-resource", "schema": {"fields": fields}} if name == "papers.nodes.csv" else {})
        for name, kind, words in _DOWNLOADS
    ]


def _publishable(paper: Paper) -> Paper:
    """Return a paper whose places name no folders of this machine."""
    spans = [*(entry.span for entry in paper.entries), *(link.span for link in paper.links)]
    if all(public_source(span.source) == span.source for span in spans):
        return paper

    def place(span: Span) -> Span:
        return replace(span, source=public_source(span.source))

    entries = tuple(replace(one, span=place(one.span)) for one in paper.entries)
    return replace(paper, entries=entries, links=tuple(replace(one, span=place(one.span)) for one in paper.links))


def _groups(papers: Sequence[Paper], ids: Sequence[str]) -> "Iterator[Group]":
    """Yield the authors and venues of enough papers, those of most papers first; `ids` are those of the pages."""
    from papertrace.export.site.pages import MIN_PAPERS, Group
    from papertrace.graph.things import NAME, collect_things

    numbers = {key: number for number, key in enumerate(ids)}
    order = [numbers[paper.id] for paper in papers]
    years = [paper.year or 0 for paper in papers]
    for kind in ("authors", "venues"):
        enough = [one for one in collect_things(papers, kind) if len(one.holders) >= MIN_PAPERS]
        for one in sorted(enough, key=lambda one: (-len(one.holders), one.key)):
            latest = sorted(one.holders, key=lambda number: (-years[number], order[number]))
            note = "told apart by name alone" if one.identity == NAME else ""
            members = tuple(order[number] for number in latest)
            yield Group(kind=kind, key=one.key, label=one.label, members=members, note=note)


@contextmanager
def _staging(folder: Path) -> Iterator[Path]:
    """Yield an empty folder in the folder of the site, which is removed afterwards."""
    staging = folder / _STAGING
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if staging.is_symlink():
            staging.unlink()
        shutil.rmtree(staging, ignore_errors=True)  # of a run that was killed
        staging.mkdir()
        yield staging
    except OSError as error:
        message = f"{folder}: cannot be written ({error.strerror or error}); name another folder with -o"
        raise ExportError(message) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _publish(staging: Path, folder: Path) -> tuple[int, int, int]:
    """Move the files that differ into the site and remove its stale pages; return how many there are of each."""
    n_files = n_changed = n_removed = 0
    for part in (staging, *sorted(path for path in staging.iterdir() if path.is_dir())):
        target = folder / part.relative_to(staging)
        if target.is_symlink():
            message = f"{target}: is a symbolic link; remove it, or name another folder with -o"
            raise ExportError(message)
        target.mkdir(exist_ok=True)
        own = {path.name for path in part.iterdir() if path.is_file()}
        for name in sorted(own):
            n_files += 1
            if not (target / name).is_file() or not filecmp.cmp(part / name, target / name, shallow=False):
                (part / name).replace(target / name)
                n_changed += 1
        for path in target.glob("*.html") if part != staging else ():
            if path.name not in own and not path.is_symlink() and _is_ours(path):
                path.unlink()
                n_removed += 1
    return n_files, n_changed, n_removed


def _is_ours(path: Path) -> bool:
    with path.open("rb") as stream:
        return _MARK in stream.read(_HEAD)
