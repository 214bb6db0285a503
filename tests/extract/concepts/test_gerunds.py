"""Gerunds in titles: verbs with objects are in no phrase, parts of names are."""

import time

from tests.case_tables import cases

from papertrace.extract.concepts import demote_gerunds
from papertrace.extract.text.tokens import Shape, clean_text, tokenize


def verbs(title: str) -> list[str]:
    tokens = tokenize(clean_text(title))
    before = list(tokens.shapes)
    demote_gerunds(tokens)
    pairs = zip(tokens.texts, before, tokens.shapes, strict=True)
    return [text for text, old, new in pairs if old is not new and new is Shape.STOP]


@cases("title, expected", named=True)
def test_a_gerund_with_an_object_is_a_verb(title: str, expected: list[str]) -> None:
    assert verbs(title) == expected


@cases("title", named=True)
def test_a_gerund_that_is_part_of_a_name_stays(title: str) -> None:
    assert verbs(title) == []


def test_a_title_of_gerunds_alone_is_read_in_time_that_grows_with_it() -> None:
    tokens = tokenize("for herding and " * 4_000)

    start = time.process_time()
    demote_gerunds(tokens)

    assert time.process_time() - start < 1
