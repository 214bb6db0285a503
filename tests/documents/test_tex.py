"""LaTeX and BibTeX: paragraphs, comments and DOIs."""

from tests.documents.conftest import Reader
from tests.documents.found import searched


def test_a_paragraph_without_an_end_is_cut_between_lines(read: Reader) -> None:
    lines = [f"See https://example.org/{number} for it." for number in range(2000)]

    parts = searched(read("a.tex", "Words.\n\n" + "\n".join(lines)))

    assert len(parts) == 4
    assert [line for text, _ in parts for line in text.split("\n")] == lines
    assert parts[0][1] == 3


def test_a_line_without_an_end_is_cut_at_a_limit(read: Reader) -> None:
    parts = searched(read("a.tex", "https://example.org/a " + "x" * 30_000 + " https://example.org/b"))

    assert [text.replace("x", "").strip() for text, _ in parts] == ["https://eample.org/a", "https://eample.org/b"]
