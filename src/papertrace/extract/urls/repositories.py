"""The source repository that an address belongs to.

Forges serve one repository under many addresses: its page, a file in it, the raw file, the archive of a branch, the
API, a notebook viewer, a clone address. All of them parse to one `RepoRef`; pages of the forge itself, gists and
addresses of an owner alone parse to None.
"""

import re
from collections.abc import Callable, Collection
from urllib.parse import unquote

from papertrace.late_imports import compile_on_use
from papertrace.model import RepoRef
from papertrace.model.addresses import comparable_host

# First path segments that GitHub reserves; none of them is an account.
_GITHUB_RESERVED = frozenset(
    """about account accelerator advisories apps assets blog bounty business careers codespaces collections contact
    copilot customer-stories customers dashboard design developer discussions downloads edu education enterprise
    enterprises events explore features gist git-guides github-copilot home images issues join learn login logout
    marketplace mcp mobile models new newsroom nonprofit notifications open-source organizations orgs partners
    personal plans premium-support press pricing pulls raw readme redirect repos resources search security sessions
    settings shop signup site sitemap solutions sponsors stars static status suggestions support team teams topics
    trending user user-attachments users watching why-github wiki""".split()  # noqa: SIM905 - words read best so
)
_GITLAB_RESERVED = frozenset(
    "- admin api assets dashboard explore groups help import jwt login oauth profile public search snippets uploads "  # noqa: SIM905 - words read best so
    "users".split()
)
_BITBUCKET_RESERVED = frozenset("account api blog dashboard product repo site snippets support workspaces".split())  # noqa: SIM905 - words read best so
_HUGGING_FACE_RESERVED = frozenset(
    "api blog chat collections datasets docs enterprise join learn login models new organizations papers posts pricing "  # noqa: SIM905 - words read best so
    "settings spaces tasks terms-of-service privacy".split()
)
# Words that end a GitLab project path in addresses that predate `/-/`.
_GITLAB_VIEWS = frozenset("tree blob raw commit commits issues merge_requests wikis tags branches releases".split())  # noqa: SIM905 - words read best so

# At most 39 characters; enterprises with managed users append `_shortcode`.
_GITHUB_OWNER = compile_on_use(r"[A-Za-z0-9](?:[A-Za-z0-9-]|_(?=[A-Za-z0-9])){0,38}")
_NAME = compile_on_use(r"(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}")
_OWNER = compile_on_use(r"~?[A-Za-z0-9._-]{1,100}")

# The digits after the colon are an owner here, and a port only after `ssh://`.
_SCP = compile_on_use(
    r"(?:git\+)?(?:ssh://(?=[^/]*:(?!\d{1,5}/)))?(?:[\w.-]{1,64}@)?([A-Za-z0-9.-]{1,253}\.[A-Za-z]{2,}):(?!/)(.+)",
    re.DOTALL,
)
_ADDRESS = compile_on_use(
    r"(?:git\+)?(?:(?:https?|ssh|git|ftp|svn)://|//)?(?:[^/@\s]{1,256}@)?([A-Za-z0-9.\-\x80-\U0010ffff]{1,253})(?::\d{1,5})?(?:/([^?#]*))?([?#].*)?",
    re.IGNORECASE | re.DOTALL,
)
_INNER = compile_on_use(r"https?(?::|%3A)(?:/|%2F){1,2}", re.IGNORECASE)


def parse_repository(url: str) -> RepoRef | None:  # noqa: PLR0911 - one for each kind of host
    """Return the repository that an address belongs to, or None if it belongs to none.

    Supported are pages and files of GitHub, GitLab (any host whose name begins with `gitlab.`, nested groups),
    Bitbucket, Codeberg, Gitee, sourcehut, SourceForge, anonymous.4open.science and Hugging Face; the clone forms
    `git@host:owner/name.git`, `ssh://`, `git+https://…@ref`; GitHub's raw, codeload and API hosts; Colab, nbviewer
    and Binder; and archived copies of all of these. The spelling of owner and name is kept, `.git` is dropped.

    >>> parse_repository("git@github.com:acme/three.js.git")
    RepoRef(host='github.com', owner='acme', name='three.js')
    >>> parse_repository("https://github.com/features/copilot") is None
    True
    """
    parts = _split(url.strip())
    if parts is None:
        return None
    host, segments, tail = parts
    if host in _ARCHIVES or host.endswith(".archive.org"):
        return _inner_repository(url)
    forge = _FORGES.get(host)
    if forge is not None:
        return forge(host, segments)
    if host.startswith("gitlab.") or host in _GITLAB_HOSTS:
        return _gitlab(host, segments)
    if host.startswith("github.") and not host.endswith((".github.com", ".io")) and host.count(".") > 1:
        return _github(host, segments)  # an enterprise server such as github.example.edu
    if host == "htmlpreview.github.io":
        return _inner_repository(tail)
    return None


def repository_at(
    url: str, *, github_hosts: Collection[str] = (), gitlab_hosts: Collection[str] = ()
) -> RepoRef | None:
    """Return the repository that an address on a self-hosted server belongs to, or None for any other address.

    The caller lists the hosts (in lower case) that serve GitHub or GitLab, since their names need not show it.

    >>> repository_at("https://code.example.edu/acme/tool/tree/main", github_hosts=["code.example.edu"])
    RepoRef(host='code.example.edu', owner='acme', name='tool')
    """
    parts = _split(url.strip())
    if parts is None:
        return None
    host, segments, _ = parts
    if host in github_hosts:
        return _github(host, segments)
    return _gitlab(host, segments) if host in gitlab_hosts else None


def _split(url: str) -> tuple[str, list[str], str] | None:
    """Return host without `www.`, path segments, and query with fragment, or None for text that is not an address."""
    scp = _SCP.fullmatch(url)
    match = scp or _ADDRESS.fullmatch(url)
    if match is None:
        return None
    host = comparable_host(match[1]).removeprefix("www.").rstrip(".")
    path = (match[2] or "").replace("\\", "/")
    tail = "" if scp else match[3] or ""
    return host, [segment for segment in path.split("/") if segment], tail


def _inner_repository(url: str) -> RepoRef | None:
    """Return the repository of the last address inside an address."""
    inner = None
    for match in _INNER.finditer(url, 1):
        inner = match
    if inner is None:
        return None
    address = url[inner.start() :] if "%" not in inner[0] else unquote(url[inner.start() :])
    return None if _split(address) is None else _parse_inner(address)


def _parse_inner(address: str) -> RepoRef | None:
    """Parse an address inside another; parameters of the outer one (`;path=`, `&ref=`) end it."""
    return parse_repository(re.split(r"[;&]", address, maxsplit=1)[0])


def _clean_name(name: str) -> str:
    """Strip what clone and pip forms append to a name (`@ref`, `.git`), and the full stop of the sentence."""
    name = name.partition("@")[0].rstrip(".,;:!?*'~")
    return name[:-4] if name.lower().endswith(".git") else name


def _pair(host: str, segments: list[str], owner_rule: re.Pattern[str], prefix: str = "") -> RepoRef | None:
    """Return the repository of the first two segments if they are an owner and a name."""
    if len(segments) < 2:  # noqa: PLR2004 - an owner and a name
        return None
    owner, name = segments[0], _clean_name(segments[1])
    if not owner_rule.fullmatch(owner) or not _NAME.fullmatch(name):
        return None
    return RepoRef(host, prefix + owner, name)


def _github(host: str, segments: list[str]) -> RepoRef | None:
    if not segments or segments[0].lower() in _GITHUB_RESERVED:
        return None
    return _pair(host, segments, _GITHUB_OWNER)


def _github_after(*first: str) -> Callable[[str, list[str]], RepoRef | None]:
    """Return a rule for a host whose paths have GitHub's owner and name after the given segments."""

    def rule(_host: str, segments: list[str]) -> RepoRef | None:
        if tuple(segments[: len(first)]) != first:
            return None
        return _github("github.com", segments[len(first) :])

    return rule


def _gitlab(host: str, segments: list[str]) -> RepoRef | None:
    """Parse group/subgroup/…/project: everything before `/-/` or, in old addresses, before the name of a view."""
    if not segments or segments[0].lower() in _GITLAB_RESERVED:
        return None
    end = next(
        (i for i, segment in enumerate(segments) if segment == "-" or (i > 1 and segment in _GITLAB_VIEWS)),
        len(segments),
    )
    groups = segments[: end - 1]
    name = _clean_name(segments[end - 1])
    if not groups or not all(_OWNER.fullmatch(group) for group in groups) or not _NAME.fullmatch(name):
        return None
    return RepoRef(host, "/".join(groups), name)


def _two_segments(*reserved: str) -> Callable[[str, list[str]], RepoRef | None]:
    """Return a rule for a forge with plain `/owner/name` addresses and some pages of its own."""

    def rule(host: str, segments: list[str]) -> RepoRef | None:
        if not segments or segments[0].lower() in reserved:
            return None
        return _pair(host, segments, _OWNER)

    return rule


def _sourcehut(host: str, segments: list[str]) -> RepoRef | None:
    return _pair(host, segments, _OWNER) if segments and segments[0].startswith("~") else None


def _sourceforge(host: str, segments: list[str]) -> RepoRef | None:
    """Parse `/projects/name` and `/p/name`; the owner is always `projects`."""
    return (
        _pair(host, ["projects", segments[1]], _OWNER)
        if segments[0:1] in (["p"], ["projects"]) and segments[1:]
        else None
    )


def _anonymous(host: str, segments: list[str]) -> RepoRef | None:
    """Parse `/r/name` and `/repository/name`: the owner is hidden, so `r` replaces it and keeps the URL valid."""
    if segments[0:1] not in (["r"], ["repository"], ["anonymize"]) or not segments[1:]:
        return None
    return _pair(host, ["r", segments[1]], _OWNER)


def _hugging_face(_host: str, segments: list[str]) -> RepoRef | None:
    """Parse `/owner/name` for models, and the same after `datasets` and `spaces`, which then prefix the owner."""
    if segments and segments[0] in ("datasets", "spaces"):
        return _pair("huggingface.co", segments[1:], _OWNER, prefix=f"{segments[0]}/")
    if not segments or segments[0].lower() in _HUGGING_FACE_RESERVED:
        return None
    return _pair("huggingface.co", segments, _OWNER)


def _clone_host(host: str, segments: list[str]) -> RepoRef | None:
    return _github("github.com", segments) if host == "ssh.github.com" else None


_ARCHIVES = frozenset(
    (
        "web.archive.org",
        "archive.org",
        "archive.softwareheritage.org",
        "archive.ph",
        "archive.is",
        "archive.today",
        "archive.md",
        "archive.li",
        "webcitation.org",
        "r.jina.ai",
        "gitpod.io",
        "ghproxy.com",
        "gh-proxy.com",
        "ghfast.top",
    )
)
_GITLAB_HOSTS = frozenset(
    ("framagit.org", "salsa.debian.org", "invent.kde.org", "gricad-gitlab.univ-grenoble-alpes.fr")
)

_FORGES: dict[str, Callable[[str, list[str]], RepoRef | None]] = {
    "github.com": _github,
    "ssh.github.com": _clone_host,
    "github.dev": _github_after(),
    "raw.githubusercontent.com": _github_after(),
    "raw.github.com": _github_after(),
    "media.githubusercontent.com": _github_after("media"),
    "codeload.github.com": _github_after(),
    "api.github.com": _github_after("repos"),
    "colab.research.google.com": _github_after("github"),
    "colab.google": _github_after("github"),
    "githubtocolab.com": _github_after(),
    "nbviewer.org": _github_after("github"),
    "nbviewer.jupyter.org": _github_after("github"),
    "mybinder.org": _github_after("v2", "gh"),
    "cdn.jsdelivr.net": _github_after("gh"),
    "raw.githack.com": _github_after(),
    "vscode.dev": _github_after("github"),
    "deepwiki.com": _github_after(),
    "gitingest.com": _github_after(),
    "gitlab.com": _gitlab,
    "bitbucket.org": _two_segments(*_BITBUCKET_RESERVED),
    "codeberg.org": _two_segments("explore", "user", "org", "assets", "api", "-"),
    "gitee.com": _two_segments("explore", "enterprises", "api", "help", "login"),
    "git.sr.ht": _sourcehut,
    "hg.sr.ht": _sourcehut,
    "sr.ht": _sourcehut,
    "sourceforge.net": _sourceforge,
    "anonymous.4open.science": _anonymous,
    "huggingface.co": _hugging_face,
    "hf.co": _hugging_face,
}
