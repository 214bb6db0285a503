import time

import pytest

from papertrace.extract.names import NamedText, Refusal, find_names
from papertrace.model import Span


def paper(title: str, abstract: str = "") -> NamedText:
    return NamedText(
        id=title, title=title, abstract=abstract, title_span=Span("a.txt", 1), abstract_span=Span("a.txt", 2)
    )


def owned(*papers: NamedText) -> dict[str, str]:
    return {" ".join(key): owner for key, owner in find_names(papers).owners.items()}


def test_no_papers_have_no_names() -> None:
    assert find_names([]).owners == {}


@pytest.mark.parametrize(
    ("title", "abstract", "name"),
    [
        ("TurboSolve: Fast Solvers", "", "TurboSolve"),
        ("Walrus: Cheap Sorting", "we sort", "Walrus"),
        ("Eland and Gnu: Two Sorters", "", "Gnu"),
        ("Scaling of Sorters", "In this work we introduce Walrus, a sorter.", "Walrus"),
        ("Sorting on Clusters Using Turbo-LM", "", "Turbo LM"),
        ("Sorting with a Turbosort Backend", "Code: https://github.com/acme/turbosort.", "Turbosort"),
        ("Linear Gated Sorting at Scale", "We define linear gated sorting (LGS).", "LGS"),
    ],
    ids=["head", "plain head", "two heads", "introduced", "title's end", "repository", "acronym"],
)
def test_a_paper_owns_its_names(title: str, abstract: str, name: str) -> None:
    assert owned(paper(title, abstract))[name] == title


@pytest.mark.parametrize(
    ("title", "abstract", "reason"),
    [
        ("S4: Sorting", "", Refusal.SHORT),
        ("SCALE: Sorting", "we scale sorters", Refusal.WORD),
        ("Frontier: Sorting", "at the frontier", Refusal.WORD),
        ("Sequence Sorting: A System", "for sequence sorting", Refusal.WORD),
        ("fast sorting: A System", "", Refusal.PLAIN),
    ],
    ids=["short", "capitals", "word", "phrase", "no shape"],
)
def test_a_name_that_is_a_word_is_refused_and_listed(title: str, abstract: str, reason: Refusal) -> None:
    table = find_names([paper(title, abstract)])
    assert [refused.reason for refused in table.refused] == [reason]
    assert not table.owners


def test_two_claims_of_equal_strength_refuse_a_name() -> None:
    one, other = paper("TurboSolve: One"), paper("TurboSolve: Two")
    table = find_names([one, other])
    assert not table.owners
    assert table.refused[0].claimants == (one.id, other.id)


def test_a_title_beats_an_abstract() -> None:
    title, abstract = paper("TurboSolve: Fast"), paper("Sorting", "We present TurboSolve, a solver.")
    assert owned(abstract, title)["TurboSolve"] == title.id


def test_case_variants_are_different_names() -> None:
    names = owned(paper("BLaST: Sorting"), paper("BLAST: Searching"))
    assert names["BLaST"] != names["BLAST"]


@pytest.mark.parametrize(
    "abstract",
    ["A" * 100_000 + "1", "We introduce " + "A" * 100_000 + "1", "we present " + "a.A" * 50_000 + "!"],
    ids=["capitals before a digit", "a long name", "a name of many points"],
)
def test_a_long_word_is_quick(abstract: str) -> None:
    start = time.process_time()
    find_names([paper("Sorting", abstract)])
    assert time.process_time() - start < 1


def test_many_names_with_one_first_word_are_quick() -> None:
    papers = [paper(f"Deep Walrus{n}: Sorting", "deep sorting is deep and deep") for n in range(3_000)]
    start = time.process_time()
    assert len(owned(*papers)) == len(papers)
    assert time.process_time() - start < 3
