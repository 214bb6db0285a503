"""Whether what was read of a list can be right: what is read badly is said, with an example, before anybody uses it.

A list is doubted as a whole, by measures that hold for lists of any form: how sure the tagger is of the titles, how
many entries show anything of a paper, how many titles begin with a code that is none of a title, and how many links to
papers, or texts with a year, are outside of entries. The limits are those beyond which lists labelled by hand were read
badly, and hardly any other.

What has the form of an entry may be a talk, a tool or a page of the web: a heading above it says so,
or it shows nothing of a paper, unlike most of the list, and leads to none.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from papertrace.late_imports import compile_on_use
from papertrace.listings.captures.labelled import has_labelled_headings
from papertrace.listings.learned.blocks import ANY_YEAR, SCHOLARLY, Block, host_kind, read_text
from papertrace.listings.learned.published import LETTER, YEAR
from papertrace.listings.learned.tagger import ADDRESS, TaggedBlock
from papertrace.markup import asciidoc, org, rst, tex
from papertrace.model import Problem, Span
from papertrace.model.text import excerpt, format_count
from papertrace.word_lists import read_tables

_MARKED = re.compile(r"\s*(?:[-*+•]|\d{1,4}[.)])\s+\S|\s*\|.*\||#{1,6}\s|\s{0,3}(?:\*\*|__|!?\[[^\[\]]*\]\()\S")
_HEADING = re.compile(r"#{1,6}\s|={3,}\s*$|-{3,}\s*$")
_LINK = re.compile(r"\]\s?[(\[][^\s()\[\]]|<a\s[^<>]{0,200}?href=|https?://", re.IGNORECASE)
# Links of Org mode, reStructuredText and AsciiDoc.
_OTHER_LINK = re.compile(r"\[\[[^\[\]]{1,500}\]\[|<https?://[^<>`]{1,500}>`_|https?://[^\s\[\]()<>]{1,500}\[[^\[\]]")
_LINK_OF_ORG = re.compile(r"\[\[[^\[\]]{1,2000}\](?:(\[[^\[\]]{1,500}\]))?\]")
_MARK_OF_RST = re.compile(r"\s*\.\. (?:[a-z][\w-]{0,40}::|_[^:`]{1,100}:\s*$|\[[^\[\]]{1,60}\] )")
_MIN_SHARE_OF_ORG = 0.1
_OF_OTHERS = re.compile(
    r"-\s+\{\s?\w+:\s|\][\[]\d+\]$|[-*•]\s+(?:·\s+)?\[?\d+ authors?(?:\]\(|$)|\s*<(?:!doctype|html|head)\b",
    re.IGNORECASE,
)
_DELIMITER = re.compile(r"[.,:;]\s|[\"”()]")
# A reference begins with a name or a title; a field, with its label, or with a small letter.
_BEGINS = re.compile(r"[\"“‘*_\s]{0,4}(?![^\W_][\w -]{0,24}:)[^\W\d_a-z]|[\u3040-\u9fff]")  # noqa: RUF001 - as printed
_MIN_DELIMITERS, _MIN_REFERENCES, _MIN_SHARE = 3, 2, 0.6
_MAX_LINE = 500


def recognise_markdown(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing is Markdown with items, rows or headings, and links."""
    shown = [line[:_MAX_LINE] for line in head if line.strip()]
    if not shown or shown[0].lstrip().startswith(("{", "[{", "@")) or has_labelled_headings(head):
        return 0.0
    if any(_OF_OTHERS.match(line[:200].strip()) for line in shown):
        return 0.0
    marked = [line for line in shown if _MARKED.match(line)]
    n_links = sum(_LINK.search(line) is not None for line in marked)
    if sum(_OTHER_LINK.search(line) is not None for line in shown) > sum("](" in line for line in shown):
        return 0.0
    n_headings = sum(_HEADING.match(line) is not None for line in shown)
    if not marked or not (n_links or n_headings):
        return 0.0
    share = len(marked) / len(shown)
    return min(1.0, 0.5 + share) if n_links and (n_headings or share > 0.5) else min(share, 0.5)  # noqa: PLR2004 - half of the lines


def recognise_org(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a text is a document of Org mode: headlines, links or keywords."""
    shown = [line[:2000] for line in head if line.strip()]
    n_links = sum(_LINK_OF_ORG.search(line) is not None and "](" not in line for line in shown)
    n_links += sum(org.CITATION.search(line) is not None for line in shown)
    n_links += sum(bool((found := org.PROPERTY.match(line)) and org.is_address(found["value"])) for line in shown)
    n_headlines = sum(org.HEADLINE.match(line) is not None for line in shown)
    states = org.find_states(shown)
    is_org = any(
        line.lower().startswith(("#+title", "#+author", "#+startup", "#+options", "#+todo"))
        or ((found := org.HEADLINE.match(line)) is not None and found["state"] in states)
        or ((link := _LINK_OF_ORG.search(line)) is not None and link[1] and "](" not in line)
        for line in shown
    )
    share = (n_links + n_headlines) / len(shown) if shown else 0.0
    return min(1.0, 0.7 + share) if is_org and n_links and share >= _MIN_SHARE_OF_ORG else 0.0


def recognise_rst(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a text is reStructuredText with links, directives or headings."""
    shown = [line[:2000] for line in head]
    text = "\n".join(shown)
    if text.lstrip().startswith(("<", "{", "@")) or "](http" in text:
        return 0.0
    targets = (found["target"] for line in shown if (found := rst.TARGET.fullmatch(line.rstrip())) and found["name"])
    n_links = len(rst.LINK.findall(text)) + sum((one or "").startswith(("http://", "https://")) for one in targets)
    n_links += sum(found["role"].lower() in rst.SCHEMES for found in rst.ROLE.finditer(text))
    n_directives = sum(_MARK_OF_RST.match(line) is not None for line in shown)
    n_headings = sum(bool(rst.find_style(shown, index)) for index in range(len(shown)))
    if n_links and (n_links > 1 or n_headings or n_directives):
        return 0.95
    return 0.6 if n_directives and n_headings else 0.0


def recognise_asciidoc(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a text is AsciiDoc: headings or lists, and `address[words]`."""
    shown = [line[:2000] for line in head if line.strip()]
    n_links = sum("[" in line and "](" not in line and asciidoc.WEB_LINK.search(line) is not None for line in shown)
    n_headings = sum(asciidoc.HEADING.fullmatch(line.rstrip()) is not None for line in shown)
    n_items = sum(asciidoc.ITEM.match(line) is not None for line in shown)
    if not n_links or not (n_headings or n_items) or not shown or shown[0].startswith(("<", "{", "@")):
        return 0.0
    return min(1.0, 0.6 + (n_links + n_headings) / len(shown))


def recognise_latex(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a text is LaTeX: environments, sections, items of lists."""
    shown = [line[:2000] for line in head if line.strip()]
    n_items = sum(tex.ITEM.match(line) is not None for line in shown)
    n_marks = sum(tex.MARK.match(line) is not None for line in shown)
    if not shown or shown[0].startswith(("<", "{", "@")) or n_items + n_marks < _MIN_REFERENCES:
        return 0.0
    return min(1.0, 0.7 + (n_items + n_marks) / len(shown))


def recognise_text(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that most paragraphs of a text are references to papers, or link to some."""
    first = next((line.lstrip() for line in head if line.strip()), "")
    if first.startswith(("{", "<", "@")) or any("](" in line for line in head):
        return 0.0
    return _share_of_references([line[: 8 * _MAX_LINE] for line in head])


def _is_reference(text: str) -> bool:
    return ANY_YEAR.search(text) is not None and sum(1 for _ in _DELIMITER.finditer(text)) >= _MIN_DELIMITERS


def _leads_to_paper(text: str) -> bool:
    return any(host_kind(address) in SCHOLARLY for address in ADDRESS.findall(text))


def _share_of_references(lines: Sequence[str]) -> float:
    read = [block for block in read_text(lines) if LETTER.search(block.text)]
    blocks = [block.text for block in read]
    cited = [
        block.text
        for block in read
        if _BEGINS.match(block.text)
        and '","' not in block.text
        and (_is_reference(block.text) or (block.tag == "li" and _leads_to_paper(block.text)))
    ]
    share = sum(map(len, cited)) / max(1, sum(map(len, blocks)))
    return share if len(cited) >= _MIN_REFERENCES and share >= _MIN_SHARE else 0.0


_MIN_ENTRIES = 4
_UNLIKELY, _MAX_UNLIKELY = 0.7, 0.2  # of 109 lists labelled by hand none that is read well has so many
_MIN_EVIDENT = 0.2
_MIN_INSIDE = 0.7
_MAX_CODED = 0.5
# What stands before a title in many lists and begins none: `16-ATC-…`, `[ICLR20] …`, `21_ICSE_…`.
_CODE = re.compile(r"\d+[-_/.:]\w|[\[(<|/\\{]|[^\W_]+_\w")
_MIN_DATED, _MAX_DATED_OUTSIDE, _MIN_CHARS_DATED = 10, 0.55, 40
_LABELS_OF_PAPERS = frozenset("AVY")

_SECTIONS = read_tables(__package__ or "", "words.toml")["sections"]
_OTHER_SECTION = compile_on_use(
    rf"\W*(?:(?:{_SECTIONS['before']})\s){{0,2}}(?:{_SECTIONS['others']})"
    rf"(?:(?:\W|\s(?:and|und|et|y|e)\s){{1,5}}(?:(?:{_SECTIONS['before']})\s)?(?:{_SECTIONS['others']})){{0,4}}\W*",
    re.IGNORECASE,
)
_PLACES_OF_OTHERS = frozenset(["git", "video", "blog", "model", "github.io"])
_CERTAIN, _LIKELY, _MOSTLY = 0.95, 0.9, 0.5


def leads_to_papers(block: Block) -> bool:
    """Return whether a link of a block leads to a host that papers are read at."""
    return any(host_kind(link.url) in SCHOLARLY for link in block.links)


def shows_paper(own: Sequence[TaggedBlock], labels: Collection[str]) -> bool:
    """Return whether an entry has an author, a venue, a year or the link of a paper."""
    return not _LABELS_OF_PAPERS.isdisjoint(labels) or any(leads_to_papers(one.block) for one in own)


def is_other(
    own: Sequence[TaggedBlock], labels: Collection[str], chance: float, share: float, *, is_shown: bool
) -> bool:
    """Return whether an entry is no paper, as far as it says: a talk, a tool, a page.

    What has a venue or the link of a paper is one wherever it stands. `chance` is that of the title, `share` the part
    of the entries of the list that show something of a paper, as this one does or does not (`is_shown`).
    """
    block = own[0].block
    if "V" in labels or any(leads_to_papers(one.block) for one in own):
        return False
    if any(map(_OTHER_SECTION.fullmatch, (block.heading, *block.heads))):
        return True
    if is_shown:
        return False
    hosts = {host_kind(link.url) for link in block.links}
    leads_elsewhere = bool(hosts) and hosts <= {*_PLACES_OF_OTHERS, "web"}
    is_beside = leads_elsewhere and (not hosts <= {"web"} or 0 < share < _MOSTLY)
    if share >= _MOSTLY and chance < (_LIKELY if leads_elsewhere else _UNLIKELY):
        return True
    return is_beside and chance < _CERTAIN


@dataclass(slots=True)
class Doubts:
    """Counts over the entries of a list, by which it is doubted."""

    source: str
    n_entries: int = 0
    n_evident: int = 0
    n_coded: int = 0
    coded: tuple[str, int] = ("", 1)
    n_unlikely: int = 0
    least: float = 2.0
    n_linked: int = 0
    n_linked_outside: int = 0
    example: tuple[str, int] = ("", 1)
    outside: int = 0
    n_dated: int = 0
    n_dated_outside: int = 0
    dated_outside: int = 0
    n_others: int = 0
    other: tuple[str, int] = ("", 1)

    def note_other(self, title: str, line: int) -> None:
        """Note what has the form of an entry and is no paper."""
        self.other = self.other if self.n_others else (title, line)
        self.n_others += 1

    def note_entry(self, title: str, line: int, chance: float, *, is_shown: bool) -> None:
        """Note an entry, the chance of its title, and whether it shows anything of a paper."""
        self.n_entries += 1
        self.n_unlikely += chance < _UNLIKELY
        self.n_evident += is_shown
        if _CODE.match(title):
            self.n_coded += 1
            self.coded = (title, line)
        if chance < self.least:
            self.least, self.example = chance, (title, line)

    def note_block(self, block: Block, line: int, *, is_inside: bool) -> None:
        """Note a block of the document, and whether it belongs to an entry."""
        if leads_to_papers(block):
            self.n_linked += 1
            if not is_inside:
                self.n_linked_outside += 1
                self.outside = self.outside or line
        if not block.is_heading and len(block.text) > _MIN_CHARS_DATED and YEAR.search(block.text):
            self.n_dated += 1
            if not is_inside:
                self.n_dated_outside += 1
                self.dated_outside = self.dated_outside or line

    def report(self) -> Iterator[Problem]:
        """Yield what is to be doubted, at most one thing of each kind, and how much was taken for no paper."""
        if self.n_others:
            title, line = self.other
            found = format_count(self.n_others, "item")
            fact = f"{found} taken for talks, tools or pages, not for papers, the first {excerpt(title)}"
            yield Problem(Span(self.source, line), fact, harmless=True)
        title, line = self.example
        span = Span(self.source, line)
        way_out = "look at some of them in the output, and name another format with --from if they are wrong"
        if self.n_entries >= _MIN_ENTRIES and self.n_unlikely >= _MAX_UNLIKELY * self.n_entries:
            fact = f"the titles of this list are doubtful, the most {excerpt(title)}; {way_out}"
            yield Problem(span, fact, doubts=True)
        elif self.n_entries >= _MIN_ENTRIES and self.n_evident < _MIN_EVIDENT * self.n_entries:
            found = format_count(self.n_entries, "entry", "entries")
            fact = f"hardly any of {found} shows an author, a venue, a year or the link of a paper; {way_out}"
            yield Problem(span, fact, doubts=True)
        elif self.n_entries >= _MIN_ENTRIES and self.n_coded > _MAX_CODED * self.n_entries:
            title, line = self.coded
            fact = f"most titles of this list begin with what is no word of a title, as {excerpt(title)}; {way_out}"
            yield Problem(Span(self.source, line), fact, doubts=True)
        if self.n_linked >= _MIN_ENTRIES and self.n_linked - self.n_linked_outside < _MIN_INSIDE * self.n_linked:
            fact = f"{self.n_linked_outside} of {self.n_linked} items with links to papers have no title that was found"
            yield Problem(Span(self.source, self.outside), fact, doubts=True)
        elif self.n_entries and self.n_dated_outside >= max(_MIN_DATED, _MAX_DATED_OUTSIDE * self.n_dated):
            fact = f"{self.n_dated_outside} of {self.n_dated} items with a year have no title that was found"
            yield Problem(Span(self.source, self.dated_outside), fact, doubts=True)
