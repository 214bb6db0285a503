"""Which works are believed to be a paper."""

from dataclasses import replace

import pytest

from papertrace.enrich.matching.objections import Subject, objection_by_title
from papertrace.enrich.matching.resolution import resolve
from papertrace.model.papers.work import Work

TITLE = "Sparse attention for long protein sequences"
SUBJECT = Subject(
    paper="p",
    title=TITLE,
    subtitle="",
    year=2020,
    families=frozenset({"ito", "weber"}),
    n_authors=2,
    names=(),
    has_code=False,
)
WORK = Work(
    names=("doi:10.5555/a", "openalex:W1"),
    title=TITLE,
    year=2020,
    authors=("Aiko Ito", "Max Weber"),
)
STRANGER = Work(names=("doi:10.5555/z", "openalex:W9"), title="Dense pooling of speech in rooms", year=2011)
KEY = f"title:{TITLE}"


def test_without_answers_nothing_is_believed() -> None:
    assert resolve(SUBJECT, {}).works == {}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        pytest.param({}, None, id="the paper"),
        pytest.param({"year": 2021}, None, id="a year later"),
        pytest.param({"year": None, "authors": ()}, None, id="says no more than the title"),
        pytest.param({"title": f"{TITLE}: a replication"}, "another one", id="prefix"),
        pytest.param({"year": 2025}, "of 2025", id="fake preprint, years later"),
        pytest.param({"authors": ("Eve Stranger",)}, "no author", id="homonym"),
        pytest.param({"title": TITLE.replace("sequences", "sequence"), "authors": ()}, "no author confirms", id="near"),
    ],
)
def test_a_title_is_believed_only_by_our_own_comparison(changes: dict[str, object], reason: str | None) -> None:
    found = objection_by_title(SUBJECT, replace(WORK, **changes))  # type: ignore[arg-type]  # names of fields

    assert (found is None) if reason is None else (found is not None and reason in found)


def test_a_title_that_two_works_have_gives_no_fact() -> None:
    subject = replace(SUBJECT, year=None, families=frozenset(), n_authors=None)
    other = replace(WORK, names=("doi:10.5555/b",), authors=("Eve Stranger",), year=2013)

    found = resolve(subject, {("openalex", KEY): (WORK, other)})

    assert found.works == {}
    assert {one.reason for one in found.candidates.values()} == {"2 works have this title"}


def test_preprint_and_article_of_one_title_are_one_work() -> None:
    preprint = replace(WORK, names=("arxiv:2001.00001",), year=2019)

    found = resolve(SUBJECT, {("openalex", KEY): (WORK,), ("arxiv", KEY): (preprint,)})

    assert set(found.works) == {"openalex", "arxiv"}
    assert {"doi:10.5555/a", "arxiv:2001.00001"} <= set(found.names)


def test_a_wrong_doi_of_the_listing_gives_no_fact() -> None:
    subject = replace(SUBJECT, names=("doi:10.5555/z",))

    found = resolve(subject, {("openalex", "doi:10.5555/z"): (STRANGER,), ("crossref", "doi:10.5555/z"): (STRANGER,)})

    assert found.works == {}
    assert "another work" in found.disagreement


def test_two_services_that_disagree_on_an_identifier_are_both_left_out() -> None:
    subject = replace(SUBJECT, names=("doi:10.5555/a",))
    polluted = replace(STRANGER, names=("doi:10.5555/a", "openalex:W9"))

    found = resolve(subject, {("openalex", "doi:10.5555/a"): (polluted,), ("crossref", "doi:10.5555/a"): (WORK,)})

    assert found.works == {}
    assert "different works" in found.disagreement


def test_two_services_that_agree_outweigh_a_polluted_record() -> None:
    subject = replace(SUBJECT, names=("doi:10.5555/a",))
    polluted = replace(STRANGER, names=("doi:10.5555/a", "openalex:W9"))

    found = resolve(
        subject,
        {
            ("openalex", "doi:10.5555/a"): (polluted,),
            ("crossref", "doi:10.5555/a"): (WORK,),
            ("semantic-scholar", "doi:10.5555/a"): (WORK,),
        },
    )

    assert set(found.works) == {"crossref", "semantic-scholar"}
    assert "openalex:W9" not in found.names


def test_a_title_whose_work_has_another_doi_than_printed_is_a_candidate() -> None:
    subject = replace(SUBJECT, names=("doi:10.5555/printed",))

    found = resolve(subject, {("openalex", KEY): (WORK,)})

    assert found.works == {}
    assert [one.reason for one in found.candidates.values()] == ["its identifiers contradict those of the paper"]


def test_services_with_different_dois_for_an_unidentified_paper_are_left_out() -> None:
    other = replace(WORK, names=("doi:10.5555/b",))
    subject = replace(SUBJECT, names=("arxiv:2001.00001",))
    known = {
        ("openalex", "arxiv:2001.00001"): (replace(WORK, names=("arxiv:2001.00001", "doi:10.5555/a")),),
        ("semantic-scholar", "arxiv:2001.00001"): (replace(other, names=("arxiv:2001.00001", "doi:10.5555/b")),),
    }

    found = resolve(subject, known)

    assert found.works == {}
    assert "different identifiers" in found.disagreement


def test_a_name_that_a_service_has_for_another_work_is_not_taken_over() -> None:
    subject = replace(SUBJECT, names=("arxiv:2001.00001",))
    known = {
        ("semantic-scholar", "arxiv:2001.00001"): (replace(WORK, names=("arxiv:2001.00001", "doi:10.5555/z")),),
        ("crossref", "doi:10.5555/z"): (replace(STRANGER, names=("doi:10.5555/z",)),),
    }

    found = resolve(subject, known)

    assert found.names == ("arxiv:2001.00001",)
