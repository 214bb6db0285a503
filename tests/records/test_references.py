"""Lists of references become works: cases in `tests/cases/records/references.toml`, and limits."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from papertrace.model import Entry, Identifiers, Paper, Span
from papertrace.records.reading import read_row, report_unknown
from papertrace.records.references import read_references
from papertrace.records.rows import Printed, Row
from papertrace.resolve.papers.merging import ReferenceIndex

CASES = tomllib.loads((Path(__file__).parents[1] / "cases/records/references.toml").read_text("utf-8"))["case"]
MAX_REFERENCES = 20_000


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_references_are_works_with_all_names_that_they_state(case: dict[str, list[object]]) -> None:
    works = read_references(case["values"], str(case.get("form", "")))

    assert [list(work.names) for work in works] == case["names"]
    if "titles" in case:
        assert [work.title for work in works] == case["titles"]
    if "years" in case:
        assert [work.year or 0 for work in works] == case["years"]


def test_papers_of_the_listing_have_the_names_of_their_references() -> None:
    paper = Paper(
        id="p0",
        title="Lanterns at Sea",
        abstract="",
        entries=(Entry(title="Lanterns at Sea", abstract="", span=Span("a", 1), end_line=1),),
        identifiers=Identifiers(),
        authors=("Jane Doé",),
        date="1999-05",
        volume="7",
        first_page="12",
    )
    index = ReferenceIndex()
    index.add(0, paper)
    printed = [
        "Doe, J., Lanterns at sea (1999) J Grids, 7",
        "DOE J, 1999, J GRIDS, V7, P12",
        "DOE J, 1999, J GRIDS, V8, P1",
    ]

    assert [index.find(work.names[0]) for work in read_references(printed)] == [0, 0, None]


def test_more_references_than_a_paper_can_have_are_left_out() -> None:
    printed = "; ".join(f"Doe A, 1999, HARB, V{volume}, P1" for volume in range(MAX_REFERENCES + 9))

    assert len(read_references([printed])) == MAX_REFERENCES


def test_objects_may_be_nested_deeply() -> None:
    nested: dict[str, object] = {}
    inner = nested
    for _ in range(5_000):
        deeper: dict[str, object] = {}
        inner["a"] = deeper
        inner = deeper

    assert read_references([nested]) == ()


def test_references_that_name_no_work_are_counted_once_for_a_file(caplog: pytest.LogCaptureFixture) -> None:
    unknown: Counter[str] = Counter()
    listed = "Doe, A., Tides of the north (1999) Harb, 1, pp. 2-3; 2019"

    (entry,) = read_row(
        Row("table", [Printed("Title", "Harbours"), Printed("References", listed)], Span("a", 1), 1), unknown
    )
    with caplog.at_level("INFO"):
        report_unknown(unknown, "a.csv")

    assert isinstance(entry, Entry)
    assert entry.references == ("work:doe-1999-tidesofthenorth",)
    assert caplog.messages == ["a.csv: 1 reference left out, in which no work is named"]
