import pytest
from tests.case_tables import cases
from tests.corpora import find_names

from papertrace.extract.mentions.names import NameCollector, NamedText, NameScan
from papertrace.extract.mentions.own_names import Refusal
from papertrace.model import Span


def paper(title: str, abstract: str = "") -> NamedText:
    return NamedText(
        id=title, title=title, abstract=abstract, title_span=Span("a.txt", 1), abstract_span=Span("a.txt", 2)
    )


def owned(*papers: NamedText) -> dict[str, str]:
    return find_names(papers).owners


def test_no_papers_have_no_names() -> None:
    assert find_names([]).owners == {}


@cases("title, abstract, name", named=True)
def test_a_paper_owns_its_names(title: str, abstract: str, name: str) -> None:
    assert owned(paper(title, abstract))[name] == title


@cases("verb")
def test_each_verb_of_creation_introduces_a_name(verb: str) -> None:
    sorting = paper("On the Sorting of Walruses", f"We sort, and we {verb} Turbo-Walrus2, a sorter.")
    assert owned(sorting) == {"Turbo Walrus2": sorting.id}


@cases("title, abstract, reason", named=True)
def test_a_name_that_is_a_word_is_refused_and_listed(title: str, abstract: str, reason: Refusal) -> None:
    table = find_names([paper(title, abstract)])
    assert [refused.reason for refused in table.refused] == [reason]
    assert not table.owners


def test_a_name_with_equal_evidence_for_two_papers_is_refused() -> None:
    one, other = paper("TurboSolve: One"), paper("TurboSolve: Two")
    table = find_names([one, other])
    assert not table.owners
    assert table.refused[0].papers == (one.id, other.id)


def test_a_title_beats_an_abstract() -> None:
    title, abstract = paper("TurboSolve: Fast"), paper("Sorting", "We present TurboSolve, a solver.")
    assert owned(abstract, title)["TurboSolve"] == title.id


def test_case_variants_are_different_names() -> None:
    names = owned(paper("BLaST: Sorting"), paper("WALRUSES: Searching"), paper("WalruSES: Searching"))
    assert names["WALRUSES"] != names["WalruSES"]


def test_many_names_may_have_one_first_word() -> None:
    papers = [paper(f"Deep Walrus{n}: Sorting", f"Our Deep Walrus{n} is deep.") for n in range(100)]

    assert len(owned(*papers)) == len(papers)


def test_a_streamed_corpus_gives_the_same_names_as_one_in_memory(seed_texts: dict[str, str]) -> None:
    names = NameCollector()
    for number, (title, abstract) in enumerate(seed_texts.items()):
        names.add(number, title, abstract)
    scan = NameScan(names.plan_search())
    for abstract in reversed(seed_texts.values()):
        scan.add(abstract)
    streamed = names.assign(scan.printed, list(seed_texts))
    table = find_names([paper(title, abstract) for title, abstract in seed_texts.items()])
    assert (streamed.owners, streamed.refused) == (table.owners, table.refused)
    assert len(table.owners) > 100
    assert {Refusal.WORD, Refusal.SHORT} <= {refused.reason for refused in table.refused}


@pytest.mark.parametrize(("n_others", "owns"), [(2, True), (3, False)])
def test_an_acronym_that_many_papers_print_has_no_owner(n_others: int, owns: bool) -> None:  # noqa: FBT001
    definer = paper("Linear Gated Sorting at Scale", "We present linear gated sorting (LGS).")
    others = [paper(f"Sorting, Part {n} of Many", "as LGS does, and LGS again") for n in range(n_others)]
    table = find_names([definer, *others])
    assert ("LGS" in table.owners) is owns
    assert table.refused == ()


def test_a_paper_that_is_listed_twice_does_not_share_its_name_with_itself() -> None:
    one = paper("TurboSolve: One")
    assert owned(one, one) == {"TurboSolve": one.id}


def test_a_refused_name_lists_all_papers_that_use_it() -> None:
    papers = [paper("Walrus: One", "Our Walrus sorts."), paper("Sorting", "We present Walrus, a walrus.")]
    assert [(r.papers, r.name) for r in find_names(papers).refused] == [(("Sorting", "Walrus: One"), "Walrus")]


def test_a_paper_that_is_listed_twice_uses_a_refused_name_once() -> None:
    one = paper("Walrus: One", "We present Walrus.")
    uses = find_names([one, one, paper("Sorting", "We present Walrus, a walrus.")]).find_refused_uses()

    assert [(use.paper, use.name) for use in uses] == [(0, "Walrus"), (1, "Walrus")]
