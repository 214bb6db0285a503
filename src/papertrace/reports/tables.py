"""Tables of rows as CSV, Markdown, LaTeX (booktabs) and HTML.

A row is a mapping of columns to plain values; all rows of a table have the same columns.
"""

import csv
import html
import io
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from papertrace.model.text import fit_for_xml, printable
from papertrace.reports.forms.rows import defuse

Row = Mapping[str, str | int | float | None]

_MARKDOWN = str.maketrans({**{sign: f"\\{sign}" for sign in "\\`*_[]<>|#"}, "&": "&amp;"})
_LATEX = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
    }
)


def format_table(rows: Sequence[Row], form: str, title: str = "") -> str:
    r"""Return rows as text in one of `FORMS`; without rows there is only what stands around them.

    >>> print(format_table([{"venue": "Tools & Toys", "papers": 2}], "tex"))
    \begin{tabular}{lr}
    \toprule
    venue & papers \\
    \midrule
    Tools \& Toys & 2 \\
    \bottomrule
    \end{tabular}
    <BLANKLINE>
    """
    columns = list(rows[0]) if rows else []
    is_number = [all(isinstance(row[name], int | float | None) for row in rows) for name in columns]
    return FORMS[form](columns, [[row[name] for name in columns] for row in rows], is_number, title)


_Cells = Sequence[Sequence[str | int | float | None]]


def _csv(columns: Sequence[str], rows: _Cells, _numbers: Sequence[bool], _title: str) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([defuse(printable(one)) if isinstance(one, str) else one for one in row] for row in rows)
    return text.getvalue()


def _markdown(columns: Sequence[str], rows: _Cells, numbers: Sequence[bool], title: str) -> str:
    lines = [f"## {_words(title)}\n"] if title else []
    lines += [_line([_words(name) for name in columns]), _line(["---:" if one else "---" for one in numbers])]
    lines += [_line([_text(one).translate(_MARKDOWN) for one in row]) for row in rows]
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _latex(columns: Sequence[str], rows: _Cells, numbers: Sequence[bool], _title: str) -> str:
    lines = [
        f"\\begin{{tabular}}{{{''.join('r' if one else 'l' for one in numbers)}}}",
        "\\toprule",
        f"{' & '.join(_words(name).translate(_LATEX) for name in columns)} \\\\",
        "\\midrule",
        *(f"{' & '.join(_text(one).translate(_LATEX) for one in row)} \\\\" for row in rows),
        "\\bottomrule",
        "\\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def _html(columns: Sequence[str], rows: _Cells, _numbers: Sequence[bool], title: str) -> str:
    heading = html.escape(_words(title)) or "Table"
    head = "".join(f"<th>{html.escape(_words(name))}</th>" for name in columns)
    body = "\n".join(f"<tr>{''.join(f'<td>{_linked(_text(one))}</td>' for one in row)}</tr>" for row in rows)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{heading}</title>\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        "<style>body { font: 15px/1.5 system-ui, sans-serif; } td, th { padding: .2rem .6rem; text-align: left;"
        " vertical-align: top; border-bottom: 1px solid #ccc; }</style>\n"
        f"<h1>{heading}</h1>\n<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</html>\n"
    )


def _linked(text: str) -> str:
    shown = html.escape(text)
    if text.startswith(("https://", "http://")) and " " not in text:
        return f'<a rel="noopener noreferrer" href="{shown}">{shown}</a>'
    return shown


def _words(name: str) -> str:
    return name.replace("_", " ")


def _text(value: str | float | None) -> str:
    return "" if value is None else " ".join(fit_for_xml(printable(str(value))).split())


FORMS: Mapping[str, Callable[[Sequence[str], _Cells, Sequence[bool], str], str]] = MappingProxyType(
    {"csv": _csv, "md": _markdown, "tex": _latex, "html": _html}
)
"""The forms of a table, by the suffix of its file."""
