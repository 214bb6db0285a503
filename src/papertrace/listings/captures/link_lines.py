"""Captures of paper pages as text with every link on a line of its own.

A title is the line above the address of its paper; the abstract runs from there to a repetition of that address. Then
follow the facts: `8 authors](address)` or an organisation, `·` and the date. The count of votes and the address of
the login page before a title are boilerplate.
"""

import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto

from papertrace.listings.captures.draft import (
    DOT,
    PageDraft,
    PageLine,
    PageMachine,
    is_count,
    parse_author_count,
    share_with_abstracts,
)
from papertrace.listings.fields.prose import is_prose, is_title
from papertrace.model import Entry, Problem
from papertrace.model.identifiers import identify_address

_URL = re.compile(r"https?://\S+")
_LINKED = re.compile(r"\[?(?P<words>[^\[\]]{0,300})\]\((?P<url>https?://[^\s()]+)\)")
_LOGIN = re.compile(r"https?://[^/?#\s]+/(?:login|join|signup)(?:[/?#]\S*)?")
_OPEN = "["


class _State(Enum):
    SEEK = auto()
    ABSTRACT = auto()
    FACTS = auto()


class _Machine(PageMachine):
    def __init__(self, source: str) -> None:
        super().__init__(source)
        self._address = ""
        self._state = _State.SEEK

    def _feed(self, line: PageLine) -> Iterator[Entry | Problem]:
        if line.text == _OPEN or is_count(line.text) or _LOGIN.fullmatch(line.text):
            self._left.add_button(line)
            if line.text != _OPEN:
                self._state = _State.SEEK
        elif _URL.fullmatch(line.text):
            yield from self._take_address(line)
        elif self._draft is not None and self._state is _State.ABSTRACT:
            self._draft.add_abstract(line)
        elif self._draft is None or self._state is _State.SEEK or not self._take_fact(self._draft, line):
            self._left.waiting.append(line)

    def _take_address(self, line: PageLine) -> Iterator[Entry | Problem]:
        draft = self._draft
        if draft is not None and self._state is _State.ABSTRACT:
            above = draft.abstract
            if line.text == self._address:
                self._state, draft.end_line = _State.FACTS, line.number
            elif above and self._is_paper_address(line, above[-1]):
                title = above.pop()
                draft.end_line = above[-1].number if above else draft.title.number
                yield from self._start(title, line)
            else:
                draft.add_abstract(line)
        elif self._left.waiting and self._is_paper_address(line, self._left.waiting[-1]):
            yield from self._start(self._left.waiting.pop(), line)
        elif draft is not None and self._state is _State.FACTS:
            words = self._left.waiting.pop().text if self._left.waiting else ""
            draft.add_target(self._target(line, line.text, words))
            draft.end_line = line.number
        else:
            self._left.waiting.append(line)

    @staticmethod
    def _is_paper_address(address: PageLine, above: PageLine) -> bool:
        known = bool(identify_address(address.text))
        if above.text.endswith(":"):  # it says what the address is, as in "Fold. DOI:"
            return False
        return known and is_title(above.text) and not is_prose(above.text) and not _URL.fullmatch(above.text)

    def _take_fact(self, draft: PageDraft, line: PageLine) -> bool:
        waiting = self._left.waiting
        if line.text == DOT:
            if waiting and not draft.has_facts:
                draft.organisation = " ".join(above.text for above in waiting)
                waiting.clear()
        elif match := _LINKED.fullmatch(line.text):
            words = match["words"].strip()
            n_authors = parse_author_count(words)
            if n_authors is not None:
                draft.n_authors = n_authors
            elif draft.has_facts:
                draft.add_target(self._target(line, match["url"], words, offset=match.start("url")))
            else:
                draft.organisation = " ".join([*(above.text for above in waiting), words]).strip() or None
                waiting.clear()
        elif waiting or not draft.take_fact(line):
            return False
        draft.end_line = line.number
        return True

    def _start(self, title: PageLine, address: PageLine) -> Iterator[Entry | Problem]:
        draft = PageDraft(title=title, end_line=address.number)
        draft.add_target(self._target(address, address.text, title.text))
        yield from self._begin(draft)
        self._address, self._state = address.text, _State.ABSTRACT


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a capture in order, and a problem for every run of lines outside entries.

    The address below a title becomes the entry's first target and gives its arXiv id or DOI. Counts and login
    addresses between the papers are reported once, at the end, as harmless.
    """
    return _Machine(source).run(lines)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing has titles with the addresses of their papers below them."""
    return share_with_abstracts(head, list(parse(head, "")))
