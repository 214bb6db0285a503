"""Why a paper has its concepts and its entries, and why two are linked, as text."""

import textwrap
from collections.abc import Iterator, Sequence

from papertrace.model.papers.facts import Explanation, Judgement
from papertrace.model.summary import MergingExplanation, PairExplanation
from papertrace.model.text import format_count, printable
from papertrace.reports.outcomes import escapes_commands

_WIDTH = 100
_MAX_SPANS = 2
_WHOLE = 10  # from which a rate is printed without decimals
_MAX_LABEL_WIDTH = 36
_DECIDED_BY_TABLE = ("rarely the topic", "a single word", "in too many papers of these fields", "a kind of study")
_LEGEND = """
usual: of the papers of science that have the term, % with it in the title / % that repeat it / how many of 1,000
papers in fields like these have it / how many in the second-rarest field; - if the background table lacks it
"""


@escapes_commands
def generate_explanation(explanation: Explanation) -> Iterator[str]:
    """Yield the table of the terms of a paper: the kept ones with their spans and reasons, then the dropped ones.

    Spans are lines and columns of the listing named at the top. Terms that are not concepts of the corpus come last,
    grouped by reason.
    """
    kept = [term for term in explanation.judgements if term.kept]
    outranked = [term for term in explanation.judgements if not term.kept and term.score]
    rejected = [term for term in explanation.judgements if not term.kept and not term.score]
    yield f"{printable(explanation.title)}\n{explanation.span}  {explanation.paper_id}\n"
    yield _LEGEND
    yield f"\nkept ({len(kept)})\n"
    yield from _generate_table(kept, explanation.n_papers)
    yield f"\ndropped: concepts of other papers, or too little weight in this one ({len(outranked)})\n"
    yield from _generate_table(outranked, explanation.n_papers)
    yield f"\ndropped: not concepts ({len(rejected)})\n"
    for reason in dict.fromkeys(term.reason for term in rejected):
        dropped = [term for term in rejected if term.reason == reason]
        yield f"  {reason} ({len(dropped)})\n"
        by_table = any(reason.startswith(words) for words in _DECIDED_BY_TABLE)
        shown = (f"{term.label} ({_measures(term)})" if by_table and term.measures else term.label for term in dropped)
        text = printable(", ".join(shown))
        yield (
            textwrap.fill(text, _WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False) + "\n"
        )


@escapes_commands
def generate_merging(explanation: MergingExplanation) -> Iterator[str]:
    """Yield of which entries a paper is made, by what each is the same paper, and which papers have stayed apart."""
    yield f"{printable(explanation.title)}\n  {explanation.id}\n"
    yield f"\nmade of {format_count(len(explanation.entries), 'entry', 'entries')}\n"
    for entry in explanation.entries:
        yield f"  {printable(str(entry.span))}  {printable(entry.title)}\n"
        if entry.reason:
            yield f"    {printable(entry.reason)}\n"
    yield f"\nkept apart ({len(explanation.apart)})\n"
    for other in explanation.apart:
        yield f"  {printable(str(other.span))}  {printable(other.title)}\n    {printable(other.reason)}\n"
    if not explanation.apart:
        yield "  none\n"


@escapes_commands
def generate_pair(explanation: PairExplanation) -> Iterator[str]:
    """Yield why two papers are linked or not: the conclusion, the edges, and what the papers share."""
    for title, paper_id in zip(explanation.titles, explanation.ids, strict=True):
        yield f"{printable(title)}\n  {paper_id}\n"
    yield f"\n{explanation.conclusion}\n"
    yield f"texts: cosine {explanation.cosine:.3f} (0 to 1; a link needs {explanation.min_cosine} or more)\n"
    for kind, weight, evidence in explanation.edges:
        yield f"edge: {kind}, weight {weight:.2f}: {printable(evidence)}\n"
    yield f"\nshared ({len(explanation.shared)})\n"
    if not explanation.shared:
        yield "  none\n"
        return
    rows = [("concept", "chance", "papers")]
    rows += [(printable(one.label), f"{one.chance:.2f}", f"{one.df}") for one in explanation.shared]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for label, chance, papers in rows:
        yield f"  {label:<{widths[0]}}  {chance:>{widths[1]}}  {papers:>{widths[2]}}\n"
    yield f"chance: of being a good reason for a link; {explanation.min_chance} or more is one\n"


def _generate_table(terms: Sequence[Judgement], n_papers: int) -> Iterator[str]:
    if not terms:
        yield "  none\n"
        return
    rows = [
        (printable(one.label), f"{one.score:.2f}", f"{one.df} of {n_papers}", _measures(one), _spans(one), _why(one))
        for one in terms
    ]
    rows.insert(0, ("term", "score", "papers", "usual", "at", "why"))
    widths = [min(max(len(row[column]) for row in rows), _MAX_LABEL_WIDTH) for column in range(5)]
    for label, score, papers, usual, spans, why in rows:
        line = (
            f"  {label:<{widths[0]}}  {score:>{widths[1]}}  {papers:>{widths[2]}}  {usual:>{widths[3]}}  "
            f"{spans:<{widths[4]}}  {why}"
        )
        yield f"{line.rstrip()}\n"


def _measures(term: Judgement) -> str:
    """Return what is usual of a term: title share and share of repetition in %, rate at home, rate in other fields."""
    if term.measures is None:
        return "-"
    shares = (round(100 * share) for share in (term.measures.title_share, term.measures.burst_share))
    rates = (f"{rate:.0f}" if rate >= _WHOLE else f"{rate:.1f}" for rate in term.measures[2:])
    return "/".join((*map(str, shares), *rates))


def _spans(term: Judgement) -> str:
    spans = [f"{span.line}:{span.column}" for span in term.spans[:_MAX_SPANS]]
    return " ".join(spans) + (" …" if len(term.spans) > _MAX_SPANS else "")


def _why(term: Judgement) -> str:
    if not term.kept:
        return term.reason
    facts = ["in your vocabulary"] if term.is_wanted else []
    facts.append(f"{term.df} papers share it" if term.df > 1 else "only this paper has it")
    if term.is_own:
        facts.append("the name of its own system, as there is nothing better")
    if term.in_title:
        facts.append("in the title")
    if term.n > 1:
        facts.append(f"{term.n} times")
    if term.is_acronym:
        facts.append("an acronym or its long form")
    return ", ".join(facts)
