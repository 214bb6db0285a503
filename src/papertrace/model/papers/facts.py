"""The facts of a publication: what an entry prints, a service answers, and a paper has once its entries are merged."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Affiliation:
    """Where authors work: the institution and its city as printed, the country as its code of ISO 3166-1 alpha-2.

    `authors` are the names of those who work there, spelled as among the authors of the paper; empty if the source does
    not say who does.
    """

    institution: str
    city: str = ""
    country: str = ""
    authors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of a publication, each absent unless it is known.

    `date` is ISO 8601, `--MM-DD` if the year is not printed. `n_authors` is the stated number of authors, even if none
    is named. `venue` is the journal or the proceedings, `type` the kind of publication. `keywords` are those of the
    authors, `index_keywords` those that a database assigned. `funding` are the names of who paid.
    """

    authors: tuple[str, ...] = ()
    n_authors: int | None = None
    organisation: str | None = None
    date: str | None = None
    n_comments: int | None = None
    subtitle: str | None = None
    venue: str | None = None
    publisher: str | None = None
    type: str | None = None
    volume: str | None = None
    first_page: str | None = None
    keywords: tuple[str, ...] = ()
    index_keywords: tuple[str, ...] = ()
    n_citations: int | None = None
    issue: str | None = None
    last_page: str | None = None
    language: str | None = None
    issn: str | None = None
    isbn: str | None = None
    editors: tuple[str, ...] = ()
    affiliations: tuple[Affiliation, ...] = ()
    funding: tuple[str, ...] = ()
