"""Feeds of arXiv's API: entries read one by one, only damaged ones lost, no entity ever expanded."""

import pytest
from tests.folders import CASES

from papertrace.listings import read_listing
from papertrace.listings.bibliographies import arxiv_atom
from papertrace.listings.bibliographies.arxiv_atom import parse, recognise
from papertrace.model import Entry, Problem, advance

FOLDER = CASES / "listings"


@pytest.fixture
def problems() -> list[Problem]:
    return []


@pytest.fixture
def entries(problems: list[Problem]) -> list[Entry]:
    return list(read_listing(FOLDER / "arxiv_feed.xml", on_problem=problems.append))


def test_entries_are_on_their_lines(entries: list[Entry]) -> None:
    assert [(e.title, e.span.line, e.span.column, e.end_line) for e in entries] == [
        ("GridWeave: Sparse GEMM on Small Grids", 6, 3, 24),
        ("Ledger", 30, 3, 30),
        ("Orchard", 30, 105, 30),
    ]


def test_the_facts_of_an_entry_are_read(entries: list[Entry]) -> None:
    first = entries[0]

    assert (first.authors, first.date) == (("Jane Doe", "Richard Roe"), "2024-06-03")
    assert (first.identifiers.arxiv, first.identifiers.doi) == ("2406.00001", "10.1000/sst.2024.1")
    assert [(t.raw, t.words, t.span.line) for t in first.targets] == [
        ("http://arxiv.org/abs/2406.00001v2", "alternate", 7),
        ("http://arxiv.org/pdf/2406.00001v2", "pdf", 23),
        ("https://example.org/data", "comment: 9 pages, data at", 21),
    ]
    assert entries[2].identifiers.arxiv == "cs/0112017"


def test_the_abstract_keeps_its_lines(entries: list[Entry]) -> None:
    first = entries[0]

    assert first.abstract == "We weave grids & nets.\nCode is at https://example.org/gridweave."
    assert first.abstract_span is not None
    place = advance(first.abstract_span, first.abstract, first.abstract.index("https"))
    assert (place.line, place.column) == (13, 12)


def test_damaged_entries_are_reported_where_they_break(entries: list[Entry], problems: list[Problem]) -> None:
    assert entries
    assert [(p.span.line, p.n_lines) for p in problems] == [(25, 5), (31, 3)]
    assert "on line 28" in problems[0].message


def test_entities_of_a_document_type_have_no_effect() -> None:
    bomb = [
        '<!DOCTYPE feed [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/hostname">]>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        "<entry><title>&b;&x;</title></entry>",
        "<entry><title>Kept</title></entry></feed>",
    ]
    items = list(parse(bomb, "a.xml"))

    assert [i.title for i in items if isinstance(i, Entry)] == ["Kept"]
    assert [i.span.line for i in items if isinstance(i, Problem)] == [3]


def test_prefixed_feeds_are_read() -> None:
    lines = ['<a:feed xmlns:a="http://www.w3.org/2005/Atom">', "<a:entry><a:title>T</a:title></a:entry></a:feed>"]

    assert [i.title for i in parse(lines, "a.xml") if isinstance(i, Entry)] == ["T"]


def test_a_feed_of_something_else_is_not_recognised() -> None:
    feed = '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>https://example.org/1</id></entry></feed>'

    assert recognise([feed]) == 0.0
    assert recognise([feed.replace("https://example.org/1", "http://arxiv.org/abs/2406.00001")]) == 1.0


def test_of_entries_that_are_no_xml_only_they_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arxiv_atom, "_MAX_ENTRY_CHARS", 60)
    lines = [
        "<feed xmlns='http://www.w3.org/2005/Atom'></entry>",
        "<entry><id>x</id></entry>",
        "<entry><title>A\ud800</title></entry>",
        f"<entry><title>{'x' * 50}",
        "</title></entry><entry><title>Tusks</title></entry>",
    ]

    *problems, entry = parse(lines, "a.xml")

    assert isinstance(entry, Entry)
    assert (entry.title, entry.span.line) == ("Tusks", 5)
    facts = [str(problem).partition(" (")[0].removesuffix("; left out") for problem in problems]
    assert facts == [
        "a.xml:2:1: an entry without a title",
        "a.xml:3:1: unsafe XML",
        "a.xml:4:1: the entry has no end",
    ]


def test_a_link_without_an_address_is_no_target() -> None:
    feed = [
        '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Saltpan</title><link rel="related" title="doi"/>',
        '<link rel="alternate" href="https://example.org/saltpan"/></entry></feed>',
    ]
    (entry,) = (item for item in parse(feed, "feed.xml") if isinstance(item, Entry))

    assert [target.raw for target in entry.targets] == ["https://example.org/saltpan"]


def test_the_reference_to_a_journal_names_the_venue() -> None:
    lines = [
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        "<entry><title>Sparse Tides</title><arxiv:journal_ref>Harbour Letters 3 (2019) 12</arxiv:journal_ref></entry>",
        "<entry><title>Frozen Boats</title></entry></feed>",
    ]

    assert [item.venue for item in parse(lines, "") if isinstance(item, Entry)] == ["Harbour Letters", None]


def test_an_entry_within_an_entry_ends_the_first_which_is_reported() -> None:
    lines = ["<entry><title>Tides</title>", "<entry><title>Ropes</title></entry>"]

    problem, entry = parse(lines, "a.xml")

    assert isinstance(problem, Problem)
    assert str(problem).startswith("a.xml:1:1: ")
    assert "the entry has no end" in str(problem)
    assert isinstance(entry, Entry)
    assert (entry.title, entry.span.line) == ("Ropes", 2)
