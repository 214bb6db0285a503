"""What the steps of the pipeline share: the progress that they report, and what they refuse to be given."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from papertrace.model import AuditResult, Link, Paper

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress:
    """The step in progress and how much of it is done; `total` is None while it is not known.

    `note` is what was found so far, in a few words.
    """

    step: str
    done: int = 0
    total: int | None = None
    note: str = ""

    def __str__(self) -> str:
        """Return the progress as a phrase.

        >>> str(Progress("checking links", 1200, 5000)), str(Progress("reading", 1200)), str(Progress("linking"))
        ('checking links: 1,200 of 5,000', 'reading: 1,200', 'linking')
        """
        note = f" ({self.note})" if self.note else ""
        if self.total is not None:
            return f"{self.step}: {self.done:,} of {self.total:,}{note}"
        return f"{self.step}: {self.done:,}" if self.done else self.step


def show_counts(
    items: Iterable[T],
    on_progress: Callable[[Progress], None],
    step: str,
    *,
    total: int | None = None,
    each: int = 1,
) -> Iterator[T]:
    """Yield items, and show how many there were: each of them stands for `each` things, of `total` if that is known.

    >>> list(show_counts("ab", print, "packing", total=15, each=10))
    packing: 0 of 15
    packing: 10 of 15
    packing: 15 of 15
    ['a', 'b']
    """
    on_progress(Progress(step, 0, total))
    for n_items, item in enumerate(items, start=1):
        done = n_items * each
        on_progress(Progress(step, done if total is None else min(done, total), total))
        yield item


def ignore_progress(_: Progress) -> None:
    """Ignore progress: the default of callers that show none."""


def take_papers(given: object, taker: str) -> tuple[Paper, ...]:
    """Return the papers that a public function was given; `taker` is its name.

    >>> take_papers("papers.bib", "build_graph")
    Traceback (most recent call last):
        ...
    TypeError: build_graph takes papers, not 'papers.bib'; papertrace.extract_papers(['papers.bib']) reads them

    Raises TypeError if it is a path or anything else than papers.
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

    Raises TypeError if it is a path, papers, or anything else than links and addresses.
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

    Raises TypeError if it has no nodes and edges.
    """
    if not (hasattr(given, "nodes") and hasattr(given, "edges")):
        message = f"{taker} takes a graph, not a {type(given).__name__}; papertrace.build_graph(papers) makes one"
        raise TypeError(message)


def require_result(given: object, taker: str) -> None:
    """Check that a public function was given the result of an audit; `taker` is its name.

    Raises TypeError if it is anything else.
    """
    if not isinstance(given, AuditResult):
        message = f"{taker} takes the result of audit_links, not a {type(given).__name__}"
        raise TypeError(message)
