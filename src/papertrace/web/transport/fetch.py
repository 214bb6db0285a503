"""Send one request: the only code of papertrace that does.

Nothing of the environment takes part: no proxy variables, no `.netrc`, no cookies kept between links. Redirects are
not followed here.
"""

import http.client
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import requests
from requests.adapters import HTTPAdapter
from requests.cookies import RequestsCookieJar, extract_cookies_to_jar, get_cookie_header
from requests.structures import CaseInsensitiveDict
from urllib3 import BaseHTTPResponse
from urllib3.exceptions import HTTPError

from papertrace.errors import PapertraceError
from papertrace.model import Fault, Method
from papertrace.model.text import replace_unprintable
from papertrace.web.address import FILTERED, MAX_URL_LENGTH
from papertrace.web.clock import Clock, SystemClock, timestamp
from papertrace.web.exchange import Answer, Request
from papertrace.web.settings import WebSettings
from papertrace.web.transport.body import page_text
from papertrace.web.transport.connections import Watch, Watchdog, pool_classes
from papertrace.web.transport.faults import TOO_LATE, UNREACHABLE, fault_of
from papertrace.web.transport.guard import Guard, RefusedAddressError, Resolver, system_resolver
from papertrace.web.transport.redirects import REDIRECTS

KEPT_HEADERS = (
    "cf-mitigated",
    "content-type",
    "date",
    "etag",
    "last-modified",
    "location",
    "ratelimit",
    "ratelimit-remaining",
    "ratelimit-reset",
    "retry-after",
    "set-cookie",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
)
"""The headers that a decision or the schedule looks at; the others are dropped on arrival."""

MAX_HEADER_LENGTH = 4096
UP_LASTS_S = 30.0
DOWN_LASTS_S = 5.0
UNSURE = frozenset({Fault.DNS, Fault.DNS_TEMPORARY})
STALE = frozenset({Fault.RESET, Fault.MALFORMED})
MAX_STALE = 2


class LiveExchange:
    """Ask the network. One object serves all threads of an audit; `close` ends its connections."""

    def __init__(
        self,
        settings: WebSettings,
        *,
        tokens: Mapping[str, str] = MappingProxyType({}),
        resolve: Resolver = system_resolver,
        clock: Clock | None = None,
    ) -> None:
        """Open a session; nothing is sent.

        `tokens` holds bearer tokens by the address that each is sent to, as `parse_address` writes it.

        Raises
        ------
        PapertraceError
            Where the file of certificates cannot be used: every https link would be called insecure.
        """
        if settings.ca_bundle is not None:
            _check_bundle(settings.ca_bundle)
        self._settings = settings
        self._tokens = tokens
        self._resolve = resolve
        self._clock = clock or SystemClock()
        self._watchdog = Watchdog()
        self._session = requests.Session()
        self._session.trust_env = False
        adapter = HTTPAdapter(pool_connections=4 * settings.concurrency, pool_maxsize=settings.per_host, max_retries=0)
        guard = Guard(allow=settings.networks, resolve=resolve)
        adapter.poolmanager.pool_classes_by_scheme = pool_classes(guard, self._watchdog)
        self._session.mount("http://", adapter)
        self._session.mount("https://", adapter)
        self._network = threading.Lock()
        self._names_resolve: tuple[float, bool] = (float("-inf"), False)

    def __call__(self, request: Request) -> Answer:
        """Send a request and return what came back, for better or worse."""
        started = time.monotonic()
        with self._watchdog.watch(request.seconds_left) as watch:
            answer = self._answer(request, watch)
            n_again = 0
            while watch.is_used and answer.fault in STALE and n_again < MAX_STALE:
                # A host may end a connection that it kept open just as the next request is under way, and what an
                # earlier answer left over on it is no answer to this one: that says nothing of the page (RFC 9112,
                # section 9.3.1).
                n_again += 1
                answer = self._answer(request, watch)
        unsure = answer.fault in UNSURE or (answer.fault is Fault.CONNECT and answer.detail == UNREACHABLE)
        if unsure and not self._network_is_up():
            answer = Answer(fault=Fault.NO_NETWORK, detail="not even the names that always resolve do")
        return replace(answer, seconds=time.monotonic() - started, at=timestamp(self._clock.wall()))

    def _answer(self, request: Request, watch: Watch) -> Answer:
        """Send a request once; whatever goes wrong is an answer too."""
        watch.connection = None
        try:
            return self._send(request, watch)
        except RefusedAddressError as error:
            return Answer(fault=Fault.REFUSED_ADDRESS, detail=str(error))
        except (requests.RequestException, HTTPError, http.client.HTTPException, OSError, ValueError) as error:
            return TOO_LATE if watch.expired else fault_of(error)

    def close(self) -> None:
        """Close every connection that is not in use."""
        self._watchdog.close()
        self._session.close()

    def _send(self, request: Request, watch: Watch) -> Answer:
        settings = self._settings
        prepared = self._prepared(request)
        jar = request.cookies.jar
        if isinstance(jar, RequestsCookieJar):
            cookie = get_cookie_header(jar, prepared)  # type: ignore[no-untyped-call]
            if cookie:
                prepared.headers["Cookie"] = cookie
        timeout = max(0.001, min(settings.timeout_s, request.seconds_left))
        # `Session.send` would read the whole body of a redirect to look for the next one; the adapter does not.
        response = self._session.get_adapter(request.url).send(
            prepared,
            stream=True,
            timeout=(timeout, timeout),
            verify=str(settings.ca_bundle) if settings.ca_bundle else True,
        )
        try:
            if watch.expired:
                # The watchdog cut the headers short, and what is cut short looks like their end.
                return TOO_LATE
            if "set-cookie" in response.raw.headers:
                if not isinstance(jar, RequestsCookieJar):
                    jar = request.cookies.jar = RequestsCookieJar()
                extract_cookies_to_jar(jar, prepared, response.raw)  # type: ignore[no-untyped-call]
            if not 100 <= response.status_code <= 999:  # noqa: PLR2004 - three digits
                return Answer(fault=Fault.MALFORMED, detail="the status is not a number of three digits")
            raw, whole = self._start_of(response, request, watch)
            return Answer(
                status=response.status_code,
                phrase=replace_unprintable(response.reason or "")[:80],
                headers=tuple(_kept(response.raw)),
                body=page_text(
                    raw,
                    content_type=response.headers.get("Content-Type", ""),
                    content_encoding=response.headers.get("Content-Encoding", ""),
                    n_bytes=self._limit(request),
                ),
                detail="" if whole else "the page was cut short",
            )
        finally:
            response.close()

    def _prepared(self, request: Request) -> requests.PreparedRequest:
        """Return what the adapter sends.

        `requests.Request.prepare` would read the address again, which `parse_address` made, and look for cookies,
        passwords, files and hooks, of which there are none: a third of what a request costs.
        """
        prepared = requests.PreparedRequest()
        prepared.method = str(request.method)
        prepared.url = request.url
        prepared.headers = CaseInsensitiveDict(self._headers(request))
        if request.ask.body:
            prepared.prepare_body(request.ask.body.encode(), files=None)
        return prepared

    def _headers(self, request: Request) -> dict[str, str]:
        """Return what is sent with a request; a token goes to its own address alone, so to no redirect either."""
        headers = {
            "User-Agent": self._settings.user_agent,
            "Accept": request.ask.accept or "text/html,application/xhtml+xml,*/*;q=0.8",
            "Accept-Encoding": "gzip, deflate",
        }
        validator = request.ask.validator
        if validator is not None and validator.url == request.url:
            # What one address gave says nothing to another, such as one that redirects there.
            conditions = {"If-None-Match": validator.etag, "If-Modified-Since": validator.last_modified}
            headers |= {name: value for name, value in conditions.items() if value}
        if request.method is Method.POST:
            headers["Content-Type"] = "application/json"
            token = self._tokens.get(request.url)
            if token:
                headers["Authorization"] = f"bearer {token}"
        return headers

    def _limit(self, request: Request) -> int:
        return self._settings.max_answer_bytes if request.ask.accept else self._settings.max_body_bytes

    def _start_of(self, response: requests.Response, request: Request, watch: Watch) -> tuple[bytes, bool]:
        """Read the first kilobytes; what fails after the status does not undo the status."""
        limit = self._limit(request)
        if request.method is Method.GET and response.status_code in REDIRECTS:
            length = response.headers.get("Content-Length", "")
            if not (length.isascii() and length.isdigit() and int(length[:10]) <= limit):
                return b"", True
        chunks: list[bytes] = []
        n_bytes = 0
        until = min(watch.deadline, time.monotonic() + self._settings.timeout_s)
        try:
            while n_bytes < limit:
                chunk = response.raw.read1(limit - n_bytes, decode_content=False)
                if not chunk:
                    break
                chunks.append(chunk)
                n_bytes += len(chunk)
                if time.monotonic() > until:
                    return b"".join(chunks), False
        except (HTTPError, http.client.HTTPException, OSError, ValueError):
            return b"".join(chunks), False
        return b"".join(chunks), not watch.expired

    def _network_is_up(self) -> bool:
        """Say whether the names resolve that always do; looked up at most every few seconds.

        That some name of the listing resolves would not do: on an intranet its own names do, and no other.
        """
        with self._network:
            asked_at, is_up = self._names_resolve
            if time.monotonic() - asked_at >= (UP_LASTS_S if is_up else DOWN_LASTS_S):
                is_up = any(self._resolves(name) for name in self._settings.control_names)
                self._names_resolve = (time.monotonic(), is_up)
            return is_up

    def _resolves(self, name: str) -> bool:
        try:
            return bool(self._resolve(name, 443))
        except OSError:
            return False


def _check_bundle(path: Path) -> None:
    try:
        ssl.create_default_context(cafile=str(path))
    except (OSError, ssl.SSLError) as error:
        message = f"{path}: no usable file of certificates; name a file of PEM certificates"
        raise PapertraceError(message) from error


def _kept(raw: BaseHTTPResponse) -> Iterator[tuple[str, str]]:
    for name in KEPT_HEADERS:
        if name not in raw.headers:
            continue
        values = raw.headers.getlist(name)
        # Policies of one host may stand on lines of their own (RFC 9110, section 5.3); of the others the first counts.
        value = ", ".join(values) if name == "ratelimit" else values[0]
        if name == "set-cookie":
            value = FILTERED
        elif name == "location":
            value = _location(value)
        # Of a longer address a part would be another address, so it is kept until it is known to be too long.
        yield name, replace_unprintable(value)[: MAX_URL_LENGTH + 1 if name == "location" else MAX_HEADER_LENGTH]


def _location(value: str) -> str:
    """Read the bytes of a `Location` as UTF-8, which is what servers send; `http.client` reads Latin-1."""
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value
