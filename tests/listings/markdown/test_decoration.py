"""What is printed around a title and is no part of it."""

import pytest

from papertrace.listings.markdown.inline.decoration import strip_decoration


@pytest.mark.parametrize(
    ("printed", "title"),
    [
        ("[WAVES] Tides of Frost in Harbours", "Tides of Frost in Harbours"),
        ("【WAVES】Tides of Frost in Harbours", "Tides of Frost in Harbours"),
        ("[Frost] Tides", "[Frost] Tides"),
        ("[x]", "[x]"),
        ("(FROST) Tides", "(FROST) Tides"),
        ("Tides of Frost in Harbours - 2020", "Tides of Frost in Harbours"),
        ("Tides of Frost in Harbours (Doe et al., 2020)", "Tides of Frost in Harbours"),
    ],
)
def test_tags_years_and_citations_around_a_title_are_left_out(printed: str, title: str) -> None:
    assert strip_decoration(printed) == title
    assert strip_decoration(title) == title
