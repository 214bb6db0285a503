import pytest
from tests.case_tables import cases

from papertrace.extract.mentions.names import NameScan, NameSearch, PrintedNames


def printed_of(names: list[str], *abstracts: str) -> PrintedNames:
    scan = NameScan(NameSearch(names))
    for abstract in abstracts:
        scan.add(abstract)
    return scan.printed


def test_no_abstracts_print_nothing() -> None:
    printed = printed_of(["Sequence Sorting", "Frontier"])
    assert (printed.lower_words, printed.lower_phrases, printed.common) == (set(), set(), set())


@pytest.mark.parametrize(
    ("abstract", "words"),
    [
        ("at the frontier", {"frontier"}),
        ("at all frontiers.", {"frontiers"}),
        ("at the Frontier", set()),
        ("pre-frontier work", set()),
        ("the frontier_2", set()),
        ("see https://example.org/frontier", set()),
        ("\u201cfrontier\u201d", {"frontier"}),
    ],
    ids=["word", "plural", "name", "after a hyphen", "part", "address", "quoted"],
)
def test_only_a_separate_word_in_lower_case_counts_as_a_word(abstract: str, words: set[str]) -> None:
    assert printed_of(["Frontier"], "the Frontier", abstract).lower_words == words


@cases("abstract, found", named=True)
def test_a_phrase_lacks_a_capital_of_the_name(abstract: str, found: bool) -> None:  # noqa: FBT001
    printed = printed_of(["Sequence Sorting", "Sequence Walrus"], "Sequence Sorting by name", abstract)
    assert ("Sequence Sorting" in printed.lower_phrases) is found


def test_names_that_begin_alike_are_found_one_by_one() -> None:
    names = ["Deep Sorting", "Deep Sorting Trees", "Deep Sortings"]
    first, *others = "by deep sorting", "deep sorting trees"
    assert printed_of(names, first).lower_phrases == {"Deep Sorting", "Deep Sortings"}
    assert printed_of(names, first, *others).lower_phrases == set(names)


@pytest.mark.parametrize("name", ["S Sorting", "Sorting S", "SS Sorting", "Sorting S S"])
def test_a_letter_that_looks_like_a_plural_is_a_word(name: str) -> None:
    assert printed_of([name], f"by {name.lower()} and").lower_phrases == {name}


def test_a_name_with_an_unmistakable_shape_is_not_searched_for() -> None:
    assert printed_of(["FlexGen Sorting", "FlexGen"], "flexgen sorting").lower_phrases == set()


def test_a_name_counts_once_per_abstract() -> None:
    scan = NameScan(NameSearch([], {"SSM": 3}))
    for abstract in ["SSM, SSM, SSM, SSM and SSM", "the ssm", "an SSM-based SSM2", "an SSM", "an SSM"]:
        scan.add(abstract)
    assert scan.printed.common == set()
    scan.add("(SSM)")
    assert scan.printed.common == {"SSM"}
