"""Plain lists of URLs: one per line, with other lines reported."""

from papertrace.listings.plain_lists import is_url_list, parse_urls
from papertrace.model import Problem, Target


def test_a_list_with_a_bad_line_is_still_a_list() -> None:
    lines = ["http://example.org/a", "not a url", "https://example.org/b"]

    found = list(parse_urls(lines, "urls.txt"))

    assert is_url_list(lines)
    assert [item.raw for item in found if isinstance(item, Target)] == [lines[0], lines[2]]
    assert [str(item.span) for item in found if isinstance(item, Problem)] == ["urls.txt:2:1"]


def test_comments_and_blank_lines_are_skipped() -> None:
    assert [item.span.line for item in parse_urls(["# mine", "", "  www.example.org/a"], "urls.txt")] == [3]


def test_a_page_with_links_between_its_titles_is_not_a_list() -> None:
    assert not is_url_list(["A Title", "https://example.org/a", "Another Title", "https://example.org/b"])
