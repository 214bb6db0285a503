import json
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.corpora import find_mentions_of_others, find_names

from papertrace.extract.mentions.names import NamedText
from papertrace.model import Span


def paper(title: str, abstract: str = "") -> NamedText:
    return NamedText(
        id=title, title=title, abstract=abstract, title_span=Span("a.txt", 1), abstract_span=Span("a.txt", 2)
    )


WALRUS = paper("Walrus: Fast Sorting", "We present Walrus, a sorter.")


def surfaces(text: NamedText, *others: NamedText) -> list[str]:
    return [mention.surface for mention in find_mentions_of_others(text, find_names([text, *others]))]


def test_a_paper_does_not_mention_itself() -> None:
    text = paper("TurboSolve: Fast", "TurboSolve is fast.")
    assert surfaces(text) == []


def test_a_mention_has_its_sentence_and_span() -> None:
    owner = paper("TurboSolve: Fast")
    text = paper("Sorting", "We sort.\nIt beats TurboSolve, e.g. on disks. More.")
    names = find_names([text, owner])
    (found,) = find_mentions_of_others(text, names)
    mention = found.name(names.ids, names.titles)
    assert (mention.target, mention.title, mention.surface) == (owner.id, owner.title, "TurboSolve")
    assert mention.sentence == "It beats TurboSolve, e.g. on disks."
    assert mention.span == Span("a.txt", 3, 10)


@cases("abstract, expected", named=True)
def test_a_name_counts_only_where_it_is_whole(abstract: str, expected: list[str]) -> None:
    assert surfaces(paper("Sorting", f"We do fast sorting, {abstract}"), WALRUS) == expected


def test_the_longest_name_wins_and_hides_no_other_occurrence() -> None:
    text = paper("Walrus Mixer: A Sorter", "Walrus Mixer builds on Walrus matrices.")
    assert surfaces(text, WALRUS) == ["Walrus"]


def test_hyphen_and_space_are_the_same() -> None:
    assert surfaces(
        paper("Sorting", "It is better than Task-Me-Anything."),
        paper("Task Me Anything", "We introduce Task-Me-Anything, a task."),
    ) == ["Task-Me-Anything"]


def test_a_name_that_the_text_defines_is_its_own() -> None:
    text = paper("Sorting", "We use block sorted trees (BLST) here.")
    assert surfaces(text, paper("BLST: Another Thing")) == []


def test_an_acronym_defined_in_the_plural_is_the_texts_own() -> None:
    text = paper("Sorting", "We use block sorted trees (BLSTs) here. A BLST is better than BLST trees.")
    assert surfaces(text, paper("BLST: Another Sorter of Trees", "We present BLST, a sorter.")) == []


def test_an_acronym_of_what_the_title_says_names_its_paper() -> None:
    text = paper("Sorting", "Inspired by block sorted trees (BLST), we use more.")
    assert surfaces(text, paper("BLST: Block Sorted Trees for All", "We present BLST, a sorter.")) == ["BLST"]
    assert surfaces(text, paper("BLST-Maker: Making Block Sorted Trees", "We sort.")) == []


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [("Lexicographic sorting beats XIce.", ["XIce"]), ("All sorting is measured on XIce.", [])],
    ids=["two words", "one word"],
)
def test_a_name_that_its_title_lacks_needs_two_words_of_it(abstract: str, expected: list[str]) -> None:
    owner = paper("Ask and Answer: Lexicographic Sorting", "We present XIce, a pipeline.")
    assert surfaces(paper("On Ice", abstract), owner) == expected


def test_a_plus_sign_at_the_end_belongs_to_a_name() -> None:
    owner = paper("InftyWalk+: A Walk")
    assert surfaces(paper("On Ice", "Unlike InftyWalk, we run."), owner) == []
    assert surfaces(paper("On Ice", "Unlike InftyWalk+, we run."), owner) == ["InftyWalk+"]


def test_all_labelled_mentions_of_the_real_listings(shared: Path, seed_texts: dict[str, str]) -> None:
    papers = [paper(title, abstract) for title, abstract in seed_texts.items()]
    names = find_names(papers)
    found = {
        text.id: {names.ids[mention.number] for mention in find_mentions_of_others(text, names)} for text in papers
    }
    lines = (shared / "gold" / "mentions.jsonl").read_text("utf-8").splitlines()
    gold = [json.loads(line) for line in lines]
    missed = [g["name"] for g in gold if g["label"] == "mention" and g["to_title"] not in found[g["from_title"]]]
    wrong = [g["name"] for g in gold if g["label"] == "not" and g["to_title"] in found[g["from_title"]]]
    assert missed == []
    assert wrong == []


def test_each_of_many_mentions_has_its_own_sentence() -> None:
    others = [paper(f"Walrus{n}X: Sorting") for n in range(100)]
    text = paper("Sorting", " ".join(f"It beats Walrus{n}X." for n in range(100)))

    found = find_mentions_of_others(text, find_names([text, *others]))

    assert len(found) == 100
    assert [mention.sentence for mention in found[:2]] == ["It beats Walrus0X.", "It beats Walrus1X."]


@pytest.mark.parametrize(
    ("printed", "expected"),
    [("QZT/CT scans", []), ("CT/QZT scans", []), ("FlexGen/CT", ["FlexGen"]), ("more than QZT", ["QZT"])],
    ids=["before a slash", "behind a slash", "shaped name", "alone"],
)
def test_an_acronym_joined_to_another_is_a_different_name(printed: str, expected: list[str]) -> None:
    others = [
        paper("QZT: Tensor Programs", "We present QZT, a compiler of tensor programs."),
        paper("FlexGen: Serving"),
    ]
    assert surfaces(paper("Sorting", f"We look at tensor programs and {printed} here."), *others) == expected


def test_a_name_that_might_be_a_word_needs_a_sign_each_time() -> None:
    assert surfaces(paper("Cooking", "In kitchens, Walrus eats. At home, Walrus sleeps."), WALRUS) == []


@pytest.mark.parametrize(
    "abstract",
    ["Cooking beats Heron. At home, Walrus sleeps.", "At home, Walrus sleeps. Cooking beats Heron."],
)
def test_the_subject_is_compared_for_each_name_of_a_paper(abstract: str) -> None:
    owner = paper("Heron: A Walrus", "We present Heron and a Walrus. We introduce Walrus.")

    assert surfaces(paper("Cooking", abstract), owner) == ["Walrus"]
