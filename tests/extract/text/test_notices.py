"""Notices of copyright in abstracts."""

import pytest
from tests.case_tables import cases

from papertrace.extract.text.tokens import find_notices, may_have_notice, split_sentences


def kept_of(text: str) -> str:
    kept = list(text)
    for start, end in find_notices(text, split_sentences(text)):
        kept[start:end] = ["¦"] * (end - start)
    return "".join(kept).replace("¦", "")


@cases("notice")
def test_notice_at_the_end_reaches_to_the_end(notice: str) -> None:
    assert kept_of(f"We measure how ropes age. They last. {notice}") == "We measure how ropes age. They last. "


@cases("notice")
def test_notice_at_the_beginning_ends_where_the_abstract_begins(notice: str) -> None:
    assert kept_of(f"{notice} Ropes age. They last.").strip() == "Ropes age. They last."


@cases("text", named=True)
def test_other_texts_are_kept(text: str) -> None:
    assert kept_of(text) == text


def test_text_after_a_mark_in_the_middle_is_kept() -> None:
    text = f"We study laws. {'Many laws. ' * 3}(C) 2015 The Society did more. {'It was long. ' * 100}"
    assert kept_of(text) == text


def test_notice_at_the_beginning_ends_before_the_first_sentence_of_something_else() -> None:
    kept = "Ropes age. They are sold under a licensed name."
    assert kept_of(f"© 2021 Harbour Press. All rights reserved. {kept}").strip() == kept


@pytest.mark.parametrize(
    ("lead", "kept"),
    [("Abstract. ", "Ropes age."), ("Abstracts. ", "Abstracts. ")],
    ids=["ten characters", "eleven characters"],
)
def test_only_few_words_stand_before_a_notice_at_the_beginning(lead: str, kept: str) -> None:
    assert kept_of(f"{lead}© 2021 Harbour Press. Ropes age.").strip() == kept.strip()


def test_a_notice_at_the_end_has_up_to_a_thousand_characters_whatever_is_before_it() -> None:
    abstract, notice = "Ropes age in harbours. " * 90, "© 2021 Harbour Press. "
    longest = notice + "x" * (1_000 - len(notice))

    assert kept_of(abstract + longest) == abstract
    assert kept_of(f"{abstract}{longest}x") == f"{abstract}{longest}x"


@cases("text, may")
def test_texts_without_a_notice_are_told_apart_cheaply(text: str, *, may: bool) -> None:
    assert may_have_notice(text) == may
