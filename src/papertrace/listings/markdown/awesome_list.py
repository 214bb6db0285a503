"""Awesome-lists in Markdown: bullets, table rows and paragraphs are entries, headings are sections.

An item is an entry if it has a title and a link that leads out of the document; an item without a link is an entry
only among such items. How titles are marked is decided by groups: the items of a list, the rows of a table, the
paragraphs of one form, the headings of one level. Nested items, and labelled links below a title, are details of it
(`Code: …`) or entries of their own. Tables of contents, badges and the sections on contributing, licences and citations
are page text.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from papertrace.listings.markdown.blocks import BlockKind
from papertrace.listings.markdown.entries import MAX_LINE_LENGTH, EntryMaker
from papertrace.listings.markdown.group_dates import Group, complete_entries, read_group
from papertrace.listings.markdown.layouts.html_paragraphs import find_html_papers
from papertrace.listings.markdown.layouts.leads import read_lead, read_section
from papertrace.listings.markdown.layouts.linked_headings import find_linked_headings
from papertrace.listings.markdown.layouts.lists import (
    HTML_ITEM,
    read_accepted,
    read_html,
    read_list,
    read_table,
)
from papertrace.listings.markdown.layouts.paragraphs import find_paragraphs, read_paragraph
from papertrace.listings.markdown.layouts.titled_sections import find_titled_sections
from papertrace.listings.markdown.other_lists import EntriesOfBlock, find_other_lists
from papertrace.listings.markdown.parts import MAX_INDENTATION, MarkdownParser, Part
from papertrace.listings.markdown.recognition import recognise
from papertrace.listings.markdown.sections import begins_papers, is_about_the_list, is_contents
from papertrace.model import Entry, Problem, Span
from papertrace.model.text import format_count

__all__ = ["parse", "recognise"]

# Lines are read in chunks of this size that end before a heading, or, where there is none, at a blank line before one
# that is not indented, so that a file of any length fits into memory.
_CHUNK_CHARS = 1024 * 1024
_MAX_CHUNK_CHARS = 2 * _CHUNK_CHARS
# The first line of a block quote that GitHub shows as an alert is no text of it.
_ALERT = re.compile(r"^(\s*(?:>\s?)+)\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*$", re.IGNORECASE)


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


#: What a block holds, whether it is a list or table, and what the headings around it say.
_Read = tuple[list[Entry | Problem], bool, Group]


class _Document:
    """The state carried between parts of a document: the section, the link definitions, the unused lines."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._parser = MarkdownParser()
        self._skipped_level = 0
        self._groups: list[tuple[int, Group]] = []  # of the headings around, by their levels
        self._n_left = 0
        self._first_left: int | None = None

    def read(self, lines: list[str], first_number: int) -> Iterator[Entry | Problem]:
        unfit = {index: fact for index, line in enumerate(lines) if (fact := _why_unfit(line))}
        kept = [
            "" if index in unfit else _ALERT.sub(r"\1", line.replace("\r", " ")) for index, line in enumerate(lines)
        ]
        maker = EntryMaker(self._source, kept, first_number)
        for index, fact in unfit.items():
            yield maker.leave_out(index, index + 1, f"{fact}; left out")
        yield from _without_other_lists(self._read_blocks(Part(self._parser, kept, maker)), maker)
        for index, line in enumerate(kept):
            if line.strip() and index not in maker.covered:
                self._n_left += 1
                self._first_left = self._first_left or index + first_number

    def finish(self) -> Iterator[Problem]:
        if self._first_left is not None:
            fact = f"{format_count(self._n_left, 'line')} of headings, contents, badges and page text without a paper"
            yield Problem(Span(self._source, self._first_left), fact, n_lines=self._n_left, harmless=True)

    def _read_blocks(self, part: Part) -> Iterator[_Read]:
        titled = find_titled_sections(part.blocks, part.lines)
        linked = find_linked_headings(part)
        accepted = find_paragraphs(part)
        in_html = find_html_papers(part.blocks, part.lines, part.read_text)
        position = 0
        while position < len(part.blocks):
            block = part.blocks[position]
            after = position + 1
            found: Iterable[Entry | Problem] = []
            if block.kind is BlockKind.HEADING:
                self._enter_section(part, position)
                part.maker.forms.enter_section()
            if self._skipped_level:
                pass
            elif position in titled:
                entry, after = read_section(part, position)
                found = [entry]
            elif block.kind in (BlockKind.HEADING, BlockKind.PARAGRAPH):
                entries, after = read_lead(part, position, is_paper=position in linked)
                found = entries or (read_paragraph(part, position) if position in accepted else [])
            elif block.kind is BlockKind.LIST:
                read_items = read_accepted if self._find_group().names_meeting else read_list
                found = [] if is_contents(block, part.headings) else read_items(part, block.items)
            elif block.kind is BlockKind.TABLE:
                found = read_table(part, block)
            elif position in in_html:
                found = (part.maker.make(item, content, []) for item, content in in_html[position])
            elif HTML_ITEM.search(block.text):
                found = read_html(part, block.start, block.end)
            is_list = block.kind in (BlockKind.LIST, BlockKind.TABLE)
            group = self._find_group()
            yield list(complete_entries(found, group)), is_list, group
            position = after

    def _find_group(self) -> Group:
        """Return what the headings around say of the papers below them; the nearest one counts."""
        groups = [group for _, group in reversed(self._groups)]
        return Group(
            next((group.date for group in groups if group.date), None),
            next((group.venue for group in groups if group.venue), None),
        )

    def _enter_section(self, part: Part, position: int) -> None:
        """Open or close the section that is skipped; papers below a heading in it end it.

        What the heading says of the papers below it is noted.
        """
        heading = part.blocks[position]
        skips = is_about_the_list(heading.text)
        self._groups = [(level, group) for level, group in self._groups if level < heading.level]
        self._groups.append((heading.level, read_group(heading.text)))
        is_inside = self._skipped_level and heading.level > self._skipped_level
        if is_inside and (skips or not begins_papers(part.blocks, position, part.lines)):
            return
        self._skipped_level = heading.level if skips else 0


def _without_other_lists(read: Iterable[_Read], maker: EntryMaker) -> Iterator[Entry | Problem]:
    """Yield what the blocks of a part hold, completed; lists that are not of papers are page text."""
    held = list(read)
    completed = iter([*maker.complete(item for items, _, _ in held for item in items)])
    blocks = [(list(islice(completed, len(items))), is_list, group) for items, is_list, group in held]
    entries = [
        EntriesOfBlock([item for item in items if isinstance(item, Entry)], is_list, group)
        for items, is_list, group in blocks
    ]
    left_out = {id(entry) for block in find_other_lists(entries) for entry in block.entries}
    for item in (item for items, _, _ in blocks for item in items):
        if isinstance(item, Entry) and id(item) in left_out:
            maker.uncover(item)
        else:
            yield item


def _why_unfit(line: str) -> str:
    """Return why a line cannot be read as an item, or an empty string."""
    if len(line) > MAX_LINE_LENGTH:
        return f"a line of {len(line)} characters is too long for a list item"
    indentation = len(line) - len(line.lstrip())
    if indentation > MAX_INDENTATION and line.strip():
        return f"an item indented by {indentation} characters is nested too deep"
    return ""
