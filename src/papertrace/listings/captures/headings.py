"""Captures of paper pages as Markdown: a heading is a title, the prose below it the abstract, then `- 8 authors`.

Some captures repeat entries, because the page contains each paper twice, for wide and for narrow screens. A repeated
entry stays an entry with its own span: duplicates are merged later.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from papertrace.listings.captures.buttons import find_line_links, is_button, is_submitter, without_pictures
from papertrace.listings.captures.draft import (
    DOT,
    PageDraft,
    PageLine,
    PageMachine,
    parse_author_count,
    share_parsed,
)
from papertrace.listings.captures.summaries import Custom, SummaryMachine, find_custom
from papertrace.listings.fields.prose import is_prose, is_short_sentence, is_title
from papertrace.model import Entry, Problem

_HEADING = re.compile(r"(?P<marks>#{1,6})\s+(?P<title>\S.*)")
_LINKED_TITLE = re.compile(r"\[(?P<title>.+)\]\(<?(?P<url>(?:[a-z]+:/)?/[^\s()<>]+)>?\)")
_PUBLISHED = re.compile(r"(?:[-*•·]\s*)*(?:published (?:on )?)?(?P<date>\S.*)", re.IGNORECASE)
_BULLET = re.compile(r"[-*•]\s")
_WORDS_WITH_A_NAME = 3  # "Submitted by janedoe"
_MIN_WITHOUT_ABSTRACT = 2
_HEAD_LINES = 400
_OF_QUOTES, _OF_PARAGRAPHS = 0.8, 0.55  # any reader that is certain comes first


class _Machine(PageMachine):
    def __init__(self, source: str) -> None:
        super().__init__(source)
        self._level = 0
        self._level_of_papers = 0
        self._after_submitter = False

    def _feed(self, line: PageLine) -> Iterator[Entry | Problem]:
        heading = _HEADING.fullmatch(line.text)
        draft = self._draft
        after_submitter, self._after_submitter = self._after_submitter, False
        if heading is not None:
            yield from self._flush()
            self._start(line, heading)
        elif after_submitter or is_submitter(line.text) or ((self._left.n_entries or draft) and self._is_button(line)):
            self._after_submitter = is_submitter(line.text) and len(line.text.split()) < _WORDS_WITH_A_NAME
            self._left.add_button(line)
        elif draft is None:
            self._left.waiting.append(line)
        elif self._take_below(draft, line):
            draft.end_line = line.number
        elif not draft.has_facts and (draft.abstract or is_prose(line.text) or is_short_sentence(line.text)):
            draft.add_abstract(line)
        else:
            yield from self._flush()
            self._left.waiting.append(line)

    @staticmethod
    def _is_button(line: PageLine) -> bool:
        plain = without_pictures(line.text).lstrip("-*• ")
        return not plain or is_button(plain) or find_line_links(line.text) == []

    def _start(self, line: PageLine, heading: re.Match[str]) -> None:
        self._level = len(heading["marks"])
        title = heading["title"].rstrip("#").rstrip()
        column = line.column + heading.start("title")
        if self._level_of_papers not in (0, self._level) or not is_title(title):
            self._left.waiting.append(line)
            return
        link = _LINKED_TITLE.fullmatch(title)
        if link is None:
            self._draft = PageDraft(title=PageLine(line.number, column, title), end_line=line.number)
            return
        self._draft = PageDraft(title=PageLine(line.number, column + 1, link["title"]), end_line=line.number)
        offset = heading.start("title") + link.start("url")
        self._draft.add_target(self._target(line, link["url"], link["title"], offset=offset))

    def _take_below(self, draft: PageDraft, line: PageLine) -> bool:
        """Read a line below an abstract: a count of authors, an organisation, a date or a link."""
        if line.text == DOT:
            return draft.has_facts
        links = find_line_links(line.text)
        if links and len(links) == 1 and (n_authors := parse_author_count(links[0].words)) is not None:
            draft.n_authors = draft.n_authors if draft.n_authors is not None else n_authors
            self._level_of_papers = self._level
            return True
        if links:
            for link in links:
                draft.add_target(self._target(line, link.url, link.words, offset=link.offset))
            return True
        published = _PUBLISHED.fullmatch(line.text)
        text = PageLine(line.number, line.column, published["date"]) if published else line
        if draft.take_fact(text):
            if draft.n_authors is not None:
                self._level_of_papers = self._level
            return True
        if _BULLET.match(line.text) and draft.abstract and not draft.has_facts and not is_prose(line.text):
            draft.organisation = text.text
            return True
        return False

    def _flush(self) -> Iterator[Entry | Problem]:
        draft, self._draft = self._draft, None
        if draft is None:
            return
        if not draft.abstract and not draft.has_facts:
            self._left.waiting.append(draft.title)
            for target in draft.targets:
                if target.span.line != draft.title.number:
                    self._left.waiting.append(PageLine(target.span.line, target.span.column, target.raw))
            return
        yield from self._left.flush()
        self._left.n_entries += 1
        yield draft.finish(self._source)


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a capture in order, and a problem for every run of lines outside entries.

    A heading without prose below it is page text. After the first paper with authors, only headings of its level are
    titles. Repeated entries are yielded as often as the page prints them. A report that has its abstracts in block
    quotes, or as the only paragraphs below its headings, has no authors.
    """
    stream = iter(lines)
    head = list(islice(stream, _HEAD_LINES))
    custom = None if _has_author_counts(head) else find_custom(head)
    machine = _Machine(source) if custom is None else SummaryMachine(source, custom)
    return machine.run(chain(head, stream))


def _has_author_counts(head: Iterable[str]) -> bool:
    """Return whether a line counts authors, as no report on papers does."""
    return any(isinstance(item, Entry) and item.n_authors is not None for item in _Machine("").run(head))


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that titles are Markdown headings with an abstract and an author count."""
    custom = None if _has_author_counts(head) else find_custom(head)
    if custom is not None:
        return _OF_QUOTES if custom is Custom.QUOTES else _OF_PARAGRAPHS
    found = list(parse(head, ""))
    entries = [item for item in found if isinstance(item, Entry)]
    if sum(entry.n_authors is not None for entry in entries) * 2 <= len(entries):
        return 0.0
    if not any(entry.abstract for entry in entries) and len(entries) < _MIN_WITHOUT_ABSTRACT:
        return 0.0
    return share_parsed(head, found)
