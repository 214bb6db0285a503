"""Tables as pictures: SVG by matplotlib, which the extra `papertrace[charts]` installs and only this module imports."""

from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any

from papertrace.errors import ExportError
from papertrace.files import replacing
from papertrace.model.text import excerpt, fit_for_xml
from papertrace.reports.tables import Row

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
        message = f"{path}: not written: matplotlib is not installed (pip install 'papertrace[charts]')"
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
