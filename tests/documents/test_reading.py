"""Empty, damaged, long and oddly encoded files: problems are reported, and the rest is read."""

import gzip
import re
from pathlib import Path

import pytest
from tests.documents.conftest import Reader
from tests.documents.found import links, searched

from papertrace.documents import reading
from papertrace.documents.reading import DOCUMENTS, find_format, read_pieces
from papertrace.errors import DocumentError
from papertrace.model import Problem
from papertrace.model.document import Passage
from papertrace.word_lists import read_tables


def problems(pieces: list[object]) -> list[str]:
    return [str(piece) for piece in pieces if isinstance(piece, Problem)]


@pytest.mark.parametrize(
    ("name", "content", "fact"),
    [
        ("a.md", b"", "a.md: is empty; give a document"),
        ("a.md", b"# T\0\1", "a.md: is binary (a zero byte at offset 3); give a text, PDF, DOCX or ODT file"),
        ("a.md.gz", gzip.compress(b"# T" * 999)[:30], "a.md.gz: the data is truncated or damaged"),
        ("a.pdf", b"\0", "a.pdf: is binary"),
    ],
    ids=["empty", "binary", "compressed and truncated", "not a PDF"],
)
def test_unreadable_files_are_reported(name: str, content: bytes, fact: str, read: Reader) -> None:
    with pytest.raises(DocumentError) as error:
        read(name, content)

    assert str(error.value).startswith(fact)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_byte_order_marks_determine_the_encoding(encoding: str, read: Reader) -> None:
    assert links(read("a.md", "é [a](https://example.org/a)\n".encode(encoding))) == [("https://example.org/a", 1, 7)]


def test_bytes_that_are_not_utf_8_are_reported_and_read(read: Reader) -> None:
    pieces = read("a.md", b"Caf\xe9\n[a](https://example.org/a)\n")

    assert links(pieces) == [("https://example.org/a", 2, 5)]
    assert problems([*pieces]) == [
        "a.md:1:4: byte 0xe9 is not UTF-8; read as Windows-1252 (iconv -f CP1252 -t UTF-8 converts it)"
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_texts_with_a_byte_order_mark_are_read(encoding: str, read: Reader) -> None:
    assert links(read("a.md", "[a](https://example.org/a)".encode(encoding))) == [("https://example.org/a", 1, 5)]


def test_compressed_documents_are_recognised_by_their_names_without_gz(read: Reader) -> None:
    assert links(read("a.md.gz", gzip.compress(b"[a](https://example.org/a)"))) == [("https://example.org/a", 1, 5)]


def test_a_long_text_is_read_line_by_line_with_its_line_numbers(read: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", 4096)
    text = "".join(f"https://example.org/{number}\n" for number in range(1, 1001))

    pieces = read("a.md", text)

    assert searched(pieces) == [(f"https://example.org/{number}", number) for number in range(1, 1001)]
    assert len(problems([*pieces])) == 1


@pytest.mark.parametrize("max_bytes", [500, 1 << 20])
def test_a_text_is_located_part_by_part_as_in_one_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, max_bytes: int
) -> None:
    lines = [f"{'é' * (n % 5)} https://example.org/{n}{'  # papertrace: ignore' * (n % 9 == 0)}" for n in range(60)]
    lines[20:20] = ["", "# papertrace: ignore", "", "https://example.org/below"]
    (tmp_path / "a.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")
    expected = [(line, number, 1) for number, line in enumerate(lines, start=1) if "/" in line]
    monkeypatch.setattr(reading, "MAX_BYTES", max_bytes)
    monkeypatch.setattr(reading, "_PART_CHARACTERS", 70)

    document, pieces = read_pieces(tmp_path / "a.txt", "a.txt")
    found = [(one.text, one.locate(0).line, one.locate(0).column) for one in pieces if isinstance(one, Passage)]

    assert found == expected
    assert document.ignored_lines == {
        n for n, line in enumerate(lines, start=1) if "ignore" in line and "/" in line
    } | {24}


def test_a_long_line_is_cut_between_its_addresses(read: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", 4096)
    addresses = [f"https://example.org/{number}" for number in range(1000)]

    pieces = read("a.json", "[" + ",".join(f'"{address}"' for address in addresses) + "]")

    texts = [text for text, _ in searched(pieces)]
    assert len(texts) > 1
    assert [address for text in texts for address in re.findall(r"https:[^\",]+", text)] == addresses
    assert len(problems([*pieces])) == 1


def test_a_line_that_cannot_be_cut_is_reported_and_the_rest_is_read(
    read: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", 4096)

    pieces = read("a.txt", "x" * 50_000 + "\nhttps://example.org/a\n")

    assert [text for text, _ in searched(pieces)] == ["https://example.org/a"]
    assert [problem for problem in problems([*pieces]) if "not searched" in problem] == [
        "a.txt:1:1: over 0 MiB without a line break, space or quotation mark; not searched"
    ]


@pytest.mark.parametrize(
    ("name", "head", "expected"),
    [
        ("README", b"", "text"),
        ("-", b"<!DOCTYPE html><p>", "html"),
        ("-", b'{"a": 1}', "json"),
        ("-", b"% a\n\\documentclass{x}", "latex"),
        ("a.PY", b"", "code"),
        ("notes.txt", b"%PDF-1.7", "pdf"),
        ("pyproject.toml", b"[project]", "settings"),
        ("-", b"[project]\n", "text"),
    ],
)
def test_formats_are_recognised_by_name_then_by_content(name: str, head: bytes, expected: str) -> None:
    assert find_format(name, head).name == expected


def test_a_missing_file_and_a_folder_are_reported(tmp_path: Path) -> None:
    for path, fact in (
        (tmp_path / "a.md", "no such file; check the path, or use - for standard input"),
        (tmp_path, "cannot be read (Is a directory)"),
    ):
        with pytest.raises(DocumentError, match=re.escape(f"x: {fact}")):
            read_pieces(path, "x")


@pytest.mark.parametrize(
    ("name", "scheme"), [("example.org/a", "https"), ("127.0.0.1:8000/a", "http"), ("localhost:8000/", "http")]
)
def test_an_address_without_a_scheme_is_told_from_a_missing_file(name: str, scheme: str) -> None:
    with pytest.raises(DocumentError, match=re.escape(f"no such file; check the path, or give {scheme}://{name}")):
        read_pieces(Path(name), name)


@pytest.mark.parametrize("name", ["a.md", "docs/a.md", "../docs/a.md", "./a.md", "v1.2/a.md"])
def test_a_missing_file_is_not_taken_for_an_address(name: str) -> None:
    with pytest.raises(DocumentError, match="no such file; check the path, or use - for standard input"):
        read_pieces(Path(name), name)


def test_a_file_of_bytes_over_the_limit_is_refused(read: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", 1 << 20)

    with pytest.raises(DocumentError, match=r"a\.pdf: is over 1 MiB; split it, or give its text"):
        read("a.pdf", b"%PDF-1.4\n" + b" " * (1 << 20))


def test_the_encoding_of_each_part_of_a_long_text_is_found(read: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", 4096)
    text = b"https://example.org/a\n" * 500 + b"Caf\xe9 https://example.org/b\n"

    pieces = read("a.txt", text)

    assert problems([*pieces]) == [
        "a.txt:501:4: byte 0xe9 is not UTF-8; read as Windows-1252 (iconv -f CP1252 -t UTF-8 converts it)"
    ]
    assert searched(pieces)[-1] == ("Caf\u00e9 https://example.org/b", 501)


def test_words_about_the_comment_that_leaves_links_out_leave_none_out(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("papertrace: ignore leaves links out\nhttps://example.org/a\n", encoding="utf-8")

    document, pieces = read_pieces(tmp_path / "a.md", "a.md")

    assert [words for words, _ in searched(pieces)] == ["https://example.org/a"]
    assert not document.ignored_lines


def test_no_two_formats_share_a_suffix() -> None:
    suffixes = [suffix for one in DOCUMENTS for suffix in one.suffixes]

    assert len(suffixes) == len(set(suffixes))


def test_reading_the_formats_leaves_their_table_as_it_is() -> None:
    rows = read_tables("papertrace.documents", "formats.toml")

    assert [one.name for one in DOCUMENTS if rows[one.name]["suffixes"].split() != list(one.suffixes)] == []
    assert [one.name for one in DOCUMENTS if ("starts" in rows[one.name]) != (one.starts is not None)] == []
