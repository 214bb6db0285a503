r"""Addresses in running text: where one begins, where it ends, and when two are the same.

Two stages. A gate of plain substring tests turns most abstracts away. Behind it a scan starts only at an anchor: a
scheme, `www.`, or the name of a known host; never at a bare top-level domain, since `README.md` and `CUDA.jl` are no
addresses. From the anchor the address is read forward once, up to the first character that cannot belong to it, the
first closing bracket that it did not open, or the next anchor, and loses the punctuation of the sentence at its end.
Every step is bounded, so that no line, however hostile, is read twice.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import unquote

from papertrace.extract.hosts import HOSTS, HostRecord, find_host, is_known_host
from papertrace.extract.wraps import find_continuation
from papertrace.model import LinkKind

_MAX_LENGTH = 4096  # No browser or server of note accepts more; the bound keeps hostile lines cheap.
_MAX_JOINS = 6


@dataclass(frozen=True, slots=True)
class Found:
    """Hold an address and where it stands: `text[start:end]` is its printed form."""

    start: int
    end: int
    url: str


@dataclass(frozen=True, slots=True, order=True)
class _Anchor:
    """Say where an address may begin (`start`), where its host does (`host`), and what announced it."""

    start: int
    host: int
    scheme: str
    record: HostRecord | None = None


_SCHEME_NEEDLES = ("http", "hxxp", "h**p", "www", "git@", "://")
_BARE = sorted((record for record in HOSTS if record.bare), key=lambda record: (-len(record.name), record.name))
_BARE_TOPS = "|".join(sorted({record.name.rpartition(".")[2] for record in _BARE}))
# Where a known host may end. One pass over the dots costs the same however long the table grows.
_TAIL = re.compile(rf"\.\s{{0,2}}({_BARE_TOPS})(?![\w-]|\.[a-z0-9])")
_DOT = re.compile(r"\s{0,2}\.\s{0,2}")


def may_hold_url(text: str) -> bool:
    """Tell by cheap tests alone whether a text can hold an address; False is certain.

    Ask it of the repaired text where `papertrace.extract.repair.may_hide_url` says that the printed one hides names.
    """
    if "http" in text:
        return True
    low = text.lower()
    for needle in _SCHEME_NEEDLES:
        if needle in low:
            return True
    return _TAIL.search(low) is not None


_COLON = re.compile(r":\s{0,2}/\s?/(?!/)")
_SCHEME = re.compile(
    r"(?:(?:(?<![a-z0-9])git\+)?(h(?:tt|xx|\*\*)ps?)|(?<![a-z0-9])(?:git\+)?(ssh|ftps?|git|svn))\s{0,2}$"
)
_WWW = re.compile(r"www\d?\.")
_SCP = re.compile(r"git@([a-z0-9.-]{3,253}):(?=[\w.~-]+/)")
_KNOWN = {
    top: tuple(
        (record, re.compile(record.name.replace(".", r"\s{0,2}\.\s{0,2}") + "$"))
        for record in _BARE
        if record.name.endswith(f".{top}")
    )
    for top in _BARE_TOPS.split("|")
}
_LONGEST_NAME = 56  # of a known host, with the blanks that may stand around its dots
_SUBDOMAINS = frozenset("www api gist raw codeload export m en docs pages huggingface zh pdf ssh old hub".split())  # noqa: SIM905


def _find_anchors(text: str, low: str) -> list[_Anchor]:
    """Return every place where an address may begin, in order."""
    anchors: list[_Anchor] = []
    for match in _COLON.finditer(low):
        head = _SCHEME.search(low[max(0, match.start() - 14) : match.start()])
        if head:
            start = match.start() - len(head[0])
            scheme = (head[1] or head[2]).replace("xx", "tt").replace("**", "tt")
            anchors.append(_Anchor(start, match.end(), scheme))
    anchors.extend(
        _Anchor(www.start(), www.start(), "https") for www in _WWW.finditer(low) if _opens_word(text, www.start())
    )
    if "git@" in low:
        anchors.extend(
            _Anchor(match.start(), match.start(1), "scp")
            for match in _SCP.finditer(low)
            if not re.match(r"[\w.+-]", text[match.start() - 1 : match.start()])
        )
    for tail in _TAIL.finditer(low):
        first = max(0, tail.start() - _LONGEST_NAME)
        name = _DOT.sub(".", low[first : tail.end()])
        for record, pattern in _KNOWN[tail[1]]:
            if name.endswith(record.name) and (host := pattern.search(low, first, tail.end())):
                anchors.extend(_known_anchors(text, low, record, host))
                break
    anchors.sort(key=lambda anchor: (anchor.start, anchor.host))
    return anchors


def _known_anchors(text: str, low: str, record: HostRecord, match: re.Match[str]) -> Iterator[_Anchor]:
    """Yield the anchor of a known host that stands without a scheme and with something behind it, if it is one."""
    start = match.start()
    if start > 1 and low[start - 1] == "." and low[start - 2].isascii() and low[start - 2].isalnum():
        left = re.search(r"[a-z0-9.-]*$", low[max(0, start - 64) : start])
        labels = left[0] if left else ""
        if record.wild or all(label in _SUBDOMAINS for label in labels.rstrip(".").split(".")):
            start -= len(labels)
    whole = start < match.start()
    if record.wild and (not whole or len(match[0]) > len(record.name)):
        return
    if not _opens_word(text, start, dot=not whole and not text[start - 2 : start - 1].isspace()):
        return
    follow = low[match.end() : match.end() + 64]
    if record.kind is LinkKind.REPOSITORY and re.match(r":[\w.-]+/", follow):
        yield _Anchor(start, start, "scp", record)
    elif record.wild or re.match(r"\s{0,2}/\s{0,2}[\w~@]", follow):
        yield _Anchor(start, start, "https", record)


def _opens_word(text: str, start: int, *, dot: bool = False) -> bool:
    """Tell whether a host may begin here: not inside a word, an e-mail address, or the path of something else."""
    before = text[start - 1 : start]
    if not before:
        return True
    if before == "/":
        return text[start - 2 : start - 1] in ("/", ":")
    if before == ".":
        return dot
    return not (before in "@_-\\=%" or (before.isascii() and before.isalnum()))


_LETTERS = "\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u0300-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\u30fa\u30fc-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"  # noqa: E501
_CJK = "\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_LABEL = rf"[A-Za-z0-9_{_LETTERS}](?:[A-Za-z0-9_{_LETTERS}-]{{0,61}}[A-Za-z0-9_{_LETTERS}])?"
_HOST = re.compile(rf"(?:\[[0-9a-fA-F:.]{{2,45}}\]|{_LABEL}(?:\.{_LABEL}){{0,10}})")
_USER = re.compile(r"[\w.~%+-]{1,64}(?::[^\s/@<>\"]{0,64})?@(?=[\w\[])")
_PORT = re.compile(r":\d{1,5}(?!\d)")
_TLDS = "com|org|io|net|edu|ai|gov|co|dev|uk|de|fr|cn|jp|kr|ch|eu|ca|nl|se|au|tw|hk|sg|il|br|ru|science|ht|ly|app|space|tech|info|xyz|cc"  # noqa: E501
_BROKEN_DOT = re.compile(rf"(?:\.\s{{1,3}}|\s{{1,2}}\.\s{{0,2}})((?:[a-z0-9-]{{1,63}}\.){{0,3}}(?:{_TLDS})(?![\w-]))")
_BROKEN_LABEL = re.compile(
    r"-\n[ \t]{0,8}([a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?(?:\.[a-z0-9-]{1,63}){0,5}\.[a-z]{2,24})(?=[/:\s.,;)]|$)"
)
_LOOSE = re.compile(
    rf"\s{{1,2}}(?=(?:[A-Za-z0-9-]{{1,63}}\s?\.\s?){{1,4}}(?:{_TLDS}|be)(?:\s?/|(?![\w-])))", re.IGNORECASE
)
_TLD = re.compile(rf"[A-Za-z]{{2,24}}|xn--[A-Za-z0-9-]{{2,59}}|(?=[^\x00-\x7f])[{_LETTERS}a-zA-Z]{{1,24}}")
_IPV4 = re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}")

_CHUNK = re.compile(rf"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%{_LETTERS}]+")
_STRICT_CHUNK = re.compile(r"[A-Za-z0-9\-._~:/?#@&+=%]+(?:(?<=\?)[A-Za-z0-9\-._~:/?#@&+=%,;!]+)?")
_CJK_GLUED = re.compile(rf"(?<=[^{_CJK}/=_?&#%-])[{_CJK}]")
# Publishers' old DOIs hold brackets: 10.1890/0012-9658(2006)87[1465:ATFMSW]2.0.CO;2, 10.1002/(SICI)…3:3<253::AID-…>3.0.CO;2-#  # noqa: E501
_DOI_BRACKET = re.compile(r"\[\d+:[A-Z]+\]|<\d+::?[A-Z0-9-]+>")
_STARTERS = "We|The|Our|In|This|These|It|To|For|A|An|All|Code|Codes|Data|Models|Project|Demo|Video|Website|Also|Moreover|Experiments|Introduction|Abstract|Keywords|See"  # noqa: E501
_SENTENCE_GLUED = re.compile(rf"\.(?:{_STARTERS})$")
_LABEL_GLUED = re.compile(r"(?<=[\w/])[.,;)]+[A-Z][A-Za-z]{1,20}[:(]?$")
_NEW_SENTENCE = re.compile(r"(/[a-z0-9][a-z0-9_-]*)\.(?!Net|Js|Py|Jl|Io|Ai|Rs|Go)[A-Z][a-z]{2,}$")
_ELLIPSIS = re.compile(r"\.{3,}|\u2026")
_TEMPLATE = re.compile(
    r"(?:\{|\$\{|<|\[|:)(?!http)(?:your|user|owner|repo|name|org|project|host|username|id)[\w\s-]{0,20}[\]}>/]?",
    re.IGNORECASE,
)


def find_urls(text: str) -> Iterator[Found]:
    """Yield the addresses of a repaired text in order, repeats included.

    The text is taken as it is; `papertrace.extract.repair` undoes what printing broke beforehand.
    """
    low = _lower(text)
    anchors = _find_anchors(text, low)
    schemes = [anchor.start for anchor in anchors if anchor.scheme != "scp" and anchor.host > anchor.start]
    cursor = next_scheme = 0
    for index, anchor in enumerate(anchors):
        if anchor.start < cursor:
            continue
        while next_scheme < len(schemes) and schemes[next_scheme] <= anchor.start:
            next_scheme += 1
        found, cursor = _Reader(text, low, anchors, index, schemes[next_scheme : next_scheme + 4]).read()
        if found is not None:
            yield found


def _lower(text: str) -> str:
    """Return the text in lower case and of the same length, so that offsets hold."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(char.lower() if char.isascii() else char for char in text)


class _Reader:
    """Read one address from its anchor on."""

    def __init__(self, text: str, low: str, anchors: list[_Anchor], index: int, inner: list[int]) -> None:
        self.text = text
        self.low = low
        self.anchor = anchors[index]
        self.following = anchors[index + 1 : index + 4]
        self.inner = inner
        self.parts: list[tuple[int, str]] = []  # (offset in the text, characters taken from there)

    def read(self) -> tuple[Found | None, int]:
        """Return the address, or None, and where to search on."""
        anchor = self.anchor
        position = anchor.host
        loose = _LOOSE.match(self.text, position) if self.text[position : position + 1].isspace() else None
        position = loose.end() if loose else position
        user = _USER.match(self.text, position, position + 130) if anchor.host > anchor.start else None
        if user and anchor.scheme != "scp":
            position = user.end()
        host, position = self._read_host(position)
        if not host:
            return None, max(position, anchor.start + 1)
        record = find_host(host)
        stop = self._find_stop(position, record)
        prefix = f"{anchor.scheme}://{user[0] if user else ''}{host}"
        if anchor.scheme == "scp":
            prefix = f"ssh://git@{host}/"
            position += 1
        elif port := _PORT.match(self.text, position, stop):
            prefix += port[0]
            position = port.end()
        self._read_path(position, stop, prefix, record)
        path, end = self._finish(position, record)
        if self._is_template(path, end):
            return None, max(end, anchor.start + 1)
        return Found(anchor.start, end, prefix + path), max(end, anchor.start + 1)

    def _read_host(self, position: int) -> tuple[str, int]:
        """Return the host in lower case, mended where a blank broke it, and where it ends; empty where it is none."""
        match = _HOST.match(self.text, position, position + 700)
        if match is None:
            return "", position
        printed, end = match[0], match.end()
        for _ in range(3):
            if hyphen := _BROKEN_LABEL.match(self.text, end):
                printed, end = f"{printed}-{hyphen[1]}", hyphen.end()
                continue
            broken = _BROKEN_DOT.match(self.text, end)
            if broken is None or "\n\n" in broken[0]:
                break
            joined = f"{printed}.{broken[1]}"
            rest = self.text[broken.end() : broken.end() + 3].lstrip()
            if not (rest.startswith("/") or (is_known_host(joined) and not is_known_host(printed))):
                break
            printed, end = joined, broken.end()
        labels = printed.split(".")
        glued = labels[-1]
        if len(labels) > 2 and glued[:1].isupper() and glued[1:].islower() and printed[: -len(glued)].islower():  # noqa: PLR2004
            end -= len(glued) + 1  # "acme.github.io.We": the next sentence lost its blank
            printed = printed[: -len(glued) - 1]
        if (cjk := _CJK_GLUED.search(printed)) and printed[0].isascii():
            end -= len(printed) - cjk.start()
            printed = printed[: cjk.start()]
        return (printed.lower() if _is_host(printed) else ""), end

    def _find_stop(self, position: int, record: HostRecord | None) -> int:
        """Return the offset that the address cannot pass: the next one, unless that belongs to this one."""
        stop = position + _MAX_LENGTH
        allowed = 1 if record is not None and record.archive else 0
        for start in self.inner:
            before = self.text[start - 1 : start]
            if start < position or (before in "/?=:" and allowed > 0):
                allowed -= start >= position
                continue
            if before == "=" and self.text.rfind("?", position, start) >= 0:
                continue
            stop = min(stop, start)
            break
        for anchor in self.following:
            if position <= anchor.start < stop and self.text[anchor.start - 1] in ",;|":
                return anchor.start
        return stop

    def _read_path(self, position: int, stop: int, prefix: str, record: HostRecord | None) -> None:
        """Collect what stands behind the host, across gaps where the address goes on behind them."""
        strict = record is not None and record.strict
        chunk = _STRICT_CHUNK if strict else _CHUNK
        path = ""
        quote = self.text[self.anchor.start - 1 : self.anchor.start]
        for _ in range(_MAX_JOINS):
            here = self.text[position : position + 1]
            match = (
                chunk.match(self.text, position, stop)
                if path or here in ("/", "?", "#") or (prefix[-1:] == "/" and here)
                else None
            )
            if match:
                piece = match[0]
                if quote == "'" and "'" in piece:
                    piece = piece[: piece.index("'")]
                piece = piece[: _end_of_balanced(piece, doi=record is not None and record.name.endswith("doi.org"))]
                if strict and "---" in piece:  # TeX's dash; no owner, name or record id holds it
                    piece = piece[: piece.index("---")]
                if not piece.isascii() and (cjk := _CJK_GLUED.search(piece)):
                    piece = piece[: cjk.start()]
                self.parts.append((position, piece))
                path += piece
                position += len(piece)
                if len(piece) < len(match[0]):
                    return
            if (
                record is not None
                and record.name.endswith("doi.org")
                and (odd := _DOI_BRACKET.match(self.text, position, stop))
            ):
                self.parts.append((position, odd[0]))
                path += odd[0]
                position = odd.end()
                continue
            further = find_continuation(self.text, position, stop, prefix + path, path, record)
            if further is None:
                return
            position = further

    def _finish(self, position: int, record: HostRecord | None) -> tuple[str, int]:
        """Return the path without the punctuation of the sentence, and where the address ends in the text."""
        path = "".join(part for _, part in self.parts)
        printed_end = self.parts[-1][0] + len(self.parts[-1][1]) if self.parts else position
        kept = strip_sentence(path)
        following = self.text[printed_end : printed_end + 2]
        at_anchor = self.low.startswith("http", printed_end)
        if at_anchor and (label := _LABEL_GLUED.search(path)):
            kept = strip_sentence(path[: label.start()])
        elif following[:1].isspace() and (glued := _SENTENCE_GLUED.search(kept)):
            kept = strip_sentence(kept[: glued.start()])
        elif (
            following[:1] == " "
            and following[1:].islower()
            and record is not None
            and record.strict
            and (sentence := _NEW_SENTENCE.search(kept))
        ):
            kept = kept[: sentence.end(1)]
        length = len(kept)
        for offset, part in self.parts:
            if length <= len(part):
                return kept, (offset + length if length else position)
            length -= len(part)
        return kept, position

    def _is_template(self, path: str, end: int) -> bool:
        """Tell whether the address is only the beginning of one: `github.com/{owner}`, `github.com/…`."""
        if not path.endswith(("/", "=")):
            return False
        rest = self.text[end : end + 30]
        return bool(_TEMPLATE.match(rest) or _ELLIPSIS.match(rest))


def _is_host(host: str) -> bool:
    """Tell whether a name can be a host on the network: an IP address, `localhost`, or labels under a plausible top."""
    if host[:1] == "[":
        return host.count(":") > 1
    if host.lower() == "localhost" or _IPV4.fullmatch(host):
        return True
    labels = host.split(".")
    if labels[0].lower() in ("www", "www2") and len(labels) < 3:  # noqa: PLR2004 - www.acme names no host
        return False
    return len(labels) > 1 and _TLD.fullmatch(labels[-1]) is not None


def _end_of_balanced(piece: str, *, doi: bool) -> int:
    """Return where the first closing bracket stands that nothing opened, or an opening one that nothing closes."""
    if not any(bracket in piece for bracket in "()[]"):
        return len(piece)
    opened: list[int] = []
    for index, char in enumerate(piece):
        if char == "[":
            bracket = _DOI_BRACKET.match(piece, index) if doi else None
            if bracket is None:
                return opened[0] if opened else index
        elif char == "]" and not doi:
            return opened[0] if opened else index
        elif char == "(":
            opened.append(index)
        elif char == ")":
            if not opened:
                return index
            opened.pop()
    return opened[0] if opened else len(piece)


def strip_sentence(path: str) -> str:
    """Drop what the sentence put behind an address: stops, quotes, emphasis marks, a dangling `&`, `$` or `%`.

    >>> strip_sentence("/acme/fastmm'.")
    '/acme/fastmm'
    """
    while path:
        kept = path.rstrip(".,;:!?'*_~&$@")
        kept = kept.removesuffix("%")
        if kept.endswith("--"):
            kept = kept.rstrip("-")
        if kept == path:
            return path
        path = kept
    return path


_ABSOLUTE = re.compile(r"(?:git\+)?(h(?:tt|xx)ps?|ftps?|ssh|git|svn)\s*:\s*/\s*/\s*(.+)", re.IGNORECASE | re.DOTALL)
_WIDE_GAP = re.compile(r"\s*[\n\t]\s*")


def clean_address(value: str, *, spaces: bool = False) -> str | None:  # noqa: PLR0911
    """Return a marked address as an absolute URL, or None where it is relative or no web address at all.

    `value` has its characters repaired already. Line breaks in it vanish; blanks vanish too unless `spaces` says
    that they are characters of the address, as in an `href`. A host without a scheme must be a known one or begin
    with `www.`; otherwise it is a relative path.
    """
    value = _WIDE_GAP.sub("", value.strip().strip("\x00"))
    value = value.replace(" ", "%20") if spaces else re.sub(r"\s+", "", value)
    value = value.strip('<>"').rstrip(".,;")
    if not value or len(value) > _MAX_LENGTH:
        return None
    match = _ABSOLUTE.fullmatch(value)
    if match is None:
        if scp := _SCP.match(value.lower()):
            return f"ssh://git@{scp[1]}/{value[scp.end() :]}"
        bare = value.removeprefix("//")
        host = _HOST.match(bare)
        if host is None or bare[host.end() : host.end() + 1] not in ("", "/", "?", "#", ":"):
            return None
        known = is_known_host(host[0]) and ("/" in bare or find_host(host[0]) is not None)
        if not (known or host[0].lower().startswith("www.") or bare != value) or not _is_host(host[0]):
            return None
        match = _ABSOLUTE.fullmatch(f"https://{bare}")
    if match is None:
        return None
    rest = match[2]
    user = _USER.match(rest)
    start = user.end() if user else 0
    host = _HOST.match(rest, start)
    if host is None or not _is_host(host[0]) or rest[host.end() : host.end() + 1] not in ("", "/", "?", "#", ":"):
        return None
    if re.search(r"[\x00-\x20<>{}|\\^`\"]", rest[host.end() :]) and _TEMPLATE.search(rest):
        return None
    scheme = match[1].lower().replace("xx", "tt")
    return f"{scheme}://{rest[:start]}{host[0].lower()}{rest[host.end() :]}"


_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")


def url_identity(url: str) -> str:
    """Return the key that two spellings of one address share.

    Scheme (http or https), `www.`, letter case of the host, a default port, the last slash, escapes of characters
    that need none, and the script of an international host name make no difference; path, query and fragment do.

    >>> url_identity("http://www.GitHub.com/acme/x/") == url_identity("https://github.com/acme/x")
    True
    """
    scheme, _, rest = url.partition("://")
    scheme = scheme.lower()
    cut = re.search(r"[/?#]", rest)
    host, path = (rest[: cut.start()], rest[cut.start() :]) if cut else (rest, "")
    host = host.lower().removesuffix(_DEFAULT_PORTS.get(scheme, "\x00")).removeprefix("www.")
    if not host.isascii():
        with suppress(UnicodeError):
            host = host.encode("idna").decode()
    path = _ESCAPE.sub(_unescape_unreserved, path)
    plain, mark, tail = _partition_first(path)
    key = host + plain.rstrip("/") + (mark + tail if tail else "")
    return key if scheme in _DEFAULT_PORTS else f"{scheme}://{key}"


def _unescape_unreserved(match: re.Match[str]) -> str:
    char = unquote(match[0])
    return char if re.fullmatch(r"[A-Za-z0-9._~-]", char) else match[0].upper()


def _partition_first(path: str) -> tuple[str, str, str]:
    """Split a path from its query or fragment."""
    cut = re.search(r"[?#]", path)
    return (path[: cut.start()], path[cut.start()], path[cut.start() + 1 :]) if cut else (path, "", "")
