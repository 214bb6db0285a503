"""Papers and their entries."""

from papertrace.model import Entry, Paper, Span


def entry(line: int, abstract: str) -> Entry:
    return Entry(title="Fold", abstract=abstract, span=Span("a.txt", line), end_line=line)


def test_the_main_entry_is_the_first_that_prints_the_abstract() -> None:
    entries = (entry(1, "short"), entry(2, "We fold."), entry(3, "We fold."))
    assert Paper(id="a", title="Fold", abstract="We fold.", entries=entries).main_entry == entries[1]


def test_of_a_paper_whose_abstract_no_entry_prints_the_first_entry_is_the_main_one() -> None:
    entries = (entry(1, "a"), entry(2, "b"))
    assert Paper(id="a", title="Fold", abstract="c", entries=entries).main_entry == entries[0]
