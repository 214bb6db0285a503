"""Listings to papers: read, merge, extract."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from papertrace.errors import ListingError
from papertrace.model import ClaimState, Entry, Paper, Problem, RepoRef, log_problem
from papertrace.model.audit import Account, FileAccount, ignore_account
from papertrace.model.papers.recording import hide_passwords
from papertrace.model.summary import CorpusSummary
from papertrace.pipeline.reading import HeldProblems, read_each
from papertrace.pipeline.steps import Progress, ignore_progress, show_counts
from papertrace.spool import Spool

if TYPE_CHECKING:
    from papertrace.engine import Engine, EngineSettings
    from papertrace.graph.pairs.texts import StoredCounts
    from papertrace.model.papers.facts import Terms

ListingPath = str | Path
_LISTS_OF_WORKS = ("references", "cited", "cited_authors")
MAX_OBJECTS = 5_000
"""The number of papers up to which they are kept as objects, so that these are made only once. An object takes some 15
kilobytes, and a twentieth of a millisecond to make."""


def read_listing(
    path: ListingPath,
    *,
    format_name: str | None = None,
    on_problem: Callable[[Problem], None] = log_problem,
    on_account: Callable[[FileAccount], None] = ignore_account,
) -> Iterator[Entry]:
    """Yield the entries of one listing in order, reading it line by line; `-` is standard input.

    The format is recognised from the text unless `format_name` names one. Lines that fit no entry are reported to
    `on_problem`, and reading continues; what became of all its addresses is passed to `on_account` at the end.

    Raises
    ------
    ListingError
        If the listing is missing, empty, binary or of an unknown layout, or, at its end, if it contains no entry.

    Examples
    --------
    >>> next(read_listing(sample_path())).title[:30]
    'Tawa: Automatic Warp Specializ'
    """
    from papertrace import listings

    return listings.read_listing(path, format_name=format_name, on_problem=on_problem, on_account=on_account)


def extract_papers(
    paths: ListingPath | Iterable[ListingPath],
    *,
    format_name: str | None = None,
    outputs: Path | None = None,
    follow_links: bool = False,
    terms: "Terms | None" = None,
    on_problem: Callable[[Problem], None] = log_problem,
    on_progress: Callable[[Progress], None] = ignore_progress,
    on_account: Callable[[Account], None] | None = None,
    engine: "Engine | EngineSettings | None" = None,
) -> Iterator[Paper]:
    """Yield the papers of listings, merged across listings, with links, concepts, mentions and claims.

    `paths` are files, folders or `-`; folders are walked by name, and files in the folder `outputs` are skipped in
    folders that contain it, and so are symbolic links out of a folder without `follow_links`.

    Papers are yielded in the order of their first entries. Concepts and mentions need the
    whole corpus, so the first paper is yielded after the last entry was read. Names that are too ambiguous to count as
    mentions are reported to `on_problem` as harmless, each before the paper that it names. `terms` are the user's own
    terms (`read_terms`). `engine` says where the work on a large corpus is done, in this process by default: an open
    engine, which must stay open until the last paper is yielded, or settings of one. What became of the addresses of
    all files is passed to `on_account` before the first paper.

    Memory hardly grows beyond that of some thousand papers: the rest of a large corpus is in temporary files, about
    fifteen times the size of the abstracts, until the last paper is yielded.

    Raises
    ------
    ListingError
        As `read_listing`, provided that no other file can be read either; else such a file is reported to `on_problem`.
    EngineError
        If the engine cannot be opened or runs out of room, or workers die of the same papers twice.

    Examples
    --------
    >>> next(extract_papers(sample_path())).title[:30]
    'Tawa: Automatic Warp Specializ'
    """
    return extract_counted_papers(
        paths,
        None,
        format_name=format_name,
        outputs=outputs,
        follow_links=follow_links,
        terms=terms,
        on_problem=on_problem,
        on_progress=on_progress,
        on_account=on_account,
        engine=engine,
    )


def extract_counted_papers(
    paths: ListingPath | Iterable[ListingPath],
    counts: "StoredCounts | None",
    *,
    format_name: str | None = None,
    outputs: Path | None = None,
    follow_links: bool = False,
    terms: "Terms | None" = None,
    on_problem: Callable[[Problem], None] = log_problem,
    on_progress: Callable[[Progress], None] = ignore_progress,
    on_account: Callable[[Account], None] | None = None,
    engine: "Engine | EngineSettings | None" = None,
) -> Iterator[Paper]:
    """Yield the papers of listings as `extract_papers` does; `counts` gets the counts of their terms, for the graph."""
    from papertrace.engine.opening import opened
    from papertrace.pipeline.describing import describe_corpus
    from papertrace.resolve.papers.merging import merge_entries

    files: list[FileAccount] = []
    read = partial(read_listing, format_name=format_name, on_problem=on_problem, on_account=files.append)
    listed = [paths] if isinstance(paths, str | Path) else paths
    entries = show_counts(
        read_each(listed, read, on_problem, outputs=outputs, follow_links=follow_links), on_progress, "reading"
    )
    papers = merge_entries(entries, on_problem)
    if on_account is not None:
        on_account(Account(files=tuple(files), n_papers=len(papers)))
    with opened(engine, len(papers)) as ready:
        described = describe_corpus(papers, terms, on_problem, ready, on_progress, counts=counts)
        yield from map(hide_passwords, described)


def read_papers(
    path: ListingPath,
    *,
    on_problem: Callable[[Problem], None] = log_problem,
) -> Iterator[Paper]:
    """Yield the papers of a file that `papertrace extract` wrote; `-` is standard input.

    Raises
    ------
    ListingError
        If the file cannot be read, or contains no paper in the extracted form.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_papers([Paper(id="a", title="Ice", abstract="", entries=())], f"{folder}/papers.jsonl")
    ...     [paper.title for paper in read_papers(f"{folder}/papers.jsonl")]
    ['Ice']
    """
    from papertrace.listings import extracted
    from papertrace.listings.reading import open_lines

    n_papers = 0
    problems = HeldProblems(on_problem)
    with open_lines(path, has_account=False) as (head, lines, source):
        for item in extracted.parse(chain(head, lines), source):
            if isinstance(item, Paper):
                problems.release()
                n_papers += 1
                yield item
            else:
                problems.add(item)
    if not n_papers:
        message = f"{source}:1:1: contains no paper in the extracted form; create one with papertrace extract"
        raise ListingError(message)


def read_stored_papers(
    path: ListingPath,
    *,
    on_problem: Callable[[Problem], None] = log_problem,
    on_progress: Callable[[Progress], None] = ignore_progress,
) -> Sequence[Paper]:
    """Return the papers of a file that `papertrace extract` wrote, to iterate over several times.

    Raises ListingError as `read_papers`.
    """
    return keep_papers(show_counts(read_papers(path, on_problem=on_problem), on_progress, "reading"))


def keep_papers(papers: Iterable[Paper]) -> Sequence[Paper]:
    """Return papers to iterate over several times; of many, each access makes new objects."""
    kept = Spool(Paper, _share_works(papers), in_memory=MAX_OBJECTS)
    return list(kept) if kept.is_in_memory else kept


def _share_works(papers: Iterable[Paper]) -> Iterator[Paper]:
    """Yield papers; a work that many of them cite is one object, as long as they may all be kept as objects.

    Otherwise reference lists are half of the memory that papers take: each is in the paper and in its entry.
    """
    known: dict[Any, Any] = {}
    for number, paper in enumerate(papers):
        if number == MAX_OBJECTS:
            known.clear()
        if number >= MAX_OBJECTS or not paper.references:
            yield paper
            continue
        entries = tuple(replace(entry, **_share(entry, known)) for entry in paper.entries)
        yield replace(paper, entries=entries, **_share(paper, known))


def _share(facts: Paper | Entry, known: dict[Any, Any]) -> dict[str, Any]:
    return {name: tuple(known.setdefault(one, one) for one in getattr(facts, name)) for name in _LISTS_OF_WORKS}


def generate_extracted(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield papers in the extracted form, one line of JSON each."""
    from papertrace.reports.programs import generate_extracted as generate

    return generate(papers)


def write_papers(papers: Iterable[Paper], path: str | Path) -> None:
    """Write papers in the extracted form to a file, completely or not at all; `read_papers` reads them back.

    Raises
    ------
    ExportError
        If the file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_papers([Paper(id="a", title="Ice", abstract="", entries=())], f"{folder}/papers.jsonl")
    ...     Path(folder, "papers.jsonl").read_text("utf-8")[:11]
    '{"id":"a","'
    """
    from papertrace.files import write_text

    write_text(Path(path), generate_extracted(papers))


def sample_path() -> Path:
    """Return the path of the bundled sample listing.

    >>> sample_path().name
    'sample.txt'
    """
    from papertrace import corpus

    return corpus.sample_path()


class JoinCounts:
    """The number of papers and of the entries that they are made of, and by what entries were joined, so far."""

    def __init__(self) -> None:
        self.n_papers: int = 0
        self.n_entries: int = 0
        self.joined: Counter[str] = Counter()

    def watch(self, papers: Iterable[Paper]) -> Iterator[Paper]:
        """Yield papers, and count each."""
        for paper in papers:
            self.add(paper)
            yield paper

    def add(self, paper: Paper) -> None:
        """Count a paper; entries of services are none."""
        from papertrace.resolve.papers.grouping import find_joins

        n_printed = sum(entry.added is None for entry in paper.entries)
        self.n_papers += 1
        self.n_entries += n_printed
        if n_printed > 1:
            joins = find_joins(paper)
            self.joined.update(join.by for join in joins)
            self.joined.update({"what services know": n_printed - 1 - len(joins)})


def summarise_papers(papers: Sequence[Paper]) -> CorpusSummary:
    """Return the figures of papers; claims about code are counted as page and picture mark them."""
    from papertrace.export.marks import mark_paper
    from papertrace.extract.text.folding import lacks_word_library

    marks: Counter[str] = Counter()
    counts = JoinCounts()
    sources: set[str] = set()
    repositories: set[RepoRef] = set()
    concepts: set[str] = set()
    n_links = n_mentions = n_uncut = 0
    for paper in counts.watch(papers):  # once: many papers are read from a file each time
        marks[mark_paper(paper)] += 1
        sources.update(entry.span.source for entry in paper.entries if entry.added is None)
        repositories.update(link.repository for link in paper.links if link.repository)
        concepts.update(concept.key for concept in paper.concepts)
        n_links += len(paper.links)
        n_mentions += len(paper.mentions)
        n_uncut += lacks_word_library(f"{paper.title} {paper.abstract}")
    return CorpusSummary(
        n_papers=counts.n_papers,
        n_entries=counts.n_entries,
        n_listings=len(sources),
        joined=counts.joined,
        n_links=n_links,
        n_repositories=len(repositories),
        n_concepts=len(concepts),
        n_mentions=n_mentions,
        claims={state: marks[state] for state in ClaimState},
        n_uncut=n_uncut,
    )
