"""The runs of text of a Markdown item: plain, strong, or the words of a link."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from papertrace.listings.fields.labels import is_label

if TYPE_CHECKING:
    from markdown_it.token import Token

_HREF = re.compile(r"<a\b[^>]{0,400}?\bhref\s*=\s*[\"']?(?P<url>[^\"'\s>]+)", re.IGNORECASE)
_EMPHASIS_TAGS = {"<i>": 1, "<em>": 1, "</i>": -1, "</em>": -1}
_STRONG_TAGS = {"<b>": 1, "<strong>": 1, "</b>": -1, "</strong>": -1}


@dataclass(slots=True)
class Piece:
    """A run of text: plain, strong or the words of a link; `picture` is true if the run consists only of pictures.

    `emphasised` is where the first words in emphasis begin and end in a text; `recurs` is true if the document labels
    many links with these words.
    """

    text: str
    strong: bool = False
    url: str | None = None
    picture: bool = False
    emphasised: tuple[int, int] | None = None
    recurs: bool = False

    @property
    def is_label(self) -> bool:
        """Whether the words name only what a link leads to, or where a paper appeared."""
        return self.picture or self.recurs or is_label(self.text)


def read_pieces(tokens: Sequence["Token"]) -> list[Piece]:
    """Return the runs of text of an item from the inline tokens of markdown-it; breaks become line feeds."""
    return _join_tags(list(_merge(_walk(tokens))))


def _join_tags(pieces: list[Piece]) -> list[Piece]:
    """Join the pieces of a tag in bold: `[**Fold**] Fold: A Study of Paper`."""
    index = 1
    while index < len(pieces) - 1:
        before, tag, after = pieces[index - 1 : index + 2]
        plain = before.url is None and after.url is None and tag.url is None and tag.strong
        if plain and before.text.endswith(("[", "【", "(")) and after.text.startswith(("]", "】", ")")):
            pieces[index - 1 : index + 2] = [Piece(f"{before.text}{tag.text}{after.text}")]
        else:
            index += 1
    return pieces


def _walk(tokens: Sequence["Token"]) -> Iterator[Piece]:
    url: str | None = None
    depth = {"strong": 0, "em": 0}
    for token in tokens:
        match token.type:
            case "link_open":
                url = str(token.attrs.get("href", ""))
                yield Piece("", url=url)
            case "link_close":
                url = None
            case "strong_open" | "strong_close" | "em_open" | "em_close":
                depth[token.tag] += token.nesting
            case "image":
                yield Piece(token.content, url=url, picture=True)
            case "text" | "text_special" | "code_inline" | "softbreak" | "hardbreak":
                text = token.content or "\n"
                emphasised = (0, len(text)) if depth["em"] > 0 else None
                yield Piece(text, strong=depth["strong"] > 0, url=url, emphasised=emphasised)
            case _:  # "html_inline", the only other kind of CommonMark
                tag = token.content.lower()
                depth["strong"] += _STRONG_TAGS.get(tag, 0)
                depth["em"] += _EMPHASIS_TAGS.get(tag, 0)
                if tag.startswith(("<a ", "</a>")):
                    href = _HREF.match(token.content)
                    url = href["url"] if href else None
                breaks = tag.startswith(("<br", "<td", "<th", "<li"))
                if breaks or (url is not None and tag.startswith("<a ")):
                    yield Piece("\n" if breaks else "", url=url)


def _merge(pieces: Iterator[Piece]) -> Iterator[Piece]:
    last: Piece | None = None
    for piece in pieces:
        opens = piece.text == "" and piece.url is not None
        if (
            last is not None
            and not opens
            and (piece.url, piece.strong and piece.url is None)
            == (
                last.url,
                last.strong and last.url is None,
            )
        ):
            if piece.picture and last.url is None:
                continue
            last.picture = (last.picture or last.text == "") and piece.picture
            last.emphasised = _join_emphasis(last, piece)
            last.text += piece.text
            continue
        if piece.picture and piece.url is None:
            continue
        if last is not None:
            yield last
        last = piece
    if last is not None:
        yield last


def _join_emphasis(last: Piece, piece: Piece) -> tuple[int, int] | None:
    """Return where the first words in emphasis are once `piece` has been added to `last`."""
    before, added, length = last.emphasised, piece.emphasised, len(last.text)
    if added is None or (before is not None and before[1] < length):
        return before
    return (before[0] if before else length + added[0], length + added[1])
