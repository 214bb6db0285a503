"""Keys of services, added to a request when it is sent, so that no ask, cassette, log or report contains them."""

from dataclasses import dataclass, field

from papertrace.web.exchange import Request


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
