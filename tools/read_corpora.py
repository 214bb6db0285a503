"""Read titles and abstracts from downloaded corpora and print one JSON object per paper: its field, title and abstract.

    python tools/read_corpora.py KIND PATH [PATH ...] > papers.jsonl

KIND is `arxiv-tsv` (tables of arXiv metadata, one category per file, maybe compressed by xz), `arxiv-jsonl` (lists of
new papers of one day), `pubmed` (files of the PubMed baseline) or `openalex` (ZIP archives of OpenAlex works in JSON).
A path may be a folder, whose files are read in the order of their names. `fields.toml` says which field a paper is of.
`make_background.py` counts what this script prints.
"""

import argparse
import csv
import gzip
import json
import lzma
import re
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from defusedxml.ElementTree import iterparse

FIRST_YEAR = "2010"  # of papers in the tables of arXiv metadata: older ones say little about the terms of today
MIN_ABSTRACT = 200  # characters: shorter ones are withdrawn papers, errata and teasers

_MAX_CELL = 1 << 20
_RULES = tomllib.loads((Path(__file__).resolve().parent / "fields.toml").read_text("utf-8"))
_ARXIV = {category: field for field, categories in _RULES["arxiv"].items() for category in categories.split()}
_JOURNALS = {
    field: re.compile(rf"\b(?:{'|'.join(starts.split())})", re.IGNORECASE)
    for field, starts in _RULES["journals"].items()
}
_BLANKS = re.compile(r"\s+")


class Paper(NamedTuple):
    """One paper: the field of science that it counts for, its title and its abstract."""

    field: str
    title: str
    abstract: str


def main(arguments: list[str] | None = None) -> int:
    """Print the papers of the files that are named on the command line."""
    parser = argparse.ArgumentParser(description="Print title and abstract of each paper of downloaded corpora.")
    parser.add_argument("kind", choices=sorted(READERS))
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parsed = parser.parse_args(arguments)
    for paper in read_papers(parsed.kind, parsed.paths):
        json.dump(paper._asdict(), sys.stdout, ensure_ascii=False)
        print()
    return 0


def read_papers(kind: str, paths: Iterable[Path]) -> Iterator[Paper]:
    """Yield the papers of files and folders, without those whose abstract is missing or too short."""
    for path in paths:
        files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
        for file in files:
            for field, title, abstract in READERS[kind](file):
                paper = Paper(field, _BLANKS.sub(" ", title).strip(), _BLANKS.sub(" ", abstract).strip())
                if paper.title and len(paper.abstract) >= MIN_ABSTRACT:
                    yield paper


def find_arxiv_field(category: str) -> str | None:
    """Return the field of a category of arXiv, or None if the category is unknown.

    >>> [find_arxiv_field(category) for category in ("cs.CL", "cs.CY", "cond-mat.mtrl-sci", "hep-th", "68T45")]
    ['computing', 'social', 'chemistry', 'physics', None]
    """
    return _ARXIV.get(category) or _ARXIV.get(category.partition(".")[0])


def find_journal_field(journal: str) -> str:
    """Return the field of a journal that PubMed indexes.

    >>> [find_journal_field(title) for title in ("Frontiers in psychology", "Nanoscale", "Chest : official journal")]
    ['social', 'chemistry', 'medicine']
    """
    title = re.split("[:;]", journal)[0]
    return next((field for field, starts in _JOURNALS.items() if starts.search(title)), "medicine")


def _read_arxiv_tsv(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the papers of a table whose primary category has a field; cross-listings are found in several tables."""
    csv.field_size_limit(_MAX_CELL)
    open_table = lzma.open if path.suffix == ".xz" else open
    with open_table(path, "rt", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            field = find_arxiv_field(row["primary_cat"] or "")
            if field and (row["created"] or "") >= FIRST_YEAR:
                yield field, row["title"] or "", row["abstract"] or ""


def _read_arxiv_jsonl(path: Path) -> Iterator[tuple[str, str, str]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            field = find_arxiv_field(next(iter(record["categories"]), ""))
            if field:
                yield field, record["title"] or "", record["summary"] or ""


def _read_pubmed(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the papers in English that have an abstract."""
    with gzip.open(path) as data:
        for _, element in iterparse(data):
            if element.tag != "PubmedArticle":
                continue
            article = element.find("MedlineCitation/Article")
            if article is not None and article.findtext("Language") == "eng":
                texts = ("".join(part.itertext()) for part in article.iterfind("Abstract/AbstractText"))
                title = article.find("ArticleTitle")
                name = "" if title is None else "".join(title.itertext()).strip("[]. ")
                yield find_journal_field(article.findtext("Journal/Title") or ""), name, "\n".join(texts)
            element.clear()


def _read_openalex(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the papers of an archive: reviews of medicine, some of whose papers are of psychology."""
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if not name.endswith(".json"):
                continue
            for work in json.loads(archive.read(name)):
                words = work["abstract_inverted_index"] or {}
                at = sorted((position, word) for word, positions in words.items() for position in positions)
                areas = {area["display_name"]: area["score"] for area in work["concepts"] if area["level"] == 0}
                is_psychology = max(areas, key=lambda area: (areas[area], area), default="") == "Psychology"
                yield (
                    "social" if is_psychology else "medicine",
                    work["title"] or "",
                    " ".join(word for _, word in at),
                )


READERS: Mapping[str, Callable[[Path], Iterator[tuple[str, str, str]]]] = {
    "arxiv-tsv": _read_arxiv_tsv,
    "arxiv-jsonl": _read_arxiv_jsonl,
    "pubmed": _read_pubmed,
    "openalex": _read_openalex,
}

if __name__ == "__main__":
    sys.exit(main())
