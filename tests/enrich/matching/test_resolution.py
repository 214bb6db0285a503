"""Which works are believed to be a paper."""

from dataclasses import replace

import pytest

from papertrace.enrich.objections import Subject, objection_by_title
from papertrace.enrich.resolution import resolve
from papertrace.model.papers.facts import Work

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
        pytest.param({"year": 2024}, None, id="with all authors, the printed year is a mistake"),
        pytest.param({"year": 2027}, "of 2027", id="a later edition"),
        pytest.param({"year": 2024, "names": ("doi:10.20944/preprints1",)}, "of 2024", id="fake preprint, years later"),
        pytest.param({"type": "Dataset"}, "of the type dataset", id="data set with the title"),
        pytest.param({"title": f"{TITLE}: lessons from mice"}, None, id="subtitle, an author confirms"),
        pytest.param({"title": f"{TITLE}: lessons from mice", "authors": ()}, "another one", id="subtitle alone"),
        pytest.param({"authors": ("\u738b\u4f1f",)}, None, id="authors in another script"),
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
    known = {("openalex", "doi:10.5555/a"): (polluted,), ("semantic-scholar", "doi:10.5555/a"): (WORK,)}

    found = resolve(subject, known)

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


def test_the_registry_of_an_identifier_outweighs_a_polluted_record() -> None:
    subject = replace(SUBJECT, names=("doi:10.5555/a",))
    polluted = replace(STRANGER, names=("doi:10.5555/a", "openalex:W9"))

    found = resolve(subject, {("openalex", "doi:10.5555/a"): (polluted,), ("crossref", "doi:10.5555/a"): (WORK,)})

    assert set(found.works) == {"crossref"}
    assert "openalex:W9" not in found.names


UNTITLED = replace(SUBJECT, title="", year=None, families=frozenset(), n_authors=None, names=("arxiv:2001.00001",))


def test_a_paper_without_a_title_is_what_the_registry_of_its_identifier_says() -> None:
    own = replace(WORK, names=("arxiv:2001.00001",))
    polluted = replace(STRANGER, names=("arxiv:2001.00001", "openalex:W9"))

    found = resolve(UNTITLED, {("openalex", "arxiv:2001.00001"): (polluted,), ("arxiv", "arxiv:2001.00001"): (own,)})

    assert (found.subject.title, set(found.works)) == (TITLE, {"arxiv"})
    assert [one.reason for one in found.candidates.values()] == ["the service has another title for this identifier"]


def test_a_paper_without_a_title_is_what_most_services_say_if_its_registry_is_silent() -> None:
    own = replace(WORK, names=("arxiv:2001.00001",))
    other = replace(STRANGER, names=("arxiv:2001.00001",))
    known = {(name, "arxiv:2001.00001"): (own,) for name in ("semantic-scholar", "hugging-face")}

    found = resolve(UNTITLED, known | {("openalex", "arxiv:2001.00001"): (other,)})

    assert set(found.works) == {"semantic-scholar", "hugging-face"}


def test_a_preprint_whose_article_has_another_title_is_one_work_with_it() -> None:
    subject = replace(SUBJECT, names=("arxiv:2001.00001",))
    preprint = replace(WORK, names=("arxiv:2001.00001",))
    article = replace(WORK, names=("doi:10.5555/a", "arxiv:2001.00001"), title="How proteins are read in full")

    found = resolve(
        subject,
        {
            ("arxiv", "arxiv:2001.00001"): (preprint,),
            ("semantic-scholar", "arxiv:2001.00001"): (article,),
            ("crossref", "doi:10.5555/a"): (replace(article, names=("doi:10.5555/a",)),),
        },
    )

    assert set(found.works) == {"arxiv", "semantic-scholar", "crossref"}
    assert "doi:10.5555/a" in found.names


@pytest.mark.parametrize(
    ("title", "is_believed"),
    [("How proteins are read in full", True), (f"{TITLE}, part II", False), (f"Erratum: {TITLE}", False)],
)
def test_a_preprint_with_all_printed_authors_may_have_another_title(title: str, *, is_believed: bool) -> None:
    subject = replace(SUBJECT, title=f"{TITLE}, part I", names=("arxiv:2001.00001",))
    work = replace(WORK, names=("arxiv:2001.00001",), title=title)

    assert bool(resolve(subject, {("arxiv", "arxiv:2001.00001"): (work,)}).works) is is_believed


def test_the_work_of_the_whole_title_is_preferred_to_one_with_a_name_before_it() -> None:
    subject = replace(SUBJECT, year=None, families=frozenset(), n_authors=None)
    other = replace(WORK, names=("doi:10.5555/b",), title=f"FOLD: {TITLE}", authors=("Eve Stranger",))

    found = resolve(subject, {("openalex", KEY): (other, WORK)})

    assert found.works == {"openalex": WORK}
    assert [one.reason for one in found.candidates.values()] == ["another work is more like the paper"]


def test_an_article_found_by_title_is_joined_with_the_preprint_that_the_paper_prints() -> None:
    subject = replace(SUBJECT, names=("arxiv:2001.00001",))
    preprint = replace(WORK, names=("arxiv:2001.00001",), year=2019)

    found = resolve(subject, {("arxiv", "arxiv:2001.00001"): (preprint,), ("openalex", KEY): (WORK, STRANGER)})

    assert set(found.works) == {"arxiv", "openalex"}


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
