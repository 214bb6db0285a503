"""Citation, co-citation and coupling of a real export of Scopus, beside an independent count in pandas.

    PAPERTRACE_SHARED=../shared python benchmarks/bench_coupling.py

The count splits the RIS file by expressions of its own, takes title and year from each printed reference, and joins the
references with themselves and with the papers in pandas. Both sides must have the same pairs and counts.
"""

import os
import re
import sys
import unicodedata
from pathlib import Path

import pandas as pd

import papertrace
from papertrace.graph.layers.references import link_references
from papertrace.graph.settings import GraphSettings
from papertrace.model import EdgeKind

AUTHORS = re.compile(r"^(?:[^,()]+, (?:[A-Z]\.?-?\s?){1,5}(?:, (?:Jr|Sr|II|III)\.?)?, )+")
REFERENCE = re.compile(r"^(?P<title>.+?) \((?P<year>(?:1[5-9]|20)\d\d)\)")
Counts = dict[tuple[str, str], int]


def plain(text: str) -> str:
    """Return the letters and digits of a text without accents, in lower case."""
    return "".join(char for char in unicodedata.normalize("NFKD", text).casefold() if char.isalnum())


def read_rows(path: Path) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the papers (title and key), and one row per paper and cited work."""
    papers, cites = [], []
    for record in path.read_text("utf-8").split("\nER  -"):
        title = re.search(r"^TI  - (.*)$", record, re.MULTILINE)
        year = re.search(r"^PY  - (\d{4})", record, re.MULTILINE)
        listed = re.search(r"^N1  - References: (.*?)(?=^[A-Z][A-Z0-9]  - |\Z)", record, re.MULTILINE | re.DOTALL)
        if title is None or year is None:
            continue
        papers.append((title[1], plain(title[1]) + year[1]))
        for line in (listed[1] if listed else "").split("\n"):
            found = REFERENCE.match(AUTHORS.sub("", line.strip()))
            if found:
                cites.append((title[1], plain(found["title"]) + found["year"]))
    return pd.DataFrame(papers, columns=["cited", "work"]), pd.DataFrame(
        cites, columns=["paper", "work"]
    ).drop_duplicates()


def count_pairs(papers: pd.DataFrame, cites: pd.DataFrame) -> dict[EdgeKind, Counts]:
    """Return the pairs of papers, by title, that cite one another, are cited together or cite the same, with counts."""
    coupled = cites.merge(cites, on="work").query("paper_x < paper_y")
    inside = cites.merge(papers, on="work").query("paper != cited")
    together = inside.merge(inside, on="paper").query("cited_x < cited_y")
    return {
        EdgeKind.CITATION: _sizes(inside, "paper", "cited"),
        EdgeKind.CO_CITATION: _sizes(together, "cited_x", "cited_y"),
        EdgeKind.COUPLING: _sizes(coupled, "paper_x", "paper_y"),
    }


def _sizes(table: pd.DataFrame, one: str, other: str) -> Counts:
    return {(str(a), str(b)): len(rows) for (a, b), rows in table.groupby([one, other])}


def main() -> int:
    """Print the pairs of both sides, and return 1 if they differ."""
    path = Path(os.environ.get("PAPERTRACE_SHARED", "../shared")) / "data" / "wild" / "asr_scopus.ris"
    papers = sorted(papertrace.extract_papers([path]), key=lambda paper: paper.id)
    titles = {paper.id: paper.title for paper in papers}
    edges = link_references(papers, 1.0, GraphSettings(pruning="none")).edges
    n_different = 0
    for kind, expected in count_pairs(*read_rows(path)).items():
        found: Counts = {}
        for edge in edges:
            if edge.kind is kind:
                one, other = titles[edge.source], titles[edge.target]
                pair = (one, other) if kind is EdgeKind.CITATION or one < other else (other, one)
                found[pair] = 1 if kind is EdgeKind.CITATION else len(edge.evidence)
        different = {pair for pair in {*found, *expected} if found.get(pair) != expected.get(pair)}
        n_different += len(different)
        print(f"{kind}: papertrace {len(found)} pairs, pandas {len(expected)}; {len(different)} differ")
        for pair in sorted(different):
            print(f"  {found.get(pair, 0)} and {expected.get(pair, 0)}: {pair[0][:50]} / {pair[1][:50]}")
    return int(n_different > 0)


if __name__ == "__main__":
    sys.exit(main())
