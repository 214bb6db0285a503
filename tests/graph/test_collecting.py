"""What the graph keeps of papers."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from tests.terms import count_titles

from papertrace.graph import collecting
from papertrace.graph.collecting import collect_papers
from papertrace.graph.pairs.concepts import ConceptCollector
from papertrace.model import Concept, Paper
from papertrace.pipeline.texts import count_terms
from papertrace.spool import Spool

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


def test_papers_share_what_they_have_in_common(make_paper: MakePaper) -> None:
    papers = Spool(Paper, _papers(make_paper))
    one, other = collect_papers(papers, None, None, keep_surfaces=False).papers
    assert one.concepts[0] is other.concepts[0]
    assert (one.concepts[0].key, one.concepts[0].label) == ("walrus tusk", "Walrus tusk")
    assert one.authors[0] is other.authors[0]


def test_papers_print_their_concepts_as_they_did_where_that_matters(make_paper: MakePaper) -> None:
    papers = Spool(Paper, _papers(make_paper))
    kept = collect_papers(papers, None, None).papers
    assert [paper.id for paper in kept] == sorted(paper.id for paper in papers)
    assert [paper.concepts for paper in kept] == [papers[1].concepts, papers[0].concepts]


def test_which_of_papers_with_one_id_is_kept_does_not_depend_on_their_order(make_paper: MakePaper) -> None:
    one, other = (replace(make_paper("a"), authors=(name,)) for name in ("Ada", "Grace"))
    kept = {
        collect_papers(papers, counting, None).papers[0].authors
        for papers in ([one, other], [other, one])
        for counting in (count_terms, count_titles, None)
    }
    assert len(kept) == 1


def test_abstracts_are_kept_where_no_texts_are_counted(make_paper: MakePaper) -> None:
    papers = Spool(Paper, [replace(make_paper("a"), abstract="On tides.", publisher="Acme")])
    (kept,) = collect_papers(papers, None, None).papers
    (counted,) = collect_papers(papers, count_titles, None).papers
    assert (kept.abstract, kept.publisher) == ("On tides.", "Acme")
    assert (counted.abstract, counted.publisher) == ("", "Acme")
    assert collect_papers(list(papers), count_titles, None).papers == list(papers), "which are in memory anyway"


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
