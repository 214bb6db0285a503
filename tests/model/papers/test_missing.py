"""Works that a list lacks."""

from papertrace.listings.keyed import bibtex
from papertrace.model import Entry, Identifiers, Paper
from papertrace.model.papers.facts import CitingWork, MissingWork
from papertrace.model.papers.paper import rank_missing
from papertrace.reports.enrichment import generate_missing_bibtex, generate_missing_table


def paper(name: str, *references: str, cited: tuple[tuple[str, str], ...] = ()) -> Paper:
    return Paper(id=name, title=name, abstract="", entries=(), references=references, cited=cited)


def test_a_list_without_references_lacks_nothing() -> None:
    assert rank_missing([paper("a"), paper("b")]) == []


def test_the_most_cited_works_come_first_with_the_reason() -> None:
    titles = (("doi:10.5555/x", "The Classic (1999)"),)
    papers = [
        paper("a", "doi:10.5555/y", "doi:10.5555/x", "doi:10.5555/once", cited=titles),
        paper("b", "DOI:10.5555/X", "doi:10.5555/y"),
        paper("c", "doi:10.5555/x", "a"),
        paper("d", "a"),
    ]

    found = rank_missing(papers)

    assert [(work.name, work.title, work.reason) for work in found] == [
        ("doi:10.5555/x", "The Classic (1999)", "cited by 3 of 4"),
        ("doi:10.5555/y", "", "cited by 2 of 4"),
    ]
    assert len(rank_missing(papers, n_most=1)) == 1


def test_authors_and_all_citations_of_a_work_are_told_where_they_are_known() -> None:
    first = (("doi:10.5555/y", "Saar, T. (1999)"),)
    own = Paper(id="c", title="c", abstract="", entries=(), references=("doi:10.5555/y",), cited_authors=first)
    known = CitingWork(names=("doi:10.5555/x",), title="X", year=1999, authors=("Ada Ito", "Bo Roe"), n_citations=1400)

    found = rank_missing(
        [paper("a", "doi:10.5555/x", "doi:10.5555/y"), paper("b", "doi:10.5555/x"), own], citing=[known]
    )

    assert [(one.title, one.authors, one.n_citations) for one in found] == [
        ("X (1999)", ("Ada Ito", "Bo Roe"), 1400),
        ("", ("Saar, T.",), None),
    ]
    line = "X (1999)\tcited by 2 of 3, 1,400 citations in all\tdoi:10.5555/x\tAda Ito; Bo Roe\n"
    assert next(iter(generate_missing_table(found))) == line
    assert "  author = {Ada Ito and Bo Roe},\n  year = {1999},\n" in next(iter(generate_missing_bibtex(found)))


def test_a_work_of_the_list_by_any_of_its_names_is_not_missing() -> None:
    own = Paper(id="z", title="z", abstract="", entries=(), identifiers=Identifiers(doi="10.5555/z", openalex="W9"))

    assert rank_missing([own, paper("a", "openalex:W9", "doi:10.5555/z"), paper("b", "openalex:W9")]) == []


def test_the_bibliography_is_a_listing_that_can_be_added() -> None:
    works = [
        MissingWork(name="doi:10.5555/x", title="The {Classic} of \\it all (1999)", n_citing=3, n_papers=4),
        MissingWork(name="arxiv:2001.00001", title="A preprint of it (2020)", n_citing=2, n_papers=4),
        MissingWork(name="openalex:W7", title="", n_citing=2, n_papers=4),
    ]
    lines = "".join(generate_missing_bibtex(works)).splitlines(keepends=True)

    entries = [entry for entry in bibtex.parse(lines, "missing.bib") if isinstance(entry, Entry)]

    assert [(entry.identifiers.doi, entry.identifiers.arxiv) for entry in entries] == [
        ("10.5555/x", None),
        (None, "2001.00001"),
        (None, None),
    ]


def test_a_hostile_title_stays_on_its_line() -> None:
    work = MissingWork(name="doi:10.5555/x", title="a\tb\n\x1b[31mc", authors=("d\te\n",), n_citing=2, n_papers=4)

    (line,) = generate_missing_table([work])

    assert line.count("\t") == 3
    assert line.count("\n") == 1
    assert "\x1b" not in line


def test_a_work_counts_each_paper_once_under_whatever_names_they_cite_it() -> None:
    papers = [
        paper("a", "doi:10.5555/x", "arxiv:2001.00001"),
        paper("b", "arxiv:2001.00001"),
        paper("c", "openalex:W1"),
        paper("d"),
    ]
    names = ("doi:10.5555/x", "arxiv:2001.00001", "openalex:W1")

    (work,) = rank_missing(papers, citing=[CitingWork(names=names, title="X", year=None, cites=("d", "d", "a"))])

    assert (work.name, work.n_citing, work.n_cited) == ("doi:10.5555/x", 3, 2)


def test_works_that_cite_the_papers_are_ranked_among_those_that_are_cited() -> None:
    papers = [paper("a", "doi:10.5555/x", "doi:10.5555/once"), paper("b", "doi:10.5555/x"), paper("c")]
    citing = [
        CitingWork(names=("doi:10.5555/survey", "openalex:W1"), title="A Survey", year=2020, cites=("a", "b", "c")),
        CitingWork(names=("openalex:W2", "doi:10.5555/once"), title="Both", year=None, cites=("b",)),
        CitingWork(names=("doi:10.5555/note",), title="A Note", year=2021, cites=("a",)),
    ]

    found = rank_missing(papers, citing=citing)

    assert [(work.name, work.title, work.reason) for work in found] == [
        ("doi:10.5555/survey", "A Survey (2020)", "cites 3 of 3"),
        ("doi:10.5555/once", "Both", "cited by 1 of 3, cites 1"),
        ("doi:10.5555/x", "", "cited by 2 of 3"),
    ]


def test_a_citing_work_of_the_list_is_not_missing() -> None:
    own = Paper(id="z", title="z", abstract="", entries=(), identifiers=Identifiers(doi="10.5555/z", openalex="W9"))
    citing = [CitingWork(names=("openalex:W9",), title="Z", year=2020, cites=("a", "b"))]

    assert rank_missing([own, paper("a"), paper("b")], citing=citing) == []


def test_a_title_that_is_a_formula_is_a_text_of_the_table() -> None:
    work = MissingWork(name="doi:10.5555/x", title='=HYPERLINK("https://example.org")', n_citing=2, n_papers=4)

    (line,) = generate_missing_table([work])

    assert line.startswith("'=HYPERLINK")


def test_the_bibliography_of_a_work_has_its_address_or_nothing() -> None:
    works = [
        MissingWork(name=name, title="Tides (1999)", n_citing=3, n_papers=9) for name in ("openalex:W1", "work:tides")
    ]

    first, second = generate_missing_bibtex(works)

    assert "  url = {https://openalex.org/W1},\n" in first
    assert second == "@misc{missing2,\n  title = {Tides},\n  year = {1999},\n  note = {cited by 3 of 9}\n}\n"
