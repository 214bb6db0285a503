"""Awesome-lists in Markdown: bullets, table rows and paragraphs are entries, headings are sections.

An item is an entry if it has a title and a link that leads out of the document; an item without a link is an entry
only among such items. How titles are marked is decided by groups: the items of a list, the rows of a table, the
paragraphs of one form, the headings of one level. Nested items, and labelled links below a title, are details of it
(`Code: …`) or entries of their own. Tables of contents, badges and the sections on contributing, licences and citations
are page text.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from papertrace.listings.captures.labelled_text import read_label
from papertrace.listings.markdown.blocks import Block, BlockKind, collect_blocks, end_of_section
from papertrace.listings.markdown.comma_citations import cites_with_commas, read_comma_citation, read_named_paper
from papertrace.listings.markdown.entries import MAX_LINE_LENGTH, Detail, EntryMaker
from papertrace.listings.markdown.html_paragraphs import find_html_papers
from papertrace.listings.markdown.items import ItemContent, Mark, mark_of, read_item, read_marked
from papertrace.listings.markdown.paragraphs import accept, is_lead
from papertrace.listings.markdown.pieces import read_pieces
from papertrace.listings.markdown.recognition import recognise
from papertrace.listings.markdown.sections import begins_papers, is_about_the_list
from papertrace.listings.markdown.tables import choose_columns, read_row
from papertrace.listings.markdown.titled_sections import find_titled_sections
from papertrace.listings.markdown.tree import Item
from papertrace.model import Entry, Problem, Span
from papertrace.model.text import format_count

__all__ = ["parse", "recognise"]

if TYPE_CHECKING:
    from markdown_it.token import Token

_HTML_ITEM = re.compile(
    r"<(?:td|li)\b[^<>]{0,200}>[^<>]{0,200}<a\s[^<>]{0,200}href\s*=\s*[\"']?https?://", re.IGNORECASE
)
_HTML_ROW = re.compile(r"<(?:tr|li)\b", re.IGNORECASE)
# A cell that spans several rows names the category of these rows.
_HTML_CATEGORY = re.compile(
    r"<t[dh]\b[^<>]{0,200}\browspan=[\"']?(?!1\b)\d[^<>]{0,200}>.{0,300}?</t[dh]>", re.IGNORECASE
)
# Among labelled links any single word before an address is a label: "Homepgae: https://…".
_LABELLED_ADDRESS = re.compile(r"\**[^\W\d_]+(?:\s[^\W\d_]+)?\**\s*[:：]?\**\s*<?https?://\S+\s*")  # noqa: RUF001 - a colon as printed
_DETAILS = re.compile(r"\s*<details\b", re.IGNORECASE)
# Each level of a list is indented by two characters at least, and counts as two levels of Markdown: list and item.
_MAX_INDENTATION = 80
_MAX_NESTING = 2 * _MAX_INDENTATION
_MIN_WORDS_OF_A_HEADING = 3
_MIN_SHARE_OF_MARK = 0.6
_MIN_GROUP = 3
_MAX_PARAGRAPHS_OF_A_LEAD = 3
_MAX_OPEN_BRACKETS = 100
# Lines are read in chunks of this size that end before a heading, or, where there is none, at a blank line before one
# that is not indented, so that a file of any length fits into memory.
_CHUNK_CHARS = 1024 * 1024
_MAX_CHUNK_CHARS = 2 * _CHUNK_CHARS


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a list in order, and problems after the entries of their part of the file.

    Entries have Markdown markup. Their targets are the links of the item and of its details, except for images of
    badges; a description after the title is the abstract, from its first word to the end of the paragraph as printed.
    `by A et al., VENUE 2020` gives authors and a year. All remaining text is reported once, as harmless.
    """
    document = _Document(source)
    chunk: list[str] = []
    size = 0
    start = 1
    for number, line in enumerate(lines, start=1):
        if size > _CHUNK_CHARS and (
            line.startswith("#") or (size > _MAX_CHUNK_CHARS and line[:1].strip() and not chunk[-1].strip())
        ):
            yield from document.read(chunk, start)
            chunk, size, start = [], 0, number
        chunk.append(line)
        size += len(line) + 1
    yield from document.read(chunk, start)
    yield from document.finish()


class _Document:
    """The state carried between chunks of a document: the section, the link definitions, the unused lines."""

    def __init__(self, source: str) -> None:
        from markdown_it import MarkdownIt

        self._source = source
        self._md: MarkdownIt = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable("table")
        # Inline text is parsed only where it can be an entry; addresses stay as printed, since extraction cleans them.
        self._md.core.ruler.enableOnly(["normalize", "block"])
        self._md.normalizeLink = lambda url: url  # type: ignore[method-assign]
        self._md.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005 - its name is part of the type
        self._env: dict[str, object] = {}
        self._skipped_level = 0
        self._n_left = 0
        self._first_left: int | None = None
        self._maker = EntryMaker(source, [], 1)
        self._blocks: list[Block] = []
        self._contents: dict[str, ItemContent] = {}
        self._has_comma_citations = False

    def read(self, lines: list[str], first_number: int) -> Iterator[Entry | Problem]:
        unfit = {index: fact for index, line in enumerate(lines) if (fact := _why_unfit(line))}
        kept = ["" if index in unfit else line.replace("\r", " ") for index, line in enumerate(lines)]
        self._maker = EntryMaker(self._source, kept, first_number)
        for index, fact in unfit.items():
            yield self._maker.leave_out(index, index + 1, f"{fact}; left out")
        self._blocks = collect_blocks(self._md.parse("\n".join(kept), self._env))
        self._contents = {}
        self._has_comma_citations = cites_with_commas(self._blocks)
        yield from self._walk()
        for index, line in enumerate(kept):
            if line.strip() and index not in self._maker.covered:
                self._n_left += 1
                self._first_left = self._first_left or index + first_number

    def finish(self) -> Iterator[Problem]:
        if self._first_left is not None:
            fact = f"{format_count(self._n_left, 'line')} of headings, contents, badges and page text without a paper"
            yield Problem(Span(self._source, self._first_left), fact, n_lines=self._n_left, harmless=True)

    def _walk(self) -> Iterator[Entry | Problem]:
        blocks = self._blocks
        titled = find_titled_sections(blocks, self._maker.lines)
        accepted = self._find_paragraphs()
        in_html = find_html_papers(blocks, self._maker.lines, self._read_text)
        position = 0
        while position < len(blocks):
            block = blocks[position]
            after = position + 1
            if block.kind is BlockKind.HEADING:
                self._enter_section(position)
            if self._skipped_level:
                pass
            elif position in titled:
                entry, after = self._read_section(position)
                yield entry
            elif block.kind in (BlockKind.HEADING, BlockKind.PARAGRAPH):
                entries, after = self._read_lead(position)
                yield from entries or (self._read_paragraph(position) if position in accepted else [])
            elif block.kind is BlockKind.LIST:
                yield from self._read_list(block.items)
            elif block.kind is BlockKind.TABLE:
                yield from self._read_table(block)
            elif position in in_html:
                yield from (self._maker.make(item, content, []) for item, content in in_html[position])
            elif _HTML_ITEM.search(block.text):
                yield from self._read_html(block.start, block.end)
            position = after

    def _enter_section(self, position: int) -> None:
        """Open or close the part of the document that is skipped; papers below a heading in it end it."""
        heading = self._blocks[position]
        skips = is_about_the_list(heading.text)
        is_inside = self._skipped_level and heading.level > self._skipped_level
        if is_inside and (skips or not begins_papers(self._blocks, position, self._maker.lines)):
            return
        self._skipped_level = heading.level if skips else 0

    def _read_text(self, text: str) -> ItemContent:
        """Return the content of an inline text; a group and its items are both asked about the same texts."""
        if text not in self._contents:
            tokens: list[Token] = []
            # For every opening bracket the parser searches for its end.
            n_open = text.count("[") - text.count("]")
            if len(text) <= MAX_LINE_LENGTH and n_open <= _MAX_OPEN_BRACKETS:
                self._md.inline.parse(text, self._md, self._env, tokens)
            self._contents[text] = read_item(read_pieces(tokens))
        return self._contents[text]

    def _read_block(self, position: int) -> ItemContent:
        return self._read_text(self._blocks[position].text)

    # -- Paragraphs, and titles above details --

    def _find_paragraphs(self) -> set[int]:
        """Return the positions of the paragraphs that are entries by themselves."""
        positions = [
            position
            for position, block in enumerate(self._blocks)
            if block.kind is BlockKind.PARAGRAPH and ("](" in block.text or "][" in block.text or "://" in block.text)
        ]
        contents = [self._read_block(position) for position in positions]
        return {position for position, accepted in zip(positions, accept(contents), strict=True) if accepted}

    def _read_paragraph(self, position: int) -> Iterator[Entry]:
        """Read a paragraph as an entry, or each of its lines if each is one."""
        block = self._blocks[position]
        texts = block.text.split("\n")
        if len(texts) > 1 and sum("](" in text for text in texts) == len(texts) == block.end - block.start:
            contents = [self._read_text(text) for text in texts]
            if all(accept(contents)):
                for index, (text, content) in enumerate(zip(texts, contents, strict=True), start=block.start):
                    yield self._maker.make(Item(index, index + 1, [text]), content, [])
                return
        item = Item(block.start, self._end_with_abstract(position), [block.text])
        yield self._maker.make(item, self._read_block(position), [])

    def _end_with_abstract(self, position: int) -> int:
        """Return the line after a block and after the text that unfolds directly below it."""
        after = position + 1
        if after < len(self._blocks) and _DETAILS.match(self._blocks[after].text):
            while after < len(self._blocks) and self._blocks[after].kind is not BlockKind.HEADING:
                lines = self._maker.lines[self._blocks[after].start : self._blocks[after].end]
                if any("</details>" in line.lower() for line in lines):
                    return self._blocks[after].end
                after += 1
        return self._blocks[position].end

    def _read_lead(self, position: int) -> tuple[list[Entry], int]:
        """Read a heading or paragraph as the title of the labelled links below it, or a heading as a linked title.

        Returns the entry, if it is one, and the position after its last block.
        """
        blocks = self._blocks
        block = blocks[position]
        is_heading = block.kind is BlockKind.HEADING
        if block.level == 1 or not self._may_lead(position):
            return [], position + 1
        content = self._read_block(position)
        details, after = self._find_details(position) if content.title else ([], position + 1)
        n_words = len(content.title.split())
        if is_heading:
            linked = [piece.text for piece in content.links]
            is_linked = content.title_piece in linked and n_words >= _MIN_WORDS_OF_A_HEADING
            fits = is_linked or (bool(details) and content.title != "")
        else:
            fits = bool(details) and is_lead(content)
        if not fits:
            return [], position + 1
        item = Item(block.start, block.end, [block.text], [item for item, _ in details])
        return [self._maker.make(item, content, details)], after

    def _may_lead(self, position: int) -> bool:
        """Return whether a block may be a title: a heading, or a short paragraph above a list or other paragraph."""
        block = self._blocks[position]
        if block.kind is BlockKind.HEADING:
            return True
        after = self._blocks[position + 1].kind if position + 1 < len(self._blocks) else None
        return after in (BlockKind.LIST, BlockKind.PARAGRAPH)

    def _find_details(self, position: int) -> tuple[list[Detail], int]:
        """Return the details below a title: labelled lines and links, up to the last of them, and where they end."""
        details: list[Detail] = []
        last: tuple[int, int] = (0, position + 1)  # the number of details, and the position after them
        n_paragraphs = 0
        for after in range(position + 1, len(self._blocks)):
            block = self._blocks[after]
            if block.kind is BlockKind.PARAGRAPH and n_paragraphs < _MAX_PARAGRAPHS_OF_A_LEAD:
                n_paragraphs += 1
                content = self._read_block(after)
                details.append((Item(block.start, block.end, [block.text]), content))
                if content.is_details:
                    last = (len(details), after + 1)
                elif content.links or (is_lead(content) and mark_of(content) is not Mark.PLAIN):
                    break
            elif block.kind is BlockKind.LIST:
                if not any(self._read_text("\n".join(item.texts[:1])).is_detail for item in block.items[:2]):
                    break
                below = [(item, self._read_text("\n".join(item.texts[:1]))) for item in block.items]
                if not _are_details(below):
                    break
                details.extend(below)
                last = (len(details), after + 1)
                break
            else:
                break
        return details[: last[0]], last[1]

    def _read_section(self, position: int) -> tuple[Entry, int]:
        """Read a heading and all that is below it as one entry."""
        heading = self._blocks[position]
        end = end_of_section(self._blocks, position)
        below: list[Detail] = []
        for after in range(position + 1, end):
            block = self._blocks[after]
            if block.kind is BlockKind.PARAGRAPH:
                below.append((Item(block.start, block.end, [block.text]), self._read_block(after)))
            elif block.kind is BlockKind.LIST:
                below.extend((item, self._read_text("\n".join(item.texts))) for item in block.items)
        item = Item(heading.start, self._blocks[end - 1].end, [heading.text])
        return self._maker.make(item, self._read_block(position), below), end

    # -- HTML, lists and tables --

    def _read_html(self, start: int, end: int) -> Iterator[Entry | Problem]:
        """Read the rows and items of a table or list written in HTML; those without a title are reported."""
        lines = self._maker.lines
        rows: list[tuple[int, int]] = []  # first line, line after the last
        for index in range(start, end):
            if _HTML_ROW.search(lines[index]) or not rows:
                rows.append((index, index + 1))
            rows[-1] = (rows[-1][0], index + 1)
        for first, last in rows:
            printed = " ".join(line.strip() for line in lines[first:last])
            if not _HTML_ITEM.search(printed):
                continue
            content = self._read_text(_HTML_CATEGORY.sub("", printed))
            if content.title and content.links:
                yield self._maker.make(Item(first, last, [printed]), content, [])
            else:
                yield self._maker.leave_out(first, last, "an HTML row without a recognisable title; left out")

    def _read_list(self, items: list[Item]) -> Iterator[Entry | Problem]:
        contents = _agree([self._read_text("\n".join(item.texts[:1])) for item in items])
        if self._has_comma_citations:
            contents = [read_comma_citation(content) for content in contents]
        n_linked = sum(bool(content.title and content.leads_somewhere) for content in contents)
        for item, content in zip(items, contents, strict=True):
            children = [(child, self._read_text("\n".join(child.texts[:1]))) for child in item.children]
            named = read_named_paper(content, children) if self._has_comma_citations else None
            if named:
                yield self._maker.make(item, *named)
                yield from self._read_list(item.children[1:])
                continue
            details = [pair for pair in children if pair[1].is_detail and not pair[0].children]
            has_own = content.leads_somewhere
            has_link = has_own or any(detail.links for _, detail in details)
            if content.title and has_link and (has_own or len(details) == len(children)):
                yield self._maker.make(item, content, details)
                own = {id(child) for child, _ in details}
                rest = [child for child in item.children if id(child) not in own]
            elif content.cited or (
                content.title and n_linked * 2 >= len(items) and not content.leads_inside and not item.children
            ):
                yield self._maker.make(item, content, [])
                rest = item.children if content.cited else []
            else:
                rest = item.children
                if n_linked and not content.leads_inside and not rest:
                    yield self._maker.leave_out(item.start, item.end, "an item without a recognisable title; left out")
            if rest:
                yield from self._read_list(rest)

    def _read_table(self, block: Block) -> Iterator[Entry | Problem]:
        header = block.rows[0][1] if block.rows else []
        rows = [(line, cells, [self._read_text(cell) for cell in cells]) for line, cells in block.rows[1:]]
        columns = choose_columns(header, [contents for _, _, contents in rows])
        for line, cells, contents in rows:
            found = read_row(columns, contents)
            if found is None:
                yield self._maker.leave_out(line, line + 1, "a row without a recognisable title; left out")
                continue
            entry = self._maker.make(Item(line, line + 1, cells), found.content, [])
            yield found.complete(entry, cells, partial(self._maker.find_span, start=line, end=line + 1))


def _why_unfit(line: str) -> str:
    """Return why a line cannot be read as an item, or an empty string."""
    if len(line) > MAX_LINE_LENGTH:
        return f"a line of {len(line)} characters is too long for a list item"
    indentation = len(line) - len(line.lstrip())
    if indentation > _MAX_INDENTATION and line.strip():
        return f"an item indented by {indentation} characters is nested too deep"
    return ""


def _are_details(below: Sequence[Detail]) -> bool:
    """Return whether the items of a list only add to a title above them: labelled lines and links, at least one."""
    if any(item.children for item, _ in below):
        return False
    n_labelled = sum(content.is_details for _, content in below)
    return n_labelled > 0 and all(
        content.is_detail
        or (item.texts and (read_label(item.texts[0])[0] or _LABELLED_ADDRESS.fullmatch(item.texts[0])))
        for item, content in below
    )


def _agree(contents: list[ItemContent]) -> list[ItemContent]:
    """Return the items of one list, read again where most of the list marks its titles in another way."""
    marks = [mark_of(content) for content in contents]
    counts = Counter(mark for mark in marks if mark is not None and mark is not Mark.PLAIN)
    if len(contents) < _MIN_GROUP or not counts:
        return contents
    most, n_items = counts.most_common(1)[0]
    if n_items < len(contents) * _MIN_SHARE_OF_MARK or n_items == len(contents):
        return contents
    return [
        content if mark is most else read_marked(content, most) for mark, content in zip(marks, contents, strict=True)
    ]
