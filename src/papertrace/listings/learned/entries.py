"""Entries of lists of papers in any notation, from the labels that the tagger gives.

Which part of a text is the title, the authors, the venue or the year is labelled (`tagger`); here one parser each turns
what was labelled into values, the text around becomes abstract and links, and positions are those of the printed lines.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median_low
from typing import NamedTuple

from papertrace.late_imports import compile_on_use
from papertrace.listings.captures.labelled import read_label
from papertrace.listings.fields import is_abstract, is_beside, leads_out
from papertrace.listings.learned.blocks import (
    BLANKS,
    MAX_BLOCK_CHARS,
    Atom,
    Block,
    ReadBlocks,
    read_asciidoc,
    read_latex,
    read_markdown,
    read_org,
    read_rst,
    read_text,
    read_tree,
)
from papertrace.listings.learned.doubts import (
    Doubts,
    is_other,
    leads_to_papers,
    recognise_asciidoc,
    recognise_latex,
    recognise_markdown,
    recognise_org,
    recognise_rst,
    recognise_text,
    shows_paper,
)
from papertrace.listings.learned.features import is_label
from papertrace.listings.learned.published import (
    AROUND_VENUE,
    LETTER,
    MAX_VENUE,
    SHORT_DATE,
    YEAR,
    Words,
    choose_venue,
    clean_venue,
    find_host,
    find_short_name,
    find_venue,
    is_name_of_venue,
    read_year,
    venue_of_heading,
)
from papertrace.listings.learned.tagger import TaggedBlock, tag_blocks, title_bounds
from papertrace.markup.tree import Element
from papertrace.memory import collect_garbage_rarely
from papertrace.model import Entry, Identifiers, Markup, Problem, Span, Target
from papertrace.model.identifiers import find_dois, identify_address
from papertrace.model.text import format_count
from papertrace.records.people import split_names, without_affiliations
from papertrace.records.values import find_targets, make_identifiers
from papertrace.word_lists import read_tables

__all__ = [
    "parse_asciidoc",
    "parse_latex",
    "parse_markdown",
    "parse_org",
    "parse_rst",
    "parse_text",
    "read_citation",
    "read_page",
    "recognise_asciidoc",
    "recognise_latex",
    "recognise_markdown",
    "recognise_org",
    "recognise_rst",
    "recognise_text",
]

MAX_LINE_LENGTH = 20_000
# Lines are read in parts of this size that end before a heading, or, where there is none, at a blank line.
_PART_CHARS = 1024 * 1024
_MAX_PART_CHARS = 2 * _PART_CHARS
_MAX_BLOCKS_BELOW = 12
_MAX_FIELDS_ABOVE, _MAX_FIELDS_BELOW = 3, 5
# Classes of elements that say what they hold, by their last word: `pub-authors`.
_CLASSES = {
    word: kind
    for kind, words in read_tables(__package__ or "", "words.toml")["classes"].items()
    for word in words.split()
}
_VENUE_COLUMNS = frozenset(read_tables(__package__ or "", "words.toml")["columns"]["venue"].split())
_MAX_CHARS_OF_LABELLED = 2000
_MAX_CHARS_TO_DATE = 300
_MAX_NEEDLE = 80
_MIN_VENUE = 3  # letters
_ADDRESS = compile_on_use(r"(?:https?://|\barxiv[:.])\S+", re.IGNORECASE)
_AFTER_VENUE = compile_on_use(r"[\s,.:;]+\d[\d.:-]*$|\s*\([^()]*$")
_BEFORE_NAMES = compile_on_use(r"^\W*(?:(?:with|by|authors?:?)\b:?\s+)?", re.IGNORECASE)
_AFTER_NAMES = compile_on_use(r",?\s*\bet\.? al\b\.?.*|\s+and others.*|\s*\((?:eds?\.?)\)", re.IGNORECASE | re.DOTALL)
_WIDE_COMMAS = str.maketrans({"，": ", ", "、": ", ", "；": "; "})  # noqa: RUF001 - as printed
_INITIALS_LAST = compile_on_use(r"([^\W\d_][^\d,.]{1,60}?)\s((?:[^\W\d_a-z]\.?[ -]?){1,4})")
_ELLIPSIS = compile_on_use(r",?\s*(?:\.{3}|…),?\s*(?:&|and\b)?\s*")
_JOINTS = compile_on_use(r"\s(?:&|und|et(?!\.?\sal)|e)\s(?=[^\W\d_a-z])")
_ENDS_IN_ET_AL = compile_on_use(r"(?:[^\W\d_][^\s,;]{0,30}\s+){1,4}et\.? al\b\.?", re.IGNORECASE)
_UNCLOSED = compile_on_use(r"\s*\([^()]{0,80}$")
_FINAL_STOP = compile_on_use(r"(?<=[^\W\d_]{3})\.$")
_ABSTRACT = compile_on_use(r"\W*(?:abstract|summary|tl;?dr|摘要)\W*[:：.]\W*", re.IGNORECASE)  # noqa: RUF001 - as printed
_BARE = compile_on_use(r"https?://|www\.|doi\.org/", re.IGNORECASE)
_ITEM = compile_on_use(r"\s*(?:[-*+]|\d{1,4}[.)])\s")
_QUOTE = compile_on_use(r"\s{0,3}(?:>\s?)+")


class Printed:
    """The lines of a part of a document, in which texts are looked for, and the number of the first."""

    def __init__(self, source: str, lines: Sequence[str], first_number: int) -> None:
        self.lines: Sequence[str] = lines
        self._source, self._offset = source, first_number

    def find(self, text: str, first: int, last: int, column: int = 0) -> Span | None:
        """Return the span of a text between two lines, counted from 1; the first is searched from a column."""
        for needle in dict.fromkeys((text, text.replace("&", "&amp;"))):
            for number in range(first, min(last, len(self.lines)) + 1):
                at = self.lines[number - 1].find(needle, column if number == first else 0)
                if at >= 0 and needle:
                    return self.span(number, at + 1)
        return None

    def find_words(self, text: str, first: int, last: int) -> Span | None:
        """Return the span of the beginning of a text, of as many of its first words as are printed like that."""
        words = text[:_MAX_NEEDLE].split()
        for n_words in dict.fromkeys((len(words), 4, 2, 1)):
            if words and (span := self.find(" ".join(words[:n_words]), first, last)):
                return span
        return None

    def span(self, number: int, column: int = 0) -> Span:
        """Return the span of a column of a line, or of its first character that is not blank."""
        if not column:
            line = self.lines[number - 1] if number <= len(self.lines) else ""
            column = len(line) - len(line.lstrip()) + 1
        return Span(self._source, self._offset + number - 1, column)

    def number_of(self, span: Span) -> int:
        """Return the number of the line of a span in this part, counted from 1."""
        return span.line - self._offset + 1

    def cut_paragraph(self, span: Span, last: int) -> str:
        """Return the text from a span to the end of its paragraph, as printed; blanks stand for signs of quotation."""
        first = self.number_of(span)
        is_quotation = _QUOTE.match(self.lines[first - 1]) is not None
        parts = [self.lines[first - 1][span.column - 1 :]]
        for line in self.lines[first:last]:
            if not line.strip() or _ITEM.match(line):
                break
            sign = _QUOTE.match(line) if is_quotation else None
            parts.append(" " * sign.end() + line[sign.end() :] if sign else line)
        return "\n".join(parts).rstrip()


class Cited(NamedTuple):
    """What a text says of a paper whose title is known; what it does not say is empty."""

    authors: tuple[str, ...] = ()
    venue: str = ""
    date: str = ""


@dataclass(slots=True)
class _Draft:
    """The title of an entry, the part of its block that is its own, by atoms, and the blocks below."""

    tagged: TaggedBlock
    title: tuple[int, int]
    first: int
    last: int
    below: list[TaggedBlock]
    is_only: bool

    @property
    def block(self) -> Block:
        return self.tagged.block

    def own_labels(self) -> frozenset[str]:
        """Return the labels of the atoms of the entry."""
        below = (label for one in self.below for label in one.labels)
        return frozenset((*self.tagged.labels[self.first : self.last], *below))

    def offsets(self) -> tuple[int, int]:
        """Return where the text of the entry begins and ends in its block."""
        block = self.block
        start = 0 if self.is_only or self.first == 0 else block.atoms[self.first].start
        is_last = self.is_only or self.last >= len(block.atoms)
        return start, len(block.text) if is_last else block.atoms[self.last].start


def read_page(
    root: Element, lines: Sequence[str], source: str, resolve: Callable[[str], str]
) -> Iterator[Entry | Problem]:
    """Yield the entries of a page of HTML; `resolve` returns an absolute address, empty to leave it out."""
    printed, doubts = Printed(source, lines, 1), Doubts(source)
    yield from _read(read_tree(root, len(lines)), printed, doubts, Markup.HTML, resolve)
    yield from doubts.report()


def read_citation(text: str, title: str) -> Cited:
    """Return what a text says of the paper with a title, which it may leave out; empty for one that says other things.

    >>> read_citation("Doe A, Roe RS. Harbour Letters. 2021 Jan 3", "Tides of frost in small harbours")
    Cited(authors=('A Doe', 'RS Roe'), venue='Harbour Letters', date='2021')
    >>> read_citation("Ann Doe showed us in 2021 what becomes of ropes in cold harbours.", "Tides of frost")
    Cited(authors=(), venue='', date='')
    """
    is_whole = title.casefold().strip(" .") in text.casefold()
    blocks = read_text([text if is_whole else f"{title.rstrip(' .')}. {text}"])
    tagged = tag_blocks(blocks[:1]) if blocks and blocks[0].atoms else []
    if not tagged or not (tagged[0].titles or is_whole):
        return Cited()
    words = Words(tagged[0].block, 0, len(tagged[0].labels), tagged[0].labels)
    found = {label: words.texts(label) for label in "AVYO"}
    letters = {label: sum(map(str.isalpha, "".join(texts))) for label, texts in found.items()}
    if letters["O"] >= letters["A"] + letters["V"]:
        return Cited()
    names = _read_names(found["A"][0]) if found["A"] else ()
    if all(map(_INITIALS_LAST.fullmatch, names)):  # "Doe A, Roe RS"
        names = tuple(_INITIALS_LAST.sub(r"\2 \1", name) for name in names)
    venue = _AFTER_VENUE.sub("", clean_venue(found["V"][0]) or "") if found["V"] else ""
    years = [*found["Y"], *(text for text in found["V"] if YEAR.search(text))]
    return Cited(names, venue, read_year(years) or "")


def _parse_parts(read: ReadBlocks, markup: Markup, lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a document in order, and what could not be read."""
    left, doubts = _Left(source), Doubts(source)
    for first_number, part in _split(lines):
        kept = list(part)
        for index, line in enumerate(part):
            if len(line) > MAX_LINE_LENGTH:
                kept[index] = ""
                fact = f"a line of {len(line)} characters is too long for a list item; left out"
                yield Problem(Span(source, first_number + index), fact)
        printed = Printed(source, kept, first_number)
        covered: set[int] = set()
        with collect_garbage_rarely():
            blocks = read(kept)
        for item in _read(blocks, printed, doubts, markup, _keep):
            if isinstance(item, Entry):
                covered.update(range(printed.number_of(item.span), item.end_line - first_number + 2))
            yield item
        left.note(kept, covered, first_number)
    yield from doubts.report()
    yield from left.report()


_Parse = Callable[[Iterable[str], str], Iterator[Entry | Problem]]
parse_markdown: _Parse = partial(_parse_parts, read_markdown, Markup.MARKDOWN)
parse_org: _Parse = partial(_parse_parts, read_org, Markup.MARKDOWN)
parse_rst: _Parse = partial(_parse_parts, read_rst, Markup.MARKDOWN)
parse_asciidoc: _Parse = partial(_parse_parts, read_asciidoc, Markup.MARKDOWN)
parse_latex: _Parse = partial(_parse_parts, read_latex, Markup.TEX)
parse_text: _Parse = partial(_parse_parts, read_text, Markup.TEXT)


def _read(
    blocks: Sequence[Block], printed: Printed, doubts: Doubts, markup: Markup, resolve: Callable[[str], str]
) -> Iterator[Entry | Problem]:
    """Yield the entries of the blocks of a part of a document, and what is too long for one."""
    for block in blocks:
        if len(block.text) > MAX_BLOCK_CHARS:
            fact = f"an item of {len(block.text)} characters is too long for a paper; left out"
            yield Problem(printed.span(block.line), fact)
    inside: set[int] = set()
    with collect_garbage_rarely():
        found = tag_blocks([block for block in blocks if block.atoms])
    drafts = [(draft, [draft.tagged, *draft.below], draft.own_labels()) for draft in _draft(found)]
    shown = [shows_paper(own, labels) for _, own, labels in drafts]
    share = sum(shown) / max(1, len(drafts))
    for (draft, own, labels), is_shown in zip(drafts, shown, strict=True):
        first, last = draft.title
        chance = min(draft.tagged.chances[first : last + 1])
        start, end = title_bounds(draft.block, draft.title)
        inside.update(id(one.block) for one in own)
        if is_other(own, labels, chance, share, is_shown=is_shown):
            doubts.note_other(draft.block.text[start:end], printed.span(draft.block.line).line)
            continue
        entry = _make_entry(draft, printed, markup, resolve)
        doubts.note_entry(entry.title, entry.span.line, chance, is_shown=is_shown)
        yield entry
    for one in found:
        doubts.note_block(one.block, printed.span(one.block.line).line, is_inside=id(one.block) in inside)


def _keep(url: str) -> str:
    return url if leads_out(url) else ""


def _split(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield parts of a document that end before headings, with the numbers of their first lines."""
    part: list[str] = []
    size, start = 0, 1
    for number, line in enumerate(lines, start=1):
        is_break = line.startswith("#") or (size > _MAX_PART_CHARS and line[:1].strip() and not part[-1].strip())
        if size > _PART_CHARS and is_break:
            yield start, part
            part, size, start = [], 0, number
        part.append(line.replace("\r", " "))
        size += len(line) + 1
    yield start, part


class _Left:
    """The lines that hold no paper: headings, contents, badges and text around the list."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._n_lines = 0
        self._first = 0

    def note(self, lines: Sequence[str], covered: set[int], first_number: int) -> None:
        for number, line in enumerate(lines, start=1):
            if line.strip() and number not in covered:
                self._n_lines += 1
                self._first = self._first or first_number + number - 1

    def report(self) -> Iterator[Problem]:
        if self._n_lines:
            fact = f"{format_count(self._n_lines, 'line')} of headings, contents, badges and page text without a paper"
            yield Problem(Span(self._source, self._first), fact, n_lines=self._n_lines, harmless=True)


def _draft(found: Sequence[TaggedBlock]) -> Iterator[_Draft]:
    """Yield the titles with what belongs to them."""
    usual = _usual_numbers_below(found)
    for index, tagged in enumerate(found):
        block = tagged.block
        for nth, title in enumerate(titles := tagged.titles):
            is_last = nth + 1 == len(titles)
            yield _Draft(
                tagged,
                title,
                first=titles[nth - 1][1] + 1 if nth else 0,
                last=len(block.atoms) if is_last else titles[nth + 1][0],
                below=[*_find_above(found, index), *_find_below(found, index, usual)] if is_last else [],
                is_only=len(titles) == 1,
            )


def _usual_numbers_below(found: Sequence[TaggedBlock]) -> dict[str, int]:
    """Return how many blocks stand between the titles of a place and those that follow, without headings, by path."""
    gaps: dict[str, list[int]] = defaultdict(list)
    last, path = -1, ""
    for index, one in enumerate(found):
        if one.titles:
            if last >= 0 and path == one.block.path:
                gaps[path].append(index - last - 1)
            last, path = index, one.block.path
        elif one.block.is_heading:
            last = -1
    return {path: median_low(numbers) for path, numbers in gaps.items()}


def _find_above(found: Sequence[TaggedBlock], index: int) -> Sequence[TaggedBlock]:
    """Return the blocks above a title that belong to its paper: those that begin its item, as a year or a badge do.

    Of a description it is the term above, without a title of its own: archives print links there.
    """
    block = found[index].block
    above: list[TaggedBlock] = []
    for other in reversed(found[max(0, index - _MAX_FIELDS_ABOVE) : index]):
        is_term = block.path.startswith("dd") and other.block.tag == "dt" and not above
        is_inside = block.items and other.block.items and other.block.items[-1] == block.items[-1]
        if not above and other.block.is_heading and not other.titles and leads_to_papers(other.block):
            return [other]  # a heading that says no more than where the paper below it is
        if not (is_term or is_inside):
            break
        if other.titles or other.block.is_heading:
            return []
        above.append(other)
        if is_term:
            break
    return above[::-1]


def _find_below(found: Sequence[TaggedBlock], index: int, usual: dict[str, int]) -> list[TaggedBlock]:
    """Return the blocks that follow a title and belong to its paper.

    Those are the blocks in the same item; below a heading, all to the next heading; below a paragraph, as many as
    usually stand between the titles of such paragraphs.
    """
    block = found[index].block
    below: list[TaggedBlock] = []
    most = _MAX_BLOCKS_BELOW
    if not block.items and not block.is_heading:
        most = min(most, usual.get(block.path, 0))
    for other in found[index + 1 : index + 1 + most]:
        ends = other.titles or (other.block.is_heading and not (block.is_heading and other.block.tag > block.tag))
        describes = block.tag == "dt" and other.block.tag == "dd"
        if ends or (block.items and block.items[-1] not in other.block.items and not describes):
            break
        below.append(other)
    return below


def _make_entry(draft: _Draft, printed: Printed, markup: Markup, resolve: Callable[[str], str]) -> Entry:
    block = draft.block
    start, end = title_bounds(block, draft.title)
    title = BLANKS.sub(" ", block.text[start:end])
    authors, venue, date = _read_fields(draft, start, end)
    last_line = max([block.end_line, *(one.block.end_line for one in draft.below)])
    # The line of the atom: breaks within a block are lines as printed, unless the page is HTML.
    first_line = block.line
    span = printed.find_words(title, first_line, max(first_line, block.end_line)) or printed.span(first_line)
    targets = _find_targets(draft, printed, last_line, resolve)
    lines = [span.line, *(target.span.line for target in targets)]
    if draft.is_only:
        lines.append(printed.span(last_line).line)
    abstract, abstract_span = _find_abstract(draft, printed, last_line, markup)
    return Entry(
        title=title,
        abstract=abstract,
        span=span,
        end_line=max(lines),
        abstract_span=abstract_span,
        authors=authors,
        date=date,
        venue=venue,
        identifiers=_identify(draft, title, targets),
        targets=targets,
        files=_find_files(draft, resolve),
        markup=markup,
    )


def _read_fields(draft: _Draft, start: int, end: int) -> tuple[tuple[str, ...], str | None, str | None]:
    """Return the authors, the venue and the date: of the block of the title, else of those below, else of headings."""
    block = draft.block
    own = Words(block, draft.first, draft.last, draft.tagged.labels)
    # What an abstract says of years and names is said of other papers.
    fields = [one for one in draft.below[:_MAX_FIELDS_BELOW] if not is_abstract(one.block.text) or one.block.links]
    parts = [own, *(Words(one.block, 0, len(one.labels), one.labels) for one in fields)]
    told = _read_told(draft.below)
    in_column = next(filter(None, (_read_column(draft, cell) for cell in _find_venue_columns(block.header))), "")
    names, date = told.get("authors", ""), None
    for part in parts:
        if not names and (found := part.texts("A")):
            names = max(found, key=len) if len(found) > 1 and len(found[0]) < 4 else found[0]  # noqa: PLR2004 - as trained
        date = date or read_year([*part.years(), *part.texts("V")])
    book = find_host(block.text[end : draft.offsets()[1]], is_edited=True)
    venue = told.get("venue", "") or in_column or book or choose_venue([one for part in parts for one in part.venues()])
    if not is_name_of_venue(venue):
        name, year = _find_printed_venue(draft, fields, end)
        at = names.find(name) if name else -1
        if at < 0 or " " in name[:at]:  # names begin with no venue, but may run on to one
            venue, date = name or venue, date or read_year([year])
            names = names[:at] if at > 0 and len(name) > _MIN_VENUE else names
    date = date or read_year([told.get("date", ""), told.get("venue", "")])
    if date is None:
        around = (
            block.text[end : end + _MAX_CHARS_TO_DATE],
            block.text[:start],
            *(one.block.text[:_MAX_CHARS_TO_DATE] for one in fields),
            block.head,
            " / ".join(block.heads),
        )
        texts = (_ADDRESS.sub("", text) for text in around)  # 2004.07780 is no year
        dated = next((text for text in texts if YEAR.search(text) or SHORT_DATE.search(text)), "")
        date = read_year([dated])
    cleaned = clean_venue(venue) or venue_of_heading(block.heading)
    atoms = block.atoms[draft.first : draft.last]
    return _read_names(names or _find_et_al(block, atoms)), cleaned, date


def _find_printed_venue(draft: _Draft, fields: Sequence[TaggedBlock], end: int) -> tuple[str, str]:
    """Return the venue, and the year of a short name, that the text after a title says, or a piece of it before."""
    block, labels, last = draft.block, draft.tagged.labels, draft.offsets()[1]
    runs = [(start - end, stop - end) for start, stop in _marked_runs(block) if end <= start < last]
    found = find_venue(block.text[end:last], runs)
    if found[0]:
        return found
    loose = (block.atoms[index] for index in range(draft.first, draft.last) if labels[index] == "O")
    if short := next(filter(None, (find_short_name(block.text[atom.start : atom.end]) for atom in loose)), None):
        return short["name"], short["year"]
    below = (find_venue(one.block.text, _marked_runs(one.block)) for one in fields)
    return next((one for one in below if one[0]), found)


def _marked_runs(block: Block) -> list[tuple[int, int]]:
    """Return where the runs in a style of their own begin and end, without those of links."""
    found: dict[int, tuple[int, int]] = {}
    for atom in block.atoms:
        if "i" in atom.kind or "b" in atom.kind:
            found[atom.run] = (found.get(atom.run, (atom.start, 0))[0], atom.end)
    return list(found.values())


def _find_et_al(block: Block, atoms: Sequence[Atom]) -> str:
    """Return the first part of a text that ends in "et al.", with the stop, or an empty string."""
    if " al" not in block.text.lower():
        return ""
    texts = (block.text[atom.start : atom.end] for atom in atoms)
    return next((text for text in texts if _ENDS_IN_ET_AL.fullmatch(text)), "")


def _find_venue_columns(header: Sequence[str]) -> list[int]:
    return [cell for cell, name in enumerate(header) if name in _VENUE_COLUMNS]


def _read_column(draft: _Draft, cell: int) -> str:
    """Return what the row of an entry has in a column, nothing of that of its title, or of labels alone."""
    block = draft.block
    atoms = [atom for atom in block.atoms if atom.cell == cell]
    if not atoms or cell == block.atoms[draft.title[0]].cell or all(is_label(atom.text) for atom in atoms):
        return ""
    text = AROUND_VENUE.sub("", block.text[atoms[0].start : atoms[-1].end][:MAX_VENUE])
    return text if LETTER.search(text) else ""


def _read_told(below: Sequence[TaggedBlock]) -> dict[str, str]:
    """Return what lines below a title say with a label in front, or elements by their class, by the kind of label."""
    told: dict[str, str] = {}
    for one in below[:_MAX_FIELDS_BELOW]:
        name = one.block.path.rpartition(".")[2]
        if name != one.block.path and (kind := _CLASSES.get(name.replace("-", "_").rpartition("_")[2].lower())):
            words = Words(one.block, 0, len(one.labels), one.labels).texts("V") if kind == "venue" else []
            told.setdefault(kind, words[0] if words else one.block.text[:_MAX_CHARS_OF_LABELLED].strip())
        for line in one.block.text[:_MAX_CHARS_OF_LABELLED].split("\n"):
            kind, value = read_label(line)
            if kind and value and not leads_out(value):
                told.setdefault(kind, value)
    return told


def _read_names(text: str) -> tuple[str, ...]:
    """Return the names of a byline; a stop at the end of its first line ends it."""
    text = _UNCLOSED.sub("", text)
    first = text.partition("\n")[0].rstrip()
    text = first if first.endswith(".") and LETTER.search(first) else text
    text = _AFTER_NAMES.sub("", _BEFORE_NAMES.sub("", BLANKS.sub(" ", text.translate(_WIDE_COMMAS))))
    text = without_affiliations(_JOINTS.sub(" and ", _ELLIPSIS.sub(", ", text))).strip(" ,;:-–—|/·*_")  # noqa: RUF001 - as printed
    is_final = text.count(".") == 1 and text.endswith(".") and text[-4:-2] != ", "  # "Doe, A."
    text = text[:-1] if is_final else text
    names = (_FINAL_STOP.sub("", name).strip(" *_") for name in split_names(text)) if text else ()
    return tuple(name for name in names if LETTER.search(name))


def _find_targets(draft: _Draft, printed: Printed, last_line: int, resolve: Callable[[str], str]) -> tuple[Target, ...]:
    """Return the links of an entry and the addresses that its text prints, in order, each once."""
    start, end = draft.offsets()
    block = draft.block
    parts = [(block, start, end), *((one.block, 0, len(one.block.text)) for one in draft.below)]
    targets: dict[str, Target] = {}
    line, column = block.line, 0
    for part, first, last in parts:
        found = [(link.start, link.url, link.words, link.line) for link in part.links if first <= link.start < last]
        linked = {link.words for link in part.links}
        text = part.text[first:last]
        if _BARE.search(text):
            found += [
                (first + target.span.column - 1, target.raw, target.words, 0)
                for target in find_targets(text.replace("\n", " "), "link", Span("", 1))
                if target.raw not in linked and leads_out(target.raw)
            ]
        for _, raw, words, line_of_tag in sorted(found, key=lambda one: one[0]):
            url = resolve(raw)
            if not url or url in targets or url.partition("#")[0] in targets:
                continue
            span = printed.find(raw, line, last_line, column) or printed.find(raw, line_of_tag or block.line, last_line)
            if span is not None:
                line, column = printed.number_of(span), span.column
            targets[url] = Target(raw=url, words=BLANKS.sub(" ", words), span=span or printed.span(part.line))
    return tuple(targets.values())


def _find_files(draft: _Draft, resolve: Callable[[str], str]) -> tuple[str, ...]:
    """Return the documents beside the listing that an entry links to, unless the address of the listing is known."""
    start, end = draft.offsets()
    own = [link.url for link in draft.block.links if start <= link.start < end]
    found = dict.fromkeys([*own, *(link.url for one in draft.below for link in one.block.links)])
    return tuple(url for url in found if is_beside(url) and not leads_out(resolve(url)))


def _find_abstract(draft: _Draft, printed: Printed, last_line: int, markup: Markup) -> tuple[str, Span | None]:
    """Return the abstract: the text after the last labelled part of the title's block, or a block below it."""
    block, labels = draft.block, draft.tagged.labels
    known = [index for index in range(draft.first, draft.last) if labels[index] != "O"]
    known.append(draft.title[1])
    after = block.text[block.atoms[max(known)].end : draft.offsets()[1]].lstrip(" \n.,;:)]}|*_-–—")  # noqa: RUF001 - as printed
    parts = [(after, block, False), *((one.block.text, one.block, True) for one in draft.below)]
    for text, part, stands_alone in parts:
        label = _ABSTRACT.match(text)
        shown = text[label.end() :] if label else text
        if not (label and shown.strip()) and not is_abstract(shown, stands_alone=stands_alone):
            continue
        span = printed.find_words(shown, part.line, max(part.end_line, part.line)) or printed.find_words(
            shown, part.line, last_line
        )
        if span is None:
            continue
        if markup is Markup.HTML:
            return BLANKS.sub(" ", shown).strip(), span
        return printed.cut_paragraph(span, last_line), span
    return "", None


def _identify(draft: _Draft, title: str, targets: Sequence[Target]) -> Identifiers:
    """Return the identifiers in the link on the title, or else in the first other link that has any."""
    folded = title.casefold()
    of_title = [target.raw for target in targets if target.words.casefold() == folded]
    for url in [*of_title, *(target.raw for target in targets)]:
        if found := identify_address(url):
            return found
    start, end = draft.offsets()
    terms = [one.block.text for one in draft.below if one.block.tag == "dt"]
    around = " ".join([*terms, draft.block.text[start:end]])[:MAX_LINE_LENGTH]
    dois = {found.name for found in find_dois(around)}
    # Of several DOIs, others than that of the paper are named in remarks.
    return make_identifiers(arxiv=(around,), doi=dois if len(dois) == 1 else ())
