"""Links of files of programs: office documents, PDF, notebooks.

DOCX, ODT, XLSX and the like are ZIP archives of XML. The number of bytes unpacked is limited while they are read, since
an archive may state wrong sizes. Entity declarations, which office programs do not write, are not expanded.
"""

import io
import logging
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from papertrace.documents.markup import Piece, read_html, read_markdown
from papertrace.documents.texts import JsonString, find_passages, find_strings
from papertrace.errors import DocumentError, name_extra
from papertrace.markup.tree import Tag, Text, find_tokens
from papertrace.model.document import DocumentLink, LeftOut, LocatedText, Passage, Reference
from papertrace.model.link import Problem, Span

MAX_UNPACKED_BYTES = 64 * 1024 * 1024
_MAX_MEMBERS = 10_000
_PART = re.compile(
    r"word/(?:document|footnotes|endnotes|comments|header|footer)\d*\.xml|(?:content|styles)\.xml"
    r"|xl/(?:sharedStrings|worksheets/sheet\d+)\.xml|ppt/slides/slide\d+\.xml"
)
_MAIN_PART = re.compile(r"word/document\d*\.xml|content\.xml")
_FIELD = re.compile(r"HYPERLINK\s+(?:\\\w\s+)?\"([^\"]+)\"")
_PARAGRAPHS = frozenset(("w:p", "text:p", "text:h", "a:p", "si", "row"))
_LINKS = frozenset(("w:hyperlink", "text:a", "hyperlink", "a:hlinkclick"))


def parse_office(data: bytes, source: str) -> Iterator[DocumentLink | Passage | Problem]:
    """Yield the links of a document; the number of a paragraph is used as its line.

    Raises
    ------
    DocumentError
        If the file is not an archive of an office document, is damaged, or unpacks to more than `MAX_UNPACKED_BYTES`.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        message = f"{source}: cannot be unpacked ({error}); open the document and save it again"
        raise DocumentError(message) from error
    with archive:
        names = [info.filename for info in archive.infolist()]
        wanted = [name for name in names if _PART.fullmatch(name)]
        if not wanted or len(names) > _MAX_MEMBERS:
            message = (
                f"{source}: is an archive, but not an office document (DOCX, XLSX, ODT …); unpack it and give its files"
            )
            raise DocumentError(message)
        budget = MAX_UNPACKED_BYTES
        # The main text comes before the notes, regardless of their order in the archive.
        for name in sorted(wanted, key=lambda name: (_MAIN_PART.fullmatch(name) is None, name)):
            folder, _, file = name.rpartition("/")
            relations_name = f"{folder}/_rels/{file}.rels" if folder else ""
            relations = ""
            if relations_name in names:
                relations = _unpack(archive, relations_name, budget, source)
                budget -= len(relations)
            text = _unpack(archive, name, budget, source)
            budget -= len(text)
            yield from _read_part(text, _external_targets(relations), source)


def _unpack(archive: zipfile.ZipFile, name: str, budget: int, source: str) -> str:
    try:
        with archive.open(name) as member:
            data = member.read(budget + 1)
    except (
        zipfile.BadZipFile,
        zlib.error,
        lzma.LZMAError,
        OSError,
        EOFError,
        RuntimeError,
        NotImplementedError,
        ValueError,
    ) as error:
        message = f"{source}: its part {name} cannot be unpacked ({error}); open the document and save it again"
        raise DocumentError(message) from error
    if len(data) > budget:
        message = f"{source}: unpacks to over {MAX_UNPACKED_BYTES >> 20} MiB; save the document without its attachments"
        raise DocumentError(message)
    return data.decode("utf-8", "replace")


def _external_targets(relations: str) -> dict[str, str]:
    """Return the addresses of external targets by the ids that the text uses for them."""
    return {
        tag.get("id"): tag.get("target")
        for tag in find_tokens(relations, is_xml=True)
        if isinstance(tag, Tag) and tag.name == "relationship" and tag.get("targetmode").lower() == "external"
    }


def _read_part(text: str, targets: Mapping[str, str], source: str) -> Iterator[DocumentLink | Passage]:
    number = 1
    texts: list[str] = []
    labels: list[str] = []
    fields: list[str] = []
    in_link, in_field = False, False
    unused = dict(targets)
    for token in find_tokens(text, is_xml=True):
        span = Span(source, number)
        if isinstance(token, Text):
            into = fields if in_field else labels if in_link else texts
            into.append(token.text)
        elif not isinstance(token, Tag):
            continue
        elif token.name in _LINKS:
            in_link = not token.closes and not text.endswith("/>", token.start, token.end)
            address = targets.get(token.get("r:id"), "") or token.get("xlink:href")
            unused.pop(token.get("r:id"), None)
            if address and not token.closes:
                yield DocumentLink(raw=address, span=span)
        elif token.name == "w:instrtext":
            in_field = not token.closes
        elif token.name in ("w:tab", "w:br", "text:tab", "text:s", "text:line-break"):
            texts.append(" ")
        elif token.name in _PARAGRAPHS and token.closes:
            yield from _paragraph(texts, labels, fields, span)
            number += 1
    for address in unused.values():
        yield DocumentLink(raw=address, span=Span(source, number))


def _paragraph(texts: list[str], labels: list[str], fields: list[str], span: Span) -> Iterator[DocumentLink | Passage]:
    """Yield the links of fields and the passages of a paragraph, and clear the lists for the next one."""
    for match in _FIELD.finditer("".join(fields)):
        yield DocumentLink(raw=match[1], span=span)
    yield from _passage("".join(texts), span)
    yield from _passage("".join(labels), span, LeftOut.LABEL)
    for parts in (texts, labels, fields):
        parts.clear()


def _passage(text: str, span: Span, left_out: LeftOut | None = None) -> Iterator[Passage]:
    if "/" in text or "www" in text:
        located = LocatedText(text, (0,), (span,), has_columns=False)
        yield Passage(text=text, located=located, left_out=left_out)


_MAX_PAGES = 5_000
_MAX_ANNOTATIONS = 10_000
_MAX_OPERATIONS = 5_000_000
"""Drawing operations of all pages together, of which a page of text has some thousands; they take half a minute."""
_OPERATIONS_OF_UNREADABLE = 100_000
"""What a page counts whose text cannot be read, since that may take seconds as well."""


def parse_pdf(data: bytes, source: str) -> Iterator[DocumentLink | Passage | Problem]:
    """Yield the links of each page; the page number is used as the line.

    Raises
    ------
    DocumentError
        If the extra `pdf` is not installed, or no page of the file can be read.
    """
    try:
        from pypdf import PdfReader
    except ImportError as error:
        message = f"{source}: reading PDF requires pypdf; install it: {name_extra('pdf')}"
        raise DocumentError(message) from error
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # Its warnings are about repairs; losses are reported below.
    try:
        reader = PdfReader(io.BytesIO(data), strict=False)
        is_locked = reader.is_encrypted and not reader.decrypt("")
        n_pages = 0 if is_locked else len(reader.pages)
    except Exception as error:  # A damaged file may fail anywhere in the parser.
        message = f"{source}: cannot be read as PDF ({_describe(error)}); open and save it again, or give its text"
        raise DocumentError(message) from error
    if is_locked:
        message = f"{source}: is encrypted; remove its password (qpdf --decrypt)"
        raise DocumentError(message)
    counter = _Operations()
    for number in range(min(n_pages, _MAX_PAGES)):
        span = Span(source, number + 1)
        try:
            page = reader.pages[number]
            links = list(_annotations(page, span))
        except Exception as error:  # noqa: BLE001 - as above
            yield Problem(span, f"the links of this page cannot be read ({_describe(error)}); the other pages are read")
            links = []
        yield from links
        if not counter.is_over:
            yield from _texts_of_page(page, span, counter)
    if n_pages > _MAX_PAGES:
        yield Problem(Span(source, _MAX_PAGES + 1), f"has {n_pages} pages; those from here on are not read; split it")


class _TooManyError(Exception):
    """The pages have more operations than are read."""


class _Operations:
    """The number of drawing operations so far: a small file may show one large drawing on thousands of pages.

    `is_over` once it is reported that no further text is read.
    """

    def __init__(self) -> None:
        self.n = 0
        self.is_over = False

    def count(self, *_: object) -> None:
        """Count an operation, as the parser reports it.

        Raises
        ------
        _TooManyError
            If it is one too many.
        """
        self.n += 1
        if self.n > _MAX_OPERATIONS:
            raise _TooManyError


def _texts_of_page(page: Any, span: Span, counter: _Operations) -> Iterator[Passage | Problem]:  # noqa: ANN401 - as in the parser
    try:
        text = page.extract_text(visitor_operand_before=counter.count)
    except _TooManyError:
        counter.is_over = True
        yield Problem(span, "the text from this page on takes too long to read, and is not; give it, or split the file")
    except Exception as error:  # noqa: BLE001 - a damaged file may fail anywhere in the parser
        counter.n += _OPERATIONS_OF_UNREADABLE
        yield Problem(span, f"the text of this page cannot be read ({_describe(error)}); the other pages are read")
    else:
        located = LocatedText(text, (0,), (span,), has_columns=False)
        yield Passage(text=text, located=located, wraps=True)


def _annotations(page: Any, span: Span) -> Iterator[DocumentLink]:  # noqa: ANN401 - as in the parser
    annotations = page.get("/Annots")
    annotations = annotations.get_object() if annotations is not None else []
    for reference in list(annotations or [])[:_MAX_ANNOTATIONS]:
        annotation = reference.get_object()
        action = annotation.get("/A") if hasattr(annotation, "get") else None
        action = action.get_object() if action is not None else {}
        address = action.get("/URI") if hasattr(action, "get") else None
        if address:
            raw = address.decode("latin-1") if isinstance(address, bytes) else str(address)
            yield DocumentLink(raw=raw, span=span, reference=Reference.ANNOTATION)


def _describe(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__


# https://nbformat.readthedocs.io/en/latest/format_description.html
_TEXTS_OF_CELLS = frozenset(("text/plain", "text/markdown", "text/latex"))
_IMAGES = ("image/", "application/", "video/", "audio/")
_CELL_PATH = 3


def parse_notebook(located: LocatedText) -> Iterator[Piece]:
    """Yield the links of the cells in order; the strings of a cell, one per line, are joined to one text.

    Raises
    ------
    ValueError
        If the text is not a JSON object.
    """
    if not located.text.lstrip().startswith("{"):
        message = "it is not a JSON object"
        raise ValueError(message)
    for strings in _cells(located):
        types = {one.located.text for one in strings if one.path[2:] == ("cell_type",)}
        for name, texts in _group(strings).items():
            whole = _join(texts, located)
            match name:
                case ("source",) if "markdown" in types:
                    yield from read_markdown(whole)
                case ("source",):
                    yield from find_passages(whole, needs_scheme="code" in types)
                case (*_, "text/html"):
                    yield from read_html(whole)
                case (*_, kind) if kind in _TEXTS_OF_CELLS or kind == "text":
                    yield from find_passages(whole)
                case (*_, kind) if str(kind).startswith(_IMAGES):
                    continue
                case _:
                    yield from find_passages(whole, left_out=LeftOut.METADATA)


def _cells(located: LocatedText) -> Iterator[list[JsonString]]:
    """Yield the strings of each cell together, and those outside cells separately."""
    cell: list[JsonString] = []
    for one in find_strings(located, include_all=True):
        if cell and one.path[:2] != cell[0].path[:2]:
            yield cell
            cell = []
        cell.append(one)
    if cell:
        yield cell


def _group(strings: list[JsonString]) -> dict[tuple[str | int, ...], list[JsonString]]:
    """Return the strings by their keys: the value of a key is one string, or a list of lines."""
    groups: dict[tuple[str | int, ...], list[JsonString]] = {}
    for one in strings:
        is_line = len(one.path) > _CELL_PATH and isinstance(one.path[-1], int)
        key = one.path[2:-1] if is_line else one.path[2:]
        if one.path[:1] != ("cells",):
            key = ("metadata",)
        groups.setdefault(key, []).append(one)
    return groups


def _join(strings: list[JsonString], located: LocatedText) -> LocatedText:
    segments = [segment for one in strings for segment in one.located.segments(0, len(one.located.text))]
    return LocatedText.from_segments(segments, located.spans[0].source)
