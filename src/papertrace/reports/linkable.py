"""Which addresses of untrusted text a report may make into links."""

from urllib.parse import urlsplit


def web_address(url: str) -> str | None:
    """Return `url` if a reader may be sent there, that is over http or https; None for everything else.

    >>> web_address("https://example.org/a"), web_address("javascript:alert(1)"), web_address("https://a b/")
    ('https://example.org/a', None, None)
    """
    if not url.isprintable() or any(character in url for character in " <>\"'`\\"):
        return None
    try:
        parts = urlsplit(url)
        safe = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return None
    return url if safe else None
