"""What became of every address that the inputs of a run print."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# What follows a scheme, and an address without one.
_REST = re.compile(r"(?=[\w\[])[^\s<>\"'`(){}|\\^&%]*+")
_BARE = re.compile(r"www\.\w[^\s<>\"'`(){}\[\]|\\^&%]*+")
_SCHEMES = ("http", "https")
_MAX_SCHEME_LENGTH = 5
_GLUED = frozenset("./@:-_")
# What an address keeps in all notations; the rest of it may be escaped in one way or another.
_NO_LETTERS = re.compile(r"[\W_]+")
_KEY_LENGTH = 48
# Fewer addresses outside of papers, or a smaller share of all, are those of any preface.
_MIN_OUTSIDE = 10
_MAX_OUTSIDE = 1 / 3
_HALF = 0.5
_TENTH = 0.1

IN_LOST_LINES = "in lines that fit no paper"
IN_PAPERS_UNREAD = "in badges, references and other parts of papers"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileAccount:
    """What became of the lines and addresses of one file.

    `reader` is the format that it was read as, and `next_reader` the one that would explain it second best, or empty.
    `left_out` gives the addresses that are neither in papers nor elsewhere in the file, with the reason.
    """

    source: str
    reader: str
    next_reader: str = ""
    n_entries: int = 0
    n_lines: int = 0
    n_lost_lines: int = 0
    n_in_papers: int = 0
    n_elsewhere: int = 0
    left_out: tuple[tuple[str, int], ...] = ()
    first_loss: int = 0
    """The first line that fits no paper, or 0."""

    @property
    def n_left_out(self) -> int:
        """The number of addresses left out."""
        return sum(n for _, n in self.left_out)

    @property
    def n_links(self) -> int:
        """The number of addresses in the file."""
        return self.n_in_papers + self.n_elsewhere + self.n_left_out

    @property
    def n_lost(self) -> int:
        """The number of addresses in lines that fit no paper."""
        return sum(n for reason, n in self.left_out if reason == IN_LOST_LINES)

    @property
    def n_outside(self) -> int:
        """The number of addresses outside of the lines of papers."""
        return self.n_elsewhere + self.n_lost

    @property
    def has_few_papers(self) -> bool:
        """Whether more than a third of the addresses are outside of papers, ten of them at least."""
        return self.n_outside >= _MIN_OUTSIDE and self.n_outside > _MAX_OUTSIDE * self.n_links

    @property
    def is_half_lost(self) -> bool:
        """Whether at least half of the lines fit no paper."""
        return self.n_lost_lines > 0 and self.n_lost_lines >= _HALF * self.n_lines

    @property
    def is_doubtful(self) -> bool:
        """Whether the file was probably read wrongly."""
        return self.has_few_papers or self.is_half_lost or self.loses_a_tenth

    @property
    def loses_a_tenth(self) -> bool:
        """Whether more than a tenth of the addresses is lost: in lines that fit no paper, or outside of few papers."""
        n_lost = self.n_outside if self.has_few_papers else self.n_lost
        return n_lost > max(1.0, _TENTH * self.n_links)


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What became of the addresses of a run: the accounts of its files, and the number of papers they are merged to."""

    files: tuple[FileAccount, ...] = ()
    n_papers: int = 0


def ignore_account(account: FileAccount) -> None:
    """Take note of nothing: for callers that keep no accounts."""


def find_addresses(text: str) -> Iterator[str]:
    r"""Yield a key of each address with a scheme or `www.` that a plain scan of a text finds, in order.

    The key is the same for the spellings of one address in several notations.

    >>> list(find_addresses(r"see https:\/\/example.org\/a_b, www.example.org/a\_b"))
    ['exampleorgab', 'exampleorga']
    >>> list(find_addresses("https://www.example.org/a/"))
    ['exampleorga']
    """
    if ":\\/" in text:  # JSON may escape slashes.
        text = text.replace("\\/", "/")
    scheme, bare = text.find("://"), text.find("www.")
    while scheme >= 0 or bare >= 0:
        if bare < 0 or 0 <= scheme < bare:
            is_start = text[max(0, scheme - _MAX_SCHEME_LENGTH) : scheme].lower().endswith(_SCHEMES)
            end, match = scheme + 3, _REST.match(text, scheme + 3) if is_start else None
        else:
            before = text[bare - 1 : bare]
            is_glued = before.isalnum() or before in _GLUED
            end, match = bare + 4, None if is_glued else _BARE.match(text, bare)
        if match:
            yield _key_of(match[0])
            end = match.end()
        if 0 <= scheme < end:
            scheme = text.find("://", end)
        if 0 <= bare < end:
            bare = text.find("www.", end)


def _key_of(address: str) -> str:
    return _NO_LETTERS.sub("", address[: 4 * _KEY_LENGTH].lower().removeprefix("www."))[:_KEY_LENGTH]
