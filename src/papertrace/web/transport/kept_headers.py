"""The headers of an answer that are kept, as they are shown, recorded and stored."""

from collections.abc import Iterator

from urllib3 import BaseHTTPResponse

from papertrace.model.text import replace_unprintable
from papertrace.web.address import FILTERED, MAX_URL_LENGTH

KEPT_HEADERS = (
    "akamai-cache-status",
    "cf-mitigated",
    "content-type",
    "date",
    "etag",
    "last-modified",
    "location",
    "ratelimit",
    "ratelimit-remaining",
    "ratelimit-reset",
    "refresh",
    "retry-after",
    "set-cookie",
    "x-amzn-waf-action",
    "x-concurrency-limit",
    "x-datadome",
    "x-dd-b",
    "x-error-code",
    "x-rate-limit-interval",
    "x-rate-limit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "x-vercel-mitigated",
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
