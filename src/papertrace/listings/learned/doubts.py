"""Whether what was read of a list can be right: what is read badly is said, with an example, before anybody uses it.

A list is doubted as a whole, by measures that hold for lists of any form: how sure the tagger is of the titles, how
many entries show anything of a paper, how many titles begin with a code that is none of a title, and how many links to
papers, or texts with a year, are outside of entries. The limits are those beyond which lists labelled by hand were read
badly, and hardly any other.

What has the form of an entry may be a talk, a tool or a page of the web: a heading or a word beside its title says so,
or it shows nothing of a paper, unlike most of the list, and leads to none.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from papertrace.late_imports import compile_on_use
from papertrace.listings.learned.blocks import SCHOLARLY, Block, host_kind
from papertrace.listings.learned.tagger import TaggedBlock
from papertrace.model import Problem, Span
from papertrace.model.text import excerpt, format_count
from papertrace.word_lists import read_tables

_MIN_ENTRIES = 4
_UNLIKELY, _MAX_UNLIKELY = 0.7, 0.2  # of 109 lists labelled by hand none that is read well has so many
_MIN_EVIDENT = 0.2
_MIN_INSIDE = 0.7
_MAX_CODED = 0.5
# What stands before a title in many lists and begins none: `16-ATC-…`, `[ICLR20] …`, `21_ICSE_…`.
_CODE = re.compile(r"\d+[-_/.:]\w|[\[(<|/\\{]|[^\W_]+_\w")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_MIN_DATED, _MAX_DATED_OUTSIDE, _MIN_CHARS_DATED = 10, 0.55, 40
_LABELS_OF_PAPERS = frozenset("AVY")

_SECTIONS = read_tables(__package__ or "", "words.toml")["sections"]
_OTHER_SECTION = compile_on_use(
    rf"\W*(?:(?:{_SECTIONS['before']})\s){{0,2}}(?:{_SECTIONS['others']})"
    rf"(?:(?:\W|\s(?:and|und|et|y|e)\s){{1,5}}(?:(?:{_SECTIONS['before']})\s)?(?:{_SECTIONS['others']})){{0,4}}\W*",
    re.IGNORECASE,
)
_OTHER_KIND = compile_on_use(rf"\W{{0,4}}(?:{_SECTIONS['kinds']})(?!\w)", re.IGNORECASE)
_PLACES_OF_OTHERS = frozenset(["git", "video", "blog", "model", "github.io"])
_CERTAIN, _LIKELY, _MOSTLY = 0.95, 0.9, 0.5


def leads_to_papers(block: Block) -> bool:
    """Return whether a link of a block leads to a host that papers are read at."""
    return any(host_kind(link.url) in SCHOLARLY for link in block.links)


def shows_paper(own: Sequence[TaggedBlock], labels: Collection[str]) -> bool:
    """Return whether an entry has an author, a venue, a year or the link of a paper."""
    return not _LABELS_OF_PAPERS.isdisjoint(labels) or any(leads_to_papers(one.block) for one in own)


def is_other(
    own: Sequence[TaggedBlock], labels: Collection[str], after: str, chance: float, share: float, *, is_shown: bool
) -> bool:
    """Return whether an entry is no paper, as far as it says: a talk, a tool, a page.

    What has a venue or the link of a paper is one wherever it stands. `after` is the text of the entry behind the
    title, `chance` that of the title, `share` the part of the entries of the list that show something of a paper, as
    this one does or does not (`is_shown`).
    """
    block = own[0].block
    if "V" in labels or any(leads_to_papers(one.block) for one in own):
        return False
    if any(map(_OTHER_SECTION.fullmatch, (block.heading, *block.heads))) or _OTHER_KIND.match(after):
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
        if not block.is_heading and len(block.text) > _MIN_CHARS_DATED and _YEAR.search(block.text):
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
