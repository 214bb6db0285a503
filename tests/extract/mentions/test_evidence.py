"""What shows that a name is a paper's own, and what supports a mention of it."""

import pytest
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


@pytest.mark.parametrize(
    ("title", "abstract"),
    [
        ("Sorting Walruses Using GPU", "We sort on a GPU."),
        ("Sorting Walruses with OpenACC", "We sort by OpenACC."),
        ("Sorting Walruses via RAG", ""),
        ("A Trick Based on MapReduce", "MapReduce is a well-known framework."),
        ("Tri de morses avec OpenMP", "Nous trions."),
        ("Walrus Sorting: A Review", "Walrus sorting matters."),
        ("Walrus: A Review", "Walrus is large."),
        ("Walruses Sort Things", "Walruses sort things (WST) in water, as is well known."),
        ("Sorting", "We tested spheres releasing TgfB3 (a sorter) and use a tool called SortTools."),
    ],
)
def test_a_term_in_a_title_is_not_its_name(title: str, abstract: str) -> None:
    assert find_name_evidence(title, abstract) == []


@pytest.mark.parametrize(
    ("title", "abstract", "name"),
    [
        ("FastSort:Sorting", "", "FastSort"),
        ("FastSort\uff1a\u6392\u5e8f", "", "FastSort"),
        ("FastSort : un tri", "", "FastSort"),
        ("FastSort \u2014 a sorter", "", "FastSort"),
        ("Walrus: A Sorter", "Our Walrus sorts.", "Walrus"),
        ("Walrus: A Sorter", "Walrus outperforms all.", "Walrus"),
        ("Walrus: A Sorter", "The result is Walrus-7B.", "Walrus"),
        ("WALRUS: A Sorter", "", "WALRUS"),
        ("Sorting with QZ-SORT", "Summary: QZ-SORT is a new sorting algorithm for ice.", "QZ SORT"),
        ("\u6392\u5e8f\u7814\u7a76", "\u6211\u4eec\u63d0\u51fa\u4e86FastSort\uff0c\u5f88\u5feb\u3002", "FastSort"),
        ("Schnell sortieren", "Wir entwickeln FastSort, das schnell ist.", "FastSort"),
        ("Trier vite", "Nous pr\u00e9sentons FastSort, un outil.", "FastSort"),
        ("Sorting", "We propose the FastSort benchmark.", "FastSort"),
    ],
)  # fmt: skip
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


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        ("It beats systems such as Walrus.", ["Walrus"]),
        ("We use Walrus (Doe et al., 2020) here.", ["Walrus"]),
        ("It beats FlexGen, Walrus and Lily.", ["Walrus"]),
        ("We improved the Walrus library.", ["Walrus"]),
        ("Ice near Walrus melts.", []),
        ("In Walrus 2010 it was shown.", []),
        ("It is faster than Walrus 2.0 on ice.", []),
        ("It is faster than Walrus 2.5 times over.", ["Walrus"]),
        ("It is faster than Walrus 2 on ice.", []),
        ("On ice Walrus 2 is faster.", []),
        ("It is faster than Walrus 2 times over.", ["Walrus"]),
        ("It is faster than Walrus 3 to 5 times over.", ["Walrus"]),
        ("Presented at Walrus'10 first.", []),
        ("A Walrus device melts ice.", []),
        ("See https://example.org/Walrus for more.", []),
        ("We introduce Walrus, a glacier faster than ice.", []),
    ],
)
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
