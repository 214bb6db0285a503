"""What is said of links to GitHub that are audited without a token."""

import logging

import pytest
from tests.origin.cases import link

from papertrace.audit import AuditSettings
from papertrace.cli.commands.audit import MANY_GITHUB_LINKS, _warn_if_github_refused, advise_on_github
from papertrace.model import AuditResult, Finding, Outcome, Verdict

URLS = [f"https://github.com/acme-example/tool-{number}" for number in range(2000)]


def test_the_time_that_many_links_to_github_take_without_a_token_is_said_with_the_way_out() -> None:
    advice = advise_on_github(URLS, AuditSettings())

    assert advice.startswith("2,000 links to GitHub take about 45 minutes without a token; with one in GITHUB_TOKEN")


def test_nothing_is_said_with_a_token_or_of_few_links_or_other_hosts() -> None:
    assert advise_on_github(URLS, AuditSettings(github_token="a-token")) == ""  # noqa: S106 - no password
    assert advise_on_github(URLS[: MANY_GITHUB_LINKS - 1], AuditSettings()) == ""
    assert advise_on_github(["https://example.org/github.com"] * 2000, AuditSettings()) == ""


@pytest.mark.parametrize(
    ("url", "outcome", "token", "said"),
    [
        (URLS[0], Outcome.RATE_LIMITED, "", True),
        (URLS[0], Outcome.RATE_LIMITED, "a-token", False),
        (URLS[0], Outcome.DEAD, "", False),
        ("https://example.org/a", Outcome.RATE_LIMITED, "", False),
    ],
)
def test_a_refusal_of_github_says_how_to_give_a_token(
    url: str, outcome: Outcome, token: str, *, said: bool, caplog: pytest.LogCaptureFixture
) -> None:
    finding = Finding(verdict=Verdict(link=link(url), outcome=outcome, reason="a reason"), occurrences=())

    with caplog.at_level(logging.WARNING):
        _warn_if_github_refused(AuditResult(findings=(finding,)), AuditSettings(github_token=token))

    assert ("set GITHUB_TOKEN" in caplog.text) is said
