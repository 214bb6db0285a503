"""Accounts of the addresses in the inputs of a run: in which papers they are, or why they were left out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

# The rest of an address after its scheme, and an address without a scheme.
_REST = re.compile(r"(?=[\w\[])(?>(?:\[[^\s\[\]]*+\])?)[^\s<>\"'`(){}\[\]|\\^&%]*+")
_BARE = re.compile(r"www\.\w[^\s<>\"'`(){}\[\]|\\^&%]*+")
_SCHEMES = ("http", "https")
_MAX_SCHEME_LENGTH = 5
_GLUED = frozenset("./@:-_")
# All but the letters and digits, which every notation leaves as they are: the other characters may be escaped.
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")
KEY_LENGTH = 48
"""The greatest length of the key of an address."""
# Fewer addresses outside papers, or a smaller share of all, may be in any preface.
_MIN_OUTSIDE = 10
_MAX_OUTSIDE = 1 / 3
_HALF = 0.5
_TENTH = 0.1

IN_LOST_LINES = "in lines that fit no paper"
IN_PAPERS_UNREAD = "in badges, references and other parts of papers"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileAccount:
    """The numbers of lines and addresses of one file that were read, and of those that were not.

    `reader` is the format that the file was read as, and `next_reader` the second-best match, or empty. `rival` is
    another format of text that explains the file about as well, with the number of its entries, or empty. `left_out`
    counts the addresses that are neither in papers nor elsewhere in the file, by reason.
    """

    source: str
    reader: str
    next_reader: str = ""
    rival: str = ""
    n_entries_of_rival: int = 0
    n_entries: int = 0
    n_lines: int = 0
    n_lost_lines: int = 0
    n_in_papers: int = 0
    n_elsewhere: int = 0
    left_out: tuple[tuple[str, int], ...] = ()
    first_loss: int = 0
    """The first line that fits no paper, or 0."""
    is_questioned: bool = False
    """Whether the reader itself doubts what it read, which it says as a problem."""

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
        """The number of addresses outside the lines of papers."""
        return self.n_elsewhere + self.n_lost

    @property
    def has_few_papers(self) -> bool:
        """Whether more than a third of the addresses, and at least ten, are outside papers."""
        return self.n_outside >= _MIN_OUTSIDE and self.n_outside > _MAX_OUTSIDE * self.n_links

    @property
    def is_half_lost(self) -> bool:
        """Whether at least half of the lines fit no paper."""
        return self.n_lost_lines > 0 and self.n_lost_lines >= _HALF * self.n_lines

    @property
    def is_doubtful(self) -> bool:
        """Whether the file was probably misread."""
        return bool(self.rival) or self.has_few_papers or self.is_half_lost or self.loses_a_tenth

    @property
    def loses_a_tenth(self) -> bool:
        """Whether more than a tenth of the addresses are lost: in lines that fit no paper, or outside few papers."""
        n_lost = self.n_outside if self.has_few_papers else self.n_lost
        return n_lost > max(1.0, _TENTH * self.n_links)


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The accounts of the files of a run, and the number of papers after merging."""

    files: tuple[FileAccount, ...] = ()
    n_papers: int = 0


def ignore_account(account: FileAccount) -> None:
    """Ignore the account of a file: the default of callers that do not need it."""


def find_addresses(text: str) -> Iterator[str]:
    r"""Yield a key for each address with a scheme or `www.` in a text, in order.

    The key does not depend on the notation that the address is written in.

    >>> list(find_addresses(r"see https:\/\/example.org\/a_b, www.example.org/a\_b"))
    ['exampleorgab', 'exampleorga']
    >>> list(find_addresses("https://www.example.org/a/,https://example.org/b"))
    ['exampleorga', 'exampleorgb']
    """
    if ":\\/" in text:  # Slashes may be escaped in JSON.
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
            # The cells of a table follow one another without a blank.
            address, following, _ = match[0].partition(",http")
            yield _key_of(address)
            end = match.start() + len(address) if following else match.end()
        if 0 <= scheme < end:
            scheme = text.find("://", end)
        if 0 <= bare < end:
            bare = text.find("www.", end)


@lru_cache(maxsize=128)  # An address is noted in its line, and soon after in its entry.
def _key_of(address: str) -> str:
    return _NOT_ALPHANUMERIC.sub("", address[: 4 * KEY_LENGTH].lower().removeprefix("www."))[:KEY_LENGTH]
