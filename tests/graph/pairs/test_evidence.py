import math
import pickle
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest
from tests.terms import count_titles

from papertrace.graph.pairs import concept_facts, evidence, reasons_of_pairs
from papertrace.graph.pairs.concept_columns import collect_concepts
from papertrace.graph.pairs.evidence import STEPS_PER_UNIT, EvidenceLinking, prepare_evidence
from papertrace.graph.pairs.reasons import conclude, list_shared
from papertrace.graph.pairs.texts import divided_texts
from papertrace.graph.pairs.texts.similarity import MIN_COSINE, TextVectors, vectorise
from papertrace.model import Concept, Paper

MakePaper = Callable[..., Paper]


def concept(key: str, **facts: object) -> Concept:
    return replace(Concept(key=key, label=key.title(), score=1.0, n=2), **facts)  # type: ignore[arg-type]


def paper(name: str, best: Sequence[Concept] = (), minor: Sequence[Concept] = ()) -> Paper:
    return Paper(id=name, title=name, abstract="", entries=(), concepts=tuple(best), minor_concepts=tuple(minor))


def prepare(papers: Sequence[Paper], texts: TextVectors | None = None) -> EvidenceLinking:
    return prepare_evidence(papers, collect_concepts(papers), texts, 4000)


def edges(linking: EvidenceLinking) -> dict[tuple[int, int], float]:
    return {(first, second): weight for block in linking.generate() for first, second, weight in block.rows()}


def link(*papers: Paper, texts: TextVectors | None = None) -> dict[tuple[int, int], float]:
    return edges(prepare(papers, texts))


def test_no_papers_are_not_linked() -> None:
    assert link() == {}


def test_a_concept_among_the_best_of_one_paper_links_it_to_another_that_has_it() -> None:
    tusk = concept("walrus tusk")
    assert link(paper("a", [tusk]), paper("b", minor=[tusk])).keys() == {(0, 1)}
    assert link(paper("a", minor=[tusk]), paper("b", minor=[tusk])) == {}


@pytest.mark.parametrize(("factor", "max_bits", "adds_up"), [(1, 62, True), (2**16, 62, True), (2**16, 30, False)])
def test_evidence_of_any_size_is_that_of_each_pair_by_itself(
    factor: int, max_bits: int, *, adds_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "MANY_REASONS", 0)
    monkeypatch.setattr(evidence, "_MAX_BITS", max_bits)
    plain = prepare(made_papers())
    linking = replace(plain, facts=replace(plain.facts, evidence=plain.facts.evidence * factor))

    found = edges(linking)

    assert (linking.for_blocks().sums is not None) == adds_up
    assert len(found) > 100
    assert {pair: linking.weight_of(*pair) for pair in found} == {
        pair: steps / STEPS_PER_UNIT for pair, steps in found.items()
    }


def made_papers() -> list[Paper]:
    random = Random(7)  # noqa: S311 - not for cryptography
    words = ["walrus", "tusk", "moraine", "kelp"]
    keys = sorted({" ".join(random.choices(words, k=n)) for n in (1, 2, 3) for _ in range(20)})
    return [
        paper(f"p{number:02}", *([concept(key) for key in random.sample(keys, k=6)] for _ in range(2)))
        for number in range(30)
    ]


@pytest.mark.parametrize("n_steps", [1, 7, 1_000_000])
def test_given_pairs_are_found_a_part_of_the_papers_at_a_time(n_steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasons_of_pairs, "MAX_BLOCK_STEPS", n_steps)
    tusk, floe = concept("walrus tusk"), concept("ice floe")
    linking = prepare([*(paper(name, [tusk]) for name in "abc"), *(paper(name, [floe]) for name in "defg")])
    first, second = np.array([0, 1, 5, 3, 0]), np.array([1, 4, 3, 6, 2])
    assert len(linking.find_linked(first, second)) == 4
    nothing = np.zeros(0, dtype=np.int64)
    assert len(linking.find_linked(nothing, nothing)) == 0


def test_other_processes_link_without_the_names_of_concepts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "MANY_REASONS", 0)
    tusk, floe = concept("walrus tusk"), concept("ice floe")
    linking = prepare([paper("a", [tusk, floe]), paper("b", minor=[tusk, floe]), paper("c", [floe])])
    sent = pickle.loads(pickle.dumps(linking.for_blocks()))  # noqa: S301 - just made
    assert sent.holdings.items == ()
    assert sent.holdings.starts.size == sent.holdings.holders.size == 0
    assert edges(sent) == edges(linking)
    assert len(edges(linking)) == 3


def test_what_all_blocks_need_of_texts_is_computed_before_other_processes_get_it(
    make_papers: Callable[..., list[Paper]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "MANY_REASONS", 0)
    papers = make_papers(60)
    linking = prepare(papers, vectorise(count_titles(papers)))
    expected = edges(linking)
    shared = linking.for_blocks()
    shared.prepare()
    sent: EvidenceLinking = pickle.loads(pickle.dumps(shared))  # noqa: S301 - just made
    made_again: list[object] = []
    monkeypatch.setattr(divided_texts, "PairSums", lambda *matrices: made_again.append(matrices))

    assert edges(sent) == expected != {}
    assert made_again == []


def test_few_pairs_are_looked_at_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    linking = prepare(made_papers())
    n_reasons = int(linking.held.steps[-1])
    monkeypatch.setattr(evidence, "MANY_REASONS", n_reasons + 1)
    assert linking.for_blocks().sums is None
    one_by_one = edges(linking)
    monkeypatch.setattr(evidence, "MANY_REASONS", n_reasons)
    assert linking.for_blocks().sums is not None
    assert edges(linking) == one_by_one


def test_a_kind_of_study_links_nothing() -> None:
    review = concept("scoping review")
    assert link(paper("a", [review]), paper("b", [review])) == {}


def test_a_part_of_a_longer_shared_concept_adds_nothing() -> None:
    long, part = concept("walrus tusk growth"), concept("walrus tusk")
    alone = link(paper("a", [long]), paper("b", [long]))
    assert link(paper("a", [long, part]), paper("b", [long, part])) == alone


def test_more_evidence_weighs_more() -> None:
    first, second = concept("walrus tusk", score=0.3), concept("ice floe", score=0.3)
    one = link(paper("a", [first]), paper("b", [first]))
    assert link(paper("a", [first, second]), paper("b", [first, second]))[0, 1] > one[0, 1]


@pytest.mark.parametrize("df", [2, 12, 25, 50])
def test_the_weight_without_texts_is_the_root_of_the_information_beyond_what_a_common_concept_has(df: int) -> None:
    papers = [paper(f"p{number:03}", [concept("flimmer zorbin")] if number < df else ()) for number in range(200)]
    evidence_nats = -math.log(df / (4 * 200)) - concept_facts.FREE_INFORMATION

    found = link(*papers)

    assert found.keys() == set(combinations(range(df), 2))
    assert set(found.values()) == {round(math.sqrt(round(evidence_nats * 1024) / 1024) * evidence.STEPS_PER_UNIT)}


def test_concepts_that_too_many_papers_have_are_no_evidence() -> None:
    papers = [paper(f"p{number:03}", [concept("flimmer zorbin")]) for number in range(110)]

    assert link(*papers) == {}
    assert len(link(*papers[:54])) == 54 * 53 // 2  # 54 of the 100 papers that a corpus counts for at least


@pytest.mark.parametrize(
    ("n_shared", "least"), [(1, evidence.MIN_COSINE_ALONE), (2, MIN_COSINE)], ids=["one concept", "two"]
)
def test_texts_that_are_alike_enough_for_what_they_share_link_by_their_cosine(n_shared: int, least: float) -> None:
    random = Random(3)  # noqa: S311 - not for cryptography
    words = [f"{start}{end}" for start in ("flim", "zorb", "quand", "xarl", "drem", "polk") for end in "aeiouy"]
    shared = [concept("flimmer zorbin"), concept("snorv")][:n_shared]
    papers = [
        replace(paper(f"p{number:02}", shared), title=" ".join(random.sample(words, k=5))) for number in range(45)
    ]
    texts = vectorise(count_titles([replace(one, concepts=()) for one in papers]))
    cosines = {pair: float(texts.compare(*np.array([pair]).T)[0]) for pair in combinations(range(45), 2)}

    found = link(*papers, texts=texts)

    expected = {pair: cosine * evidence.STEPS_PER_UNIT for pair, cosine in cosines.items() if cosine >= least}
    assert found == pytest.approx(expected, abs=1)
    assert 0 < len(found) < len(cosines)


def test_texts_that_have_hardly_anything_in_common_are_not_linked_by_much_evidence() -> None:
    papers = [paper(name, [concept(f"flimmer zorb{letter}") for letter in "abcdefgh"]) for name in ("xarl", "quand")]

    def texts_of(n_own: int) -> TextVectors:
        titles = (" ".join(["dremm", *(f"{one.id}{number}" for number in range(n_own))]) for one in papers)
        return vectorise(count_titles([paper(title) for title in titles]))

    far, near = texts_of(40), texts_of(8)
    both = np.array([0]), np.array([1])
    assert far.compare(*both)[0] < MIN_COSINE < near.compare(*both)[0]
    assert link(*papers, texts=far) == {}
    assert len(link(*papers, texts=near)) == 1


def test_the_order_of_papers_makes_no_difference() -> None:
    papers = [
        paper("a", [concept("walrus tusk"), concept("ice floe")]),
        paper("b", [concept("ice floe")], [concept("walrus tusk")]),
        paper("c", [concept("walrus tusk", n=1)]),
    ]
    backwards = link(*papers[::-1])
    assert {(2 - second, 2 - first): weight for (first, second), weight in backwards.items()} == link(*papers)


@pytest.mark.parametrize(("titles", "linked"), [(("walrus tusk", "walrus tusk"), True), (("walrus", "floe"), False)])
def test_texts_without_anything_in_common_are_not_linked(titles: tuple[str, str], *, linked: bool) -> None:
    tusk = concept("tusk growth")
    papers = [paper(titles[0], minor=[tusk]), paper(titles[1], [tusk])]
    assert bool(link(*papers, texts=vectorise(count_titles(papers)))) is linked


def test_cosine_is_one_for_equal_texts_and_zero_for_different_ones() -> None:
    texts = vectorise(count_titles([paper("walrus tusk"), paper("walrus tusk"), paper("ice floe")]))
    cosines = texts.compare(np.array([0, 0]), np.array([1, 2]))
    assert cosines.tolist() == pytest.approx([1.0, 0.0])


def test_many_pairs_of_one_paper_have_the_cosines_of_each(make_papers: Callable[..., list[Paper]]) -> None:
    texts = vectorise(count_titles(make_papers(60)))
    first, second = np.zeros(59, dtype=np.int64), np.arange(1, 60)
    one_by_one = [float(texts.compare(first[at : at + 1], second[at : at + 1])[0]) for at in range(59)]

    assert texts.compare(first, second).tolist() == pytest.approx(one_by_one)
    assert texts.compare(first, second).max() > 0


def test_no_texts_are_no_vectors() -> None:
    assert vectorise([]).lengths.size == 0


def test_a_concept_without_evidence_is_never_the_reason_of_a_link() -> None:
    everywhere, minor = [concept("walrus tusk")], [concept("ice floe"), concept("sea cave")]
    papers = [paper(f"p{number}", everywhere, minor if number < 2 else ()) for number in range(120)]
    assert link(*papers) == {}
    assert (0, 1) in link(paper("p0", everywhere, minor), paper("p1", everywhere, minor))


def test_what_two_papers_share_is_listed_with_its_evidence_first() -> None:
    papers = [paper(name, [concept("walrus tusk growth"), concept("walrus tusk")]) for name in "ab"]
    whole, part = list_shared(prepare(papers), papers, 0, 1)
    assert (whole.label, part.label) == ("Walrus Tusk Growth", "Walrus Tusk")
    assert whole.evidence > part.evidence == 0


@pytest.mark.parametrize("max_steps", [1, 100])
def test_blocks_make_no_difference(
    max_steps: int, make_papers: Callable[..., list[Paper]], monkeypatch: pytest.MonkeyPatch
) -> None:
    linking = prepare(make_papers(120))
    whole = edges(linking)
    monkeypatch.setattr("papertrace.graph.pairs.reasons_of_pairs.MAX_BLOCK_STEPS", max_steps)
    assert len(list(linking.blocks())) > 5
    assert edges(linking) == whole


def test_what_several_matrices_have_is_sent_to_other_processes_once(
    make_papers: Callable[..., list[Paper]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "MANY_REASONS", 0)
    linking = prepare(make_papers(60)).for_blocks()
    buffers: list[pickle.PickleBuffer] = []
    packed = pickle.dumps(linking, pickle.HIGHEST_PROTOCOL, buffer_callback=buffers.append)
    sent: EvidenceLinking = pickle.loads(packed, buffers=buffers)  # noqa: S301 - just made
    assert sent.sums is not None
    (left, columns), held = sent.sums.of_concepts.__getstate__(), sent.held
    assert held.items is sent.incidence.columns is left.indices
    assert held.holders is columns.indices
    n = held.items.size
    # Items, elements by concept, their papers, first partners, reasons, and the elements of both matrices of a sum.
    n_large = sum(buffer.raw().nbytes >= 4 * n for buffer in buffers)
    assert n > 100
    assert n_large == 7


def test_given_pairs_weigh_what_all_pairs_do(make_papers: Callable[..., list[Paper]]) -> None:
    linking = prepare(make_papers(60))
    weights = edges(linking)
    given = [(first, second) for first in range(60) for second in range(first + 1, 60)]
    assert {pair: linking.weight_of(*pair) * linking.steps_per_unit for pair in given} == pytest.approx(
        {pair: weights.get(pair, 0) for pair in given}
    )
    first, second = np.array(given).T
    assert len(linking.find_linked(second, first)) == len(weights) > 0


def test_papers_that_share_nothing_are_told_apart_from_weak_pairs() -> None:
    assert conclude([], 0.5) == "not linked: they share no concept"


def test_what_was_counted_is_told() -> None:
    common, shared, own = concept("walrus tusk"), concept("ice floe"), concept("sea cave")
    papers = [paper("a", [common, shared, own], [concept("kelp bed")]), paper("b", [common, shared], [own])]
    papers += [paper(f"p{number}", [common], [concept("kelp bed")]) for number in range(4)]
    linking = prepare_evidence(papers, collect_concepts(papers), None, 1)

    assert (linking.n_items, linking.n_shared) == (3, 2)  # of the best concepts
    assert (linking.frequency_cap, linking.n_capped) == (2, 2)
    assert linking.holdings.items == ("ice floe", "sea cave")
    assert linking.n_increments == 2


def test_what_is_released_takes_no_memory_but_names_and_holders_are_kept() -> None:
    linking = prepare(made_papers())
    linking.release()

    held = linking.held
    arrays = (held.items, held.starts, held.is_reason, held.is_best, held.is_topical)
    assert [array.size for array in arrays] == [0] * len(arrays)
    assert {array.dtype for array in arrays} == {np.dtype(np.int64), np.dtype(np.bool_)}
    assert linking.texts is None
    assert (linking.incidence.n_rows, linking.parts.n_rows) == (0, 0)
    assert linking.holdings.n_papers == 30
    assert linking.holdings.holders.size > 0


def test_what_two_papers_share_says_in_how_many_of_them_it_is_best_and_a_topic() -> None:
    best, passing = concept("walrus tusk"), concept("ice floe", n=1)
    papers = [paper("a", [best, passing]), paper("b", [best], [passing]), paper("c", [best, passing])]

    found = {one.label: one for one in list_shared(prepare(papers), papers, 0, 1)}

    assert [(found[label].best_in, found[label].topical_in) for label in ("Walrus Tusk", "Ice Floe")] == [
        (2, 2),
        (1, 0),
    ]
    assert found["Walrus Tusk"].df == 3
