"""Texts of lists in Markdown, shown as plain ones."""

import pytest
from tests.case_tables import cases
from tests.cpu_limit import cpu_limit

from papertrace.model import Entry, Span
from papertrace.model.papers.paper import Markup
from papertrace.model.text import decode_markdown


@cases("printed, shown")
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
