"""The content of an item of a Markdown list or a cell of a table: its pieces, its title and what its links are."""

import re
from dataclasses import dataclass, field

from papertrace.listings.fields.citation import Citation
from papertrace.listings.fields.labels import is_label
from papertrace.listings.markdown.inline.addresses import is_citation_key, is_document, leads_out, leads_to_paper
from papertrace.listings.markdown.inline.pieces import Piece

LETTERS = re.compile(r"[^\W\d_]{2,}")
_DETAIL = re.compile(r"(?P<label>[^\W\d_](?:[^\W\d_]|[ ;/-]){1,24})\s*[:：]")  # noqa: RUF001 - dashes and colons as printed
_BARE = re.compile(r"https?://[^\s<>()\[\]{}\"'|`]+")
_IN_BRACKETS = re.compile(r"\[[^\[\]]{1,60}\]")
_OWNER_AND_NAME = re.compile(r"[A-Za-z0-9][\w-]{0,38}/[\w.-]{1,100}")
_MAX_WORDS_OF_A_LABEL = 4
_MAX_SMALL_WORDS_BESIDE_LINKS = 2


@dataclass(slots=True)
class ItemContent:
    """The parsed content of an item; `title_piece` and `rest` are as printed, so that they can be located.

    The title is printed within one piece. `cited` is what the item says before its title, if it cites a paper by names
    and year; `is_among_bylines` is true if items beside it name their authors before their titles, `is_among_surnames`
    if they name several by surnames after them, `is_above_bylines` if they name several of them after their titles;
    `year` is what a short form before the title states.
    """

    pieces: list[Piece]
    title: str = ""
    title_piece: str = ""
    rest: list[Piece] = field(default_factory=list)
    cited: Citation | None = None
    is_among_bylines: bool = False
    is_among_surnames: bool = False
    is_above_bylines: bool = False
    year: str | None = None

    @property
    def links(self) -> list[Piece]:
        """The pieces that lead out of the document, including bare addresses, in order."""
        found: list[Piece] = []
        for piece in self.pieces:
            if piece.url is not None:
                if leads_out(piece.url):
                    found.append(piece)
                continue
            bare = (match[0].rstrip(".,;:!?*_") for match in _BARE.finditer(piece.text))
            found.extend(Piece("", url=url) for url in bare)
        return found

    @property
    def text_around_title(self) -> str:
        """All text except the title."""
        return " ".join(piece.text for piece in self.pieces if piece.text != self.title_piece)

    @property
    def text_before_title(self) -> str:
        """All text before the title; empty without one."""
        text = "".join(piece.text for piece in self.pieces)
        return text[: text.find(self.title_piece)]

    @property
    def leads_somewhere(self) -> bool:
        """Whether a link leads out of the document, to a document beside it, or into a bibliography."""
        urls = [piece.url for piece in self.pieces if piece.url]
        return bool(self.links) or any(is_document(url) or is_citation_key(url) for url in urls)

    @property
    def leads_inside(self) -> bool:
        """Whether all links stay inside the document or repository, as in a table of contents."""
        return any(piece.url for piece in self.pieces) and not self.leads_somewhere

    @property
    def is_repository(self) -> bool:
        """Whether the title is only the name of the repository that it links to, as in `[acme/fold](…/acme/fold)`."""
        if not _OWNER_AND_NAME.fullmatch(self.title):
            return False
        urls = [piece.url for piece in self.pieces if piece.url]
        return any(_is_below_host(url, self.title) for url in urls) and not any(leads_to_paper(url) for url in urls)

    @property
    def is_detail(self) -> bool:
        """Whether the item only adds details to the item around it: `Code: …`, `[pdf] [code]`."""
        return not self.title or self._begins_with_label or not self.leads_somewhere

    @property
    def _begins_with_label(self) -> bool:
        """Whether a label with a colon begins the text: `Code: …`."""
        label = _DETAIL.match("".join(piece.text for piece in self.pieces).strip())
        return any(piece.recurs for piece in self.pieces[:1]) or (label is not None and is_label(label["label"]))

    @property
    def links_no_title(self) -> bool:
        """Whether all links are labelled or printed as addresses, so that none of them is another paper."""
        return all(piece.url is None or piece.is_label or piece.text == piece.url for piece in self.pieces)

    @property
    def is_short_link(self) -> bool:
        """Whether the text is nothing but a link of a few words, which among labels is one."""
        texts = [piece for piece in self.pieces if LETTERS.search(piece.text)]
        return len(texts) == 1 and texts[0].url is not None and len(texts[0].text.split()) <= _MAX_WORDS_OF_A_LABEL

    @property
    def links_in_brackets(self) -> bool:
        """Whether the text is nothing but links of a few words in brackets: `[[Code]](…) [[Python Reference]](…)`."""
        texts = [piece for piece in self.pieces if LETTERS.search(piece.text)]
        return bool(texts) and all(
            piece.url is not None
            and _IN_BRACKETS.fullmatch(piece.text.strip())
            and len(piece.text.split()) <= _MAX_WORDS_OF_A_LABEL
            for piece in texts
        )

    @property
    def is_details(self) -> bool:
        """Whether the text consists of labelled links: `[Paper](…) | [Code](…)`, `Paper: https://…`."""
        if not self.leads_somewhere or not self.is_detail:
            return False
        if self._begins_with_label:
            return True
        plain = (_BARE.sub(" ", piece.text) for piece in self.pieces if piece.url is None)
        words: list[str] = [word for text in plain if not is_label(text) for word in LETTERS.findall(text)]
        return sum(word.islower() for word in words) <= _MAX_SMALL_WORDS_BESIDE_LINKS


def _is_below_host(url: str, path: str) -> bool:
    """Return whether an address consists of a host and a path, whatever follows it in the address."""
    below = url.partition("://")[2].partition("/")[2].lower()
    return below == path.lower() or below.startswith((f"{path.lower()}/", f"{path.lower()}.git", f"{path.lower()}#"))
