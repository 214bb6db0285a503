"""The hosts that papers link to, as records: what lives there, and how far a bare name may be trusted.

One table answers three questions. What does an address on this host lead to? May the name stand without a scheme
(`github.com/acme/x` is a link, `README.md` is not)? Does a further `http` inside its path belong to it, as in
archives? A new host is a new row.
"""

from dataclasses import dataclass

from papertrace.model import LinkKind


@dataclass(frozen=True, slots=True, kw_only=True)
class HostRecord:
    """Describe one host.

    `name` is the host in lower case without `www.`. `wild` says that every subdomain belongs to the record and
    is an address by itself (`acme.github.io`), path or not. `needle` is the word by which the gate and the
    anchors look for the name where no scheme announces it; empty means that a bare name is no link. `paths` maps
    the beginnings of paths to kinds that differ from `kind`; the first that fits counts. `strict` says that
    paths are plain ASCII without `,;()'`, so that such a character ends the address. `archive` says that an
    inner URL belongs to the path.
    """

    name: str
    kind: LinkKind
    needle: str = ""
    wild: bool = False
    paths: tuple[tuple[str, LinkKind], ...] = ()
    strict: bool = False
    archive: bool = False


def _rows(kind: LinkKind, *names: str, wild: bool = False, strict: bool = False) -> tuple[HostRecord, ...]:
    """Return plain records, each found by its own name up to the last dot."""
    return tuple(
        HostRecord(name=name, kind=kind, needle=name.rpartition(".")[0], wild=wild, strict=strict) for name in names
    )


_HUGGING_FACE = (
    ("/datasets/", LinkKind.DATASET),
    ("/spaces/", LinkKind.DEMO),
    ("/papers", LinkKind.PAPER),
    ("/docs", LinkKind.PAGE),
    ("/blog", LinkKind.PAGE),
    ("/collections", LinkKind.PAGE),
)

HOSTS: tuple[HostRecord, ...] = (
    HostRecord(name="github.com", kind=LinkKind.REPOSITORY, needle="github", strict=True),
    HostRecord(name="gist.github.com", kind=LinkKind.CODE, needle="gist.github", strict=True),
    HostRecord(name="raw.githubusercontent.com", kind=LinkKind.CODE, needle="raw.githubusercontent", strict=True),
    HostRecord(name="github.io", kind=LinkKind.PROJECT_PAGE, needle="github", wild=True),
    HostRecord(name="gitlab.com", kind=LinkKind.REPOSITORY, needle="gitlab", strict=True),
    HostRecord(name="gitlab.io", kind=LinkKind.PROJECT_PAGE, needle="gitlab", wild=True),
    HostRecord(name="bitbucket.io", kind=LinkKind.PROJECT_PAGE, needle="bitbucket", wild=True),
    HostRecord(name="hf.space", kind=LinkKind.DEMO, needle="hf.space", wild=True),
    HostRecord(name="streamlit.app", kind=LinkKind.DEMO, needle="streamlit", wild=True),
    HostRecord(name="gradio.live", kind=LinkKind.DEMO, needle="gradio.live", wild=True),
    HostRecord(name="gradio.app", kind=LinkKind.DEMO, needle="gradio.app", wild=True),
    HostRecord(name="replicate.com", kind=LinkKind.DEMO, needle="replicate.com"),
    HostRecord(name="readthedocs.io", kind=LinkKind.PAGE, needle="readthedocs", wild=True),
    HostRecord(name="netlify.app", kind=LinkKind.PROJECT_PAGE, needle="netlify", wild=True),
    HostRecord(name="vercel.app", kind=LinkKind.PROJECT_PAGE, needle="vercel", wild=True),
    HostRecord(name="pages.dev", kind=LinkKind.PROJECT_PAGE, needle="pages.dev", wild=True),
    HostRecord(name="huggingface.co", kind=LinkKind.MODEL, needle="huggingface", paths=_HUGGING_FACE, strict=True),
    HostRecord(name="hf.co", kind=LinkKind.MODEL, needle="hf.co", paths=_HUGGING_FACE, strict=True),
    *_rows(LinkKind.MODEL, "modelscope.cn", "modelscope.ai"),
    *_rows(LinkKind.REPOSITORY, "bitbucket.org", "codeberg.org", "gitee.com", "git.sr.ht", strict=True),
    HostRecord(name="sr.ht", kind=LinkKind.PAGE, needle="sr.ht", strict=True),
    HostRecord(name="hg.sr.ht", kind=LinkKind.REPOSITORY, strict=True),
    *_rows(LinkKind.REPOSITORY, "anonymous.4open.science", "sourceforge.net", strict=True),
    HostRecord(name="colab.research.google.com", kind=LinkKind.CODE, needle="colab.research"),
    HostRecord(name="nbviewer.org", kind=LinkKind.CODE, needle="nbviewer"),
    HostRecord(name="mybinder.org", kind=LinkKind.CODE, needle="mybinder"),
    HostRecord(
        name="kaggle.com", kind=LinkKind.CODE, needle="kaggle", paths=(("/datasets/", LinkKind.DATASET),), strict=True
    ),
    *_rows(LinkKind.CODE, "pypi.org", "crates.io", "npmjs.com", "anaconda.org", "codeocean.com", "dagshub.com"),
    *_rows(LinkKind.CODE, "hub.docker.com"),
    *_rows(LinkKind.DATASET, "zenodo.org", strict=True),
    *_rows(LinkKind.DATASET, "figshare.com", "data.mendeley.com", "datadryad.org", "dataverse.harvard.edu"),
    HostRecord(name="osf.io", kind=LinkKind.DATASET, needle="osf.io", strict=True),
    HostRecord(name="doi.org", kind=LinkKind.PAPER, needle="doi.org"),
    HostRecord(name="dx.doi.org", kind=LinkKind.PAPER, needle="dx.doi"),
    *_rows(LinkKind.PAPER, "arxiv.org", strict=True),
    *_rows(LinkKind.PAPER, "openreview.net", "aclanthology.org", "semanticscholar.org", "dl.acm.org", "biorxiv.org"),
    *_rows(LinkKind.PAPER, "ieeexplore.ieee.org", "alphaxiv.org", "paperswithcode.com", "medrxiv.org"),
    HostRecord(name="youtu.be", kind=LinkKind.VIDEO, needle="youtu.be", strict=True),
    *_rows(LinkKind.VIDEO, "youtube.com", "vimeo.com", "bilibili.com"),
    HostRecord(name="drive.google.com", kind=LinkKind.PAGE, needle="drive.google"),
    HostRecord(name="docs.google.com", kind=LinkKind.PAGE, needle="docs.google"),
    HostRecord(name="sites.google.com", kind=LinkKind.PROJECT_PAGE, needle="sites.google"),
    HostRecord(name="bit.ly", kind=LinkKind.PAGE, needle="bit.ly", strict=True),
    HostRecord(name="tinyurl.com", kind=LinkKind.PAGE, needle="tinyurl", strict=True),
    HostRecord(name="goo.gl", kind=LinkKind.PAGE, needle="goo.gl", strict=True),
    HostRecord(name="web.archive.org", kind=LinkKind.ARCHIVE, needle="web.archive", archive=True),
    HostRecord(name="archive.softwareheritage.org", kind=LinkKind.ARCHIVE, needle="softwareheritage", archive=True),
    *(
        HostRecord(name=name, kind=LinkKind.ARCHIVE, archive=True)
        for name in ("archive.ph", "archive.is", "archive.today", "archive.md", "webcitation.org", "archive.li")
    ),
    HostRecord(name="htmlpreview.github.io", kind=LinkKind.PAGE, archive=True),
)

_BY_NAME = {record.name: record for record in HOSTS}


def find_host(host: str) -> HostRecord | None:
    """Return the record of a host or of the longest parent that has one, or None for any other host.

    `host` may carry capitals and `www.`, but neither port nor user.

    >>> find_host("acme.github.io").name
    'github.io'
    """
    name = host.lower().removeprefix("www.")
    while name:
        record = _BY_NAME.get(name)
        if record is not None:
            return record
        name = name.partition(".")[2]
    return None


def is_known_host(host: str) -> bool:
    """Tell whether a host without a scheme is an address: its own name, or a subdomain where those are addresses."""
    name = host.lower().removeprefix("www.")
    record = find_host(name)
    if record is None or not record.needle:
        return record is not None and record.archive
    return (name != record.name) if record.wild else True


def kind_of_address(host: str, path: str) -> LinkKind:
    """Return what an address leads to, as far as its host and the beginning of its path tell."""
    record = find_host(host)
    if record is None:
        return LinkKind.PAGE
    for prefix, kind in record.paths:
        if path.startswith(prefix):
            return kind
    return record.kind
