"""What a caller of the library gives: papers, links, a graph, a result; else an error names the call that makes one."""

from collections.abc import Iterable

from papertrace.extract.text.notices import find_notices, may_have_notice
from papertrace.extract.text.sentences import split_sentences
from papertrace.model import AuditResult, Link, Paper
from papertrace.resolve.boilerplate import Boilerplate


def take_papers(given: object, taker: str) -> tuple[Paper, ...]:
    """Return the papers that a public function was given; `taker` is its name.

    >>> take_papers("papers.bib", "build_graph")
    Traceback (most recent call last):
        ...
    TypeError: build_graph takes papers, not 'papers.bib'; papertrace.extract_papers(['papers.bib']) reads them

    Raises
    ------
    TypeError
        If it is a path or anything else than papers.
    """
    is_path = isinstance(given, str) or hasattr(given, "__fspath__")
    how = f"papertrace.extract_papers([{str(given)!r}])" if is_path else "papertrace.extract_papers"
    if is_path or not isinstance(given, Iterable):
        message = f"{taker} takes papers, not {given!r}; {how} reads them"
        raise TypeError(message)
    papers: list[Paper] = []
    for one in given:
        if not isinstance(one, Paper):
            message = (
                f"{taker} takes papers, not values of the type {type(one).__name__}; {how} reads them from listings"
            )
            raise TypeError(message)
        papers.append(one)
    return tuple(papers)


def take_links(given: object, taker: str) -> list[Link | str]:
    """Return the links and addresses that a public function was given; `taker` is its name.

    Raises
    ------
    TypeError
        If it is a path, papers, or anything else than links and addresses.
    """
    way_out = "papertrace.collect_links(['papers.bib']) reads them, and papers have their .links"
    if isinstance(given, str) or not isinstance(given, Iterable):
        message = f"{taker} takes several links, not {given!r}; {way_out}"
        raise TypeError(message)
    links: list[Link | str] = []
    for one in given:
        if not isinstance(one, Link | str):
            message = f"{taker} takes links, not values of the type {type(one).__name__}; {way_out}"
            raise TypeError(message)
        links.append(one)
    return links


def require_graph(given: object, taker: str) -> None:
    """Check that a public function was given a graph; `taker` is its name.

    Raises
    ------
    TypeError
        If it has no nodes and edges.
    """
    if not (hasattr(given, "nodes") and hasattr(given, "edges")):
        message = f"{taker} takes a graph, not a {type(given).__name__}; papertrace.build_graph(papers) makes one"
        raise TypeError(message)


def require_result(given: object, taker: str) -> None:
    """Check that a public function was given the result of an audit; `taker` is its name.

    Raises
    ------
    TypeError
        If it is anything else.
    """
    if not isinstance(given, AuditResult):
        message = f"{taker} takes the result of audit_links, not a {type(given).__name__}"
        raise TypeError(message)


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
