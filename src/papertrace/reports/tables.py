"""Tables of rows as CSV, Markdown, LaTeX (booktabs) and HTML.

A row is a mapping of columns to plain values; all rows of a table have the same columns.
"""

import csv
import html
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any

from papertrace.errors import ExportError, SettingsError, name_extra
from papertrace.files import replacing
from papertrace.model import AuditResult, ClaimState, Finding, Occurrence, Outcome
from papertrace.model.text import excerpt, fit_for_xml, printable
from papertrace.reports.programs import defuse

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

GROUPS = ("paper", "year", "venue")
_WORKS = (Outcome.ALIVE, Outcome.MOVED)
_PLAIN = {"", "txt", "markdown"}
_SUFFIXES = {"markdown": "md", "csv": "csv", "html": "html", "text": "md"}


# A paper is in it if it links something, or says something of its code; of papers without either an audit knows
# nothing.
def find_form(form: str, output: Path | None) -> str:
    """Return the form of the table: that of the suffix of its file, else that of `--format`, Markdown for text.

    Raises
    ------
    SettingsError
        If the table has no such form.
    """
    suffix = output.suffix[1:].lower() if output else ""
    if form == "text" and suffix in FORMS:
        return suffix
    if form == "text" and suffix not in _PLAIN:
        message = f"{output}: --by writes no .{suffix}; name a file that ends in .md, .csv, .html or .tex"
        raise SettingsError(message)
    if form not in _SUFFIXES:
        message = f"--by writes markdown, csv, html, and LaTeX to a file that ends in .tex, but not {form}"
        raise SettingsError(message)
    return _SUFFIXES[form]


def generate_table(result: AuditResult, by: str, form: str) -> Iterator[str]:
    """Yield the table of an audit by paper, year or venue in a form of `FORMS`."""
    rows = tabulate_papers(result)
    yield format_table(rows if by == "paper" else count_shares(rows, by), form, f"code of papers by {by}")


def tabulate_papers(result: AuditResult) -> list[Row]:
    """Return a row for each paper in reading order: what it claims, its links to code, what these lead to.

    `outcome` is the best one of the links to code, else to anything; `state` and `last_active` are those of the
    repository, the latter where its host says it, `reason` what was seen.
    """
    found: dict[str, list[Finding]] = {}
    where: dict[str, Occurrence] = {}
    claims = {one.occurrence.id: one for one in result.code_claims}
    for one in result.code_claims:
        where[one.occurrence.id] = one.occurrence
    for finding in result.findings:
        for occurrence in finding.occurrences:
            if occurrence.id:
                where.setdefault(occurrence.id, occurrence)
                found.setdefault(occurrence.id, []).append(finding)
    rows: list[Row] = []
    for key, occurrence in sorted(where.items(), key=lambda item: (item[1].source, item[1].line, item[0])):
        claimed = claims.get(key)
        code = claimed.findings if claimed else ()
        links = found.get(key, [])
        # Of several that are as good, the one that was active last, whatever their order.
        named = sorted(code or links, key=lambda one: one.verdict.link.url)
        recent = sorted(named, key=lambda one: one.verdict.last_active or "", reverse=True)
        best = min(recent, key=_rank, default=None)
        state = best.verdict.repository_state if best else None
        rows.append(
            {
                "title": occurrence.title,
                "year": occurrence.year,
                "venue": occurrence.venue,
                "claim": str(claimed.claim.state if claimed else ClaimState.NONE),
                "code": " ".join(dict.fromkeys(one.verdict.link.url for one in code)),
                "outcome": str(best.verdict.outcome) if best else "",
                "state": str(state) if state else "",
                "last_active": (best.verdict.last_active or "") if best else "",
                "reason": best.verdict.reason if best else "",
                "links": len(links),
                "dead_links": sum(one.verdict.outcome is Outcome.DEAD for one in links),
                "paper": key,
                "place": f"{occurrence.source}:{occurrence.line}",
            }
        )
    return rows


def count_shares(rows: Sequence[Row], by: str) -> list[Row]:
    """Return how many papers of each year or venue link code that works, is dead or undecided, or only claim it."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(str(row[by] or "unknown"), []).append(row)
    counted: list[Row] = []
    order = sorted(groups.items(), key=lambda one: (0 if by == "year" else -len(one[1]), one[0]))
    for name, some in order:
        linked = [row for row in some if row["code"]]
        works = sum(row["outcome"] in _WORKS for row in linked)
        dead = sum(row["outcome"] == Outcome.DEAD for row in linked)
        counted.append(
            {
                by: name,
                "papers": len(some),
                "code_linked": len(linked),
                "code_works": works,
                "code_dead": dead,
                "code_undecided": len(linked) - works - dead,
                "code_only_claimed": sum(row["claim"] in {"promised", "claimed"} and not row["code"] for row in some),
                "works_percent": round(100 * works / len(some), 1),
            }
        )
    return counted


def _rank(finding: Finding) -> int:
    """Return the rank of an outcome, the best first: one link that leads to the code is enough."""
    outcome = finding.verdict.outcome
    return _WORKS.index(outcome) if outcome in _WORKS else 9 if outcome is Outcome.DEAD else 5


_MAX_BARS = 20
_MAX_PEAKS = 6
_MAX_LABEL = 45
_INK, _SECOND = "#0072b2", "#d55e00"  # of the palette of Okabe and Ito
# No formula in a name is drawn as one, text stays text, and ids and dates are the same in every run.
_STYLE: dict[Any, Any] = {
    "text.parse_math": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "papertrace",
    "font.family": "sans-serif",
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def is_installed() -> bool:
    """Return whether the library that draws is there."""
    return find_spec("matplotlib") is not None


def write_chart(name: str, rows: Sequence[Row], path: Path) -> None:
    """Write the picture of a table in `CHARTS`; with one version of matplotlib the same rows give the same bytes.

    Raises
    ------
    ExportError
        If matplotlib is not installed, or the file cannot be written.
    """
    if not is_installed():
        message = f"{path}: not written: matplotlib is not installed ({name_extra('charts')})"
        raise ExportError(message)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(_STYLE), replacing(path) as temporary:
        figure = Figure(figsize=(8, 4.5), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(name.replace("_", " "))
        CHARTS[name](axes, rows)
        figure.savefig(temporary, format="svg", metadata={"Date": None, "Creator": "papertrace"})


def _column(rows: Sequence[Row], name: str) -> list[Any]:
    return [row[name] for row in rows]


def _draw_years(axes: Any, rows: Sequence[Row]) -> None:  # noqa: ANN401 - of matplotlib
    years = _column(rows, "year")
    axes.bar(years, _column(rows, "papers"), color=_INK)
    axes.set_ylabel("papers", color=_INK)
    axes.xaxis.get_major_locator().set_params(integer=True)
    if any(_column(rows, "citations")):
        other = axes.twinx()
        means = [float("nan") if one is None else one for one in _column(rows, "citations_per_paper")]
        other.plot(years, means, color=_SECOND, marker="o")
        other.set_ylabel("citations per paper", color=_SECOND)


def _draw_ranking(axes: Any, rows: Sequence[Row]) -> None:  # noqa: ANN401
    shown = rows[:_MAX_BARS][::-1]
    name = next(iter(shown[0]))
    labels = [excerpt(fit_for_xml(str(row[name])), _MAX_LABEL) for row in shown]
    axes.barh(range(len(shown)), _column(shown, "papers"), color=_INK)
    axes.set_yticks(range(len(shown)), labels)
    axes.set_xlabel("papers")
    axes.figure.set_figheight(1.2 + 0.28 * len(shown))


def _draw_reference_years(axes: Any, rows: Sequence[Row]) -> None:  # noqa: ANN401
    years = _column(rows, "year")
    axes.fill_between(years, _column(rows, "references"), color=_INK, alpha=0.35, label="references")
    axes.plot(years, _column(rows, "deviation"), color=_SECOND, label="deviation from the median of five years")
    peaks = sorted((row for row in rows if row["peak"] == "yes"), key=lambda row: -float(row["deviation"] or 0))
    for row in peaks[:_MAX_PEAKS]:
        axes.annotate(str(row["year"]), (row["year"], row["references"]), ha="center", va="bottom")
    axes.set_xlabel("year of publication of the reference")
    axes.legend(frameon=False)


def _draw_productivity(axes: Any, rows: Sequence[Row]) -> None:  # noqa: ANN401
    papers = _column(rows, "papers")
    axes.loglog(papers, _column(rows, "share"), "o", color=_INK, label="share of authors")
    if all(one is not None for one in _column(rows, "expected_share")):
        axes.loglog(papers, _column(rows, "expected_share"), color=_SECOND, label="Lotka's law, fitted")
    axes.set_xlabel("papers of an author")
    axes.legend(frameon=False)


def _draw_core_venues(axes: Any, rows: Sequence[Row]) -> None:  # noqa: ANN401
    axes.semilogx(_column(rows, "rank"), _column(rows, "cumulative"), color=_INK)
    for zone in (1, 2):
        last = [row["rank"] for row in rows if row["zone"] == zone]
        if last:
            axes.axvline(last[-1], color=_SECOND, linestyle=":")
    axes.set_xlabel("venues by rank; lines end the first and the second zone of Bradford's law")
    axes.set_ylabel("papers, cumulative")


CHARTS: Mapping[str, Callable[[Any, Sequence[Row]], None]] = MappingProxyType(
    {
        "years": _draw_years,
        **dict.fromkeys(("authors", "institutions", "countries", "venues", "keywords", "concepts"), _draw_ranking),
        "reference_years": _draw_reference_years,
        "productivity": _draw_productivity,
        "core_venues": _draw_core_venues,
    }
)
"""The tables that have a picture, and the function that draws each."""
