from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.case_tables import cases

from papertrace.model import Identifiers, Paper
from papertrace.model.identifiers import name_work, normalise_identifier
from papertrace.resolve.papers.merging import ReferenceIndex, find_references, name_references


def paper(name: str, *, references: tuple[str, ...] = (), identifiers: Identifiers | None = None) -> Paper:
    return Paper(
        id=name,
        title=name,
        abstract="",
        entries=(),
        references=references,
        identifiers=identifiers or Identifiers(),
    )


def resolved(papers: Sequence[Paper], cited: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    index = ReferenceIndex()
    for number, one in enumerate(papers):
        index.add(number, one)
    ids = [one.id for one in papers]
    return [name_references(one, find_references(one, cited, index), ids).references for one in papers]


def test_references_name_papers_of_the_corpus_by_their_ids_whatever_registry_cites_them() -> None:
    cited = paper("arxiv:2401.00001", identifiers=Identifiers(arxiv="2401.00001", doi="10.1/cited"))
    by_doi = paper("b", references=("doi:10.1/cited", "openalex:W9"))
    by_preprint = paper("c", references=("doi:10.48550/arxiv.2401.00001",))

    assert resolved([cited, by_doi, by_preprint]) == [
        (),
        ("arxiv:2401.00001", "openalex:W9"),
        ("arxiv:2401.00001",),
    ]


def test_a_paper_does_not_cite_itself() -> None:
    assert resolved([paper("doi:10.1/x", references=("doi:10.1/x",), identifiers=Identifiers(doi="10.1/x"))]) == [()]


def test_what_a_text_cites_stands_among_the_references_once() -> None:
    assert resolved([paper("a", references=("doi:10.1/y",))], cited=("doi:10.1/y", "arxiv:2401.00001")) == [
        ("arxiv:2401.00001", "doi:10.1/y")
    ]


def test_a_paper_without_an_identifier_is_found_by_its_title_and_by_its_volume_and_page() -> None:
    known = replace(paper("x"), title="Walrus tusks and how they grow", authors=("Ada Kalé", "B. Other"), date="1999")
    on_page = replace(known, title="Tusks", volume="151", first_page="283")
    by_title = paper("b", references=("work:kale-1999-walrustusksandhowtheygrow",))
    by_page = paper("c", references=("work:kale-1999-v151-p283",))

    assert resolved([replace(known, id="a"), by_title, by_page])[1:] == [("a",), ("work:kale-1999-v151-p283",)]
    assert resolved([replace(on_page, id="a"), by_title, by_page])[2] == ("a",)
    for unknown in (replace(known, authors=()), replace(known, date=None), replace(known, title="Tusks")):
        assert resolved([unknown, by_title])[1] == ("work:kale-1999-walrustusksandhowtheygrow",)


KNOWN = replace(
    paper("a"),
    title="Tides of Frost in Northern Harbours, Measured: Four Winters of Records",
    authors=("van der Doe, Jan", "Rob Roe"),
    date="1999-05",
    venue="Harbour Letters",
    volume="151",
    first_page="283",
)
OTHERS = [
    replace(KNOWN, id="b", title="Tides of Frost in Northern Harbours, Measured: More Records", volume="152"),
    replace(KNOWN, id="c", title="Ropes under a Layer of Salt: More Records", first_page="12"),
]


@cases("printed, expected", named=True)
def test_a_reference_as_printed_finds_its_paper(printed: dict[str, str], expected: str | None) -> None:
    name = name_work(**{"author": "Doe J", "year": "1999", **printed})
    assert name is not None

    (found,) = resolved([KNOWN, *OTHERS, paper("z", references=(name,))])[3]

    assert found == (expected or name)


def test_an_index_is_equal_to_no_other_thing() -> None:
    assert ReferenceIndex() == ReferenceIndex()
    assert ReferenceIndex() != []


def test_of_two_papers_with_one_name_the_first_has_it() -> None:
    twin = Identifiers(doi="10.1/x")
    citing = paper("c", references=("doi:10.1/x",))
    assert resolved([paper("a", identifiers=twin), paper("b", identifiers=twin), citing])[2] == ("a",)


@pytest.mark.parametrize("n", [3, 60_000], ids=["few", "many"])
def test_each_paper_is_found_by_its_own_name(n: int) -> None:
    index = ReferenceIndex()
    one = paper("0")
    for number in range(n):
        index.add(number, replace(one, id=f"doi:10.1/{number}"))
    places = [0, 1, n // 2, n - 1]
    assert [index.find(f"doi:10.1/{number}") for number in places] == places
    assert index.find(f"doi:10.1/{n}") is None


def test_an_index_of_parts_is_that_of_the_whole() -> None:
    papers = [paper(name) for name in "dbac"]

    def index_of(*numbers: int) -> ReferenceIndex:
        index = ReferenceIndex()
        for number in numbers:
            index.add(number, papers[number])
        return index

    merged, large = index_of(2), index_of(3, 0, 1, 2)
    merged.merge(index_of(0, 3))
    merged.merge(index_of(1))
    merged.sort()
    large.sort()

    assert merged == large
    assert merged != index_of(0, 1, 2)
    assert [large.find(normalise_identifier(one.id)) for one in papers] == [0, 1, 2, 3]
