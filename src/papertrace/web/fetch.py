"""Sending one HTTP request, which only this module does: what it carries, and what is kept of its answer.

Neither variables for proxies nor a `.netrc` are read. No cookies are kept between links, and
redirects are not followed here.

Of an answer, only the headers that matter are kept, as they are shown, recorded and stored.

Exceptions of the libraries become faults with fixed messages: theirs contain object addresses.

Keys of services are added to a request when it is sent, so that no ask, cassette, log or report contains them.

What the settings have for single hosts is added request by request, so that a redirect to another host does not take it
along.

A proxy resolves names itself, so the guard cannot pin the connection. It refuses what it can recognise: IP addresses in
any notation, and names that this machine resolves to networks that are not allowed. A name that only the proxy can
resolve is left to the proxy.
"""

import errno
import http.client
import socket
import ssl
import threading
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http.client import HTTPMessage
from ipaddress import ip_network
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from requests.cookies import MockRequest, MockResponse, RequestsCookieJar, get_cookie_header
from requests.structures import CaseInsensitiveDict
from requests.utils import should_bypass_proxies
from urllib3 import BaseHTTPResponse, HTTPConnectionPool, ProxyManager
from urllib3.exceptions import HTTPError, InsecureRequestWarning

from papertrace.errors import PapertraceError
from papertrace.model import Fault, Method
from papertrace.model.addresses import comparable_host, host_of
from papertrace.model.text import replace_unprintable
from papertrace.web.address import FILTERED, MAX_URL_LENGTH, parse_address
from papertrace.web.connections import EXCHANGING, ByteBudget, page_text, pool_classes
from papertrace.web.exchange import (
    CUT_SHORT,
    PROXY_SILENT,
    REDIRECTS,
    TOO_LONG,
    Answer,
    Clock,
    Request,
    timestamp,
)
from papertrace.web.guard import Guard, RefusedAddressError, Resolver, look_up, system_resolver
from papertrace.web.settings import WebSettings, read_cookies

KEPT_HEADERS = tuple(
    "akamai-cache-status cf-mitigated content-type date etag last-modified location ratelimit ratelimit-remaining "  # noqa: SIM905 - words read best so
    "ratelimit-reset refresh retry-after set-cookie x-amzn-waf-action x-concurrency-limit x-datadome x-dd-b "
    "x-error-code x-rate-limit-interval x-rate-limit-limit x-ratelimit-remaining x-ratelimit-reset "
    "x-vercel-mitigated".split()
)
"""The headers that verdicts or the queues depend on; the others are dropped on arrival."""

MAX_HEADER_LENGTH = 4096


def find_kept_headers(raw: BaseHTTPResponse) -> Iterator[tuple[str, str]]:
    """Yield the headers that are kept, each with its name in lower case and one value without secrets."""
    for name in KEPT_HEADERS:
        if name not in raw.headers:
            continue
        values = raw.headers.getlist(name)
        # Each policy may be in its own field line (RFC 9110, section 5.3); of other headers the first value counts.
        value = ", ".join(values) if name == "ratelimit" else values[0]
        if name == "set-cookie":
            value = FILTERED
        elif name == "location":
            value = _location(value)
        # A truncated address would be another address, so one character more than allowed shows that it is too long.
        yield name, replace_unprintable(value)[: MAX_URL_LENGTH + 1 if name == "location" else MAX_HEADER_LENGTH]


def _location(value: str) -> str:
    """Return a `Location` decoded as UTF-8, which is what servers send; `http.client` decodes Latin-1.

    Browsers ignore tabs in addresses (https://url.spec.whatwg.org/#concept-basic-url-parser).
    """
    value = value.replace("\t", "")
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value


UNREACHABLE = "the network is unreachable"
"""The detail of a connection that failed because there is no route to the host or to any network."""
TOO_LATE = Answer(fault=Fault.TIMEOUT, detail="no whole answer within the deadline")
_TEMPORARY_NAME = Answer(fault=Fault.DNS_TEMPORARY, detail="the name server did not say")
_NO_NAME = Answer(fault=Fault.DNS, detail="the name does not exist")
_UNREACHABLE = frozenset({errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL})
# Of the errors of a resolver, only these say that a name has no address; others are failures of the resolver itself.
_ABSENT = frozenset({socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)})

_FAULTS: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], Fault, str], ...] = (
    (ssl.SSLError, Fault.TLS, "no secure connection could be agreed on"),
    (ConnectionRefusedError, Fault.CONNECT, "the connection was refused"),
    # RemoteDisconnected, a connection that ends before an answer, is a ConnectionResetError too.
    (
        (ConnectionResetError, BrokenPipeError, ConnectionAbortedError),
        Fault.RESET,
        "the connection was closed without an answer",
    ),
    ((TimeoutError, requests.Timeout), Fault.TIMEOUT, "no answer in time"),
)


def causes_of(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and the errors it wraps; `requests` and `urllib3` each wrap the original one."""
    queue: list[object] = [error]
    seen: set[int] = set()
    while queue:
        item = queue.pop(0)
        if not isinstance(item, BaseException) or id(item) in seen:
            continue
        seen.add(id(item))
        yield item
        queue += [item.__cause__, getattr(item, "reason", None), *item.args, item.__context__]


def fault_of(error: BaseException) -> Answer:
    """Return an answer with the fault that caused an exception, by default "no connection"."""
    causes = list(causes_of(error))
    for cause in causes:
        if isinstance(cause, socket.gaierror):
            return _NO_NAME if cause.errno in _ABSENT else _TEMPORARY_NAME
        if isinstance(cause, ssl.SSLCertVerificationError):
            detail = replace_unprintable(cause.verify_message or "certificate refused")[:120]
            return Answer(fault=Fault.TLS, detail=detail)
        for kinds, fault, detail in _FAULTS:
            if isinstance(cause, kinds):
                return Answer(fault=fault, detail=detail)
        if isinstance(cause, OSError) and cause.errno in _UNREACHABLE:
            return Answer(fault=Fault.CONNECT, detail=UNREACHABLE)
    if any(isinstance(cause, http.client.HTTPException | ValueError) for cause in causes):
        return Answer(fault=Fault.MALFORMED, detail="the answer is not HTTP")
    return Answer(fault=Fault.CONNECT, detail="no connection")


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key and the service that it is sent to: every address under `base`, as normalised by `parse_address`.

    It is sent in the header `header`, after `prefix`, or else in the parameter `parameter` of the address. The target
    of a redirect is not sent the key.
    """

    base: str
    value: str = field(repr=False)
    header: str = ""
    prefix: str = ""
    parameter: str = ""

    def is_for(self, request: Request) -> bool:
        """Return whether a request is one to the service itself."""
        base = self.base.rstrip("/")
        rest = request.url[len(base) :]
        return request.url.startswith(base) and rest[:1] in {"", "/", "?"} and request.url == request.ask.url

    def url(self, url: str) -> str:
        """Return an address with the key, if it belongs there.

        >>> ApiKey(base="https://api.example.org", value="k", parameter="api_key").url("https://api.example.org/x?a=1")
        'https://api.example.org/x?a=1&api_key=k'
        """
        if not self.parameter:
            return url
        return f"{url}{'&' if '?' in url else '?'}{self.parameter}={self.value}"

    def headers(self) -> dict[str, str]:
        """Return the header with the key, if it belongs there."""
        return {self.header: f"{self.prefix}{self.value}"} if self.header else {}


MAX_COOKIE = 4096
"""Characters of one cookie, which browsers do not exceed either (RFC 6265, section 6.1)."""
MAX_COOKIES_OF_CHAIN = 128 * 1024
MAX_COOKIES_OF_RUN = 32 * 1024 * 1024
"""Bytes of all cookies that are kept, in one chain of redirects and in all chains of a run at one time."""
_COOKIE_BYTES = 1024
"""What a cookie takes besides its characters."""


class _ChainCookies(RequestsCookieJar):
    """The cookies that a chain of redirects was sent, as many as its budget and that of the run allow."""

    def __init__(self, of_run: ByteBudget) -> None:
        super().__init__()
        self._of_run = of_run
        self._n_bytes = 0

    def __del__(self) -> None:
        self._of_run.give(self._n_bytes)

    def keep(self, values: Sequence[str], prepared: requests.PreparedRequest) -> None:
        """Keep the cookies in the values of `Set-Cookie`, unless they are too long or there are too many."""
        accepted = HTTPMessage()
        for value in values:
            n_bytes = len(value) + _COOKIE_BYTES
            is_small = len(value) <= MAX_COOKIE and self._n_bytes + n_bytes <= MAX_COOKIES_OF_CHAIN
            if is_small and self._of_run.take(n_bytes):
                self._n_bytes += n_bytes
                accepted["Set-Cookie"] = value
        self.extract_cookies(MockResponse(accepted), MockRequest(prepared))  # type: ignore[arg-type]


_ANYWHERE = (ip_network("0.0.0.0/0"), ip_network("::/0"))


class Proxies:
    """The proxies by scheme, and the hosts that are requested directly."""

    def __init__(self, urls: Mapping[str, str], no_proxy: str, guard: Guard, resolve: Resolver) -> None:
        """Create a choice of proxies; `no_proxy` lists hosts as the variable `NO_PROXY` does."""
        self._urls = dict(urls)
        self._no_proxy = no_proxy
        self._guard = guard
        # A proxy is named by the user, wherever it is.
        self.guard_of_proxies: Guard = Guard(allow=_ANYWHERE, resolve=resolve)
        self.hosts: frozenset[str] = frozenset(urlsplit(url).hostname or "" for url in self._urls.values())

    def for_url(self, url: str) -> dict[str, str]:
        """Return the proxies for one request, empty if it is sent directly."""
        scheme = url.partition(":")[0]
        if scheme not in self._urls or should_bypass_proxies(url, self._no_proxy):
            return {}
        return {scheme: self._urls[scheme]}

    def check_target(self, url: str) -> None:
        """Raise `RefusedAddressError` if the target of a request must not be reached, as far as this machine knows."""
        address = parse_address(url)
        try:
            self._guard.socket_addresses(address.host, address.port)
        except socket.gaierror:
            return


def proxy_fault(causes: Sequence[BaseException], answer: Answer) -> Answer:
    """Return what a failed request through a proxy shows: of the proxy, not of the page."""
    refused = next((str(cause) for cause in causes if str(cause).startswith("Tunnel connection failed")), "")
    if refused:
        return Answer(fault=Fault.CONNECT, detail=f"the proxy could not connect ({refused[25:60].strip()})")
    if answer.fault in {Fault.DNS, Fault.DNS_TEMPORARY, Fault.CONNECT}:
        return Answer(fault=Fault.NO_NETWORK, detail=PROXY_SILENT)
    return answer


UP_CACHE_S = 30.0
DOWN_CACHE_S = 5.0
"""How long the result of looking up the control names is reused."""
AMBIGUOUS_FAULTS = frozenset({Fault.DNS, Fault.DNS_TEMPORARY})
"""Faults that a missing network may have caused."""
STALE_FAULTS = frozenset({Fault.RESET, Fault.MALFORMED})
"""Faults that reusing an old connection may have caused."""
MAX_STALE_RETRIES = 2
TIMEOUT_MARGIN_S = 0.1
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
            try:
                ssl.create_default_context(cafile=str(settings.ca_bundle))
            except (OSError, ssl.SSLError) as error:
                message = f"{settings.ca_bundle}: not a usable certificate file; give a file of PEM certificates"
                raise PapertraceError(message) from error
        self._settings = settings
        self._tokens, self._keys, self._passwords = tokens, tuple(keys), passwords
        self._own_cookies = read_cookies(settings.cookies) if settings.cookies is not None else None
        self._cookies_of_run = ByteBudget(MAX_COOKIES_OF_RUN)
        self._headers_by_host: dict[str, dict[str, str]] = {}
        for header in settings.host_headers:
            self._headers_by_host.setdefault(header.host, {})[header.name] = header.value
        self._insecure_hosts = frozenset(comparable_host(host) for host in settings.insecure_hosts)
        if self._insecure_hosts:
            # The user has asked for this, and the library would warn at every request.
            warnings.filterwarnings("ignore", category=InsecureRequestWarning)
        self._long_answers = ByteBudget(2 * settings.max_answer_bytes)
        self._resolve = resolve
        self._clock = clock or Clock()
        self._session = requests.Session()
        self._session.trust_env = False
        adapter = _ProxiedAdapter(
            pool_connections=4 * settings.concurrency, pool_maxsize=settings.per_host, max_retries=0
        )
        guard = Guard(allow=settings.networks, resolve=resolve)
        self._proxies = Proxies(settings.proxies, settings.no_proxy, guard, resolve) if settings.proxies else None
        if self._proxies is not None:
            adapter.classes_for_proxies = pool_classes(self._proxies.guard_of_proxies)
        adapter.poolmanager.pool_classes_by_scheme = pool_classes(guard)
        self._session.mount("http://", adapter)
        self._session.mount("https://", adapter)
        self._lookup_lock = threading.Lock()
        self._last_lookup: tuple[float, bool] = (float("-inf"), False)

    def __call__(self, request: Request) -> Answer:
        """Send a request and return its answer."""
        started = time.monotonic()
        EXCHANGING.until, EXCHANGING.is_last_wait = started + request.seconds_left, True
        answer = self._answer(request)
        n_retries = 0
        while EXCHANGING.is_used and answer.fault in STALE_FAULTS and n_retries < MAX_STALE_RETRIES:
            # A host may close a persistent connection just as the next request is being sent, and bytes left over from
            # an earlier answer are not an answer to this one. Neither says anything about the page (RFC 9112, section
            # 9.3.1).
            n_retries += 1
            answer = self._answer(request)
        is_ambiguous = answer.fault in AMBIGUOUS_FAULTS or (
            answer.fault is Fault.CONNECT and answer.detail == UNREACHABLE
        )
        if is_ambiguous and not self._network_is_up():
            answer = Answer(fault=Fault.NO_NETWORK, detail="not even the control names resolve")
        return replace(answer, seconds=time.monotonic() - started, at=timestamp(self._clock.wall()))

    def _answer(self, request: Request) -> Answer:
        """Send a request once; every failure becomes an answer with a fault."""
        EXCHANGING.connection = None
        try:
            return self._send(request)
        except RefusedAddressError as error:
            return Answer(fault=Fault.REFUSED_ADDRESS, detail=str(error))
        except (requests.RequestException, HTTPError, http.client.HTTPException, OSError, ValueError) as error:
            answer = TOO_LATE if EXCHANGING.is_too_late else fault_of(error)
            is_proxied = self._proxies is not None and self._proxies.for_url(request.url)
            return proxy_fault(list(causes_of(error)), answer) if is_proxied else answer

    def close(self) -> None:
        """Close all idle connections."""
        self._session.close()

    def _send(self, request: Request) -> Answer:
        settings = self._settings
        prepared = self.prepare(request)
        proxies = self._proxies.for_url(request.url) if self._proxies is not None else {}
        if proxies and self._proxies is not None:
            self._proxies.check_target(request.url)
        # A host that sends nothing is one that times out, so its socket should do so before the deadline.
        timeout = max(0.001, min(settings.timeout_s, request.seconds_left - TIMEOUT_MARGIN_S))
        # `Session.send` would read the whole body of a redirect before following it; the adapter does not.
        response = self._session.get_adapter(request.url).send(
            prepared,
            stream=True,
            timeout=(timeout, timeout),
            verify=self._verify(request),
            proxies=proxies,
        )
        try:
            self.keep_cookies(request, prepared, response.raw)
            if not 100 <= response.status_code <= 999:  # noqa: PLR2004 - three digits
                return Answer(fault=Fault.MALFORMED, detail="the status is not a three-digit number")
            raw, detail = self._read_start(response, request)
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

    def prepare(self, request: Request) -> requests.PreparedRequest:
        """Return the request for the adapter.

        `requests.Request.prepare` would parse the address again and look for cookies, passwords, files and hooks, of
        which there are none; that took a third of the CPU time of a request.
        """
        prepared = requests.PreparedRequest()
        prepared.method = str(request.method)
        key = next((key for key in self._keys if key.is_for(request)), None)
        prepared.url = request.url if key is None else key.url(request.url)
        prepared.headers = CaseInsensitiveDict(self._headers(request) | (key.headers() if key is not None else {}))
        if request.ask.body:
            prepared.prepare_body(request.ask.body.encode(), files=None)
        if request.cookies.jar is None and self._own_cookies is not None:
            self._jar_of(request).update(self._own_cookies)
        if request.cookies.jar is not None:
            cookie = get_cookie_header(self._jar_of(request), prepared)  # type: ignore[no-untyped-call]
            if cookie:
                prepared.headers["Cookie"] = cookie
        return prepared

    def keep_cookies(self, request: Request, prepared: requests.PreparedRequest, raw: BaseHTTPResponse) -> None:
        """Keep the cookies of a response for the further requests of its chain."""
        if "set-cookie" in raw.headers:
            self._jar_of(request).keep(raw.headers.getlist("set-cookie"), prepared)

    def _jar_of(self, request: Request) -> _ChainCookies:
        if not isinstance(request.cookies.jar, _ChainCookies):
            request.cookies.jar = _ChainCookies(self._cookies_of_run)
        return request.cookies.jar

    def _headers(self, request: Request) -> dict[str, str]:
        """Return the headers of a request; a token is sent only to its own address, so never to a redirect target."""
        headers = {
            "User-Agent": self._settings.user_agent,
            "Accept": request.ask.accept or "text/html,application/xhtml+xml,*/*;q=0.8",
            "Accept-Encoding": "gzip, deflate",
        }
        validator = request.ask.validator
        if validator is not None and validator.url == request.url:
            # A validator is valid only for the address that sent it, not for one that redirects there.
            conditions = {"If-None-Match": validator.etag, "If-Modified-Since": validator.last_modified}
            headers |= {name: value for name, value in conditions.items() if value}
        if request.method is Method.POST:
            headers["Content-Type"] = "application/json"
            token = self._tokens.get(request.url)
            if token:
                headers["Authorization"] = f"bearer {token}"
        if self._passwords and request.url in self._passwords:
            headers["Authorization"] = self._passwords[request.url]
        is_downgraded = request.url.startswith("http:") and request.ask.url.startswith("https:")
        if self._headers_by_host and not is_downgraded:
            # Names of headers ignore case, so one given by the user replaces ours.
            own = self._headers_by_host.get(host_of(request.url), {})
            named = {name.lower() for name in own}
            headers = {name: value for name, value in headers.items() if name.lower() not in named} | own
        return headers

    def _verify(self, request: Request) -> str | bool:
        """Return whether the certificate of a host is verified, or the file of authorities to verify it with."""
        if self._insecure_hosts and host_of(request.url) in self._insecure_hosts:
            return False
        return str(self._settings.ca_bundle) if self._settings.ca_bundle else True

    def _limit(self, request: Request) -> int:
        return self._settings.max_answer_bytes if request.ask.accept else self._settings.max_body_bytes

    def _read_start(self, response: requests.Response, request: Request) -> tuple[bytes, str]:
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
        until = min(EXCHANGING.until, time.monotonic() + self._settings.timeout_s)
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
        return b"".join(chunks), ""

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
    """An adapter whose connections to proxies are pinned and have deadlines like all others."""

    classes_for_proxies: Mapping[str, type[HTTPConnectionPool]] = MappingProxyType({})

    def proxy_manager_for(self, proxy: str, **options: Any) -> ProxyManager:  # noqa: ANN401 - passed on unchanged
        """Return the manager of the connections through a proxy."""
        manager: ProxyManager = super().proxy_manager_for(proxy, **options)
        if self.classes_for_proxies:
            manager.pool_classes_by_scheme = dict(self.classes_for_proxies)
        return manager
