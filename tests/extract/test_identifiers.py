"""The papers that a text cites by arXiv id or DOI."""

import pytest

from papertrace.extract.links import find_citations


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
        ("Folds go back to https://doi.org/10.48550%2FarXiv.2401.00001.", ("arxiv:2401.00001",)),
        (r"We extend doi:10.1000/a\_b.", ("doi:10.1000/a_b",)),
        ("We extend doi:10.1002/1:2&lt;3::AID-X&gt;3.0.CO;2-O.", ("doi:10.1002/1:2<3::aid-x>3.0.co;2-o",)),
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
