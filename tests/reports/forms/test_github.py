"""Findings as workflow commands: one line each, whatever the texts contain."""

from tests.case_tables import cases
from tests.reports.conftest import MakeFinding

from papertrace.model import AuditResult, Outcome
from papertrace.reports.forms.ci import escape_data, escape_property, generate_github


def lines(result: AuditResult) -> list[str]:
    return "".join(generate_github(result)).splitlines()


def test_a_dead_link_is_an_error_at_its_line(make_finding: MakeFinding) -> None:
    assert lines(AuditResult(findings=(make_finding(),))) == [
        "::error file=lists/a.txt,line=3,col=7,title=dead link::https://example.org/a%0A404 Not Found",
        "1 link: 1 dead",
    ]


@cases("outcome, command", outcome=Outcome)
def test_the_command_has_the_severity_of_the_outcome(make_finding: MakeFinding, outcome: Outcome, command: str) -> None:
    assert lines(AuditResult(findings=(make_finding(outcome=outcome),)))[0].startswith(command)


def test_what_fails_the_run_is_an_error(make_finding: MakeFinding) -> None:
    result = AuditResult(findings=(make_finding(outcome=Outcome.MOVED),), fail_on=frozenset({"moved"}))

    assert lines(result)[0].startswith("::error ")


def test_alive_links_are_only_counted(make_finding: MakeFinding) -> None:
    assert lines(AuditResult(findings=(make_finding(outcome=Outcome.ALIVE),))) == ["1 link: 1 alive"]


def test_standard_input_is_not_a_file(make_finding: MakeFinding) -> None:
    (line, _) = lines(AuditResult(findings=(make_finding(source="<stdin>"),)))

    assert line.startswith("::error title=dead link::")


def test_the_documented_characters_are_escaped() -> None:
    assert escape_data("a%b\r\nc:d,e") == "a%25b%0D%0Ac:d,e"
    assert escape_property("a%b:c,d") == "a%25b%3Ac%2Cd"
