"""Workbooks of Excel: sheets as tables, and archives that are none."""

import io
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from tests.case_tables import cases
from tests.folders import CASES

from papertrace.errors import ListingError
from papertrace.listings import read_listing
from papertrace.model import Problem


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    book = Workbook()
    first = book.active
    assert first is not None
    first.title = "Found"
    rows: list[list[Any]] = [
        ["Title", "Authors", "Year", "Cited by", "Author Keywords", "Published"],
        ["Lanterns for\nDeep Grids", "Doe J.; Roe R.", 2019, 3.0, "grids; light", None],
        [],
        ['The "Sea", Counted', "Poe A.", 2021, None, "", date(2021, 3, 4)],
    ]
    for row in rows:
        first.append(row)
    notes = book.create_sheet("Notes")
    notes.append(["remember", "the", "lanterns"])
    last = book.create_sheet("More")
    last.append(["a list of ours"])
    last.append(["Paper", "DOI"])
    last.append(["Tides under Glass", "10.1000/tides.9"])
    path = tmp_path / "papers.xlsx"
    book.save(path)
    return path


def test_rows_of_all_sheets_are_entries_with_the_sheet_in_their_span(workbook: Path) -> None:
    problems: list[Problem] = []
    first, second, third = read_listing(workbook, on_problem=problems.append)

    assert (first.title, first.authors, first.date) == ("Lanterns for Deep Grids", ("Doe J.", "Roe R."), "2019")
    assert (first.n_citations, first.keywords) == (3, ("grids", "light"))
    assert (str(first.span), second.span.line) == (f"{workbook}!Found:2:1", 4)
    assert (second.title, second.date) == ('The "Sea", Counted', "2021-03-04")
    assert (third.title, third.identifiers.doi, third.span.line) == ("Tides under Glass", "10.1000/tides.9", 3)
    assert all(problem.harmless for problem in problems)


def _archive(path: Path, **parts: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return path


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    bomb = _archive(tmp_path / "a.xlsx", xl__workbook_xml=b"<x/>", xl__sheet_xml=b" " * (40 << 20))

    with pytest.raises(
        ListingError, match=r"a\.xlsx!xl/sheet\.xml: unpacks to \d+ times its size; save its sheets as CSV"
    ):
        list(read_listing(bomb))


def test_an_archive_without_a_workbook_is_named_as_such(tmp_path: Path) -> None:
    with pytest.raises(ListingError, match="is a zip archive, not a workbook"):
        list(read_listing(_archive(tmp_path / "a.xlsx", notes=b"x")))


@pytest.mark.parametrize("n_bytes", [10, 400, 3000])
def test_a_truncated_workbook_is_told(workbook: Path, n_bytes: int) -> None:
    workbook.write_bytes(workbook.read_bytes()[:n_bytes])

    with pytest.raises(ListingError, match="a damaged archive"):
        list(read_listing(workbook))


def _with_sheet(workbook: Path, sheet: bytes) -> Path:
    """Replace the first sheet of a workbook."""
    packed = io.BytesIO()
    with zipfile.ZipFile(workbook) as old, zipfile.ZipFile(packed, "w") as new:
        for part in old.infolist():
            new.writestr(part.filename, sheet if part.filename.endswith("sheet1.xml") else old.read(part))
    workbook.write_bytes(packed.getvalue())
    return workbook


def test_entities_of_a_hostile_sheet_are_not_expanded(workbook: Path) -> None:
    hostile = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'

    with pytest.raises(ListingError, match="cannot be read"):
        list(read_listing(_with_sheet(workbook, hostile)))


@cases("rows, limit", named=True)
def test_rows_and_cells_that_a_number_alone_makes_are_refused(
    rows: str, limit: str, workbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"papertrace.listings.opening.{limit}", 1000)
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    sheet = f'<worksheet xmlns="{space}"><sheetData>{rows}</sheetData></worksheet>'.encode()

    with pytest.raises(ListingError, match="has too many empty rows or cells; save its sheets as CSV"):
        list(read_listing(_with_sheet(workbook, sheet)))


def test_cells_that_are_empty_at_the_end_of_rows_do_not_count(workbook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papertrace.listings.opening._MAX_EMPTY_CELLS", 1000)
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    rows = [
        f'<row r="{n}"><c r="A{n}" t="inlineStr"><is><t>{text}</t></is></c><c r="XFD{n}"/></row>'
        for n, text in enumerate(("Title", "Tides of Frost"), start=1)
    ]
    sheet = f'<worksheet xmlns="{space}"><sheetData>{"".join(rows)}</sheetData></worksheet>'.encode()

    assert list(read_listing(_with_sheet(workbook, sheet)))


@cases("limit, fact")
def test_a_workbook_that_is_too_large_is_refused(
    workbook: Path, monkeypatch: pytest.MonkeyPatch, limit: str, fact: str
) -> None:
    monkeypatch.setattr("papertrace.listings.opening." + limit, 100)

    with pytest.raises(ListingError, match=fact):
        list(read_listing(workbook))


def test_numbers_with_exponents_are_printed_in_full_and_check_marks_are_not(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["Title", "Year", "Volume", "Read"], ["Lanterns", 2019, 1e16, True], ["Tides", 2020, 2, False]):
        sheet.append(row)
    path = tmp_path / "papers.xlsx"
    book.save(path)

    assert [entry.volume for entry in read_listing(path)] == ["10000000000000000", "2"]


OLD = CASES / "records" / "old_workbook.xls"


def test_a_workbook_of_before_2007_is_read_with_its_dates_and_without_truth_values() -> None:
    first, second = read_listing(OLD)

    assert (first.title, first.authors, first.date, first.volume, first.first_page, first.n_citations) == (
        "Lanterns on the long pier",
        ("Ada Quill", "Bo Moe"),
        "2020-03-04",
        "9",
        "101",
        14,
    )
    assert (second.title, second.volume, second.n_citations) == ("Tides under ice", None, 0)


@pytest.mark.parametrize("n_bytes", [600, 3000])
def test_a_damaged_workbook_of_before_2007_is_refused_with_the_way_out(n_bytes: int, tmp_path: Path) -> None:
    path = tmp_path / "papers.xls"
    path.write_bytes(OLD.read_bytes()[:n_bytes])

    with pytest.raises(
        ListingError, match=r"papers\.xls: cannot be read as a workbook of Excel .*; save its sheets as CSV"
    ):
        list(read_listing(path))
