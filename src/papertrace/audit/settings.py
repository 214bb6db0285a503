"""How an audit sends requests and judges their answers, and where registries and archives are asked.

Tests, mirrors and self-hosted servers (GitHub Enterprise, a GitLab) override the addresses. Patterns choose which links
are audited, and rules what is requested in place of them.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fnmatch import translate
from pathlib import Path

from papertrace.errors import SettingsError, check_choice, check_not_negative
from papertrace.model import UNARCHIVED, Link, Outcome, RepositoryState, Verdict
from papertrace.model.addresses import comparable_host, hide_userinfo, host_of, host_spellings, split_at_host
from papertrace.model.values import repr_changes
from papertrace.web.address import parse_address, public_url
from papertrace.web.settings import WebSettings


def without_template(api: str) -> str:
    """Return the address of an endpoint with a host in place of `{host}`."""
    return api.replace("{host}", "example.org")


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """The address of a registry or archive, and the hosts whose links it is asked about, in comparable form.

    `{host}` in the address stands for the host of the link. `interval_s` is the pause between two requests, in seconds.

    Raises
    ------
    SettingsError
        When the address cannot be requested, or the interval is negative.
    """

    api: str
    hosts: tuple[str, ...] = ()
    interval_s: float = 0.0

    def __post_init__(self) -> None:
        """Reject addresses that cannot be requested."""
        try:
            parse_address(without_template(self.api))
        except ValueError as error:
            message = f"{public_url(self.api)}: {error}; give an address under http or https"
            raise SettingsError(message) from error
        object.__setattr__(self, "hosts", tuple(comparable_host(host) for host in self.hosts))
        check_not_negative("interval_s", self.interval_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoints:
    """The endpoints of all registries and archives; a registry without hosts is never queried.

    Attributes
    ----------
    github
        GitHub's GraphQL API, queried only with a token; always https, because the token is sent there. Links to its
        hosts are probed as GitHub repositories.
    doi, arxiv, hugging_face, gitlab, zenodo
        The other registries, to whose addresses the identifier of a link is appended.
    others
        Those of further registries, by name, in place of the addresses in the table of registries.
    package_index
        An index of Python packages, by the base address of its simple repository API. There is no default,
        because a listing does not show which index it means.
    software_heritage, wayback
        The archives, which may have a snapshot of a dead link whatever its host.
    """

    github: Endpoint = Endpoint(api="https://api.github.com/graphql", hosts=("github.com",))
    doi: Endpoint = Endpoint(api="https://doi.org/api/handles/", hosts=("doi.org", "dx.doi.org", "www.doi.org"))
    # One request every three seconds, over one connection: https://info.arxiv.org/help/api/tou.html
    arxiv: Endpoint = Endpoint(
        api="https://export.arxiv.org/api/query",
        hosts=("arxiv.org", "www.arxiv.org", "export.arxiv.org"),
        interval_s=3.0,
    )
    hugging_face: Endpoint = Endpoint(
        api="https://huggingface.co/api/", hosts=("huggingface.co", "www.huggingface.co", "hf.co")
    )
    gitlab: Endpoint = Endpoint(api="https://{host}/api/v4/projects/", hosts=("gitlab.com",))
    zenodo: Endpoint = Endpoint(api="https://zenodo.org/api/records/", hosts=("zenodo.org", "www.zenodo.org"))
    package_index: Endpoint | None = None
    software_heritage: Endpoint = Endpoint(api="https://archive.softwareheritage.org/api/1/origin/")
    wayback: Endpoint = Endpoint(api="https://web.archive.org/web/", interval_s=2.0)
    others: Mapping[str, Endpoint] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Return the endpoints that differ from the defaults."""
        return repr_changes(self)

    def __post_init__(self) -> None:
        """Reject a GitHub endpoint that is not under https."""
        if parse_address(self.github.api).scheme != "https":
            message = "github is not under https, so a token sent there could be read on the way"
            raise SettingsError(message)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of the registries and archives that have a field."""
        return tuple(one.name for one in fields(cls) if one.name != "others")

    def of(self, name: str) -> Endpoint | None:
        """Return the endpoint of a registry or archive, or None if there is none of its name."""
        return getattr(self, name) if name in self.names() else self.others.get(name)

    def intervals_s(self) -> Iterator[tuple[str, float]]:
        """Yield every host that accepts one request at a time, with the seconds to leave between two of them.

        GitHub's API accepts one query at a time:
        https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api
        """
        yield parse_address(self.github.api).host, 0.0
        for one in fields(self):
            endpoint = getattr(self, one.name)
            if isinstance(endpoint, Endpoint) and endpoint.interval_s > 0:
                for host in endpoint.hosts if "{host}" in endpoint.api else ("",):
                    yield parse_address(endpoint.api.replace("{host}", host)).host, endpoint.interval_s


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditSettings(WebSettings):
    """Limits and options of an audit in addition to those of `WebSettings`; the defaults suit the open web.

    Attributes
    ----------
    max_age_s
        Maximum age in seconds at which a stored verdict is reused; 0 requests everything again.
    ages_s
        Maximum ages for single outcomes, which take precedence over `max_age_s`.
    github_token
        A token for querying many repositories at a time from GitHub's API; without it their pages are requested. It is
        sent only to `endpoints.github` and never shown.
    asks_git
        Whether repositories whose pages are requested are also checked with git, if it is installed.
    endpoints
        The addresses of registries and archives, and the hosts whose links each is asked about.
    only, exclude
        Patterns of links to audit, and of links to leave out. A pattern without a slash is a host and matches its
        subdomains too: `example.org`, `*.edu`. One with a slash is an address, with or without its scheme:
        `github.com/acme/*`. `*` matches any characters; letter case is ignored.
    accept
        HTTP statuses that count as alive.
    allow_redirect
        Patterns of links, or of what they redirect to, whose redirects are no complaint.
    remap
        Rewritings of addresses before they are requested: pairs of a regular expression and its replacement.
    sends_passwords
        Whether user information in a link is sent to its address as a password.
    obeys_robots
        Whether pages that the `robots.txt` of their host forbids are skipped.
    requires_https
        Whether a page under http is `insecure`, even if it works.
    checks_fragments
        Whether the fragment of a link must be an element of its page. Pages are then read to `max_answer_bytes`.
    audits_reserved
        Whether links to domains that are reserved for examples and tests are requested.
    fail_on
        Outcomes and repository states that fail the run (`AuditResult.fails`), and `unarchived`.
    rescue
        Whether archives are asked for snapshots of dead links.
    unarchived
        Whether archives are asked for snapshots of living links, so that links without one can be reported.
    store
        A file that keeps verdicts from run to run, so that recent verdicts are used again and the date since which a
        link has been failing is known. None keeps nothing.
    needs_store
        Whether a store that cannot be opened is an error; otherwise the audit logs a warning and keeps nothing, as it
        does with a store on a full or read-only disk. A damaged one is logged as an error.
    cassette, record
        A file of recorded responses. `record` is `once` (replay an existing file, else record), `new` (replay what is
        recorded and record the rest), `all` (record everything again) or `none` (only replay). A replay needs no
        network.
    compare
        A run of the store to compare with: `last`, its number, or a date. In a store without any run, `last` is
        logged as a warning and compares with nothing: a repeated audit has a first time.
    baseline
        The JSON-lines report of an earlier audit: what it has does not fail the run again (`AuditResult.fails`).

    Raises
    ------
    SettingsError
        When a value is out of range or unknown, or the token cannot be sent in a header.
    """

    user_agent: str = "papertrace (link audit)"
    max_age_s: float = 24 * 3600.0
    ages_s: Mapping[Outcome, float] = field(default_factory=dict)
    github_token: str = field(default="", repr=False)
    asks_git: bool = True
    endpoints: Endpoints = field(default_factory=Endpoints)
    only: Sequence[str] = ()
    exclude: Sequence[str] = ()
    accept: frozenset[int] = frozenset()
    allow_redirect: Sequence[str] = ()
    remap: Sequence[tuple[str, str]] = ()
    sends_passwords: bool = False
    obeys_robots: bool = False
    requires_https: bool = False
    checks_fragments: bool = False
    audits_reserved: bool = False
    fail_on: frozenset[str] = frozenset({Outcome.DEAD})
    rescue: bool = False
    unarchived: bool = False
    store: str | Path | None = None
    needs_store: bool = True
    cassette: str | Path | None = None
    record: str = "once"
    compare: str | None = None
    baseline: str | Path | None = None

    def __repr__(self) -> str:
        """Return the settings that differ from the defaults, without the token."""
        return repr_changes(self)

    def __post_init__(self) -> None:
        """Reject values with which no audit could work."""
        WebSettings.__post_init__(self)  # zero-argument `super()` fails in dataclasses with slots before Python 3.14
        check_not_negative("max_age_s", self.max_age_s)
        for outcome, seconds in self.ages_s.items():
            check_not_negative(f"ages_s of {outcome}", seconds)
        _check_remap(self.remap)
        check_choice("record", self.record, ("once", "new", "all", "none"))
        for setting in ("only", "exclude", "fail_on", "allow_redirect"):
            if isinstance(getattr(self, setting), str):
                message = f"{setting} is a string; give a sequence of strings, such as ({getattr(self, setting)!r},)"
                raise SettingsError(message)
        for name in self.fail_on:
            check_choice("fail_on", name, (*Outcome, *RepositoryState, UNARCHIVED))
        if self.github_token and not re.fullmatch(r"[!-~]+", self.github_token):
            message = "github_token contains characters other than printable ASCII, so it cannot be sent in a header"
            raise SettingsError(message)


def _check_remap(rules: Sequence[tuple[str, str]]) -> None:
    for pattern, replacement in rules:
        try:
            compiled = re.compile(pattern)
        except re.error as error:
            message = f"remap contains {pattern!r}, which is not a regular expression: {error}"
            raise SettingsError(message) from error
        try:
            compiled.sub(to_template(replacement), "")
        except (re.error, IndexError) as error:
            message = f"remap contains {replacement!r}, which {pattern!r} has no group for: {error}"
            raise SettingsError(message) from error


def to_template(replacement: str) -> str:
    r"""Return a replacement as the module `re` writes it.

    >>> print(to_template("http://localhost:8000/$1"))
    http://localhost:8000/\g<1>
    """
    return re.sub(r"\$\{?([0-9]{1,2})\}?", r"\\g<\1>", replacement)


RESERVED = "a domain reserved for examples"
"""Why a link is left out that `--reserved` keeps."""
_RESERVED_DOMAINS = frozenset({"example.com", "example.net", "example.org"})
_RESERVED_TOP_LEVEL = frozenset({"example", "invalid", "test"})


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkFilter:
    """Patterns of links to audit and of links to leave out, as `AuditSettings.only` and `AuditSettings.exclude`.

    An internationalised host may be written in Unicode or in ASCII. A reference to a file is matched by its path, or by
    its name alone: `docs/*`, `*.md`.

    With `skips_reserved`, links to domains reserved for documentation are left out, unless a pattern of `only` selects
    them. With `has_own_names`, a proxy or name server may know names of reserved top-level domains.
    """

    only: Sequence[str] = ()
    exclude: Sequence[str] = ()
    skips_reserved: bool = False
    has_own_names: bool = False

    def find_unused(self, urls: Sequence[str], paths: Sequence[str] = ()) -> list[str]:
        """Return the patterns that match no link and no file at all, which is most likely a mistake.

        >>> LinkFilter(only=["exampel.org", "example.org"]).find_unused(["https://example.org/a"])
        ['exampel.org']
        """
        unmatched = [one for one in (*self.only, *self.exclude) if not any(matches(one, url) for url in urls)]
        return [one for one in unmatched if not any(matches_file(one, path) for path in paths)]

    def reason_to_skip(self, url: str) -> str | None:
        """Return why a link is left out, or None if it is to be audited.

        >>> LinkFilter(only=["example.org"]).reason_to_skip("https://www.example.org/a")
        >>> LinkFilter(exclude=["example.org/a*"]).reason_to_skip("https://example.org/abc")
        'left out by --exclude example.org/a*'
        """
        if self.skips_reserved and not self.only and is_reserved(host_of(url), has_own_names=self.has_own_names):
            return RESERVED
        return self._reason(url, matches)

    def reason_to_skip_file(self, path: str) -> str | None:
        """Return why a reference to a file is left out, or None if it is to be audited.

        >>> LinkFilter(exclude=["drafts/*"]).reason_to_skip_file("drafts/plan.md")
        'left out by --exclude drafts/*'
        """
        return self._reason(path, matches_file)

    def _reason(self, target: str, matches: Callable[[str, str], bool]) -> str | None:
        if self.only and not any(matches(pattern, target) for pattern in self.only):
            return f"left out by --only {' '.join(self.only)}"
        return next((f"left out by --exclude {one}" for one in self.exclude if matches(one, target)), None)


def is_reserved(host: str, *, has_own_names: bool = False) -> bool:
    """Return whether a host is reserved for documentation and tests (RFC 2606 and 6761), so that nothing is there.

    >>> is_reserved("www.example.org"), is_reserved("db.invalid"), is_reserved("myexample.org")
    (True, True, False)
    """
    labels = host.split(".")
    if ".".join(labels[-2:]) in _RESERVED_DOMAINS:
        return True
    return len(labels) > 1 and labels[-1] in _RESERVED_TOP_LEVEL and not has_own_names


def matches(pattern: str, url: str) -> bool:
    """Return whether a pattern matches a link."""
    if "/" not in pattern:
        hosts = zip(host_spellings(pattern), host_spellings(host_of(url)), strict=True)
        return any(_matches(named, host) or _matches(f"*.{named}", host) for named, host in hosts)
    if "://" not in pattern:
        url = url.partition("://")[2]
    return any(_matches(*both) for both in zip(_spellings(pattern), _spellings(url), strict=True))


def matches_file(pattern: str, path: str) -> bool:
    """Return whether a pattern matches a reference to a file, which may end in a fragment.

    >>> matches_file("*.md", "docs/usage.md#start"), matches_file("docs/*", "other/docs/a.md")
    (True, False)
    """
    path = path.partition("#")[0].casefold()
    return _matches(pattern.casefold().removeprefix("./"), path if "/" in pattern else path.rpartition("/")[2])


def _spellings(address: str) -> tuple[str, str]:
    """Return an address, or a pattern of addresses, in lower case, with its host in ASCII and in Unicode."""
    before, host, after = split_at_host(address)
    ascii_host, unicode_host = host_spellings(host)
    before, after = before.casefold(), after.casefold()
    return f"{before}{ascii_host}{after}", f"{before}{unicode_host}{after}"


def _matches(pattern: str, text: str) -> bool:
    """Match `*` alone as a wildcard: `?` and `[` are literal, since addresses contain them."""
    literal = re.sub(r"[\[?]", lambda sign: f"[{sign[0]}]", pattern)
    return re.match(translate(literal), text) is not None


def remap_link(link: Link, rules: Sequence[tuple[str, str]], *, sends_passwords: bool = False) -> Link:
    r"""Return a link with the address that the first matching rule makes of its own, or the link itself.

    A rule is a regular expression and its replacement, in which `$1` or `\1` stands for the first group. It is applied
    to the address without user information unless that is to be sent.

    >>> from papertrace.model import LinkKind, Span
    >>> one = Link(raw="", url="https://example.org/docs/a", span=Span("a", 1), kind=LinkKind.PAGE)
    >>> remap_link(one, [("^https://example.org/docs/(.*)", "http://localhost:8000/$1")]).url
    'http://localhost:8000/a'

    Raises
    ------
    SettingsError
        If the result is not an http address.
    """
    printed = link.url if sends_passwords else hide_userinfo(link.url)
    for pattern, replacement in rules:
        url, n_replaced = re.subn(pattern, to_template(replacement), printed, count=1)
        if n_replaced:
            if not url.startswith(("http://", "https://")) or not host_of(url):
                shown = f"{hide_userinfo(url)!r} of {hide_userinfo(printed)!r}"
                message = f"remap makes {shown}, which is not an http address; correct {replacement!r}"
                raise SettingsError(message)
            return link if url == printed else replace(link, url=url, repository=None)
    return link


def restore_link(verdict: Verdict, link: Link) -> Verdict:
    """Return a verdict on the address that was requested as a verdict on the link itself.

    The address that a copy has moved to is not that of the link.
    """
    outcome = Outcome.ALIVE if verdict.outcome is Outcome.MOVED else verdict.outcome
    reason = f"{verdict.reason} (requested at {hide_userinfo(public_url(verdict.link.url))})"
    return replace(verdict, link=link, outcome=outcome, reason=reason, new_url=None)
