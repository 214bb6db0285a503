"""What every stage has to agree on about an address: its host, and what of it may be shown.

A host has one form in which it is requested and compared: ASCII, in lower case. International names are encoded as the
URL standard of the browsers says (https://url.spec.whatwg.org/#concept-domain-to-ascii), that is by UTS 46 without
transitional processing. So `faß.de` is not `fass.de`, and names that IDNA 2008 refuses but browsers open, with an
underscore or an emoji, are hosts too. A name of ASCII alone is taken as it is.
"""

import re
from urllib.parse import urlsplit

MAX_HOST = 253  # RFC 1035, section 2.3.4
MAX_LABEL = 63

_ENCODED = "xn--"
_USERINFO = re.compile(r"(?:(?<=://)|(?<=^//))[^\s/?#]*@")
# None of these may stand in an address (RFC 3986, appendix A), and in a document they would end it.
_UNFIT_FOR_LINKS = re.compile(r"[ <>\"`\\]")
_END_OF_NETLOC = re.compile(r"[/?#]")
_JOINERS = "\u200c\u200d"
# https://url.spec.whatwg.org/#forbidden-domain-code-point
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\"#%/:<>?@\[\\\]^`{|}]")


def encode_host(host: str) -> str:
    """Return a host in the form in which it is requested: ASCII, in lower case.

    Raises
    ------
    ValueError
        Where no browser would take the name for a host.

    >>> encode_host("Faß.example"), encode_host("a_b.example.org"), encode_host("i❤.example")
    ('xn--fa-hia.example', 'a_b.example.org', 'xn--i-7iq.example')
    """
    if host.isascii():
        return host.lower()
    labels = [_encode_label(label) for label in _map(host).split(".")]
    encoded = ".".join(labels)
    if _FORBIDDEN.search(encoded):
        message = "the host holds signs that no host has"
        raise ValueError(message)
    return encoded


def comparable_host(host: str) -> str:
    """Return the form of a host by which it is compared; what cannot be encoded is only put into lower case.

    >>> comparable_host("MÜNCHEN.example") == comparable_host("xn--mnchen-3ya.example")
    True
    """
    if host.isascii():
        return host.lower()  # nearly every host, several times for each link
    try:
        return encode_host(host)
    except ValueError:
        return lower_host(host)


def host_spellings(host: str) -> tuple[str, str]:
    """Return a host, or a pattern of hosts with `*`, in ASCII and in Unicode; a part with `*` is not encoded.

    >>> host_spellings("*.xn--mnchen-3ya.example")
    ('*.xn--mnchen-3ya.example', '*.münchen.example')
    """
    try:
        labels = _map(host).split(".")
    except ValueError:
        labels = lower_host(host).split(".")
    encoded = [label if "*" in label else comparable_host(label) for label in labels]
    return ".".join(encoded), ".".join(_decode_label(label) for label in encoded)


def lower_host(host: str) -> str:
    """Return a host in lower case, letter by letter, as UTS 46 has it: a sigma at the end of a word is like any other.

    >>> lower_host("ΦΑΣ.example")
    'φασ.example'
    """
    return host.lower() if host.isascii() else "".join(map(str.lower, host))


def web_address(url: str) -> str | None:
    """Return an address if a reader may be sent there, that is over http or https; None for everything else.

    >>> web_address("https://example.org/a"), web_address("javascript:alert(1)"), web_address("https://a b/")
    ('https://example.org/a', None, None)
    """
    if not url.isprintable() or _UNFIT_FOR_LINKS.search(url):
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return url if parts.scheme in {"http", "https"} and parts.hostname else None


def hide_userinfo(text: str) -> str:
    """Return a text, or a single address, without the user information of the addresses in it, otherwise as it is.

    >>> hide_userinfo("Code: https://user:word@example.org//@x")
    'Code: https://example.org//@x'
    """
    return _USERINFO.sub("", text)


def split_netloc(netloc: str) -> tuple[str, str, str]:
    """Return user information with its `@`, host, and port with its colon; joined they are what they were.

    >>> split_netloc("ada@[::1]:80"), split_netloc("example.org")
    (('ada@', '[::1]', ':80'), ('', 'example.org', ''))
    """
    if "@" not in netloc and ":" not in netloc:
        return "", netloc, ""
    user, at, rest = netloc.rpartition("@")
    end = rest.find("]") + 1 if rest.startswith("[") else 0
    colon = rest.find(":", end)
    host = rest if colon < 0 else rest[:colon]
    return user + at, host, rest[len(host) :]


def split_at_host(address: str) -> tuple[str, str, str]:
    """Return what stands before the host of an address, the host, and what stands behind it; the scheme may be absent.

    >>> split_at_host("https://ada@example.org:80/a"), split_at_host("example.org/a://b")
    (('https://ada@', 'example.org', ':80/a'), ('', 'example.org', '/a://b'))
    """
    scheme, slashes, rest = address.partition("://")
    if not slashes or "/" in scheme:
        scheme, slashes, rest = "", "", address
    netloc = _END_OF_NETLOC.split(rest, maxsplit=1)[0]
    user, host, port = split_netloc(netloc)
    return f"{scheme}{slashes}{user}", host, f"{port}{rest[len(netloc) :]}"


def host_of(url: str) -> str:
    """Return the host of an address as it is compared, IPv6 without its brackets, or nothing where it has none.

    >>> host_of("https://ada@www.Example.org.:80/a"), host_of("http://[::1]/"), host_of("mailto:ada@example.org")
    ('www.example.org', '::1', '')
    """
    try:
        host = split_netloc(urlsplit(url).netloc)[1]
    except ValueError:
        return ""
    return comparable_host(host.strip("[]")).rstrip(".")


def comparable_url(url: str) -> str:
    """Return an absolute address with its host in the form by which it is compared, otherwise as it is.

    >>> comparable_url("https://münchen.example:8080/ä?q=1")
    'https://xn--mnchen-3ya.example:8080/ä?q=1'
    """
    before, host, behind = split_at_host(url)
    return f"{before}{comparable_host(host)}{behind}"


def _map(host: str) -> str:
    """Map the characters of a host as UTS 46 says: lower case, composed, full stops of other scripts as dots."""
    if host.isascii():
        return host.lower()
    # The tables take a while to load, and few hosts need them.
    import idna

    if len(host) > MAX_HOST:
        message = "the host is longer than any name may be"
        raise ValueError(message)
    return idna.uts46_remap(host, std3_rules=False)


def _encode_label(label: str) -> str:
    """Encode a part of a host that is mapped already, if it is valid by UTS 46 with the options of the URL standard.

    `idna.encode` holds to IDNA 2008, which knows no underscore and no emoji.
    """
    if label.isascii():
        return label
    import idna

    if label.startswith(_ENCODED):
        message = "a part of the host is encoded already, and yet not in ASCII"
        raise ValueError(message)
    idna.check_initial_combiner(label)
    idna.check_bidi(label)
    if any(sign in _JOINERS and not idna.valid_contextj(label, at) for at, sign in enumerate(label)):
        message = "the host holds a joiner where nothing is joined"
        raise ValueError(message)
    return _ENCODED + label.encode("punycode").decode("ascii")


def _decode_label(label: str) -> str:
    """Return an encoded part of a host as it is read, or as it is where it is not the encoding of anything."""
    if not label.startswith(_ENCODED) or len(label) > MAX_LABEL:
        return label
    try:
        decoded = label.removeprefix(_ENCODED).encode("ascii").decode("punycode")
        return decoded if encode_host(decoded) == label else label
    except ValueError:
        return label
