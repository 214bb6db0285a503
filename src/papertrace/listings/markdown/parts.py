"""One part of a Markdown document: its lines, its blocks, and what its inline texts contain."""

from typing import TYPE_CHECKING

from papertrace.listings.markdown.blocks import Block, collect_blocks
from papertrace.listings.markdown.comma_citations import cites_with_commas
from papertrace.listings.markdown.entries import MAX_LINE_LENGTH, EntryMaker
from papertrace.listings.markdown.inline.items import ItemContent, read_item
from papertrace.listings.markdown.inline.pieces import read_pieces

if TYPE_CHECKING:
    from markdown_it.token import Token

#: Each level of a list is indented by two characters at least, and counts as two levels of Markdown: list and item.
MAX_INDENTATION = 80

_MAX_NESTING = 2 * MAX_INDENTATION
_MAX_OPEN_BRACKETS = 100


class MarkdownParser:
    """A parser of blocks and of inline text; link definitions hold for all parts that follow them."""

    def __init__(self) -> None:
        from markdown_it import MarkdownIt

        self._md: MarkdownIt = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable("table")
        # Inline text is parsed only where it can be an entry; addresses stay as printed, since extraction cleans them.
        self._md.core.ruler.enableOnly(["normalize", "block"])
        self._md.normalizeLink = lambda url: url  # type: ignore[method-assign]
        self._md.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005 - its name is part of the type
        self._env: dict[str, object] = {}

    def parse_blocks(self, lines: list[str]) -> "list[Token]":
        """Return the tokens of the blocks of these lines."""
        return self._md.parse("\n".join(lines), self._env)

    def parse_inline(self, text: str) -> "list[Token]":
        """Return the tokens of an inline text; none for one that is too long or has too many open brackets."""
        tokens: list[Token] = []
        # For every opening bracket the parser searches for its end.
        n_open = text.count("[") - text.count("]")
        if len(text) <= MAX_LINE_LENGTH and n_open <= _MAX_OPEN_BRACKETS:
            self._md.inline.parse(text, self._md, self._env, tokens)
        return tokens


class Part:
    """Consecutive lines of a document that are read together."""

    def __init__(self, parser: MarkdownParser, lines: list[str], maker: EntryMaker) -> None:
        self.lines = lines
        self.maker = maker
        self.blocks: list[Block] = collect_blocks(parser.parse_blocks(lines))
        self.has_comma_citations: bool = cites_with_commas(self.blocks)
        self._parser = parser
        self._contents: dict[str, ItemContent] = {}

    def read_text(self, text: str) -> ItemContent:
        """Return the content of an inline text; a group and its items are both asked about the same texts."""
        if text not in self._contents:
            self._contents[text] = read_item(read_pieces(self._parser.parse_inline(text)))
        return self._contents[text]

    def read_block(self, position: int) -> ItemContent:
        """Return the content of the block at this position."""
        return self.read_text(self.blocks[position].text)
