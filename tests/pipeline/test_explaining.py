"""Why a paper has its concepts: every span is where the listing prints the term."""

from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.folders import CASES

import papertrace
from papertrace.errors import PaperNotFoundError
from papertrace.model import Entry, Identifiers, Paper, Span
from papertrace.pipeline.explaining import explain, explain_pair
from papertrace.pipeline.papers import write_papers
from papertrace.reports.explanation import generate_explanation, generate_pair

TOUR = CASES / "audit" / "tour.txt"


def test_the_kept_terms_are_the_concepts_of_the_paper_in_their_order() -> None:
    paper = next(paper for paper in papertrace.extract_papers([TOUR]) if paper.title.startswith("Lantern"))

    explanation = explain([TOUR], "lantern: serving")

    assert explanation.paper_id == paper.id
    kept = [judgement.label for judgement in explanation.judgements if judgement.kept]
    assert kept == [concept.label for concept in paper.concepts]


def test_a_span_is_where_the_listing_prints_the_term() -> None:
    lines = TOUR.read_text(encoding="utf-8").splitlines()
    found = [judgement for judgement in explain([TOUR], "Lantern").judgements if judgement.score]
    assert found
    for judgement in found:
        assert judgement.spans, judgement.label
        for span in judgement.spans:
            printed = lines[span.line - 1][span.column - 1 :]
            assert printed.startswith(judgement.surfaces), (judgement.label, span)


def test_a_span_is_found_through_markup(tmp_path: Path) -> None:
    path = tmp_path / "papers.csv"
    path.write_text("title,abstract\nOf Bears,On *ice* floes and on ice floes.\n", encoding="utf-8")
    (judgement,) = [one for one in explain([path], "Of").judgements if one.label == "ice floes"]
    assert (judgement.n, len(judgement.spans)) == (2, 2)


def test_a_paper_is_found_by_its_id_too() -> None:
    by_title = explain([TOUR], "Lantern")
    assert explain([TOUR], by_title.paper_id) == by_title


@pytest.mark.parametrize(
    "name", ["math/0309136", "arXiv:math.GT/0309136v2", "https://arxiv.org/abs/math/0309136", "doi:10.1000/ICE"]
)
def test_a_paper_is_found_by_any_spelling_of_its_identifiers(tmp_path: Path, name: str) -> None:
    path = tmp_path / "papers.csv"
    path.write_text("title,abstract,arxiv,doi\nIce,Of ice.,math.GT/0309136,10.1000/ice\n", encoding="utf-8")
    assert explain([path], name).title == "Ice"


@pytest.mark.parametrize(
    "name", ["openalex:W77", "OpenAlex:w77", "s2:ab12", "pmid:123", "acl:2020.x-1", "doi:10.1101/X", "10.1101/x"]
)
def test_a_paper_is_found_by_the_identifiers_that_services_add(tmp_path: Path, name: str) -> None:
    identifiers = Identifiers(
        doi="10.1000/ice", openalex="W77", s2="ab12", pmid="123", acl="2020.x-1", versions=("doi:10.1101/x",)
    )
    printed = Entry(title="Ice", abstract="Of ice.", span=Span("papers.bib", 1), end_line=1)
    other = Entry(title="Of W77 and 123", abstract="Of fire.", span=Span("papers.bib", 2), end_line=2)
    papers = [
        Paper(id="doi:10.1000/ice", title="Ice", abstract="Of ice.", entries=(printed,), identifiers=identifiers),
        Paper(id="fire", title=other.title, abstract=other.abstract, entries=(other,)),
    ]
    write_papers(papers, tmp_path / "papers.jsonl")

    assert explain([tmp_path / "papers.jsonl"], name).title == "Ice"


def test_a_paper_of_its_own_is_found_before_the_one_of_which_it_is_a_version(tmp_path: Path) -> None:
    identifiers = Identifiers(doi="10.1000/ice", versions=("doi:10.1101/x",))
    ice = Entry(title="Ice", abstract="Of ice.", span=Span("papers.bib", 1), end_line=1)
    draft = Entry(title="Frozen Water", abstract="Of water.", span=Span("papers.bib", 2), end_line=2)
    papers = [
        Paper(id="doi:10.1000/ice", title="Ice", abstract="Of ice.", entries=(ice,), identifiers=identifiers),
        Paper(
            id="doi:10.1101/x",
            title=draft.title,
            abstract=draft.abstract,
            entries=(draft,),
            identifiers=Identifiers(doi="10.1101/x"),
        ),
    ]
    write_papers(papers, tmp_path / "papers.jsonl")

    assert explain([tmp_path / "papers.jsonl"], "10.1101/x").title == "Frozen Water"


@cases("name, complaint", named=True)
def test_an_unknown_paper_is_an_error(name: str, complaint: str) -> None:
    with pytest.raises(PaperNotFoundError, match=complaint):
        explain([TOUR], name)


def test_titles_that_begin_alike_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "papers.csv"
    path.write_text("title,abstract\nIce One,Of ice.\nIce Two,Of ice.\nIce,Of all.\n", encoding="utf-8")
    assert explain([path], "ice").title == "Ice"
    with pytest.raises(PaperNotFoundError, match="3 papers have a title with 'I': Ice One; Ice Two; Ice;"):
        explain([path], "I")


def test_the_table_has_reasons_and_spans() -> None:
    text = "".join(generate_explanation(explain([TOUR], "Lantern")))
    assert text.startswith("Lantern: Serving Mixture of Experts from Disk\n")
    assert "  mixture of experts " in text
    assert " 17:18 19:157 " in text
    assert "3 papers share it, in the title, 2 times, an acronym or its long form\n" in text
    assert "  a single word that is common in several fields" in text
    assert max(map(len, text.splitlines())) < 140


def test_a_pair_is_explained_by_parts_of_titles(tmp_path: Path) -> None:
    path = tmp_path / "papers.csv"
    text = "Growth of walrus tusks in winter. The walrus tusk grows."
    path.write_text(f"title,abstract\nWalrus Tusk Growth,{text}\nA Walrus Tusk Atlas,{text}\nIce,Of ice.\n", "utf-8")
    linked = explain_pair([path], "Growth", "tusk atlas")
    assert linked.conclusion == "linked by shared concepts"
    assert linked.shared[0].chance > 0
    assert explain_pair([path], "Ice", "Atlas").conclusion.startswith("not linked: their texts are too little alike")
    assert "linked by shared concepts\n" in "".join(generate_pair(linked))


def test_a_paper_is_not_explained_with_itself() -> None:
    with pytest.raises(PaperNotFoundError, match="are the same paper"):
        explain_pair([TOUR], "Lantern", "Lantern: Serving")


def test_a_term_is_explained_by_the_figures_that_decide() -> None:
    explanation = explain([TOUR], "Lantern")
    found = {one.label: one.measures for one in explanation.judgements}["mixture of experts"]
    assert found is not None
    assert 0 < found.title_share < 1
    assert 0 < found.burst_share < 1
    shown = f"{round(100 * found.title_share)}/{round(100 * found.burst_share)}/"
    assert any(line.startswith("  mixture of experts ") and shown in line for line in generate_explanation(explanation))


def test_a_pair_is_explained_with_what_a_link_needs(tmp_path: Path) -> None:
    path = tmp_path / "papers.csv"
    path.write_text("title,abstract\nWalrus Tusk Growth,Of tusks.\nIce,Of ice.\n", "utf-8")
    text = "".join(generate_pair(explain_pair([path], "Walrus", "Ice")))
    assert "not linked: their texts are too little alike (cosine 0.000, at least 0.08)\n" in text
