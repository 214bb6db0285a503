"""Hosts of URLs, and the words of a text where a URL may begin.

One table answers three questions. What does an address on this host lead to? Is the name an address without a scheme
(`github.com/acme/x` is a link, `README.md` is not)? Does a further `http` inside the path belong to the address, as
in archives? To add a host, add a row.

A prefilter of plain substring tests rejects most abstracts. In the others, an address may begin at a scheme, at
`www.`, or at the name of a known host; never at a name with an arbitrary top-level domain, since `README.md` and
`CUDA.jl` are not addresses.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from papertrace.late_imports import compile_on_use
from papertrace.model import LinkKind
from papertrace.model.addresses import comparable_host


@dataclass(frozen=True, slots=True, kw_only=True)
class HostRecord:
    """A known host.

    `name` is the host in lower case without `www.`. `wild`: every subdomain belongs to the record and is an address by
    itself (`acme.github.io`), with or without a path. `bare`: the name is an address even without a scheme. `paths`
    maps path prefixes to kinds that differ from `kind`; the first match counts. `strict`: paths are plain ASCII
    without `,;()'`, so that such a character ends the address. `archive`: an inner URL belongs to the path.
    `min_segments` is the minimum number of path segments of an address that names anything. `open_kind`: the host takes
    uploads of any kind, so that the words around an address are better evidence of its kind than the host.
    """

    name: str
    kind: LinkKind
    bare: bool = False
    wild: bool = False
    paths: tuple[tuple[str, LinkKind], ...] = ()
    strict: bool = False
    archive: bool = False
    open_kind: bool = False
    min_segments: int = 0


def _rows(kind: LinkKind, *names: str, strict: bool = False, open_kind: bool = False) -> tuple[HostRecord, ...]:
    """Return records of one kind whose names are addresses without a scheme."""
    return tuple(HostRecord(name=name, kind=kind, bare=True, strict=strict, open_kind=open_kind) for name in names)


_HUGGING_FACE = (
    ("/datasets/", LinkKind.DATASET),
    ("/spaces/", LinkKind.DEMO),
    ("/papers/", LinkKind.PAPER),
    ("/papers", LinkKind.PAGE),
    ("/docs", LinkKind.PAGE),
    ("/blog", LinkKind.PAGE),
    ("/collections", LinkKind.PAGE),
)

HOSTS: tuple[HostRecord, ...] = (
    HostRecord(name="github.com", kind=LinkKind.REPOSITORY, bare=True, strict=True),
    HostRecord(name="gist.github.com", kind=LinkKind.CODE, bare=True, strict=True),
    HostRecord(name="raw.githubusercontent.com", kind=LinkKind.CODE, bare=True, strict=True),
    HostRecord(name="github.io", kind=LinkKind.PROJECT_PAGE, bare=True, wild=True),
    HostRecord(name="gitlab.com", kind=LinkKind.REPOSITORY, bare=True, strict=True),
    HostRecord(name="gitlab.io", kind=LinkKind.PROJECT_PAGE, bare=True, wild=True),
    HostRecord(name="bitbucket.io", kind=LinkKind.PROJECT_PAGE, bare=True, wild=True),
    HostRecord(name="hf.space", kind=LinkKind.DEMO, bare=True, wild=True),
    HostRecord(name="streamlit.app", kind=LinkKind.DEMO, bare=True, wild=True),
    HostRecord(name="gradio.live", kind=LinkKind.DEMO, bare=True, wild=True),
    HostRecord(name="gradio.app", kind=LinkKind.DEMO, bare=True, wild=True),
    HostRecord(name="replicate.com", kind=LinkKind.DEMO, bare=True),
    HostRecord(name="readthedocs.io", kind=LinkKind.PAGE, bare=True, wild=True),
    HostRecord(name="netlify.app", kind=LinkKind.PROJECT_PAGE, bare=True, wild=True),
    HostRecord(name="vercel.app", kind=LinkKind.PROJECT_PAGE, bare=True, wild=True),
    HostRecord(name="pages.dev", kind=LinkKind.PROJECT_PAGE, bare=True, wild=True),
    HostRecord(name="huggingface.co", kind=LinkKind.MODEL, bare=True, paths=_HUGGING_FACE, strict=True),
    HostRecord(name="hf.co", kind=LinkKind.MODEL, bare=True, paths=_HUGGING_FACE, strict=True),
    *_rows(LinkKind.MODEL, "modelscope.cn", "modelscope.ai"),
    *_rows(LinkKind.REPOSITORY, "bitbucket.org", "codeberg.org", "gitee.com", "git.sr.ht", strict=True),
    HostRecord(name="sr.ht", kind=LinkKind.PAGE, bare=True, strict=True),
    HostRecord(name="hg.sr.ht", kind=LinkKind.REPOSITORY, strict=True),
    *_rows(LinkKind.REPOSITORY, "anonymous.4open.science", "sourceforge.net", strict=True),
    HostRecord(name="colab.research.google.com", kind=LinkKind.CODE, bare=True),
    HostRecord(name="nbviewer.org", kind=LinkKind.CODE, bare=True),
    HostRecord(name="mybinder.org", kind=LinkKind.CODE, bare=True),
    HostRecord(
        name="kaggle.com", kind=LinkKind.CODE, bare=True, paths=(("/datasets/", LinkKind.DATASET),), strict=True
    ),
    *_rows(LinkKind.CODE, "crates.io", "anaconda.org", "codeocean.com", "dagshub.com"),
    *_rows(LinkKind.CODE, "hub.docker.com", "cran.r-project.org"),
    *_rows(LinkKind.DATASET, "zenodo.org", strict=True, open_kind=True),
    *_rows(LinkKind.DATASET, "figshare.com", open_kind=True),
    *_rows(LinkKind.DATASET, "data.mendeley.com", "datadryad.org", "dataverse.harvard.edu"),
    HostRecord(name="osf.io", kind=LinkKind.DATASET, bare=True, strict=True, open_kind=True),
    HostRecord(name="doi.org", kind=LinkKind.PAPER, bare=True),
    HostRecord(name="dx.doi.org", kind=LinkKind.PAPER, bare=True),
    *_rows(LinkKind.PAPER, "arxiv.org", strict=True),
    *_rows(LinkKind.PAPER, "openreview.net", "aclanthology.org", "semanticscholar.org", "dl.acm.org", "biorxiv.org"),
    *_rows(LinkKind.PAPER, "ieeexplore.ieee.org", "alphaxiv.org", "paperswithcode.com", "medrxiv.org"),
    HostRecord(name="youtu.be", kind=LinkKind.VIDEO, bare=True, strict=True),
    *_rows(LinkKind.VIDEO, "youtube.com", "vimeo.com", "bilibili.com"),
    HostRecord(name="drive.google.com", kind=LinkKind.PAGE, bare=True, min_segments=2),
    HostRecord(name="docs.google.com", kind=LinkKind.PAGE, bare=True, min_segments=2),
    HostRecord(name="sites.google.com", kind=LinkKind.PROJECT_PAGE, bare=True, min_segments=2),
    *_rows(LinkKind.PAGE, "dropbox.com", "pan.baidu.com", "aka.ms"),
    HostRecord(name="bit.ly", kind=LinkKind.PAGE, bare=True, strict=True),
    HostRecord(name="tinyurl.com", kind=LinkKind.PAGE, bare=True, strict=True),
    HostRecord(name="goo.gl", kind=LinkKind.PAGE, bare=True, strict=True),
    HostRecord(name="web.archive.org", kind=LinkKind.ARCHIVE, bare=True, archive=True),
    HostRecord(name="archive.softwareheritage.org", kind=LinkKind.ARCHIVE, bare=True, archive=True),
    *(
        HostRecord(name=name, kind=LinkKind.ARCHIVE, archive=True)
        for name in ("archive.ph", "archive.is", "archive.today", "archive.md", "webcitation.org", "archive.li")
    ),
    # Proxies rather than archives: they show the page whose address is in their path.
    *(
        HostRecord(name=name, kind=LinkKind.PAGE, archive=True)
        for name in ("r.jina.ai", "gitpod.io", "ghproxy.com", "gh-proxy.com", "ghfast.top")
    ),
    HostRecord(name="htmlpreview.github.io", kind=LinkKind.PAGE, archive=True),
)

_BY_NAME = {record.name: record for record in HOSTS}


def find_host(host: str) -> HostRecord | None:
    """Return the record of a host or of its longest parent domain with one, or None if there is none.

    `host` may contain capitals and `www.`, but neither port nor user.

    >>> find_host("acme.github.io").name
    'github.io'
    """
    name = comparable_host(host).removeprefix("www.")
    while name:
        record = _BY_NAME.get(name)
        if record is not None:
            return record
        name = name.partition(".")[2]
    return None


def is_known_host(host: str) -> bool:
    """Return whether a host without a scheme is an address: the host of a record, or a subdomain of a wild one."""
    name = comparable_host(host).removeprefix("www.")
    record = find_host(name)
    if record is None or not (record.bare or record.archive):
        return False
    return name != record.name if record.wild else True


def has_open_kind(host: str) -> bool:
    """Return whether a host leaves the kind of its addresses open: an unknown host, a page host, a file archive."""
    record = find_host(host)
    return record is None or record.open_kind or record.kind in (LinkKind.PAGE, LinkKind.PROJECT_PAGE)


def kind_of_address(host: str, path: str) -> LinkKind:
    """Return the kind of an address according to its host and the beginning of its path."""
    record = find_host(host)
    if record is None:
        return LinkKind.PAGE
    for prefix, kind in record.paths:
        if path.startswith(prefix):
            return kind
    return record.kind


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
_TAIL = compile_on_use(rf"\.\s{{0,2}}({_BARE_TOPS})(?![\w-]|\.[a-z0-9])")
_DOT = compile_on_use(r"\s{0,2}\.\s{0,2}")


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


_COLON = compile_on_use(r":\s{0,2}/\s?/(?!/)")
_SCHEME = compile_on_use(
    r"(?:(?:(?<![a-z0-9])git\+)?(h(?:tt|xx|\*\*)ps?)|(?<![a-z0-9])(?:git\+)?(ssh|ftps?|git|svn))\s{0,2}$"
)
_WWW = compile_on_use(r"www\d?\.")
# Universities and institutes run GitLab on hosts of their own whose names begin with `gitlab.`.
_OWN_GITLAB = compile_on_use(r"gitlab(?:\.[a-z0-9-]{1,63}){1,4}\.[a-z]{2,10}(?=/[\w~-]+/[\w~-])")
SCP = compile_on_use(r"git@([a-z0-9.-]{3,253}):(?=[\w.~-]+/)")
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
