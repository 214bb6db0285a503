"""Audit links: with a network, with one that is recorded, or from a recording alone."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from papertrace.audit.auditor import Auditor
from papertrace.audit.history.store import Store
from papertrace.audit.settings import AuditSettings
from papertrace.audit.verdicts.classify import is_transient
from papertrace.model import Link, Method, Verdict
from papertrace.web.address import parse_address
from papertrace.web.cassette import Cassette
from papertrace.web.client import Client
from papertrace.web.clock import Clock, SystemClock, VirtualClock
from papertrace.web.git import GitExchange, find_git
from papertrace.web.pending import PendingAsk
from papertrace.web.queues.connectivity import Connectivity
from papertrace.web.queues.host_queues import HostQueues
from papertrace.web.queues.worker_pool import InlinePool, ThreadPool
from papertrace.web.transport.guard import Guard, Resolver, system_resolver

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
    """Yield one verdict on every link, as they come.

    All links are read first, so that the same thing is asked once: addresses that differ by fragment, user information,
    http or https, and for a repository on GitHub by letter case, `.git` or a query. Each link still has its own
    verdict, with the observations it rests on but without the pages themselves. The order is that of the answers; with
    a cassette that only replays it is always the same.

    Nothing is sent before the first verdict is wanted, and nothing more once the iterator is closed.

    Parameters
    ----------
    links
        The links; `url` is what is asked. Equal URLs at different places are different links.
    settings
        The limits; the defaults fit the open web.
    cassette
        Answers to record, to replay or both; the caller opens and closes it. One that only replays needs no network
        and lets every wait pass at once.
    store
        Verdicts of earlier runs: one that is younger than its age limit is yielded again without asking. Every new
        verdict is written before it is yielded.
    resolve
        What turns names into addresses.
    clock
        The time; `SystemClock` by default, for a replay a `VirtualClock`.
    dates
        The date (ISO 8601) of the paper that prints a URL, for the snapshot nearest to it where `settings.rescue` asks
        for snapshots.

    Raises
    ------
    NetworkDownError
        Where no name resolves and nothing answered: then there is nothing to say of any link.
    CassetteError
        Where a replay lacks a request.
    StoreError
        Where the store cannot be read or written.

    Examples
    --------
    >>> from papertrace.model import LinkKind, Span
    >>> letter = Link(raw="mailto:a@example.org", url="mailto:a@example.org", span=Span("a", 1), kind=LinkKind.PAGE)
    >>> [(str(verdict.outcome), verdict.reason) for verdict in generate_verdicts([letter])]
    [('skipped', 'mailto: is not asked')]
    """
    settings = settings or AuditSettings()
    # A recording has to hold whole answers: whoever replays it has no store to compare them with.
    revalidates = cassette is None
    with ExitStack() as stack:
        if cassette is not None and cassette.only_replays:
            clock = clock or VirtualClock()
            settings = _as_recorded(settings, cassette)
            client = _replaying_client(settings, cassette, clock)
        else:
            clock = clock or SystemClock()
            git = find_git() if settings.asks_git else None
            settings = replace(settings, asks_git=git is not None)
            client = stack.enter_context(_live_client(settings, cassette, clock, resolve, git))
        auditor = Auditor(settings, client, clock, store, revalidates=revalidates, dates=dates)
        yield from auditor.run(links)


def _as_recorded(settings: AuditSettings, cassette: Cassette) -> AuditSettings:
    """Return settings that send what was recorded: whether there was a token, and git, is on the cassette too."""
    had_token = cassette.knows(parse_address(settings.endpoints.github.api).url)
    return replace(
        settings,
        github_token="recorded" if had_token else "",
        asks_git=settings.asks_git and cassette.knows_method(Method.GIT),
    )


def _replaying_client(settings: AuditSettings, cassette: Cassette, clock: Clock) -> Client[Verdict]:
    return Client(
        settings,
        InlinePool(cassette.replay),
        clock,
        # Without a network there would be no recording, so a name that could not be looked up is one among others.
        connectivity=Connectivity(settings.control_names, is_known=True),
        # What a host's wishes closed while recording is on the cassette; here every wish can be met.
        queues=HostQueues(per_host=1),
        is_transient=is_transient,
    )


@contextmanager
def _live_client(
    settings: AuditSettings, cassette: Cassette | None, clock: Clock, resolve: Resolver, git: str | None
) -> Iterator[Client[Verdict]]:
    # `requests` is slow to import, and a replay does without.
    from papertrace.web.transport.fetch import LiveExchange

    tokens = {parse_address(settings.endpoints.github.api).url: settings.github_token} if settings.github_token else {}
    with closing(LiveExchange(settings, tokens=tokens, resolve=resolve, clock=clock)) as live:
        exchange: Exchange = live
        if git is not None:
            guard = Guard(allow=settings.networks, resolve=resolve)
            exchange = GitExchange(exchange, git, guard, settings, clock)
        if cassette is not None:
            exchange = cassette.around(exchange)
        with closing(ThreadPool[PendingAsk](exchange, settings.concurrency)) as pool:
            connectivity = Connectivity(settings.control_names)
            yield Client(settings, pool, clock, connectivity=connectivity, cassette=cassette, is_transient=is_transient)
