"""Sentences that recur from abstract to abstract: they are counted, then blanked, for concepts and for the graph."""

from collections.abc import Iterable

from papertrace.extract.text.sentences import split_sentences
from papertrace.resolve.boilerplate import Boilerplate


def store(chunk: bytes, _: None) -> bytes:
    """Return a chunk, to keep it."""
    return chunk


def count_sentences(abstracts: Iterable[str]) -> Boilerplate:
    """Return the sentences of abstracts, to find those that recur."""
    boilerplate = Boilerplate()
    for abstract in abstracts:
        boilerplate.add(abstract, split_sentences(abstract))
    return boilerplate


def blank_recurring(abstract: str, boilerplate: Boilerplate) -> str:
    """Return an abstract with blanks instead of the sentences that recur."""
    if not boilerplate.may_recur(abstract):
        return abstract
    return boilerplate.blank(abstract, split_sentences(abstract))
