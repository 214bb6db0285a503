"""Links of DOCX, ODT, XLSX and their like: hyperlinks, and the addresses that their paragraphs print.

Both are archives of XML. Their sizes are checked before anything is unpacked, and again while it is, since an archive
may lie about them; entities, which no office program writes, are not expanded.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from html import unescape

from papertrace.documents.tags import Characters, Tag, find_tokens
from papertrace.errors import DocumentError
from papertrace.model.document import DocumentLink, LeftOut, Passage, PlacedText
from papertrace.model.span import Problem, Span

MAX_UNPACKED_BYTES = 64 * 1024 * 1024
_MAX_MEMBERS = 10_000
_PART = re.compile(
    r"word/(?:document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml|(?:content|styles)\.xml"
    r"|xl/(?:sharedStrings|worksheets/sheet\d+)\.xml|ppt/slides/slide\d+\.xml"
)
_FIELD = re.compile(r"HYPERLINK\s+(?:\\\w\s+)?\"([^\"]+)\"")
_PARAGRAPHS = frozenset(("w:p", "text:p", "text:h", "a:p", "si", "row"))
_LINKS = frozenset(("w:hyperlink", "text:a", "hyperlink", "a:hlinkclick"))


def parse(data: bytes, source: str) -> Iterator[DocumentLink | Passage | Problem]:
    """Yield the links of a document; the number of the paragraph stands for the line.

    Raises
    ------
    DocumentError
        If the file is no archive, is damaged, or unpacks to more than it may.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        message = f"{source}: is no archive that can be unpacked ({error}); open and save it anew"
        raise DocumentError(message) from error
    with archive:
        names = [info.filename for info in archive.infolist()]
        wanted = [name for name in names if _PART.fullmatch(name)]
        if not wanted or len(names) > _MAX_MEMBERS:
            message = (
                f"{source}: is an archive, but no office document (DOCX, XLSX, ODT …); unpack it, and give its files"
            )
            raise DocumentError(message)
        budget = MAX_UNPACKED_BYTES
        # The text before the notes, whatever their order in the archive.
        for name in sorted(wanted, key=lambda name: (not name.endswith(("document.xml", "content.xml")), name)):
            folder, _, file = name.rpartition("/")
            relations_name = f"{folder}/_rels/{file}.rels" if folder else ""
            relations = ""
            if relations_name in names:
                relations = _unpack(archive, relations_name, budget, source)
                budget -= len(relations)
            text = _unpack(archive, name, budget, source)
            budget -= len(text)
            yield from _read_part(text, _targets(relations), source)


def _unpack(archive: zipfile.ZipFile, name: str, budget: int, source: str) -> str:
    try:
        with archive.open(name) as member:
            data = member.read(budget + 1)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, NotImplementedError) as error:
        message = f"{source}: {name} in it cannot be unpacked ({error}); open and save the document anew"
        raise DocumentError(message) from error
    if len(data) > budget:
        message = f"{source}: unpacks to over {MAX_UNPACKED_BYTES >> 20} MiB; give a document without its attachments"
        raise DocumentError(message)
    return data.decode("utf-8", "replace")


def _targets(relations: str) -> dict[str, str]:
    """Return the addresses outside of the archive by the names that the text has for them."""
    return {
        tag.get("id"): tag.get("target")
        for tag in find_tokens(relations, is_xml=True)
        if isinstance(tag, Tag) and tag.name == "relationship" and tag.get("targetmode").lower() == "external"
    }


def _read_part(text: str, targets: Mapping[str, str], source: str) -> Iterator[DocumentLink | Passage]:
    number = 1
    shown: list[str] = []
    labels: list[str] = []
    fields: list[str] = []
    in_link, in_field = False, False
    unused = dict(targets)
    for token in find_tokens(text, is_xml=True):
        span = Span(source, number)
        if isinstance(token, Characters):
            into = fields if in_field else labels if in_link else shown
            into.append(unescape(text[token.start : token.end]))
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
            shown.append(" ")
        elif token.name in _PARAGRAPHS and token.closes:
            yield from _paragraph(shown, labels, fields, span)
            number += 1
    for address in unused.values():
        yield DocumentLink(raw=address, span=Span(source, number))


def _paragraph(shown: list[str], labels: list[str], fields: list[str], span: Span) -> Iterator[DocumentLink | Passage]:
    """Yield what a paragraph holds beside its marked links, and make the lists empty for the next one."""
    for match in _FIELD.finditer("".join(fields)):
        yield DocumentLink(raw=match[1], span=span)
    yield from _passage("".join(shown), span)
    yield from _passage("".join(labels), span, LeftOut.LABEL)
    for texts in (shown, labels, fields):
        texts.clear()


def _passage(text: str, span: Span, left_out: LeftOut | None = None) -> Iterator[Passage]:
    if "/" in text or "www" in text:
        placed = PlacedText(text, (0,), (span,), has_columns=False)
        yield Passage(text=text, placed=placed, left_out=left_out)
