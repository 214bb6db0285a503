"""The segments of a Markdown item: runs of text between the marks that lists put between fields.

Marks are the edges of links, bold and emphasised words, ends of lines, brackets, quotes, bars and spaced dashes. The
place of a segment is its line, counted from that of the title, the side of the title, its kind and the mark before it.
"""

import re
from collections.abc import Iterator, Sequence

from papertrace.listings.forms.pooling import TITLE, Segment
from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.inline.pieces import Piece

_MARK = re.compile(
    r"(\n|[()（）\[\]【】{}<>|•·\"“”]|(?<!\s)\s{0,4}(?:-{2,3}|[–—])\s{0,4}|\s-(?=\s)|^-(?=\s)|(?<=\d)-(?=[A-Z]))"  # noqa: RUF001 - as printed
)
_ADDRESS = re.compile(r"https?://\S+")
_WORD = re.compile(r"\w")
_SIGN = re.compile(r"\s*([.,;:*]?)")
_DASH = re.compile(r"\s*[-–—]{1,3}\s*")  # noqa: RUF001 - dashes as printed
_SAME = {"（": "(", "【": "[", "“": '"', "）": ")", "】": "]"}  # noqa: RUF001 - brackets as printed
_CLOSED = "”"
_MAX_LINES = 4
_MAX_SEGMENTS = 60


class _Cutter:
    """The segments cut so far; `line` counts the lines with words, and `mark` is what the next segment follows."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str, str, str]] = []  # line, kind, mark, text
        self.line = 0
        self.mark = "^"
        self._is_line_used = False
        self._is_quoted = False

    def end_line(self) -> None:
        """Begin another line, unless this one has no words."""
        self.line += self._is_line_used
        self._is_line_used = False
        self.mark = "^"

    def add(self, kind: str, text: str) -> None:
        """Add a segment."""
        self.found.append((self.line, kind, self.mark, text.strip()))
        self._is_line_used = True
        self.mark = kind

    def cut(self, piece: Piece) -> None:
        """Add the segments of a piece."""
        if piece.url is not None:
            if not piece.picture and _WORD.search(piece.text):
                self.add("link", piece.text)
            self.mark = "link"
            return
        for kind, text in _kinds_of(piece):
            for run in _MARK.split(_ADDRESS.sub(" ", text)):
                if run == "\n":
                    self.end_line()
                elif _MARK.fullmatch(run):
                    self._note_mark(run)
                elif _WORD.search(run):
                    sign = _SIGN.match(run)
                    self.mark += sign[1] if sign else ""
                    self.add(kind, run)
                elif run.strip():
                    self.mark += run.strip()[:1]

    def _note_mark(self, token: str) -> None:
        mark = "-" if _DASH.fullmatch(token) else _SAME.get(token, token)
        if mark == '"':
            self._is_quoted = not self._is_quoted
            mark = mark if self._is_quoted else _CLOSED
        self.mark = mark


def cut_segments(content: ItemContent, details: Sequence[ItemContent]) -> tuple[Segment, ...]:
    """Return the segments of an item and of the lines below it in order; that of the title has the place `TITLE`."""
    cutter = _Cutter()
    n_before = title_line = 0
    is_found = False
    for part, contents in enumerate((content, *details)):
        if part:
            cutter.end_line()
        for piece in contents.pieces:
            place = -1 if part or is_found else piece.text.find(content.title_piece)
            if place < 0:
                cutter.cut(piece)
                continue
            is_found = True
            cutter.cut(Piece(piece.text[:place]))
            n_before, title_line = len(cutter.found), cutter.line
            cutter.add("title", content.title)
            cutter.cut(Piece(piece.text[place + len(content.title_piece) :]))
    before = cutter.found[max(0, n_before - _MAX_SEGMENTS) : n_before]
    after = cutter.found[n_before + is_found : n_before + _MAX_SEGMENTS]
    return (
        *(_place("<", title_line, one) for one in before),
        Segment(TITLE, content.title),
        *(_place(">", title_line, one) for one in after),
    )


def _place(side: str, title_line: int, cut: tuple[int, str, str, str]) -> Segment:
    line, kind, mark, text = cut
    offset = max(-_MAX_LINES, min(_MAX_LINES, line - title_line))
    return Segment((str(offset), side if offset == 0 else "", kind, mark), text)


def _kinds_of(piece: Piece) -> Iterator[tuple[str, str]]:
    """Yield the texts of a piece that is no link, with their kinds: bold, emphasised or plain."""
    if piece.strong:
        yield "bold", piece.text
        return
    start, end = piece.emphasised or (0, 0)
    for kind, text in (
        ("plain", piece.text[:start]),
        ("emphasised", piece.text[start:end]),
        ("plain", piece.text[end:]),
    ):
        if text:
            yield kind, text
