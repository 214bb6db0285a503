"""The facts of a publication: what an entry prints, a service answers, and a paper has once its entries are merged.

A fact is a field of `Facts`, which holds it, and a row of `facts.toml`, and nowhere else. The extracted form, merging,
attributes of nodes, the page, data frames and the tables of the documentation are made from these rows.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from pathlib import Path
from typing import Any

_KINDS: Mapping[Any, type] = {str | None: str, int | None: int}
Merge = Callable[[Sequence[Any]], Any]
"""The value of a paper from those of its entries that have one, in an order that does not depend on that of reading."""


def longest(values: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the longest list; of several, the last in alphabetical order."""
    return max(values, key=lambda items: (len(items), items))


def earliest(values: Sequence[str]) -> str:
    """Return the first date. One with a year begins with a digit and is preferred to one without."""
    return min(values, key=lambda date: (date[0] == "-", date))


def of_publication(values: Sequence[Any]) -> Any:  # noqa: ANN401 - whatever the type of the fact
    """Return the value of the entry that says most about where the paper was published, which is the only one given.

    The volume of the journal is not one of the proceedings, so all such facts are of one entry.
    """
    return values[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """The definition of a fact.

    `name` is the field or property that holds it, dotted where it is part of another value; the extracted form has it
    under the same key. `annotation` is the type of the field.

    `meaning` says what it is, without a full stop. `merge` chooses among the values of several entries; None for what
    follows from other facts.

    `is_always_written` says that the extracted form has the key even where the fact is not known, as `null` or `[]`.

    `attribute` is the name of the attribute of nodes, empty for none; a list is one text there, joined by `|`. It is
    missing where the fact is not known, unless `is_on_all_papers`: then it is an empty text. `is_verbatim` is a name
    in some registry, in which nothing is a formula.

    `page` is its key in the data of a paper on the page, empty for none. `label` is what readers are shown: a row of
    its own in the panel of a paper if `has_row`, the name of a shade if `is_shade`, by which marks can be coloured, and
    sized if it is a number. Any attribute that the page does not show otherwise is a shade too, under its own name.

    `is_column` says whether data frames have it.
    """

    name: str = ""
    annotation: Any = str | None
    meaning: str
    merge: Merge | None = None
    is_always_written: bool = False
    attribute: str = ""
    is_on_all_papers: bool = False
    is_verbatim: bool = False
    page: str = ""
    label: str = ""
    has_row: bool = False
    is_shade: bool = False
    is_column: bool = True

    @property
    def kind(self) -> type:
        """What a value is: `str`, `int`, or `tuple` for a list."""
        return _KINDS.get(self.annotation, tuple)

    @property
    def column(self) -> str:
        """The name of its column in data frames."""
        return self.name.rpartition(".")[2]

    @property
    def absent(self) -> object:
        """The value where the fact is not known."""
        return () if self.kind is tuple else None

    @property
    def attribute_meaning(self) -> str:
        """What the attribute means, and what stands where it is not known."""
        joined = " joined by `|`" if self.kind is tuple else ""
        if not self.is_on_all_papers:
            return f"{self.meaning}{joined}; absent where none is known"
        return f"{self.meaning}{joined or ', empty where none is printed'}"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Affiliation:
    """Where authors work: the institution and its city as printed, the country as its code of ISO 3166-1 alpha-2.

    `authors` are the names of those who work there, spelled as among the authors of the paper; empty if the source does
    not say who does.
    """

    institution: str
    city: str = ""
    country: str = ""
    authors: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return institution, city and country, as far as they are known.

        >>> str(Affiliation(institution="Harbour Institute", country="NO"))
        'Harbour Institute, NO'
        """
        return ", ".join(filter(None, (self.institution, self.city, self.country)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of a publication, each absent unless it is known.

    `date` is ISO 8601, `--MM-DD` if the year is not printed.
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

    @property
    def year(self) -> int | None:
        """The year of `date`, or None if it is not printed."""
        year = self.date[:4] if self.date else ""
        return int(year) if year.isascii() and year.isdigit() else None

    @property
    def institutions(self) -> tuple[str, ...]:
        """The institutions of the authors, each once."""
        return tuple(dict.fromkeys(one.institution for one in self.affiliations if one.institution))

    @property
    def countries(self) -> tuple[str, ...]:
        """The countries in which the authors work, each once."""
        return tuple(dict.fromkeys(one.country for one in self.affiliations if one.country))

    @property
    def country(self) -> str | None:
        """The country of the first affiliation with one, or None if none is known."""
        return next(iter(self.countries), None)


def _read_table() -> Iterator[Fact]:
    """Yield the facts of the table, with the types of the fields that hold them."""
    types = {one.name: one.type for one in fields(Facts)}
    kinds = {"int": int | None, "list": tuple[str, ...], "": str | None}
    merges = {one.__name__: one for one in (longest, earliest, of_publication, min, max)}
    table = tomllib.loads(Path(__file__).with_name("facts.toml").read_text(encoding="utf-8"))
    for name, row in table.items():
        annotation = types.get(name, kinds[row.pop("kind", "")])
        yield Fact(name=name, annotation=annotation, **{**row, "merge": merges.get(row.get("merge", ""))})


DEFINED = tuple(_read_table())
"""All facts, in the order in which they are written and shown."""

MERGED = {fact.name: fact for fact in DEFINED if fact.merge is not None}
"""The facts that entries have, by name; the others follow from them."""

OF_PUBLICATION = tuple(name for name, fact in MERGED.items() if fact.merge is of_publication)
"""The names of the facts that say where a paper was published."""

NOTHING = (None, "", ())
"""The values of a fact that is not known."""

_values_of = attrgetter(*MERGED)


def merge_facts(entries: Sequence[Facts]) -> dict[str, Any]:
    """Return the merged facts of some entries, by name; the order of the entries decides between equals.

    Of the entries that say equally much about the publication, one with a journal or conference is preferred to arXiv.
    """
    values = [_values_of(entry) for entry in entries]
    if len(entries) == 1:
        return {name: None if value == "" else value for name, value in zip(MERGED, values[0], strict=True)}
    publication = max(entries, key=_rank_publication)
    merged = {}
    for (name, fact), *column in zip(MERGED.items(), *values, strict=True):
        of = [getattr(publication, name)] if fact.merge is of_publication else column
        known = [value for value in of if value not in NOTHING]
        merged[name] = fact.merge(known) if known and fact.merge else fact.absent
    return merged


def _rank_publication(entry: Facts) -> tuple[int, bool]:
    n_told = sum(getattr(entry, name) not in NOTHING for name in OF_PUBLICATION)
    return n_told, not (entry.venue or "").lower().startswith("arxiv")
