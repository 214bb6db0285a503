"""Why a paper has its concepts and its entries, and why two papers are linked or not."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from papertrace.errors import PaperNotFoundError
from papertrace.model import Paper, Problem, Span, advance, log_problem
from papertrace.model.identifiers import identify_address, normalise_identifiers, parse_arxiv, parse_doi
from papertrace.model.papers.facts import Explanation, Judgement, Terms
from papertrace.model.summary import MergedEntry, MergingExplanation, PairExplanation, PaperApart
from papertrace.pipeline.papers import ListingPath, extract_counted_papers, read_listing
from papertrace.pipeline.reading import read_each
from papertrace.pipeline.steps import Progress, ignore_progress, show_counts
from papertrace.spool import Columns, Spool

if TYPE_CHECKING:
    from papertrace.model.papers.candidate import CandidateColumns, Candidates
    from papertrace.resolve.concepts.selection import Decision

_MAX_NAMED = 3
_CHUNK_SIZE, _MAX_CHUNKS = 500, 4  # papers of a chunk, and chunks in memory
_MIN_LIKENESS = 0.75


def explain(
    paths: Iterable[ListingPath],
    paper: str,
    *,
    format_name: str | None = None,
    terms: Terms | None = None,
    on_problem: Callable[[Problem], None] = log_problem,
    on_progress: Callable[[Progress], None] = ignore_progress,
) -> Explanation:
    """Return the decision on every candidate term of one paper, given by its id or the beginning of its title.

    Raises ListingError as `extract_papers`; PaperNotFoundError if no paper has this id or title, or several do.
    """
    from papertrace.resolve.concepts.selection import explain_concepts
    from papertrace.resolve.concepts.vocabulary import build_vocabulary

    papers = _merge(paths, format_name, on_problem, on_progress)
    chosen = _choose(papers, paper)
    on_progress(Progress("extracting"))
    candidates = _CandidateChunks(papers, terms)
    number = papers.index(chosen)
    decisions = explain_concepts(candidates[number], build_vocabulary(candidates, terms))
    return Explanation(
        paper_id=chosen.id,
        title=chosen.title,
        span=chosen.entries[0].span,
        n_papers=len(papers),
        judgements=tuple(_judge(decision, chosen) for decision in decisions),
    )


def explain_merging(
    paths: Iterable[ListingPath],
    paper: str,
    *,
    format_name: str | None = None,
    on_problem: Callable[[Problem], None] = log_problem,
    on_progress: Callable[[Progress], None] = ignore_progress,
) -> MergingExplanation:
    """Return of which entries one paper is made, by what each is the same paper, and which papers have stayed apart.

    The paper is given by its id, its title, or a part that no other title has. Raises ListingError as `extract_papers`;
    PaperNotFoundError if no paper has this id or title, or several do.
    """
    from papertrace.resolve.papers.grouping import find_joins, find_reasons_apart

    papers = _merge(paths, format_name, on_problem, on_progress)
    chosen = _choose(papers, paper)
    joins = {join.entry.span: f"{join}, as {join.other.span}" for join in find_joins(chosen)}
    return MergingExplanation(
        id=chosen.id,
        title=chosen.title,
        entries=tuple(
            MergedEntry(span=entry.span, title=entry.title, reason=joins.get(entry.span, ""))
            for entry in chosen.entries
        ),
        apart=tuple(
            PaperApart(span=other.entries[0].span, title=other.title, reason=reason)
            for other in papers
            if other.id != chosen.id
            for reason in find_reasons_apart(chosen, other)
        ),
    )


def explain_pair(
    paths: Iterable[ListingPath],
    first: str,
    second: str,
    *,
    format_name: str | None = None,
    terms: Terms | None = None,
    on_problem: Callable[[Problem], None] = log_problem,
    on_progress: Callable[[Progress], None] = ignore_progress,
) -> PairExplanation:
    """Return why two papers are linked or not, each given by its id, its title, or a part that no other title has.

    Raises ListingError as `extract_papers`; PaperNotFoundError if no paper has this id or title, or several do.
    """
    from papertrace.graph.build import explain_pair as explain_ids
    from papertrace.graph.pairs.texts import StoredCounts

    counts = StoredCounts()
    papers = list(
        extract_counted_papers(
            paths, counts, format_name=format_name, terms=terms, on_problem=on_problem, on_progress=on_progress
        )
    )
    chosen = [_choose(papers, name) for name in (first, second)]
    if chosen[0] is chosen[1]:
        message = f"'{first}' and '{second}' are the same paper: {chosen[0].title}; name two papers"
        raise PaperNotFoundError(message)
    on_progress(Progress("linking"))
    return explain_ids(papers, (chosen[0].id, chosen[1].id), counts.count_terms)


class _CandidateChunks:
    """The candidate concepts of papers, a chunk at a time; text that recurs is set aside."""

    def __init__(self, papers: Sequence[Paper], terms: Terms | None) -> None:
        from papertrace.extract.concepts import TermFinder, find_all_candidates
        from papertrace.model.papers.candidate import CandidateColumns
        from papertrace.pipeline.texts import blank_recurring, count_sentences

        boilerplate = count_sentences(paper.abstract for paper in papers)
        boilerplate.finish()
        texts = ((paper.title, blank_recurring(paper.abstract, boilerplate)) for paper in papers)
        finder = TermFinder(terms) if terms else None
        self._chunks = Spool(CandidateColumns, in_memory=_MAX_CHUNKS, codec=Columns())
        while some := list(islice(texts, _CHUNK_SIZE)):
            self._chunks.append(find_all_candidates(some, finder))

    def __iter__(self) -> "Iterator[CandidateColumns]":
        """Yield the chunks."""
        return iter(self._chunks)

    def __getitem__(self, number: int) -> "Candidates":
        """Return the candidates of one paper."""
        return self._chunks[number // _CHUNK_SIZE][number % _CHUNK_SIZE]


def _merge(
    paths: Iterable[ListingPath],
    format_name: str | None,
    on_problem: Callable[[Problem], None],
    on_progress: Callable[[Progress], None],
) -> Sequence[Paper]:
    from papertrace.resolve.papers.merging import merge_entries

    read = partial(read_listing, format_name=format_name, on_problem=on_problem)
    return merge_entries(show_counts(read_each(paths, read, on_problem), on_progress, "reading"), on_problem)


def _choose(papers: Sequence[Paper], name: str) -> Paper:
    wanted = " ".join(name.split()).casefold()
    given = normalise_identifiers(parse_arxiv(name), parse_doi(name)).or_else(identify_address(name))
    ids = {name, *given.names()}
    by_id = [paper for paper in papers if paper.id in ids]
    by_name = [paper for paper in papers if not ids.isdisjoint(paper.identifiers.names())]
    if not by_name:  # among all names, those of services and versions too
        folded = {each.casefold() for each in ids}
        by_name = [one for one in papers if any(name.casefold() in folded for name in one.identifiers.all_names())]
    titles = [(" ".join(paper.title.split()).casefold(), paper) for paper in papers]
    whole = [paper for title, paper in titles if title == wanted]
    found = by_id or by_name or whole or [paper for title, paper in titles if wanted and title.startswith(wanted)]
    found = found or [paper for title, paper in titles if wanted and wanted in title]
    if len(found) == 1:
        return found[0]
    if not found:
        near = "; ".join(_find_near(papers, wanted))
        advice = f"the nearest: {near}" if near else "papertrace extract lists the papers"
        message = f"no paper has the id '{name}' or a title with these words; {advice}"
        raise PaperNotFoundError(message)
    named = "; ".join(paper.title for paper in found[:_MAX_NAMED])
    more = f" and {len(found) - _MAX_NAMED} more" if len(found) > _MAX_NAMED else ""
    message = f"{len(found)} papers have a title with '{name}': {named}{more}; give more of the title, or the id"
    raise PaperNotFoundError(message)


def _find_near(papers: Sequence[Paper], wanted: str) -> list[str]:
    """Return the titles of which the whole, the part before the colon, or a word is spelled much like a name."""
    parts: dict[str, str] = {}
    for paper in papers:
        title = " ".join(paper.title.split())
        folded = title.casefold()
        for part in (folded, folded.partition(":")[0], *folded.replace(":", " ").split()):
            parts.setdefault(part, title)
    near = get_close_matches(wanted, parts, n=_MAX_NAMED, cutoff=_MIN_LIKENESS) if wanted else []
    return list(dict.fromkeys(parts[part] for part in near))


def _judge(decision: "Decision", paper: Paper) -> Judgement:
    return Judgement(
        label=decision.label,
        kept=decision.kept,
        reason=str(decision.reason),
        score=decision.score,
        df=decision.df,
        n=decision.n,
        in_title=decision.in_title,
        is_acronym=decision.is_acronym,
        is_wanted=decision.is_wanted,
        is_own=decision.is_own,
        surfaces=decision.surfaces,
        measures=decision.measures,
        spans=_find_spans(decision.surfaces, paper) if decision.score else (),
    )


def _find_spans(surfaces: Sequence[str], paper: Paper) -> tuple[Span, ...]:
    """Return the spans of spellings in the entry with the paper's abstract.

    Spellings come from the text without its markup; in the entry, markup may stand between their words.
    """
    entry = paper.main_entry
    words = (re.findall(r"\w+", surface) for surface in surfaces)
    patterns = [r"[\W_]{1,6}".join(map(re.escape, part)) for part in words if part]
    if not patterns:
        return ()
    # Longer spellings first: "KV caches" is not also a "KV cache".
    either = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(patterns, key=lambda p: (-len(p), p)))})(?!\w)")
    fields = [(entry.title, entry.span), (entry.abstract, entry.abstract_span)]
    return tuple(
        advance(span, text, match.start())
        for text, span in fields
        if span is not None
        for match in either.finditer(text)
    )
