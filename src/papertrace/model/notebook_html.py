"""Papers and audits as HTML for notebooks: no style sheet, no script, every text escaped.

A notebook that is not trusted, or shown by a web service, keeps such HTML, but strips frames and scripts.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from papertrace.model.addresses import web_address
from papertrace.model.mathematics import show_mathematics
from papertrace.model.text import fit_for_xml, format_count

if TYPE_CHECKING:
    from papertrace.model.audit.verdict import AuditResult, Finding
    from papertrace.model.papers.paper import Paper

MAX_ROWS = 100
"""The number of rows of a table in a notebook."""

_MAX_TITLE = 300  # characters
_MAX_NAMES = 8
_MAX_LINKS = 6
_QUIET = frozenset({"alive", "skipped"})


def render_paper(paper: "Paper") -> str:
    """Return a paper with its authors, links and concepts, and its abstract to unfold."""
    parts = [f"<p><strong>{_cut(paper.title)}</strong>"]
    parts += [f"<br>{line}" for line in (_names(paper), _facts(paper), ", ".join(_links(paper))) if line]
    parts.append("</p>")
    if paper.concepts:
        parts.append(f"<p>{', '.join(_prose(concept.label) for concept in paper.concepts)}</p>")
    if paper.claim.sentence:
        parts.append(f"<p>Code {_text(str(paper.claim.state))}: <q>{_prose(paper.claim.sentence)}</q></p>")
    if paper.abstract:
        parts.append(f"<details><summary>Abstract</summary><p>{_prose(paper.abstract)}</p></details>")
    return f"<div>{''.join(parts)}</div>"


def render_papers(papers: "Sequence[Paper]") -> str:
    """Return a table of papers, the first hundred of them."""
    rows = (
        (_cut(paper.title), _names(paper), _facts(paper), _text(str(paper.claim.state)), ", ".join(_links(paper)))
        for paper in papers[:MAX_ROWS]
    )
    return _table(("title", "authors", "published", "code", "links"), rows, len(papers), "paper")


def render_audit(result: "AuditResult") -> str:
    """Return the counts of an audit, and a table of the links that do not simply work, the first hundred of them."""
    counts = ", ".join(f"{n:,} {_text(outcome)}" for outcome, n in result.counts.items() if n)
    n_failing = sum(map(result.fails, result.findings))
    head = f"{format_count(len(result.findings), 'link')}{': ' if counts else ''}{counts}; {n_failing:,} failing"
    shown = [one for one in result.findings if result.fails(one) or str(one.verdict.outcome) not in _QUIET]
    shown.sort(key=lambda one: not result.fails(one))
    table = _table(("outcome", "link", "reason", "in"), map(_row, shown[:MAX_ROWS]), len(shown), "link")
    return f"<div><p>{head}</p>{table if shown else ''}</div>"


def _row(finding: "Finding") -> tuple[str, ...]:
    verdict = finding.verdict
    papers = dict.fromkeys(_cut(one.title) for one in finding.occurrences)
    more = f" and {len(papers) - 3:,} more" if len(papers) > 3 else ""  # noqa: PLR2004 - as many as shown
    return (
        _text(str(verdict.outcome)),
        _link(verdict.link.url, verdict.link.url),
        _text(verdict.reason),
        "; ".join(list(papers)[:3]) + more,
    )


def _table(names: Iterable[str], rows: Iterable[Iterable[str]], n_rows: int, noun: str) -> str:
    head = "".join(f"<th>{name}</th>" for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    rest = f"<p>{MAX_ROWS} of {format_count(n_rows, noun)}</p>" if n_rows > MAX_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"


def _names(paper: "Paper") -> str:
    """Return the authors; `and others` for those that the listing counts and does not name."""
    named = [_text(author) for author in paper.authors[:_MAX_NAMES]]
    n_rest = max(paper.n_authors or 0, len(paper.authors)) - len(named)
    if not named:
        return ""
    return ", ".join(named) + (f" and {n_rest:,} more" if n_rest else "")


def _facts(paper: "Paper") -> str:
    cited = "" if paper.n_citations is None else f"cited {paper.n_citations:,} times"
    return " · ".join(filter(None, (str(paper.year or ""), _text(paper.venue or ""), cited)))


def _links(paper: "Paper") -> Iterator[str]:
    known = dict.fromkeys((*(link.url for link in paper.links), *paper.identifiers.addresses()))
    for url in list(known)[:_MAX_LINKS]:
        yield _link(url, url)


def _link(url: str, text: str) -> str:
    """Return a link that opens a page of its own, or the text alone if the URL is not one to follow."""
    if web_address(url) is None:
        return _text(text)
    return f'<a href="{escape(url)}" rel="noopener noreferrer" target="_blank">{_text(text)}</a>'


def _cut(text: str) -> str:
    line = " ".join(show_mathematics(text).split())
    return _text(line if len(line) <= _MAX_TITLE else line[:_MAX_TITLE] + "…")


def _prose(text: str) -> str:
    """Return a text with its formulas in plain characters."""
    return _text(show_mathematics(text))


def _text(text: str) -> str:
    """Return a text that cannot change the direction of what surrounds it."""
    return f"<bdi>{escape(fit_for_xml(text))}</bdi>" if text else ""
