"""What can be counted of papers, as tables: a list of rows, which are dictionaries of plain values with the same keys.

Formulas are those that bibliometrix publishes (Aria and Cuccurullo 2017, "bibliometrix: An R-tool for comprehensive
science mapping analysis", Journal of Informetrics 11, 959-975, and the sources of its functions), so that figures of
both can be compared; where the day of a run would decide one, the last year of the papers does.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from statistics import fmean, linear_regression, median
from types import MappingProxyType

from papertrace.errors import check_choice
from papertrace.graph.history import find_bursts, find_main_path
from papertrace.graph.layers import find_citations, resolve_references
from papertrace.graph.things import SINGULAR, THINGS, collect_things, read_cited_works
from papertrace.model import Paper

Row = dict[str, str | int | float | None]
_WINDOW = 5  # years of the median of RPYS
_FIRST_YEAR = 1700


def summarise_listing(papers: Sequence[Paper]) -> list[Row]:
    """Return the main figures as rows of `fact` and `value`, those that are not known as None.

    The annual growth is (papers of the last year / papers of the first)^(1/(last - first)) - 1, in percent. A paper is
    of international authors if these work in two countries or more; the share is of the papers with a country.

    >>> papers = [Paper(id=one, title=one, abstract="", entries=(), n_citations=3) for one in "ab"]
    >>> [row["value"] for row in summarise_listing(papers) if row["fact"] == "citations per paper"]
    [3.0]
    """
    years = sorted(paper.year for paper in papers if paper.year is not None)
    cited = [paper.n_citations for paper in papers if paper.n_citations is not None]
    n_authors = [paper.n_authors or len(paper.authors) for paper in papers if paper.authors or paper.n_authors]
    countries = [len(paper.countries) for paper in papers if paper.countries]
    beta, constant, fit = fit_lotka(papers)
    facts: dict[str, int | float | None] = {
        "papers": len(papers),
        "first year": years[0] if years else None,
        "last year": years[-1] if years else None,
        "annual growth (%)": _annual_growth(years),
        "mean age (years)": _mean([years[-1] - year for year in years]) if years else None,
        **{name.replace("_", " "): len(collect_things(papers, name)) for name in THINGS},
        "authors per paper": _mean(n_authors),
        "papers of one author": n_authors.count(1),
        "papers of international authors (%)": _mean([100 * (n > 1) for n in countries]),
        "citations": sum(cited) if cited else None,
        "citations per paper": _mean(cited),
        "references": sum(len(paper.references) for paper in papers),
        "h-index of the list": _h_index(cited) if cited else None,
        "Lotka's beta": beta,
        "Lotka's constant": constant,
        "Lotka's R²": fit,
    }
    return [{"fact": fact, "value": value} for fact, value in facts.items()]


def count_years(papers: Sequence[Paper]) -> list[Row]:
    """Return papers and citations of each year from the first to the last, and the growth since the year before.

    >>> papers = [Paper(id=one, title=one, abstract="", entries=(), date=f"202{one}") for one in "01"]
    >>> [(row["year"], row["papers"], row["cumulative"]) for row in count_years(papers)]
    [(2020, 1, 1), (2021, 1, 2)]
    """
    dated = [(paper.year, paper) for paper in papers if paper.year is not None]
    rows: list[Row] = []
    total = before = 0
    for year in range(min((y for y, _ in dated), default=0), max((y for y, _ in dated), default=-1) + 1):
        own = [paper for of, paper in dated if of == year]
        cited = [paper.n_citations for paper in own if paper.n_citations is not None]
        total += len(own)
        rows.append(
            {
                "year": year,
                "papers": len(own),
                "cumulative": total,
                "growth_percent": round(100 * (len(own) / before - 1), 2) if before else None,
                "citations": sum(cited) if cited else None,
                "citations_per_paper": _mean(cited),
            }
        )
        before = len(own)
    return rows


def rank_things(papers: Sequence[Paper], of: str) -> list[Row]:
    """Return authors, institutions, countries, venues or other things of `THINGS`, those of the most papers first.

    Columns are the name, `papers`, `citations` of the papers, `h_index` (Hirsch 2005), `g_index` (Egghe 2006),
    `m_index` (h by the years from the first paper to the last year of the list), `first_year` and `last_year`. The
    citations of works and authors that papers cite are those of the citing papers, and `papers` how many these are.
    """
    check_choice("of", of, THINGS)
    last = max((paper.year for paper in papers if paper.year is not None), default=None)
    things = collect_things(papers, of)
    rows = [(measure([papers[number] for number in thing.holders], last), thing) for thing in things]
    rows.sort(key=lambda one: (-int(one[0]["papers"] or 0), -int(one[0]["citations"] or 0), one[1].key))
    return [{SINGULAR[of]: thing.label, **row} for row, thing in rows]


def measure(papers: Sequence[Paper], last_year: int | None) -> Row:
    """Return the number of papers, their citations, h-, g- and m-index, and their first and last year."""
    cited = [paper.n_citations for paper in papers if paper.n_citations is not None]
    years = [paper.year for paper in papers if paper.year is not None]
    h_index = _h_index(cited)
    span = last_year - min(years) + 1 if years and last_year is not None else 0
    return {
        "papers": len(papers),
        "citations": sum(cited) if cited else None,
        "h_index": h_index if cited else None,
        "g_index": _g_index(cited) if cited else None,
        "m_index": round(h_index / span, 4) if cited and span else None,
        "first_year": min(years, default=None),
        "last_year": max(years, default=None),
    }


def count_reference_years(papers: Sequence[Paper]) -> list[Row]:
    """Return the references by year of publication (RPYS: Marx, Bornmann, Barth and Leydesdorff 2014).

    `deviation` is from the median of the year and the four before, as in bibliometrix. A year is a peak if its
    deviation is above zero and above those of the years before and after; `most_cited` is then the work of that year
    that the most papers cite. References to works before 1700, or that are more than a year younger than the paper,
    are misprints or dates of plans.

    >>> cited = (("doi:10.5555/1", "Tides (1971)"),)
    >>> paper = Paper(id="a", title="Ice", abstract="", entries=(), references=("doi:10.5555/1",), cited=cited)
    >>> count_reference_years([paper])[0]["most_cited"]
    'Tides (1971)'
    """
    works = [
        work
        for paper, cited in zip(papers, read_cited_works(papers), strict=True)
        for work in cited
        if work.year is not None and _FIRST_YEAR <= work.year <= (paper.year or work.year) + 1
    ]
    counts = Counter(work.year for work in works if work.year is not None)
    if not counts:
        return []
    years = range(min(counts), max(counts) + 1)
    deviations = [counts[year] - median(counts[year - back] for back in range(_WINDOW)) for year in years]
    by_year: dict[int | None, Counter[str]] = {}
    for work in works:
        by_year.setdefault(work.year, Counter())[work.label] += 1
    rows: list[Row] = []
    for year, before, deviation, after in zip(years, [0, *deviations], deviations, [*deviations[1:], 0], strict=False):
        is_peak = deviation > max(0, before, after)
        most = max(by_year[year].items(), key=lambda one: (one[1], one[0])) if is_peak else ("", 0)
        rows.append(
            {
                "year": year,
                "references": counts[year],
                "deviation": deviation,
                "peak": "yes" if is_peak else "no",
                "most_cited": most[0],
                "cited_by": most[1] or None,
            }
        )
    return rows


def count_productivity(papers: Sequence[Paper]) -> list[Row]:
    """Return how many authors have one paper, two and so on, and the share that Lotka's law (1926) expects.

    >>> papers = [Paper(id=one, title=one, abstract="", entries=(), authors=("Ada Ito",)) for one in "ab"]
    >>> count_productivity(papers)
    [{'papers': 2, 'authors': 1, 'share': 1.0, 'expected_share': None}]
    """
    n_papers = Counter(len(author.holders) for author in collect_things(papers, "authors"))
    beta, constant, _ = fit_lotka(papers)
    return [
        {
            "papers": n,
            "authors": n_papers[n],
            "share": round(n_papers[n] / n_papers.total(), 6),
            "expected_share": None if beta is None or constant is None else round(constant / n**beta, 6),
        }
        for n in sorted(n_papers)
    ]


def fit_lotka(papers: Sequence[Paper]) -> tuple[float | None, float | None, float | None]:
    """Return beta, the constant and R² of Lotka's law: share of authors with n papers = constant / n^beta.

    They are of a line through the logarithms by least squares; None where authors have fewer than two numbers of
    papers.
    """
    counts = Counter(len(author.holders) for author in collect_things(papers, "authors"))
    if len(counts) < 2:  # noqa: PLR2004 - points of a line
        return None, None, None
    x = [math.log10(n) for n in sorted(counts)]
    y = [math.log10(counts[n] / counts.total()) for n in sorted(counts)]
    slope, intercept = linear_regression(x, y)
    middle = fmean(y)
    residual = math.fsum((b - intercept - slope * a) ** 2 for a, b in zip(x, y, strict=True))
    spread = math.fsum((b - middle) ** 2 for b in y)
    return round(abs(slope), 4), round(10**intercept, 4), round(1 - residual / spread, 4) if spread else None


def find_core_venues(papers: Sequence[Paper]) -> list[Row]:
    """Return venues by falling number of papers, in the three zones of Bradford's law (1934).

    Zone 1, the core, ends with the venue by which 33 % of the papers are reached, zone 2 with that of 67 %.

    >>> papers = [Paper(id=one, title=one, abstract="", entries=(), venue=one.upper()[:1]) for one in ("a1", "a2", "b")]
    >>> [(row["venue"], row["zone"]) for row in find_core_venues(papers)]
    [('A', 1), ('B', 2)]
    """
    ranked = sorted(collect_things(papers, "venues"), key=lambda one: (-len(one.holders), one.key))
    n_papers = sum(len(one.holders) for one in ranked)
    rows: list[Row] = []
    total = 0
    for rank, venue in enumerate(ranked, start=1):
        zone = 1 if total < 0.33 * n_papers else 2 if total < 0.67 * n_papers else 3
        total += len(venue.holders)
        rows.append(
            {"rank": rank, "venue": venue.label, "papers": len(venue.holders), "cumulative": total, "zone": zone}
        )
    return rows


def list_bursts(papers: Sequence[Paper]) -> list[Row]:
    """Return the years in which works were cited more often than their share (Kleinberg 2003), the strongest first.

    >>> list_bursts([Paper(id="a", title="Ice", abstract="", entries=())])
    []
    """
    labels: dict[str, str] = {}
    citations: list[tuple[str, int]] = []
    for paper, works in zip(papers, read_cited_works(papers), strict=True):
        labels.update((work.key, work.label) for work in works)
        citations += [(work.key, paper.year) for work in works if paper.year is not None]
    found = sorted(find_bursts(citations), key=lambda burst: (-burst.weight, burst))
    return [
        {"work": labels[one.work], "first_year": one.first, "last_year": one.last, "strength": one.weight}
        for one in found
    ]


def list_main_path(papers: Sequence[Paper]) -> list[Row]:
    """Return the main path through the citations among the papers from the earliest paper (Batagelj 2003).

    `paths` is the number of search paths through the citation by the next paper.

    >>> a = Paper(id="a", title="Ice", abstract="", entries=())
    >>> b = Paper(id="b", title="Ink", abstract="", entries=(), references=("a",))
    >>> [row["title"] for row in list_main_path([b, a])]
    ['Ice', 'Ink']
    """
    citations = find_citations(papers, resolve_references(papers))
    path = find_main_path((edge.source, edge.target) for edge in citations)
    by_id = {paper.id: paper for paper in papers}
    return [
        {"position": n, "title": by_id[work].title, "year": by_id[work].year, "id": work, "paths": count}
        for n, (work, count) in enumerate(zip_longest(path.works, path.counts), start=1)
    ]


def _ranking(of: str) -> Callable[[Sequence[Paper]], list[Row]]:
    return lambda papers: rank_things(papers, of)


TABLES: Mapping[str, Callable[[Sequence[Paper]], list[Row]]] = MappingProxyType(
    {
        "overview": summarise_listing,
        "years": count_years,
        **{name: _ranking(name) for name in THINGS},
        "reference_years": count_reference_years,
        "productivity": count_productivity,
        "core_venues": find_core_venues,
        "bursts": list_bursts,
        "main_path": list_main_path,
    }
)
"""Every table, in the order in which they are written, and the function that makes it."""


def _annual_growth(years: Sequence[int]) -> float | None:
    if not years or years[0] == years[-1]:
        return None
    ratio = years.count(years[-1]) / years.count(years[0])
    return round(100 * (math.pow(ratio, 1 / (years[-1] - years[0])) - 1), 2)


def _h_index(citations: Iterable[int]) -> int:
    """Return the largest h such that h papers are cited h times or more (Hirsch 2005)."""
    return sum(n >= rank for rank, n in enumerate(sorted(citations, reverse=True), start=1))


def _g_index(citations: Sequence[int]) -> int:
    """Return the largest g, at most the number of papers, whose best g papers are cited g² times (Egghe 2006)."""
    total = best = 0
    for rank, n in enumerate(sorted(citations, reverse=True), start=1):
        total += n
        best = rank if total >= rank**2 else best
    return best


def _mean(values: Sequence[float]) -> float | None:
    return round(fmean(values), 2) if values else None
