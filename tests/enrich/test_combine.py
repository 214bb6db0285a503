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
