"""Claims of authors about their own code, as opposed to statements about others' code."""

import json
from pathlib import Path

import pytest
from tests.case_tables import cases
from tests.folders import CASES

import papertrace
from papertrace.extract.claims import find_claim
from papertrace.extract.links import find_links
from papertrace.model import ClaimState

TITLE = "Fold: A Study of Paper"
FOLDER = CASES / "claims"


def records(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


@cases("sentence, state")
def test_state_follows_from_the_sentence(sentence: str, state: ClaimState) -> None:
    text = f"{TITLE}\nPaper is thin. {sentence}"
    claim = find_claim(text, find_links(text))
    assert claim.state is state
    assert claim.sentence == ("" if state is ClaimState.NONE else sentence)


@cases("sentence, state")
def test_statements_in_other_languages_are_read(sentence: str, state: ClaimState) -> None:
    text = f"{TITLE}\n{sentence}"
    assert find_claim(text, find_links(text)).state is state


def test_released_code_outweighs_promised_models() -> None:
    text = "Code: https://github.com/globex/fold. The models will be released soon."
    assert find_claim(text, find_links(text)).state is ClaimState.LINKED


def test_title_may_claim() -> None:
    claim = find_claim("Fold: An Open-Source Library for Paper\nWe fold.", [])
    assert (claim.state, claim.sentence) == (ClaimState.CLAIMED, "Fold: An Open-Source Library for Paper")


@pytest.mark.parametrize(
    "case",
    records("sentences.jsonl") + records("languages.jsonl"),
    ids=lambda case: f"{case['state']}: {case['sentence'][:50]}",
)
def test_sentence_in_an_abstract_that_is_silent_otherwise_decides(case: dict[str, str]) -> None:
    text = f"Foldy: Fast Folding of Paper\nPaper is thin. {case['sentence']}"
    assert find_claim(text, find_links(text)).state == case["state"]


@cases("comment, state")
def test_a_field_of_comments_says_what_its_address_leads_to(tmp_path: Path, comment: str, state: ClaimState) -> None:
    record = {
        "id": "2101.00001",
        "title": TITLE,
        "summary": "Paper is thin.",
        "authors": ["A. Doe"],
        "comment": comment,
    }
    listing = tmp_path / "a.jsonl"
    listing.write_text(json.dumps({**record, "categories": ["cs.CV"]}) + "\n", "utf-8")
    (paper,) = papertrace.extract_papers([listing])
    assert paper.claim.state is state


def test_address_that_is_a_sentence_belongs_to_the_sentence_before() -> None:
    text = f"{TITLE}\nPaper is thin. All scripts are released publicly. https://github.com/globex/fold."
    claim = find_claim(text, find_links(text))
    assert claim.state is ClaimState.LINKED
    assert claim.sentence == "All scripts are released publicly. https://github.com/globex/fold."


def test_claims_of_the_listings_agree_with_labels_made_by_hand(shared: Path) -> None:
    papers = {" ".join(paper.title.split()): paper for paper in papertrace.extract_papers([shared / "seeds"])}
    labels = {row["title"]: row["state"] for name in ("labels.jsonl", "labels_unseen.jsonl") for row in records(name)}
    assert len(labels) == 60 + 73
    wrong = {title: papers[title].claim.state for title, state in labels.items() if papers[title].claim.state != state}
    assert wrong == {}
