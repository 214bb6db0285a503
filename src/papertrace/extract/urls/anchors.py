"""Offsets at which an address may begin in running text.

A prefilter of plain substring tests rejects most abstracts. In the others, an address may begin at a scheme, at
`www.`, or at the name of a known host; never at a name with an arbitrary top-level domain, since `README.md` and
`CUDA.jl` are not addresses.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from papertrace.extract.urls.hosts import HOSTS, HostRecord
from papertrace.late_imports import compile_on_use
from papertrace.model import LinkKind


@dataclass(frozen=True, slots=True, order=True)
class Anchor:
    """A possible beginning of an address: its offset (`start`), that of its host (`host`), its scheme or known host."""

    start: int
    host: int
    scheme: str
    record: HostRecord | None = None


_SCHEME_NEEDLES = ("http", "hxxp", "h**p", "www", "git@", "://", "gitlab.")
_BARE = sorted((record for record in HOSTS if record.bare), key=lambda record: (-len(record.name), record.name))
_BARE_TOPS = "|".join(sorted({record.name.rpartition(".")[2] for record in _BARE}))
# The possible ends of a known host. One pass over the dots costs the same however long the table grows.
_TAIL = re.compile(rf"\.\s{{0,2}}({_BARE_TOPS})(?![\w-]|\.[a-z0-9])")
_DOT = re.compile(r"\s{0,2}\.\s{0,2}")


def may_contain_url(text: str) -> bool:
    """Return whether a text may contain an address, by cheap tests alone; False is certain.

    Call it with the repaired text if `repair.may_hide_url` is true of the original.
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
# Universities and institutes run GitLab on hosts of their own whose names begin with `gitlab.`.
_OWN_GITLAB = re.compile(r"gitlab(?:\.[a-z0-9-]{1,63}){1,4}\.[a-z]{2,10}(?=/[\w~-]+/[\w~-])")
SCP = re.compile(r"git@([a-z0-9.-]{3,253}):(?=[\w.~-]+/)")
_KNOWN = {
    top: tuple(
        (record, compile_on_use(record.name.replace(".", r"\s{0,2}\.\s{0,2}") + "$"))
        for record in _BARE
        if record.name.endswith(f".{top}")
    )
    for top in _BARE_TOPS.split("|")
}
_MAX_NAME_LENGTH = 56  # of a known host, with possible blanks around its dots
_SUBDOMAINS = frozenset("www api gist raw codeload export m en docs pages huggingface zh pdf ssh old hub".split())  # noqa: SIM905 - words read best so


def find_anchors(text: str, low: str) -> list[Anchor]:
    """Return every anchor of a text, in order of position."""
    anchors: list[Anchor] = []
    for match in _COLON.finditer(low):
        head = _SCHEME.search(low[max(0, match.start() - 14) : match.start()])
        if head:
            start = match.start() - len(head[0])
            scheme = (head[1] or head[2]).replace("xx", "tt").replace("**", "tt")
            anchors.append(Anchor(start, match.end(), scheme))
    anchors.extend(
        Anchor(www.start(), www.start(), "https") for www in _WWW.finditer(low) if _opens_word(text, www.start())
    )
    if "gitlab." in low:
        anchors.extend(
            Anchor(own.start(), own.start(), "https")
            for own in _OWN_GITLAB.finditer(low)
            if _opens_word(text, own.start())
        )
    if "git@" in low:
        anchors.extend(
            Anchor(match.start(), match.start(1), "scp")
            for match in SCP.finditer(low)
            if not re.match(r"[\w.+-]", text[match.start() - 1 : match.start()])
        )
    for tail in _TAIL.finditer(low):
        first = max(0, tail.start() - _MAX_NAME_LENGTH)
        name = _DOT.sub(".", low[first : tail.end()])
        for record, pattern in _KNOWN[tail[1]]:
            if name.endswith(record.name) and (host := pattern.search(low, first, tail.end())):
                anchors.extend(_known_anchors(text, low, record, host))
                break
    anchors.sort(key=lambda anchor: (anchor.start, anchor.host))
    return anchors


def _known_anchors(text: str, low: str, record: HostRecord, match: re.Match[str]) -> Iterator[Anchor]:
    """Yield the anchor at a known host that has no scheme, if what follows it makes it an address."""
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
        yield Anchor(start, start, "scp", record)
    elif record.wild or re.match(r"\s{0,2}/\s{0,2}[\w~@]", follow):
        yield Anchor(start, start, "https", record)


def _opens_word(text: str, start: int, *, dot: bool = False) -> bool:
    """Return whether a host may begin here: not inside a word, an e-mail address, or the path of something else."""
    before = text[start - 1 : start]
    if not before:
        return True
    if before == "/":
        return text[start - 2 : start - 1] in ("/", ":")
    if before == ".":
        return dot
    return not (before in "@_-\\=%" or (before.isascii() and before.isalnum()))
