import json
from pathlib import Path

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


@cases("title, abstract, others, expected", named=True)
def test_names_of_other_papers_are_found(
    title: str, abstract: str, others: list[list[str]], expected: list[str]
) -> None:
    assert surfaces(paper(title, abstract), *(paper(*other) for other in others)) == expected


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
