"""The segments of a Markdown item: runs of text between the marks that lists put between fields.

Marks are the edges of links, bold and emphasised words, ends of lines, brackets, quotes, bars and spaced dashes. The
place of a segment is its line, counted from that of the title, the side of the title, its kind and the mark before it.
"""

import re
from collections.abc import Iterator, Sequence

from papertrace.listings.forms.pooling import Segment
from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.inline.pieces import Piece

_MARK = re.compile(
    r"(?P<mark>\n|[()（）\[\]【】{}<>|•·\"“”]|(?<!\s)\s{0,4}(?:-{2,3}|[–—])\s{0,4}|\s-(?=\s)|^-(?=\s)|(?<=\d)-(?=[A-Z]))"  # noqa: RUF001 - as printed
)
_ADDRESS = re.compile(r"https?://\S+")
_WORDS = re.compile(r"\w")
_SIGN = re.compile(r"\s*(?P<sign>[.,;:*]?)")
_DASH = re.compile(r"\s*[-–—]{1,3}\s*")  # noqa: RUF001 - dashes as printed
_SIDES = {"（": "(", "【": "[", "“": '"', "”": '"', "）": ")", "】": "]"}  # noqa: RUF001 - brackets as printed
_MAX_LINES = 4
_MAX_SEGMENTS = 60
TITLE = ("title",)


def cut_segments(content: ItemContent, details: Sequence[ItemContent]) -> tuple[Segment, ...]:
    """Return the segments of an item and of the lines below it in order; that of the title has the place `TITLE`."""
    before: list[tuple[int, str, str, str]] = []  # line, kind, mark, text
    after: list[tuple[int, str, str, str]] = []
    line = 0
    title_line: int | None = None
    mark = "^"
    for part, contents in enumerate((content, *details)):
        if part:
            line, mark = line + 1, "^"
        for piece in contents.pieces:
            place = piece.text.find(content.title_piece) if part == 0 and title_line is None else -1
            if place < 0:
                line, mark = _cut_piece(piece, line, mark, before if title_line is None else after)
                continue
            line, mark = _cut_piece(Piece(piece.text[:place], piece.strong, piece.url), line, mark, before)
            line += content.title_piece.count("\n")
            title_line = line
            end = place + len(content.title_piece)
            inner = "title" if piece.url is not None else ""
            line, mark = _cut_piece(Piece(piece.text[end:], piece.strong, None), line, inner, after)
            mark = mark or "title"
    middle = title_line or 0
    return (
        *(_place("<", middle, *one) for one in before[-_MAX_SEGMENTS:]),
        Segment(TITLE, content.title),
        *(_place(">", middle, *one) for one in after[:_MAX_SEGMENTS]),
    )


def _place(side: str, middle: int, line: int, kind: str, mark: str, text: str) -> Segment:
    offset = max(-_MAX_LINES, min(_MAX_LINES, line - middle))
    return Segment((str(offset), side if offset == 0 else "", kind, mark), text)


def _cut_piece(piece: Piece, line: int, mark: str, into: list[tuple[int, str, str, str]]) -> tuple[int, str]:
    """Add the segments of a piece to a list; return the line after it and the mark that the next one follows."""
    if piece.url is not None:
        if not piece.picture and _WORDS.search(piece.text):
            into.append((line, "link", mark, piece.text))
        return line + piece.text.count("\n"), "link"
    for kind, text in _kinds_of(piece):
        for token in _MARK.split(_ADDRESS.sub(" ", text)):
            if not token or _MARK.fullmatch(token):
                mark = ("-" if _DASH.fullmatch(token) else _SIDES.get(token, token)) if token else mark
                line += token == "\n"
                mark = "^" if token == "\n" else mark
                continue
            if _WORDS.search(token):
                sign = _SIGN.match(token)
                into.append((line, kind, mark + (sign["sign"] if sign else ""), token.strip()))
                mark = kind
            elif token.strip():
                mark += token.strip()[:1]
    return line, mark


def _kinds_of(piece: Piece) -> Iterator[tuple[str, str]]:
    """Yield the texts of a piece that is no link, with their kinds: bold, emphasised or plain."""
    if piece.strong:
        yield "bold", piece.text
        return
    start, end = piece.emphasised or (0, 0)
    for kind, text in (("plain", piece.text[:start]), ("emphasised", piece.text[start:end]), ("plain", piece.text[end:])):
        if text:
            yield kind, text
