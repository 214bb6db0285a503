"""A paper, and what is missing of it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from papertrace.model.identifiers import Identifiers, normalise_identifier
from papertrace.model.latex import decode_prose
from papertrace.model.link import Link, Span
from papertrace.model.papers.facts import CitingWork, CodeCandidate, Concept, Facts, Mention, MissingWork
from papertrace.model.text import decode_markdown, excerpt, format_count
from papertrace.model.values import (
    MAX_ROWS,
    quick_init,
    render_link,
    render_prose,
    render_table,
    render_text,
    render_title,
)

_MAX_NAMES, _MAX_LINKS = 8, 6  # shown in a notebook


class Markup(StrEnum):
    """The notation of a text, as far as it matters to the URLs in it."""

    TEXT = "text"
    MARKDOWN = "md"
    HTML = "html"
    TEX = "tex"
    BIBTEX = "bib"


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A URL in a field of its own (an href, a BibTeX `url`), as printed.

    `words` is the text that belongs to it: the anchor's text or the name of the field.
    """

    raw: str
    words: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """Facts that services have added to a paper, beyond those of an entry, and where each fact is from.

    `sources` are pairs of the name of a fact and its source, such as `openalex 2026-01-05`. `urls` are pages and files
    of the paper, `code` the repositories that services name for it, each with its source, `orcids` the ORCID iDs of
    authors by their names.
    """

    sources: tuple[tuple[str, str], ...] = ()
    urls: tuple[str, ...] = ()
    is_open_access: bool | None = None
    code: tuple[CodeCandidate, ...] = ()
    orcids: tuple[tuple[str, str], ...] = ()


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Facts):
    r"""One item of a listing as printed, with its position.

    `title` and `abstract` are the printed text without surrounding white space; a line break inside is kept as `\n`, so
    that `advance` maps offsets to spans. `aliases` are the ids that reference lists of the same source use for this
    item (`openalex:W…`, `s2:…`), in addition to its identifiers. `cited` are the titles of cited works, and
    `cited_authors` their first authors, each with their years, by the names in `references`.

    `added` marks an entry that no listing prints: the facts that services have added to a paper, and their sources.
    """

    title: str
    abstract: str
    span: Span
    end_line: int
    abstract_span: Span | None = None
    identifiers: Identifiers = field(default_factory=Identifiers)
    targets: tuple[Target, ...] = ()
    references: tuple[str, ...] = ()
    markup: Markup = Markup.TEXT
    aliases: tuple[str, ...] = ()
    cited: tuple[tuple[str, str], ...] = ()
    cited_authors: tuple[tuple[str, str], ...] = ()
    added: Added | None = None

    @property
    def is_untitled(self) -> bool:
        """Whether what stands as the title is no title: nothing, or one of the entry's identifiers or its address."""
        return not self.title.strip() or self.identifiers.stand_in(self.title)

    @property
    def shown_abstract(self) -> str:
        """The abstract as plain text: that of a bibliography is printed in LaTeX, that of a list in Markdown."""
        return self.as_shown(self.abstract)

    def as_shown(self, text: str) -> str:
        """Return a text that the entry prints without the entry's markup."""
        match self.markup:
            case Markup.BIBTEX:
                return decode_prose(text)
            case Markup.MARKDOWN:
                return decode_markdown(text)
            case _:
                return text


class ClaimState(StrEnum):
    """What a paper's text says about the availability of its code."""

    LINKED = "linked"
    """The entry links the paper's own code."""
    PROMISED = "promised"
    """It says that the code will be released."""
    CLAIMED = "claimed"
    """It says that the code is open, and does not link it."""
    NONE = "none"
    """It says nothing of this kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a paper says about its code, with the sentence that says it."""

    state: ClaimState = ClaimState.NONE
    sentence: str = ""


@quick_init
@dataclass(frozen=True, slots=True, kw_only=True)
class Paper(Facts):
    """A paper: the merged facts of its entries, and what was extracted from them.

    `id` is stable: it depends only on the identifiers or the title, not on the listing or its order. `entries` keeps
    the printed items as provenance, in reading order. `concepts` are the best ones, in order; `minor_concepts` are
    others that the paper has, sorted by key: they link it to papers of which they are among the best. `cited` are the
    titles of cited works, and `cited_authors` their first authors, each with their years, by the names in `references`.
    `added` is None unless services have added facts.
    """

    id: str
    title: str
    abstract: str
    entries: tuple[Entry, ...]
    identifiers: Identifiers = field(default_factory=Identifiers)
    links: tuple[Link, ...] = ()
    concepts: tuple[Concept, ...] = ()
    minor_concepts: tuple[Concept, ...] = ()
    mentions: tuple[Mention, ...] = ()
    references: tuple[str, ...] = ()
    cited: tuple[tuple[str, str], ...] = ()
    cited_authors: tuple[tuple[str, str], ...] = ()
    claim: Claim = field(default_factory=Claim)
    added: Added | None = None

    def __repr__(self) -> str:
        """Return the title and year, what was extracted, and the id, on one line."""
        year = f" ({self.year})" if self.year else ""
        extracted = ", ".join(
            format_count(len(values), noun)
            for noun, values in (("link", self.links), ("concept", self.concepts), ("mention", self.mentions))
        )
        return f"<Paper {excerpt(self.title, 60)}{year}: {extracted}; id {self.id!r}>"

    def _repr_html_(self) -> str:
        return render_paper(self)

    @property
    def is_untitled(self) -> bool:
        """Whether what stands as the title is no title: nothing, or one of the paper's identifiers or its address."""
        return not self.title.strip() or self.identifiers.stand_in(self.title)

    @property
    def main_entry(self) -> Entry:
        """The first entry that prints the paper's abstract."""
        if len(self.entries) == 1:
            return self.entries[0]
        return next((entry for entry in self.entries if entry.shown_abstract == self.abstract), self.entries[0])


def render_paper(paper: Paper) -> str:
    """Return a paper with its authors, links and concepts, and its abstract to unfold."""
    parts = [f"<p><strong>{render_title(paper.title)}</strong>"]
    parts += [f"<br>{line}" for line in (_names(paper), _facts(paper), ", ".join(_links(paper))) if line]
    parts.append("</p>")
    if paper.concepts:
        parts.append(f"<p>{', '.join(render_prose(concept.label) for concept in paper.concepts)}</p>")
    if paper.claim.sentence:
        parts.append(f"<p>Code {render_text(str(paper.claim.state))}: <q>{render_prose(paper.claim.sentence)}</q></p>")
    if paper.abstract:
        parts.append(f"<details><summary>Abstract</summary><p>{render_prose(paper.abstract)}</p></details>")
    return f"<div>{''.join(parts)}</div>"


def render_papers(papers: Sequence[Paper]) -> str:
    """Return a table of papers, the first hundred of them."""
    rows = (
        (
            render_title(paper.title),
            _names(paper),
            _facts(paper),
            render_text(str(paper.claim.state)),
            ", ".join(_links(paper)),
        )
        for paper in papers[:MAX_ROWS]
    )
    return render_table(("title", "authors", "published", "code", "links"), rows, len(papers), "paper")


def _names(paper: Paper) -> str:
    """Return the authors; `and others` for those that the listing counts and does not name."""
    named = [render_text(author) for author in paper.authors[:_MAX_NAMES]]
    n_rest = max(paper.n_authors or 0, len(paper.authors)) - len(named)
    if not named:
        return ""
    return ", ".join(named) + (f" and {n_rest:,} more" if n_rest else "")


def _facts(paper: Paper) -> str:
    cited = "" if paper.n_citations is None else f"cited {paper.n_citations:,} times"
    return " · ".join(filter(None, (str(paper.year or ""), render_text(paper.venue or ""), cited)))


def _links(paper: Paper) -> Iterator[str]:
    known = dict.fromkeys((*(link.url for link in paper.links), *paper.identifiers.addresses()))
    for url in list(known)[:_MAX_LINKS]:
        yield render_link(url, url)


MIN_LINKS = 2
_YEAR = re.compile(r" \(\d{4}\)$")


def rank_missing(
    papers: Iterable[Paper], *, citing: Iterable[CitingWork] = (), n_most: int | None = None
) -> list[MissingWork]:
    """Return the works outside of a list that its papers cite, or that cite its papers, at least two of them.

    The works with most citations from and to the list come first; works with equal numbers are in the order of their
    titles, then names. Titles are those that listings print or services have told; a work without one has an empty
    title.

    Parameters
    ----------
    papers
        The papers of the list, with their references.
    citing
        Works that cite papers of the list, or that these cite, as services know them.
    n_most
        The maximum number of works.
    """
    listed = list(papers)
    own = {
        normalise_identifier(name): number
        for number, paper in reversed([*enumerate(listed)])
        for name in _identifiers_of(paper)
    }
    titles = {normalise_identifier(name): title for paper in listed for name, title in paper.cited}
    authors: dict[str, tuple[str, ...]] = {
        normalise_identifier(name): (_YEAR.sub("", author),) for paper in listed for name, author in paper.cited_authors
    }
    n_citations: dict[str, int | None] = {}
    cited_by: dict[str, set[int]] = {}
    for number, paper in enumerate(listed):
        for name in map(normalise_identifier, paper.references):
            if name not in own:
                cited_by.setdefault(name, set()).add(number)
    cites: dict[str, set[int]] = {}
    for work in citing:
        names = list(map(normalise_identifier, work.names))
        if not own.keys().isdisjoint(names):
            continue
        name, *others = dict.fromkeys((*(name for name in names if name in cited_by), names[0]))
        cites.setdefault(name, set()).update(own[one] for one in map(normalise_identifier, work.cites) if one in own)
        for other in others:  # the list has the work under several of its names
            cited_by[name] |= cited_by.pop(other, set())
        authors[name] = work.authors or authors.get(name, ())
        n_citations[name] = max((n for n in (work.n_citations, n_citations.get(name)) if n is not None), default=None)
        titles.setdefault(name, f"{work.title} ({work.year})" if work.title and work.year else work.title)
    found = [
        MissingWork(
            name=name,
            title=titles.get(name, ""),
            n_citing=len(cited_by.get(name, ())),
            n_cited=len(cites.get(name, ())),
            n_papers=len(listed),
            authors=authors.get(name, ()),
            n_citations=n_citations.get(name),
        )
        for name in {**cited_by, **cites}
        if len(cited_by.get(name, ())) + len(cites.get(name, ())) >= MIN_LINKS
    ]
    return sorted(found, key=lambda one: (-one.n_citing - one.n_cited, not one.title, one.title, one.name))[:n_most]


def _identifiers_of(paper: Paper) -> tuple[str, ...]:
    """Return all names of a paper, those that it had before services were asked included."""
    return (paper.id, *paper.identifiers.all_names(), *(alias for entry in paper.entries for alias in entry.aliases))
