"""Texts of lists in Markdown, shown as plain ones."""

import pytest
from tests.cpu_limit import cpu_limit

from papertrace.model import Entry, Span
from papertrace.model.markdown import decode_markdown
from papertrace.model.papers.paper import Markup


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("Tides of frost.", "Tides of frost."),
        ("We present *Deep Walrus* (DW), **the _first_** one.", "We present Deep Walrus (DW), the first one."),
        ("Code is [here](https://example.org/x_(y)), ![build](https://example.org/b.svg).", "Code is here, ."),
        ("A `KV * cache` of 5 * 3 * 2 and snake_case_name", "A KV * cache of 5 * 3 * 2 and snake_case_name"),
        ("$a*b*c$ and $x_1 + x_2$", "$a*b*c$ and $x_1 + x_2$"),
        (r"2 \* 3 \_ 4, [1] and [2]", "2 * 3 _ 4, [1] and [2]"),
        ("CO<sub>2</sub><br>of a < b", "CO2 of a < b"),
        ("*never closed, **nor this", "*never closed, **nor this"),
    ],
)
def test_marks_are_left_out_and_other_signs_are_kept(printed: str, shown: str) -> None:
    assert decode_markdown(printed) == shown


@pytest.mark.parametrize(
    "piece", ["*", "*a", "**a ", "_a", "[", "[a](", "![a](", "`", "$", "$a", "<b", "\\", "*a* _b_ "]
)
def test_marks_that_never_end_take_time_in_proportion(piece: str) -> None:
    with cpu_limit(10):
        decode_markdown(piece * 50_000)


def test_an_abstract_in_markdown_is_shown_without_marks_and_kept_as_printed() -> None:
    entry = Entry(title="T", abstract="Of *frost*", span=Span("a.md", 1), end_line=1, markup=Markup.MARKDOWN)

    assert (entry.abstract, entry.shown_abstract) == ("Of *frost*", "Of frost")
