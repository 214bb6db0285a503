"""Claims: what the authors say of their own code, and nothing that they say of others'."""

import pytest

from papertrace.extract.claims import find_claim
from papertrace.extract.links import find_links
from papertrace.model import ClaimState

TITLE = "Fold: A Study of Paper"


@pytest.mark.parametrize(
    ("sentence", "state"),
    [
        ("We fold paper in three ways.", ClaimState.NONE),
        ("Our code is available at https://github.com/globex/fold.", ClaimState.LINKED),
        ("All code and data are released at https://fold.example.org/code.", ClaimState.LINKED),
        ("A video is available at https://youtu.be/abc123.", ClaimState.NONE),
        ("Fold is built on https://github.com/globex/bend.", ClaimState.NONE),
        ("The code will be released at https://github.com/globex/fold.", ClaimState.PROMISED),
        ("The code will be made publicly available upon acceptance.", ClaimState.PROMISED),
        ("We plan to open-source our framework.", ClaimState.PROMISED),
        ("We open-source our software.", ClaimState.CLAIMED),
        ("Our implementation is publicly available.", ClaimState.CLAIMED),
        ("We present Fold, an open-source library for paper.", ClaimState.CLAIMED),
        ("We compare with existing open-source tools.", ClaimState.NONE),
        ("Experiments on open-source LLMs show that folding helps.", ClaimState.NONE),
        ("The dataset of Doe et al. is large, e.g. it has 3.5 million sheets.", ClaimState.NONE),
        ("Threads use a shared memory model that is accessed rarely.", ClaimState.NONE),
    ],
    ids=lambda value: str(value)[:40],
)
def test_state_follows_from_the_sentence(sentence: str, state: ClaimState) -> None:
    text = f"{TITLE}\nPaper is thin. {sentence}"
    claim = find_claim(text, find_links(text))
    assert claim.state is state
    assert claim.sentence == ("" if state is ClaimState.NONE else sentence)


def test_code_that_is_there_outweighs_models_that_will_come() -> None:
    text = "Code: https://github.com/globex/fold. The models will be released soon."
    assert find_claim(text, find_links(text)).state is ClaimState.LINKED


def test_title_may_claim() -> None:
    claim = find_claim("Fold: An Open-Source Library for Paper\nWe fold.", [])
    assert (claim.state, claim.sentence) == (ClaimState.CLAIMED, "Fold: An Open-Source Library for Paper")
