"""The document formats, one for each row of the table `formats.toml`, recognised by file name, or else by content."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module

from papertrace.model.document import DocumentLink, Mark, Passage
from papertrace.model.link import Problem
from papertrace.word_lists import read_tables

Piece = DocumentLink | Passage | Mark | Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFormat:
    """A document format: the suffixes of its files, the expression that recognises their first bytes, and its parser.

    The parser is a function of a module of `papertrace.documents`, which is imported when it is needed. `starts` is
    matched against the first bytes of a file whose name does not identify its format, and of any file if the format is
    binary.
    """

    name: str
    description: str
    suffixes: tuple[str, ...]
    starts: re.Pattern[bytes] | None = None
    parser: str = "lines.parse_text"
    is_binary: bool = False

    @property
    def parse(self) -> Callable[..., Iterator[Piece]]:
        """The function that takes a `LocatedText`, or of a binary format the bytes of a file and its name."""
        module, _, name = self.parser.rpartition(".")
        function: Callable[..., Iterator[Piece]] = getattr(import_module(f"papertrace.documents.{module}"), name)
        return function


def _read_formats() -> Iterator[DocumentFormat]:
    for name, row in read_tables("papertrace.documents", "formats.toml").items():
        starts = re.compile(row["starts"].encode()) if "starts" in row else None
        yield DocumentFormat(name=name, **{**row, "suffixes": tuple(row["suffixes"].split()), "starts": starts})


DOCUMENTS: tuple[DocumentFormat, ...] = tuple(_read_formats())
"""All formats, in the order in which they are recognised."""
_MARKDOWN, TEXT = (next(one for one in DOCUMENTS if one.name == name) for name in ("markdown", "text"))
_MARKDOWN_LINK = re.compile(rb"\[[^\[\]\n]{1,200}\]\((?:https?://|[./#\w])")
_BINARY = tuple(one for one in DOCUMENTS if one.is_binary)


def find_format(name: str, head: bytes) -> DocumentFormat:
    """Return the format of a document: a binary one by its first bytes, others by name or else by the first bytes.

    >>> find_format("notes.md", b"# Notes").name, find_format("-", b"<!doctype html>").name
    ('markdown', 'html')
    >>> find_format("-", b"See [the guide](https://example.org).").name, find_format("README", b"See it.").name
    ('markdown', 'text')
    """
    for one in _BINARY:
        if one.starts and one.starts.match(head):
            return one
    lowered = name.lower().removesuffix(".gz")
    for one in DOCUMENTS:
        if lowered.endswith(one.suffixes) and not one.is_binary:
            return one
    begun = next((one for one in DOCUMENTS if one.starts and one.starts.match(head)), None)
    return begun or (_MARKDOWN if _MARKDOWN_LINK.search(head) else TEXT)
