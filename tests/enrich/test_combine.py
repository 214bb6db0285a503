"""What is added to a paper once its works are known."""

import pytest
from tests.enrich.test_references import resolution

from papertrace.enrich.combine import add_facts
from papertrace.enrich.references import UnitedReferences
from papertrace.model import Entry, Paper, Span
from papertrace.model.papers.work import Work

TITLE = "Tides of frost over northern lakes"


@pytest.mark.parametrize("is_open_access", [True, False, None])
def test_open_access_is_what_the_service_says(is_open_access: bool | None) -> None:  # noqa: FBT001 - a case
    printed = Entry(title=TITLE, abstract="", span=Span("papers.bib", 1), end_line=1)
    paper = Paper(id="p", title=TITLE, abstract="", entries=(printed,))
    work = Work(names=("openalex:W1",), title=TITLE, is_open_access=is_open_access)

    entry, _ = add_facts(paper, resolution("p", TITLE, ("openalex", work)), UnitedReferences(), {})

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
    return add_facts(paper, resolution("p", TITLE, *works), UnitedReferences(), {})[0]


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
