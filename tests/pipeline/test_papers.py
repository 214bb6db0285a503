"""Papers of listings: citations in their texts, and papers that are written and read back."""

from pathlib import Path

import pytest

import papertrace
from papertrace.errors import ListingError, StoreError
from papertrace.model import EdgeKind, Problem
from papertrace.pipeline.enriching import open_facts
from papertrace.pipeline.texts import blank_recurring, count_sentences

CITED = """
@article{fold, title = {Fold: Thin Sheets}, author = {Doe, Jane}, eprint = {2401.00001}, archiveprefix = {arXiv},
  doi = {10.1000/Fold.1}, abstract = {We fold sheets.}}
"""
CITING = """
@article{bend, title = {Bend: Thick Sheets}, author = {Roe, Ann}, eprint = {2402.00002}, archiveprefix = {arXiv},
  abstract = {We correct https://doi.org/10.1000/fold.1 and extend arXiv:2403.00003; see arXiv:2402.00002 for more.}}
@article{tear, title = {Tear: Wet Sheets}, author = {Poe, Eve}, doi = {10.1000/tear},
  abstract = {We tear what arXiv:2401.00001v2 folds and what arXiv:2403.00003 extends.}}
"""

IN_LATEX = r"""
@article{fold, title = {HarborFlow: Thin Sheets}, abstract = {We fold 50\% of R{\'e}nyi sheets.
  Code: https://github.com/acme/harbor\_flow and https://example.org/~ada/a--b.}}
@article{bend, title = {Thick Sheets}, abstract = {Beside HarborFlow, we bend 30\% more{\textemdash}a lot.}}
"""


def test_texts_of_a_bibliography_are_shown_without_latex_and_located_where_it_prints_them(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(IN_LATEX, encoding="utf-8")

    fold, bend = papertrace.extract_papers([tmp_path / "a.bib"])

    code = "Code: https://github.com/acme/harbor_flow and https://example.org/~ada/a--b."
    assert fold.abstract == f"We fold 50% of Rényi sheets. {code}"
    assert fold.claim.sentence == code
    assert [(link.url, link.span.line, link.span.column) for link in fold.links] == [
        ("https://github.com/acme/harbor_flow", 3, 9),
        ("https://example.org/~ada/a--b", 3, 50),
    ]
    assert [one.sentence for one in bend.mentions] == ["Beside HarborFlow, we bend 30% more—a lot."]


def test_identifiers_in_a_text_cite_papers_of_any_listing_in_any_order(tmp_path: Path) -> None:
    (tmp_path / "cited.bib").write_text(CITED, encoding="utf-8")
    (tmp_path / "citing.bib").write_text(CITING, encoding="utf-8")
    for names in (["cited.bib", "citing.bib"], ["citing.bib", "cited.bib"]):
        papers = {paper.title[:4]: paper for paper in papertrace.extract_papers([tmp_path / name for name in names])}

        assert papers["Fold"].references == ()
        assert papers["Bend"].references == ("arxiv:2401.00001", "arxiv:2403.00003")
        assert papers["Tear"].references == ("arxiv:2401.00001", "arxiv:2403.00003")


def test_a_citation_in_a_text_is_an_edge_of_the_graph(tmp_path: Path) -> None:
    (tmp_path / "all.bib").write_text(CITED + CITING, encoding="utf-8")

    graph = papertrace.build_graph(papertrace.extract_papers([tmp_path / "all.bib"]))

    edges = {(frozenset(pair), data["kind"]) for *pair, data in graph.edges(data=True)}
    assert (frozenset(("arxiv:2402.00002", "arxiv:2401.00001")), EdgeKind.CITATION) in edges
    assert (frozenset(("doi:10.1000/tear", "arxiv:2401.00001")), EdgeKind.CITATION) in edges
    assert (frozenset(("doi:10.1000/tear", "arxiv:2402.00002")), EdgeKind.COUPLING) in edges


def test_lines_without_a_paper_are_reported_and_a_file_of_nothing_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "papers.jsonl"
    good = '{"id":"a","title":"A","links":[],"concepts":[]}'
    problems: list[Problem] = []

    path.write_text(f"{good}\n{{\n{good}\n", encoding="utf-8")
    assert [paper.id for paper in papertrace.read_papers(path, on_problem=problems.append)] == ["a", "a"]
    assert [problem.span.line for problem in problems] == [2]

    path.write_text("{\n", encoding="utf-8")
    with pytest.raises(
        ListingError, match="contains no paper in the extracted form; create one with papertrace extract"
    ):
        list(papertrace.read_papers(path))


def test_notices_of_copyright_are_blanked_where_no_sentence_recurs() -> None:
    boilerplate = count_sentences([])
    boilerplate.finish()
    text = "We sail far beyond the harbour. (C) 2015 The Harbour Society."

    shown = blank_recurring(text, boilerplate)

    assert len(shown) == len(text)
    assert shown.startswith("We sail far beyond the harbour. ")
    assert "Society" not in shown
    assert blank_recurring("We sail far.", boilerplate) == "We sail far."


def test_the_facts_of_services_are_kept_in_memory_if_their_store_cannot_be_used_and_need_not_be(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "facts.sqlite"
    path.write_text("not a database, but long enough to be looked at\n" * 100, encoding="utf-8")

    with pytest.raises(StoreError), open_facts(path):
        pass
    assert caplog.messages == []
    with open_facts(path, needs_store=False) as facts:
        assert facts is not None
    (message,) = caplog.messages
    assert "facts.sqlite" in message
    assert message.endswith("so nothing that services answer is kept; name a file with --store")
