"""Findings as one page without scripts, requests or other files.

Text from listings and servers is hostile: the template escapes all of it, only http and https addresses become links,
and a Content-Security-Policy allows only the style sheet of the page.
"""

from collections.abc import Iterator
from functools import cache, partial
from importlib import resources
from itertools import accumulate
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

from papertrace.model import AuditResult, Outcome
from papertrace.model.addresses import web_address
from papertrace.model.audit import find_gaps
from papertrace.model.content_policy import content_policy
from papertrace.model.text import printable
from papertrace.reports import outcomes as changes
from papertrace.reports.outcomes import (
    MAX_ROWS,
    MEANING,
    ORDER,
    count_by_host,
    count_by_year,
    count_outcomes,
    describe_code_claims,
    describe_failing,
    describe_result,
    group_by_paper,
    name_outcome,
)

if TYPE_CHECKING:
    from jinja2 import Template

_TEMPLATES = resources.files("papertrace.reports.forms") / "templates"


def generate_html(result: AuditResult) -> Iterator[str]:
    """Yield the page: the counts, what changed, every link by outcome and paper, and claims about code.

    The title of each paper links to the paper on the page of the graph, if there is one (`AuditResult.graph_page`). The
    same result gives the same bytes.
    """
    style = _read("audit.css")
    gaps = find_gaps(result.code_claims)
    outcomes = count_outcomes(result.findings)
    ns = [n for _, n in outcomes]
    yield _template().render(
        policy=content_policy(style=style),
        style=style,
        summary=describe_result(result),
        n_links=len(result.findings),
        outcomes=outcomes,
        n_of=dict(outcomes),
        bar=[(outcome, start, n) for (outcome, n), start in zip(outcomes, accumulate(ns, initial=0), strict=False)],
        max_rows=MAX_ROWS,
        meaning=MEANING,
        groups=[
            (outcome, group_by_paper([one for one in result.findings if one.verdict.outcome is outcome]))
            for outcome in ORDER
        ],
        comparison=result.comparison,
        changes=changes,
        gaps=gaps,
        code_claims=result.code_claims,
        claims=describe_code_claims(result.code_claims, gaps),
        hosts=count_by_host(result.findings),
        years=count_by_year(result.findings),
        graph=partial(_graph_address, result.graph_page),
        # Outcomes that fail the run are not folded, even alive ones, such as archived repositories.
        closed={Outcome.ALIVE, Outcome.SKIPPED} - {one.verdict.outcome for one in result.findings if result.fails(one)},
    )


def _graph_address(page: str, paper: str) -> str:
    """Return the address of a paper on the page of the graph, or an empty string without a page or a paper."""
    return f"{page}#paper={quote_plus(paper.encode('utf-8', 'replace'))}" if page and paper else ""


@cache
def _template() -> "Template":
    from jinja2 import Environment

    environment = Environment(autoescape=True, keep_trailing_newline=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {
        "web": web_address,
        "shown": printable,
        "outcome": name_outcome,
        "failing": describe_failing,
    }
    return environment.from_string(_read("audit.html"))


@cache
def _read(name: str) -> str:
    return _TEMPLATES.joinpath(name).read_text("utf-8")
