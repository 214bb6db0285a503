"""Tables, links and texts of papers and audits as HTML for notebooks: no style sheet, no script, all escaped.

A notebook that is not trusted, or shown by a web service, keeps such HTML, but strips frames and scripts.
"""

from collections.abc import Iterable
from html import escape

from papertrace.model.addresses import web_address
from papertrace.model.text import fit_for_xml, format_count

MAX_ROWS = 100
"""The number of rows of a table in a notebook."""

_MAX_TITLE = 300  # characters


def render_table(names: Iterable[str], rows: Iterable[Iterable[str]], n_rows: int, noun: str) -> str:
    """Return a table of some rows, with a word on how many of `n_rows` they are where it is cut."""
    head = "".join(f"<th>{name}</th>" for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    rest = f"<p>{MAX_ROWS} of {format_count(n_rows, noun)}</p>" if n_rows > MAX_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"


def render_link(url: str, text: str) -> str:
    """Return a link that opens a page of its own, or the text alone if the URL is not one to follow."""
    if web_address(url) is None:
        return render_text(text)
    return f'<a href="{escape(url)}" rel="noopener noreferrer" target="_blank">{render_text(text)}</a>'


def render_title(text: str) -> str:
    """Return a title on one line, cut after 300 characters."""
    from papertrace.model.mathematics import show_mathematics

    line = " ".join(show_mathematics(text).split())
    return render_text(line if len(line) <= _MAX_TITLE else line[:_MAX_TITLE] + "…")


def render_prose(text: str) -> str:
    """Return a text with its formulas in plain characters."""
    from papertrace.model.mathematics import show_mathematics

    return render_text(show_mathematics(text))


def render_text(text: str) -> str:
    """Return a text that cannot change the direction of what surrounds it."""
    return f"<bdi>{escape(fit_for_xml(text))}</bdi>" if text else ""
