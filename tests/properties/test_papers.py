"""Properties of merging."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from papertrace.listings.extracted import parse
from papertrace.model import Entry, Identifiers, Paper, Span
from papertrace.reports.programs import generate_extracted
from papertrace.resolve.papers.grouping import find_joins
from papertrace.resolve.papers.merging import merge_entries

LONG = "Many words alone tell whether texts speak about different things " * 2 + " ".join(
    f"{letter}{letter}ord" for letter in "abcdefghijklmnopqrstuvwxyz"
)
titles = st.sampled_from(
    [
        *("A", "a", "A ", "B-1", "B1", "“B”", '"B"', "arXiv:2401.00001", "https://example.org/a-b-c-d"),
        *("Tides of Frost in Harbours", "TIDES OF FROST in Harbours", "Tides of Frost in Harbours: a Study"),
        *("Salted Ropes and Winter Storms", "Приливы мороза в северных гаванях"),
    ]
)
identifiers = st.builds(
    Identifiers,
    arxiv=st.sampled_from([None, "2401.00001", "2401.00002"]),
    doi=st.sampled_from([None, "10.1/x", "10.1/y"]),
)
entries = st.lists(
    st.builds(
        Entry,
        title=titles,
        abstract=st.sampled_from(["", "short", LONG, LONG + " And so on.", LONG.upper()[::-1]]),
        span=st.builds(Span, st.sampled_from(["x", "y"]), st.integers(1, 50)),
        end_line=st.just(60),
        n_authors=st.sampled_from([None, 1, 4]),
        date=st.sampled_from([None, "--01-02", "2023-01-02", "2020"]),
        identifiers=identifiers,
        authors=st.sampled_from([(), ("Ann Doe",), ("Doe, A.", "Roe, R."), ("Rob Roe",)]),
        aliases=st.sampled_from([(), ("wos:1",), ("wos:1", "openalex:W1")]),
    ),
    max_size=8,
)


@given(entries)
def test_merging_keeps_every_entry_once(listed: list[Entry]) -> None:
    merged = [entry for paper in merge_entries(listed) for entry in paper.entries]

    assert sorted(map(repr, merged)) == sorted(map(repr, listed))


@given(entries)
def test_ids_are_unique(listed: list[Entry]) -> None:
    ids = [paper.id for paper in merge_entries(listed)]

    assert len(ids) == len(set(ids))


@given(entries, st.data())
def test_merging_ignores_order(listed: list[Entry], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(listed))

    assert {repr(p) for p in merge_entries(listed)} == {repr(p) for p in merge_entries(shuffled)}


@given(entries)
def test_each_entry_of_a_paper_but_the_first_is_joined_by_something(listed: list[Entry]) -> None:
    for paper in merge_entries(listed):
        assert len(find_joins(paper)) == len(paper.entries) - 1


@given(entries)
def test_what_has_contradicting_identifiers_is_not_made_one_by_its_title(listed: list[Entry]) -> None:
    of_one_title = [replace(entry, title="T", aliases=()) for entry in listed]
    for paper in merge_entries(of_one_title):
        assert len({entry.identifiers.arxiv for entry in paper.entries} - {None}) <= 1


@given(entries, st.data())
def test_merging_the_merged_changes_nothing(listed: list[Entry], data: st.DataObject) -> None:
    merged = merge_entries(listed)
    again = merge_entries(data.draw(st.permutations([entry for paper in merged for entry in paper.entries])))

    assert {repr(p) for p in merged} == {repr(p) for p in again}


@given(entries)
def test_what_is_written_reads_back_and_is_written_the_same(listed: list[Entry]) -> None:
    merged = merge_entries(listed)
    lines = list(generate_extracted(merged))
    back = [item for item in parse(lines, "papers.jsonl") if isinstance(item, Paper)]

    assert list(generate_extracted(back)) == lines
    facts = ("title", "abstract", "date", "n_comments", "organisation")
    for paper, read in zip(merged, back, strict=True):
        assert [[getattr(entry, name) for name in facts] for entry in read.entries] == [
            [getattr(entry, name) for name in facts] for entry in paper.entries
        ]
