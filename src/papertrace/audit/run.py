"""Auditing links: live, live with a recording, or from a recording alone."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from papertrace.audit.auditor import Auditor
from papertrace.audit.history.store import Store
from papertrace.audit.link_filter import LinkFilter
from papertrace.audit.settings import AuditSettings
from papertrace.audit.verdicts.classify import is_transient
from papertrace.model import Link, Method, Verdict
from papertrace.web.address import parse_address
from papertrace.web.cassette import Cassette
from papertrace.web.client import Client, PendingAsk
from papertrace.web.exchange import Clock, SystemClock, VirtualClock
from papertrace.web.git import GitExchange, find_git
from papertrace.web.queues import Connectivity, HostQueues
from papertrace.web.settings import passwords_in
from papertrace.web.transport.guard import Guard, Resolver, parse_server, resolver_at, system_resolver
from papertrace.web.worker_pool import InlinePool, ThreadPool

if TYPE_CHECKING:
    from papertrace.web.exchange import Exchange


def generate_verdicts(
    links: Iterable[Link],
    *,
    settings: AuditSettings | None = None,
    cassette: Cassette | None = None,
    store: Store | None = None,
    resolve: Resolver = system_resolver,
    clock: Clock | None = None,
    dates: Mapping[str, str] | None = None,
) -> Generator[Verdict, None, None]:
    """Yield one verdict on every link, in order of completion.

    All links are read first, so that equivalent addresses are requested once: those that differ only in fragment, user
    information, http or https, and for repositories on GitHub in letter case, `.git` or a query. Each link still gets
    its own verdict, with the observations it is based on but without the bodies of pages. With a cassette that only
    replays, the order is always the same.

    Nothing is sent before the first verdict is requested from the iterator, and nothing after it is closed.

    Parameters
    ----------
    links
        The links, of which `url` is requested. Equal URLs at different positions are different links.
    settings
        The limits; the defaults suit the open web.
    cassette
        Answers to record, to replay or both; the caller opens and closes it. One that only replays needs no network,
        and every wait ends at once.
    store
        Verdicts of earlier runs; one that is younger than its maximum age is yielded again without a request. Every new
        verdict is written before it is yielded.
    resolve
        The resolver of host names, by default that of the settings or the machine.
    clock
        The clock; by default a `SystemClock`, or a `VirtualClock` for a replay.
    dates
        The dates (ISO 8601) of papers by the URLs that they print; snapshots nearest to them are preferred.

    Raises
    ------
    NetworkDownError
        When no host has answered and not even the control names resolve.
    CassetteError
        When a replay lacks a request.
    StoreError
        When the store cannot be read or written.

    Examples
    --------
    >>> from papertrace.model import LinkKind, Span
    >>> letter = Link(raw="mailto:a@example.org", url="mailto:a@example.org", span=Span("a", 1), kind=LinkKind.PAGE)
    >>> [(str(verdict.outcome), verdict.reason) for verdict in generate_verdicts([letter])]
    [('skipped', 'mailto: is not supported')]
    """
    settings = settings or AuditSettings()
    if settings.resolver and resolve is system_resolver:
        resolve = resolver_at(parse_server(settings.resolver))
    if settings.checks_fragments:
        settings = replace(settings, max_body_bytes=max(settings.max_body_bytes, settings.max_answer_bytes))
    # A recording must contain complete answers, because a replay has no store to compare them with.
    revalidates = cassette is None
    with ExitStack() as stack:
        if cassette is not None and cassette.only_replays:
            clock = clock or VirtualClock()
            settings = _as_recorded(settings, cassette)
            client = _replaying_client(settings, cassette, clock)
        else:
            clock = clock or SystemClock()
            # Git would not go through the proxy.
            git = find_git() if settings.asks_git and not settings.proxies else None
            settings = replace(settings, asks_git=git is not None)
            links = list(links)
            passwords = dict(passwords_in(link.url for link in links)) if settings.sends_passwords else {}
            client = stack.enter_context(_live_client(settings, cassette, clock, resolve, git, passwords=passwords))
        auditor = Auditor(
            settings,
            client,
            clock,
            store,
            revalidates=revalidates,
            dates=dates,
            recorded=cassette.asks() if cassette else (),
            only_replays=cassette is not None and cassette.only_replays,
        )
        yield from auditor.run(links)


def _as_recorded(settings: AuditSettings, cassette: Cassette) -> AuditSettings:
    """Return settings that request what was recorded: with a token and git only if the cassette has their answers."""
    had_token = cassette.has_url(parse_address(settings.endpoints.github.api).url)
    return replace(
        settings,
        github_token="recorded" if had_token else "",
        asks_git=settings.asks_git and cassette.has_method(Method.GIT),
    )


def _replaying_client(settings: AuditSettings, cassette: Cassette, clock: Clock) -> Client[Verdict]:
    return Client(
        settings,
        InlinePool(cassette.replay),
        clock,
        # A recording requires a network, so a failed name lookup concerns only that name.
        connectivity=Connectivity(settings.control_names, is_up=True),
        # Requests withheld during recording are on the cassette; a replay can wait for as long as hosts ask.
        queues=HostQueues(per_host=1),
        is_transient=is_transient,
        forbids=LinkFilter(exclude=settings.exclude).reason_to_skip,
    )


@contextmanager
def _live_client(
    settings: AuditSettings,
    cassette: Cassette | None,
    clock: Clock,
    resolve: Resolver,
    git: str | None,
    *,
    passwords: Mapping[str, str],
) -> Iterator[Client[Verdict]]:
    # `requests` is slow to import, and a replay does not need it.
    from papertrace.web.transport.fetch import LiveExchange

    tokens = {parse_address(settings.endpoints.github.api).url: settings.github_token} if settings.github_token else {}
    with closing(LiveExchange(settings, tokens=tokens, passwords=passwords, resolve=resolve, clock=clock)) as live:
        exchange: Exchange = live
        if git is not None:
            guard = Guard(allow=settings.networks, resolve=resolve)
            exchange = GitExchange(exchange, git, guard, settings, clock)
        if cassette is not None:
            exchange = cassette.around(exchange)
        with closing(ThreadPool[PendingAsk](exchange, settings.concurrency)) as pool:
            connectivity = Connectivity(settings.control_names)
            yield Client(
                settings,
                pool,
                clock,
                connectivity=connectivity,
                cassette=cassette,
                is_transient=is_transient,
                forbids=LinkFilter(exclude=settings.exclude).reason_to_skip,
            )
