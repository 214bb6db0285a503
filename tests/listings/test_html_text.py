"""Tags and entities that databases leave in titles."""

import pytest

from papertrace.model.text import strip_tags


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Plain", "Plain", id="plain"),
        pytest.param("H<sub>2</sub>O &amp; <i>more</i>", "H2O & more", id="inline tags"),
        pytest.param("<jats:p>One.</jats:p><jats:p>Two.</jats:p>", "One. Two.", id="paragraphs"),
        pytest.param("if a < b and b > c", "if a < b and b > c", id="comparisons"),
        pytest.param("a <code> b", "a <code> b", id="a word in brackets"),
    ],
)
def test_tags_are_stripped(text: str, expected: str) -> None:
    assert strip_tags(text) == expected
