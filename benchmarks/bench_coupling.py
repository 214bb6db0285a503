"""Citation, co-citation and coupling of a real export of Scopus, beside an independent count in pandas.

    PAPERTRACE_SHARED=../shared python benchmarks/bench_coupling.py

The export has six papers with reference lists, none of which cites another, so that the works that they cite are added
as entries of a second listing. The count splits the RIS file by expressions of its own, takes authors, title and year
from each printed reference, and joins the references with themselves and with the papers in pandas. Both sides must
have the same pairs and counts.
"""

import os
import re
import sys
import tempfile
import unicodedata
from pathlib import Path

import pandas as pd

import papertrace
from papertrace.graph.layers import link_references
from papertrace.graph.settings import GraphSettings
from papertrace.model import EdgeKind

AUTHORS = re.compile(r"^(?:[^,()]+, (?:[^\W\d_]\.?-?\s?){1,5}(?:, (?:Jr|Sr|II|III)\.?)?, )+")
REFERENCE = re.compile(r"^(?P<title>.+?) \((?P<year>(?:1[5-9]|20)\d\d)\)")
NOT_A_TITLE = re.compile(r"^[a-z]|\b[^\W\d_]\.,|^[^ ]+, ")
Counts = dict[tuple[str, str], int]


def plain(text: str) -> str:
    """Return the letters and digits of a text without accents, in lower case."""
    return "".join(char for char in unicodedata.normalize("NFKD", text).casefold() if char.isalnum())


def read_rows(path: Path) -> tuple[pd.DataFrame, pd.DataFrame, dict[str, str]]:
    """Return the papers (title and key), one row per paper and cited work, and the cited works as RIS by key."""
    papers, cites, works = [], [], {}
    for record in path.read_text("utf-8").split("\nER  -"):
        title = re.search(r"^TI  - (.*)$", record, re.MULTILINE)
        year = re.search(r"^PY  - (\d{4})", record, re.MULTILINE)
        listed = re.search(r"^N1  - References: (.*?)(?=^[A-Z][A-Z0-9]  - |\Z)", record, re.MULTILINE | re.DOTALL)
        if title is None or year is None:
            continue
        papers.append((title[1], plain(title[1]) + year[1]))
        for line in (listed[1] if listed else "").split("\n"):
            authors = AUTHORS.match(line.strip())
            found = REFERENCE.match(AUTHORS.sub("", line.strip()))
            if found:
                key = plain(found["title"]) + found["year"]
                cites.append((title[1], key))
                author = ", ".join(authors[0].split(", ")[:2]) if authors else ""
                if not author or NOT_A_TITLE.search(found["title"]):
                    continue  # a body or a work without authors, of which it is not certain where the title begins
                works[key] = f"TY  - JOUR\nAU  - {author}\nTI  - {found['title']}\nPY  - {found['year']}\nER  -\n"
    # One work is printed with its subtitle and without: what continues the title of another work of the year is that.
    longer = {key: other for key in works for other in works if key != other and _continues(key, other)}
    works = {key: work for key, work in works.items() if key not in longer}
    cites = [(paper, longer.get(key, key)) for paper, key in cites]
    papers += [(re.findall(r"TI  - (.*)", work)[0], key) for key, work in works.items()]
    tables = pd.DataFrame(papers, columns=["cited", "work"]), pd.DataFrame(cites, columns=["paper", "work"])
    return tables[0].drop_duplicates("work"), tables[1].drop_duplicates(), works


def _continues(key: str, other: str) -> bool:
    return key[-4:] == other[-4:] and len(other) > 40 and key.startswith(other[:-4])  # noqa: PLR2004 - a year, a title


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
    listed, cites, works = read_rows(path)
    with tempfile.TemporaryDirectory() as folder:
        cited = Path(folder) / "cited.ris"
        cited.write_text("\n".join(works.values()), "utf-8")
        papers = sorted(papertrace.extract_papers([path, cited]), key=lambda paper: paper.id)
    titles = {paper.id: paper.title for paper in papers}
    edges = link_references(papers, 1.0, GraphSettings(pruning="none")).edges
    n_different = 0
    for kind, expected in count_pairs(listed, cites).items():
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
