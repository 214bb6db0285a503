"""Rules about URLs that every stage shares: the canonical form of a host, and which parts of a URL may be shown.

A host is requested and compared in one form: ASCII, in lower case. Internationalised names are encoded as the WHATWG
URL standard requires (https://url.spec.whatwg.org/#concept-domain-to-ascii), that is by UTS 46 without transitional
processing. So `faß.de` is not `fass.de`, and names that browsers accept although IDNA 2008 rejects them, with an
underscore or an emoji, are valid too. A name that is ASCII already is only put into lower case.
"""

import re
from urllib.parse import quote, unquote, urlsplit

MAX_HOST = 253  # RFC 1035, section 2.3.4
MAX_LABEL = 63

_ENCODED = "xn--"
# An at sign, as those write it who print a URL.
_AT = r"(?:[@\uff20\ufe6b]|%(?:25)?40|&\#0{0,5}64;?|&\#x0{0,5}40;?|&commat;?|\\u0040|\\x40)"
MARKS_OF_USERINFO = ("@", "%40", "%2540", "&#", "\uff20", "\ufe6b", "&commat", "\\u0040", "\\x40")
"""Of these, a text with user information has at least one: texts are searched for them in a fraction of the time."""
# What ends a host with a colon: a port or nothing, and the end of the authority.
_PORT = r"(?:\d{1,5}\s|\d{0,5}(?:[/?#\"'<>()\[\]{},;|]|\.?$|\.?[ \t]))"
# Everything has an upper limit, so that the search takes linear time.
_USERINFO = re.compile(
    r"((?<![a-z0-9])(?:https?:[/\\]{1,6}|[a-z][a-z0-9+.-]{1,30}:/{1,6})|(?<![a-z0-9:])https?:[ ]?"
    r"|(?<![^\s\"'(<=\[,;])//)(?![/\\])(?:"
    # As it should be: up to the last at sign before the path.
    rf"[^\s/?#\"<>]{{0,256}}{_AT}"
    # A password with a slash, after which the rest is no port.
    rf"|[^\s/?#@:\[\]\"<>]{{1,256}}:(?!{_PORT})\S{{0,256}}{_AT}"
    # A password that is broken over two lines, or was, after a user that is no name of a public host.
    rf"|[^\s/?#@:\[\]\"<>]{{1,256}}:(?!{_PORT})\S{{1,256}}\s{{1,32}}[^\s@]{{0,256}}{_AT}"
    rf"|[^\s/?#@:.\[\]\"<>]{{1,256}}:?[ ]?\n\s{{0,32}}[^\s@]{{1,256}}{_AT}"
    rf"|[^\s/?#@:.\[\]\"<>]{{1,256}}:[ ][^\s@]{{1,256}}{_AT})",
    re.IGNORECASE,
)
_USERINFO_OF_ENCODED_URL = re.compile(
    r"(%(?:25){0,3}3A(?:%(?:25){0,3}2F){2})"
    rf"(?:(?!%(?:25){{0,3}}(?:2F|3F|23))[^\s/?#&\"<>]){{0,256}}{_AT}",
    re.IGNORECASE,
)
_USERINFO_WITHOUT_SCHEME = re.compile(
    r"(?<![\w.+/:-])(?!(?:mailto|acct|sip|xmpp|doi|arxiv):)"
    rf"()[^\s/@:'\"(\[]{{1,64}}:[^\s/@'\"]{{1,256}}{_AT}(?=[\w\[])",
    re.IGNORECASE,
)
# A URL that ends within its password, where that was broken. What has a dot before the colon and a slash after it is
# rather the address of a repository with a colon for its slash, or a mistyped port.
_NO_PORT = re.compile(
    r"([a-z][a-z0-9+.-]{0,30}://(?![^\s/?#@:.\[\]]*\.[^\s/?#@:\[\]]*:[^\s/]+/)[^\s/?#@:\[\]]+)"
    rf":(?!{_PORT})\S+\Z",
    re.IGNORECASE,
)
# None of these is allowed in a URL (RFC 3986, appendix A), and in a document they would end it.
_INVALID_IN_URLS = re.compile(r"[ <>\"`\\]")
LINKED_SCHEMES = frozenset({"http", "https", "ftp", "mailto", "doi"})
"""The schemes of addresses that are written as links."""
_SCHEME = re.compile(r"([a-z][a-z0-9+-]*):", re.IGNORECASE)
# Browsers leave out the first two anywhere (https://url.spec.whatwg.org/#concept-basic-url-parser), and others more.
_IGNORED_IN_SCHEMES = re.compile(r"[\x00-\x20\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]")
_END_OF_NETLOC = re.compile(r"[/?#]")
_JOINERS = "\u200c\u200d"
# https://url.spec.whatwg.org/#forbidden-domain-code-point
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\"#%/:<>?@\[\\\]^`{|}]")

# Of mail: Proofpoint, where an asterisk stands for a byte that is given elsewhere, and Outlook.
# Wrapped twice, the address inside has one slash after its scheme, and ends at the last sign.
_DEFENDED = re.compile(
    r"https?://urldefense\.(?:com|us|proofpoint\.com)/v3/__(?P<scheme>https?):/{1,2}(?P<rest>[^*\s]{1,4000})__;"
)
_WRAPPED = re.compile(
    r"https?://(?:[\w-]{1,40}\.safelinks\.protection\.outlook\.com/\?url=|www\.google\.com/url\?(?:[\w-]{1,20}=[^&#]{0,100}&){0,5}"
    r"(?:q|url)=)(?P<url>[^&#\s]{1,4000})",
    re.IGNORECASE,
)
_LEFT_ESCAPED = re.compile(r"[ <>\"`\\^{|}\udc80-\udcff]")


def encode_host(host: str) -> str:
    """Return a host in the form in which it is requested: ASCII, in lower case.

    Raises ValueError if browsers would reject the name.

    Examples
    --------
    >>> encode_host("Faß.example"), encode_host("a_b.example.org"), encode_host("i❤.example")
    ('xn--fa-hia.example', 'a_b.example.org', 'xn--i-7iq.example')
    """
    if host.isascii():
        return host.lower()
    labels = [_encode_label(label) for label in _map(host).split(".")]
    encoded = ".".join(labels)
    if _FORBIDDEN.search(encoded):
        message = "the host contains characters that are not allowed in a host"
        raise ValueError(message)
    return encoded


def comparable_host(host: str) -> str:
    """Return the form of a host used for comparison; a host that cannot be encoded is only put into lower case.

    >>> comparable_host("MÜNCHEN.example") == comparable_host("xn--mnchen-3ya.example")
    True
    """
    if host.isascii():
        return host.lower()  # the fast path: nearly every host, several times for each link
    try:
        return encode_host(host)
    except ValueError:
        return lower_host(host)


def host_spellings(host: str) -> tuple[str, str]:
    """Return a host, or a pattern of hosts with `*`, in ASCII and in Unicode; a label with `*` is not encoded.

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
    """Return a host in lower case, letter by letter as in UTS 46: a final sigma is treated like any other sigma.

    >>> lower_host("ΦΑΣ.example")
    'φασ.example'
    """
    return host.lower() if host.isascii() else "".join(map(str.lower, host))


def web_address(url: str) -> str | None:
    """Return a URL if it is safe to link to, that is a valid http or https URL; None for everything else.

    >>> web_address("https://example.org/a"), web_address("javascript:alert(1)"), web_address("https://a b/")
    ('https://example.org/a', None, None)
    """
    if not url.isprintable() or _INVALID_IN_URLS.search(url):
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return url if parts.scheme in {"http", "https"} and parts.hostname else None


def link_address(text: str) -> str:
    r"""Return a text that programs open as a link, without user information; empty if they must not open it.

    >>> link_address("https://user:word@example.org/a"), link_address("doi:10.5555/a"), link_address("papers/a.html")
    ('https://example.org/a', 'doi:10.5555/a', 'papers/a.html')
    >>> link_address("javascript:alert(1)"), link_address("java\nscript:alert(1)"), link_address(" data:text/html,a")
    ('', '', '')
    """
    found = _SCHEME.match(_IGNORED_IN_SCHEMES.sub("", text))
    return hide_userinfo(text) if found is None or found[1].lower() in LINKED_SCHEMES else ""


def unwrap_address(url: str) -> str:
    """Return the address in one that a mail filter or a search engine has wrapped; any other address unchanged.

    >>> unwrap_address("https://urldefense.com/v3/__https://example.org/a__;!!K-Hz!xyz$")
    'https://example.org/a'
    >>> unwrap_address("https://www.google.com/url?q=https%3A%2F%2Fexample.org%2Fa%3Fb&sa=D")
    'https://example.org/a?b'
    """
    if "urldefense." in url:
        found = _DEFENDED.match(url)
        return f"{found['scheme']}://{found['rest']}" if found else url
    found = _WRAPPED.match(url) if "url" in url else None
    # Bytes that are no UTF-8, and characters that no address has, stay escaped.
    inside = _LEFT_ESCAPED.sub(_escape, unquote(found["url"], errors="surrogateescape")) if found else ""
    return inside if inside.startswith(("https://", "http://")) and inside.isprintable() else url


def _escape(character: re.Match[str]) -> str:
    return quote(character[0].encode("utf-8", "surrogateescape"))


def hide_userinfo(text: str, *, without_scheme: bool = False) -> str:
    """Return a text, or a single URL, with user names and passwords removed from its URLs.

    Malformed ones are removed, too: encoded, with a slash in the password, broken over two lines. `without_scheme`
    removes them also where no scheme precedes, as in the value of an option; in prose, that may be a label and an
    e-mail address.

    >>> hide_userinfo("Code: https://user:word@example.org//@x")
    'Code: https://example.org//@x'
    >>> hide_userinfo("https://user:word%40example.org/"), hide_userinfo("https://user:wo")
    ('https://example.org/', 'https://user')
    >>> hide_userinfo("'user:word@192.0.2.1' is no name server", without_scheme=True)
    "'192.0.2.1' is no name server"
    """
    if any(mark in text for mark in MARKS_OF_USERINFO):
        text = _USERINFO_OF_ENCODED_URL.sub(r"\1", _USERINFO.sub(r"\1", text))
        if without_scheme:
            text = _USERINFO_WITHOUT_SCHEME.sub("", text)
    found = _NO_PORT.match(text) if "://" in text else None
    return found[1] if found else text


def split_netloc(netloc: str) -> tuple[str, str, str]:
    """Return user information with its `@`, host, and port with its colon; joined, they are the input.

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
    """Return the parts of a URL before its host, the host, and the rest; the scheme may be absent.

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
    """Return the host of a URL in the form used for comparison, IPv6 without brackets; "" without a host.

    >>> host_of("https://ada@www.Example.org.:80/a"), host_of("http://[::1]/"), host_of("mailto:ada@example.org")
    ('www.example.org', '::1', '')
    """
    try:
        host = split_netloc(urlsplit(url).netloc)[1]
    except ValueError:
        return ""
    return comparable_host(host.strip("[]")).rstrip(".")


def comparable_url(url: str) -> str:
    """Return an absolute URL with its host in the form used for comparison, otherwise unchanged.

    >>> comparable_url("https://münchen.example:8080/ä?q=1")
    'https://xn--mnchen-3ya.example:8080/ä?q=1'
    """
    before, host, after = split_at_host(url)
    return f"{before}{comparable_host(host)}{after}"


def _map(host: str) -> str:
    """Map the characters of a host by UTS 46: lower case, composed, full stops of other scripts as dots."""
    if host.isascii():
        return host.lower()
    # The tables are slow to load, and few hosts need them.
    import idna

    if len(host) > MAX_HOST:
        message = f"the host is longer than {MAX_HOST} characters"
        raise ValueError(message)
    return idna.uts46_remap(host, std3_rules=False)


def _encode_label(label: str) -> str:
    """Encode a mapped label, if it is valid by UTS 46 with the options of the URL standard.

    `idna.encode` follows IDNA 2008, which rejects underscores and emoji.
    """
    if label.isascii():
        return label
    import idna

    if label.startswith(_ENCODED):
        message = f"a label of the host begins with {_ENCODED} but is not ASCII"
        raise ValueError(message)
    idna.check_initial_combiner(label)
    idna.check_bidi(label)
    if any(char in _JOINERS and not idna.valid_contextj(label, at) for at, char in enumerate(label)):
        message = "the host contains a zero-width joiner where none is allowed"
        raise ValueError(message)
    return _ENCODED + label.encode("punycode").decode("ascii")


def _decode_label(label: str) -> str:
    """Return the Unicode form of an encoded label, or the label unchanged if it does not decode."""
    if not label.startswith(_ENCODED) or len(label) > MAX_LABEL:
        return label
    try:
        decoded = label.removeprefix(_ENCODED).encode("ascii").decode("punycode")
        return decoded if encode_host(decoded) == label else label
    except ValueError:
        return label
