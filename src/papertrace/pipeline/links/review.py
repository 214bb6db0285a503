"""A list compared with the list as it was: what its reviewers should look at."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from papertrace.model import Entry, Outcome, Paper, RepositoryState, Span
from papertrace.model.addresses import comparable_url
from papertrace.model.audit.result import CodeStatus, find_gaps
from papertrace.pipeline.links.history import public_source, read_history
from papertrace.reports.review import Review

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
    known = Counter(_key(entry) for paper in before for entry in paper.entries)
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
            known[_key(entry)] -= 1
            (fresh if known[_key(entry)] < 0 else others).append(entry)
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


def _key(entry: Entry) -> tuple[str, ...]:
    return _fold(entry.title), *sorted(comparable_url(one.raw) for one in entry.targets)


def _fold(title: str) -> str:
    return " ".join(title.casefold().split())


def _place(entry: Entry) -> Span:
    return Span(public_source(entry.span.source), entry.span.line, entry.span.column)
