"""What a request carries: its headers, and the tokens, keys and passwords that its address is to get.

What the settings have for single hosts is added request by request, so that a redirect to another host does not take it
along.
"""

from collections.abc import Mapping, Sequence

import requests
from requests.structures import CaseInsensitiveDict

from papertrace.model import Method
from papertrace.model.addresses import host_of
from papertrace.web.exchange import Request
from papertrace.web.settings import WebSettings
from papertrace.web.transport.api_keys import ApiKey


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
        return prepared

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
