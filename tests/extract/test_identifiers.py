"""The papers that a text cites by arXiv id or DOI."""

from tests.case_tables import cases

from papertrace.extract.links import find_citations


@cases("text, cited")
def test_citations_are_identifiers_of_other_peoples_papers(text: str, cited: tuple[str, ...]) -> None:
    assert find_citations(text) == cited
