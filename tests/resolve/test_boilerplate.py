import re

import pytest

from papertrace.resolve import boilerplate as module
from papertrace.resolve.boilerplate import Boilerplate


def spans(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\S[^.]*\.", text)]


def blanked(*texts: str) -> list[str]:
    boilerplate = Boilerplate()
    for text in texts:
        boilerplate.add(text, spans(text))
    boilerplate.finish()
    return [" ".join(boilerplate.blank(text, spans(text)).split()) for text in texts]


OWN = ["Walruses dive deep.", "Ice melts in spring.", "Seals are round.", "Whales sing at night."]


def test_no_texts_have_nothing_that_recurs() -> None:
    assert blanked() == []


@pytest.mark.parametrize(("n_papers", "stays"), [(2, True), (3, False)], ids=["two papers", "three papers"])
def test_a_sentence_of_three_papers_is_set_aside_whatever_its_year(n_papers: int, *, stays: bool) -> None:
    texts = [f"{own} Copyright {2000 + number} by us." for number, own in enumerate(OWN[:n_papers])]
    assert all(("Copyright" in text) is stays for text in blanked(*texts))


def test_what_stands_between_two_sentences_that_recur_together_is_set_aside() -> None:
    lists = ["Ladders of light.", "Bread and salt.", "Towers of sand."]
    texts = [f"{own} This is a bot. {one} Thumbs up." for own, one in zip(OWN, lists, strict=False)]
    assert blanked(*texts) == [f"{own} ¦ ¦ ¦" for own in OWN[:3]]


def test_what_stands_between_sentences_that_recur_but_seldom_together_stays() -> None:
    words = ["Ladders of light.", "Bread and salt.", "Towers of sand."]
    first = [f"{own} This is a bot. {one}" for own, one in zip(OWN, words, strict=False)]
    second = [f"{own} Thumbs up." for own in ("Herds rest.", "Tusks grow.", "Snow drifts.")]
    both = "Foxes hide. This is a bot. Kelp is long. Thumbs up."

    assert blanked(*first, *second, both)[-1] == "Foxes hide. ¦ Kelp is long. ¦"


def test_a_paper_that_is_printed_several_times_keeps_its_text() -> None:
    text = " ".join(OWN)
    assert blanked(text, text, text) == [text] * 3


def test_a_blanked_text_keeps_its_length() -> None:
    texts = [f"{own} All rights reserved." for own in OWN]
    boilerplate = Boilerplate()
    for text in texts:
        boilerplate.add(text, spans(text))
    boilerplate.finish()
    assert [len(boilerplate.blank(text, spans(text))) for text in texts] == [len(text) for text in texts]


@pytest.mark.parametrize(("max_texts", "expected"), [(3, [True, True, True, False]), (2, [True] * 4)])
def test_texts_with_recurring_sentences_are_known_unless_they_are_too_many(
    max_texts: int, expected: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_TEXTS", max_texts)
    texts = [*(f"{own} All rights reserved." for own in OWN[:3]), OWN[3]]
    boilerplate = Boilerplate()
    for text in texts:
        boilerplate.add(text, spans(text))
    boilerplate.finish()
    assert [boilerplate.may_recur(text) for text in texts] == expected


@pytest.mark.parametrize("cut", range(4))
def test_papers_that_are_counted_apart_are_judged_together(cut: int) -> None:
    texts = [f"{own} Copyright by us." for own in OWN]
    first, second = Boilerplate(), Boilerplate()
    for number, text in enumerate(texts):
        (first if number < cut else second).add(text, spans(text))

    first.merge(second)
    first.finish()

    assert [" ".join(first.blank(text, spans(text)).split()) for text in texts] == blanked(*texts)
    assert blanked(*texts) == [f"{own} ¦" for own in OWN]
