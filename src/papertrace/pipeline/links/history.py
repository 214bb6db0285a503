"""What audits have found over time: the latest verdict on each link, and how links changed from run to run.

Each report of an audit is a run, and so is each run of a verdict store. Only inputs count: no clock is read.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from papertrace.errors import ListingError, StoreError
from papertrace.model import (
    AuditResult,
    Change,
    CodeClaim,
    Comparison,
    Finding,
    Link,
    LinkKind,
    Occurrence,
    Outcome,
    Paper,
    Problem,
    Span,
    Verdict,
    hide_userinfo,
    log_problem,
)
from papertrace.model.addresses import comparable_url
from papertrace.model.audit.result import FindingRecord
from papertrace.pipeline.links.link_collection import LinkCollection, collect_from_papers
from papertrace.pipeline.links.verdicts import read_findings, verdict_of_record

_STORE_MAGIC = b"SQLite format 3\0"
_UNDECIDED = frozenset({Outcome.RATE_LIMITED, Outcome.UNKNOWN, Outcome.SKIPPED})


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkHistory:
    """The latest state of links as the result of an audit, and their changes in all runs, the latest first.

    The comparison of the result has the changes of the last run; it is None after a single one. `verdicts` are those on
    links of papers, `before` those that held before the last run.
    """

    result: AuditResult
    changes: tuple[Change, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    before: tuple[Verdict, ...] = ()


class _Run(NamedTuple):
    source: int
    number: int


class _Step(NamedTuple):
    """A verdict in one run, and where the audit found the link; stores do not keep that."""

    run: _Run
    verdict: Verdict
    occurrences: tuple[Occurrence, ...] = ()


def read_history(
    paths: Sequence[Path], papers: Sequence[Paper], on_problem: Callable[[Problem], None] = log_problem
) -> LinkHistory:
    """Return what verdict stores and JSON-lines reports of audits say of the links of papers, earlier audits first.

    If a report comes last, the result has all of its links, also those outside of papers; else those of the papers.

    Raises
    ------
    ListingError, StoreError
        If a file cannot be read, contains no verdict, or was made after one that is named later.
    """
    collection = collect_from_papers(papers)
    years = {paper.id: paper.year for paper in papers}
    spelled: dict[str, dict[str, Link]] = {}
    occurrences: dict[str, dict[Occurrence, None]] = {}
    for link, occurrence in collection.links:
        key = _key(link.url)
        spelled.setdefault(key, {})[link.url] = link
        occurrences.setdefault(key, {})[replace(occurrence, source=public_source(occurrence.source))] = None
    steps: list[_Step] = []
    shown = list(spelled)
    checked: list[str] = []
    started: dict[_Run, str] = {}
    for number, path in enumerate(paths):
        if _is_store(path):
            own = list(_read_store(path, number, spelled, started))
            shown = list(spelled)
        else:
            read = [one for one in read_findings(path, on_problem) if not any(at.named_by for at in one.papers)]
            own = [_read_record(one, number, spelled, years) for one in read]
            started[_Run(number, number + 1)] = max((one.verdict.checked_at or "" for one in own), default="")
            shown = list(dict.fromkeys(_key(one.verdict.link.url) for one in own))
        steps += own
        checked.append(max((one.verdict.checked_at or "" for one in own), default=""))
        # A store also has links that are no longer in the list, and its runs say themselves when they were.
        has_store = number and any(map(_is_store, paths[number - 1 : number + 1]))
        if number and not has_store and checked[-1] and checked[-2] > checked[-1]:
            times = ", ".join(one[: 10 if checked[-2][:10] != checked[-1][:10] else None] for one in checked[-2:])
            message = f"{paths[number - 1]}: was checked after {path} ({times}); name the earlier audit first"
            raise ListingError(message)
    return _follow(steps, shown, started, collection, {key: tuple(own) for key, own in occurrences.items()})


def _follow(
    steps: Iterable[_Step],
    shown: Sequence[str],
    started: dict[_Run, str],
    collection: LinkCollection,
    occurrences: dict[str, tuple[Occurrence, ...]],
) -> LinkHistory:
    """Return the history of the links that are shown."""
    from papertrace.audit.history import judge_change

    wanted = set(shown)
    latest: dict[str, _Step] = {}
    decided: dict[str, list[tuple[_Run, Verdict]]] = {}
    first_runs: dict[str, _Run] = {}
    runs: set[_Run] = set()
    found: list[tuple[_Run, str, Change]] = []
    for step in steps:
        key, now = _key(step.verdict.link.url), step.verdict
        if key not in wanted:
            continue
        previous = latest.get(key)
        if previous and (previous.verdict.checked_at, previous.verdict.outcome) == (now.checked_at, now.outcome):
            latest[key] = step._replace(run=previous.run)  # a report of a run that the store has, too
            continue
        latest[key] = step
        runs.add(step.run)
        first_runs.setdefault(key, step.run)
        if now.outcome in _UNDECIDED:
            continue  # It neither died nor recovered, and will not have done so when it is next reached.
        known = decided.setdefault(key, [])
        if known and (kind := judge_change(known[-1][1], now)):
            change = Change(kind=kind, before=known[-1][1].outcome, finding=Finding(verdict=now, occurrences=()))
            found.append((step.run, key, change))
        known.append((step.run, now))
    findings = {
        key: Finding(verdict=latest[key].verdict, occurrences=latest[key].occurrences or occurrences.get(key, ()))
        for key in shown
        if key in latest
    }
    changes = [
        (run, replace(change, finding=replace(change.finding, occurrences=findings[key].occurrences)))
        for run, key, change in found
    ]
    last = max(runs, default=_Run(0, 0))
    comparison = None
    if earlier := runs - {last}:
        own = tuple(change for run, change in changes if run == last)
        n_new = sum(run == last for run in first_runs.values())
        latest_run = max(earlier)
        comparison = Comparison(run=latest_run.number, started_at=started[latest_run], changes=own, n_new=n_new)
    before = {key: [one for run, one in known if run != last][-1:] for key, known in decided.items()}
    links = {link.url: link for link, _ in collection.links}
    return LinkHistory(
        result=AuditResult(
            findings=tuple(findings.values()), code_claims=tuple(_claims(collection, findings)), comparison=comparison
        ),
        changes=tuple(change for _, change in reversed(changes)),
        verdicts=tuple(
            replace(findings[key].verdict, link=link) for url, link in links.items() if (key := _key(url)) in findings
        ),
        before=tuple(replace(one, link=link) for url, link in links.items() for one in before.get(_key(url), ())),
    )


def _claims(collection: LinkCollection, findings: dict[str, Finding]) -> Iterator[CodeClaim]:
    """Yield the claims of papers about their code with the findings on its links."""
    for claimed in collection.claims:
        own = tuple(findings[key] for link in claimed.links if (key := _key(link.url)) in findings)
        at = replace(claimed.occurrence, source=public_source(claimed.occurrence.source))
        yield CodeClaim(occurrence=at, claim=claimed.claim, findings=own)


def public_source(source: str) -> str:
    """Return the name of a listing as it may be published: of a file with an absolute path, its name alone.

    >>> public_source("lists/README.md"), public_source("/home/ada/lists/README.md")
    ('lists/README.md', 'README.md')
    """
    return Path(source).name if Path(source).is_absolute() else source


def _key(url: str) -> str:
    """Return a URL for comparison; reports omit user names and passwords."""
    return comparable_url(hide_userinfo(url))


def _is_store(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(len(_STORE_MAGIC)) == _STORE_MAGIC
    except OSError:
        return False  # The reader of reports says what is wrong.


def _link_of(url: str, source: str, line: int, spelled: dict[str, dict[str, Link]]) -> Link:
    """Return the link of a paper, or one of a document that has the URL elsewhere."""
    known = spelled.get(_key(url))
    return next(iter(known.values())) if known else Link(raw=url, url=url, span=Span(source, line), kind=LinkKind.PAGE)


def _read_store(
    path: Path, source: int, spelled: dict[str, dict[str, Link]], started: dict[_Run, str]
) -> Iterator[_Step]:
    """Yield the verdicts of a store, run by run, and add the times at which its runs began."""
    from papertrace.audit.store import Store, verdict_of

    with Store(path) as store:
        started |= {_Run(source, run.id): run.started_at for run in store.earlier_runs()}
        n_verdicts = 0
        for n_verdicts, row in enumerate(store.generate_all(), start=1):  # noqa: B007 - counted
            link = _link_of(row.url, path.name, 1, spelled)
            yield _Step(_Run(source, row.run), replace(verdict_of(link, row), seen=()))
    if not n_verdicts:
        message = f"{path}: contains no verdict; papertrace audit --store {path} writes them"
        raise StoreError(message)


def _read_record(
    found: FindingRecord, source: int, spelled: dict[str, dict[str, Link]], years: dict[str, int | None]
) -> _Step:
    """Return a finding of a report, with its occurrences."""
    occurrences = tuple(
        Occurrence(
            id=one.id,
            title=one.title,
            source=public_source(one.source),
            line=one.line,
            column=one.column or 1,
            year=years.get(one.id),
            is_elsewhere=not one.id,
        )
        for one in found.papers
    )
    at = occurrences[0] if occurrences else None
    link = _link_of(found.url, at.source if at else "", at.line if at else 1, spelled)
    return _Step(_Run(source, source + 1), verdict_of_record(link, found), occurrences)
