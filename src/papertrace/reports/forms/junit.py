"""Findings as a JUnit report, one test case per link, for programs that show test results.

Elements and attributes are those that the schemas of Jenkins (junit-10.xsd) and Ant have in common. A link that fails
the run is a failure; one that could not be decided is skipped, with the reason; the others have passed.
"""

import re
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from papertrace.model import AuditResult, Finding, Outcome
from papertrace.model.text import fit_for_xml
from papertrace.reports.outcomes import describe_counts, describe_reason, list_details, name_outcome

# Characters that XML allows but that separate lines or reverse them.
_CONTROL = re.compile("[\x85\u2028-\u202e\u2066-\u2069]")

_PASSED = frozenset({Outcome.ALIVE, Outcome.MOVED})
_NO_SOURCE = "links"


def generate_junit(result: AuditResult) -> Iterator[str]:
    """Yield the report: a suite per source, with a case per link that first occurs there."""
    suites: dict[str, list[Finding]] = {}
    for finding in result.findings:
        source = finding.occurrences[0].source if finding.occurrences else _NO_SOURCE
        suites.setdefault(source, []).append(finding)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="papertrace audit" {_counts(result, result.findings, skipped=False)}>\n'
    for source, findings in suites.items():
        yield f"  <testsuite name={_quoted(source)} {_counts(result, findings, skipped=True)}>\n"
        for finding in findings:
            yield from _generate_case(result, finding, source)
        yield f"    <system-out>{_clean(describe_counts(tuple(findings)))}</system-out>\n"
        yield "  </testsuite>\n"
    yield "</testsuites>\n"


def _generate_case(result: AuditResult, finding: Finding, source: str) -> Iterator[str]:
    verdict = finding.verdict
    yield f"    <testcase name={_quoted(verdict.link.url)} classname={_quoted(source)}>\n"
    message = f"message={_quoted(f'{name_outcome(verdict.outcome)}: {verdict.reason}')}"
    if result.fails(finding):
        yield f'      <failure type="{verdict.outcome.value}" {message}>{_details(finding)}</failure>\n'
    elif verdict.outcome not in _PASSED:
        yield f"      <skipped {message}/>\n"
    else:
        yield f"      <system-out>{_details(finding)}</system-out>\n"
    yield "    </testcase>\n"


def _details(finding: Finding) -> str:
    verdict = finding.verdict
    lines = [f"{verdict.link.url}: {describe_reason(verdict)}", *list_details(verdict)]
    lines += [f"{one.location}  {one.title}".rstrip() for one in finding.occurrences]
    return "\n".join(_clean(" ".join(line.split())) for line in lines)


def _counts(result: AuditResult, findings: Sequence[Finding], *, skipped: bool) -> str:
    n_failures = sum(result.fails(finding) for finding in findings)
    counts = f'tests="{len(findings)}" failures="{n_failures}" errors="0"'
    if skipped:
        n_skipped = sum(not result.fails(one) and one.verdict.outcome not in _PASSED for one in findings)
        counts += f' skipped="{n_skipped}"'
    return f'{counts} time="0"'


def _clean(text: str) -> str:
    return escape(_without_control(text))


def _quoted(text: str) -> str:
    return quoteattr(_without_control(text))


def _without_control(text: str) -> str:
    return _CONTROL.sub("", fit_for_xml(text))
