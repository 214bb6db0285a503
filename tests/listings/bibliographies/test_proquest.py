"""Reports of ProQuest."""

from tests.folders import CASES

from papertrace.listings.bibliographies.proquest import parse
from papertrace.model import Entry, Problem

LINES = (CASES / "listings" / "proquest.txt").read_text("utf-8").split("\n")


def test_documents_become_entries_and_the_frame_does_not() -> None:
    items = list(parse(LINES, "a.txt"))
    first, second = (item for item in items if isinstance(item, Entry))

    assert (first.title, first.authors, first.date) == ("Kites over Basalt", ("Jane Doe", "Rob Roe"), "2014")
    assert first.abstract == "We fly kites. The rock is warm: it lifts them."
    assert [target.raw for target in first.targets] == ["https://example.org/docview/1"]
    assert (first.keywords, first.index_keywords) == (
        ("Applied sciences", "Kites", "Basalt"),
        ("Geology", "Aeronautics"),
    )
    assert (second.title, second.date, second.identifiers.doi) == ("A Grammar of Rain", "2013-05", "10.1000/rain.1")
    assert all(item.harmless for item in items if isinstance(item, Problem))


def test_the_abstract_is_where_its_span_says() -> None:
    first = next(item for item in parse(LINES, "a.txt") if isinstance(item, Entry))

    assert first.abstract_span is not None
    line = LINES[first.abstract_span.line - 1]
    assert line[first.abstract_span.column - 1 :] == first.abstract
