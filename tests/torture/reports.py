"""Hostile texts through every report, read back by readers that are not ours."""

import itertools
import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random

from markdown_it import MarkdownIt
from tests.reports.read_back import CHECKS, FORMULA, check_markup, check_report
from tests.torture.hostile import BATCH, hostile_text, try_with
from tests.torture.tally import Tally

from papertrace.model import (
    Ask,
    AuditResult,
    Change,
    ChangeKind,
    Claim,
    ClaimState,
    CodeClaim,
    Comparison,
    Entry,
    Finding,
    Link,
    LinkKind,
    Method,
    Observation,
    Occurrence,
    Outcome,
    Paper,
    Span,
    Verdict,
)
from papertrace.model.papers.facts import (
    Candidate,
    CodeCandidate,
    Conflict,
    EnrichmentReport,
    MissingWork,
    ServiceAccount,
)
from papertrace.model.papers.paper import Added
from papertrace.reports.enrichment import generate_enrichment_report, generate_missing_bibtex, generate_missing_table
from papertrace.reports.programs import generate_extracted

Generate = Callable[[Sequence[str]], Iterable[str]]
Read = Callable[[str, Sequence[str]], None]
OFTEN = 0.5


def torture_reports(n_texts: int, seed: int) -> Tally:
    """Write reports of hostile texts in every form, and read them back."""
    rng = Random(seed)  # noqa: S311 - not for security
    tally = Tally(name="reports")
    for number in range(0, n_texts, BATCH):
        texts = [hostile_text(rng) for _ in range(min(BATCH, n_texts - number))]
        tally.n_trials += len(texts)
        result = _result(rng, texts)
        for form in CHECKS:
            try_with(tally, form, partial(check_report, form, result), texts)
        for name, (generate, read) in OTHER_REPORTS.items():
            try_with(tally, name, partial(_check_other, generate, read, texts), texts)
    return tally


def _check_other(generate: Generate, read: Read, texts: Sequence[str]) -> None:
    written = "".join(generate(texts))
    written.encode()
    assert not {"\x1b", "\x00"} & set(written), "a control character reaches the terminal"
    read(written, texts)


def _result(rng: Random, texts: Sequence[str]) -> AuditResult:
    """Return the result of an audit with texts in all that a report may contain."""
    found = tuple(_finding(rng, text) for text in texts)
    claims = tuple(
        CodeClaim(
            occurrence=finding.occurrences[0],
            claim=Claim(state=rng.choice(list(ClaimState)), sentence=text),
            findings=(finding,),
            candidates=((text, finding),),
        )
        for finding, text in zip(found[:3], texts, strict=False)
    )
    changes = tuple(Change(kind=rng.choice(list(ChangeKind)), before=Outcome.ALIVE, finding=one) for one in found[:3])
    comparison = Comparison(run=1, started_at="2026-01-01T00:00:00Z", changes=changes) if rng.random() < OFTEN else None
    return AuditResult(findings=found, code_claims=claims if rng.random() < OFTEN else (), comparison=comparison)


def _finding(rng: Random, text: str) -> Finding:
    url = rng.choice((f"https://example.org/{text}", text, "https://example.org/a"))
    link = Link(raw=url, url=url, span=Span(text, 3, 7), kind=LinkKind.PAGE)
    return Finding(
        verdict=Verdict(
            link=link,
            outcome=Outcome.DEAD,
            reason=f"404 Not Found {text}",
            seen=(Observation(ask=Ask(method=Method.HEAD, url=url), final_url=url, status=404),),
            new_url=url,
            checked_at="2026-01-05T12:00:00Z",
        ),
        occurrences=(Occurrence(id=text, title=text, source=text, line=3, column=7, raw=url, year=2024),),
    )


def _paper(text: str) -> Paper:
    """Return a paper that services have added facts to, among them a repository."""
    span, added = Span(text, 3), Added(code=(CodeCandidate(url=f"https://example.org/{text}", source=text),))
    claim = Claim(state=ClaimState.CLAIMED, sentence=text)
    entry = Entry(title=text, abstract=text, span=span, end_line=3, venue=text)
    return Paper(id=text, title=text, abstract=text, entries=(entry,), venue=text, claim=claim, added=added)


def _generate_enrichment(texts: Sequence[str]) -> Iterable[str]:
    shown = ("title", "fact", "printed", "found", "source")
    report = EnrichmentReport(
        n_papers=len(texts),
        accounts=(ServiceAccount(service="openalex", n_requests=1),),
        conflicts=tuple(Conflict(paper=text, **dict.fromkeys(shown, text)) for text in texts),
        candidates=tuple(
            Candidate(paper=text, title=text, service="dblp", work=text, work_title=text, reason=text) for text in texts
        ),
    )
    return generate_enrichment_report(report, [_paper(text) for text in texts])


def _works(texts: Sequence[str]) -> list[MissingWork]:
    prefixes = ("doi:", "arxiv:", "openalex:", "")
    return [
        MissingWork(
            name=f"{prefixes[number % 4]}{text}", title=f"{text} (2020)", n_citing=2, n_papers=9, authors=(text,)
        )
        for number, text in enumerate(texts)
    ]


def _read_extracted(written: str, texts: Sequence[str]) -> None:
    records = [json.loads(line) for line in written.split("\n")[:-1]]
    expected = [text.encode("utf-8", "replace").decode() for text in texts]
    assert [record["title"].encode("utf-8", "replace").decode() for record in records] == expected


def _read_enrichment(written: str, _: Sequence[str]) -> None:
    check_markup(str(MarkdownIt("commonmark", {"html": True}).enable("table").render(written)))


def _read_missing_table(written: str, texts: Sequence[str]) -> None:
    rows = [line.split("\t") for line in written.splitlines()]
    assert len(rows) == len(texts)
    assert {len(row) for row in rows} == {4}
    assert not [cell for row in rows for cell in (row[0], row[3]) if cell.startswith(FORMULA)]


def _read_missing_bibtex(written: str, texts: Sequence[str]) -> None:
    """Check that braces are balanced, entries as many as works, and every field on a line of its own."""
    depths = list(itertools.accumulate((sign == "{") - (sign == "}") for sign in written))
    assert depths[-1] == 0
    assert max(depths) == (3 if any(" and " in text for text in texts) else 2)  # a name with "and" is in braces
    assert "\\" not in written
    assert len([line for line in written.splitlines() if not line.startswith("  ") and line != "}"]) == len(texts)


OTHER_REPORTS: dict[str, tuple[Generate, Read]] = {
    "extracted": (lambda texts: generate_extracted(map(_paper, texts)), _read_extracted),
    "enrichment": (_generate_enrichment, _read_enrichment),
    "missing works": (lambda texts: generate_missing_table(_works(texts)), _read_missing_table),
    "missing works in BibTeX": (lambda texts: generate_missing_bibtex(_works(texts)), _read_missing_bibtex),
}
"""Reports on papers and on works, from texts."""
