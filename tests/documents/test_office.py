"""DOCX, ODT, XLSX and PDF: links and texts, and damaged or hostile files."""

import io
import sys
import zipfile

import pypdf
import pytest
from tests.documents.conftest import Reader
from tests.documents.found import left_out, links, searched

from papertrace.documents import files
from papertrace.errors import DocumentError
from papertrace.model import Problem

WORD = """<?xml version="1.0"?><w:document><w:body>
<w:p><w:r><w:t>See https://example.</w:t></w:r><w:r><w:t>org/a now</w:t></w:r></w:p>
<w:p><w:hyperlink r:id="r1"><w:r><w:t>https://example.org/label</w:t></w:r></w:hyperlink></w:p>
<w:p><w:r><w:instrText>HYPERLINK "https://example.org/field"</w:instrText></w:r></w:p>
</w:body></w:document>"""
RELATIONS = (
    '<Relationships><Relationship Id="r1" Target="https://example.org/b?x&amp;y" TargetMode="External"/>'
    '<Relationship Id="r2" Target="styles.xml"/></Relationships>'
)
TEXT = (
    "<office:document-content><text:p>https://example.org/a</text:p>"
    '<text:p><text:a xlink:href="https://example.org/b">b</text:a></text:p></office:document-content>'
)


def archive(**members: str) -> bytes:
    """Return an archive of these members; `__` in a name is replaced by a slash."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in members.items():
            packed.writestr(name.replace("__", "/").replace("-", "."), text)
    return data.getvalue()


def docx(text: str = WORD, name: str = "document") -> bytes:
    return archive(**{f"word__{name}.xml": text, f"word___rels/{name}.xml.rels": RELATIONS})


@pytest.mark.parametrize("name", ["document", "document2"])
def test_links_of_docx_have_the_numbers_of_their_paragraphs(name: str, read: Reader) -> None:
    pieces = read("a.docx", docx(name=name))

    assert [(raw, line) for raw, line, _ in links(pieces)] == [
        ("https://example.org/b?x&y", 2),
        ("https://example.org/field", 3),
    ]
    assert searched(pieces) == [("See https://example.org/a now", 1)]
    assert left_out(pieces) == [("in the text of another link", "https://example.org/label")]


def test_links_of_odt_have_the_numbers_of_their_paragraphs(read: Reader) -> None:
    pieces = read("a.odt", archive(**{"content.xml": TEXT}))

    assert (links(pieces), searched(pieces)) == ([("https://example.org/b", 2, 1)], [("https://example.org/a", 1)])


def test_links_of_xlsx_are_read_from_its_cells(read: Reader) -> None:
    pieces = read(
        "a.xlsx",
        archive(
            **{
                "xl__sharedStrings.xml": "<sst><si><t>a</t></si><si><t>https://example.org/a</t></si></sst>",
                "xl__worksheets__sheet1.xml": '<worksheet><row/><hyperlink ref="A1" r:id="r1"/></worksheet>',
                "xl__worksheets___rels__sheet1.xml.rels": RELATIONS,
            }
        ),
    )

    assert [raw for raw, _, _ in links(pieces)] == ["https://example.org/b?x&y"]
    assert searched(pieces) == [("https://example.org/a", 2)]


def test_a_zip_bomb_is_rejected_at_a_limit(read: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_UNPACKED_BYTES", 1 << 20)

    with pytest.raises(DocumentError, match=r"a\.docx: unpacks to over 1 MiB; save"):
        read("a.docx", docx("<w:t>" + " " * (1 << 21)))


def test_a_truncated_archive_is_reported(read: Reader) -> None:
    with pytest.raises(DocumentError, match=r"a\.docx: cannot be unpacked \(.*\); open the document"):
        read("a.docx", docx()[:300])


def test_an_archive_of_other_files_is_reported(read: Reader) -> None:
    with pytest.raises(DocumentError, match=r"a\.zip: is an archive, but not an office document"):
        read("a.zip", archive(**{"a.txt": "https://example.org"}))


def make_pdf(*objects: str, length: int | None = None) -> bytes:
    """Return a PDF of one page with a link and a text; `length` is the stated length of the text stream."""
    stream = "BT /F1 12 Tf 72 700 Td (See https://example.org/text) Tj ET"
    parts = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        (
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Annots [5 0 R] "
            "/Resources << /Font << /F1 6 0 R >> >> >>"
        ),
        f"<< /Length {len(stream) if length is None else length} >>\nstream\n{stream}\nendstream",
        "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org/area) >> >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        *objects,
    ]
    body, offsets = "%PDF-1.4\n", []
    for number, part in enumerate(parts, start=1):
        offsets.append(len(body))
        body += f"{number} 0 obj\n{part}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(parts) + 1
    return (
        f"{body}xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R >>\n"
        f"startxref\n{len(body)}\n%%EOF\n"
    ).encode("latin-1")


@pytest.mark.parametrize("length", [None, 5, 100_000_000], ids=["correct", "too short", "too long"])
def test_annotations_and_texts_of_a_pdf_are_found_despite_wrong_lengths(length: int | None, read: Reader) -> None:
    pieces = read("a.pdf", make_pdf(length=length))

    assert links(pieces) == [("https://example.org/area", 1, 1)]
    if length is None:
        assert [text for text, _ in searched(pieces)] == ["See https://example.org/text"]


def test_a_pdf_under_another_name_is_a_pdf(read: Reader) -> None:
    assert links(read("a.txt", make_pdf()))


def test_a_damaged_pdf_is_reported(read: Reader) -> None:
    with pytest.raises(DocumentError, match=r"a\.pdf: cannot be read as PDF \(.*\); open and save it again"):
        read("a.pdf", b"%PDF-1.4\nnothing else")


def test_a_page_that_cannot_be_read_is_a_problem(read: Reader) -> None:
    pieces = read("a.pdf", make_pdf().replace(b"/Annots [5 0 R]", b"/Annots (junk)5"))

    assert all(isinstance(piece, Problem) or piece for piece in pieces)


def test_an_archive_whose_directory_is_said_to_be_elsewhere_is_damaged_in_one_line(read: Reader) -> None:
    data = bytearray(docx())
    end = data.rindex(b"PK\x05\x06")
    offset = int.from_bytes(data[end + 16 : end + 20], "little")
    data[end + 16 : end + 20] = (offset + 984).to_bytes(4, "little")

    with pytest.raises(DocumentError, match="cannot be unpacked"):
        read("a.docx", bytes(data))


def test_tabs_and_line_breaks_end_an_address(read: Reader) -> None:
    text = "<w:p><w:t>https://example.org/a</w:t><w:br/><w:t>and</w:t><w:tab/><w:t>https://example.org/b</w:t></w:p>"

    assert searched(read("a.docx", docx(text))) == [("https://example.org/a and https://example.org/b", 1)]


def test_a_target_that_no_text_refers_to_is_a_link_after_the_last_paragraph(read: Reader) -> None:
    pieces = read("a.docx", docx("<w:p><w:t>one</w:t></w:p><w:p><w:t>two</w:t></w:p>"))

    assert links(pieces) == [("https://example.org/b?x&y", 3, 1)]


def test_an_encrypted_pdf_is_refused_with_the_way_out(read: Reader) -> None:
    writer = pypdf.PdfWriter(io.BytesIO(make_pdf()))
    writer.encrypt("secret", algorithm="RC4-128")
    data = io.BytesIO()
    writer.write(data)

    with pytest.raises(DocumentError, match=r"a\.pdf: is encrypted; remove its password"):
        read("a.pdf", data.getvalue())


def test_pages_beyond_the_limit_are_reported(read: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_MAX_PAGES", 0)

    assert [str(piece) for piece in read("a.pdf", make_pdf())] == [
        "a.pdf:1:1: has 1 pages; those from here on are not read; split it"
    ]


@pytest.mark.parametrize("limit", [0, 4, 5])
def test_texts_beyond_the_limit_of_operations_are_reported_once_and_links_are_found(
    limit: int, read: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_MAX_OPERATIONS", limit)
    pages = make_pdf().replace(b"/Kids [3 0 R] /Count 1", b"/Kids [3 0 R 3 0 R 3 0 R] /Count 3")

    pieces = read("a.pdf", pages)

    number = 1 + limit // 5  # a page has five operations
    problem = "the text from this page on takes too long to read, and is not; give it, or split the file"
    assert [str(piece) for piece in pieces if isinstance(piece, Problem)] == [f"a.pdf:{number}:1: {problem}"]
    assert links(pieces) == [("https://example.org/area", page, 1) for page in (1, 2, 3)]
    assert len(searched(pieces)) == number - 1


def test_an_annotation_without_an_address_is_no_link(read: Reader) -> None:
    note = make_pdf().replace(b"/A << /S /URI /URI (https://example.org/area) >>", b"/Contents (a note)")

    assert links(read("a.pdf", note)) == []


def test_a_pdf_without_the_package_that_reads_it_is_refused_with_the_way_out(
    read: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)

    with pytest.raises(DocumentError, match=r"a\.pdf: reading PDF requires pypdf; install it: pip install"):
        read("a.pdf", make_pdf())
