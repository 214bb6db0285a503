"""Listings to papers: read, merge, extract."""

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.errors import ListingError
from papertrace.model import ClaimState, Entry, Mention, Paper, Problem, log_problem
from papertrace.model.account import Account, FileAccount, ignore_account
from papertrace.model.summary import CorpusSummary
from papertrace.pipeline.folders import read_each
from papertrace.pipeline.paper_links import link_paper
from papertrace.pipeline.progress import Progress, ignore_progress
from papertrace.spool import Spool

if TYPE_CHECKING:
    from papertrace.extract.mentions.names import NamedText
    from papertrace.model.candidate import Candidates
    from papertrace.model.concept import Terms
    from papertrace.resolve.concepts.selection import Selection

ListingPath = str | Path
_GC_THRESHOLD = 1_000_000
_CHUNK_SIZE = 256


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
    """
    from papertrace import listings

    return listings.read_listing(path, format_name=format_name, on_problem=on_problem, on_account=on_account)


def extract_papers(
    paths: ListingPath | Iterable[ListingPath],
    *,
    format_name: str | None = None,
    outputs: Path | None = None,
    terms: "Terms | None" = None,
    on_problem: Callable[[Problem], None] = log_problem,
    on_progress: Callable[[Progress], None] = ignore_progress,
    on_account: Callable[[Account], None] | None = None,
) -> Iterator[Paper]:
    """Yield the papers of listings, merged across listings, with links, concepts, mentions and claims.

    `paths` are files, folders or `-`; folders are walked by name, and files in the folder `outputs` are skipped in
    folders that contain it. Papers are yielded in the order of their first entries. Concepts and mentions need the
    whole corpus, so the first paper is yielded after the last entry was read. Names that are too ambiguous to count as
    mentions are reported to `on_problem` as harmless, each before the paper that it names. `terms` are the user's own
    terms (`read_terms`). What became of the addresses of all files is passed to `on_account` before the first paper.

    Memory hardly grows beyond that of some thousand papers: the rest of a large corpus is in temporary files, about
    four times the size of the abstracts, until the last paper is yielded.

    Raises
    ------
    ListingError
        As `read_listing`, provided that no other file can be read either; else such a file is reported to `on_problem`.
    """
    from papertrace.resolve.papers.merging import merge_entries

    on_progress(Progress("reading"))
    files: list[FileAccount] = []
    read = partial(read_listing, format_name=format_name, on_problem=on_problem, on_account=files.append)
    listed = [paths] if isinstance(paths, str | Path) else paths
    papers = merge_entries(read_each(listed, read, on_problem, outputs=outputs))
    if on_account is not None:
        on_account(Account(files=tuple(files), n_papers=len(papers)))
    on_progress(Progress("extracting"))
    yield from describe_papers(papers, terms, on_problem)


def describe_papers(
    papers: Sequence[Paper], terms: "Terms | None" = None, on_problem: Callable[[Problem], None] = log_problem
) -> Iterator[Paper]:
    """Yield papers with links and claims, found paper by paper, and concepts and mentions, found in the whole corpus.

    `papers` is iterated over three times.
    """
    from papertrace.extract.mentions.mentions import find_mentions
    from papertrace.extract.mentions.names import NameCollector
    from papertrace.extract.mentions.printed_names import NameScan
    from papertrace.model.candidate import Candidates
    from papertrace.resolve.concepts.selection import select_all_concepts
    from papertrace.resolve.concepts.vocabulary import build_vocabulary
    from papertrace.resolve.papers.references import ReferenceIndex, resolve_references

    ids, titles, candidates = Spool(str), Spool(str), Spool(Candidates)
    index, collector = ReferenceIndex(), NameCollector()
    any_cites = False
    with _rare_garbage_collection():
        for number, (paper, own) in enumerate(zip(papers, find_all_candidates(papers, terms), strict=True)):
            ids.append(paper.id)
            titles.append(paper.title)
            candidates.append(own)
            entry = paper.main_entry
            addresses = " ".join(target.raw for target in entry.targets)
            collector.add(number, entry.title, entry.abstract, addresses)
            any_cites = any_cites or bool(paper.references or _find_cited(paper))
        scan = NameScan(collector.plan_search())
        for number, paper in enumerate(papers):
            scan.add(paper.main_entry.abstract)
            if any_cites:
                index.add(number, paper)
        names = collector.assign(scan.printed, ids, titles)
        vocabulary = build_vocabulary(candidates, terms)
    refused = names.find_refused_uses()
    refusal = next(refused, None)
    numbered = enumerate(zip(papers, candidates, strict=True))
    while chunk := list(islice(numbered, _CHUNK_SIZE)):
        with _rare_garbage_collection():
            described = [
                _describe(
                    resolve_references(paper, _find_cited(paper), index, ids),
                    select_all_concepts(own, vocabulary),
                    find_mentions(named_text(paper), names, number),
                )
                for number, (paper, own) in chunk
            ]
        for (number, _), paper in zip(chunk, described, strict=True):
            while refusal is not None and refusal.paper == number:
                fact = f"the name {refusal.name!r} is not counted as a mention of this paper: {refusal.reason}"
                on_problem(Problem(paper.entries[0].span, fact, harmless=True))
                refusal = next(refused, None)
            yield paper


def _find_cited(paper: Paper) -> set[str]:
    """Return the arXiv ids and DOIs that the abstracts of a paper cite."""
    from papertrace.extract.identifiers import find_citations

    return {name for entry in paper.entries for name in find_citations(entry.abstract)}


def _describe(paper: Paper, concepts: "Selection", mentions: tuple[Mention, ...]) -> Paper:
    """Return a paper with its links and claim, and with concepts and mentions found in the whole corpus."""
    return replace(link_paper(paper), concepts=concepts.best, minor_concepts=concepts.minor, mentions=mentions)


@contextmanager
def _rare_garbage_collection() -> Iterator[None]:
    """Run the cyclic garbage collector rarely: candidates are many, all in use, and not in cycles."""
    thresholds = gc.get_threshold()
    gc.set_threshold(_GC_THRESHOLD, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


def find_all_candidates(papers: Sequence[Paper], terms: "Terms | None" = None) -> "Iterator[Candidates]":
    """Yield the candidate concepts of each paper, with the user's own terms; text that recurs is set aside."""
    from papertrace.extract.concepts.candidates import find_candidates
    from papertrace.extract.concepts.terms import TermFinder

    finder = TermFinder(terms) if terms else None
    blank = find_boilerplate(papers)
    for paper in papers:
        yield find_candidates(paper.title, blank(paper.abstract), finder)


def find_boilerplate(papers: Iterable[Paper]) -> Callable[[str], str]:
    """Return a function that blanks the sentences of an abstract that recur from paper to paper."""
    from papertrace.extract.text.sentences import split_sentences
    from papertrace.resolve.boilerplate import Boilerplate

    boilerplate = Boilerplate()
    for paper in papers:
        boilerplate.add(paper.abstract, split_sentences(paper.abstract))
    boilerplate.finish()

    def blank(abstract: str) -> str:
        return boilerplate.blank(abstract, split_sentences(abstract)) if boilerplate else abstract

    return blank


def named_text(paper: Paper) -> "NamedText":
    """Return the text in which other papers may be named, with its spans in the entry that prints it."""
    from papertrace.extract.mentions.names import NamedText

    entry = paper.main_entry
    return NamedText(
        id=paper.id,
        title=entry.title,
        abstract=entry.abstract,
        title_span=entry.span,
        abstract_span=entry.abstract_span,
    )


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
    """
    from papertrace.listings import extracted
    from papertrace.listings.reading import open_lines

    n_papers = 0
    with open_lines(path) as (head, lines, source):
        for item in extracted.parse(chain(head, lines), source):
            if isinstance(item, Paper):
                n_papers += 1
                yield item
            else:
                on_problem(item)
    if not n_papers:
        message = f"{source}:1:1: contains no paper in the extracted form; create one with papertrace extract"
        raise ListingError(message)


def generate_extracted(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield papers in the extracted form, one line of JSON each."""
    from papertrace.reports.extracted import generate_extracted as generate

    return generate(papers)


def write_papers(papers: Iterable[Paper], path: str | Path) -> None:
    """Write papers in the extracted form to a file, completely or not at all; `read_papers` reads them back.

    Raises
    ------
    ExportError
        If the file cannot be written.
    """
    from papertrace.files import write_text

    write_text(Path(path), generate_extracted(papers))


def sample_path() -> Path:
    """Return the path of the bundled sample listing."""
    from papertrace import corpus

    return corpus.sample_path()


def summarise_papers(papers: Sequence[Paper]) -> CorpusSummary:
    """Return the figures of papers; claims about code are counted as page and picture mark them."""
    from papertrace.export.marks import mark_paper

    links = [link for paper in papers for link in paper.links]
    marks = Counter(mark_paper(paper) for paper in papers)
    printed = [entry for paper in papers for entry in paper.entries if entry.added is None]
    return CorpusSummary(
        n_papers=len(papers),
        n_entries=len(printed),
        n_listings=len({entry.span.source for entry in printed}),
        n_links=len(links),
        n_repositories=len({link.repository for link in links if link.repository}),
        n_concepts=len({concept.key for paper in papers for concept in paper.concepts}),
        n_mentions=sum(len(paper.mentions) for paper in papers),
        claims={state: marks[state] for state in ClaimState},
    )
