"""From a row to an entry: its fields by the facts that their names mean, and one parser for each fact.

The names of a fact are tried in the order of the table; the first whose values can be read counts. What the value of a
name that the table does not know says is not lost if addresses are in it, as far as the section says so.
"""

import logging
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from papertrace.late_imports import compile_on_use
from papertrace.model import Entry, Identifiers, Markup, Problem, Span, Target, advance
from papertrace.model.identifiers import normalise_identifier, parse_doi
from papertrace.model.latex import decode_identifier, decode_latex
from papertrace.model.papers.facts import MERGED, Affiliation, CitedWork
from papertrace.model.text import excerpt, format_count, replace_unprintable, strip_tags
from papertrace.records.people import names_of, with_affiliations
from papertrace.records.rows import Printed, Row, find_values, root_of, text_of, unwrap
from papertrace.records.table import Plan, Section, fold_words, load_table, plan_of, section, signs_of
from papertrace.records.values import (
    addresses_of_resolver,
    arxiv_of_field,
    count_of_field,
    doi_of_field,
    find_targets,
    identify_first,
    journal_of_reference,
    make_date,
    make_identifiers,
    may_be_arxiv,
    pages_of,
    read_date,
    split_keywords,
    unique_targets,
)

_LOG = logging.getLogger(__name__)
_MAX_NAMED = 12
_NAMELESS = ""  # counts references that name no work, among the names of fields
_VAGUE = frozenset({"article", "other"})
_MAX_WORD_CHARS = 80
_MAX_ALIAS_CHARS = 500
_FIRST_OF_MISSING = frozenset("[nNuU-")
_MAX_FUNDERS = 200
_MAX_LOCATED = 5_000  # addresses of a record; further ones have the place of the record
_MAX_WORDS_OF_A_NAME = 8
_MAX_CHARS_OF_NOTE = 20_000
_SEARCHED_OF_ABSTRACT = 40
_MAX_WORDS_OF_ABSTRACT = 20_000  # the longest abstracts in OpenAlex have a few thousand
_DOUBLED = compile_on_use(r"^(.{4,120})\1")  # Scopus prints a funder twice, without a blank between
_WRAP = compile_on_use(r"\n[ \t]+")
# What Scopus, Web of Science and Publish or Perish write into notes.
_LABELLED_TEXT = compile_on_use(r"\s*References:\s*")
_LABELLED_FUNDING = compile_on_use(r"\s*Funding details:\s*")
_CITED_BY = compile_on_use(
    r"(?:^|[;|]\s*|\.\s+)cited by\s?:?\s{0,3}(\d{1,9})\s*(?:$|[;|.])"
    r"|^times cited[^:\n]{0,60}:\s{0,3}(\d{1,9})\b|^(\d{1,9}) cites\b",
    re.IGNORECASE,
)
# What is named as a publisher with a year, or is arXiv, is a venue.
_IS_VENUE = compile_on_use(r"^\W*arxiv\b|\b(?:19|20)\d\d$", re.IGNORECASE)
# Hugo has venues in Markdown: "In *Harbour Letters*".
_EMPHASIS = compile_on_use(r"^(?:In:?\s)?(?P<sign>\*\*?|__?)(?P<name>[^*_]{1,300})(?P=sign)(?!\w)")
_ISSN = compile_on_use(r"(?<![\d-])(\d{4})-?(\d{3}[\dXx])(?![\w-])")
_ISBN = compile_on_use(r"(?<![\d-])(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx](?!\w)")
_SCHEMES = ("http", "ftp", "doi", "www")
_YEAR = compile_on_use(r"\d{4}")
_PMID = compile_on_use(r"(?:https?://\S{1,60}/)?(\d{1,9})/?(?:\.0)?")
_LABELLED_PMID = compile_on_use(r"\bPMID:\s{0,3}(\d{1,9})\b")
_GRANT = compile_on_use(r"\s*\[[^\[\]]{0,4000}\]|\s{0,3}/.*$", re.DOTALL)
_ALIASES = {
    "wos": re.compile(
        r"(?:WOS|ISI|CCC|MEDLINE|BCI|BIOABS|BIOSIS|CABI|CSCD|FSTA|INSPEC|KJD|PPRN|RSCI|SCIELO|ZOOREC):[\w-]{5,30}",
        re.IGNORECASE,
    ),
    "scopus": re.compile(r"2-s2\.0-\d{5,15}"),
    "lens": re.compile(r"\d{3}-\d{3}-\d{3}-\d{3}-\d{2}[\dX]|\d{3}-\d{3}-\d{3}"),
    "openalex": re.compile(r"(?<![A-Za-z])[Ww]\d{1,15}(?!\w)"),
    "s2": re.compile(r"^\w{1,64}$"),
    "proquest": re.compile(r"(?<=docview/)\d{5,12}(?!\d)"),
    "acl": re.compile(r"^[\w.-]{1,40}$"),
}


_SEPARATORS = str.maketrans("|,/", ";;;")
_IN_CAPITALS = frozenset({"wos", "openalex"})


@dataclass(slots=True)
class Values:
    """The values of a row by their names, and what the names mean."""

    row: Row
    section: Section
    by_name: Mapping[str, Sequence[Printed]]
    plan: Plan

    def has(self, fact: str) -> bool:
        """Return whether the row has a name of a fact."""
        return fact in self.plan.facts

    def groups(self, fact: str) -> Iterator[tuple[str, Sequence[Printed]]]:
        """Yield the form and the values of each name of a fact, the best name first."""
        for name, form in self.plan.facts.get(fact, ()):
            yield form, self.by_name[name]

    def all_of(self, fact: str) -> list[Printed]:
        """Return all values of a fact, those of the best name first."""
        return [one for name, _ in self.plan.facts.get(fact, ()) for one in self.by_name[name]]

    def text(self, fact: str) -> str:
        """Return the first text of a fact, as plain text, or ""."""
        for name, _ in self.plan.facts.get(fact, ()):
            for one in self.by_name[name]:
                if text := self.plain(one.value):
                    return text
        return ""

    def plain(self, value: object) -> str:
        """Return a value as plain text without the markup of its notation; "" for what only says that it is missing."""
        if self.row.markup is Markup.BIBTEX and isinstance(value, str):
            return _decode(value)
        text = text_of(value)
        if not text or _is_missing(text):
            return ""
        return strip_tags(text) if "<" in text or "&" in text else text


@lru_cache(maxsize=4096)
def _decode(value: str) -> str:
    """Decode a text of BibTeX that many entries may have in common, such as the name of a journal."""
    text = text_of(value)
    return "" if not text or _is_missing(text) else decode_latex(text)


@cache
def _missing() -> frozenset[str]:
    return frozenset(load_table()["missing"]["values"])


def _is_missing(text: str) -> bool:
    return text[0] in _FIRST_OF_MISSING and text.casefold() in _missing()


@cache
def _vocabulary(name: str) -> Mapping[str, str]:
    table = tomllib.loads(files(__package__).joinpath("vocabularies.toml").read_text(encoding="utf-8"))
    return {spelling: word for word, spellings in table[name].items() for spelling in (word, *spellings)}


def fields_of(record: Mapping[str, object], of: Section) -> list[Printed]:
    """Return the fields of a nested record: what is at the paths of a section, or under names that it folds."""
    nested = [
        Printed(path, found)
        for path, root in _paths_of(of.name)
        if root in record or not root
        for found in find_values(record, path)
    ]
    return [*(Printed(name, unwrap(held)) for name, held in record.items()), *nested] if of.folds else nested


@cache
def _paths_of(section_name: str) -> tuple[tuple[str, str], ...]:
    """Return the paths of a section, each with the name it begins with, or "" if it begins at any depth."""
    of = section(section_name)
    return tuple((path, root_of(path)) for path in of.rules if not of.folds or "." in path or "[" in path)


def gather_values(row: Row, unknown: Counter[str] | None = None) -> Values:
    """Return the values of a row by their names; names that the table does not know are counted in `unknown`."""
    by_name = {one.name: [one] for one in row.fields}
    if len(by_name) < len(row.fields):
        by_name = {name: [] for name in by_name}
        for one in row.fields:
            by_name[one.name].append(one)
    of = _find_section(row, by_name)
    plan = plan_of(of.name, tuple(by_name))
    if unknown is not None and plan.unknown:
        unknown.update(plan.unknown)
    return Values(row, of, by_name, plan)


def _find_section(row: Row, by_name: Mapping[str, Sequence[Printed]]) -> Section:
    for service, name, begins in signs_of(row.section, tuple(by_name)):
        if text_of(by_name[name][0].value).startswith(begins):
            return service
    return section(row.section)


def read_row(row: Row, unknown: Counter[str] | None = None) -> Iterator[Entry | Problem]:
    """Yield the entry of a row, or the problem that it is none, and what was wrong in it."""
    values = gather_values(row, unknown)
    title, titled = _read_title(values)
    n_lines = max(row.end_line - row.span.line + 1, 1)
    if not title:
        faults = "; ".join((*row.faults, "without a title"))
        yield Problem(row.span, f"{row.label} {faults}; left out", n_lines=n_lines)
        return
    facts = read_facts(values, titled)
    targets = unique_targets(_find_targets(values))
    identifiers = read_identifiers(values, targets)
    if facts["type"] in _beside_papers() and not (identifiers or facts.get("authors")):
        fact = f"{excerpt(title)}: {facts['type']} without authors and identifiers, no paper; left out"
        yield Problem(row.span, fact, n_lines=n_lines, harmless=True)
        return
    abstract, abstract_span = read_abstract(values)
    references = read_cited(values)
    cited = [one for one in references if one.names]
    if unknown is not None and len(cited) < len(references):
        unknown[_NAMELESS] += len(references) - len(cited)
    yield Entry(
        title=title,
        abstract=abstract,
        span=row.span,
        end_line=row.end_line,
        abstract_span=abstract_span,
        identifiers=identifiers,
        targets=targets,
        references=tuple(dict.fromkeys(one.names[0] for one in cited)),
        cited=tuple(
            (one.names[0], f"{one.title} ({one.year})" if one.year else one.title) for one in cited if one.title
        ),
        cited_authors=tuple(
            (one.names[0], f"{one.author} ({one.year})" if one.year else one.author) for one in cited if one.author
        ),
        aliases=tuple(dict.fromkeys(read_aliases(values))),
        markup=row.markup,
        **facts,
    )
    if row.faults:
        yield Problem(row.span, f"{row.label} {'; '.join(row.faults)}; the rest of the entry is kept")


def _read_title(values: Values) -> tuple[str, Printed | None]:
    """Return the title and the field that has it: that of the whole, if a part or a volume has none of its own."""
    for fact in ("title", "whole_title"):
        for form, printed in values.groups(fact):
            for one in printed:
                if text := values.plain(one.value):
                    return text.removesuffix(".") if form == "sentence" else text, one
    return "", None


@cache
def _beside_papers() -> frozenset[str]:
    table = tomllib.loads(files(__package__).joinpath("vocabularies.toml").read_text(encoding="utf-8"))
    return frozenset(table["beside"]["papers"])


def report_unknown(unknown: Counter[str], source: str) -> None:
    """Log the names of fields that no fact has, and how many references name no work, once for a file."""
    if n_nameless := unknown.pop(_NAMELESS, 0):
        _LOG.info("%s: %s left out, in which no work is named", source, format_count(n_nameless, "reference"))
    if unknown:
        most = ", ".join(f"{name} ({n})" for name, n in unknown.most_common(_MAX_NAMED))
        more = f" and {len(unknown) - _MAX_NAMED} more" if len(unknown) > _MAX_NAMED else ""
        _LOG.info(
            "%s: fields of other names, which are no facts of papers: %s%s",
            source,
            replace_unprintable(most, " "),
            more,
        )


def read_facts(values: Values, titled: Printed | None = None) -> dict[str, Any]:
    """Return the facts of a row by their names in `Facts`; `titled` is the field that has the title, and no venue."""
    has, text = values.plan.facts, values.text
    facts: dict[str, Any] = {}
    for fact in has:
        if parse := _PARSERS.get(fact):
            facts[fact] = _first(values, fact, parse)
        elif fact in _TEXTS:
            facts[fact] = _without_decimals(text(fact)) or None
    if "index_keywords" in has:  # Databases have several kinds of them.
        each = (
            _keywords_of([one.value for one in printed], form, values.plain)
            for form, printed in values.groups("index_keywords")
        )
        facts["index_keywords"] = tuple(dict.fromkeys(word for words in each for word in words))
    facts["type"] = _read_type(values)
    facts["date"] = _read_date_of(values)
    if "venue" in has or "publisher" in has:
        facts["venue"], facts["publisher"] = _read_publication(values, titled)
    if not has.keys().isdisjoint(_PAGES):
        facts["first_page"], facts["last_page"] = _read_pages(values)
    if "language" in has:
        facts["language"] = _read_language(values)
    if "affiliations" in has:
        facts["affiliations"] = _read_affiliations(values, facts.get("authors", ()))
    return facts


def _without_decimals(text: str) -> str:
    """Return a number without the decimals with which spreadsheets print integers, and any other text as it is."""
    return text[:-2] if text.endswith(".0") and text[-3:-2].isdigit() else text


def _read_publication(values: Values, titled: Printed | None) -> tuple[str | None, str | None]:
    """Return the venue and the publisher."""
    venues = (
        text
        for form, printed in values.groups("venue")
        for one in printed
        if one is not titled and (text := _venue_of(values.plain(one.value), form))
    )
    venue, publisher = next(venues, None), values.text("publisher") or None
    if publisher and not venue and _IS_VENUE.search(publisher):
        return publisher, None
    return venue, publisher


Parse = Callable[[Sequence[object], str, Callable[[object], str]], Any]


def _first(values: Values, fact: str, parse: Parse) -> Any:  # noqa: ANN401 - as the parser
    """Return what the values of the first name say of which anything can be read, or what says nothing."""
    found: Any = None
    for name, form in values.plan.facts[fact]:
        found = parse([one.value for one in values.by_name[name]], form, values.plain)
        if found is not None and found != ():
            break
    return found


def read_abstract(values: Values) -> tuple[str, Span | None]:
    """Return the abstract and its position: as printed in BibTeX and tagged lines, whose positions are known."""
    row = values.row
    for form, printed in values.groups("abstract"):
        if form == "inverted index":
            text = rebuild_abstract(printed[0].value)
        elif form == "joined":
            text = " ".join(filter(None, map(values.plain, (one.value for one in printed))))
        else:
            one, text = next(
                ((one, text) for one in printed if (text := values.plain(one.value)) or one.place is not None),
                (None, ""),
            )
            if one is not None and isinstance(one.value, str) and (span := row.span_of(one)):
                text = one.value.strip()
                if text and not _is_missing(text):
                    n_blanks = len(one.value) - len(one.value.lstrip())
                    return text, advance(span, one.value, n_blanks) if n_blanks else span
                continue
            raw = one.value if one and isinstance(one.value, str) else ""
            if "\n" in raw and (at := row.locate_lines(raw.strip())):
                return raw.strip(), at
            if raw and text:
                return text, row.locate(raw.strip()[:_SEARCHED_OF_ABSTRACT])[0]
        if text:
            return text, row.locate(text[:_SEARCHED_OF_ABSTRACT])[0]
    return "", None


def rebuild_abstract(index: object) -> str:
    """Rebuild an abstract from an inverted index, which maps each word to its positions, counted from 0.

    An index that lacks most of the words gives an empty text.

    >>> rebuild_abstract({"models": [1], "Language": [0], "learn": [2, None, "3"]})
    'Language models learn'
    """
    words = {
        position: word
        for word, positions in (index.items() if isinstance(index, Mapping) else ())
        if isinstance(positions, list)
        for position in positions[:_MAX_WORDS_OF_ABSTRACT]
        if isinstance(position, int) and 0 <= position < _MAX_WORDS_OF_ABSTRACT
    }
    is_whole = bool(words) and max(words) < 2 * len(words)
    return strip_tags(" ".join(words[position] for position in sorted(words))) if is_whole else ""


def _read_date_of(values: Values) -> str | None:
    """Return the date, in the year of publication if that is printed besides: exports have the day of entry, too."""
    year = values.text("year")
    if year and "date" not in values.plan.facts:
        return _make_date(year, values.text("month"), values.text("day"))
    without_year = (text for one in values.all_of("date") if (text := text_of(one.value)) and not _YEAR.search(text))
    month = values.text("month") or next(without_year, "")
    in_year = _make_date(year, month, values.text("day")) if year else None
    dates = (date for one in values.all_of("date") if (date := _date_of(one.value)))
    if in_year is None:
        return next(dates, None)
    longer = (date for date in dates if date.startswith(in_year))
    return max((in_year, *longer), key=len)


_make_date = lru_cache(maxsize=4096)(make_date)
_read_date = lru_cache(maxsize=4096)(read_date)


def _date_of(value: object) -> str | None:
    """Return the date of a text, or of a mapping with its parts."""
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        value = value[0]
    if isinstance(value, Mapping):
        parts = {fold_words(str(name)): text_of(part) for name, part in value.items()}
        if "year" in parts:
            return make_date(parts["year"], parts.get("month", ""), parts.get("day", ""))
        value = value.get("date-parts") or value.get("raw") or value
    if isinstance(value, list):
        numbers = value[0] if value and isinstance(value[0], list) else value
        value = "-".join(text_of(number).zfill(2) for number in numbers[:3] if text_of(number).isdigit())
    text = text_of(value)
    return (_read_date if len(text) <= _MAX_WORD_CHARS else read_date)(text)


def _venue_of(text: str, form: str) -> str:
    if form == "reference":
        return journal_of_reference(text) or ""
    return _EMPHASIS.sub(r"\g<name>", text) if "*" in text or "_" in text else text


def _read_type(values: Values) -> str | None:
    """Return the kind of publication: the most specific word of the vocabulary, else the first that is printed."""
    printed = (values.plain(one.value) for one in values.all_of("type")) if values.has("type") else ()
    return _name_type((*printed, values.row.kind))


@lru_cache(maxsize=4096)
def _name_type(printed: tuple[str, ...]) -> str | None:
    vocabulary = _vocabulary("type")
    named: list[str] = []
    for text in printed:
        parts = (text, *text.translate(_SEPARATORS).split(";")) if len(text) <= _MAX_WORD_CHARS else ()
        found = [word for part in parts if (word := vocabulary.get(fold_words(part)))]
        named += found
        if any(word not in _VAGUE for word in found):
            break
    specific = (word for word in named if word not in _VAGUE)
    other = (
        text
        for text in printed
        if text and len(text) <= _MAX_WORD_CHARS and not any(sign in "/.:" or sign.isdecimal() for sign in text)
    )
    return next(specific, None) or next(iter(named), None) or next(other, None)


def _read_language(values: Values) -> str | None:
    text = values.text("language")
    first = text.replace(",", ";").replace("|", ";").partition(";")[0] if text else ""
    return _vocabulary("language").get(fold_words(first)) or (
        first.strip() if 0 < len(first) <= _MAX_WORD_CHARS else None
    )


def _read_pages(values: Values) -> tuple[str | None, str | None]:
    """Return the first and the last page, from names of their own or from a range."""
    printed = (values.text(fact) for fact in ("first_page", "last_page"))
    first, last = (next(iter(pages_of(text)), None) if text else None for text in printed)
    ranges = (pages for one in values.all_of("pages") if (pages := pages_of(values.plain(one.value))))
    of_range = () if first else next(ranges, ())
    return first or (of_range[0] if of_range else None), last or (of_range[1] if len(of_range) > 1 else None)


def _keywords_of(printed: Sequence[object], _: str, plain: Callable[[object], str]) -> tuple[str, ...]:
    return split_keywords(_texts_in(printed, plain))


def _texts_in(printed: Iterable[object], plain: Callable[[object], str]) -> Iterator[str]:
    """Yield the texts of values; line breaks separate items, unless the line below is indented."""
    for one in printed:
        if isinstance(one, str):
            yield from filter(None, map(plain, _WRAP.sub(" ", one).split("\n") if "\n" in one else (one,)))
        elif isinstance(one, list):
            yield from _texts_in(one, plain)
        else:
            yield plain(one)


def _count_of(printed: Sequence[object], form: str, plain: Callable[[object], str]) -> int | None:
    for text in map(plain, printed):
        found = _CITED_BY.search(text) if form == "cited by" else None
        count = int(found[found.lastindex or 1]) if found else count_of_field(text) if form != "cited by" else None
        if count is not None:
            return count
    return None


def _funding_of(printed: Sequence[object], form: str, plain: Callable[[object], str]) -> tuple[str, ...]:
    """Return who paid, without the numbers of grants."""
    texts = [*map(plain, printed)]
    if form == "note":
        texts = [text[found.end() :] for text in texts if (found := _LABELLED_FUNDING.match(text))]
    if form == "grant":
        texts = [_GRANT.sub("", part).strip() for text in texts for part in re.split(r";\s+", text)]
    parts = (_DOUBLED.sub(r"\1", part) for text in texts for part in re.split(r";\s+|\|", text) if part)
    return tuple(dict.fromkeys(parts))[:_MAX_FUNDERS]


def _editors_of(printed: Sequence[object], form: str, plain: Callable[[object], str]) -> tuple[str, ...]:
    """Return editors; some databases put lists of the family names of cited authors there, which name nobody."""
    return tuple(name for name in names_of(printed, form, plain) if len(name.split()) <= _MAX_WORDS_OF_A_NAME)


def _number_of(pattern: re.Pattern[str]) -> Parse:
    def parse(printed: Sequence[object], _: str, plain: Callable[[object], str]) -> str | None:
        return next((found[0] for text in map(plain, printed) if (found := pattern.search(text[:200]))), None)

    return parse


_PARSERS: Mapping[str, Parse] = {
    "authors": names_of,
    "editors": _editors_of,
    "n_authors": _count_of,
    "n_comments": _count_of,
    "n_citations": _count_of,
    "keywords": _keywords_of,
    "funding": _funding_of,
    "issn": _number_of(_ISSN),
    "isbn": _number_of(_ISBN),
}
_PAGES = frozenset({"first_page", "last_page", "pages"})
_READ_APART = frozenset({*_PARSERS, *_PAGES, "type", "date", "venue", "publisher", "language"})
_TEXTS = frozenset(name for name, fact in MERGED.items() if fact.kind is str and name not in _READ_APART)


def _read_affiliations(values: Values, authors: Sequence[str]) -> tuple[Affiliation, ...]:
    """Return the affiliations, and countries that are printed apart from the names of institutions."""
    from papertrace.records.affiliations import read_affiliations

    known: tuple[Affiliation, ...] = ()
    for form, printed in values.groups("affiliations"):
        match form:
            case "following":
                found = read_affiliations(_following(values), authors, "per-author")
            case "people":
                found = read_affiliations(with_affiliations(one.value for one in printed), authors, "per-author")
            case _:
                held = (
                    item for one in printed for item in (one.value if isinstance(one.value, list) else (one.value,))
                )
                texts = [item if isinstance(item, str) else text_of(item) for item in held]
                if values.row.markup is Markup.BIBTEX:
                    texts = ["\n".join(map(decode_latex, text.split("\n"))) for text in texts]
                found = read_affiliations([text for text in texts if text], authors, form)
        if not known or (form == "countries" and not any(one.country for one in known)):
            known += found
    return known


def _following(values: Values) -> list[tuple[str, list[str]]]:
    """Return the authors of a record, each with the addresses on the lines below the name."""
    pairs: list[tuple[str, list[str]]] = []
    for one in values.row.fields:
        facts = {rule.fact for rule in values.section.rules_of(one.name) or ()}
        if "authors" in facts and not (pairs and one.name == "AU" and not pairs[-1][1] and pairs[-1][0]):
            pairs.append((next(iter(names_of([one.value], "inverted", values.plain)), ""), []))
        elif "affiliations" in facts and pairs:
            pairs[-1][1].append(text_of(one.value))
    return pairs


def read_cited(values: Values, *, are_certain: bool = False) -> tuple[CitedWork, ...]:
    """Return the works that a record prints as its references; `are_certain` as for `read_references`."""
    if not values.has("references"):
        return ()
    from papertrace.records.references import read_references

    for form, printed in values.groups("references"):
        raw = [inner for one in printed for inner in (one.value if isinstance(one.value, list) else (one.value,))]
        if form == "note":  # Scopus writes the list into a note.
            raw = [
                text[match.end() :] for text in raw if isinstance(text, str) and (match := _LABELLED_TEXT.match(text))
            ]
        found = read_references(raw, form, are_certain=are_certain)
        if any(one.names or are_certain for one in found):
            return found
    return ()


def read_aliases(values: Values) -> Iterator[str]:
    """Yield the names under which databases know the record, such as `wos:…`."""
    for form, printed in values.groups("alias"):
        for one in printed:
            if match := _ALIASES[form].search(text_of(one.value)[:_MAX_ALIAS_CHARS]):
                name = match[0].partition(":")[2] if form == "wos" else match[0]
                yield f"{form}:{name.lower() if form == 's2' else name.upper() if form in _IN_CAPITALS else name}"


def read_identifiers(values: Values, targets: Sequence[Target] = ()) -> Identifiers:
    """Return the identifiers of a row: those of its fields, else those in the addresses of its pages."""
    is_bibtex = values.row.markup is Markup.BIBTEX
    read = decode_identifier if is_bibtex else str
    urls = [read(text_of(one.value)) for one in values.all_of("url")]
    eprints = values.all_of("eprint") if values.has("eprint") else ()
    if eprints and values.text("eprint_type").lower() not in {"", "arxiv"}:
        eprints = ()
    # Addresses in other columns of a table may name the paper; in those of a bibliography they are code and slides.
    others = [target.raw for target in targets] if not is_bibtex else []

    arxiv = (*(text_of(one.value) for one in eprints), *_arxiv_texts(values), *others)
    found = make_identifiers(arxiv=arxiv, doi=(read(text_of(one.value)) for one in values.all_of("doi")))
    if not found.doi:
        notes = [read(text_of(one.value)) for one in values.all_of("note")]
        if named := addresses_of_resolver((*urls, *notes, *others)):
            found = found.or_else(make_identifiers(doi=named))
    if not (found.arxiv and found.doi) and (other := identify_first((*urls, *others), only_arxiv=bool(found.doi))):
        found = found.or_else(other)
    pmid = next(_pmids_in(values), None)
    return found.or_else(Identifiers(pmid=pmid)) if pmid else found


def read_names(values: Values) -> tuple[str, ...]:
    """Return the identifiers of a row as names: of each registry all that its fields have, though a work has one."""
    dois = (parse_doi(text) or doi_of_field(text) for text in (text_of(one.value) for one in values.all_of("doi")))
    named = (
        *(f"doi:{doi}" for doi in dois if doi),
        *(f"arxiv:{arxiv}" for text in _arxiv_texts(values) if (arxiv := arxiv_of_field(text))),
        *read_aliases(values),
        *(f"pmid:{pmid}" for pmid in _pmids_in(values)),
    )
    return tuple(dict.fromkeys(map(normalise_identifier, named)))


def _arxiv_texts(values: Values) -> Iterator[str]:
    for form, printed in values.groups("arxiv"):
        for one in printed:
            text = text_of(one.value)
            # What an address of another site ends with is no id.
            if may_be_arxiv(text) and (form != "address" or "arxiv" in text.lower()):
                yield text


def _pmids_in(values: Values) -> Iterator[str]:
    for form, printed in values.groups("pmid"):
        for text in (text_of(one.value)[:_MAX_CHARS_OF_NOTE] for one in printed):
            if match := _LABELLED_PMID.search(text) if form == "labelled" else _PMID.fullmatch(text):
                yield match[1]


def _find_targets(values: Values) -> Iterator[Target]:
    """Yield the addresses of a row in the order of its fields."""
    offset = n_located = 0
    for printed_name, says_address in values.plan.scanned.items():
        name = printed_name if values.section.folds else _name_of_path(printed_name)
        for one in values.by_name[printed_name]:
            for text in (one.value,) if isinstance(one.value, str) else _addresses_in(one.value):
                if "." not in text and "\\" not in text:
                    continue
                n_located += 1
                start = values.row.span_of(one) if n_located <= _MAX_LOCATED else values.row.span
                if start is None:
                    start, offset = values.row.locate(text, offset)
                if says_address and _is_address(text):
                    yield Target(raw=text.strip(), words=name, span=start)
                else:
                    yield from find_targets(text, name, start)


def _name_of_path(path: str) -> str:
    """Return the last part of a path that says whose address it is."""
    parts = [part.lstrip("@*") for part in path.split(".")]
    return parts[-1] if len(parts) == 1 or parts[-1].lower() not in {"url", "href"} else parts[-2]


def _is_address(text: str) -> bool:
    """Return whether a value is one word with a dot: an address by the name of its field, even without a scheme."""
    if "://" in text and not text.lstrip().lower().startswith(_SCHEMES):
        return False
    return "." in text and not any(sign in text.strip() for sign in (" ", "\n", "\t", "\\url", "\\href", "<"))


def _addresses_in(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for one in value:
                yield from _addresses_in(one)
        case Mapping():
            yield from (
                held for name in ("url", "URL", "href", "value", "#") if isinstance(held := value.get(name), str)
            )
