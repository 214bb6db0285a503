"""Sentences that recur from abstract to abstract: they are counted, then blanked, for concepts and for the graph."""

from collections.abc import Iterable

from papertrace.extract.text.notices import find_notices, may_have_notice
from papertrace.extract.text.sentences import split_sentences
from papertrace.resolve.boilerplate import Boilerplate


def count_sentences(abstracts: Iterable[str]) -> Boilerplate:
    """Return the sentences of abstracts, to find those that recur."""
    boilerplate = Boilerplate()
    for abstract in abstracts:
        boilerplate.add(abstract, split_sentences(abstract))
    return boilerplate


def blank_recurring(abstract: str, boilerplate: Boilerplate) -> str:
    """Return an abstract with blanks instead of the sentences that recur, and of notices of copyright."""
    may_recur, has_notice = boilerplate.may_recur(abstract), may_have_notice(abstract)
    if not may_recur and not has_notice:
        return abstract
    sentences = split_sentences(abstract)
    shown = boilerplate.blank(abstract, sentences) if may_recur else abstract
    for start, end in find_notices(abstract, sentences) if has_notice else ():
        shown = shown[:start] + "¦".center(end - start) + shown[end:]
    return shown
