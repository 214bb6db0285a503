"""Tables of a bibliometric study: figures computed by hand, and by the published formulas on real exports."""

import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from tests.folders import CASES

import papertrace
from papertrace.errors import SettingsError
from papertrace.graph.tables import TABLES, Row
from papertrace.model import Paper

MakePaper = Callable[..., Paper]


@pytest.fixture(scope="module")
def study() -> list[Paper]:
    return list(papertrace.extract_papers([CASES / "studies" / "harbour.csv"]))


@pytest.fixture(scope="module", params=["mcda_scopus.bib", "mcda_wos.bib"])
def real(request: pytest.FixtureRequest, shared: Path) -> list[Paper]:
    path = shared / "data" / "exports" / str(request.param)
    if not path.is_file():
        pytest.skip(f"no real export at {path}")
    return list(papertrace.extract_papers([path]))


def facts_of(rows: list[Row]) -> dict[Any, Any]:
    return {row["fact"]: row["value"] for row in rows}


def test_no_papers_have_tables_without_rows_but_for_the_overview() -> None:
    tables = papertrace.describe_papers([])

    assert list(tables) == list(TABLES)
    assert [name for name, rows in tables.items() if rows] == ["overview"]
    assert facts_of(tables["overview"])["papers"] == 0


def test_papers_of_which_little_is_known_have_no_figures_of_it(make_paper: MakePaper) -> None:
    tables = papertrace.describe_papers([make_paper("a", authors=("Ada Ito",))])

    assert tables["authors"] == [
        {
            "author": "Ada Ito",
            "papers": 1,
            "citations": None,
            "h_index": None,
            "g_index": None,
            "m_index": None,
            "first_year": None,
            "last_year": None,
        }
    ]
    assert facts_of(tables["overview"])["annual growth (%)"] is None


# Citations 40, 25, 18, 6 and 1: four papers with four or more; the five together have 90, at least 5 x 5. The first
# paper is of 2014, the last year of the list is 2022: h / 9.
def test_the_indices_of_an_author_are_those_by_hand(study: list[Paper]) -> None:
    first = papertrace.rank_things(study, "authors")[0]

    assert first == {
        "author": "Ito A.",
        "papers": 5,
        "citations": 90,
        "h_index": 4,
        "g_index": 5,
        "m_index": round(4 / 9, 4),
        "first_year": 2014,
        "last_year": 2021,
    }


def test_things_of_the_most_papers_come_first(study: list[Paper]) -> None:
    assert [(row["country"], row["papers"]) for row in papertrace.rank_things(study, "countries")] == [
        ("NO", 6),
        ("KR", 4),
        ("NG", 4),
        ("DE", 3),
        ("ES", 2),
    ]


def test_years_without_papers_are_rows(make_paper: MakePaper) -> None:
    papers = [
        make_paper(key, date=date) for key, date in (("a", "2020"), ("b", "2020"), ("c", "2022"), ("d", "--05-19"))
    ]

    rows = papertrace.count_years(papers)

    assert [(row["year"], row["papers"], row["cumulative"], row["growth_percent"]) for row in rows] == [
        (2020, 2, 2, None),
        (2021, 0, 2, -100.0),
        (2022, 1, 3, None),
    ]
    # From two papers to one in two years: (1 / 2) ** (1 / 2) - 1.
    assert facts_of(papertrace.summarise_listing(papers))["annual growth (%)"] == -29.29


def test_references_by_year_deviate_from_the_median_of_five_years(study: list[Paper]) -> None:
    rows = {row["year"]: row for row in papertrace.count_reference_years(study)}

    # 1984: four papers cite the one work, four the other; the median of 8, 0, 0, 0, 0 is 0. 1989: 3.
    assert (rows[1984]["references"], rows[1984]["deviation"], rows[1984]["peak"]) == (8, 8, "yes")
    assert (rows[1971]["most_cited"], rows[1971]["cited_by"]) == ("Tides and walls of old harbours (1971)", 4)
    assert [year for year, row in rows.items() if row["peak"] == "yes"][:3] == [1971, 1984, 1989]
    # 2014 to 2018: 5, 4, 4, 2 and then 1 + 3; the median of 5, 4, 4, 2 and 4 is 4.
    assert (rows[2018]["references"], rows[2018]["deviation"]) == (4, 0)


def test_a_reference_to_what_is_yet_to_come_counts_for_no_year(make_paper: MakePaper) -> None:
    plan = "work:nations-2030-agendaforthesea"

    assert papertrace.count_reference_years([make_paper("a", date="2015", references=(plan,))]) == []


# Of 100 authors with one paper, 25 with two, 11 with three Lotka's law expects 1 / n ** 2.
def test_authors_who_follow_lotkas_law_have_a_beta_of_two(make_paper: MakePaper) -> None:
    papers = []
    for n, n_authors in ((1, 144), (2, 36), (3, 16), (4, 9)):
        for author in range(n_authors):
            papers += [
                make_paper(f"{n}-{author}-{k}", authors=(f"Author {n} {'abcdefghijkl'[author % 12]}{author}",))
                for k in range(n)
            ]

    facts = facts_of(papertrace.summarise_listing(papers))
    rows = papertrace.count_productivity(papers)

    assert (facts["Lotka's beta"], facts["Lotka's constant"], facts["Lotka's R²"]) == (2.0, round(144 / 205, 4), 1.0)
    assert [(row["papers"], row["authors"]) for row in rows] == [(1, 144), (2, 36), (3, 16), (4, 9)]
    assert all(row["share"] == pytest.approx(row["expected_share"], abs=1e-3) for row in rows)


def test_zones_end_where_a_third_of_the_papers_is_reached(study: list[Paper]) -> None:
    # 5, 4, 2 and 1 of twelve papers: the thirds end at 3.96 and 8.04.
    assert [(row["venue"], row["cumulative"], row["zone"]) for row in papertrace.find_core_venues(study)] == [
        ("Basin Studies", 5, 1),
        ("Coastal Letters", 9, 2),
        ("Notes on Instruments", 11, 3),
        ("Planning of Ports", 12, 3),
    ]


def test_the_main_path_names_its_papers_from_the_earliest(study: list[Paper]) -> None:
    rows = papertrace.list_main_path(study)

    assert [row["year"] for row in rows] == [2014, 2016, 2018, 2019, 2021, 2022]
    assert rows[-1]["paths"] is None


def test_a_burst_is_of_works_outside_of_the_list_too(make_paper: MakePaper) -> None:
    papers = []
    for year in range(2010, 2020):
        names = [f"doi:10.1000/{letter}" for letter in "acdefghij"]
        papers.append(make_paper(f"p{year}", date=str(year), references=tuple(names)))
    for year in (2012, 2013):
        papers += [make_paper(f"{year}-{k}", date=str(year), references=("doi:10.1000/b",)) for k in range(6)]

    (burst,) = papertrace.list_bursts(papers)

    assert (burst["work"], burst["first_year"], burst["last_year"]) == ("doi:10.1000/b", 2012, 2013)


def test_a_kind_of_things_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SettingsError, match="did you mean 'authors'"):
        papertrace.rank_things([], "author")
    with pytest.raises(SettingsError, match="did you mean 'years'"):
        papertrace.describe_papers([], ["year"])


def test_a_path_is_no_paper() -> None:
    with pytest.raises(TypeError, match="count_years takes papers"):
        papertrace.count_years("papers.bib")  # type: ignore[arg-type]


def test_the_same_rows_whatever_the_order_of_papers(study: list[Paper]) -> None:
    assert papertrace.describe_papers(study[::-1]) == papertrace.describe_papers(study)


def test_rows_are_a_data_frame(study: list[Paper]) -> None:
    frame = pd.DataFrame(papertrace.rank_things(study, "institutions"))

    assert frame["papers"].sum() == 19
    assert frame.set_index("institution").loc["Harbour Institute", "h_index"] == 5


# What pybibx 5.9.5 says of the same file: `aut_h` and `doc_aut` of authors with an h-index of 3 or more whose name has
# no letters beyond ASCII, and its table of main information.
PYBIBX = {
    "T.-Y. Chen": (21, 35),
    "A. Angelis": (6, 6),
    "Y. Chen": (4, 6),
    "F.A.F. Ferreira": (4, 5),
    "P. Kanavos": (4, 4),
    "T. Tervonen": (4, 4),
    "J.-C. Wang": (4, 5),
    "M. Cinelli": (3, 3),
    "K.W. Hipel": (3, 3),
    "K.W. Li": (3, 3),
    "D. Postmus": (3, 3),
    "P. Thokala": (3, 3),
    "G. Van Valkenhoef": (3, 3),
}


@pytest.mark.parametrize("real", ["mcda_scopus.bib"], indirect=True)
def test_figures_of_a_real_export_are_those_of_pybibx(real: list[Paper]) -> None:
    facts = facts_of(papertrace.describe_papers(real, ["overview"])["overview"])
    authors = {str(row["author"]): (row["h_index"], row["papers"]) for row in papertrace.rank_things(real, "authors")}

    assert {name: authors[name] for name in PYBIBX} == PYBIBX
    assert (facts["first year"], facts["last year"], facts["authors per paper"]) == (1984, 2022, 3.05)
    # pybibx takes one paper more for a copy of another, and spellings that differ by accents for different ones.
    assert facts["papers"] == pytest.approx(234, abs=1)
    for name, figure in {"authors": 585, "institutions": 327, "keywords": 671, "index keywords": 1731}.items():
        assert facts[name] == pytest.approx(figure, rel=0.025)


def test_figures_of_real_exports_are_those_of_the_published_formulas(real: list[Paper]) -> None:
    tables = papertrace.describe_papers(real)
    facts = facts_of(tables["overview"])
    authors, venues = tables["authors"], tables["core_venues"]

    # h and g of bibliometrix's Hindex: the last i of which i papers have i citations; the mean of the best i is i.
    for row in authors[:20]:
        own = sorted((p.n_citations or 0 for p in real if row["author"] in p.authors), reverse=True)
        if len(own) == row["papers"]:  # whose name is spelled in one way
            assert row["h_index"] == max((i for i in range(len(own) + 1) if sum(n >= i for n in own) >= i), default=0)
            means = [(i, sum(own[:i]) / i) for i in range(1, len(own) + 1)]
            assert row["g_index"] == max((i for i, mean in means if mean >= i), default=0)
    # Lotka: a line through log10 of frequency and number of papers, by the normal equations.
    counts = Counter(int(row["papers"] or 0) for row in authors)
    points = [(math.log10(n), math.log10(m / len(authors))) for n, m in counts.items()]
    sx, sy = (math.fsum(column) for column in zip(*points, strict=True))
    sxx, sxy = math.fsum(x * x for x, _ in points), math.fsum(x * y for x, y in points)
    slope = (len(points) * sxy - sx * sy) / (len(points) * sxx - sx * sx)
    assert facts["Lotka's beta"] == pytest.approx(-slope, abs=1e-4)
    assert facts["Lotka's constant"] == pytest.approx(10 ** ((sy - slope * sx) / len(points)), abs=1e-4)
    # Bradford: one more venue than those that stay below 33 and 67 percent.
    reached = [int(row["cumulative"] or 0) for row in venues]
    zones = Counter(row["zone"] for row in venues)
    assert zones[1] == sum(n < 0.33 * reached[-1] for n in reached) + 1
    assert zones[1] + zones[2] == sum(n < 0.67 * reached[-1] for n in reached) + 1
    # Growth: the compound annual rate from the first year to the last.
    years = tables["years"]
    ratio, span = int(years[-1]["papers"] or 0) / int(years[0]["papers"] or 1), len(years) - 1
    assert facts["annual growth (%)"] == pytest.approx(100 * (ratio ** (1 / span) - 1), abs=0.01)
    # The m-index: h by the years from the first paper to the last of the list, both included.
    last = max(paper.year for paper in real if paper.year is not None)
    for row in authors[:20]:
        if row["h_index"] is not None and row["first_year"] is not None:
            assert row["m_index"] == pytest.approx(int(row["h_index"]) / (last - int(row["first_year"]) + 1), abs=1e-4)
    # RPYS: the deviation from the median of the year and the four before, in which years without references count 0.
    spectrum = {int(row["year"] or 0): int(row["references"] or 0) for row in tables["reference_years"]}
    for row in tables["reference_years"]:
        year = int(row["year"] or 0)
        assert row["deviation"] == spectrum[year] - sorted(spectrum.get(year - back, 0) for back in range(5))[2]
    # Nearly every reference of both databases has a year.
    assert sum(int(row["references"] or 0) for row in tables["reference_years"]) > 0.97 * int(facts["references"])
