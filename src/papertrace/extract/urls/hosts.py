"""The hosts that papers link to: what their addresses lead to, and whether a name without a scheme is an address.

One table answers three questions. What does an address on this host lead to? Is the name an address without a scheme
(`github.com/acme/x` is a link, `README.md` is not)? Does a further `http` inside the path belong to the address, as
in archives? To add a host, add a row.
"""

from dataclasses import dataclass

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
