"""Captures of paper pages: titles with abstracts, and below them what one site prints of each paper.

All layouts print the same facts: `8 authors` or an organisation, `·`, then a date. They differ in how a text browser or
a program wrote down what was a link: not at all (`paper-lines`, `paper-blocks`, which differ in blank lines), on lines
of its own (`paper-links`), as a number in brackets with a list of addresses at the end (`paper-references`), or in
Markdown (`paper-headings`). Every line that is not blank belongs to an entry or is counted by a problem.
"""

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field

from papertrace.listings.captures.labelled import (
    DOT,
    GLUED_BUTTON,
    LABEL,
    MAX_LINE_LENGTH,
    PageDraft,
    PageLine,
    PageMachine,
    find_line_links,
    is_button,
    is_count,
    is_submitter,
    parse_author_count,
    share_parsed,
    without_pictures,
)
from papertrace.listings.fields import LONG_PROSE, is_prose, is_short_sentence, is_title
from papertrace.model import Entry, Problem, Span
from papertrace.model.identifiers import identify_address
from papertrace.records.people import parse_byline, split_names
from papertrace.records.values import parse_printed_date


class _Plain(PageMachine):
    """Pages without any marks: the last short line before an abstract is its title.

    Of the facts below an abstract any may be missing, and then the next line is the next title.
    """

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self._after_dot = self._after_submitter = self._has_bylines = False
        self._first_of_next = -1  # the index in the waiting lines at which the next paper begins, or -1 if unknown

    def feed(self, line: PageLine) -> Iterator[Entry | Problem]:
        after_dot, self._after_dot = self._after_dot, False
        after_submitter, self._after_submitter = self._after_submitter, is_submitter(line.text)
        if self._after_submitter or after_submitter or self._is_button(line):
            # Above the first paper it is part of the page's menu, which is reported as one problem.
            (self.buttons if self.n_entries else self.waiting).append(line)
            self._first_of_next = len(self.waiting)
            return
        is_count_of_authors = parse_author_count(line.text) is not None
        if is_count_of_authors:
            self._take_paragraphs()
        if self._take_fact(line, after_dot=after_dot):
            return
        above = [one for one in self.waiting[-2:] if one.text != DOT]
        if is_count_of_authors and above and is_title(above[-1].text):
            yield from self._start_without_abstract()
            yield self.problem([line], "no abstract before this line; the entry is kept without one", harmless=True)
            self._take_fact(line, after_dot=False)
        elif is_prose(line.text) or (self.waiting and self.n_entries and is_short_sentence(line.text)):
            yield from self._take_abstract(line)
        else:
            self.waiting.append(line)

    def finish(self) -> Iterator[Entry | Problem]:
        self._take_paragraphs()
        yield from super().finish()

    def _take_fact(self, line: PageLine, *, after_dot: bool) -> bool:
        draft = self.draft
        if draft is None:
            return False
        if line.text == DOT:
            if self.waiting and draft.has_facts:
                return False  # It belongs to the next paper.
            if self.waiting and draft.abstract:
                draft.organisation = self.waiting.pop().text
            self._after_dot = not self.waiting
        elif self.waiting:
            return False
        elif (n_authors := parse_author_count(line.text)) is not None:
            draft.n_authors = n_authors
        elif (after_dot or draft.n_authors is not None) and (printed := _parse_date(line.text)):
            draft.date, draft.n_comments = printed
        else:
            return False
        draft.end_line = line.number
        return True

    def _start_without_abstract(self) -> Iterator[Entry | Problem]:
        """Begin an entry with a count of authors but no abstract: a title, perhaps with an organisation below it."""
        has_dot = self.waiting[-1].text == DOT
        if has_dot:
            self.waiting.pop()
        # A count of votes is followed by the title, and only then by the organisation.
        is_named = has_dot and len(self.waiting) > max(self._first_of_next, 0) + 1 and self._first_of_next >= 0
        organisation = self.waiting.pop().text if is_named else None
        self._first_of_next = -1
        draft = yield from self._start(self.waiting.pop())
        draft.organisation = organisation

    def _is_button(self, line: PageLine) -> bool:
        """Return whether a line is a button or its count, at a position where it cannot be a title or an abstract."""
        draft = self.draft
        return is_button(line.text) and (draft is None or bool(draft.abstract) or draft.has_facts)

    def _take_abstract(self, line: PageLine) -> Iterator[Entry | Problem]:
        if self.waiting and is_title(self.waiting[-1].text):
            facts = self._take_facts_above()
            draft = yield from self._start(self.waiting.pop())
            for above in facts:
                self._read_fact_above(draft, above)
            label = _ABSTRACT_LABEL.match(line.text)
            draft.add_abstract(line.cut(label.end() if label else 0))
        elif self.draft is None or self.draft.has_facts or self.waiting:
            self.waiting.append(line)
            if len(line.text) >= LONG_PROSE:
                yield from self.drop_waiting("an abstract without a title before it; left out")
        elif self.draft.abstract and len(line.text) < LONG_PROSE:
            self.waiting.append(line)  # a long title or a short paragraph, which the next line decides
        else:
            self.draft.add_abstract(line)

    def _take_facts_above(self) -> list[PageLine]:
        """Remove and return the lines between a title and its abstract: authors, a date, buttons, labelled facts."""
        waiting = self.waiting
        n = len(waiting)
        while n > max(1, len(waiting) - _MAX_FACTS_ABOVE) and self._is_fact_above(waiting[n - 2], waiting[n - 1]):
            n -= 1
        label = LABEL.match(waiting[n - 1].text)
        if n == len(waiting) or not is_title(waiting[n - 1].text) or (label and not label["authors"]):
            return []
        facts = waiting[n:]
        del waiting[n:]
        return facts

    def _is_fact_above(self, above: PageLine, line: PageLine) -> bool:
        text = line.text
        if text == DOT or is_submitter(text) or is_submitter(above.text) or is_button(text) or LABEL.match(text):
            return True
        if _parse_date(text) or _VENUE.fullmatch(text[:MAX_LINE_LENGTH]) or _SOURCE.fullmatch(text[:MAX_LINE_LENGTH]):
            return True
        n_names = len(parse_byline(text))
        return (n_names > 1 or (n_names == 1 and self._has_bylines)) and is_title(above.text)

    def _read_fact_above(self, draft: PageDraft, line: PageLine) -> None:
        label = LABEL.match(line.text)
        names = () if label else parse_byline(line.text)
        if label and label["authors"]:
            names = split_names(line.text.partition(":")[2])
        if names:
            draft.authors, self._has_bylines = names, True
        elif printed := _parse_date(line.text):
            draft.date = printed[0]

    def _start(self, title: PageLine) -> Generator[Entry | Problem, None, PageDraft]:
        glued = GLUED_BUTTON.match(title.text) if not self.n_entries else None
        before = _TITLE_LABEL.match(title.text) or glued
        title = title.cut(before.end()) if before else title
        self._take_paragraphs()
        draft = PageDraft(title=title, end_line=title.number)
        yield from self.begin(draft)
        return draft

    def _take_paragraphs(self) -> None:
        """Append sentences that directly follow an abstract to that abstract."""
        draft = self.draft
        while draft and draft.abstract and not draft.has_facts and self.waiting and is_prose(self.waiting[0].text):
            draft.add_abstract(self.waiting.pop(0))


# Search engines and conference pages print these labels before titles, digests the sign of an item.
_TITLE_LABEL = re.compile(r"(?:title\s?:|\[(?:PDF|HTML|BOOK|CITATION|B|C)\]|[-–•])\s+(?=\S)", re.IGNORECASE)  # noqa: RUF001 - a dash as printed
_ABSTRACT_LABEL = re.compile(r"abstract\s?[:.—-]\s*(?=\S)", re.IGNORECASE)
# "J Doe, R Roe - Journal of Nothing, 2025 - example.org"
_SOURCE = re.compile(r".{3,300}\s[-–]\s.{0,200}\b(?:19|20)\d\d\s[-–]\s\S{3,80}")  # noqa: RUF001 - dashes as printed
# A venue, as in "NeurIPS 2023" or "Workshop at WAVES'20 (oral)".
_VENUE = re.compile(
    r"(?:[^\W\d_][\w&/-]{0,19}[ .-]?){1,3}\s*(?:['’]\d\d|(?:19|20)\d\d)(?:[ ,./()-]{1,2}\w{1,9}\)?){0,2}"  # noqa: RUF001 - as printed
)
_PUBLISHED = re.compile(r"^[·•*-]?\s?published (?:on )?", re.IGNORECASE)
_MAX_FACTS_ABOVE = 12


def _parse_date(text: str) -> tuple[str, int | None] | None:
    return parse_printed_date(_PUBLISHED.sub("", text, count=1))


class _Links(PageMachine):
    """Pages with every link on a line of its own: the abstract is between the address of a paper and its repetition.

    The title is the line above. The count of votes and the address of the login page before a title are boilerplate.
    """

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self._address = ""
        self._in_abstract = self._in_facts = False

    def feed(self, line: PageLine) -> Iterator[Entry | Problem]:
        if line.text == "[" or is_count(line.text) or _LOGIN.fullmatch(line.text):
            self.buttons.append(line)
            if line.text != "[":
                self._in_abstract = self._in_facts = False
        elif _URL.fullmatch(line.text):
            yield from self._take_address(line)
        elif self.draft is not None and self._in_abstract:
            self.draft.add_abstract(line)
        elif self.draft is None or not self._in_facts or not self._take_fact(self.draft, line):
            self.waiting.append(line)

    def _take_address(self, line: PageLine) -> Iterator[Entry | Problem]:
        draft = self.draft
        if draft is not None and self._in_abstract:
            above = draft.abstract
            if line.text == self._address:
                self._in_abstract, self._in_facts, draft.end_line = False, True, line.number
            elif above and self._is_paper_address(line, above[-1]):
                title = above.pop()
                draft.end_line = above[-1].number if above else draft.title.number
                yield from self._start(title, line)
            else:
                draft.add_abstract(line)
        elif self.waiting and self._is_paper_address(line, self.waiting[-1]):
            yield from self._start(self.waiting.pop(), line)
        elif draft is not None and self._in_facts:
            words = self.waiting.pop().text if self.waiting else ""
            draft.add_target(self.target(line, line.text, words))
            draft.end_line = line.number
        else:
            self.waiting.append(line)

    @staticmethod
    def _is_paper_address(address: PageLine, above: PageLine) -> bool:
        text = above.text
        if text.endswith(":"):  # it says what the address is, as in "Fold. DOI:"
            return False
        return bool(identify_address(address.text)) and is_title(text) and not (is_prose(text) or _URL.fullmatch(text))

    def _take_fact(self, draft: PageDraft, line: PageLine) -> bool:
        words_above = " ".join(above.text for above in self.waiting)
        if line.text == DOT:
            if words_above and not draft.has_facts:
                draft.organisation = words_above
                self.waiting.clear()
        elif match := _LINKED.fullmatch(line.text):
            words = match["words"].strip()
            if (n_authors := parse_author_count(words)) is not None:
                draft.n_authors = n_authors
            elif draft.has_facts:
                draft.add_target(self.target(line, match["url"], words, offset=match.start("url")))
            else:
                draft.organisation = f"{words_above} {words}".strip() or None
                self.waiting.clear()
        elif self.waiting or not draft.take_fact(line):
            return False
        draft.end_line = line.number
        return True

    def _start(self, title: PageLine, address: PageLine) -> Iterator[Entry | Problem]:
        draft = PageDraft(title=title, end_line=address.number)
        draft.add_target(self.target(address, address.text, title.text))
        yield from self.begin(draft)
        self._address, self._in_abstract, self._in_facts = address.text, True, False


_URL = re.compile(r"https?://\S+")
_LINKED = re.compile(r"\[?(?P<words>[^\[\]]{0,300})\]\((?P<url>https?://[^\s()]+)\)")
_LOGIN = re.compile(r"https?://[^/?#\s]+/(?:login|join|signup)(?:[/?#]\S*)?")


@dataclass(slots=True)
class _Numbered:
    """An entry under construction, with the number, words and span of each of its references."""

    draft: PageDraft
    numbers: list[tuple[int, str, Span]] = field(default_factory=list)


class _References(PageMachine):
    """Pages with numbered references: `### [Title][32]`, then the abstract between `[` and `][33]`, wrapped.

    What is in brackets shows what it is (a count of votes, of authors, an abstract). The addresses are in a list at the
    end (`[32]: https://…` or `32. https://…`), so entries wait for it.
    """

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self._done: list[_Numbered] = []
        self._current: _Numbered | None = None
        self._title: list[PageLine] = []  # the lines of a title that is not closed, cut to it
        self._bracket: list[PageLine] | None = None
        self._loose: PageLine | None = None
        self._addresses: dict[int, tuple[str, PageLine]] = {}

    def feed(self, line: PageLine) -> Iterator[Entry | Problem]:
        begins = None if self._title else _TITLE_BEGINS.match(line.text)
        if begins:
            self._end_bracket(None, line)
        if self._title or begins:
            self._title.append(line.cut(begins.end() if begins else 0))
            yield from self._take_title(line)
        else:
            self._take_line(line)

    def _take_title(self, line: PageLine) -> Iterator[Entry | Problem]:
        if closed := _TITLE_ENDS.fullmatch(line.text):
            yield from self.drop_waiting()
            self._open(int(closed["n"]), line)
            if len(self._done) > _MAX_WAITING:
                yield from self._release()
        elif len(self._title) > _MAX_TITLE_LINES:
            self.waiting.extend(self._title)
            self._title = []

    def _take_line(self, line: PageLine) -> None:
        if match := _CLOSE.fullmatch(line.text):
            self._end_bracket(int(match["n"]), line)
        elif self._bracket is None and (match := _ONE_LINE.fullmatch(line.text)):
            self._bracket = [PageLine(line.number, line.column + 1, match["words"])]
            self._end_bracket(int(match["n"]), line)
        elif self._bracket is None and (match := _ADDRESS.fullmatch(line.text)):
            self._addresses.setdefault(int(match["n"] or match["m"]), (match["url"], line))
        elif line.text == "[" and self._bracket is None:
            self._bracket = []
            self.buttons.append(line)
        elif self._bracket is not None:
            self._bracket.append(line)
        else:
            self._take_fact(line)

    def _open(self, n: int, last: PageLine) -> None:
        """Begin an entry with the title whose lines are read, and whose reference has a number."""
        lines, self._title = self._title, []
        first = lines[0]
        title = " ".join(part.text.strip() for part in lines).rpartition("][")[0]
        if not title.strip():
            self.waiting.append(last)
            return
        self._keep_current()
        self.n_entries += 1
        printed = PageLine(first.number, first.column + len(title) - len(title.lstrip()), title.strip())
        self._current = _Numbered(PageDraft(title=printed, end_line=last.number))
        self._current.numbers.append((n, printed.text, Span(self.source, last.number, last.column)))

    def _end_bracket(self, n: int | None, line: PageLine) -> None:
        """Process the text in a bracket; `n` is the number of its reference, None if it was never closed."""
        bracket, self._bracket = self._bracket, None
        current = self._current
        words = " ".join(part.text for part in bracket or ())
        if current is None or not bracket or is_count(words):
            for part in bracket or ():
                (self.buttons if is_count(part.text) else self.waiting).append(part)
            if n is not None:
                self.buttons.append(line)
            return
        draft = current.draft
        if not draft.abstract and not draft.has_facts and parse_author_count(words) is None:
            for part in bracket:
                draft.add_abstract(part)
                for match in _INLINE.finditer(part.text):
                    span = Span(self.source, part.number, part.column + match.start())
                    current.numbers.append((int(match["n"]), match["words"], span))
        elif len(bracket) > 1 or not draft.take_fact(bracket[0]):
            self._loose = PageLine(bracket[0].number, bracket[0].column, words)
        draft.end_line = line.number if n is not None else bracket[-1].number
        if n is not None:
            current.numbers.append((n, words if self._loose else "", Span(self.source, line.number, line.column)))

    def _take_fact(self, line: PageLine) -> None:
        current = self._current
        loose, self._loose = self._loose, None
        if current is not None and line.text == DOT and not self.waiting:
            if loose is not None and not current.draft.has_facts:
                current.draft.organisation = loose.text.removeprefix("* ")
                current.numbers.pop()  # It leads to a page of the site, not of the paper.
            current.draft.end_line = line.number
        elif _FOOT.fullmatch(line.text):
            self.buttons.append(line)
        elif current is None or self.waiting or not current.draft.take_fact(line):
            self.waiting.append(line)

    def _keep_current(self) -> None:
        if self._current is not None:
            self._done.append(self._current)
        self._current, self._loose = None, None

    def _release(self) -> Iterator[Entry | Problem]:
        """Yield the waiting entries with the addresses known so far."""
        missing: list[tuple[int, Span]] = []
        for numbered in self._done:
            for n, words, printed in numbered.numbers:
                if n not in self._addresses:
                    missing.append((n, printed))
                    continue
                url, line = self._addresses[n]
                numbered.draft.add_target(self.target(line, url, words, offset=line.text.find(url)))
            yield numbered.draft.finish(self.source)
        self._done.clear()
        if missing:
            numbers = sorted({n for n, _ in missing})
            fact = (
                f"no address for {len(numbers)} references, [{numbers[0]}] to [{numbers[-1]}]: the list at the end of "
                "the page is missing from the capture; the papers are kept without these addresses"
            )
            yield Problem(missing[0][1], fact)

    def finish(self) -> Iterator[Entry | Problem]:
        self.waiting.extend(self._title)
        if self._bracket:
            self._end_bracket(None, self._bracket[-1])
        self._keep_current()
        yield from self._release()
        yield from super().finish()
        if self._addresses and not self.n_entries:
            line = next(iter(self._addresses.values()))[1]
            fact = "references without papers; left out"
            yield Problem(Span(self.source, line.number), fact, n_lines=len(self._addresses))


_TITLE_BEGINS = re.compile(r"#{1,6}\s+\[")
_TITLE_ENDS = re.compile(r".*\]\[(?P<n>\d{1,6})\]")
_CLOSE = re.compile(r"\]\[(?P<n>\d{1,6})\]")
_ONE_LINE = re.compile(r"\[(?P<words>.*)\]\[(?P<n>\d{1,6})\]")
_INLINE = re.compile(r"\[(?P<words>[^\[\]]{1,200})\]\[(?P<n>\d{1,6})\]")
_ADDRESS = re.compile(r"(?:\[(?P<n>\d{1,6})\]:|(?P<m>\d{1,6})\.)\s+<?(?P<url>[a-z][a-z0-9+.-]{1,12}:[^\s>]+)>?")
_FOOT = re.compile(r"(?:#{1,6} )?(?:references|(?:visible )?links):?", re.IGNORECASE)
_MAX_TITLE_LINES = 5
# A page has some hundred papers. A longer text in this layout is processed without waiting for its end.
_MAX_WAITING = 10_000


class _Headings(PageMachine):
    """Pages in Markdown: a heading is a title, the prose below it the abstract, then `- 8 authors`.

    A heading without prose or facts below it is page text, and so is one of another level than that of papers with
    authors. Some pages contain each paper twice, for wide and for narrow screens: both are entries, and merged later.
    """

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self._level = self._level_of_papers = 0
        self._after_submitter = False

    def feed(self, line: PageLine) -> Iterator[Entry | Problem]:
        heading = _HEADING.fullmatch(line.text)
        draft = self.draft
        after_submitter, self._after_submitter = self._after_submitter, False
        if heading is not None:
            yield from self.flush()
            self._start(line, heading)
        elif after_submitter or is_submitter(line.text) or ((self.n_entries or draft) and self._is_button(line)):
            self._after_submitter = is_submitter(line.text) and len(line.text.split()) < _WORDS_WITH_A_NAME
            self.buttons.append(line)
        elif draft is None:
            self.waiting.append(line)
        elif self._take_below(draft, line):
            draft.end_line = line.number
        elif not draft.has_facts and (draft.abstract or is_prose(line.text) or is_short_sentence(line.text)):
            draft.add_abstract(line)
        else:
            yield from self.flush()
            self.waiting.append(line)

    @staticmethod
    def _is_button(line: PageLine) -> bool:
        plain = without_pictures(line.text).lstrip("-*• ")
        return not plain or is_button(plain) or find_line_links(line.text) == []

    def _start(self, line: PageLine, heading: re.Match[str]) -> None:
        self._level = len(heading["marks"])
        title = heading["title"].rstrip("#").rstrip()
        if self._level_of_papers not in (0, self._level) or not is_title(title):
            self.waiting.append(line)
            return
        start = heading.start("title")
        link = _LINKED_TITLE.fullmatch(title)
        printed = PageLine(line.number, line.column + start + bool(link), link["title"] if link else title)
        self.draft = PageDraft(title=printed, end_line=line.number)
        if link is not None:
            self.draft.add_target(self.target(line, link["url"], link["title"], offset=start + link.start("url")))

    def _take_below(self, draft: PageDraft, line: PageLine) -> bool:
        """Read a line below an abstract: a count of authors, an organisation, a date or a link."""
        if line.text == DOT:
            return draft.has_facts
        links = find_line_links(line.text)
        if links and len(links) == 1 and (n_authors := parse_author_count(links[0].words)) is not None:
            draft.n_authors = draft.n_authors if draft.n_authors is not None else n_authors
            self._level_of_papers = self._level
            return True
        for link in links or ():
            draft.add_target(self.target(line, link.url, link.words, offset=link.offset))
        if links:
            return True
        published = _PUBLISHED_ON.fullmatch(line.text)
        text = PageLine(line.number, line.column, published["date"]) if published else line
        if draft.take_fact(text):
            self._level_of_papers = self._level if draft.n_authors is not None else self._level_of_papers
            return True
        is_organisation = _BULLET.match(line.text) and draft.abstract and not draft.has_facts
        if is_organisation and not is_prose(line.text):
            draft.organisation = text.text
            return True
        return False

    def flush(self) -> Iterator[Entry | Problem]:
        draft, self.draft = self.draft, None
        if draft is not None and (draft.abstract or draft.has_facts):
            yield from self.drop_waiting()
            self.n_entries += 1
            yield draft.finish(self.source)
        elif draft is not None:
            self.waiting.append(draft.title)
            spans = ((target.span, target.raw) for target in draft.targets)
            self.waiting += [PageLine(at.line, at.column, raw) for at, raw in spans if at.line != draft.title.number]


_HEADING = re.compile(r"(?P<marks>#{1,6})\s+(?P<title>\S.*)")
_LINKED_TITLE = re.compile(r"\[(?P<title>.+)\]\(<?(?P<url>(?:[a-z]+:/)?/[^\s()<>]+)>?\)")
_PUBLISHED_ON = re.compile(r"(?:[-*•·]\s*)*(?:published (?:on )?)?(?P<date>\S.*)", re.IGNORECASE)
_BULLET = re.compile(r"[-*•]\s")
_WORDS_WITH_A_NAME = 3  # "Submitted by janedoe"


def _parse_by(machine: Callable[[str], PageMachine]) -> Callable[[Iterable[str], str], Iterator[Entry | Problem]]:
    def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
        """Yield the entries of a capture in order, and a problem for every run of lines outside entries."""
        return machine(source).run(lines)

    return parse


_Parse = Callable[[Iterable[str], str], Iterator[Entry | Problem]]
parse_plain: _Parse = _parse_by(_Plain)
parse_links: _Parse = _parse_by(_Links)
parse_references: _Parse = _parse_by(_References)
parse_headings: _Parse = _parse_by(_Headings)

# Beginnings and parts of lines in other formats: Markdown, HTML, JSON, BibTeX, RIS, tables.
_MARKUP = re.compile(
    r"#{1,6} |[*+] |\.\. [_\[a-z]|#\+[A-Za-z]|\\[a-z]{2}|"
    r"\*{2,6} \S|={1,6} \S|\[\d{1,4}\]\s|[<{}@|`]|\[[\[{\"]|[-*] \[|\w{2}  - |https?://\S+$|\[$|\]\S|[^:]*\]\(http|[^\t]*\t|(?:[Tt]itle|[Aa]uthors?)\s?:|\"[^\"]*\","
)
# The header of a table, whose rows may contain whole abstracts.
_TABLE_HEADER = re.compile(r"\ufeff?\w[\w ]{0,40}(?:[,;|]\w[\w ]{0,40}){2,}")
_BULLETS = ("- ", "\u2013 ", "\u2022 ")
_MIN_PARSED, _MIN_BLANK = 0.1, 0.2
_MIN_WITHOUT_ABSTRACT, _MIN_REPORTED, _MIN_WORDS_OF_A_TITLE = 2, 4, 5
_OF_REPORTS = 0.55  # any reader that is certain comes first


def recognise_lines(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing alternates titles and abstracts without blank lines."""
    return 0.0 if _has_blank_lines(head) else _recognise_plain(head)


def recognise_blocks(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing has titles, abstracts and facts separated by blank lines."""
    return _recognise_plain(head) if _has_blank_lines(head) else 0.0


def recognise_links(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing has titles with the addresses of their papers below them."""
    return _recognise(head, parse_links, n_without_abstracts=len(head) + 1)


def recognise_references(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that titles are headings with a number, and abstracts are in brackets."""
    return _recognise(head, parse_references, n_without_abstracts=len(head) + 1)


def recognise_headings(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that titles are Markdown headings with an abstract and an author count.

    Without counts, it is a report on papers if there is one long paragraph and nothing else below each heading.
    """
    entries = [item for item in parse_headings(head, "") if isinstance(item, Entry)]
    if sum(entry.n_authors is not None for entry in entries) * 2 > len(entries):
        return _recognise(head, parse_headings)
    are_papers = (
        len(entry.title.split()) >= _MIN_WORDS_OF_A_TITLE
        and len(entry.abstract) >= LONG_PROSE
        and not (entry.abstract.startswith(">") or "\n" in entry.abstract or entry.targets)
        for entry in entries
    )
    is_report = len(entries) >= _MIN_REPORTED and all(are_papers)
    return min(_OF_REPORTS, _recognise(head, parse_headings)) if is_report else 0.0


def _recognise(
    head: list[str],
    parse: Callable[[Iterable[str], str], Iterator[Entry | Problem]],
    n_without_abstracts: int = _MIN_WITHOUT_ABSTRACT,
) -> float:
    """Return the share of lines that are parsed, or 0 where no entry has an abstract and there are few of them."""
    found = list(parse(head, ""))
    entries = [item for item in found if isinstance(item, Entry)]
    is_page = any(entry.abstract for entry in entries) or len(entries) >= n_without_abstracts
    # The items of a list are no abstracts of those above them.
    is_list = sum(entry.abstract.startswith(_BULLETS) for entry in entries) * 2 > len(entries)
    return share_parsed(head, found) if is_page and not is_list else 0.0


def _has_blank_lines(head: list[str]) -> bool:
    return sum(not line.strip() for line in head) > _MIN_BLANK * len(head)


def _recognise_plain(head: list[str]) -> float:
    shown = [line.strip() for line in head if line.strip()]
    if not shown or _TABLE_HEADER.fullmatch(shown[0]):
        return 0.0
    if sum(_MARKUP.match(line) is not None for line in shown) * 10 > len(shown):
        return 0.0
    share = _recognise(head, parse_plain)
    # A page of which half cannot be parsed is still a page: the reader then reports what is wrong, and where.
    return 0.5 + share / 2 if share >= _MIN_PARSED else 0.0
