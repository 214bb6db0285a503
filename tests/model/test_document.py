"""Texts with the location of each character."""

from papertrace.model import Span
from papertrace.model.document import LocatedText

START, NEXT, LAST = Span("a.html", 1), Span("a.html", 2, 5), Span("a.html", 3)


def test_a_part_of_a_text_has_the_segments_that_it_was_joined_from() -> None:
    text = LocatedText.from_segments([("ab", START), ("", NEXT), ("cd", LAST)], "a.html")

    assert list(text.segments(0, 4)) == [("ab", START), ("cd", LAST)]
    assert list(text.segments(1, 3)) == [("b", Span("a.html", 1, 2)), ("c", LAST)]
    assert list(text.segments(4, 9)) == []


def test_a_text_of_no_segments_begins_on_the_first_line() -> None:
    assert LocatedText.from_segments([], "a.html").locate(0) == START


def test_a_part_may_end_before_the_last_segment() -> None:
    text = LocatedText.from_segments([("ab", START), ("cd", LAST)], "a.html")

    assert list(text.segments(0, 1)) == [("a", START)]
    assert list(text.segments(1, 1)) == []
