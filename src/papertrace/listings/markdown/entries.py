"""Entries made of the items of a Markdown document, with the spans of what they print."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from papertrace.listings.captures.labels import read_label
from papertrace.listings.fields.citation import read_names
from papertrace.listings.fields.labels import is_label
from papertrace.listings.fields.prose import is_prose
from papertrace.listings.fields.venues import clean_venue
from papertrace.listings.markdown.customs.dated_items import find_short_year
from papertrace.listings.markdown.inline.bylines import find_date, find_lead_authors, read_byline, read_surnames
from papertrace.listings.markdown.inline.decoration import strip_marks
from papertrace.listings.markdown.inline.descriptions import find_description
from papertrace.listings.markdown.inline.item_content import ItemContent
from papertrace.listings.markdown.inline.item_venues import find_printed_venue
from papertrace.listings.markdown.inline.marks import Mark, mark_of
from papertrace.listings.markdown.inline.segments import cut_segments
from papertrace.listings.markdown.printed_lines import PrintedLines
from papertrace.listings.markdown.shared_forms import Forms
from papertrace.listings.markdown.tree import Item
from papertrace.model import Entry, Identifiers, Markup, Problem, Span, Target
from papertrace.model.identifiers import find_dois, identify_address
from papertrace.records.dates import make_date
from papertrace.records.identifiers import make_identifiers
from papertrace.records.people import invert_name, parse_byline, split_names

Detail = tuple[Item, ItemContent]

_LABEL = re.compile(r"[^\W\d_]{2,20}(?: [^\W\d_]{2,20}){0,2}\s?[:：]")  # noqa: RUF001 - a colon as printed
_MIN_WORDS_OF_A_TITLE = 3
_MAX_WORDS_OF_A_VENUE = 12
_MIN_PARTS = 3
_FINAL_STOP = re.compile(r"(?<=[^\W\d_][a-z])\.$")
# In these scripts any words look like names, unless `parse_byline` says that they are some.
_WITHOUT_CAPITALS = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff]")
_YEAR_BETWEEN = re.compile(r"[\s*_]*[(\[（]\s?(?:19|20)\d\d(?:[-/.]\d\d){0,2}\s?[)\]）]")  # noqa: RUF001 - as printed
# A publisher that is a venue, since it has a year, or is arXiv.
_IS_VENUE = re.compile(r"^\W*arxiv\b|\b(?:19|20)\d\d\b|['’]\d\d\b", re.IGNORECASE)  # noqa: RUF001 - as printed
_ADDRESS = re.compile(r"https?://\S+")
_SHARE_IN_EMPHASIS, _SHARE_OF_NAMES = 0.5, 0.7
MAX_LINE_LENGTH = 20_000


class EntryMaker(PrintedLines):
    """What makes entries of items: the lines of one part of a document, and which of them are covered by entries."""

    def __init__(self, source: str, lines: list[str], first_number: int) -> None:
        super().__init__(source, lines, first_number)
        self.covered: set[int] = set()
        self.forms: Forms = Forms()

    def complete(self, found: Iterable[Entry | Problem]) -> Iterator[Entry | Problem]:
        """Yield the entries that were made with what the places of all of them say, and problems unchanged."""
        return self.forms.complete(found, self._locate)

    def _locate(self, text: str, entry: Entry) -> Span | None:
        end = (entry.end_line or entry.span.line) + 1
        return self.find_span(text.partition("\n")[0], entry.span.line - self._offset, end - self._offset)

    def make(
        self, item: Item, content: ItemContent, details: Sequence[Detail], below: Sequence[ItemContent] = ()
    ) -> Entry:
        """Return the entry of an item and of the details below it, and mark their lines as covered.

        `below` is what follows the item without being a detail of it; it may say more where it does so for most items.
        """
        end = self._find_end(item, details)
        self.covered.update(range(item.start, end))
        authors, after = find_authors(content)
        description = "" if authors and after is not None else find_description(content.rest)
        notes = [detail for _, detail in details if _is_note(detail)]
        labelled, prose, paragraph, publisher = "", "", item, None
        venue = find_printed_venue(content, after)
        for child, detail in details:
            text = "".join(piece.text for piece in detail.pieces).strip("\n")
            kind, value = _read_label(text)
            if kind == "authors" and not authors:
                authors = _read_labelled_authors(text)
            elif kind == "venue":
                venue = venue or clean_venue(value, in_column=True)
            elif kind == "publisher":
                publisher = value.strip(" *_") or None
            elif kind == "abstract" and not labelled and self.find_span(value, child.start, child.end):
                labelled = value
            elif not kind and not authors and not detail.links:
                line = _FINAL_STOP.sub("", text.strip("* _\n"))
                names = parse_byline(line) or _read_names(line) or _read_most_names(detail)
                is_name = len(names) == 1 and " " in names[0] and notes == [detail]
                authors = names if (len(names) > 1 or is_name) and not is_label(line) else ()
                if authors:
                    continue
            if not kind and not detail.links and is_prose(text) and len(text) > len(prose):
                prose, paragraph = text, child
        if publisher and not venue and _IS_VENUE.search(publisher):
            venue, publisher = clean_venue(publisher, in_column=True), None
        span, abstract = self.find_abstract(item, end, labelled, description, (prose, paragraph))
        targets = self._find_targets(item.start, end, [content, *(detail for _, detail in details)])
        title_line = content.title_piece.strip().split("\n")[0]
        entry = Entry(
            title=content.title,
            abstract=abstract,
            span=self.find_span(title_line, item.start, end) or self.span(item.start),
            end_line=self._offset + end - 1,
            abstract_span=span if abstract else None,
            authors=authors,
            date=_find_date(content, after) or _find_date_below(details),
            venue=venue,
            publisher=publisher,
            identifiers=_identify(content, targets),
            targets=targets,
            markup=Markup.MARKDOWN,
        )
        self.forms.note(entry, mark_of(content), cut_segments(content, [*(detail for _, detail in details), *below]))
        return entry

    def _find_end(self, item: Item, details: Sequence[Detail]) -> int:
        """Return the index after the last line of an item, without children that are no details of it."""
        end = max([item.end, *(child.end for child, _ in details)]) if not item.children or details else item.end
        own = {id(child) for child, _ in details}
        end = min([end, *(child.start for child in item.children if id(child) not in own)])
        end = max(end, item.start + 1)
        while end > item.start + 1 and not self.lines[end - 1].strip():
            end -= 1
        return end

    def _find_targets(self, start: int, end: int, contents: list[ItemContent]) -> tuple[Target, ...]:
        targets: dict[str, Target] = {}
        line, column = start, 0
        for link in (link for content in contents for link in content.links):
            raw = link.url or ""
            if raw in targets:
                continue
            span = self.find_span(raw, line, end, column)
            if span is not None:
                line, column = span.line - self._offset, span.column
            words = " ".join(link.text.split())
            targets[raw] = Target(raw=raw, words=words, span=span or self.span(start))
        return tuple(targets.values())

    def uncover(self, entry: Entry) -> None:
        """Say that the lines of an entry hold none."""
        first = entry.span.line - self._offset
        self.covered.difference_update(range(first, max(first, entry.end_line - self._offset) + 1))

    def leave_out(self, start: int, end: int, fact: str) -> Problem:
        """Return the problem that some lines are left out, and mark them as covered."""
        self.covered.update(range(start, end))
        n_lines = max(1, sum(bool(line.strip()) for line in self.lines[start:end]))
        return Problem(self.span(start), fact, n_lines=n_lines)


def is_citation(content: ItemContent) -> bool:
    """Return whether a text is a title with several authors before or after it, and a year, so that it needs no link.

    The title is marked, or it is a line of its own. A link without an address, `[Title]()`, marks a paper by itself.
    """
    if content.cited:
        return True
    if any(piece.url == "" and piece.text == content.title_piece for piece in content.pieces):
        return len(find_authors(content)[0]) > 1
    is_line = bool(content.rest) and content.rest[0].text.lstrip(" ,.").startswith("\n")
    is_marked = is_line or mark_of(content) in (Mark.STRONG, Mark.QUOTED)
    if not is_marked or len(content.title.split()) < _MIN_WORDS_OF_A_TITLE:
        return False
    authors, after = find_authors(content)
    after = "".join(piece.text for piece in content.rest) if after is None else after
    return len(authors) > 1 and find_date(after) is not None


def names_authors(details: Iterable[ItemContent]) -> bool:
    """Return whether a line below a title names its authors with a label, so that it needs no link."""
    texts = ("".join(piece.text for piece in detail.pieces).strip("\n") for detail in details)
    return any(_read_label(text)[0] == "authors" for text in texts)


def _read_labelled_authors(text: str) -> tuple[str, ...]:
    """Return the authors of a labelled line, or of several that name one each, perhaps with a bar before where from."""
    labelled = [_read_label(line) for line in text.split("\n")]
    values = [value for kind, value in labelled if kind == "authors"]
    if len(values) > 1:
        return tuple(invert_name(name) for value in values if (name := value.partition(" | ")[0].strip()))
    return parse_byline(values[0]) or split_names(values[0])


def find_authors(content: ItemContent) -> tuple[tuple[str, ...], str | None]:
    """Return the authors, and the text after them if they follow the title; otherwise None."""
    if content.cited:
        return content.cited.authors, ""
    before = find_lead_authors(content)
    if len(before) > 1 or (before and content.is_among_bylines):
        return before, None
    authors, after = read_byline(content.rest, accepts_one=content.is_above_bylines)
    if not authors and content.is_among_surnames:
        authors, after = read_surnames(content.rest)
    return authors, after if authors else None


def _read_label(text: str) -> tuple[str, str]:
    """Return the kind of the label of a text, and the value after it; pictures may precede the label."""
    return read_label(strip_marks(text.partition("\n")[0]))


def _read_names(line: str) -> tuple[str, ...]:
    """Return the names of a line in any form; between "and", each may be inverted: `Doe, Ann and Roe, Rob B`."""
    names = () if _WITHOUT_CAPITALS.search(line) else read_names(line)
    parts = [part for part in line.split(" and ") if part != "others"]
    is_inverted = len(parts) > 1 and all(part.count(",") == 1 for part in parts)
    return split_names(" and ".join(parts)) if names and is_inverted else names


def _read_most_names(detail: ItemContent) -> tuple[str, ...]:
    """Return the parts of a line if most of them are names: some authors are teams, or printed in lower case.

    In emphasis more than half are enough; elsewhere, three quarters of several.
    """
    text = "".join(piece.text for piece in detail.pieces).strip()
    is_emphasised = [piece.emphasised for piece in detail.pieces] == [(0, len(text))]
    parts = [part for part in text.split(",") if part.strip()]
    if "\n" in text or (not is_emphasised and len(parts) < _MIN_PARTS):
        return ()
    n_names = sum(bool(parse_byline(part)) for part in parts)
    share = _SHARE_IN_EMPHASIS if is_emphasised else _SHARE_OF_NAMES
    return split_names(text) if len(parts) > 1 and n_names > len(parts) * share else ()


def _is_note(detail: ItemContent) -> bool:
    """Return whether a detail is a short text without a label and a link."""
    text = "".join(piece.text for piece in detail.pieces).strip("\n")
    return not detail.links and not _LABEL.match(strip_marks(text).lstrip()) and not is_prose(text)


def _find_date(content: ItemContent, after: str | None) -> str | None:
    """Return the date after the authors, else before the title or in a label; without authors, the last one around it.

    A date in brackets at the end of the title, which is set aside with them, and a year of two digits after a venue are
    the last resorts.
    """
    if content.cited:
        lead = takewhile(lambda piece: content.title_piece not in piece.text, content.pieces)
        rest = find_date("".join(piece.text for piece in content.rest))
        return content.cited.year or rest or find_date("".join(piece.text for piece in lead))
    if content.year:
        return content.year
    if after is None:
        found = find_date("".join(p.text for p in content.pieces if p.text != content.title_piece))
    else:
        lead = takewhile(lambda piece: content.title_piece not in piece.text, content.pieces)
        labels = " ".join(piece.text for piece in content.rest if piece.url is not None and piece.is_label)
        found = find_date(after) or find_date("".join(piece.text for piece in lead if piece.url is None))
        found = found or _find_year_between(content)
        found = found or find_date(labels)
    of_title = find_date(content.title_piece)
    found = found or (of_title if of_title != find_date(content.title) else None)
    return found or find_short_year("".join(p.text for p in content.pieces).replace(content.title_piece, " "))


def _find_year_between(content: ItemContent) -> str | None:
    """Return the date in brackets between a title and the names after it: `**Title** (2014), Ann Doe et al.`."""
    found = _YEAR_BETWEEN.match(content.rest[0].text) if content.rest and content.rest[0].url is None else None
    return find_date(found[0]) if found else None


def _find_date_below(details: Sequence[Detail]) -> str | None:
    """Return the date that is labelled as such below a title, or the year of a venue beside labelled links."""
    for _, detail in details:
        kind, value = _read_label("".join(piece.text for piece in detail.pieces).strip())
        if kind == "date" and (found := make_date(value)):
            return found
    for _, detail in details:
        text = "".join(piece.text for piece in detail.pieces if piece.url is None or piece.is_label)
        is_short = len(text.split()) <= _MAX_WORDS_OF_A_VENUE
        if is_short and detail.links and detail.links_no_title and (found := find_date(_ADDRESS.sub("", text))):
            return found
    return None


def _identify(content: ItemContent, targets: tuple[Target, ...]) -> Identifiers:
    """Return the identifiers in the link on the title, or else in the first labelled link that has any."""
    of_title = [p.url for p in content.pieces if p.url and p.text == content.title_piece]
    labelled = [target.raw for target in targets if target.words != content.title_piece]
    for url in [*of_title, *labelled]:
        if found := identify_address(url):
            return found
    around = content.text_around_title[:MAX_LINE_LENGTH]
    dois = {found.name for found in find_dois(around)} if content.cited else set()
    # Of several DOIs, others than that of the paper are named in remarks.
    return make_identifiers(arxiv=(around,), doi=dois if len(dois) == 1 else ())
