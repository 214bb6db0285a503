"""reStructuredText: targets, embedded addresses, directives and literals."""

from tests.case_tables import cases
from tests.documents.conftest import Reader
from tests.documents.found import left_out, links, searched


@cases("text, expected", named=True)
def test_marked_addresses_have_their_locations(text: str, expected: list[tuple[str, int, int]], read: Reader) -> None:
    assert sorted(links(read("a.rst", text)), key=lambda one: one[1:]) == expected


@cases("text", named=True)
def test_what_is_no_code_is_searched(text: str, read: Reader) -> None:
    pieces = read("a.rst", text)

    assert ([one.lstrip(" -") for one, _ in searched(pieces)], left_out(pieces)) == (["https://example.org/a"], [])
