"""What is added to a paper once its works are known."""

from dataclasses import replace

import pytest
from tests.enrich.test_references import resolution

from papertrace.enrich.combine import add_facts
from papertrace.enrich.references import UnitedReferences
from papertrace.model import Entry, Identifiers, Paper, Span
from papertrace.model.papers.facts import Work

TITLE = "Tides of frost over northern lakes"


@pytest.mark.parametrize("is_open_access", [True, False, None])
def test_open_access_is_what_the_service_says(is_open_access: bool | None) -> None:  # noqa: FBT001 - a case
    printed = Entry(title=TITLE, abstract="", span=Span("papers.bib", 1), end_line=1)
    paper = Paper(id="p", title=TITLE, abstract="", entries=(printed,))
    work = Work(names=("openalex:W1",), title=TITLE, is_open_access=is_open_access)

    entry, _ = add_facts(paper, resolution("p", TITLE, ("openalex", work)), UnitedReferences(), lambda _: "")

    assert entry is not None
    assert entry.added is not None
    assert entry.added.is_open_access is is_open_access


OPENALEX = Work(
    names=("openalex:W1",),
    title=TITLE,
    date="2020-12-30",
    venue="Harbour Letters",
    publisher="Harbour Press",
    type="article",
    volume="3",
    first_page="7",
)
CROSSREF = Work(names=("doi:10.5555/tides",), title=TITLE, venue="Proceedings of WAVES", type="chapter")


def add(*works: tuple[str, Work], **printed: str) -> Entry | None:
    """Return the entry that services add to a paper with some printed facts."""
    entry = Entry(title=TITLE, abstract="", span=Span("papers.bib", 1), end_line=1, **printed)  # type: ignore[arg-type]
    paper = Paper(id="p", title=TITLE, abstract="", entries=(entry,), **printed)  # type: ignore[arg-type]
    return add_facts(paper, resolution("p", TITLE, *works), UnitedReferences(), lambda _: "")[0]


def published(entry: Entry | None) -> tuple[str | None, ...]:
    assert entry is not None
    return (entry.venue, entry.publisher, entry.type, entry.volume, entry.first_page)


def test_the_publication_is_that_of_the_service_that_knows_most_of_it() -> None:
    works = (("crossref", CROSSREF), ("openalex", OPENALEX))

    assert published(add(*works)) == ("Harbour Letters", "Harbour Press", "article", "3", "7")
    assert published(add(*works[:1])) == ("Proceedings of WAVES", None, "chapter", None, None)


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        pytest.param({"venue": "WAVES"}, ("WAVES", "Harbour Press", "article", None, None), id="a venue"),
        pytest.param({"volume": "8"}, (None, "Harbour Press", "article", "8", None), id="a volume"),
        pytest.param(
            {"venue": "WAVES", "publisher": "Sea Press", "type": "article"}, (None,) * 5, id="all that can be added"
        ),
    ],
)
def test_a_printed_publication_is_completed_and_not_mixed_with_another(
    printed: dict[str, str], expected: tuple[str | None, ...]
) -> None:
    assert published(add(("openalex", OPENALEX), **printed)) == expected


@pytest.mark.parametrize(
    ("printed", "stated", "expected"),
    [
        pytest.param(None, "2020-12-30", "2020-12-30", id="none"),
        pytest.param("--01-02", "2020-12-30", "2021-01-02", id="the days after the turn of the year"),
        pytest.param("--12-31", "2021-01-02", "2020-12-31", id="the days before it"),
        pytest.param("--06-05", "2020", "2020-06-05", id="a stated year"),
        pytest.param("--02-29", "2020-03-01", "2020-02-29", id="a leap day"),
        pytest.param("2019-05", "2020-12-30", None, id="a printed year"),
    ],
)
def test_a_date_without_a_year_gets_the_nearest_one(printed: str | None, stated: str, expected: str | None) -> None:
    work = Work(names=("openalex:W1",), title=TITLE, date=stated, is_open_access=True)

    entry = add(("openalex", work), **({"date": printed} if printed else {}))

    assert entry is not None
    assert entry.date == expected


DAY = "2026-02-01"
KNOWING = Work(
    names=("openalex:W1", "doi:10.5555/tides", "pmid:7"),
    versions=("arxiv:2001.00001",),
    title=TITLE,
    year=2020,
    authors=("Ann Doe", "Rob Roe"),
    orcids=(("Ann Doe", "0000-0000-0000-0001"),),
    keywords=("tides",),
    index_keywords=("Oceanography",),
    n_citations=3,
    abstract="We weigh tides.",
    urls=("https://example.org/a.pdf", "https://example.org/b.pdf"),
)
MORE = Work(
    names=("s2:12", "s2:" + "a" * 40, "acl:2020.tides-1.1"),
    title=TITLE,
    n_citations=5,
    urls=("https://example.org/b.pdf", "https://example.org/c.pdf"),
    code=("https://github.com/acme/tides",),
)
BOTH = (("openalex", KNOWING), ("semantic-scholar", MORE))


def add_to(paper: Paper, *works: tuple[str, Work], references: UnitedReferences | None = None) -> Entry:
    found = resolution("p", TITLE, *works)
    found.keys.update({service: "key" for service, _ in works})
    dates = {(service, "key"): f"{DAY}T10:00:00Z" for service, _ in works}
    entry, _ = add_facts(paper, found, references or UnitedReferences(), lambda pair: dates.get(pair, ""))
    assert entry is not None
    return entry


def paper_with(**printed: object) -> Paper:
    entry = Entry(title=TITLE, abstract="", span=Span("papers.bib", 1), end_line=1)
    return Paper(**({"id": "p", "title": TITLE, "abstract": "", "entries": (entry,)} | printed))  # type: ignore[arg-type]


def test_each_fact_that_is_not_printed_is_added_with_its_service_and_day() -> None:
    entry = add_to(paper_with(), *BOTH)

    assert (entry.abstract, entry.authors, entry.date) == ("We weigh tides.", ("Ann Doe", "Rob Roe"), "2020")
    assert (entry.keywords, entry.index_keywords, entry.n_citations) == (("tides",), ("Oceanography",), 3)
    assert entry.added is not None
    sources = dict(entry.added.sources)
    names = ("abstract", "authors", "date", "keywords", "index_keywords", "n_citations", "doi", "pmid", "openalex")
    assert {sources[name] for name in (*names, "arxiv")} == {f"openalex {DAY}"}
    assert {sources[name] for name in ("s2", "acl")} == {f"semantic-scholar {DAY}"}
    assert sources["urls"] == f"openalex {DAY}, semantic-scholar {DAY}"
    assert entry.added.orcids == (("Ann Doe", "0000-0000-0000-0001"),)
    assert [(one.url, one.source) for one in entry.added.code] == [
        ("https://github.com/acme/tides", f"semantic-scholar {DAY}")
    ]
    assert entry.added.urls == tuple(f"https://example.org/{letter}.pdf" for letter in "abc")


def test_what_is_printed_is_not_added() -> None:
    printed = {"abstract": "As printed.", "authors": ("Al Poe",), "keywords": ("frost",), "index_keywords": ("ice",)}
    entry = add_to(paper_with(**printed, n_citations=0, date="2019"), *BOTH)

    assert (entry.authors, entry.keywords, entry.index_keywords, entry.n_citations) == ((), (), (), None)
    assert entry.added is not None
    assert not {*printed, "date", "n_citations"} & dict(entry.added.sources).keys()


def test_all_registries_of_a_paper_are_completed_and_the_long_id_of_semantic_scholar_wins() -> None:
    assert add_to(paper_with(), *BOTH).identifiers == Identifiers(
        arxiv="2001.00001", doi="10.5555/tides", openalex="W1", s2="a" * 40, pmid="7", acl="2020.tides-1.1"
    )


def test_a_printed_identifier_is_kept_and_another_one_is_a_version() -> None:
    entry = add_to(paper_with(identifiers=Identifiers(doi="10.5555/own")), *BOTH)

    assert (entry.identifiers.doi, entry.identifiers.versions) == ("10.5555/own", ("doi:10.5555/tides",))
    assert entry.added is not None
    assert "doi" not in dict(entry.added.sources)


def test_references_name_all_services_whose_lists_were_united() -> None:
    references = UnitedReferences(
        names=("doi:10.5555/7",), titles=(("doi:10.5555/7", "Seven"),), services=("openalex", "semantic-scholar")
    )
    entry = add_to(paper_with(), *BOTH, references=references)

    assert entry.references == ("doi:10.5555/7",)
    assert entry.added is not None
    assert dict(entry.added.sources)["references"] == f"openalex {DAY}, semantic-scholar {DAY}"
    assert entry.cited == (("doi:10.5555/7", "Seven"),)


@pytest.mark.parametrize(
    ("printed", "work", "facts"),
    [
        ({}, KNOWING, []),
        ({"date": "2019", "venue": "WAVES"}, replace(KNOWING, venue="Harbour Letters"), ["year", "venue"]),
        ({"venue": "Journal of Harbours"}, replace(KNOWING, venue="JOH"), []),
        ({"venue": "Letters of Harbours"}, replace(KNOWING, venue="Harbour Letters"), []),
        ({"identifiers": Identifiers(doi="10.5555/own")}, KNOWING, ["doi"]),
        ({"identifiers": Identifiers(doi="10.5555/tides")}, KNOWING, []),
        ({}, replace(KNOWING, title="Salt in ropes of hemp at the sea"), ["title"]),
    ],
    ids=["nothing printed", "year and venue", "initials", "a common word", "DOI", "equal DOI", "title"],
)
def test_printed_facts_that_a_service_states_otherwise_are_conflicts(
    printed: dict[str, object], work: Work, facts: list[str]
) -> None:
    _, conflicts = add_facts(
        paper_with(**printed), resolution("p", TITLE, ("openalex", work)), UnitedReferences(), lambda _: ""
    )

    assert [conflict.fact for conflict in conflicts] == facts
    assert {conflict.source for conflict in conflicts} <= {"openalex"}


def test_a_paper_that_no_service_knows_gets_nothing_but_a_disagreement_about_it() -> None:
    unknown = replace(resolution("p", TITLE), disagreement="two works have its names")

    assert add_facts(paper_with(), resolution("p", TITLE), UnitedReferences(), lambda _: "") == (None, ())
    entry, (conflict,) = add_facts(paper_with(), unknown, UnitedReferences(), lambda _: "")
    assert entry is None
    assert (conflict.fact, conflict.printed, conflict.found) == ("identity", TITLE, "two works have its names")
