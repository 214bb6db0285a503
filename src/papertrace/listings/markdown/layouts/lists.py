"""Reading the items of a list, the rows of a table, and both where they are written in HTML."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial

from papertrace.listings.markdown.blocks import Block
from papertrace.listings.markdown.customs.accepted_titles import are_bare_titles
from papertrace.listings.markdown.customs.bold_titles import is_bold_title
from papertrace.listings.markdown.customs.comma_citations import read_comma_citation, read_named_paper
from papertrace.listings.markdown.customs.dated_items import is_dated, read_dated
from papertrace.listings.markdown.customs.title_first import read_title_first
from papertrace.listings.markdown.customs.web_pages import cites_web_page
from papertrace.listings.markdown.entries import Detail, is_citation, names_authors
from papertrace.listings.markdown.group_dates import Group, complete_entries, read_group
from papertrace.listings.markdown.inline.bylines import find_lead_authors, read_byline
from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.inline.marks import Mark, mark_of, read_full_citation, read_marked
from papertrace.listings.markdown.layouts.html_tables import HeadedRow, find_headed_rows
from papertrace.listings.markdown.layouts.several_papers import split_cells, split_papers
from papertrace.listings.markdown.layouts.tables import TableColumns, choose_columns, read_row
from papertrace.listings.markdown.parts import Part
from papertrace.listings.markdown.tree import Item
from papertrace.model import Entry, Problem

#: The line of a row of a table, its cells as printed, and what they contain.
Row = tuple[int, list[str], list[ItemContent]]

HTML_ITEM = re.compile(
    r"<(?:td|li)\b[^<>]{0,200}>[^<>]{0,200}<a\s[^<>]{0,200}href\s*=\s*[\"']?https?://", re.IGNORECASE
)
_HTML_ROW = re.compile(r"<(?:tr|li)\b", re.IGNORECASE)
# A cell that spans several rows names the category of these rows.
_HTML_CATEGORY = re.compile(
    r"<t[dh]\b[^<>]{0,200}\browspan=[\"']?(?!1\b)\d[^<>]{0,200}>.{0,300}?</t[dh]>", re.IGNORECASE
)
_MIN_SHARE_OF_MARK = 0.6
_MIN_GROUP = 3


def read_html(part: Part, start: int, end: int) -> Iterator[Entry | Problem]:
    """Read the rows and items of a table or list written in HTML; those without a title are reported."""
    lines = part.lines
    rows: list[tuple[int, int]] = []  # first line, line after the last
    for index in range(start, end):
        if _HTML_ROW.search(lines[index]) or not rows:
            rows.append((index, index + 1))
        rows[-1] = (rows[-1][0], index + 1)
    texts = [" ".join(line.strip() for line in lines[first:last]) for first, last in rows]
    headed = find_headed_rows(texts, part.read_text)
    for index, ((first, last), printed) in enumerate(zip(rows, texts, strict=True)):
        part.spanning_cells.enter_row(printed)
        if index in headed and (entry := _read_headed_row(part, headed[index], first, last)):
            yield part.spanning_cells.complete(entry)
            continue
        if not HTML_ITEM.search(printed):
            continue
        content = part.read_text(_HTML_CATEGORY.sub("", printed))
        if content.title and content.links:
            yield part.spanning_cells.complete(part.maker.make(Item(first, last, [printed]), content, []))
        else:
            yield part.maker.leave_out(first, last, "an HTML row without a recognisable title; left out")


def _read_headed_row(part: Part, row: HeadedRow, first: int, last: int) -> Entry | None:
    """Return the entry of a row of HTML below a header that names its columns; None if no cell has a title."""
    found = read_row(row.columns, row.contents)
    if found is None or found.content.is_repository or not found.content.links:
        return None
    entry = part.maker.make(Item(first, last, row.cells), found.content, [])
    return found.complete(entry, row.cells, partial(part.maker.find_span, start=first, end=last))


def read_accepted(part: Part, items: list[Item]) -> Iterator[Entry | Problem]:
    """Read the items of a list below the name of a meeting, which need no links where all are long titles."""
    contents = [part.read_text("\n".join(item.texts[:1])) for item in items]
    if are_bare_titles(items, contents):
        yield from (part.maker.make(item, content, []) for item, content in zip(items, contents, strict=True))
    else:
        yield from read_list(part, items)


def read_list(part: Part, items: list[Item]) -> Iterator[Entry | Problem]:
    """Read the items of a list, and the items below those that are no entries themselves; others are reported."""
    contents, dated = _read_contents(part, items)
    n_linked = sum(
        bool(content.title and (content.leads_somewhere or is_paper))
        for content, is_paper in zip(contents, dated, strict=True)
    )
    for item, content, is_paper in zip(items, contents, dated, strict=True):
        children = [(child, part.read_text("\n".join(child.texts[:1]))) for child in item.children]
        named = read_named_paper(content, *children[0]) if part.has_comma_citations and children else None
        if named:
            yield part.maker.make(item, named, [(children[0][0], ItemContent([]))])
            yield from read_list(part, item.children[1:])
            continue
        details = _find_details(children, has_own=content.leads_somewhere)
        below = [(paragraph, part.read_text(paragraph.texts[0])) for paragraph in item.paragraphs]
        details = [pair for pair in below if pair[1].links_no_title] + details
        cited = [] if content.leads_somewhere else [pair for pair in below if is_citation(pair[1])]
        if content.is_repository or cited or cites_web_page("\n".join(item.texts[:1])):
            yield from (part.maker.make(paragraph, one, []) for paragraph, one in cited)
            yield from read_list(part, item.children)
            continue
        has_own = content.leads_somewhere
        has_link = has_own or any(detail.links for _, detail in details)
        is_described = has_link and (has_own or len(details) == len(children) + len(below))
        several = split_papers(content)
        if len(several) > 1:
            yield from (part.maker.make(item, one, []) for one in several)
            rest = item.children
        elif content.title and (is_described or names_authors(detail for _, detail in details)):
            yield part.maker.make(item, content, details)
            own = {id(child) for child, _ in details}
            rest = [child for child in item.children if id(child) not in own]
        elif is_citation(content) or (content.title and (is_paper or (part.has_bold_titles and is_bold_title(item)))):
            yield part.maker.make(item, content, [])
            rest = item.children
        elif content.title and n_linked * 2 >= len(items) and not content.leads_inside and not item.children:
            yield part.maker.make(item, content, [])
            rest = []
        else:
            rest = item.children
            if n_linked and not content.leads_inside and not rest:
                yield part.maker.leave_out(item.start, item.end, "an item without a recognisable title; left out")
        if rest:
            group = Group() if content.title else read_group("".join(piece.text for piece in content.pieces))
            yield from complete_entries(read_list(part, rest), group)


def _find_details(children: list[Detail], *, has_own: bool) -> list[Detail]:
    """Return those of the items below another that only add to it: labels, notes, and short links among labelled ones.

    Links in brackets are labels where any other is; other short links where the item above has no link of its own and
    at least half of those below it are labelled.
    """
    details = [(child, content) for child, content in children if not child.children]
    n_linked = sum(content.leads_somewhere for _, content in details)
    n_labelled = sum(content.is_details for _, content in details)
    is_among_labels = not has_own and n_labelled * 2 >= n_linked
    return [
        (child, content)
        for child, content in details
        if content.is_detail
        or (n_labelled and (content.links_in_brackets or (is_among_labels and content.is_short_link)))
    ]


def _read_contents(part: Part, items: list[Item]) -> tuple[list[ItemContent], list[bool]]:
    """Return the contents of the items of one list, and which of them are titles with a venue and a year."""
    contents = _cite_fully(_agree([part.read_text("\n".join(item.texts[:1])) for item in items]))
    if part.has_comma_citations:
        contents = [read_comma_citation(content) for content in contents]
    if part.has_titles_first:
        contents = [read_title_first(content) for content in contents]
    _find_bylines(contents)
    for content in contents:
        content.is_among_bylines = content.is_among_bylines or part.has_names_first
        content.is_among_surnames = part.has_surnames
    dated = [part.has_dated_items and is_dated("\n".join(item.texts[:1])) for item in items]
    contents = [read_dated(content) if is_paper else content for content, is_paper in zip(contents, dated, strict=True)]
    return contents, dated


def _cite_fully(contents: list[ItemContent]) -> list[ItemContent]:
    """Return the items of one list, read again as citations by full names where most items without a mark are some."""
    n_plain = sum(mark_of(content) is Mark.PLAIN and not content.cited for content in contents)
    if n_plain < _MIN_GROUP:
        return contents
    cited = [read_full_citation(content) for content in contents]
    n_cited = sum(after is not before for before, after in zip(contents, cited, strict=True))
    return cited if n_cited >= _MIN_GROUP and n_cited >= n_plain * _MIN_SHARE_OF_MARK else contents


def _find_bylines(contents: list[ItemContent]) -> None:
    """Say of the items of a list where they name their authors, if several of them do so beyond doubt."""
    n_names = [len(find_lead_authors(content)) for content in contents if content.title and not content.cited]
    if sum(n > 1 for n in n_names) >= _MIN_GROUP:
        for content in contents:
            content.is_among_bylines = True
    titled = [content for content in contents if content.title and not content.cited]
    n_after = sum(len(read_byline(content.rest)[0]) > 1 for content in titled)
    if n_after >= max(_MIN_GROUP, len(titled) * _MIN_SHARE_OF_MARK):
        for content in titled:
            content.is_above_bylines = True


def read_table(part: Part, block: Block) -> Iterator[Entry | Problem]:
    """Read the rows of a table; those without a title are reported."""
    header = block.rows[0][1] if block.rows else []
    rows: list[Row] = [(line, cells, [part.read_text(cell) for cell in cells]) for line, cells in block.rows[1:]]
    columns = choose_columns(header, [contents for _, _, contents in rows])
    for line, cells, contents in _split_rows(columns, rows):
        found = read_row(columns, contents)
        if found is not None and found.content.is_repository:
            continue
        if found is None:
            yield part.maker.leave_out(line, line + 1, "a row without a recognisable title; left out")
            continue
        entry = part.maker.make(Item(line, line + 1, cells), found.content, [])
        yield found.complete(entry, cells, partial(part.maker.find_span, start=line, end=line + 1))


def _split_rows(columns: TableColumns, rows: list[Row]) -> Iterator[Row]:
    """Yield the rows of a table; one with several papers in its cell of titles is as many.

    Links in other cells are left out of these: they are of all of the papers, or of the meeting that reads them.
    """
    best = columns.ranked[0] if columns.ranked else None
    held = [row for row in rows if best is not None and best < len(row[2])]
    if best is None or not held:
        yield from rows
        return
    papers = dict(zip((line for line, _, _ in held), split_cells([row[2][best] for row in held]), strict=True))
    for line, cells, contents in rows:
        several = papers.get(line, [])
        if len(several) < 2:  # noqa: PLR2004 - several
            yield line, cells, contents
            continue
        others = [ItemContent([piece for piece in content.pieces if not piece.url]) for content in contents]
        for paper in several:
            yield line, cells, [*others[:best], paper, *others[best + 1 :]]


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
