"""One part of a Markdown document: its lines, its blocks, and what its inline texts contain."""

import re
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from papertrace.listings.markdown.blocks import Block, BlockKind, collect_blocks
from papertrace.listings.markdown.counted_titles import remove_counts
from papertrace.listings.markdown.customs.bold_titles import has_bold_titles
from papertrace.listings.markdown.customs.comma_citations import cites_with_commas, read_comma_citation
from papertrace.listings.markdown.customs.dated_items import dates_items
from papertrace.listings.markdown.customs.recurring_labels import find_recurring_labels, mark_recurring
from papertrace.listings.markdown.customs.title_first import cites_titles_first
from papertrace.listings.markdown.entries import MAX_LINE_LENGTH, EntryMaker
from papertrace.listings.markdown.indentation import nest_below_numbers
from papertrace.listings.markdown.inline.access_dates import blank_access_dates
from papertrace.listings.markdown.inline.bylines import names_authors_first, read_surnames
from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.inline.items import read_item
from papertrace.listings.markdown.inline.marks import read_full_citation
from papertrace.listings.markdown.inline.pieces import read_pieces
from papertrace.listings.markdown.inline.quotes import fold_quotes
from papertrace.listings.markdown.markers import space_markers
from papertrace.listings.markdown.sections import fold_heading
from papertrace.listings.markdown.spanning_cells import SpanningCells
from papertrace.listings.markdown.tree import walk_items

if TYPE_CHECKING:
    from markdown_it.token import Token

#: Each level of a list is indented by two characters at least, and counts as two levels of Markdown: list and item.
MAX_INDENTATION = 80

_MAX_NESTING = 2 * MAX_INDENTATION
_MAX_OPEN_BRACKETS = 100
_FOLDS = re.compile(
    r"<details\b[^<>]*>\s*|(?:<details\b[^<>]*>\s*)?<summary\b.*</summary>\s*(?:<br\s*/?>\s*)?", re.IGNORECASE
)
_BEGINS_BLOCK = re.compile(r"\||\s{0,3}(?:[-*+]|\d{1,4}[.)])\s+\S|#{1,6}\s")
_MAX_LENGTH_OF_TAGS = 1000
_SURNAMES_AT_END = re.compile(r"\)\**\s+[-–—]\s+[^\W\d_a-z].{1,400}\((?:19|20)\d\d")  # noqa: RUF001 - dashes as printed
_MAX_LENGTH_OF_SURNAMES = 1000
# "[3] Ann Doe, Rob Roe. Tides", perhaps with "and" before the last name.
_NAMES_AND_STOP = re.compile(
    r"(?:\[\d{1,4}\]\s+)?[^\W\d_a-z][^\W\d_]{0,30}[ .][^.\[\]()\n]{0,30}(?:,|\sand\s)[^\[\]()\n]{1,900}?\.\s"
)
_MIN_CITED, _MAX_SAMPLED = 3, 200
_MIN_WITH_SURNAMES = _MIN_WITH_NAMES_FIRST = 3


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
        """Return the tokens of the blocks of these lines.

        In CommonMark a block of HTML reaches to the next blank line. Lists forget that line between `<details>` and a
        table or list, so that its tags count as one there.
        """
        shown = space_markers(lines)
        for index, (line, below) in enumerate(pairwise(shown)):
            if line.startswith("<") and _FOLDS.fullmatch(line[:_MAX_LENGTH_OF_TAGS]) and _BEGINS_BLOCK.match(below):
                shown[index] = ""
        return self._md.parse("\n".join(nest_below_numbers(shown)), self._env)

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
        self.spanning_cells: SpanningCells = SpanningCells()
        self.blocks: list[Block] = collect_blocks(parser.parse_blocks(lines))
        remove_counts(self.blocks)
        self.has_comma_citations: bool = cites_with_commas(self.blocks)
        self.has_dated_items: bool = dates_items(item for block in self.blocks for item in block.items)
        self.has_titles_first: bool = cites_titles_first(item for block in self.blocks for item in block.items)
        self.has_bold_titles: bool = has_bold_titles(item for block in self.blocks for item in block.items)
        headings = (block.text for block in self.blocks if block.kind is BlockKind.HEADING)
        self.headings: frozenset[str] = frozenset(map(fold_heading, headings))
        self._parser = parser
        self._contents: dict[str, ItemContent] = {}
        self._labels = find_recurring_labels(lines)
        self.has_surnames: bool = self._name_surnames()
        self.has_names_first: bool = self._name_authors_first()
        self.has_full_citations: bool = self._cite_fully()

    def read_text(self, text: str) -> ItemContent:
        """Return the content of an inline text; a group and its items are both asked about the same texts."""
        if text not in self._contents:
            pieces = read_pieces(self._parser.parse_inline(blank_access_dates(fold_quotes(text))))
            mark_recurring(pieces, self._labels)
            self._contents[text] = read_item(pieces)
        return self._contents[text]

    def read_block(self, position: int) -> ItemContent:
        """Return the content of the block at this position."""
        content = self.read_text(self.blocks[position].text)
        if self.blocks[position].kind is not BlockKind.PARAGRAPH:
            return content
        cited = read_comma_citation(content) if self.has_comma_citations else content
        return read_full_citation(content) if self.has_full_citations and cited is content else cited

    def _name_surnames(self) -> bool:
        """Return whether several items name two or more authors by their surnames: `[Title](…) - Doe, Roe (2020)`."""
        items = (item for block in self.blocks for item in block.items if item.texts)
        shown = (item.texts[0] for item in items if _SURNAMES_AT_END.search(item.texts[0][-_MAX_LENGTH_OF_SURNAMES:]))
        named = (len(read_surnames(self.read_text(text).rest)[0]) for text in shown)
        return sum(1 for _ in islice((n for n in named if n > 1), _MIN_WITH_SURNAMES)) == _MIN_WITH_SURNAMES

    def _name_authors_first(self) -> bool:
        """Return whether several items name two or more authors before their titles."""
        texts = (item.texts[0] for block in self.blocks for item in walk_items(block.items) if item.texts)
        found = (text for text in texts if names_authors_first(text, self.read_text))
        return sum(1 for _ in islice(found, _MIN_WITH_NAMES_FIRST)) == _MIN_WITH_NAMES_FIRST

    def _cite_fully(self) -> bool:
        """Return whether most paragraphs with several full names before a stop cite papers by them."""
        texts = (block.text for block in self.blocks if block.kind is BlockKind.PARAGRAPH)
        shown = [text for text in texts if _NAMES_AND_STOP.match(text[:_MAX_LENGTH_OF_SURNAMES])][:_MAX_SAMPLED]
        n_cited = sum(bool(read_full_citation(self.read_text(text)).cited) for text in shown)
        return n_cited >= _MIN_CITED and n_cited * 2 > len(shown)
