"""Papers with their formulas in plain characters, as a page shows them and searches in them."""

from collections.abc import Iterable
from dataclasses import replace

from papertrace.model import Paper
from papertrace.model.mathematics import may_have_mathematics, show_mathematics
from papertrace.model.papers.facts import Concept


def show_papers(papers: Iterable[Paper]) -> list[Paper]:
    """Return the papers with the formulas of titles, concepts, mentions and claims in plain characters.

    Abstracts stay as they are: most pages show few of them, so that they are converted when they are packed.
    """
    return [_show(paper) for paper in papers]


def _show(paper: Paper) -> Paper:
    texts = [paper.title, paper.claim.sentence]
    texts += [text for concept in paper.concepts for text in (concept.label, *concept.surfaces)]
    texts += [text for mention in paper.mentions for text in (mention.surface, mention.sentence)]
    if not any(map(may_have_mathematics, texts)):
        return paper
    return replace(
        paper,
        title=show_mathematics(paper.title),
        concepts=tuple(map(_show_concept, paper.concepts)),
        mentions=tuple(
            replace(one, surface=show_mathematics(one.surface), sentence=show_mathematics(one.sentence))
            for one in paper.mentions
        ),
        claim=replace(paper.claim, sentence=show_mathematics(paper.claim.sentence)),
    )


def _show_concept(concept: Concept) -> Concept:
    return replace(
        concept, label=show_mathematics(concept.label), surfaces=tuple(map(show_mathematics, concept.surfaces))
    )
