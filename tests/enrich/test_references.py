"""Reference lists of several services united."""

from dataclasses import replace

import pytest
from tests.case_tables import cases

from papertrace.enrich.objections import Subject
from papertrace.enrich.references import ReferenceUnion
from papertrace.enrich.resolution import Resolution
from papertrace.model.papers.facts import CitedWork, Work


def resolution(paper: str, title: str, *works: tuple[str, Work]) -> Resolution:
    subject = Subject(
        paper=paper,
        title=title,
        subtitle="",
        year=None,
        families=frozenset(),
        n_authors=None,
        names=(),
        has_code=False,
    )
    return Resolution(subject=subject, works=dict(works))


def cites(*names: str, title: str = "") -> CitedWork:
    return CitedWork(names=names, title=title)


FIRST = Work(names=("doi:10.5555/1", "openalex:W1"), title="The first of two papers here")


def test_a_work_that_services_name_differently_counts_once() -> None:
    papers = [
        resolution(
            "a",
            "The first of two papers here",
            ("openalex", replace(FIRST, references=(cites("openalex:W7"),))),
            ("crossref", replace(FIRST, references=(cites("doi:10.5555/7"),))),
            (
                "semantic-scholar",
                replace(FIRST, references=(cites("arxiv:2001.00007", "doi:10.5555/7", title="Seven"),)),
            ),
        )
    ]
    named = Work(names=("openalex:W7", "doi:10.5555/7"), title="Seven", year=2001)

    united = ReferenceUnion(papers, {("openalex", "openalex:W7"): (named,)}).unite(0)

    assert united.names == ("doi:10.5555/7",)
    assert united.titles == (("doi:10.5555/7", "Seven"),)


def test_a_preprint_and_its_article_count_once() -> None:
    both = cites("doi:10.5555/7", "arxiv:2001.00007")
    lists = (cites("arxiv:2001.00007"), cites("doi:10.5555/7"), both)

    united = ReferenceUnion([resolution("a", "x", ("semantic-scholar", replace(FIRST, references=lists)))], {}).unite(0)

    assert united.names == ("doi:10.5555/7",)


def test_a_paper_does_not_cite_itself() -> None:
    lists = (cites("doi:10.5555/1"), cites("openalex:W1"))

    united = ReferenceUnion([resolution("a", "x", ("openalex", replace(FIRST, references=lists)))], {}).unite(0)

    assert united.names == ()
    assert united.has_itself


def test_a_record_with_an_identifier_of_another_work_is_no_citation_of_it() -> None:
    second = Work(names=("doi:10.5555/2",), title="Sparse attention for proteins", references=())
    wrong = cites("doi:10.5555/2", "openalex:W8", title="Dense pooling of speech in rooms")
    papers = [
        resolution("a", "The first of two papers here", ("openalex", replace(FIRST, references=(wrong,)))),
        resolution("b", "Sparse attention for proteins", ("crossref", second)),
    ]

    assert ReferenceUnion(papers, {}).unite(0).names == ("openalex:W8",)


def test_a_cited_title_alone_is_that_of_the_one_paper_of_the_list_that_has_it() -> None:
    title = "Sparse attention for long protein sequences"
    papers = [
        resolution("a", "x", ("semantic-scholar", replace(FIRST, references=(cites(title=title),)))),
        resolution("b", title),
    ]

    assert ReferenceUnion(papers, {}).unite(0).names == ("b",)


LISTED = Work(
    names=("doi:10.5555/2",),
    title="Sparse attention for long protein sequences",
    year=2001,
    authors=("Ann Doe", "Bo Roe"),
    volume="12",
    first_page="345",
)


@pytest.mark.parametrize(
    "cited",
    [
        pytest.param(CitedWork(names=(), title=f"FOLD: {LISTED.title}", year=2002), id="title with a name before it"),
        pytest.param(CitedWork(names=("work:doe-2001-v12-p345",)), id="author, volume and page"),
        pytest.param(
            CitedWork(names=(), text=f"Doe A et al. (2001). {LISTED.title}. Letters 12"), id="text with title"
        ),
        pytest.param(CitedWork(names=(), text="A. Doe and B. Roe, Lett. 12, 345 (2001)."), id="text without title"),
    ],
)
def test_a_reference_without_an_identifier_is_the_paper_of_the_list_that_it_tells_of(cited: CitedWork) -> None:
    papers = [
        resolution("a", "x", ("crossref", replace(FIRST, references=(cited,)))),
        resolution("b", LISTED.title, ("crossref", LISTED)),
    ]

    assert ReferenceUnion(papers, {}).unite(0).names == ("b",)


@cases("text", named=True)
def test_a_text_that_tells_of_another_work_is_no_citation(text: str) -> None:
    papers = [
        resolution("a", "x", ("crossref", replace(FIRST, references=(CitedWork(names=(), text=text),)))),
        resolution("b", LISTED.title, ("crossref", LISTED)),
    ]

    assert ReferenceUnion(papers, {}).unite(0).names == ()


def test_a_work_outside_the_list_counts_once_whether_named_or_printed() -> None:
    printed = CitedWork(names=(), text=f"Doe, A.: {LISTED.title}, 2001.")
    papers = [
        resolution("a", "x", ("crossref", replace(FIRST, references=(printed, cites("doi:10.5555/2"))))),
        resolution("b", "y", ("crossref", replace(FIRST, names=("doi:10.5555/3",), references=(printed,)))),
    ]
    known = {("crossref", "doi:10.5555/2"): (LISTED,)}

    union = ReferenceUnion(papers, known)

    assert [union.unite(number).names for number in (0, 1)] == [("doi:10.5555/2",), ("doi:10.5555/2",)]


def test_an_id_of_a_merged_record_is_a_name_of_the_other_one() -> None:
    papers = [
        resolution("a", "x", ("openalex", replace(FIRST, references=(cites("openalex:W70"), cites("openalex:W71"))))),
    ]
    merged = Work(names=("doi:10.5555/70", "openalex:W71", "openalex:W70"), title="A work under two ids")
    known = {("openalex", name): (merged,) for name in ("openalex:W70", "openalex:W71")}

    assert ReferenceUnion(papers, known).unite(0).names == ("doi:10.5555/70",)


def test_a_work_that_openalex_has_removed_is_no_reference() -> None:
    papers = [resolution("a", "x", ("openalex", replace(FIRST, references=(cites("openalex:W70"),))))]

    assert ReferenceUnion(papers, {("openalex", "openalex:W70"): ()}).unite(0).names == ()
    assert ReferenceUnion(papers, {}).unite(0).names == ("openalex:W70",)


def test_works_that_only_openalex_names_are_found_most_cited_first() -> None:
    papers = [
        resolution(name, "x", ("openalex", replace(FIRST, names=(f"openalex:W{n}",), references=lists)))
        for n, (name, lists) in enumerate(
            [("a", (cites("openalex:W70"), cites("openalex:W80"))), ("b", (cites("openalex:W80"),))]
        )
    ]

    assert ReferenceUnion(papers, {}).unnamed() == ["openalex:W80", "openalex:W70"]


def test_works_without_a_title_that_several_papers_cite_are_asked_for() -> None:
    lists = {"a": (cites("doi:10.5555/70"), cites("doi:10.5555/71")), "b": (cites("doi:10.5555/70"),)}
    papers = [
        resolution(name, "x", ("crossref", replace(FIRST, names=(f"doi:10.5555/{name}",), references=references)))
        for name, references in lists.items()
    ]
    assert ReferenceUnion(papers, {}).unnamed() == ["doi:10.5555/70"]

    record = Work(names=("doi:10.5555/70",), title="The Work That Both Cite", year=1999)
    union = ReferenceUnion(papers, {("openalex", "doi:10.5555/70"): (record,)})

    assert union.unnamed() == []
    assert union.unite(0).titles == (("doi:10.5555/70", "The Work That Both Cite (1999)"),)


def test_a_doi_of_two_records_gives_no_title() -> None:
    papers = [
        resolution(
            name,
            "x",
            ("crossref", replace(FIRST, names=(f"doi:10.5555/{name}",), references=(cites("doi:10.5555/70"),))),
        )
        for name in "ab"
    ]
    records = tuple(Work(names=("doi:10.5555/70",), title=title) for title in ("One Work", "Another Work"))

    assert ReferenceUnion(papers, {("openalex", "doi:10.5555/70"): records}).unite(0).titles == ()


def test_the_works_that_each_service_gave_are_counted_without_the_paper_itself() -> None:
    first = replace(FIRST, references=(cites("doi:10.5555/1"), cites("doi:10.5555/7"), cites("doi:10.5555/8")))
    second = replace(FIRST, references=(cites("doi:10.5555/7"),))
    third = replace(FIRST, references=(cites("doi:10.5555/1"),))
    works = (("openalex", first), ("crossref", second), ("semantic-scholar", third))

    united = ReferenceUnion([resolution("doi:10.5555/1", "x", *works)], {}).unite(0)

    assert united.n_by_service == {"openalex": 2, "crossref": 1, "semantic-scholar": 0}
    assert united.services == ("openalex", "crossref")
    assert (united.names, united.has_itself) == (("doi:10.5555/7", "doi:10.5555/8"), True)
