"""What services answered about papers, and the works that a list lacks, as lines, tables and reports."""

import re
from collections.abc import Container, Iterable, Iterator

from papertrace.model import ClaimState, Paper
from papertrace.model.identifiers import address_of
from papertrace.model.papers.facts import (
    Candidate,
    Conflict,
    EnrichmentPlan,
    EnrichmentReport,
    MissingWork,
    ServiceAccount,
    Shortfall,
)
from papertrace.model.text import format_count, printable, without_commands
from papertrace.reports.programs import defuse

MAX_SHOWN = 5
_CLAIMS = {ClaimState.CLAIMED: "claims code without a link", ClaimState.PROMISED: "promises code"}
_SHORTFALLS = {
    Shortfall.REFUSED: "refused for now",
    Shortfall.FAILED: "without an answer",
    Shortfall.UNREADABLE: "with an answer that cannot be read",
    Shortfall.OVER_BUDGET: "over the budget of a day",
}


def describe_plan(plan: EnrichmentPlan) -> list[str]:
    """Return the lines of a plan: per service the papers, requests, credits and the least time."""
    known = f", {plan.n_known} of them known from the store" if plan.n_known else ""
    lines = [f"{format_count(plan.n_papers, 'paper')}{known}; {format_count(plan.n_titles, 'title')} to search for"]
    for service in plan.services:
        asked = [
            format_count(n, noun)
            for n, noun in ((service.n_identifiers, "identifier"), (service.n_titles, "title"))
            if n
        ]
        cost = f", {format_count(service.n_credits, 'credit')}" if service.n_credits else ""
        lines.append(
            f"  {service.service}: {format_count(service.n_requests, 'request')} for {' and '.join(asked)}{cost}, "
            f"at least {service.seconds:.0f} s"
        )
    if plan.n_citing_requests:
        lines.append(f"  and about {format_count(plan.n_citing_requests, 'request')} for the works that cite them")
    if not plan.services:
        lines.append("  nothing to ask" if not plan.n_citing_requests else "  nothing else to ask")
    else:
        lines.append("  and what the answers lead to: further identifiers, cited works, titles that were not found")
    return lines


def describe_enrichment(report: EnrichmentReport) -> list[str]:
    """Return the lines on what was asked and found, the first candidates and conflicts among them."""
    identified = f"{report.n_identified} of {format_count(report.n_papers, 'paper')} identified"
    lines = [f"{identified}; {format_count(report.n_citations, 'citation')} among them"]
    if report.n_self_references:
        papers = format_count(report.n_self_references, "paper")
        lines.append(f"{papers} in their own references, where they are left out")
    asked = [one for one in report.accounts if one.n_papers or one.n_requests or one.shortfalls]
    lines += [f"  {_describe_account(one)}" for one in asked]
    for noun, shown in (
        ("conflict", [describe_conflict(one) for one in report.conflicts]),
        ("candidate that was not believed", [describe_candidate(one) for one in report.candidates]),
    ):
        if shown:
            many = "candidates that were not believed" if noun.startswith("candidate") else ""
            more = f" (the first {MAX_SHOWN} of them; all with --report)" if len(shown) > MAX_SHOWN else ""
            lines.append(f"{format_count(len(shown), noun, many)}{more}")
            lines += [f"  {line}" for line in shown[:MAX_SHOWN]]
    return lines


def describe_code(papers: Iterable[Paper], dead_urls: Container[str] = frozenset()) -> list[str]:
    """Return the repositories that services name, one line each, for papers without a working link to their code.

    These are papers that claim or promise code and link none, and papers whose links to repositories are all dead.
    """
    return [
        printable(f"{paper.title}: {reason}; {one.source.partition(' ')[0]} names {one.url}")
        for paper in papers
        if paper.added is not None and (reason := _reason_for_code(paper, dead_urls))
        for one in paper.added.code
    ]


def _reason_for_code(paper: Paper, dead_urls: Container[str]) -> str:
    linked = [link.url for link in paper.links if link.repository is not None and link.may_lead_to_own_code]
    if linked:
        return f"links {linked[0]}, which is dead" if all(url in dead_urls for url in linked) else ""
    return _CLAIMS.get(paper.claim.state, "")


def _describe_account(account: ServiceAccount) -> str:
    facts = [format_count(account.n_papers, "paper")]
    if account.n_references:
        facts.append(format_count(account.n_references, "reference"))
    facts.append(format_count(account.n_requests, "request"))
    if account.n_credits:
        facts.append(format_count(account.n_credits, "credit"))
    missing = "".join(f"; {n} {_SHORTFALLS[kind]}" for kind, n in account.shortfalls)
    return f"{account.service}: {', '.join(facts)}{missing}"


def describe_conflict(conflict: Conflict) -> str:
    """Return a conflict on one line, with what is printed and what is found."""
    source = f" ({conflict.source})" if conflict.source else ""
    return printable(
        f"{conflict.title}: {conflict.fact} is printed {conflict.printed!r}, found {conflict.found!r}{source}"
    )


def describe_candidate(candidate: Candidate) -> str:
    """Return a candidate on one line, with the reason why it was not believed."""
    return printable(
        f"{candidate.title}: {candidate.service} offers {candidate.work} {candidate.work_title!r}: {candidate.reason}"
    )


def generate_enrichment_report(
    report: EnrichmentReport, papers: Iterable[Paper] = (), dead_urls: Container[str] = frozenset()
) -> Iterator[str]:
    """Yield the whole report in Markdown: accounts, code that services name, conflicts and candidates."""
    yield "# What services know about the papers\n\n"
    yield f"{report.n_identified} of {format_count(report.n_papers, 'paper')} identified, "
    yield f"{format_count(report.n_citations, 'citation')} among them.\n\n"
    yield from (f"- {_describe_account(one)}\n" for one in report.accounts)
    code = describe_code(papers, dead_urls)
    yield "\n## Code that services name\n\n" if code else ""
    yield from (f"- {_plain(line)}\n" for line in code)
    yield "\n## Conflicts\n\n" if report.conflicts else ""
    yield from (f"- {_plain(describe_conflict(one))}\n" for one in report.conflicts)
    yield "\n## Candidates that were not believed\n\n" if report.candidates else ""
    yield from (f"- {_plain(describe_candidate(one))}\n" for one in report.candidates)


def _plain(text: str) -> str:
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|!&" else char for char in text)


_WITH_YEAR = re.compile(r"(.*) \((\d{4})\)", re.DOTALL)
_SPECIAL = {"{": "(", "}": ")", "\\": "/"}


def generate_missing_table(works: Iterable[MissingWork]) -> Iterator[str]:
    """Yield one line per work: its title and year, the reason, its name, and its authors, separated by tabs.

    A title that a spreadsheet would treat as a formula gets a leading apostrophe.
    """
    for work in works:
        title = without_commands(defuse(printable(work.title or work.name)))
        authors = without_commands(defuse(printable("; ".join(work.authors))))
        yield f"{title}\t{work.reason}\t{printable(work.name)}\t{authors}\n"


def generate_missing_bibtex(works: Iterable[MissingWork]) -> Iterator[str]:
    r"""Yield the works as BibTeX, with the reason as a note.

    >>> work = MissingWork(name="doi:10.5555/1", title="A {Classic} (1999)", n_citing=3, n_papers=9)
    >>> print("".join(generate_missing_bibtex([work])), end="")
    @misc{missing1,
      title = {A (Classic)},
      year = {1999},
      doi = {10.5555/1},
      note = {cited by 3 of 9}
    }
    """
    for number, work in enumerate(works, start=1):
        registry, _, value = work.name.partition(":")
        dated = _WITH_YEAR.fullmatch(work.title)
        title, year = (dated[1], dated[2]) if dated else (work.title or work.name, "")
        fields = {"title": title, "author": " and ".join(map(_whole_author, filter(None, work.authors))), "year": year}
        match registry:
            case "doi":
                fields["doi"] = value
            case "arxiv":
                fields |= {"eprint": value, "archiveprefix": "arXiv"}
            case _ if address := address_of(work.name):
                fields["url"] = address
        fields["note"] = work.reason
        plain = {name: text if name == "author" else _plain_field(text) for name, text in fields.items()}
        lines = ",\n".join(f"  {name} = {{{text}}}" for name, text in plain.items() if text)
        yield f"@misc{{missing{number},\n{lines}\n}}\n"


def _whole_author(name: str) -> str:
    """Return a name that BibTeX takes for one: in braces if "and" is a word of it."""
    return f"{{{_plain_field(name)}}}" if " and " in name else _plain_field(name)


def _plain_field(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in printable(text))
