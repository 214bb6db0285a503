"""Tags and entities that databases leave in titles."""

from tests.case_tables import cases

from papertrace.model.text import strip_tags


@cases("text, expected", named=True)
def test_tags_are_stripped(text: str, expected: str) -> None:
    assert strip_tags(text) == expected
