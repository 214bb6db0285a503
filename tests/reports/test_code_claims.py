"""What papers claim of their code against what is there."""

import pytest
from tests.reports.conftest import MakeFinding

from papertrace.model import Claim, ClaimState, Outcome, PaperCode, RepositoryState
from papertrace.reports.code_claims import Standing, find_gaps, judge_standing


def test_no_paper_is_no_gap() -> None:
    assert find_gaps(()) == []


@pytest.mark.parametrize(
    ("claim", "outcome", "shown"),
    [
        (ClaimState.LINKED, Outcome.ALIVE, None),
        (ClaimState.LINKED, Outcome.MOVED, None),
        (ClaimState.LINKED, Outcome.DEAD, "says its code is open; the link is dead"),
        (ClaimState.LINKED, Outcome.SUSPECT, "says its code is open; what the link shows may be something else"),
        (ClaimState.LINKED, None, None),
        (ClaimState.PROMISED, Outcome.ALIVE, None),
        (ClaimState.PROMISED, Outcome.DEAD, "promises its code; the link is dead"),
        (ClaimState.PROMISED, None, "promises its code; no link is given"),
        (ClaimState.CLAIMED, None, "says its code is open, without a link"),
        *((ClaimState.LINKED, outcome, None) for outcome in (Outcome.UNSTABLE, Outcome.RESTRICTED, Outcome.SKIPPED)),
    ],
)
def test_only_what_was_seen_counts_against_a_paper(
    make_finding: MakeFinding, claim: ClaimState, outcome: Outcome | None, shown: str | None
) -> None:
    findings = (make_finding(outcome=outcome),) if outcome else ()
    code = PaperCode(occurrence=make_finding().occurrences[0], claim=Claim(state=claim), findings=findings)

    assert [gap.shown for gap in find_gaps([code])] == ([shown] if shown else [])


@pytest.mark.parametrize(
    ("state", "standing"),
    [
        (RepositoryState.PRESENT, Standing.THERE),
        (RepositoryState.EMPTY, Standing.EMPTY),
        (RepositoryState.ARCHIVED, Standing.ARCHIVED),
    ],
)
def test_the_state_of_a_repository_tells_more_than_its_page(
    make_finding: MakeFinding, state: RepositoryState, standing: Standing
) -> None:
    outcome = Outcome.SUSPECT if state is RepositoryState.EMPTY else Outcome.ALIVE

    assert judge_standing([make_finding(outcome=outcome, state=state)]) is standing


def test_one_link_that_leads_to_the_code_is_enough(make_finding: MakeFinding) -> None:
    assert judge_standing([make_finding(), make_finding(outcome=Outcome.ALIVE)]) is Standing.THERE


def test_the_worst_gap_comes_first(make_finding: MakeFinding) -> None:
    occurrence = make_finding().occurrences[0]
    codes = [
        PaperCode(occurrence=occurrence, claim=Claim(state=ClaimState.CLAIMED)),
        PaperCode(occurrence=occurrence, claim=Claim(state=ClaimState.LINKED), findings=(make_finding(),)),
    ]

    assert [gap.standing for gap in find_gaps(codes)] == [Standing.DEAD, Standing.NO_LINK]
