"""arXiv ids and DOIs, bare and in addresses."""

import json
from pathlib import Path

import pytest

from papertrace.extract.identifiers import find_arxiv_ids, find_citations, find_dois


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("nothing here but 2401.00001 and 3.14", ()),
        ("arXiv:2401.00001", ("2401.00001",)),
        ("arXiv: 2401.00001v3 [cs.CL]", ("2401.00001",)),
        ("arXiv preprint arXiv:2401.00001, 2024", ("2401.00001",)),
        ("arXiv:2401.00001, 2402.00002 and 2403.00003", ("2401.00001", "2402.00002", "2403.00003")),
        ("https://arxiv.org/pdf/2401.00001v2.pdf", ("2401.00001",)),
        ("https://arxiv.org/abs/math.GT/0309136v1", ("math/0309136",)),
        ("as in hep-th/9901001.", ("hep-th/9901001",)),
        ("and/or 9901001, or/9901001", ()),
        ("https://huggingface.co/papers/2401.00001", ("2401.00001",)),
        ("https://doi.org/10.48550/arXiv.2401.00001", ("2401.00001",)),
        ("arXiv:2413.00001", ()),
    ],
    ids=lambda value: str(value)[:40],
)
def test_arxiv_ids(text: str, ids: tuple[str, ...]) -> None:
    assert find_arxiv_ids(text) == ids


@pytest.mark.parametrize(
    ("text", "dois"),
    [
        ("version 10.2/3 of it", ()),
        ("doi:10.1000/ABC.", ("10.1000/abc",)),
        ("https://doi.org/10.1000/182, and", ("10.1000/182",)),
        ("(10.1016/S0000-1111(05)80360-2)", ("10.1016/s0000-1111(05)80360-2",)),
        ("https://zenodo.org/doi/10.5281/zenodo.7654321.", ("10.5281/zenodo.7654321",)),
        ("https://dl.example.org/doi/pdf/10.1000/182?download=true", ("10.1000/182",)),
        ("https://example.org/10.1000/182/full", ("10.1000/182",)),
        ("10.1890/0012-9658(2006)87[1465:ATFMSW]2.0.CO;2", ("10.1890/0012-9658(2006)87[1465:atfmsw]2.0.co;2",)),
        ("10.1000/a\\_b and 10.1000/A_B", ("10.1000/a_b",)),
    ],
    ids=lambda value: str(value)[:40],
)
def test_dois(text: str, dois: tuple[str, ...]) -> None:
    assert find_dois(text) == dois


def test_ids_of_the_real_listings(shared: Path) -> None:
    gold = [json.loads(line) for line in (shared / "gold" / "urls.jsonl").read_text(encoding="utf-8").splitlines()]
    expected = {arxiv for row in gold for arxiv in row.get("arxiv", ())}
    found = {
        arxiv for path in (shared / "seeds").iterdir() for arxiv in find_arxiv_ids(path.read_text(encoding="utf-8"))
    }
    assert len(expected) == 2
    assert found == expected


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("We fold sheets.", ()),
        ("We extend the folds of arXiv:2401.00001v2.", ("arxiv:2401.00001",)),
        ("Sheets are thin [arXiv:2401.00001, 2402.00002].", ("arxiv:2401.00001", "arxiv:2402.00002")),
        ("As shown in https://arxiv.org/abs/2401.00001, sheets are thin.", ("arxiv:2401.00001",)),
        ("See also doi:10.1000/Fold.1 and hep-th/9901001.", ("doi:10.1000/fold.1", "arxiv:hep-th/9901001")),
        ("We correct Doe et al. (https://doi.org/10.1000/fold.1).", ("doi:10.1000/fold.1",)),
        ("We compare with https://dl.acm.org/doi/10.1000/fold.1", ("doi:10.1000/fold.1",)),
        ("Folds go back to https://doi.org/10.48550/arXiv.2401.00001.", ("arxiv:2401.00001",)),
        ("We correct the original paper (arXiv:2401.00001).", ("arxiv:2401.00001",)),
        ("Our code is archived and available at https://doi.org/10.5281/zenodo.42.", ()),
        ("The full version of this paper is arXiv:2401.00001.", ()),
        ("Paper: https://arxiv.org/abs/2401.00001", ()),
        ("Our preprint arXiv:2401.00001 has the proofs.", ()),
        ("Repeated: arXiv:2401.00001 and arXiv:2401.00001v3.", ("arxiv:2401.00001",)),
    ],
    ids=lambda value: str(value)[:50],
)
def test_citations_are_identifiers_of_other_peoples_papers(text: str, cited: tuple[str, ...]) -> None:
    assert find_citations(text) == cited
