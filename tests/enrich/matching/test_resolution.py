"""Which works are believed to be a paper."""

from dataclasses import replace
from typing import Any

import pytest
from tests.case_tables import cases

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


UNKNOWN = replace(SUBJECT, year=None, families=frozenset(), n_authors=None)


def with_facts(made: Any, facts: dict[str, Any]) -> Any:  # noqa: ANN401 - a paper or a work
    given = {name: tuple(one) if isinstance(one, list) else one for name, one in facts.items()}
    return replace(made, **{name: one for name, one in given.items() if not name.startswith("is_")})


@cases("paper, known, works, names, reasons, disagreement", named=True)
def test_what_services_say_of_a_paper_is_weighed(
    paper: dict[str, Any],
    known: list[list[Any]],
    works: list[str],
    *,
    names: list[str],
    reasons: list[str],
    disagreement: str | None,
) -> None:
    answers = {
        (service, KEY if name == "title" else name): tuple(
            with_facts(STRANGER if facts.get("is_another") else WORK, facts) for facts in held
        )
        for service, name, *held in known
    }

    found = resolve(with_facts(UNKNOWN if paper.get("is_unknown") else SUBJECT, paper), answers)

    assert (found.subject.title, sorted(found.works), sorted(found.names)) == (TITLE, works, names)
    assert sorted({one.reason for one in found.candidates.values()}) == reasons
    assert found.disagreement == (disagreement or "")


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
