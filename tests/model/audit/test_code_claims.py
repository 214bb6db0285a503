"""Claims of papers about their code, compared with what an audit found."""

import pytest
from tests.case_tables import cases
from tests.reports.conftest import MakeFinding

from papertrace.model import Claim, ClaimState, CodeClaim, Outcome, RepositoryState
from papertrace.model.audit import CodeStatus, find_code_status, find_gaps


def test_no_paper_is_no_gap() -> None:
    assert find_gaps(()) == []


@pytest.mark.parametrize(
    ("claim", "outcome", "shown"),
    [
        (ClaimState.LINKED, Outcome.ALIVE, None),
        (ClaimState.LINKED, Outcome.MOVED, None),
        (ClaimState.LINKED, Outcome.DEAD, "says its code is open; the link is dead"),
        (ClaimState.LINKED, Outcome.SUSPECT, "says its code is open; the link may show something else"),
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
    code = CodeClaim(occurrence=make_finding().occurrences[0], claim=Claim(state=claim), findings=findings)

    assert [gap.description for gap in find_gaps([code])] == ([shown] if shown else [])


@cases("state, status")
def test_the_state_of_a_repository_tells_more_than_its_page(
    make_finding: MakeFinding, state: RepositoryState, status: CodeStatus
) -> None:
    outcome = Outcome.SUSPECT if state is RepositoryState.EMPTY else Outcome.ALIVE

    assert find_code_status([make_finding(outcome=outcome, state=state)]) is status


def test_one_link_that_leads_to_the_code_is_enough(make_finding: MakeFinding) -> None:
    assert find_code_status([make_finding(), make_finding(outcome=Outcome.ALIVE)]) is CodeStatus.AVAILABLE


def test_the_worst_gap_comes_first(make_finding: MakeFinding) -> None:
    occurrence = make_finding().occurrences[0]
    code_claims = [
        CodeClaim(occurrence=occurrence, claim=Claim(state=ClaimState.CLAIMED)),
        CodeClaim(occurrence=occurrence, claim=Claim(state=ClaimState.LINKED), findings=(make_finding(),)),
    ]

    assert [gap.status for gap in find_gaps(code_claims)] == [CodeStatus.DEAD, CodeStatus.NO_LINK]
