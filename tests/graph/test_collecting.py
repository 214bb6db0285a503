"""What the graph keeps of papers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from tests.terms import count_titles

from papertrace.engine import Engine
from papertrace.graph import collecting
from papertrace.graph.collecting import DigestCollector, PaperPart, collect_papers
from papertrace.graph.pairs.concept_columns import ConceptCollector
from papertrace.graph.pairs.texts import stored_counts
from papertrace.graph.steps import READING, Steps
from papertrace.model import Concept, Paper
from papertrace.pipeline.graphs.texts import read_parts

MakePaper = Callable[..., Paper]


def _papers(make_paper: MakePaper) -> Sequence[Paper]:
    concepts = [
        Concept(key="walrus tusk", label="Walrus tusk", surfaces=("walrus tusks",), score=0.9, n=3),
        Concept(key="walrus tusk", label="Walrus tusk", surfaces=("Walrus tusk",), score=0.4, n=1),
    ]
    family = "Lovelace"
    return [
        replace(make_paper(name), concepts=(one,), authors=(f"Ada {family}",))
        for name, one in zip("ba", concepts, strict=True)
    ]


def _read_each(
    papers: Sequence[Paper], engine: Engine | None, *, keep_surfaces: bool, steps: Steps
) -> Iterator[PaperPart]:
    """Read each paper as a part of its own."""
    steps.begin(READING)
    for paper in papers:
        collector = DigestCollector(keep_surfaces=keep_surfaces)
        collector.add(replace(paper, minor_concepts=()), paper.minor_concepts)
        (counts,) = count_titles([paper], engine)
        yield PaperPart(collector.finish(), counts)


def test_papers_share_what_they_have_in_common(make_paper: MakePaper) -> None:
    one, other = collect_papers(_papers(make_paper), None, None, keep_surfaces=False).papers
    assert one.concepts[0] is other.concepts[0]
    assert (one.concepts[0].key, one.concepts[0].label) == ("walrus tusk", "Walrus tusk")
    assert one.authors[0] is other.authors[0]


def test_papers_print_their_concepts_as_they_did_where_that_matters(make_paper: MakePaper) -> None:
    papers = _papers(make_paper)
    kept = collect_papers(papers, None, None).papers
    assert [paper.id for paper in kept] == sorted(paper.id for paper in papers)
    assert [paper.concepts for paper in kept] == [papers[1].concepts, papers[0].concepts]


@pytest.mark.parametrize("keep_surfaces", [True, False], ids=["with surfaces", "without"])
def test_papers_collected_from_digests_are_those_collected_as_objects(
    make_paper: MakePaper, *, keep_surfaces: bool
) -> None:
    minor = (Concept(key="whale fin", label="Whale fin", score=0.1, n=1, in_title=True),)
    papers = [replace(paper, minor_concepts=minor) for paper in _papers(make_paper)]

    whole = collect_papers(papers, count_titles, None, keep_surfaces=keep_surfaces)
    parts = collect_papers(papers, None, None, keep_surfaces=keep_surfaces, read_parts=_read_each)
    assert parts.papers == whole.papers
    assert (parts.concepts.key_texts, parts.concepts.label_texts) == (
        whole.concepts.key_texts,
        whole.concepts.label_texts,
    )
    for name in ("starts", "keys", "labels", "counts", "is_best"):
        assert getattr(parts.concepts, name).tolist() == getattr(whole.concepts, name).tolist(), name
    assert parts.texts is not None
    assert whole.texts is not None
    assert np.array_equal(parts.texts.lengths, whole.texts.lengths)


@pytest.mark.parametrize(
    ("n_papers", "n_returned"), [(1, 0), (2, 2)], ids=["as many as memory holds", "one more than memory holds"]
)
def test_memory_is_returned_after_the_counts_and_the_texts_of_many_papers(
    n_papers: int, n_returned: int, make_paper: MakePaper, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = _papers(make_paper)[:n_papers]
    expected = collect_papers(papers, None, None, read_parts=_read_each)
    returned: list[None] = []
    monkeypatch.setattr(collecting, "return_freed_memory", lambda: returned.append(None))
    monkeypatch.setattr(collecting, "MAX_IN_MEMORY", 1)
    monkeypatch.setattr(stored_counts, "_MAX_PARTS", 1)

    found = collect_papers(papers, None, None, read_parts=_read_each)

    assert len(returned) == n_returned
    assert found.papers == expected.papers
    assert found.texts is not None
    assert expected.texts is not None
    assert np.array_equal(found.texts.lengths, expected.texts.lengths)


def test_of_papers_with_one_id_digests_keep_the_same_one(make_paper: MakePaper) -> None:
    one, other = (replace(make_paper("a"), authors=(name,)) for name in ("Ada", "Grace"))
    kept = {
        collect_papers(papers, None, None, read_parts=read_parts).papers[0].authors
        for papers in ([one, other], [other, one])
    }
    assert kept == {collect_papers([one, other], None, None).papers[0].authors}


def test_abstracts_are_kept_where_no_texts_are_counted(make_paper: MakePaper) -> None:
    papers = [replace(make_paper("a"), abstract="On tides.", publisher="Acme")]
    (kept,) = collect_papers(papers, None, None).papers
    (counted,) = collect_papers(papers, count_titles, None).papers
    assert (kept.abstract, kept.publisher) == ("On tides.", "Acme")
    assert (counted.abstract, counted.publisher) == ("", "Acme")


def test_concepts_of_chosen_papers_are_taken_in_their_order() -> None:
    collector = ConceptCollector()
    for keys in (("ice", "salt"), (), ("frost",), ("tide", "ice", "rope")):
        collector.add([Concept(key=key, label=key.title(), n=len(key)) for key in keys], ())
    columns = collector.finish().take(np.array([3, 0, 1]))

    assert columns.starts.tolist() == [0, 3, 5, 5]
    assert [columns.key_texts[number] for number in columns.keys] == ["tide", "ice", "rope", "ice", "salt"]
    assert [columns.label_texts[number] for number in columns.labels] == ["Tide", "Ice", "Rope", "Ice", "Salt"]
    assert columns.counts.tolist() == [4, 3, 4, 3, 4]
    assert columns.is_best.all()


@pytest.mark.parametrize("ids", ["abc", "cab", "bca"])
def test_texts_and_concepts_follow_papers_into_the_order_of_ids(make_paper: MakePaper, ids: str) -> None:
    titles = {"a": "tides", "b": "tides of frost", "c": "ropes"}
    concepts = {name: (Concept(key=f"key {name}", label="", score=1.0, n=2),) for name in titles}
    papers = [replace(make_paper(name), title=titles[name], concepts=concepts[name]) for name in ids]

    found = collect_papers(papers, count_titles, None)

    assert [paper.id for paper in found.papers] == ["a", "b", "c"]
    assert [found.concepts.key_texts[number] for number in found.concepts.keys] == ["key a", "key b", "key c"]
    assert found.texts is not None
    cosines = found.texts.compare(np.array([0, 0, 1]), np.array([1, 2, 2]))
    assert (cosines > 0).tolist() == [True, False, False]


def test_texts_are_handed_over_once(make_paper: MakePaper) -> None:
    found = collect_papers([make_paper("a")], count_titles, None)

    assert found.take_texts() is not None
    assert found.take_texts() is None


def test_memory_is_returned_to_the_system_after_more_papers_than_are_kept_elsewhere(
    make_paper: MakePaper, monkeypatch: pytest.MonkeyPatch
) -> None:
    returned: list[int] = []
    monkeypatch.setattr(collecting, "MAX_IN_MEMORY", 2)
    for n_papers in (2, 3):
        monkeypatch.setattr(collecting, "return_freed_memory", lambda n=n_papers: returned.append(n))
        collect_papers([make_paper(str(number)) for number in range(n_papers)], None, None)

    assert returned == [3]
