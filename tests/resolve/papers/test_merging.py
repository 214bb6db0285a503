"""Entries are merged if they are the same paper, and never otherwise."""

from array import array
from dataclasses import replace
from pathlib import Path

import pytest
from tests.case_tables import cases

from papertrace.listings import read_listing
from papertrace.model import Entry, Identifiers, Paper, Problem, Span
from papertrace.model.papers.facts import MERGED, Affiliation
from papertrace.model.papers.paper import Added
from papertrace.resolve.papers.evidence import normalise_title
from papertrace.resolve.papers.grouping import argsort, find_joins, find_reasons_apart, find_repeated, sort_pairs
from papertrace.resolve.papers.merging import MergedPapers, merge_entries, paper_id

ABSTRACT = (
    "Sparse tiles waste tensor cores unless neighbouring rows are packed together, which takes a matching that is "
    "cheap enough to run while layers are loaded; packing doubles throughput on pruned transformers and keeps accuracy."
)
OTHER = (
    "Galaxies rotate faster than visible matter explains, and modified dynamics fits their curves without halos, "
    "although clusters still demand unseen mass; lensing surveys constrain both hypotheses through weak shear."
)


Facts = dict[str, object]


def entry(title: str, abstract: str = ABSTRACT, *, line: int = 1, **facts: object) -> Entry:
    made = Entry(title=title, abstract=abstract, span=Span("a.txt", line), end_line=line + 1)
    return replace(made, **facts)  # type: ignore[arg-type]


def stated(facts: Facts, line: int, abstract: str = "") -> Entry:
    """Return the entry that a row of a table tells of, with an abstract unless the row says which."""
    told = {name: tuple(value) if isinstance(value, list) else value for name, value in facts.items()}
    identifiers = Identifiers(**{name: told.pop(name) for name in ("doi", "arxiv") if name in told})  # type: ignore[arg-type]
    abstract = {"none": "", "another": OTHER}.get(str(told.pop("abstract", "")), abstract)
    return entry(str(told.pop("title")), abstract, line=line, identifiers=identifiers, **told)


@cases("entries, papers", named=True)
def test_papers_have_the_facts_of_their_entries(entries: list[Facts], papers: list[Facts]) -> None:
    def show(paper: Paper, name: str) -> object:
        if name == "lines":
            return [one.span.line for one in paper.entries]
        value = paper.identifiers.doi if name == "doi" else getattr(paper, name)
        return "" if value is None else list(value) if isinstance(value, tuple) else value

    found = merge_entries([stated(facts, line, ABSTRACT) for line, facts in enumerate(entries, start=1)])

    assert [{name: show(paper, name) for name in facts} for paper, facts in zip(found, papers, strict=True)] == papers


DOI = {"identifiers": Identifiers(doi="10.1000/x")}
WOS = {"aliases": ("wos:1",)}


@cases("one, other, said", named=True)
def test_two_entries_are_one_paper_or_not(one: Facts, other: Facts, said: str | None) -> None:
    entries = [stated(one, 3), stated(other, 9)]
    problems: list[Problem] = []

    papers = merge_entries(entries, problems.append)

    assert [str(join) for paper in papers for join in find_joins(paper)] == ([said] if said else [])
    assert len(papers) == len(merge_entries(entries[::-1])) == (1 if said else 2)
    told = [str(problem) for problem in problems]
    if said:
        assert [problem.harmless for problem in problems] == [True]
        assert told[0].startswith("a.txt:9:1: one paper with ")
        assert said in told[0]
    elif {*entries[0].identifiers.names(), *entries[0].aliases} & {
        *entries[1].identifiers.names(),
        *entries[1].aliases,
    }:
        assert [problem.harmless for problem in problems] == [False]
        assert "at a.txt:9:1" in told[0]
        assert [reason.partition(" under")[0] for reason in find_reasons_apart(*papers)] == ["another title"]
    else:
        assert told == []


@pytest.mark.parametrize(
    ("facts", "name"), [(DOI, "DOI 10.1000/x"), (WOS, "identifier wos:1")], ids=["a DOI", "an id of a service"]
)
def test_another_identifier_with_several_arxiv_ids_joins_nothing_and_is_reported(facts: Facts, name: str) -> None:
    doi = "10.1000/x" if facts is DOI else None
    entries = [
        replace(entry("Gates", "", line=n, **facts), identifiers=Identifiers(arxiv=f"2401.0000{n}", doi=doi))
        for n in (1, 2, 3)
    ]
    problems: list[Problem] = []

    assert len(merge_entries(entries, problems.append)) == 3
    (problem,) = problems
    assert str(problem) == (
        f"a.txt:1:1: the {name} is printed with the arXiv ids 2401.00001 and 2401.00002 and 1 other, "
        "so that it joins no entries; correct the ids in the listing"
    )


def test_equal_titles_over_unlike_abstracts_stay_apart_with_ids_of_their_own() -> None:
    papers = merge_entries([entry("Editorial"), entry("Editorial", OTHER, line=5)])

    assert len({paper.id for paper in papers}) == 2


def test_texts_of_one_title_that_look_alike_are_papers_of_their_own() -> None:
    def look_alike(number: int) -> str:
        return " ".join(f"{chr(97 + number % 26)}{chr(97 + number // 26 % 26)}{word}" for word in ABSTRACT.split())

    papers = merge_entries([entry("Untitled", look_alike(n) + str(n), line=n + 1) for n in range(500)])

    assert len(papers) == 500


def test_ids_do_not_depend_on_listing_or_order() -> None:
    assert paper_id("A  Title", Identifiers()) == paper_id("A Title", Identifiers())
    assert paper_id("A Title", Identifiers()) != paper_id("a title", Identifiers())


def test_a_title_without_ascii_has_an_id() -> None:
    assert paper_id("注意力", Identifiers())


def test_normalising_twice_changes_nothing() -> None:
    once = normalise_title("  The  “End”—at\u00a0last. ")

    assert normalise_title(once) == once


def test_the_real_listings_hold_215_papers(shared: Path) -> None:
    entries = [e for path in sorted((shared / "seeds").iterdir()) for e in read_listing(path)]

    papers = merge_entries(entries)

    assert (len(entries), len(papers)) == (226, 215)
    assert sum(len(paper.entries) == 2 for paper in papers) == 11


def test_an_id_made_unique_is_not_the_id_of_another_paper() -> None:
    shared = [
        entry("A one", "aaa", identifiers=Identifiers(doi="10.1234/x", arxiv="2401.00001")),
        entry("B two", "bbb", line=2, identifiers=Identifiers(doi="10.1234/x", arxiv="2401.00002")),
        entry("C three", "ccc", line=3, identifiers=Identifiers(doi="10.1234/x")),
        entry("D four", "ddd", line=4, identifiers=Identifiers(doi="10.1234/x")),
        entry("E five", "eee", line=5, identifiers=Identifiers(doi="10.1234/x-2")),
    ]

    assert [paper.id for paper in merge_entries(shared)] == [
        "arxiv:2401.00001",
        "arxiv:2401.00002",
        "doi:10.1234/x",
        "doi:10.1234/x-3",
        "doi:10.1234/x-2",
    ]


def test_hundreds_of_short_texts_of_one_title_are_not_one_paper() -> None:
    papers = merge_entries([entry("Editorial", f"Note {n} on harbours.", line=n + 1) for n in range(300)])

    assert len(papers) == 300


def test_a_merge_keeps_the_title_and_not_the_name_alone() -> None:
    names = ["Fold", "Fold: A Study of Folded Paper", "Fold: A Study"]
    entries = [entry(name, line=n, identifiers=Identifiers(arxiv="2401.00001")) for n, name in enumerate(names, 1)]

    assert [paper.title for paper in merge_entries(entries)] == ["Fold: A Study of Folded Paper"]
    assert [paper.title for paper in merge_entries(entries[::-1])] == ["Fold: A Study of Folded Paper"]


def test_the_doi_of_the_proceedings_joins_none_of_their_papers() -> None:
    doi = Identifiers(doi="10.1000/volume")
    entries = [
        entry(title, "", line=line, authors=authors, identifiers=doi)
        for line, (title, authors) in enumerate(
            [
                ("Tides of Frost in Harbours", ("Ann Doe",)),
                ("Salted Ropes and Winter", ("Rob Roe", "Al Poe")),
                ("Measuring Shadows of Masts", ("Bo Moe",)),
                ("Tides of Frost in Harbours", ("Ann Doe",)),
            ],
            start=1,
        )
    ]
    papers = merge_entries(entries)

    assert sorted(len(paper.entries) for paper in papers) == [1, 1, 2]
    assert len({paper.id for paper in papers}) == 3
    assert len(merge_entries(entries[:2])) == 2
    assert len(merge_entries([replace(one, authors=("Ann Doe",)) for one in entries])) == 1


def test_an_arxiv_id_that_several_papers_print_joins_none_of_them_and_is_reported() -> None:
    arxiv = Identifiers(arxiv="2401.00001")
    titles = (
        "Tides of Frost in Harbours",
        "Salted Ropes and Winter Storms",
        "Measuring Shadows of Masts",
        "Tides of Frost in Harbours",
    )
    entries = [entry(title, "", line=10 * n, identifiers=arxiv) for n, title in enumerate(titles, start=1)]
    problems: list[Problem] = []

    papers = merge_entries(entries, problems.append)
    problems = [problem for problem in problems if not problem.harmless]

    assert sorted((paper.title, len(paper.entries)) for paper in papers) == [
        ("Measuring Shadows of Masts", 1),
        ("Salted Ropes and Winter Storms", 1),
        ("Tides of Frost in Harbours", 2),
    ]
    assert len({paper.id for paper in papers}) == 3
    (problem,) = problems
    assert str(problem).startswith("a.txt:10:1: the arXiv id 2401.00001 is also that of 'Salted Ropes")
    assert " at a.txt:20:1 and 1 other; each is kept" in str(problem)
    assert problem.n_lines == 0  # as no line of the listing is lost


def of_arxiv(title: str, source: str, line: int = 1, authors: tuple[str, ...] = ()) -> Entry:
    ids = Identifiers(arxiv="2401.00001")
    return replace(entry(title, "", identifiers=ids), span=Span(source, line), authors=authors)


def test_two_clearly_different_titles_of_one_listing_stay_two_papers_with_one_arxiv_id() -> None:
    first, second = ("Tides of Frost in Harbours", "Salted Ropes and Winter Storms")
    entries = [of_arxiv(first, "a.md"), of_arxiv(second, "a.md", 9), of_arxiv("Frost Tides", "a.md", 12)]
    problems: list[Problem] = []

    papers = merge_entries(entries, problems.append)
    assert [(paper.title, len(paper.entries)) for paper in papers] == [(first, 2), (second, 1)]
    assert ["each is kept as a paper of its own" in str(problem) for problem in problems] == [True, False]
    assert {paper.title for paper in merge_entries(entries[::-1])} == {first, second}


def test_some_papers_can_be_taken_by_their_places() -> None:
    entries = [entry("GridWeave"), entry("Halos", OTHER), entry("GridWeave", line=9), entry("Tusks", "x")]
    papers = MergedPapers(entries, [0, 1, 0, 3])

    assert papers[:] == merge_entries(entries) == list(papers)
    assert [paper.title for paper in papers[1:]] == ["Halos", "Tusks"]
    assert [paper.title for paper in papers[::-2]] == ["Tusks", "GridWeave"]
    assert papers[-1].title == "Tusks"
    assert papers[9:] == []


def test_added_facts_are_those_of_the_first_entry_that_has_each() -> None:
    first = Added(sources=(("venue", "a 2026-01-01"),), urls=("https://a.org",))
    second = Added(
        sources=(("venue", "b 2026-01-02"), ("type", "b 2026-01-02")),
        urls=("https://b.org", "https://a.org"),
        is_open_access=False,
        orcids=(("Ada", "0000"),),
    )
    third = Added(is_open_access=True, orcids=(("Ada", "1111"),))

    (paper,) = merge_entries([entry("T", line=n, added=added) for n, added in ((1, first), (5, second), (9, third))])

    assert paper.added == Added(
        sources=(("type", "b 2026-01-02"), ("venue", "a 2026-01-01")),
        urls=("https://a.org", "https://b.org"),
        is_open_access=False,
        orcids=(("Ada", "0000"),),
    )
    assert merge_entries([entry("T")])[0].added is None


def test_titles_of_cited_works_are_those_of_the_first_entry_that_has_each() -> None:
    titles = ((("doi:10.1/x", "A"),), (("doi:10.1/x", "B"), ("doi:10.1/w", "W")))

    (paper,) = merge_entries([entry("T", line=n, cited=cited) for n, cited in enumerate(titles, start=1)])

    assert paper.cited == (("doi:10.1/w", "W"), ("doi:10.1/x", "A"))


def test_of_two_papers_with_one_id_the_second_gets_the_number_2() -> None:
    papers = merge_entries([entry("Notes"), entry("Notes", OTHER, line=9)])

    assert [paper.id for paper in papers] == ["notes-8a7525b1-2", "notes-8a7525b1"]


def test_an_id_is_of_letters_and_digits_joined_by_hyphens() -> None:
    named = paper_id("  *Grid:  Weave*, \ud800 x!", Identifiers())

    assert named.rpartition("-")[0] == "grid-weave-x"
    assert paper_id("-X- Grid -", Identifiers()).startswith("x-grid-")


def test_an_abstract_is_that_of_the_entry_that_has_one() -> None:
    assert [paper.abstract for paper in merge_entries([entry("T", ""), entry("T", line=9)])] == [ABSTRACT]


def test_nothing_is_said_of_access_where_no_entry_says_anything() -> None:
    added = Added(urls=("https://a.org",))
    (paper,) = merge_entries([entry("T", line=line, added=added) for line in (1, 9)])

    assert paper.added == added


def test_only_numbers_that_recur_are_repeated() -> None:
    assert find_repeated(array("q", [0, 3, 3, 7])) == [[1, 2]]
    assert find_repeated(array("q", [0, 0, 3, 3]), ignore=3) == [[0, 1]]


def test_equal_numbers_keep_their_order_however_many_there_are() -> None:
    numbers = array("q", [number % 3 - 1 for number in range(60_000)])

    assert list(argsort(numbers)) == sorted(range(60_000), key=numbers.__getitem__)


def test_of_three_texts_of_one_title_the_two_alike_are_one_paper() -> None:
    papers = merge_entries([entry("Notes"), entry("Notes", OTHER, line=5), entry("Notes", f"{ABSTRACT} More.", line=9)])

    assert sorted(len(paper.entries) for paper in papers) == [1, 2]


def test_facts_added_to_two_entries_are_added_to_their_paper() -> None:
    one, other = Added(urls=("https://a.org",)), Added(urls=("https://b.org",))
    (both,) = merge_entries([entry("T", added=one), entry("T", line=9, added=other)])
    (first,) = merge_entries([entry("T"), entry("T", line=9, added=other)])

    assert both.added == Added(urls=("https://a.org", "https://b.org"))
    assert first.added == other


def test_hashes_of_all_bits_are_sorted_in_arrays_of_any_size() -> None:
    numbers = array("Q", [2**64 - 1, 0, 2**63] * 20_000)
    first, second = sort_pairs(numbers, numbers)

    assert first == second == array("Q", [0] * 20_000 + [2**63] * 20_000 + [2**64 - 1] * 20_000)
    assert sort_pairs(numbers[:3], numbers[:3]) == (array("Q", [0, 2**63, 2**64 - 1]),) * 2


FACTS: dict[str, object] = {
    "authors": ("Ann Doe", "Bo Roe"),
    "n_authors": 5,
    "organisation": "Harbour Institute",
    "date": "2024-05-01",
    "n_comments": 3,
    "subtitle": "A study",
    "venue": "Journal of Harbours",
    "publisher": "Acme",
    "type": "article",
    "volume": "7",
    "first_page": "283",
    "keywords": ("frost",),
    "index_keywords": ("tide",),
    "n_citations": 9,
    "issue": "3",
    "last_page": "299",
    "language": "en",
    "issn": "1234-5679",
    "isbn": "9780000000002",
    "editors": ("Al Poe",),
    "affiliations": (Affiliation(institution="Harbour Institute", country="NO"),),
    "funding": ("Tide Fund",),
    "files": ("papers/fold.pdf",),
    "cited": (("doi:10.1000/cited", "Ropes"),),
    "references": ("doi:10.1000/cited",),
}


def test_every_fact_has_a_value_here() -> None:
    assert FACTS.keys() >= MERGED.keys()


@pytest.mark.parametrize("name", FACTS)
def test_a_fact_of_one_entry_alone_is_that_of_the_paper(name: str) -> None:
    printed = replace(entry("Notes", line=9), **{name: FACTS[name]})  # type: ignore[arg-type]

    assert [getattr(paper, name) for paper in merge_entries([printed])] == [FACTS[name]]
    assert [getattr(paper, name) for paper in merge_entries([entry("Notes"), printed])] == [FACTS[name]]


@cases("least, other", named=True)
def test_of_two_facts_the_lower_one_is_that_of_the_paper(least: dict[str, str], other: dict[str, str]) -> None:
    entries = [replace(entry("Notes"), **other), replace(entry("Notes", line=9), **least)]  # type: ignore[arg-type]

    for order in (entries, entries[::-1]):
        (paper,) = merge_entries(order)
        assert {name: getattr(paper, name) for name in least} == least


def test_affiliations_are_those_of_the_entry_with_most() -> None:
    one, other = (Affiliation(institution=name) for name in ("Harbour Institute", "Tide College"))
    entries = [entry("Notes", affiliations=(one,)), entry("Notes", line=9, affiliations=(other, one))]

    assert [paper.affiliations for paper in merge_entries(entries)] == [(other, one)]


def test_of_two_dois_the_lower_one_is_that_of_the_paper() -> None:
    identifiers = [Identifiers(arxiv="2401.00001", doi=doi) for doi in ("10.1000/b", "10.1000/a")]
    entries = [entry("Notes", line=line, identifiers=one) for line, one in enumerate(identifiers, start=1)]

    for order in (entries, entries[::-1]):
        (paper,) = merge_entries(order)
        assert paper.identifiers == Identifiers(arxiv="2401.00001", doi="10.1000/a")


def test_three_whole_titles_of_three_listings_with_one_arxiv_id_are_three_papers() -> None:
    whole = ("Tides of Frost Harbours", "Salted Ropes and Winter", "Measuring Shadows without Masts")
    entries = [of_arxiv(title, source) for title, source in zip(whole, ("a.md", "b.md", "c.md"), strict=True)]

    assert len(merge_entries(entries)) == 3
    ends = ("Seen from Northern Islands", "Among Quiet Northern Sailors", "Because Cold Northern Rivers Freeze")
    with_one_word = [replace(one, title=f"{one.title} {end}") for one, end in zip(entries, ends, strict=True)]
    assert len(merge_entries(with_one_word)) == 3


def test_texts_of_one_title_are_compared_from_twenty_words_on() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = [letters[number] * 5 for number in range(26)]
    one, alike = (" ".join(words[start : start + 20]) for start in (0, 6))
    unlike = " ".join([*words[20:], *(word[:4] for word in words[:14])])

    assert len(merge_entries([entry("Notes", one), entry("Notes", alike, line=9)])) == 1
    assert len(merge_entries([entry("Notes", one), entry("Notes", unlike, line=9)])) == 2
    assert len(merge_entries([entry("Notes", one), entry("Notes", unlike.rpartition(" ")[0], line=9)])) == 1


def test_of_whole_titles_the_one_that_continues_the_first_is_kept() -> None:
    titles = ["Fold: A Study of Tides", "Fold: a study of tides and ropes", "Tides of Folded Paper"]
    entries = [entry(title, line=n, identifiers=Identifiers(arxiv="2401.00001")) for n, title in enumerate(titles, 1)]

    assert [paper.title for paper in merge_entries(entries)] == [titles[1]]
