"""Listings to papers: read, merge, extract."""

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.errors import ListingError
from papertrace.model import ClaimState, Entry, Link, Paper, Problem
from papertrace.pipeline.folders import read_each
from papertrace.pipeline.listening import ignore_problem, ignore_step

if TYPE_CHECKING:
    from papertrace.extract.names import NamedText, NameTable
    from papertrace.model.candidate import Candidates
    from papertrace.model.terms import Terms

ListingPath = str | Path
_MANY_OBJECTS = 1_000_000


def read_listing(
    path: ListingPath,
    *,
    format_name: str | None = None,
    on_problem: Callable[[Problem], None] = ignore_problem,
) -> Iterator[Entry]:
    """Yield the entries of one listing in their order, reading it line by line; `-` is standard input.

    The format is recognised from the text unless `format_name` names one. What cannot be placed is handed to
    `on_problem` with its lines, and reading goes on.

    Raises
    ------
    ListingError
        If the listing is missing, empty, binary, no UTF-8 or of an unknown layout, or, after its last entry, if
        it holds no entry or at least half of its lines could not be placed.
    """
    from papertrace import listings

    return listings.read_listing(path, format_name=format_name, on_problem=on_problem)


def extract(
    paths: ListingPath | Iterable[ListingPath],
    *,
    format_name: str | None = None,
    outputs: Path | None = None,
    terms: "Terms | None" = None,
    on_problem: Callable[[Problem], None] = ignore_problem,
    on_step: Callable[[str], None] = ignore_step,
) -> Iterator[Paper]:
    """Yield the papers of listings, merged across them, with links, concepts, mentions and claims.

    `paths` are files, folders or `-`; folders are walked by name, and files inside the folder `outputs` are left out of
    the folders around it. Papers come in the order of their first entries. Concepts and mentions need the whole
    corpus, so the first paper comes after the last entry was read. Names under which no mention is looked for, as they
    are ambiguous, are handed to `on_problem` as harmless. `terms` is what a user says of concepts
    (`read_terms`).

    Raises
    ------
    ListingError
        As `read_listing`; a file inside a folder that is no listing is handed to `on_problem` instead, as long as
        another one of the folder can be read.
    """
    from papertrace.resolve.papers import merge_entries

    on_step("reading")
    read = partial(read_listing, format_name=format_name, on_problem=on_problem)
    listed = [paths] if isinstance(paths, str | Path) else paths
    papers = merge_entries(read_each(listed, read, on_problem, outputs=outputs))
    on_step("extracting")
    yield from describe_papers(papers, terms, on_problem)


def describe_papers(
    papers: Sequence[Paper], terms: "Terms | None" = None, on_problem: Callable[[Problem], None] = ignore_problem
) -> Iterator[Paper]:
    """Yield papers with what their texts say: links and claim of each alone, concepts and mentions of all together."""
    from papertrace.extract.claims import find_claim
    from papertrace.extract.links import links_of_entry
    from papertrace.extract.mentions import find_mentions
    from papertrace.extract.names import NamedText, find_names
    from papertrace.resolve.concepts import build_concepts
    from papertrace.resolve.papers import resolve_references

    papers = resolve_references([_with_citations(paper) for paper in papers])
    texts = [named_text(paper, NamedText) for paper in papers]
    names = find_names(texts)
    for problem in _refusals(names, papers):
        on_problem(problem)
    with _few_collections():
        concepts = build_concepts(find_all_candidates(papers, terms), terms=terms)
    for paper, text, shared in zip(papers, texts, concepts, strict=True):
        links = _unique_links(link for entry in paper.entries for link in links_of_entry(entry))
        yield replace(
            paper,
            links=links,
            concepts=shared,
            mentions=find_mentions(text, names),
            claim=find_claim(f"{paper.title}\n{paper.abstract}", links),
        )


@contextmanager
def _few_collections() -> Iterator[None]:
    """Look for garbage in cycles seldom: candidates are many, all alive, and in no cycle."""
    thresholds = gc.get_threshold()
    gc.set_threshold(_MANY_OBJECTS, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


def find_all_candidates(papers: Sequence[Paper], terms: "Terms | None" = None) -> "list[Candidates]":
    """Return what each paper may be about, with the terms that a user names."""
    from papertrace.extract.candidates import find_candidates
    from papertrace.extract.terms import TermFinder

    finder = TermFinder(terms) if terms else None
    return [find_candidates(paper.title, paper.abstract, finder) for paper in papers]


def _refusals(names: "NameTable", papers: Sequence[Paper]) -> Iterator[Problem]:
    """Yield a harmless problem for every name that is not looked for in other papers, at the papers that claim it."""
    places = {paper.id: paper.entries[0].span for paper in papers}
    for refused in names.refused:
        for claimant in refused.claimants:
            fact = f"whoever says {refused.name!r} is not taken to mention this paper: {refused.reason}"
            yield Problem(places[claimant], fact, harmless=True)


def _with_citations(paper: Paper) -> Paper:
    """Add to the references of a paper what its abstracts cite by arXiv id or DOI."""
    from papertrace.extract.identifiers import find_citations

    cited = {name for entry in paper.entries for name in find_citations(entry.abstract)}
    return replace(paper, references=tuple(sorted({*paper.references, *cited}))) if cited else paper


def named_text(paper: Paper, make: "type[NamedText]") -> "NamedText":
    """Return the text in which other papers may be named, at the places of the entry that prints it."""
    entry = next((entry for entry in paper.entries if entry.abstract == paper.abstract), paper.entries[0])
    return make(
        id=paper.id,
        title=entry.title,
        abstract=entry.abstract,
        title_span=entry.span,
        abstract_span=entry.abstract_span,
    )


def _unique_links(links: Iterable[Link]) -> tuple[Link, ...]:
    """Return links without those that another entry of the same paper prints again."""
    unique: dict[str, Link] = {}
    for link in links:
        unique.setdefault(link.url, link)
    return tuple(unique.values())


def read_papers(
    path: ListingPath,
    *,
    on_problem: Callable[[Problem], None] = ignore_problem,
) -> Iterator[Paper]:
    """Yield the papers of a file in the extracted form, as `papertrace extract` writes it; `-` is standard input.

    Raises
    ------
    ListingError
        If the file cannot be read, or holds no paper in the extracted form.
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
        message = f"{source}:1:1: holds no paper in the extracted form; make one with papertrace extract"
        raise ListingError(message)


def generate_extracted(papers: Sequence[Paper]) -> Iterator[str]:
    """Yield papers in the extracted form: one line of JSON each."""
    from papertrace.reports.extracted import generate_extracted as generate

    return generate(papers)


def sample_path() -> Path:
    """Return the place of the bundled sample listing."""
    from papertrace import corpus

    return corpus.sample_path()


def summarise_papers(papers: Sequence[Paper]) -> list[str]:
    """Return in a few lines what was read: papers, links, concepts, and of code what the page's marks say."""
    from papertrace.export.marks import mark_paper

    links = [link for paper in papers for link in paper.links]
    repositories = {link.repository for link in links if link.repository}
    concepts = {concept.key for paper in papers for concept in paper.concepts}
    marks = Counter(mark_paper(paper) for paper in papers)
    sources = {entry.span.source for paper in papers for entry in paper.entries}
    n_entries = sum(len(paper.entries) for paper in papers)
    read = f"{_count(len(papers), 'paper')} of {_count(n_entries, 'entry', 'entries')}"
    found = f"{_count(len(links), 'link')} to {_count(len(repositories), 'repository', 'repositories')}"
    n_mentions = sum(len(paper.mentions) for paper in papers)
    said = f"{marks[ClaimState.LINKED]} linked, {marks[ClaimState.PROMISED]} promised"
    return [
        f"{read} in {_count(len(sources), 'listing')}",
        f"{found}; {_count(len(concepts), 'concept')}; {_count(n_mentions, 'mention')}",
        f"code: {said}, {marks[ClaimState.CLAIMED]} claimed without a link, {marks[ClaimState.NONE]} silent",
    ]


def _count(n: int, one: str, many: str = "") -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"
