"""Links to verdicts, with the occurrences of each link.

The settings choose which links of a collection are requested. Verdicts are joined with what they are about: the
occurrences of each link, and the claims of papers about code.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from papertrace.errors import NetworkDownError
from papertrace.model import (
    AuditResult,
    CodeClaim,
    Finding,
    Link,
    Markup,
    Occurrence,
    Outcome,
    Span,
    Verdict,
    hide_userinfo,
)
from papertrace.model.addresses import host_of
from papertrace.model.text import format_count, printable, without_commands
from papertrace.pipeline.collecting import (
    DistinctCount,
    LinkCollection,
    collect_links,
    collect_urls,
)
from papertrace.pipeline.history import read_baseline
from papertrace.pipeline.steps import Progress, ignore_progress, take_links

if TYPE_CHECKING:
    from papertrace.audit.settings import AuditSettings, LinkFilter
    from papertrace.audit.store import Run, Store
    from papertrace.web.cassette import Cassette

LOOKED_UP = (Outcome.ALIVE, Outcome.DEAD)
"""The outcomes of a reference to a file or a heading."""


def _collect_unrequested(collection: LinkCollection, links: "LinkFilter") -> dict[str, Finding]:
    """Return the findings on what was not requested: one for each address and reason."""
    grouped: dict[tuple[str, str], list[tuple[Verdict, Occurrence]]] = {}
    for verdict, occurrence in collection.verdicts:
        if verdict.outcome in LOOKED_UP and (reason := links.reason_to_skip_file(verdict.link.url)):
            verdict = replace(verdict, outcome=Outcome.SKIPPED, reason=reason)  # noqa: PLW2901
        grouped.setdefault((verdict.link.url, verdict.reason), []).append((verdict, occurrence))
    return {
        f"{url} {reason}": Finding(
            verdict=replace(of_one[0][0], link=replace(of_one[0][0].link, url=hide_userinfo(url))),
            occurrences=tuple(dict.fromkeys(occurrence for _, occurrence in of_one)),
        )
        for (url, reason), of_one in grouped.items()
    }


_LOG = logging.getLogger(__name__)


def list_links(collection: LinkCollection, settings: "AuditSettings") -> Iterator[str]:
    """Yield every link that an audit would request, one line per occurrence: its location and its URL.

    How many links are left out, by `only`, `exclude` or because their host is reserved or local, is logged.
    """
    from papertrace.audit.settings import RESERVED

    links = make_filter(settings)
    warn_of_unused(links, collection)
    urls, listed = DistinctCount(), DistinctCount()
    n_occurrences = 0
    hint = ""
    for link, occurrence in collection.links:
        urls.add(link.url)
        reason = links.reason_to_skip(link.url)
        if reason == RESERVED:
            hint = "; --reserved keeps those of reserved hosts"
        if reason is None and not _is_local(link.url, settings):
            listed.add(link.url)
            n_occurrences += 1
            yield without_commands(f"{printable(occurrence.location)}  {printable(hide_userinfo(link.url))}\n")
    for link in collection.candidates:
        if links.reason_to_skip(link.url) is None and not _is_local(link.url, settings):
            line = f"{printable(str(link.span))}  {printable(hide_userinfo(link.url))}  ({printable(link.evidence)})\n"
            yield without_commands(line)
    n_listed = listed.total()
    n_left_out = urls.total() - n_listed
    if n_left_out:
        what = format_count(n_left_out, "link")
        _LOG.warning("%s not listed: left out by an option, or of a reserved or local host%s", what, hint)
    if n_occurrences > n_listed:
        _LOG.warning("%s at %s locations", format_count(n_listed, "link"), f"{n_occurrences:,}")


def make_filter(settings: "AuditSettings", *, skips_reserved: bool = True) -> "LinkFilter":
    """Return the filter of the settings, which skips links of reserved hosts unless told otherwise."""
    from papertrace.audit.settings import LinkFilter

    return LinkFilter(
        only=settings.only,
        exclude=settings.exclude,
        skips_reserved=skips_reserved and not settings.audits_reserved,
        has_own_names=bool(settings.proxies or settings.resolver),
    )


def warn_of_unused(links: "LinkFilter", collection: LinkCollection) -> None:
    """Warn of the patterns that match no link and no file."""
    if not links.only and not links.exclude:
        return
    urls = (*collection.urls, *(link.url for link in collection.candidates))
    paths = tuple(verdict.link.url for verdict, _ in collection.verdicts if verdict.outcome in LOOKED_UP)
    for pattern in links.find_unused(urls, paths):
        _LOG.warning("%s: matches no link (--only, --exclude)", pattern)


def _is_local(url: str, settings: "AuditSettings") -> bool:
    """Return whether the host of a link is this machine or a network that must not be reached, without a lookup."""
    from papertrace.model.addresses import host_of
    from papertrace.web.guard import literal_address, refusal

    host = host_of(url)
    address = literal_address("127.0.0.1" if host == "localhost" or host.endswith(".localhost") else host)
    return address is not None and refusal(address, settings.networks) is not None


def with_repository(link: Link, settings: "AuditSettings") -> Link:
    """Return a link with its repository, if only the settings know that its host is a GitHub or GitLab server."""
    from papertrace.extract.urls.repositories import repository_at

    if link.repository is not None:
        return link
    gitlab_hosts = settings.endpoints.gitlab.hosts
    repository = repository_at(link.url, github_hosts=settings.endpoints.github.hosts, gitlab_hosts=gitlab_hosts)
    return replace(link, repository=repository) if repository is not None else link


WITHOUT_STORE = "so this audit keeps no verdicts; name a file with --store"
"""The end of a warning that the default store is not available."""


def find_links(text: str, markup: Markup | str = Markup.TEXT) -> list[Link]:
    """Return the URLs of a text, repaired, in order, each with its span and what it identifies.

    `markup` is `text`, `md`, `html`, `tex` or `bib`. A URL that occurs twice is returned once.

    >>> [link.url for link in find_links("Code: github.com/acme/fastmm.")]
    ['https://github.com/acme/fastmm']

    Raises
    ------
    SettingsError
        If `markup` is no notation.
    """
    from papertrace.extract.links import find_links as find

    return find(text, markup)


def audit_links(
    links: LinkCollection | Iterable[Link | str] | str | Path,
    settings: "AuditSettings | None" = None,
    *,
    on_progress: Callable[[Progress], None] = ignore_progress,
    on_interrupt: Callable[[KeyboardInterrupt], None] | None = None,
    on_network_down: Callable[[NetworkDownError], None] | None = None,
) -> AuditResult:
    """Request every link, and conclude which are dead, moved, suspect or alive.

    Parameters
    ----------
    links
        A collection from `collect_links`, or links, or URLs, or the path of a listing, document or folder, or one URL.
        A URL that occurs several times is audited once.
    settings
        Which links are requested, how they are requested and judged, and what is kept; `AuditSettings()` by default.
    on_progress
        Called with the number of verdicts so far after each verdict.
    on_interrupt
        Called if the audit is interrupted when it has verdicts; the result then has the findings so far. Without it,
        and before the first verdict, the interruption is raised.
    on_network_down
        Called if there is no network, but something is known of what needs none, such as references to files. Without
        it, and if nothing is known, the error is raised.

    Returns
    -------
    AuditResult
        One finding per URL, in the order of their first occurrences, and the papers' claims about their code.

    Raises
    ------
    NetworkDownError
        If no host name resolves and no host answers, so that nothing can be concluded about any link.
    CassetteError
        If a replay lacks a request.
    StoreError
        If the store cannot be used, the run does not exist, or there is no store to compare with.
    SettingsError
        If `record` is not a mode.
    ListingError
        If the path or the baseline cannot be read, or the baseline contains no verdict.
    TypeError
        If it is given papers, or anything else than links.

    Examples
    --------
    >>> audit_links("https://tool.example/").verdicts[0].reason
    'a domain reserved for examples'
    """
    from papertrace.audit.settings import AuditSettings
    from papertrace.audit.store import compare_findings
    from papertrace.audit.verdicts import accept, allow_redirect
    from papertrace.databases import level_of
    from papertrace.errors import StoreError, check_choice
    from papertrace.web.cassette import Cassette, RecordMode

    settings = settings or AuditSettings()
    check_choice("record", settings.record, RecordMode)
    known = {} if settings.baseline is None else read_baseline(Path(settings.baseline))
    collection = _collect(links)
    first = {link.url: link for link in collection.candidates}
    first |= {link.url: link for link, _ in reversed(collection.links)}
    n_links = len(first)
    comparison = None
    with ExitStack() as stack:
        opened = _open_store(settings.store, needs_store=settings.needs_store)
        verdict_store = stack.enter_context(opened) if opened else None
        run = None if settings.compare is None else _find_run(verdict_store, settings.compare)
        recording = None
        if settings.cassette:
            recording = stack.enter_context(Cassette(settings.cassette, RecordMode(settings.record)))
        verdicts: dict[tuple[Span, str], Verdict] = {}
        n_dead = 0
        try:
            for verdict in _generate_verdicts(collection, first, settings, recording, verdict_store):
                # The URL of a verdict lacks user information; its span and raw text identify the link.
                accepted = allow_redirect(accept(verdict, settings.accept), settings.allow_redirect)
                verdicts[verdict.link.span, verdict.link.raw] = accepted
                n_dead += accepted.outcome is Outcome.DEAD
                note = f"{n_dead:,} dead, {host_of(accepted.link.url)}"
                on_progress(Progress("checking links", len(verdicts), n_links, note))
        except KeyboardInterrupt as interruption:
            if on_interrupt is None or not verdicts:
                raise
            on_interrupt(interruption)
        except NetworkDownError as error:
            if on_network_down is None or not (verdicts or collection.verdicts):
                raise
            on_network_down(error)
        occurrences: dict[str, dict[Occurrence, None]] = {}
        for link, occurrence in collection.links:
            occurrences.setdefault(link.url, {})[occurrence] = None
        findings = {
            url: Finding(verdict=verdicts[key], occurrences=tuple(occurrences[url]))
            for url in collection.urls
            if (key := (first[url].span, first[url].raw)) in verdicts
        } | _collect_unrequested(collection, make_filter(settings))
        if verdict_store and run:
            try:
                comparison = compare_findings(
                    tuple(findings.values()), verdict_store, run, accepted=settings.accept, remap=settings.remap
                )
            except StoreError as error:
                _LOG.log(level_of(error), "%s; the report contains no comparison", error)
    return AuditResult(
        findings=tuple(findings.values()),
        code_claims=tuple(
            CodeClaim(
                occurrence=claimed.occurrence,
                claim=claimed.claim,
                findings=tuple(findings[link.url] for link in claimed.links if link.url in findings),
                candidates=tuple(
                    (service, Finding(verdict=verdicts[named.span, named.raw], occurrences=(claimed.occurrence,)))
                    for service, link in claimed.candidates
                    if (named := first.get(link.url)) and (named.span, named.raw) in verdicts
                ),
            )
            for claimed in collection.claims
        ),
        comparison=comparison,
        fail_on=settings.fail_on,
        baseline=known,
        n_unreached=sum(url not in findings for url in collection.urls),
    )


def _collect(links: LinkCollection | Iterable[Link | str] | str | Path) -> LinkCollection:
    if isinstance(links, LinkCollection):
        return links
    if isinstance(links, str) and links.startswith(("https://", "http://")):
        links = [links]
    if isinstance(links, str | Path):
        return collect_links([links])
    return collect_urls(take_links(links, "audit_links"))


def _open_store(path: str | Path | None, *, needs_store: bool) -> "Store | None":
    from papertrace.audit.store import Store, UnusableStoreError
    from papertrace.databases import level_of
    from papertrace.errors import StoreError

    try:
        return Store(path) if path else None
    except StoreError as error:
        if needs_store and not isinstance(error, UnusableStoreError):
            raise
        _LOG.log(level_of(error), "%s, %s", error, WITHOUT_STORE)
        return None


def _find_run(store: "Store | None", name: str) -> "Run | None":
    """Return the run to compare with, or None if it is the last one and there is none yet."""
    from papertrace.errors import StoreError

    if store is None:
        message = f"cannot compare with run {name}: no store is used; name the file of the earlier runs with --store"
        raise StoreError(message)
    if name == "last" and not store.earlier_runs():
        _LOG.warning("%s: no earlier run to compare with; the next audit can be compared with this one", store.path)
        return None
    return store.find_run(name)


def _generate_verdicts(
    collection: LinkCollection,
    first: Mapping[str, Link],
    settings: "AuditSettings",
    cassette: "Cassette | None",
    store: "Store | None",
) -> Iterator[Verdict]:
    """Yield the verdicts: first on links that the filter leaves out, then on the others as they are reached."""
    from papertrace.audit.run import generate_verdicts, public_link
    from papertrace.audit.settings import remap_link, restore_link

    # A recording can have answers for any name, and one that is made may be meant for that.
    links = make_filter(settings, skips_reserved=cassette is None)
    warn_of_unused(links, collection)
    chosen = []
    originals: dict[tuple[Span, str], Link] = {}
    for url in (*collection.urls, *(link.url for link in collection.candidates)):
        link = with_repository(first[url], settings)
        reason = links.reason_to_skip(url)
        if reason is None:
            remapped = remap_link(link, settings.remap, sends_passwords=settings.sends_passwords)
            if remapped is not link:
                originals[link.span, link.raw] = link
            chosen.append(remapped)
        else:
            yield Verdict(link=public_link(link), outcome=Outcome.SKIPPED, reason=reason)
    dates = _dates(collection)
    for verdict in generate_verdicts(chosen, settings=settings, cassette=cassette, store=store, dates=dates):
        original = originals.get((verdict.link.span, verdict.link.raw))
        yield verdict if original is None else restore_link(verdict, public_link(original))


def _dates(collection: LinkCollection) -> dict[str, str]:
    """Return for each URL the date of the earliest paper that prints it, if its year is known."""
    dates: dict[str, str] = {}
    for link, occurrence in collection.links:
        if occurrence.date and occurrence.year is not None:
            dates[link.url] = min(occurrence.date, dates.get(link.url, occurrence.date))
    return dates
