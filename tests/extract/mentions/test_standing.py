"""What has to support a mention of a name, and which names are refused, by how common the name is in science."""

import pickle

import pytest
from tests.case_tables import cases
from tests.corpora import find_mentions_of_others, find_names

from papertrace.extract.mentions.names import NamedText, NameScan, NameSearch, Proof, Standing
from papertrace.extract.mentions.own_names import NameEvidence, Refusal, is_proposed
from papertrace.model import Span

TITLE, BOTH = NameEvidence.TITLE, NameEvidence.TITLE | NameEvidence.INTRODUCED


@pytest.mark.parametrize(
    ("standing", "proof"),
    [
        (Standing(coined=True, df=24, is_word=False), Proof.NONE),
        (Standing(coined=True, df=25, is_word=False), Proof.CUE_OR_TOPIC),
        (Standing(coined=False, df=60, is_word=False), Proof.CUE_AND_SAME_TOPIC),
        (Standing(coined=False, df=59, is_word=False), Proof.CUE_AND_TOPIC),
        (Standing(coined=False, df=8, is_word=False), Proof.CUE_AND_TOPIC),
        (Standing(coined=False, df=7, is_word=False), Proof.CUE_OR_TOPIC),
        (Standing(coined=False, df=0, is_word=True), Proof.CUE_AND_TOPIC),
    ],
)
def test_the_commoner_a_name_is_the_more_has_to_support_a_mention(standing: Standing, proof: Proof) -> None:
    assert standing.proof is proof


@pytest.mark.parametrize(
    ("standing", "evidence", "refusal"),
    [
        (Standing(coined=False, df=11, is_word=False), TITLE, None),
        (Standing(coined=False, df=12, is_word=False), TITLE, Refusal.TERM),
        (Standing(coined=False, df=399, is_word=False), BOTH, None),
        (Standing(coined=False, df=400, is_word=False), BOTH, Refusal.TERM),
        (Standing(coined=True, df=59, is_word=False), TITLE, None),
        (Standing(coined=True, df=60, is_word=False), TITLE, Refusal.TERM),
        (Standing(coined=False, df=0, is_word=True), TITLE, Refusal.WORD),
        (Standing(coined=True, df=0, is_word=True), TITLE, None),
        (Standing(coined=False, df=0, is_word=True), BOTH, None),
    ],
)
def test_a_name_that_is_a_term_or_a_word_is_refused(
    standing: Standing, evidence: NameEvidence, refusal: Refusal | None
) -> None:
    assert standing.judge(evidence) is refusal


@cases("abstract, expected")
def test_what_the_authors_propose_is_the_object_of_such_a_verb(abstract: str, *, expected: bool) -> None:
    assert is_proposed("fast sorting", abstract) is expected


def test_what_is_printed_of_names_is_the_same_in_another_process() -> None:
    search = NameSearch(["Walrus", "Walrus Mixer", "Tusk"], {"TuskKit": 1, "TUSKKIT": 1, "Walrus": 2})
    sent = pickle.loads(pickle.dumps(search))  # noqa: S301 - just made
    scans = NameScan(search), NameScan(sent)
    for scan in scans:
        for text in (
            "A TuskKit and a walrus mixer.",
            "TuskKit, TUSKKIT; Walrus.",
            "The tusk of a TuskKit, the Walrus.",
        ):
            scan.add(text)

    assert {name: getattr(sent, name) for name in NameSearch.__slots__} == {
        name: getattr(search, name) for name in NameSearch.__slots__
    }
    assert scans[0].printed == scans[1].printed == pickle.loads(pickle.dumps(scans[0].printed))  # noqa: S301 - as above
    assert "TuskKit" in scans[0].printed.common


def test_a_word_that_enough_abstracts_print_is_common_however_they_are_counted() -> None:
    search = NameSearch(["Walrus"], {"TuskKit": 2})
    parts = [NameScan(search) for _ in range(4)]
    for scan in parts:
        scan.add("A TuskKit.")
    whole = NameScan(search)
    for _ in range(4):
        whole.add("A TuskKit.")

    for scan in parts[1:]:
        parts[0].printed.merge(scan.printed, search)

    assert parts[0].printed.common == whole.printed.common == {"TuskKit"}


def test_a_text_without_an_abstract_may_name_another_in_its_title() -> None:
    owner = NamedText(
        id="a",
        title="TurboSolve: Fast",
        abstract="We present TurboSolve.",
        title_span=Span("a.txt", 1),
        abstract_span=Span("a.txt", 2),
    )
    text = NamedText(id="b", title="Beyond TurboSolve", abstract="", title_span=Span("a.txt", 5), abstract_span=None)

    (found,) = find_mentions_of_others(text, find_names([owner, text]))

    assert found.surface == "TurboSolve"
