"""Gerunds in titles: verbs with objects are in no phrase, parts of names are."""

import time

import pytest

from papertrace.extract.concepts import demote_gerunds
from papertrace.extract.text.tokens import Shape, clean_text, tokenize


def verbs(title: str) -> list[str]:
    tokens = tokenize(clean_text(title))
    before = list(tokens.shapes)
    demote_gerunds(tokens)
    pairs = zip(tokens.texts, before, tokens.shapes, strict=True)
    return [text for text, old, new in pairs if old is not new and new is Shape.STOP]


def test_a_title_without_gerunds_stays_as_it_is() -> None:
    assert verbs("Sparse Tusk Tags") == []
    assert verbs("") == []


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Serving Tusk Tags", ["Serving"]),
        ("Tusks: Serving Tags", ["Serving"]),
        ("Two tusks - serving tags", ["serving"]),
        ("Two tusks \u2013 serving tags", ["serving"]),
        ("Two tusks \u2014 serving tags", ["serving"]),
        ("Tusks via Rewiring the Herd", ["Rewiring"]),
        ("Sorting and Rewiring Their Tusks", ["Sorting", "Rewiring"]),
        ("A Herd for Grounding Walruses", ["Grounding"]),
        ("Jointly Herding Walruses", ["Herding"]),
        ("A Herd for Smoothing and Rewiring Walruses", ["Smoothing", "Rewiring"]),
        ("A Herd for Grounding GPUs", ["Grounding"]),
    ],
    ids=[
        "at the start",
        "after a colon",
        "after a hyphen",
        "after an en dash",
        "after a dash",
        "before an article",
        "before a possessive pronoun",
        "after a preposition",
        "after an adverb",
        "two verbs",
        "before a name",
    ],
)
def test_a_gerund_with_an_object_is_a_verb(title: str, expected: list[str]) -> None:
    assert verbs(title) == expected


@pytest.mark.parametrize(
    "title",
    [
        "Tusks for Programming Languages",
        "Walrus Herding Tools",
        "Tusks by Herding",
        "Tusks by Herding: Tags",
        "Tusks by Herding-Aware Tags",
        "Walrus Herding a Tag",
        "A Herd of Grazing Walruses",
        "Tusks by Herding on Ice",
        "Tusks by Herding and Tags",
        "Tusks by Herding and",
    ],
    ids=[
        "known to the background",
        "inside a name",
        "at the end",
        "before a colon",
        "in a compound",
        "a name before an article",
        "after of",
        "without an object",
        "before a noun",
        "before nothing",
    ],
)
def test_a_gerund_that_is_part_of_a_name_stays(title: str) -> None:
    assert verbs(title) == []


def test_a_title_of_gerunds_alone_is_read_in_time_that_grows_with_it() -> None:
    tokens = tokenize("for herding and " * 4_000)

    start = time.process_time()
    demote_gerunds(tokens)

    assert time.process_time() - start < 1
