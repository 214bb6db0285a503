"""Reading files and folders, and the messages of refusals: location, fact and way out."""

import gzip
import io
import json
import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.folders import CASES

from papertrace.errors import ListingError
from papertrace.listings import READERS, read_listing, walk_listings
from papertrace.listings.opening import MAX_TEXT_CHARS, open_listing
from papertrace.model import Entry, Problem
from papertrace.model.audit import FileAccount

FOLDER = CASES / "listings"
PACKED = gzip.compress((FOLDER / "blocks.txt").read_bytes())


def refusal(path: Path) -> str:
    with pytest.raises(ListingError) as caught:
        list(read_listing(path))
    message = str(caught.value)
    assert "\n" not in message
    return message.replace(str(path), "FILE")


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.txt") == "FILE: no such file; check the path, or use - for standard input"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        pytest.param("empty.txt", b"", "FILE: is empty", id="no byte"),
        pytest.param("empty.txt", b"\n\n  \n", "FILE: is empty", id="blank lines"),
        pytest.param("a.csv", " \n".encode("utf-16"), "FILE: is empty", id="a mark of UTF-16 alone"),
        pytest.param("a.csv", " \n".encode("utf-32"), "FILE: is empty", id="a mark of UTF-32 alone"),
        pytest.param("a.csv", " \n".encode("utf-8-sig"), "FILE: is empty", id="a mark of UTF-8 alone"),
        pytest.param(
            "image.png",
            b"\x89PNG\r\n\x1a\n\0\0\0",
            r"FILE: is binary \(a zero byte at offset 8\); give a text file$",
            id="binary",
        ),
        pytest.param("a.txt", b"a\0\0\0" * 200, "FILE: is binary", id="zero bytes among others"),
        pytest.param("paper.pdf", b"%PDF-1.5\n%\xd0\xd4\0", "FILE: is a PDF; give the list or bib.* as text", id="PDF"),
        pytest.param(
            "notes.txt",
            b"buy milk\ncall Ada\n",
            r"FILE:1:1: no reader recognises this format; .*--from \(papertrace formats lists them\)$",
            id="no format",
        ),
        pytest.param("cut.txt.gz", PACKED[:200], ".*FILE", id="packed and cut"),
        pytest.param("a.csv.gz", PACKED[:3] + b"\xff" * 40, ".*damaged gzip data", id="packed, damaged"),
    ],
)
def test_a_file_that_is_no_listing_is_refused(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)

    assert re.match(message, refusal(path))


@cases("text, encoding, title, problem", named=True)
def test_the_encoding_of_a_listing_is_found(
    text: str, encoding: str, title: str, problem: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "listing"
    path.write_bytes(text.encode(encoding))
    problems: list[Problem] = []

    assert [(e.title, e.span.line) for e in read_listing(path, on_problem=problems.append)][:1] == [
        (title, 1 if text.startswith("@") else 2)
    ]
    marks = [one.message for one in problems if "byte order mark" in one.message]
    assert marks == ([problem] if problem else [])


def test_a_line_that_is_not_utf8_is_read_as_windows_1252_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "latin.bib"
    path.write_bytes(b"@misc{a, title={Tides},\n author={J\xf6rg Doe}}\n@misc{b, title={Gr\xf6\xdfe der B\xe4ume}}\n")
    problems: list[Problem] = []

    entries = list(read_listing(path, on_problem=problems.append))

    assert [(e.title, e.authors) for e in entries] == [("Tides", ("Jörg Doe",)), ("Größe der Bäume", ())]
    (problem,) = problems
    assert str(problem).replace(str(path), "FILE") == (
        "FILE:2:11: byte 0xf6 is not UTF-8; this line and 1 other are read as Windows-1252; "
        "if that is wrong, convert the file first (iconv -f ENCODING -t UTF-8)"
    )


def test_an_overlong_line_is_left_out_and_the_rest_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.listings.opening.MAX_LINE_BYTES", 1024)
    path = tmp_path / "papers.jsonl"
    record = '{"title": "Tides of Koeln", "authors": ["Jane Doe"]}\n'
    path.write_text(f"{record}{'x' * 5000}\n{record}", encoding="utf-8")
    problems: list[Problem] = []

    entries = list(read_listing(path, on_problem=problems.append))

    assert [e.span.line for e in entries] == [1, 3]
    assert [str(p.span) for p in problems] == [f"{path}:2:1"]
    assert "MiB and is left out" in problems[0].message


def test_a_listing_of_which_half_cannot_be_parsed_is_read_with_doubt(tmp_path: Path) -> None:
    path = tmp_path / "half.txt"
    good = (FOLDER / "lines.txt").read_text(encoding="utf-8").split("\n", 1)[1]
    path.write_text(good * 40 + "stray words\n" * 300, encoding="utf-8")
    accounts: list[FileAccount] = []

    entries = list(read_listing(path, on_problem=lambda _: None, on_account=accounts.append))

    assert len(entries) == 120
    (account,) = accounts
    assert (account.reader, account.n_entries, account.n_lost_lines, account.first_loss) == (
        *("paper-lines", 120, 300, 241),
    )
    assert account.is_half_lost
    assert account.is_doubtful


def test_a_listing_with_a_few_bad_lines_is_read_and_they_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "most.txt"
    path.write_text((FOLDER / "lines.txt").read_text(encoding="utf-8") + "stray words\n", encoding="utf-8")
    problems: list[Problem] = []

    entries = list(read_listing(path, on_problem=problems.append))

    assert len(entries) == 3
    assert [str(p.span) for p in problems if not p.harmless] == [f"{path}:8:1"]


def test_a_packed_listing_reads_like_the_plain_one(tmp_path: Path) -> None:
    plain = FOLDER / "blocks.txt"
    packed = tmp_path / "blocks.txt.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))

    assert [e.title for e in read_listing(packed)] == [e.title for e in read_listing(plain)]


@pytest.mark.parametrize(
    "n_papers", [20, 190, 900], ids=["within a few lines", "within the first lines", "further below"]
)
def test_what_comes_before_a_cut_is_read_and_accounted_for(tmp_path: Path, n_papers: int) -> None:
    path = tmp_path / "cut.jsonl.gz"
    path.write_bytes(_cut_papers(n_papers))
    entries: list[Entry] = []
    accounts: list[FileAccount] = []

    with pytest.raises(ListingError, match=r"cut\.jsonl\.gz:\d+:1: the data is truncated"):
        entries.extend(read_listing(path, on_account=accounts.append))

    assert n_papers // 4 < len(entries) < n_papers
    assert [entry.title for entry in entries] == [f"Paper {number}" for number in range(len(entries))]
    assert [(account.n_entries, account.n_in_papers) for account in accounts] == [(len(entries), len(entries))]


def _long(name: str, text: str) -> str:
    """Return three papers in a format, the second with a longer text."""
    texts = ("A short text.", text, "Another one.")
    if name == "bibtex":
        return "".join(
            f"@article{{k{n},\n title = {{Paper {n}}},\n abstract = {{{one}}}\n}}\n" for n, one in enumerate(texts)
        )
    return "".join(json.dumps(_record(n) | {"abstract": one}) + "\n" for n, one in enumerate(texts))


@pytest.mark.parametrize(("name", "lines"), [("arxiv-json", (2, 1)), ("bibtex", (5, 4))])
def test_a_text_that_no_paper_has_is_reported_and_affects_no_other(
    tmp_path: Path, name: str, lines: tuple[int, int]
) -> None:
    path = tmp_path / "long.txt"
    path.write_text(_long(name, "word " * (MAX_TEXT_CHARS // 5 + 1)), encoding="utf-8")
    problems: list[Problem] = []

    titles = [entry.title for entry in read_listing(path, format_name=name, on_problem=problems.append)]

    assert titles == ["Paper 0", "Paper 2"]
    assert [(problem.span.line, problem.n_lines) for problem in problems] == [lines]
    assert "a text of 2,000,0" in problems[0].message


def _record(number: int) -> dict[str, str]:
    return {
        "id": f"2401.{number:05}",
        "title": f"Paper {number}",
        "abstract": f"Its code is at https://github.com/acme/{sha256(str(number).encode()).hexdigest()}.",
        "authors": "Jane Doe",
        "categories": "cs.DC",
        "update_date": "2024-01-01",
    }


def _cut_papers(n_papers: int) -> bytes:
    """Return packed records, without their last half."""
    packed = gzip.compress("".join(json.dumps(_record(number)) + "\n" for number in range(n_papers)).encode())
    return packed[: len(packed) // 2]


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(tmp_path: Path) -> None:
    plain = FOLDER / "blocks.txt"
    path = tmp_path / "windows.txt"
    path.write_bytes(b"\xef\xbb\xbf" + plain.read_bytes().replace(b"\n", b"\r\n"))

    assert [(e.title, e.date) for e in read_listing(path)] == [(e.title, e.date) for e in read_listing(plain)]


def test_a_format_can_be_forced() -> None:
    assert len(list(read_listing(FOLDER / "lines.txt", format_name="paper-blocks"))) == 3


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ListingError, match="'papyrus': not a known format of listings"):
        list(read_listing(FOLDER / "lines.txt", format_name="papyrus"))


def test_folders_are_walked_by_name_without_hidden_files(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", ".hidden", "sub/c.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x", encoding="utf-8")

    assert [str(p.relative_to(tmp_path)) for p in walk_listings([tmp_path])] == ["a.txt", "b.txt", "sub/c.txt"]


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ListingError, match="the folder is empty"):
        list(walk_listings([tmp_path]))


def test_the_table_names_every_reader_once() -> None:
    names = [reader.name for reader in READERS]

    assert len(names) == len(set(names))


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes on Linux alone")
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_a_name_that_is_not_ascii_is_the_same_in_every_locale(locale: str, tmp_path: Path) -> None:
    (tmp_path / "Bücher.bib").write_text("@article{a, title = {Fold: A Study of Sheets}}", encoding="utf-8")
    # Without Python's own workarounds for such a locale, as on a machine that disables them.
    environment = {**os.environ, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    done = subprocess.run(
        [sys.executable, "-m", "papertrace", "extract", "Bücher.bib"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=True,
    )

    assert json.loads(done.stdout)["entries"][0]["source"] == "Bücher.bib"


def test_a_refusal_of_a_named_format_does_not_ask_to_name_it(tmp_path: Path) -> None:
    path = tmp_path / "papers.bib"
    path.write_text("@article{a,\n title={Tides of Frost},\n year=2001}\n", "utf-8")

    with pytest.raises(ListingError, match="no paper found in the format ris; check the file, or leave out --from"):
        list(read_listing(path, format_name="ris"))


def test_a_folder_is_no_listing(tmp_path: Path) -> None:
    with pytest.raises(ListingError, match="is a folder; name the files in it"), open_listing(tmp_path):
        pass


def test_a_name_that_no_file_can_have_is_refused_with_the_reason() -> None:
    with pytest.raises(ListingError, match="cannot be read"), open_listing("x" * 5000):
        pass


def test_a_truncated_file_without_a_whole_paper_is_refused_as_truncated(tmp_path: Path) -> None:
    path = tmp_path / "a.json.gz"
    path.write_bytes(gzip.compress(json.dumps([{"title": "Tides of Frost", "abstract": "x" * 90_000}]).encode())[:-20])

    with pytest.raises(ListingError, match=r"the data is truncated \(.*\); download the file again"):
        list(read_listing(path, format_name="json"))


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = io.TextIOWrapper(io.BytesIO(b"@misc{a, title = {Tides of Frost}}\n"))
    monkeypatch.setattr(sys, "stdin", typed)

    assert [(entry.title, str(entry.span)) for entry in read_listing("-")] == [("Tides of Frost", "<stdin>:1:1")]


@pytest.mark.parametrize("address", ["https://example.org/list.bib", "http://example.org/list.bib"])
def test_an_address_is_no_file_and_the_message_says_how_to_save_it(address: str) -> None:
    with pytest.raises(ListingError, match="is an address; save the page") as caught:
        list(read_listing(address))
    assert str(caught.value).endswith(f"(curl -L -o listing {address})")
