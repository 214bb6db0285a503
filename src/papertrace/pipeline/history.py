"""What audits have found over time: the latest verdict on each link, and how links changed from run to run.

Each report of an audit is a run, and so is each run of a verdict store. Only inputs count: no clock is read.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from papertrace.errors import ExportError, ListingError, StoreError, check_choice
from papertrace.model import (
    AuditResult,
    Change,
    CodeClaim,
    Comparison,
    Entry,
    Finding,
    Link,
    LinkKind,
    NodeKind,
    Occurrence,
    Outcome,
    Paper,
    Problem,
    RepositoryState,
    Span,
    Verdict,
    hide_userinfo,
    log_problem,
)
from papertrace.model.addresses import comparable_url
from papertrace.model.audit import RECORDED, CodeStatus, FindingRecord, find_gaps
from papertrace.model.graphs import GraphColumns
from papertrace.model.verdict import list_states
from papertrace.pipeline.collecting import LinkCollection, collect_from_papers
from papertrace.pipeline.reading import HeldProblems
from papertrace.reports.markup import Review


def outcomes_of_repositories(graph: GraphColumns, found: Sequence[Verdict]) -> dict[str, list[Outcome]]:
    """Return the outcomes of the links to each repository node, by the id of the node."""
    outcomes: dict[str, list[Outcome]] = {}
    for verdict in found:
        if verdict.link.repository is not None:
            outcomes.setdefault(verdict.link.repository.url.casefold(), []).append(verdict.outcome)
    return {
        node: outcomes.get(str(attributes["url"]).casefold(), [])
        for node, attributes in zip(graph.ids, graph.nodes.rows(), strict=True)
        if attributes["kind"] == NodeKind.REPOSITORY
    }


def read_baseline(path: Path, on_problem: Callable[[Problem], None] = log_problem) -> dict[str, frozenset[str]]:
    """Return what an earlier audit's JSON-lines report found, by URL without user information.

    Each value has the outcome of the link, the state of its repository, and `unarchived` if no archive has it: what an
    audit with this `baseline` no longer fails for.

    Raises
    ------
    ListingError
        If the file cannot be read, or contains no verdict.
    """
    baseline: dict[str, frozenset[str]] = {}
    for item in read_findings(path, on_problem):
        url = hide_userinfo(item.url)
        link = Link(raw=url, url=url, span=Span("", 1), kind=LinkKind.PAGE)
        baseline[url] = baseline.get(url, frozenset()) | list_states(verdict_of_record(link, item))
    return baseline


def verdict_of_record(link: Link, found: FindingRecord) -> Verdict:
    """Return a finding of an earlier audit as a verdict on a link."""
    return Verdict(link=link, **{name: getattr(found, name) for name in RECORDED})


def read_findings(path: Path, on_problem: Callable[[Problem], None] = log_problem) -> Iterator[FindingRecord]:
    """Yield the findings of an earlier audit's JSON-lines report.

    Raises
    ------
    ListingError
        If the file cannot be read, or, at its end, if it contains no verdict.
    """
    from papertrace.listings.reading import open_lines
    from papertrace.reports.programs import parse_jsonl

    n_findings = 0
    problems = HeldProblems(on_problem)
    with open_lines(path) as (head, lines, source):
        for item in parse_jsonl(chain(head, lines), source):
            if isinstance(item, Problem):
                problems.add(item)
                continue
            problems.release()
            n_findings += 1
            yield item
    if not n_findings:
        message = f"{source}:1:1: contains no verdict; create one with papertrace audit --format jsonl"
        raise ListingError(message)


_FORMS = MappingProxyType(
    {".txt": "text", ".md": "markdown", ".xml": "junit"}
    | {f".{name}": name for name in ("jsonl", "csv", "sarif", "html")}
)
"""The form of a report by the suffix of its file."""


def generate_report(result: "AuditResult", form: str = "text") -> Iterator[str]:
    """Yield a report as pieces of text that each end in a newline.

    `form` is `text`, `jsonl`, `markdown`, `csv`, `sarif`, `junit`, `github` or `html`.

    Raises
    ------
    SettingsError
        If there is no such form.
    """
    from papertrace.reports import REPORTS

    check_choice("form", form, (report.name for report in REPORTS))
    return next(report for report in REPORTS if report.name == form).generate(result)


def write_report(result: "AuditResult", path: str | Path, form: str | None = None) -> None:
    """Write the result of an audit to a file, completely or not at all.

    Without `form`, the suffix of the file decides: `.txt`, `.jsonl`, `.md`, `.csv`, `.sarif`, `.xml` (JUnit), `.html`.

    Raises
    ------
    SettingsError
        If there is no such form.
    ExportError
        If no form has that suffix, or the file cannot be written.
    TypeError
        If it is not given the result of an audit.

    Examples
    --------
    >>> import tempfile
    >>> from papertrace import audit_links
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_report(audit_links("https://tool.example/"), f"{folder}/audit.csv")
    ...     Path(folder, "audit.csv").read_text("utf-8").splitlines()[0][:11]
    'url,outcome'
    """
    from papertrace.files import write_text
    from papertrace.pipeline.steps import require_result

    require_result(result, "write_report")
    target = Path(path)
    if form is None:
        form = _FORMS.get(target.suffix.lower())
    if form is None:
        message = f"{target}: no report has this suffix (known: {', '.join(_FORMS)}; or name the form)"
        raise ExportError(message)
    write_text(target, generate_report(result, form))


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
    from papertrace.audit.store import judge_change

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
    from papertrace.audit.store import Store

    with Store(path) as store:
        started |= {_Run(source, run.id): run.started_at for run in store.earlier_runs()}
        n_verdicts = 0
        found = store.generate_all(lambda url: _link_of(url, path.name, 1, spelled))
        for n_verdicts, (run, verdict) in enumerate(found, start=1):  # noqa: B007 - counted
            yield _Step(_Run(source, run), replace(verdict, seen=()))
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


_OUTCOMES = frozenset({Outcome.DEAD, Outcome.MOVED, Outcome.SUSPECT, Outcome.INSECURE})
_STATES = frozenset({RepositoryState.ARCHIVED, RepositoryState.EMPTY})


def review_papers(before: Sequence[Paper], now: Sequence[Paper], *, verdicts: Sequence[str | Path] = ()) -> Review:
    """Return what the papers of a list have more than those of the list as it was.

    An entry is new if the list had none with its title and addresses, wherever it stands now; a paper that the list had
    is not added by an entry that is changed. `verdicts` are stores and
    JSON-lines reports of audits, earlier ones first; without them nothing is said of links, and of claims about code
    only that they have no link.

    Raises
    ------
    ListingError, StoreError
        If the verdicts cannot be read.
    """
    known = Counter(_printed_key(entry) for paper in before for entry in paper.entries)
    counts: dict[str, int] = {}
    for paper in before:
        for name in (paper.id, _fold(paper.title)):
            counts[name] = max(counts.get(name, 0), len(paper.entries))
    known_urls = {comparable_url(link.url) for paper in before for link in paper.links}
    added: list[tuple[Paper, Span]] = []
    printed_twice: list[tuple[Paper, Span, Span]] = []
    for paper in now:
        fresh: list[Entry] = []
        others: list[Entry] = []
        for entry in paper.entries:
            known[_printed_key(entry)] -= 1
            (fresh if known[_printed_key(entry)] < 0 else others).append(entry)
        n_before = counts.get(paper.id, counts.get(_fold(paper.title), 0))
        first = (others or fresh)[0]
        changed = max(0, n_before - len(others))  # entries that stood there with another title or address
        fresh = fresh[min(changed, len(fresh)) :]
        printed_twice += [(paper, _place(one), _place(first)) for one in fresh if one is not first]
        if not n_before:
            added.append((paper, _place(first)))
    result = read_history([Path(path) for path in verdicts], now).result
    findings = [
        one
        for one in result.findings
        if (one.verdict.outcome in _OUTCOMES or one.verdict.repository_state in _STATES)
        and comparable_url(one.verdict.link.url) not in known_urls
    ]
    ids = {one.id for one, _ in added if verdicts or not any(link.may_lead_to_own_code for link in one.links)}
    gaps = [
        one
        for one in find_gaps(result.code_claims)
        if one.status is CodeStatus.NO_LINK and one.code_claim.occurrence.id in ids
    ]
    return Review(added=tuple(added), printed_twice=tuple(printed_twice), findings=tuple(findings), gaps=tuple(gaps))


def _printed_key(entry: Entry) -> tuple[str, ...]:
    return _fold(entry.title), *sorted(comparable_url(one.raw) for one in entry.targets)


def _fold(title: str) -> str:
    return " ".join(title.casefold().split())


def _place(entry: Entry) -> Span:
    return Span(public_source(entry.span.source), entry.span.line, entry.span.column)
