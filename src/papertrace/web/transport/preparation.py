"""What a request carries: its headers, the cookies of its chain, and the secrets that its address is to get.

What the settings have for single hosts is added request by request, so that a redirect to another host does not take it
along.
"""

from collections.abc import Mapping, Sequence
from http.client import HTTPMessage

import requests
from requests.cookies import MockRequest, MockResponse, RequestsCookieJar, get_cookie_header
from requests.structures import CaseInsensitiveDict
from urllib3 import BaseHTTPResponse

from papertrace.model import Method
from papertrace.model.addresses import host_of
from papertrace.web.credentials import read_cookies
from papertrace.web.exchange import Request
from papertrace.web.settings import WebSettings
from papertrace.web.transport.api_keys import ApiKey
from papertrace.web.transport.body import ByteBudget

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


class RequestPreparation:
    """The headers and secrets by address, and requests made with them."""

    def __init__(
        self,
        settings: WebSettings,
        *,
        tokens: Mapping[str, str],
        keys: Sequence[ApiKey],
        passwords: Mapping[str, str],
    ) -> None:
        """Take the secrets, as `LiveExchange` describes them."""
        self._settings = settings
        self._tokens = tokens
        self._keys = tuple(keys)
        self._passwords = passwords
        self._own_cookies = read_cookies(settings.cookies) if settings.cookies is not None else None
        self._cookies_of_run = ByteBudget(MAX_COOKIES_OF_RUN)
        self._headers_by_host: dict[str, dict[str, str]] = {}
        for header in settings.host_headers:
            self._headers_by_host.setdefault(header.host, {})[header.name] = header.value

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
