"""What shows that a name is a paper's own, and what supports a mention of it."""

import pytest
from tests.case_tables import cases
from tests.corpora import find_mentions_of_others, find_names

from papertrace.extract.mentions.mentions import has_cue, is_excluded
from papertrace.extract.mentions.names import NamedText
from papertrace.extract.mentions.own_names import NameEvidence, Refusal, find_introductions, find_name_evidence
from papertrace.model import Span


def paper(title: str, abstract: str = "") -> NamedText:
    return NamedText(
        id=title, title=title, abstract=abstract, title_span=Span("a.txt", 1), abstract_span=Span("a.txt", 2)
    )


def named_by(text: NamedText, *others: NamedText) -> list[str]:
    return [mention.surface for mention in find_mentions_of_others(text, find_names([text, *others]))]


@cases("title, abstract")
def test_a_term_in_a_title_is_not_its_name(title: str, abstract: str) -> None:
    assert find_name_evidence(title, abstract) == []


@cases("title, abstract, name")
def test_a_paper_says_what_its_work_is_called(title: str, abstract: str, name: str) -> None:
    assert name in dict(find_name_evidence(title, abstract))


def test_the_addresses_of_an_entry_show_a_name() -> None:
    evidence = find_name_evidence("Sorting with Turbosort", "We sort.", "https://github.com/acme/turbosort")
    assert evidence == [("Turbosort", NameEvidence.REPOSITORY)]


def test_the_plural_of_an_acronym_is_a_kind_of_thing() -> None:
    table = find_names([paper("QZTs: A Sorter", "We present QZTs, a family of sorters.")])
    assert [(one.name, one.reason) for one in table.refused] == [("QZTs", Refusal.KIND)]


def test_a_term_of_science_is_refused() -> None:
    table = find_names([paper("GPU: A Sorter", "We present GPU, a sorter.")])
    assert [(one.name, one.reason) for one in table.refused] == [("GPU", Refusal.TERM)]


def test_a_word_that_two_papers_claim_has_no_owner_whatever_their_evidence() -> None:
    one, other = paper("Walrus: A Sorter", "Our Walrus sorts."), paper("Ice", "We present Walrus, a glacier.")
    assert find_names([one, other]).owners == {}


@pytest.mark.parametrize(("n_others", "refused"), [(8, False), (9, True)])
def test_a_word_that_many_papers_print_is_refused(n_others: int, refused: bool) -> None:  # noqa: FBT001
    owner = paper("Walrus: A Sorter", "Our Walrus sorts.")
    others = [paper(f"Ice of Many Kinds, Part {n}", "On Walrus ice.") for n in range(n_others - 1)]
    reasons = [one.reason for one in find_names([owner, *others]).refused]
    assert reasons == ([Refusal.COMMON] if refused else [])


@cases("abstract, expected")
def test_a_word_is_a_mention_only_beside_a_sign_of_one(abstract: str, expected: list[str]) -> None:
    assert named_by(paper("Ice", abstract), paper("Walrus: Fast Sorting", "Walrus achieves much.")) == expected


@pytest.mark.parametrize(("n_others", "refused"), [(8, False), (9, True)])
def test_a_coined_name_that_opens_a_title_may_be_in_as_many_papers_as_a_word(n_others: int, refused: bool) -> None:  # noqa: FBT001
    owner = paper("TurboSolve: Fast Sorting", "We sort.")
    others = [paper(f"Ice of Many Kinds, Part {n}", "Unlike TurboSolve.") for n in range(n_others)]
    reasons = [one.reason for one in find_names([owner, *others]).refused]
    assert reasons == ([Refusal.COMMON] if refused else [])


def test_an_adjective_before_a_kind_of_system_is_no_name_of_it() -> None:
    abstract = "This paper presents a LiDAR-based system that sorts. We present WalrusKit-pro, a sorter."
    assert dict(find_name_evidence("Sorting of Ice", abstract)).keys() == {"WalrusKit pro"}


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [("Our sorter, named WalrusNet, is fast.", True), ("A sorter, named WalrusNet, was used by us.", False)],
)
def test_what_our_work_is_named_is_introduced(abstract: str, expected: bool) -> None:  # noqa: FBT001
    assert ("WalrusNet" in dict(find_name_evidence("Sorting of Ice", abstract))) is expected


def test_five_capitals_with_a_hyphen_may_be_a_name() -> None:
    assert find_name_evidence("F-WRLS : Fast Sorting", "We sort.") == [("F WRLS", NameEvidence.TITLE)]
    assert find_name_evidence("F-WRL: Fast Sorting", "We sort.") == []


def test_a_shared_subject_supports_a_mention() -> None:
    owner = paper("Walrus: Lexicographic Sorting of Icebergs", "Walrus achieves much.")
    assert named_by(paper("Icebergs", "Where Walrus melts, lexicographic sorting of icebergs ends."), owner) == [
        "Walrus"
    ]


def test_a_coined_name_that_two_papers_introduce_needs_a_shared_subject() -> None:
    owner = paper("FastSort: Lexicographic Sorting of Icebergs", "We present FastSort, a sorter.")
    same = paper("Icebergs, Once More and Again", "We present FastSort, lexicographic sorting of icebergs.")
    other = paper("Spiders, Once More and Again", "We present FastSort, a spider.")
    assert named_by(same, owner) == ["FastSort"]
    assert named_by(other, owner) == []


def test_a_sentence_that_recurs_from_entry_to_entry_names_nothing() -> None:
    owner = paper("FastSort: A Sorter")
    texts = [
        paper(f"Ice of Many Kinds, Part {n}", f"On ice {n}. Similar papers: FastSort and others.") for n in range(3)
    ]
    assert named_by(texts[0], owner, *texts[1:]) == []
    assert named_by(texts[0], owner) == ["FastSort"]


def test_a_name_in_text_without_spaces_is_found() -> None:
    assert named_by(paper("\u51b0", "\u4e0eFastSort\u76f8\u6bd4\u66f4\u5feb\u3002"), paper("FastSort: A Sorter")) == [
        "FastSort"
    ]


def test_without_words_there_is_no_cue() -> None:
    assert not has_cue("Walrus", 0, 6)
    assert not is_excluded("Walrus", 0, 6)
    assert find_introductions("") == ()
