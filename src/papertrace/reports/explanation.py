"""Why a paper has its concepts, as a table."""

import textwrap
from collections.abc import Iterator, Sequence

from papertrace.model.concept import Explanation, Judgement
from papertrace.model.pair import PairExplanation, SharedConcept
from papertrace.model.text import printable

_WIDTH = 100
_MAX_SPANS = 3
_MAX_LABEL_WIDTH = 36


def generate_explanation(explanation: Explanation) -> Iterator[str]:
    """Yield the table: the kept terms with their spans and reasons, then the dropped ones.

    Spans are lines and columns of the listing named at the top. Terms that are not concepts of the corpus come last,
    grouped by reason.
    """
    kept = [term for term in explanation.judgements if term.kept]
    outranked = [term for term in explanation.judgements if not term.kept and term.score]
    rejected = [term for term in explanation.judgements if not term.kept and not term.score]
    yield f"{printable(explanation.title)}\n{explanation.span}  {explanation.paper_id}\n"
    yield f"\nkept ({len(kept)})\n"
    yield from _generate_table(kept, explanation.n_papers)
    yield f"\ndropped: concepts of other papers, or too little weight in this one ({len(outranked)})\n"
    yield from _generate_table(outranked, explanation.n_papers)
    yield f"\ndropped: not concepts ({len(rejected)})\n"
    for reason in dict.fromkeys(term.reason for term in rejected):
        labels = [term.label for term in rejected if term.reason == reason]
        yield f"  {reason} ({len(labels)})\n"
        text = printable(", ".join(labels))
        yield (
            textwrap.fill(text, _WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False) + "\n"
        )


def generate_pair(explanation: PairExplanation) -> Iterator[str]:
    """Yield why two papers are linked or not: the conclusion, the edges, and what the papers share."""
    for title, paper_id in zip(explanation.titles, explanation.ids, strict=True):
        yield f"{printable(title)}\n  {paper_id}\n"
    yield f"\n{explanation.conclusion}\n"
    yield f"texts: cosine {explanation.cosine:.3f}; weight by concepts before pruning: {explanation.weight:.2f}\n"
    for kind, weight, evidence in explanation.edges:
        yield f"edge: {kind}, weight {weight:.2f}: {printable(evidence)}\n"
    yield f"\nshared ({len(explanation.shared)})\n"
    if not explanation.shared:
        yield "  none\n"
        return
    rows = [("concept", "evidence", "papers", "why")]
    rows += [(printable(one.label), f"{one.evidence:.2f}", f"{one.df}", _why_shared(one)) for one in explanation.shared]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for label, evidence, papers, why in rows:
        yield f"  {label:<{widths[0]}}  {evidence:>{widths[1]}}  {papers:>{widths[2]}}  {why}".rstrip() + "\n"


def _why_shared(one: SharedConcept) -> str:
    counts = ("neither", "one", "both")
    facts = [
        f"among the best of {counts[one.best_in]}",
        f"a topic of {counts[one.topical_in]}" if one.topical_in else "said in passing in both",
    ]
    if one.is_rare:
        facts.append("rare")
    if not one.evidence:
        facts.append("no evidence: part of a longer one, a kind of study, or too common")
    return ", ".join(facts)


def _generate_table(terms: Sequence[Judgement], n_papers: int) -> Iterator[str]:
    if not terms:
        yield "  none\n"
        return
    rows = [
        (printable(term.label), f"{term.score:.2f}", f"{term.df} of {n_papers}", _spans(term), _why(term))
        for term in terms
    ]
    rows.insert(0, ("term", "score", "papers", "at", "why"))
    widths = [min(max(len(row[column]) for row in rows), _MAX_LABEL_WIDTH) for column in range(4)]
    for label, score, papers, spans, why in rows:
        line = f"  {label:<{widths[0]}}  {score:>{widths[1]}}  {papers:>{widths[2]}}  {spans:<{widths[3]}}  {why}"
        yield f"{line.rstrip()}\n"


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
