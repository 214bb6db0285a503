from collections.abc import Callable

from papertrace.graph.layers import link_mentions
from papertrace.model import EdgeKind, Mention, Paper, Span

MakePaper = Callable[..., Paper]


def _mention(target: str, sentence: str = "We beat Atlas.") -> Mention:
    return Mention(target=target, surface="Atlas", sentence=sentence, span=Span("made-up.txt", 1))


def test_mention_leads_from_the_naming_paper_with_its_sentence(make_paper: MakePaper) -> None:
    papers = [make_paper("a"), make_paper("b", mentions=(_mention("a"),))]
    (edge,) = link_mentions(papers, 3.0)
    assert (edge.source, edge.target, edge.kind, edge.weight) == ("b", "a", EdgeKind.MENTION, 3.0)
    assert edge.evidence == ("We beat Atlas.",)


def test_several_mentions_make_one_edge_with_every_sentence_once(make_paper: MakePaper) -> None:
    mentions = (_mention("a", "First."), _mention("a", "Second."), _mention("a", "First."))
    (edge,) = link_mentions([make_paper("a"), make_paper("b", mentions=mentions)], 1.0)
    assert edge.evidence == ("First.", "Second.")


def test_mention_of_itself_or_of_a_stranger_makes_no_edge(make_paper: MakePaper) -> None:
    assert link_mentions([make_paper("a", mentions=(_mention("a"), _mention("elsewhere")))], 1.0) == ()


def test_mention_without_a_sentence_has_the_name_as_evidence(make_paper: MakePaper) -> None:
    (edge,) = link_mentions([make_paper("a"), make_paper("b", mentions=(_mention("a", ""),))], 1.0)
    assert edge.evidence == ("Atlas",)
