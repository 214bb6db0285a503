"""Stages that the pipeline runs one paper at a time, run on whole corpora."""

from collections.abc import Iterable, Sequence

from tests.candidates import build_vocabulary, select_concepts

from papertrace.extract.mentions.mentions import NumberedMention, find_mentions
from papertrace.extract.mentions.names import NameCollector, NamedText, NameScan, NameTable
from papertrace.model import Concept
from papertrace.model.papers.candidate import Candidates
from papertrace.model.papers.facts import Terms
from papertrace.pipeline.texts import count_sentences
from papertrace.resolve.concepts.names import Definitions
from papertrace.resolve.concepts.selection import MAX_CONCEPTS


def build_concepts(
    papers: Iterable[Candidates], limit: int = MAX_CONCEPTS, terms: Terms | None = None
) -> list[tuple[Concept, ...]]:
    """Return the concepts of every paper of a corpus, best first, in the order of the papers."""
    vocabulary = build_vocabulary(papers, terms)
    return [select_concepts(paper, vocabulary, limit).best for paper in papers]


def count_definitions(papers: Iterable[Candidates]) -> Definitions:
    """Return the definitions of acronyms in all papers."""
    found = Definitions()
    for paper in papers:
        found.add(paper.columns)
    return found


def find_names(texts: Sequence[NamedText]) -> NameTable:
    """Return the names of a corpus with the paper that owns each, and the rejected ones."""
    numbers: dict[str, int] = {}
    names = NameCollector()
    for text in texts:
        names.add(numbers.setdefault(text.id, len(numbers)), text.title, text.abstract)
    scan = NameScan(names.plan_search())
    for text in texts:
        scan.add(text.abstract)
    titles = {text.id: text.title for text in texts}
    boilerplate = count_sentences(text.abstract for text in texts)
    boilerplate.finish()
    return names.assign(scan.printed, list(numbers), [titles[id_] for id_ in numbers], boilerplate.sentences)


def find_mentions_of_others(text: NamedText, names: NameTable) -> tuple[NumberedMention, ...]:
    """Return the mentions of papers with another id."""
    return find_mentions(text, names, lambda number: names.ids[number] == text.id)
