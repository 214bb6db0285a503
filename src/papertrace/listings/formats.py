"""The readers of listings, one for each row of the table `readers.toml`."""

import re
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from types import ModuleType

from papertrace.errors import ListingError
from papertrace.late_imports import TYPE_CHECKING
from papertrace.word_lists import read_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from papertrace.model import Entry, Problem

_WORD = re.compile(r"\w+")
_MIN_LENGTH_OF_A_WORD = 3
_MAX_NEAR = 2


PLAIN = "parse_text"
"""The parser of texts without a notation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A reader of one format, which users recognise by what `recognised_by` says.

    Two functions of `papertrace.listings.<module>`, which is imported when one of them is needed, do the work; those of
    JSON take the section of the table of names whose `service` wrote the records. A reader of a grammar that someone
    wrote down (fields with names and values) reads each text that follows it; those of prose guess from how it looks.
    `opening` is what its records begin with, if the module has a function `fills`. One that `is_resort` is tried
    at last, on a text that no reader recognises.
    """

    name: str
    description: str
    recognised_by: str
    module: str
    recogniser: str = "recognise"
    parser: str = "parse"
    is_grammar: bool = False
    is_resort: bool = False
    service: str = ""
    opening: str = ""

    @property
    def has_notation(self) -> bool:
        """Whether texts of the format have marks of a notation, as Markdown has."""
        return self.module.startswith("learned.") and self.parser != PLAIN

    @property
    def may_quote(self) -> bool:
        """Whether texts of the format are documents, which may quote BibTeX; a record of a database does not."""
        return not self.is_grammar or self.module.startswith("captures.")

    def fills(self, head: list[str]) -> bool:
        """Return whether nothing but records of this reader is in the first lines, so that no other need be asked."""
        first = next((line for line in head if line.strip()), "")
        return bool(self.opening) and first.startswith(self.opening) and self._load().fills(head)

    @property
    def recognise(self) -> "Callable[[list[str]], float]":
        """The function that takes the first lines and returns a confidence from 0 (not this format) to 1 (certain)."""
        function: Callable[..., float] = getattr(self._load(), self.recogniser)
        return partial(function, service=self.service) if self.service else function

    @property
    def parse(self) -> "Callable[[Iterable[str], str], Iterator[Entry | Problem]]":
        """The function that takes all lines as a stream and yields entries and problems in reading order."""
        function: Callable[..., Iterator[Entry | Problem]] = getattr(self._load(), self.parser)
        return partial(function, service=self.service) if self.service else function

    def _load(self) -> ModuleType:
        return import_module(f"papertrace.listings.{self.module}")


READERS: tuple[Reader, ...] = tuple(
    Reader(name=name, **row) for name, row in read_tables("papertrace.listings", "readers.toml").items()
)
"""All readers, in the order in which they are asked."""


def find_reader(name: str) -> Reader:
    """Return the reader of a named format.

    Raises
    ------
    ListingError
        If there is no reader of that name.
    """
    for reader in READERS:
        if reader.name == name:
            return reader
    near = _find_near(name)
    meant = f", did you mean {' or '.join(near)}?" if near else ";"
    message = f"{name!r}: not a known format of listings{meant} papertrace formats lists them"
    raise ListingError(message)


def _find_near(name: str) -> list[str]:
    """Return the names of the readers that a name may mean: misprinted, or what readers are described with."""
    from difflib import get_close_matches

    wanted = name.strip(".").lower()
    near = get_close_matches(wanted, [reader.name for reader in READERS], n=1, cutoff=0.75)
    if near or len(wanted) < _MIN_LENGTH_OF_A_WORD:
        return near
    # A name says more than a description, which may compare a format with another one.
    named = [reader.name for reader in READERS if reader.name.startswith(wanted)]
    described = [
        reader.name
        for reader in READERS
        if any(word.startswith(wanted) for word in _WORD.findall(f"{reader.name} {reader.description}".lower()))
    ]
    described = described if len(named) != 1 else named
    # The readers of lists come before those of captures of a page, which are rarer.
    return sorted(described, key=lambda one: one.startswith("paper-"))[:_MAX_NEAR]
