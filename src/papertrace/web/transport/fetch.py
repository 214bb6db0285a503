"""Sending one HTTP request, which only this module does.

Nothing is taken from the environment: no proxy variables and no `.netrc`. No cookies are kept between links, and
redirects are not followed here.
"""

import http.client
import ssl
import threading
import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, ProxyManager
from urllib3.exceptions import HTTPError, InsecureRequestWarning

from papertrace.errors import PapertraceError
from papertrace.model import Fault, Method
from papertrace.model.addresses import comparable_host, host_of
from papertrace.model.text import replace_unprintable
from papertrace.web.clock import Clock, SystemClock, timestamp
from papertrace.web.exchange import CUT_SHORT, TOO_LONG, Answer, Request
from papertrace.web.settings import WebSettings
from papertrace.web.transport.api_keys import ApiKey
from papertrace.web.transport.body import ByteBudget, page_text
from papertrace.web.transport.connections import Watch, Watchdog, pool_classes
from papertrace.web.transport.faults import TOO_LATE, UNREACHABLE, causes_of, fault_of
from papertrace.web.transport.guard import Guard, RefusedAddressError, Resolver, look_up, system_resolver
from papertrace.web.transport.kept_headers import find_kept_headers
from papertrace.web.transport.preparation import RequestPreparation
from papertrace.web.transport.proxies import Proxies, proxy_fault
from papertrace.web.transport.redirects import REDIRECTS

UP_CACHE_S = 30.0
DOWN_CACHE_S = 5.0
"""How long the result of looking up the control names is reused."""
AMBIGUOUS_FAULTS = frozenset({Fault.DNS, Fault.DNS_TEMPORARY})
"""Faults that a missing network may have caused."""
STALE_FAULTS = frozenset({Fault.RESET, Fault.MALFORMED})
"""Faults that reusing an old connection may have caused."""
MAX_STALE_RETRIES = 2
_CHUNK_BYTES = 64 * 1024


class LiveExchange:
    """An exchange over the network, shared by all threads; `close` ends its connections."""

    def __init__(
        self,
        settings: WebSettings,
        *,
        tokens: Mapping[str, str] = MappingProxyType({}),
        keys: Sequence[ApiKey] = (),
        passwords: Mapping[str, str] = MappingProxyType({}),
        resolve: Resolver = system_resolver,
        clock: Clock | None = None,
    ) -> None:
        """Open a session without sending anything.

        `tokens` are the bearer tokens by the address that each is sent to, as normalised by `parse_address`, `keys`
        those of services with many addresses; `passwords` are values of `Authorization` by the
        address of a page.

        Raises
        ------
        PapertraceError
            When the certificate file is unusable, since every https link would then be reported as insecure.
        """
        if settings.ca_bundle is not None:
            _check_bundle(settings.ca_bundle)
        self._settings = settings
        self._requests = RequestPreparation(settings, tokens=tokens, keys=keys, passwords=passwords)
        self._insecure_hosts = frozenset(comparable_host(host) for host in settings.insecure_hosts)
        if self._insecure_hosts:
            # The user has asked for this, and the library would warn at every request.
            warnings.filterwarnings("ignore", category=InsecureRequestWarning)
        self._long_answers = ByteBudget(2 * settings.max_answer_bytes)
        self._resolve = resolve
        self._clock = clock or SystemClock()
        self._watchdog = Watchdog()
        self._session = requests.Session()
        self._session.trust_env = False
        adapter = _ProxiedAdapter(
            pool_connections=4 * settings.concurrency, pool_maxsize=settings.per_host, max_retries=0
        )
        guard = Guard(allow=settings.networks, resolve=resolve)
        self._proxies = Proxies(settings.proxies, settings.no_proxy, guard, resolve) if settings.proxies else None
        if self._proxies is not None:
            adapter.classes_for_proxies = pool_classes(self._proxies.guard_of_proxies, self._watchdog)
        adapter.poolmanager.pool_classes_by_scheme = pool_classes(guard, self._watchdog)
        self._session.mount("http://", adapter)
        self._session.mount("https://", adapter)
        self._lookup_lock = threading.Lock()
        self._last_lookup: tuple[float, bool] = (float("-inf"), False)

    def __call__(self, request: Request) -> Answer:
        """Send a request and return its answer."""
        started = time.monotonic()
        with self._watchdog.watch(request.seconds_left) as watch:
            answer = self._answer(request, watch)
            n_retries = 0
            while watch.is_used and answer.fault in STALE_FAULTS and n_retries < MAX_STALE_RETRIES:
                # A host may close a persistent connection just as the next request is being sent, and bytes left over
                # from an earlier answer are not an answer to this one. Neither says anything about the page (RFC 9112,
                # section 9.3.1).
                n_retries += 1
                answer = self._answer(request, watch)
        is_ambiguous = answer.fault in AMBIGUOUS_FAULTS or (
            answer.fault is Fault.CONNECT and answer.detail == UNREACHABLE
        )
        if is_ambiguous and not self._network_is_up():
            answer = Answer(fault=Fault.NO_NETWORK, detail="not even the control names resolve")
        return replace(answer, seconds=time.monotonic() - started, at=timestamp(self._clock.wall()))

    def _answer(self, request: Request, watch: Watch) -> Answer:
        """Send a request once; every failure becomes an answer with a fault."""
        watch.connection = None
        try:
            return self._send(request, watch)
        except RefusedAddressError as error:
            return Answer(fault=Fault.REFUSED_ADDRESS, detail=str(error))
        except (requests.RequestException, HTTPError, http.client.HTTPException, OSError, ValueError) as error:
            answer = TOO_LATE if watch.expired else fault_of(error)
            is_proxied = self._proxies is not None and self._proxies.for_url(request.url)
            return proxy_fault(list(causes_of(error)), answer) if is_proxied else answer

    def close(self) -> None:
        """Close all idle connections."""
        self._watchdog.close()
        self._session.close()

    def _send(self, request: Request, watch: Watch) -> Answer:
        settings = self._settings
        prepared = self._requests.prepare(request)
        proxies = self._proxies.for_url(request.url) if self._proxies is not None else {}
        if proxies and self._proxies is not None:
            self._proxies.check_target(request.url)
        # A host that sends nothing is one that times out, so its socket should do so before the watchdog.
        timeout = max(0.001, min(settings.timeout_s, request.seconds_left - 2 * Watchdog.TICK_S))
        # `Session.send` would read the whole body of a redirect before following it; the adapter does not.
        response = self._session.get_adapter(request.url).send(
            prepared,
            stream=True,
            timeout=(timeout, timeout),
            verify=self._verify(request),
            proxies=proxies,
        )
        try:
            if watch.expired:
                # The watchdog shut the socket down among the headers, and truncated headers look complete.
                return TOO_LATE
            self._requests.keep_cookies(request, prepared, response.raw)
            if not 100 <= response.status_code <= 999:  # noqa: PLR2004 - three digits
                return Answer(fault=Fault.MALFORMED, detail="the status is not a three-digit number")
            raw, detail = self._read_start(response, request, watch)
            return Answer(
                status=response.status_code,
                phrase=replace_unprintable(response.reason or "")[:80],
                headers=tuple(find_kept_headers(response.raw)),
                body=page_text(
                    raw,
                    content_type=response.headers.get("Content-Type", ""),
                    content_encoding=response.headers.get("Content-Encoding", ""),
                    n_bytes=self._limit(request),
                ),
                detail=detail,
            )
        finally:
            response.close()

    def _verify(self, request: Request) -> str | bool:
        """Return whether the certificate of a host is verified, or the file of authorities to verify it with."""
        if self._insecure_hosts and host_of(request.url) in self._insecure_hosts:
            return False
        return str(self._settings.ca_bundle) if self._settings.ca_bundle else True

    def _limit(self, request: Request) -> int:
        return self._settings.max_answer_bytes if request.ask.accept else self._settings.max_body_bytes

    def _read_start(self, response: requests.Response, request: Request, watch: Watch) -> tuple[bytes, str]:
        """Return the first kilobytes of the body, and a remark if they are not what the server meant to send.

        A failure after the status does not invalidate the status. A service has to finish its answers, and nothing is
        kept of one that goes on after the limit, or when the long answers of all services together have reached theirs.
        """
        limit = self._limit(request)
        if request.method is Method.GET and response.status_code in REDIRECTS:
            length = response.headers.get("Content-Length", "")
            if not (length.isascii() and length.isdigit() and int(length[:10]) <= limit):
                return b"", ""
        is_page = not request.ask.accept
        chunks: list[bytes] = []
        n_bytes = n_taken = 0
        until = min(watch.deadline, time.monotonic() + self._settings.timeout_s)
        try:
            while n_bytes < limit or not is_page:
                chunk = response.raw.read1(min(_CHUNK_BYTES, max(limit - n_bytes, 1)), decode_content=False)
                if not chunk:
                    break
                n_bytes += len(chunk)
                if not is_page and n_bytes > _CHUNK_BYTES:
                    if n_bytes > limit or not self._long_answers.take(len(chunk)):
                        return b"", TOO_LONG
                    n_taken += len(chunk)
                chunks.append(chunk)
                if time.monotonic() > until:
                    return b"".join(chunks), CUT_SHORT
        except (HTTPError, http.client.HTTPException, OSError, ValueError):
            return b"".join(chunks), CUT_SHORT
        finally:
            self._long_answers.give(n_taken)
        return b"".join(chunks), CUT_SHORT if watch.expired else ""

    def _network_is_up(self) -> bool:
        """Return whether the control names resolve; they are looked up at most every few seconds.

        A name from a listing would not do as a control name: on an intranet its own names resolve, and no others.
        """
        with self._lookup_lock:
            asked_at, is_up = self._last_lookup
            if time.monotonic() - asked_at >= (UP_CACHE_S if is_up else DOWN_CACHE_S):
                is_up = any(self._resolves(name) for name in self._settings.control_names)
                self._last_lookup = (time.monotonic(), is_up)
            return is_up

    def _resolves(self, name: str) -> bool:
        try:
            return bool(look_up(name, 443, self._resolve))
        except OSError:
            return False


class _ProxiedAdapter(HTTPAdapter):
    """An adapter whose connections to proxies are watched and pinned like all others."""

    classes_for_proxies: Mapping[str, type[HTTPConnectionPool]] = MappingProxyType({})

    def proxy_manager_for(self, proxy: str, **options: Any) -> ProxyManager:  # noqa: ANN401 - passed on unchanged
        """Return the manager of the connections through a proxy."""
        manager: ProxyManager = super().proxy_manager_for(proxy, **options)
        if self.classes_for_proxies:
            manager.pool_classes_by_scheme = dict(self.classes_for_proxies)
        return manager


def _check_bundle(path: Path) -> None:
    try:
        ssl.create_default_context(cafile=str(path))
    except (OSError, ssl.SSLError) as error:
        message = f"{path}: not a usable certificate file; give a file of PEM certificates"
        raise PapertraceError(message) from error
