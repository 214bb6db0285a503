"""Papers as a caller of the library gives them; anything else is refused in words that say how to read papers."""

from collections.abc import Iterable

from papertrace.model import Paper


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
