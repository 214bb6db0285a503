"""Papers that listings name in several spellings of one arXiv id or DOI are one paper, and so are references to it."""

from pathlib import Path

import pytest
from tests.case_tables import cases

import papertrace

SICI = "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O"


def extract(folder: Path, *entries: str) -> list[papertrace.Paper]:
    path = folder / "all.bib"
    path.write_text("\n".join(entries), encoding="utf-8")
    return list(papertrace.extract_papers(path))


@pytest.mark.parametrize(
    ("one", "other", "name"),
    [
        pytest.param(
            "eprint = {cs.LG/0701001v2}, archiveprefix = {arXiv}",
            "url = {https://arxiv.org/abs/cs/0701001}",
            "arxiv:cs/0701001",
            id="a subject class",
        ),
        pytest.param(
            "url = {https://arxiv.org/abs/cond-mat.stat-mech/0201001}",
            "journal = {arXiv:cond-mat/0201001}",
            "arxiv:cond-mat/0201001",
            id="a subject class with a hyphen",
        ),
        pytest.param(
            "doi = {10.1000.10/ABC}",
            "url = {https://dx.doi.org/10.1000.10/abc}",
            "doi:10.1000.10/abc",
            id="a registrant that is divided",
        ),
        pytest.param(
            f"doi = {{{SICI}}}",
            "url = {https://doi.org/10.1002/%28SICI%291097-4571%28199806%2949%3A8%3C693%3A%3AAID-ASI4%3E3.0.CO%3B2-O}",
            f"doi:{SICI.lower()}",
            id="a SICI, percent-encoded",
        ),
        pytest.param(
            f"doi = {{{SICI.lower().replace('<', '&lt;').replace('>', '&gt;')}}}",
            f"doi = {{{SICI.replace('<', '$<$').replace('>', '{' + chr(92) + 'textgreater}')}}}",
            f"doi:{SICI.lower()}",
            id="a SICI, escaped for HTML and for LaTeX",
        ),
        pytest.param(
            "doi = {10.1145/1234567.7654321}",
            "url = {https://dl.acm.org/doi/abs/10.1145/1234567.7654321}",
            "doi:10.1145/1234567.7654321",
            id="a publisher's address",
        ),
        pytest.param(
            r"doi = {10.1007/978-3-319-46487-9{\_}40}",
            "doi = {10.1007/978-3-319-46487-9_40}",
            "doi:10.1007/978-3-319-46487-9_40",
            id="an underscore in braces",
        ),
    ],
)
def test_two_spellings_of_one_identifier_are_one_paper(tmp_path: Path, one: str, other: str, name: str) -> None:
    papers = extract(
        tmp_path, f"@article{{a, title = {{Fold}}, {one}}}", f"@article{{b, title = {{Folding}}, {other}}}"
    )

    assert [(paper.id, len(paper.entries)) for paper in papers] == [(name, 2)]


@cases("stated, cited")
def test_a_text_cites_a_paper_in_any_spelling_of_its_name(tmp_path: Path, stated: str, cited: str) -> None:
    cited_paper, citing = extract(
        tmp_path,
        f"@article{{a, title = {{Fold}}, {stated}}}",
        f"@article{{b, title = {{Bend}}, abstract = {{We extend {cited}.}}}}",
    )

    assert citing.references == (cited_paper.id,)


def test_names_in_the_extracted_form_are_read_in_their_one_spelling(tmp_path: Path) -> None:
    path = tmp_path / "papers.jsonl"
    path.write_text(
        '{"id": "a", "title": "Fold", "links": [], "concepts": [], "identifiers": {"arxiv": "math.GT/0309136"}}\n'
        '{"id": "b", "title": "Bend", "links": [], "concepts": [], "references": ["arXiv:math/0309136v2"]}\n',
        encoding="utf-8",
    )

    assert [paper.identifiers.arxiv for paper in papertrace.read_papers(path)] == ["math/0309136", None]
    assert {paper.title: paper.references for paper in papertrace.extract_papers(path)} == {
        "Fold": (),
        "Bend": ("arxiv:math/0309136",),
    }
