"""Read one export with one program, and print what it read as JSON: a line for each record, its values by fact.

    python benchmarks/export_readers.py NAME FILE

`bench_exports` runs this file in the environment of each program, so it needs nothing but the standard library and that
program. A program names its fields after the notation or service; `FACTS` says which fact a name means. Only what the
program itself makes a field counts: nothing is looked for in the text of another field.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

FACTS: Mapping[str, tuple[str, ...]] = {
    "title": ("title", "TI", "Title", "document_title", "primary_title", "translated_title"),
    "authors": ("author", "authors", "AF", "FAU", "AU", "first_authors", "Authors", "Author"),
    "year": ("year", "date", "publication_year", "publication_date", "PY", "DP", "Year", "Publication year"),
    "venue": (
        "venue",
        *("journal", "journaltitle", "booktitle", "publication_source", "secondary_title", "journal_name"),
        *(
            "alternate_title3",
            "SO",
            "JT",
            "TA",
            "Source title",
            "publication_name",
            "abbrev_source_title",
            "Publication title",
        ),
    ),
    "DOI": ("doi", "DOI", "DI", "digital_object_identifier", "Digital Object Identifier"),
    "volume": ("volume", "VL", "Volume", "VI"),
    "issue": ("number", "issue", "IS", "Issue", "IP"),
    "pages": (
        *("pages", "start_page", "beginning_page", "beginningPage", "Page start", "BP", "Pages", "art_number"),
        *("article-number", "article_number", "art. no.", "page start", "PG", "First page"),
    ),
    "keywords": ("author_keywords", "keywords", "Author Keywords", "DE", "OT", "author keywords"),
    "index": ("keywords-plus", "index_keywords", "Index Keywords", "ID", "keywords_plus", "MH", "Subject"),
    "cited by": ("times-cited", "citation_count", "note", "TC", "Cited by", "times_cited"),
    "references": ("cited-references", "cited_references", "references", "CR", "References"),
    "abstract": ("abstract", "AB", "Abstract", "notes_abstract"),
    "affiliation": (
        *("affiliation", "affiliations", "author_address", "C1", "Authors with affiliations", "Affiliations", "AD"),
        *("affiliation_", "addresses", "Author affiliation"),
    ),
    "country": ("countries",),
    "funding": (
        *("funding-acknowledgement", "funding_details", "funding_text", "funding_text 1", "FU", "Funding Details"),
        *("funding_acknowledgement", "GR", "funding_agency"),
    ),
    "language": ("language", "langid", "LA", "Language of Original Document", "Language of publication", "Language"),
    "ISSN": ("issn", "isbn", "SN", "EI", "BN", "ISSN", "ISBN", "eissn", "serial_number"),
    "publisher": ("publisher", "school", "institution", "PU", "Publisher"),
    "type": ("document_type", "type", "entry type", "source_type", "type_of_reference", "type_of_work", "DT", "PT"),
    "editors": ("editor", "editors", "BE", "ED", "Editors", "secondary_authors"),
    "ids": (
        *(
            "unique-id",
            "unique_id",
            "pmid",
            "pubmed_id",
            "pubmed",
            "eid",
            "UT",
            "PM",
            "EID",
            "accession_number",
            "PMID",
        ),
        *("PubMed ID", "id"),
    ),
}
"""What is compared, and the names under which a program has it, the best first."""

_SPLIT = {"references": re.compile(r"\n|;\s+|;$"), "authors": re.compile(r"\s+and\s+|;\s*")}
_PLACEHOLDER = re.compile(r"\[?(?:no .{1,20} available|nan|n/a|none|undefined)\]?", re.IGNORECASE)
_MAX_CHARS = 300
Raw = Iterator[Mapping[str, Any]]


class _StandIn(ModuleType):
    """What an import gives in place of a package that reading does not need; as a decorator it changes nothing."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever is asked for
        if name.startswith("__"):
            raise AttributeError(name)
        return _StandIn(name)

    def __call__(self, *given: Any) -> Any:  # noqa: ANN401
        return given[0] if given else self


class _StandIns(MetaPathFinder):
    """Gives stand-ins for packages that are not installed, but not for this environment's own optional ones."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        return ModuleSpec(name, self, is_package=True) if name.partition(".")[0] in self._names else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _StandIn(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: attributes come when they are asked for."""


def _papertrace(path: Path) -> Raw:
    for entry in import_module("papertrace").read_listing(path):
        named = entry.identifiers
        yield {
            "title": entry.title,
            "authors": entry.authors,
            "year": entry.year,
            "venue": entry.venue,
            "doi": named.doi,
            "volume": entry.volume,
            "issue": entry.issue,
            "pages": entry.first_page,
            "author_keywords": entry.keywords,
            "keywords_plus": entry.index_keywords,
            "times_cited": entry.n_citations,
            "references": entry.references,
            "abstract": entry.abstract,
            "affiliations": entry.institutions or entry.countries,
            "countries": entry.countries,
            "funding_details": entry.funding,
            "language": entry.language,
            "issn": entry.issn or entry.isbn,
            "publisher": entry.publisher,
            "type": entry.type,
            "editors": entry.editors,
            "id": [*entry.aliases, *filter(None, (named.arxiv, named.pmid, named.openalex, named.s2))],
        }


def _pybibx(path: Path) -> Raw:
    sys.meta_path.append(_StandIns("networkx", "numba", "scipy", "sklearn", "PIL"))
    module = import_module("pybibx.base.pbx")
    head = path.read_text(encoding="utf-8", errors="replace")[:200_000]
    database = "wos" if "Unique-ID" in head else "pubmed" if head.lstrip().startswith("PMID") else "scopus"
    module.pbx_probe._pbx_probe__make_bib = lambda _: None  # noqa: SLF001 - the statistics are no part of reading
    probe = module.pbx_probe(str(path), database, del_duplicated=False)
    if not len(probe.data) or ("title" in probe.data and set(probe.data["title"]) == {"UNKNOWN"}):
        message = "no record has a title"
        raise ValueError(message)
    try:
        probe.aut, probe.u_aut = probe._pbx_probe__get_str(entry="author", s=" and ", lower=True, sorting=True)  # noqa: SLF001
        countries, _ = probe._pbx_probe__get_countries()  # noqa: SLF001
    except Exception:  # noqa: BLE001 - as far as it gets
        countries = [()] * len(probe.data)
    for row, known in zip(probe.data.to_dict("records"), countries, strict=True):
        record = {name: value for name, value in row.items() if not str(value).endswith("UNKNOWN")}
        if database == "scopus" and path.suffix == ".bib" and record.get("source") != "Scopus":
            record.pop("note", None)  # The count in Scopus, and whatever else in other bibliographies.
        elif record.get("keywords"):
            record["index_keywords"] = record.pop("keywords")
        if database == "pubmed":
            record.pop("note")
        record["countries"] = [one for one in known if str(one).upper() != "UNKNOWN"]
        yield record


def _bibtexparser(path: Path) -> Raw:
    for entry in import_module("bibtexparser").parse_file(str(path)).entries:
        record = {name.lower(): field.value for name, field in entry.fields_dict.items()}
        if record.get("source") == "Scopus":
            record["index_keywords"] = record.pop("keywords", "")
        else:
            record.pop("note", "")
        if "eid" in record:  # In BibLaTeX a number in place of pages; in what other programs read, the id of Scopus.
            record["pages"] = record.get("pages") or record.pop("eid")
        yield {**record, "entry type": entry.entry_type}


def _litstudy(path: Path) -> Raw:
    sys.meta_path.append(
        _StandIns("gensim", "matplotlib", "seaborn", "networkx", "wordcloud", "requests", "feedparser", "pybliometrics")
    )
    sys.meta_path.append(_StandIns("pyvis", "sklearn", "tqdm"))
    litstudy = import_module("litstudy")
    head = path.read_text(encoding="utf-8-sig", errors="replace")[:2_000].partition("\n")[0]
    load: Callable[[str], Any] = {".bib": litstudy.load_bibtex, ".ris": litstudy.load_ris_file}.get(
        path.suffix,
        litstudy.load_springer_csv
        if "Item DOI" in head
        else litstudy.load_ieee_csv
        if "Document Identifier" in head
        else litstudy.load_scopus_csv
        if "Source title" in head and "EID" in head
        else litstudy.load_csv,
    )
    names = (
        *("title", "publication_source", "publication_year", "publisher", "language", "abstract", "keywords"),
        *("citation_count", "references", "source_type"),
    )
    for document in load(str(path)):
        record = {name: getattr(document, name, None) for name in names}
        record["authors"] = [author.name for author in document.authors or ()]
        record["affiliations"] = [
            one.name for author in document.authors or () for one in author.affiliations or () if one and one.name
        ]
        record |= {"doi": document.id.doi, "pmid": document.id.pubmed, "eid": document.id._attr.get("eid")}  # noqa: SLF001
        yield record


def _metaknowledge(path: Path) -> Raw:
    for record in import_module("metaknowledge").RecordCollection(str(path)):
        read = {}
        for name in record:
            with suppress(IndexError):  # of tags without a value
                value = record.get(name)
                read[name] = [str(one) for one in value] if isinstance(value, list) else value
        # The number of pages in Web of Science, the ISSN in MEDLINE.
        read.pop("IS" if "PMID" in read else "PG", None)
        yield read


def _rispy(path: Path) -> Raw:
    rispy = import_module("rispy")
    text = path.read_text(encoding="utf-8-sig")
    of_isi = text.startswith("FN ")
    parser = rispy.WokParser if of_isi else rispy.RisParser
    for record in rispy.loads(text, implementation=parser, skip_unknown_tags=True):
        yield {name: value for name, value in record.items() if name not in ("id", "note", "urls", "unknown_tag")}


READERS: Mapping[str, Callable[[Path], Raw]] = {
    "papertrace": _papertrace,
    "pybibx": _pybibx,
    "bibtexparser": _bibtexparser,
    "litstudy": _litstudy,
    "metaknowledge": _metaknowledge,
    "rispy": _rispy,
}


def _values(value: object, split: re.Pattern[str] | None) -> list[str]:
    if value is None or value == "" or value != value:  # noqa: PLR0124 - NaN
        return []
    several: Iterable[object] = value if isinstance(value, (list, tuple)) else [value]
    texts = (str(one).strip(" {}\t\n") for one in several)
    each = (part for text in texts for part in (split.split(text) if split else (text,)))
    return [part[:_MAX_CHARS] for part in map(str.strip, each) if part and not _PLACEHOLDER.fullmatch(part)]


def read(name: str, path: Path) -> Iterator[dict[str, list[str]]]:
    """Yield the values of each record by fact."""
    for record in READERS[name](path):
        yield {
            fact: found
            for fact, names in FACTS.items()
            if (found := next(filter(None, (_values(record.get(one), _SPLIT.get(fact)) for one in names)), []))
        }


if __name__ == "__main__":
    printed, sys.stdout = sys.stdout, sys.stderr
    for one in read(sys.argv[1], Path(sys.argv[2])):
        print(json.dumps(one), file=printed)
