"""Why a paper has its concepts, as a table for people."""

import textwrap
from collections.abc import Iterator, Sequence

from papertrace.model.concept import Explanation, Judgement
from papertrace.model.text import printable

_WIDTH = 100
_MAX_PLACES = 3
_MAX_LABEL_WIDTH = 36


def generate_explanation(explanation: Explanation) -> Iterator[str]:
    """Yield the table: the kept terms with their places and reasons, the dropped ones likewise.

    Places are lines and columns of the listing that the head names. Terms that are no concepts of the corpus come
    last, grouped by reason.
    """
    kept = [term for term in explanation.judgements if term.kept]
    outranked = [term for term in explanation.judgements if not term.kept and term.score]
    refused = [term for term in explanation.judgements if not term.kept and not term.score]
    yield f"{printable(explanation.title)}\n{explanation.span}  {explanation.paper_id}\n"
    yield f"\nkept ({len(kept)})\n"
    yield from _generate_table(kept, explanation.n_papers)
    yield f"\ndropped: concepts of other papers, or of too little weight here ({len(outranked)})\n"
    yield from _generate_table(outranked, explanation.n_papers)
    yield f"\ndropped: no concepts ({len(refused)})\n"
    for reason in dict.fromkeys(term.reason for term in refused):
        labels = [term.label for term in refused if term.reason == reason]
        yield f"  {reason} ({len(labels)})\n"
        text = printable(", ".join(labels))
        yield (
            textwrap.fill(text, _WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False) + "\n"
        )


def _generate_table(terms: Sequence[Judgement], n_papers: int) -> Iterator[str]:
    if not terms:
        yield "  none\n"
        return
    rows = [
        (printable(term.label), f"{term.score:.2f}", f"{term.df} of {n_papers}", _places(term), _why(term))
        for term in terms
    ]
    rows.insert(0, ("term", "score", "papers", "at", "why"))
    widths = [min(max(len(row[column]) for row in rows), _MAX_LABEL_WIDTH) for column in range(4)]
    for label, score, papers, places, why in rows:
        line = f"  {label:<{widths[0]}}  {score:>{widths[1]}}  {papers:>{widths[2]}}  {places:<{widths[3]}}  {why}"
        yield f"{line.rstrip()}\n"


def _places(term: Judgement) -> str:
    places = [f"{place.line}:{place.column}" for place in term.places[:_MAX_PLACES]]
    return " ".join(places) + (" …" if len(term.places) > _MAX_PLACES else "")


def _why(term: Judgement) -> str:
    if not term.kept:
        return term.reason
    facts = ["on your vocabulary"] if term.is_wanted else []
    facts.append(f"{term.df} papers share it" if term.df > 1 else "this paper alone has it")
    if term.is_own:
        facts.append("the name of its own system, for want of better")
    if term.in_title:
        facts.append("in the title")
    if term.n > 1:
        facts.append(f"{term.n} times")
    if term.is_acronym:
        facts.append("an acronym or its long form")
    return ", ".join(facts)
