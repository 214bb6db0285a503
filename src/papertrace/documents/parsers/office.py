"""Links of DOCX, ODT, XLSX and similar documents: hyperlinks, and addresses in their paragraphs.

These are ZIP archives of XML. The number of bytes unpacked is limited while they are read, since an archive may state
wrong sizes. Entity declarations, which office programs do not write, are not expanded.
"""

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping

from papertrace.errors import DocumentError
from papertrace.markup.html import find_tokens
from papertrace.markup.tree import Tag, Text
from papertrace.model.document import DocumentLink, LeftOut, LocatedText, Passage
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


def parse(data: bytes, source: str) -> Iterator[DocumentLink | Passage | Problem]:
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
