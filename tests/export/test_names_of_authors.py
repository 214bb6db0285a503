"""Names of authors in references: one table of cases for what sites write and for what the page writes."""

import json
import subprocess
import tomllib
from pathlib import Path

import networkx as nx
from tests.case_tables import cases
from tests.folders import CASES
from tests.npm import node

from papertrace.export.page.data import page_data
from papertrace.export.page.embedding import JsonObject
from papertrace.export.site.pages import format_bibtex
from papertrace.model import Paper
from papertrace.model.papers.facts import read_author

NAMES = [
    row[0]
    for rows in tomllib.loads((CASES / "export/names_of_authors.toml").read_text("utf-8")).values()
    for row in rows
]
SCRIPTS = Path(__file__).parent.parent / "page_scripts"


def data_of(*authors: tuple[str, ...]) -> JsonObject:
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    papers = [
        Paper(id=f"p{i}", title="Ice", abstract="", entries=(), authors=names, date="2020")
        for i, names in enumerate(authors)
    ]
    graph.add_nodes_from(paper.id for paper in papers)
    return page_data(graph, papers)


@cases("name, family, bibtex, key")
def test_a_name_has_a_family_name_and_a_form_in_bibtex(name: str, family: str, bibtex: str, key: str) -> None:
    (record,) = data_of((name,))["papers"]

    assert read_author(name).family == family
    assert record["key"] == key
    assert f"author = {{{bibtex}}}," in format_bibtex(record)


def test_no_name_has_no_parts() -> None:
    assert read_author("") == read_author(" ") == ("", "", "")


def test_the_page_writes_the_references_of_a_site(tmp_path: Path) -> None:
    data = data_of(*((name,) for name in NAMES), tuple(NAMES), ("Ada Lindqvist",))
    file = tmp_path / "bibtex.mjs"
    file.write_text(
        f"""import {{ openPage, pageOf }} from {json.dumps((SCRIPTS / "made_up_page.mjs").as_uri())};
        const {{ papers, bibtex_names }} = {json.dumps(data)};
        const made = pageOf(papers.map((paper) => ({{ ...paper, concepts: [] }})), {{ bibtex_names }});
        const {{ bibtexOf }} = await openPage(made)("exporting.js");
        process.stdout.write(bibtexOf(papers.map((_, i) => i)));""",
        "utf-8",
    )

    done = subprocess.run([node(), str(file)], capture_output=True, encoding="utf-8", check=True)

    assert done.stdout == "\n".join(map(format_bibtex, data["papers"]))


@cases("authors, label", named=True)
def test_two_authors_are_both_named(authors: tuple[str, ...], label: str) -> None:
    (record,) = data_of(authors)["papers"]

    assert record["short"] == label
