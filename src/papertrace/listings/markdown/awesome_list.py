"""Awesome-lists in Markdown: bullets and table rows are entries, headings are sections.

An item is an entry if it has a title and a link that leads out of the document; an item without a link is an entry
only among such items. Nested items are details of the item around them (`Code: …`) or entries of their own. Tables of
contents, badges and the sections on contributing, licences and citations are page text.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from papertrace.listings.captures.labelled_text import read_label
from papertrace.listings.fields.identifiers import make_identifiers
from papertrace.listings.fields.people import parse_byline, split_names
from papertrace.listings.markdown.bylines import find_date, read_byline
from papertrace.listings.markdown.items import ItemContent, find_description, read_item, read_pieces
from papertrace.listings.markdown.recognition import recognise
from papertrace.listings.markdown.tables import read_row
from papertrace.listings.markdown.tree import Item, collect_items
from papertrace.model import Entry, Identifiers, Markup, Problem, Span, Target
from papertrace.model.identifiers import identify_address

__all__ = ["parse", "recognise"]

if TYPE_CHECKING:
    from markdown_it.token import Token

_BOILERPLATE = re.compile(
    r"(?:table of )?contents?|toc|index|news|updates?|what'?s new|changelog|.*\bcontribut.*|licen[sc]e|star[- ]history"
    r"|.*\backnowledge?ments?|citations?|citing.*|cite.*|how to cite.*|sponsors?|support|contact( us)?|disclaimer",
)
_NO_LETTERS = re.compile(r"[^\w' -]+")
_HTML_ITEM = re.compile(
    r"<(?:td|li)\b[^<>]{0,200}>[^<>]{0,200}<a\s[^<>]{0,200}href\s*=\s*[\"']?https?://", re.IGNORECASE
)
_HTML_ROW = re.compile(r"<(?:tr|li)\b", re.IGNORECASE)
_MIN_WORDS_OF_A_HEADING = 3
# Lines are read in chunks of this size that end before a heading, so that a file of any length fits into memory.
_CHUNK_CHARS = 1024 * 1024
_MAX_LINE_LENGTH = 20_000


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
        if size > _CHUNK_CHARS and line.startswith("#"):
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
        self._md: MarkdownIt = MarkdownIt("commonmark").enable("table")
        # Inline text is parsed only where it can be an entry; addresses stay as printed, since extraction cleans them.
        self._md.core.ruler.enableOnly(["normalize", "block"])
        self._md.normalizeLink = lambda url: url  # type: ignore[method-assign]
        self._md.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005 - its name is part of the type
        self._env: dict[str, object] = {}
        self._skipped_level = 0
        self._n_left = 0
        self._first_left: int | None = None
        self._lines: list[str] = []
        self._offset = 0
        self._covered: set[int] = set()

    def read(self, lines: list[str], first_number: int) -> Iterator[Entry | Problem]:
        self._lines = [line.replace("\r", " ") if len(line) <= _MAX_LINE_LENGTH else "" for line in lines]
        self._offset = first_number
        self._covered = set()
        for index, line in enumerate(lines):
            if len(line) > _MAX_LINE_LENGTH:
                self._covered.add(index)
                yield self._problem(index, f"a line of {len(line)} characters is too long for a list item; left out")
        tokens = self._md.parse("\n".join(self._lines), self._env)
        yield from self._walk(tokens)
        for index, line in enumerate(self._lines):
            if line.strip() and index not in self._covered:
                self._n_left += 1
                self._first_left = self._first_left or index + self._offset

    def finish(self) -> Iterator[Problem]:
        if self._first_left is not None:
            fact = f"{self._n_left} lines of headings, contents, badges and page text without a paper"
            yield Problem(Span(self._source, self._first_left), fact, n_lines=self._n_left, harmless=True)

    def _walk(self, tokens: list["Token"]) -> Iterator[Entry | Problem]:
        position = 0
        while position < len(tokens):
            token = tokens[position]
            if token.type == "heading_open":
                self._enter_section(int(token.tag[1]), tokens[position + 1].content)
                entry, position = self._read_heading(tokens, position)
                if entry is not None:
                    yield entry
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                items, position = collect_items(tokens, position)
                if not self._skipped_level:
                    yield from self._read_list(items)
            elif token.type == "table_open":
                end = next(i for i in range(position, len(tokens)) if tokens[i].type == "table_close")
                if not self._skipped_level:
                    yield from self._read_table(tokens[position:end])
                position = end
            elif token.type == "paragraph_open" and not self._skipped_level and token.map:
                yield from self._read_paragraph(Item(token.map[0], token.map[1], [tokens[position + 1].content]))
            elif (
                token.type == "html_block"
                and token.map
                and not self._skipped_level
                and _HTML_ITEM.search(token.content)
            ):
                yield from self._read_html(*token.map)
            position += 1

    def _read_heading(self, tokens: list["Token"], position: int) -> tuple[Entry | None, int]:
        """Read a heading as an entry if it is a linked title, or if the list below it has only labelled links.

        Returns the entry, or None, and the index of the last token that belongs to it.
        """
        opens = tokens[position]
        text = tokens[position + 1].content
        if self._skipped_level or opens.tag == "h1" or not opens.map:
            return None, position
        content = self._read_text(text)
        after = position + 3
        items: list[Item] = []
        end = position
        if after < len(tokens) and tokens[after].type == "bullet_list_open":
            items, end = collect_items(tokens, after)
        below = [(item, self._read_text("\n".join(item.texts[:1]))) for item in items]
        has_details = bool(below) and all(detail.is_detail and not item.children for item, detail in below)
        has_labelled = has_details and all(detail.links for _, detail in below)
        linked = [piece.text for piece in content.links]
        is_linked = content.title_piece in linked and len(content.title.split()) >= _MIN_WORDS_OF_A_HEADING
        if not content.title or not (is_linked or has_labelled):
            return None, position
        item = Item(opens.map[0], opens.map[1], [text], items if has_details else [])
        return self._make_entry(item, content, below if has_details else []), end if has_details else position

    def _read_html(self, start: int, end: int) -> Iterator[Entry | Problem]:
        """Read the rows and items of a table or list written in HTML; those without a title are reported."""
        rows: list[tuple[int, int]] = []  # first line, line after the last
        for index in range(start, end):
            if _HTML_ROW.search(self._lines[index]) or not rows:
                rows.append((index, index + 1))
            rows[-1] = (rows[-1][0], index + 1)
        for first, last in rows:
            printed = " ".join(line.strip() for line in self._lines[first:last])
            if not _HTML_ITEM.search(printed):
                continue
            content = self._read_text(printed)
            if content.title and content.links:
                yield self._make_entry(Item(first, last, [printed]), content, [])
            else:
                self._covered.update(range(first, last))
                n_lines = sum(bool(line.strip()) for line in self._lines[first:last])
                yield Problem(self._span(first), "an HTML row without a recognisable title; left out", n_lines=n_lines)

    def _enter_section(self, level: int, heading: str) -> None:
        if self._skipped_level and level > self._skipped_level:
            return
        words = " ".join(_NO_LETTERS.sub(" ", heading[:200].lower()).split())
        self._skipped_level = level if _BOILERPLATE.fullmatch(words) else 0

    def _read_text(self, text: str) -> ItemContent:
        tokens: list[Token] = []
        if len(text) <= _MAX_LINE_LENGTH:
            self._md.inline.parse(text, self._md, self._env, tokens)
        return read_item(read_pieces(tokens))

    def _read_list(self, items: list[Item]) -> Iterator[Entry | Problem]:
        contents = [self._read_text("\n".join(item.texts[:1])) for item in items]
        n_linked = sum(bool(content.title and content.links) for content in contents)
        for item, content in zip(items, contents, strict=True):
            children = [(child, self._read_text("\n".join(child.texts[:1]))) for child in item.children]
            details = [pair for pair in children if pair[1].is_detail and not pair[0].children]
            has_link = bool(content.links or any(detail.links for _, detail in details))
            if content.title and has_link and not (not content.links and len(details) < len(children)):
                yield self._make_entry(item, content, details)
                own = {id(child) for child, _ in details}
                rest = [child for child in item.children if id(child) not in own]
            elif content.title and n_linked * 2 >= len(items) and not content.leads_inside and not item.children:
                yield self._make_entry(item, content, [])
                rest = []
            else:
                rest = item.children
                if n_linked and not content.leads_inside and not rest:
                    self._covered.update(range(item.start, item.end))
                    yield self._problem(item.start, "an item without a recognisable title; left out")
            if rest:
                yield from self._read_list(rest)

    def _read_paragraph(self, item: Item) -> Iterator[Entry]:
        """Read a paragraph as an entry if it looks like one: a bold or linked title, then a labelled link."""
        text = item.texts[0]
        if not text.startswith(("**", "[", "<b>", "__")) or text.startswith(("[!", "[![")):
            return
        content = self._read_text(text)
        first = next((piece for piece in content.pieces if piece.text.strip()), None)
        begins = first is not None and first.text == content.title_piece and (first.strong or first.url is not None)
        if begins and content.links and any(p.url and not p.picture and p.is_label for p in content.rest):
            yield self._make_entry(item, content, [])

    def _read_table(self, tokens: list["Token"]) -> Iterator[Entry | Problem]:
        header: list[str] = []
        row: list[str] = []
        start = 0
        for token in tokens:
            if token.type == "tr_open":
                row, start = [], token.map[0] if token.map else start
            elif token.type == "inline":
                row.append(token.content)
            elif token.type == "tr_close":
                if not header:
                    header = row
                    continue
                cells = [self._read_text(cell) for cell in row]
                found = read_row(header, cells)
                item = Item(start, start + 1, row)
                if found is None:
                    self._covered.add(start)
                    yield self._problem(start, "a row without a recognisable title; left out")
                    continue
                entry = self._make_entry(item, found.content, [])
                yield found.complete(entry, row, partial(self._find_span, start=start, end=start + 1))

    def _make_entry(self, item: Item, content: ItemContent, details: list[tuple[Item, ItemContent]]) -> Entry:
        end = max([item.end, *(child.end for child, _ in details)]) if not item.children or details else item.end
        if item.children and len(details) < len(item.children):
            end = min(child.start for child in item.children if all(child is not other for other, _ in details))
        end = max(end, item.start + 1)
        while end > item.start + 1 and not self._lines[end - 1].strip():
            end -= 1
        self._covered.update(range(item.start, end))
        authors, after = read_byline(content.rest)
        description = "" if authors else find_description(content.rest)
        for child, detail in details:
            kind, value = read_label("".join(piece.text for piece in detail.pieces).partition("\n")[0])
            if kind == "authors" and not authors:
                authors = parse_byline(value) or split_names(value)
            elif kind == "abstract" and not description and self._find_span(value, child.start, child.end):
                description = value
        span = self._find_span(description.split("\n")[0], item.start, end) if description else None
        abstract = self._cut_paragraph(span, end) if span else ""
        targets = self._find_targets(item.start, end, [content, *(detail for _, detail in details)])
        return Entry(
            title=content.title,
            abstract=abstract,
            span=self._find_span(content.title_piece.strip().split("\n")[0], item.start, end) or self._span(item.start),
            end_line=self._offset + end - 1,
            abstract_span=span if abstract else None,
            authors=authors,
            date=find_date(
                after if authors else "".join(p.text for p in content.pieces if p.text != content.title_piece)
            ),
            identifiers=_identify(content, targets),
            targets=targets,
            markup=Markup.MARKDOWN,
        )

    def _cut_paragraph(self, span: Span, end: int) -> str:
        """Return the text from a span to the end of its paragraph, as printed."""
        parts: list[str] = []
        for index in range(span.line - self._offset, end):
            line = self._lines[index]
            if parts and (not line.strip() or re.match(r"\s*(?:[-*+]|\d{1,4}[.)])\s", line)):
                break
            parts.append(line if parts else line[span.column - 1 :])
        return "\n".join(parts).rstrip()

    def _find_targets(self, start: int, end: int, contents: list[ItemContent]) -> tuple[Target, ...]:
        targets: dict[str, Target] = {}
        line, column = start, 0
        for link in (link for content in contents for link in content.links):
            raw = link.url or ""
            if raw in targets:
                continue
            span = self._find_span(raw, line, end, column)
            if span is not None:
                line, column = span.line - self._offset, span.column
            words = " ".join(link.text.split())
            targets[raw] = Target(raw=raw, words=words, span=span or self._span(start))
        return tuple(targets.values())

    def _find_span(self, text: str, start: int, end: int, column: int = 0) -> Span | None:
        """Return the span of a text between two lines; the first line is searched from a column on."""
        for index in range(start, min(end, len(self._lines))):
            found = self._lines[index].find(text, column if index == start else 0)
            if found >= 0:
                return Span(self._source, self._offset + index, found + 1)
        return None

    def _span(self, index: int) -> Span:
        line = self._lines[index]
        return Span(self._source, self._offset + index, len(line) - len(line.lstrip()) + 1)

    def _problem(self, index: int, fact: str) -> Problem:
        return Problem(self._span(index), fact)


def _identify(content: ItemContent, targets: tuple[Target, ...]) -> Identifiers:
    """Return the identifiers in the link on the title, or else in the first labelled link that has any."""
    of_title = [p.url for p in content.pieces if p.url and p.text == content.title_piece]
    labelled = [target.raw for target in targets if target.words != content.title_piece]
    for url in [*of_title, *labelled]:
        if found := identify_address(url):
            return found
    return make_identifiers(arxiv=(content.text_around_title[:_MAX_LINE_LENGTH],))
