"""An item of a listing as printed, and the paper that one or several such items stand for."""

from dataclasses import dataclass, field
from enum import StrEnum

from papertrace.model.concept import Concept, Mention
from papertrace.model.identifiers import Identifiers
from papertrace.model.link import Link
from papertrace.model.span import Span


class Markup(StrEnum):
    """Name the notation that a text is written in, as far as it matters to the URLs in it."""

    TEXT = "text"
    MARKDOWN = "md"
    HTML = "html"
    TEX = "tex"
    BIBTEX = "bib"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Hold a URL that a listing states in a field of its own (an href, a BibTeX `url`), as printed.

    `words` is the text that belongs to it: the anchor's text or the name of the field.
    """

    raw: str
    words: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    r"""Hold one item of a listing as printed, with its places.

    `title` and `abstract` are the printed text without the white space around it; a line break inside is kept
    as `\n`, so that offsets map to places by `advance`. `date` is ISO 8601, `--MM-DD` where the year is not
    printed. `n_authors` counts what the page states even where no name is given. `aliases` are the names that
    reference lists of the same source use for this item (`openalex:W…`, `s2:…`), beside its identifiers.
    """

    title: str
    abstract: str
    span: Span
    end_line: int
    abstract_span: Span | None = None
    authors: tuple[str, ...] = ()
    n_authors: int | None = None
    organisation: str | None = None
    date: str | None = None
    n_comments: int | None = None
    identifiers: Identifiers = field(default_factory=Identifiers)
    targets: tuple[Target, ...] = ()
    references: tuple[str, ...] = ()
    markup: Markup = Markup.TEXT
    aliases: tuple[str, ...] = ()


class ClaimState(StrEnum):
    """Say what a paper's text promises of its code."""

    LINKED = "linked"
    PROMISED = "promised"
    CLAIMED = "claimed"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Hold what a paper says of its code, with the sentence that says it."""

    state: ClaimState = ClaimState.NONE
    sentence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """Hold one paper: the facts of its entries merged, and what was extracted of them.

    `id` is stable: it depends on the identifiers or the title alone, not on the listing or its order.
    `entries` keeps the printed items as provenance, in reading order.
    """

    id: str
    title: str
    abstract: str
    entries: tuple[Entry, ...]
    authors: tuple[str, ...] = ()
    n_authors: int | None = None
    organisation: str | None = None
    date: str | None = None
    n_comments: int | None = None
    identifiers: Identifiers = field(default_factory=Identifiers)
    links: tuple[Link, ...] = ()
    concepts: tuple[Concept, ...] = ()
    mentions: tuple[Mention, ...] = ()
    references: tuple[str, ...] = ()
    claim: Claim = field(default_factory=Claim)

    @property
    def main_entry(self) -> Entry:
        """Return the entry that prints the paper's abstract, the first of several."""
        return next((entry for entry in self.entries if entry.abstract == self.abstract), self.entries[0])

    @property
    def year(self) -> int | None:
        """Return the year of `date`, or None where it is not printed."""
        year = self.date[:4] if self.date else ""
        return int(year) if year.isascii() and year.isdigit() else None
