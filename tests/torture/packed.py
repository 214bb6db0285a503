"""Damaged documents that are packed: workbooks, office documents, PDF, gzip.

An archive with a damaged byte is mostly refused at once, so the parts of an archive are damaged before they are packed.
"""

import gzip
import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from openpyxl import Workbook
from pypdf import PdfWriter
from tests.torture.seeds import specimens
from tests.torture.tally import Tally
from tests.torture.target import Target

from papertrace.documents.reading import read_pieces
from papertrace.errors import ListingError
from papertrace.extract.links import links_of_entry
from papertrace.listings.reading import open_lines, parse_listing

Read = Callable[[bytes, Path, Tally], None]
SHEET, TEXT, CONTENT = "xl/worksheets/sheet1.xml", "word/document.xml", "content.xml"
_STREAM = (
    b"BT /F1 12 Tf 72 700 Td (See https://example.org/text and) Tj 0 -14 Td [(https://ex) -20 (ample.org/b)] TJ ET"
)
_PAGE = (
    b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Annots [5 0 R]"
    b" /Resources << /Font << /F1 6 0 R >> >> >>"
)
_PDF = (
    b"<< /Type /Catalog /Pages 2 0 R >>",
    b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    _PAGE,
    b"<< /Length %d >>\nstream\n%s\nendstream" % (len(_STREAM), _STREAM),
    b"<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org/area) >> >>",
    b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
)
_DOCX = (
    b'<w:document xmlns:w="w" xmlns:r="r"><w:body><w:p><w:r><w:t>See https://example.org/a</w:t></w:r></w:p>'
    b'<w:p><w:hyperlink r:id="rId1"><w:r><w:t>the code</w:t></w:r></w:hyperlink><w:tab/></w:p>'
    b'<w:p><w:r><w:instrText>HYPERLINK "https://example.org/b"</w:instrText></w:r></w:p></w:body></w:document>'
)
_ODT = (
    b'<office:text xmlns:text="t" xmlns:xlink="x"><text:h>Links</text:h><text:p>https://example.org/a<text:s/>'
    b'<text:a xlink:href="https://example.org/b">b</text:a></text:p></office:text>'
)


def reading_of_listing(name: str | None) -> Read:
    """Return a function that reads listings in a format, or in the one that is recognised, and finds their links."""

    def read(data: bytes, _: Path, __: Tally) -> None:
        with open_lines("made-up", data) as (head, lines, source):
            for entry in parse_listing(head, lines, source, format_name=name, on_problem=lambda _: None):
                links_of_entry(entry)

    return read


def reading_of_document(suffix: str) -> Read:
    """Return a function that reads documents under a name with a suffix."""

    def read(data: bytes, _folder: Path, _tally: Tally) -> None:
        list(read_pieces("made-up", f"made-up{suffix}", data=data)[1])

    return read


def make_document(name: str) -> bytes:
    """Return a small intact document of a binary format, made by another library."""
    if name == "office":
        return _workbook()
    stream = io.BytesIO()
    with PdfWriter(io.BytesIO(_pdf())) as writer:
        writer.write(stream)
    return stream.getvalue()


def find_packed() -> Iterator[Target]:
    """Yield the readers of packed documents."""
    book, table = _workbook(), reading_of_listing("table")
    yield Target("workbook", (book,), table, ListingError, is_binary=True)
    for part in (SHEET, "xl/workbook.xml", "xl/styles.xml"):
        seed = zipfile.ZipFile(io.BytesIO(book)).read(part)
        yield Target(f"part {part}", (seed,), _packing(book, part, table), ListingError)
    for part, seed, suffix in ((TEXT, _DOCX, ".docx"), (CONTENT, _ODT, ".odt"), (SHEET, _DOCX, ".xlsx")):
        document = _archive({part: b"", "word/_rels/document.xml.rels": b'<Relationship Id="rId1" Target="x"/>'})
        yield Target(f"part of {suffix}", (seed,), _packing(document, part, reading_of_document(suffix)), ListingError)
    yield Target("text of PDF", (_pdf(),), reading_of_document(".pdf"), ListingError)
    listings = specimens((".bib", ".ris"))
    packed = tuple(gzip.compress(text, mtime=0) for text in listings)
    yield Target("gzip", packed, reading_of_listing(None), ListingError, is_binary=True)
    yield Target("gzip of a document", packed, reading_of_document(".md.gz"), ListingError, is_binary=True)


def _packing(document: bytes, part: str, read: Read) -> Read:
    """Return a function that reads an archive in which a part is replaced."""
    with zipfile.ZipFile(io.BytesIO(document)) as archive:
        whole = {name: archive.read(name) for name in archive.namelist()}
    return lambda data, folder, tally: read(_archive(whole | {part: data}), folder, tally)


def _archive(parts: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return stream.getvalue()


def _workbook() -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    rows = (("Title", "Authors", "Year", "Code"), ("Tides of Frost", "Ann Doe; Rob Roe", 2020, "https://example.org/a"))
    for row in rows:
        sheet.append(row)
    sheet["D3"].hyperlink = "https://example.org/b"
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _pdf() -> bytes:
    body, offsets = b"%PDF-1.7\n", []
    for number, part in enumerate(_PDF, start=1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(_PDF) + 1
    return b"%sxref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        body,
        size,
        table,
        size,
        len(body),
    )
