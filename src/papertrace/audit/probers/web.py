"""Any web page: GET, of which only the first kilobytes are read; for files HEAD, then GET if HEAD is not conclusive.

HEAD is cheap but unreliable: servers refuse it, or answer it differently from GET. So only a 2xx to HEAD counts, and
for an HTML page not even that, because "page not found" may come with 200. HEAD is therefore sent only where the path
is that of a file, of which GET would cost the host more than the kilobytes that are read.

If a page looks fine but neither its title nor its first heading is about what its address names, a path that cannot
exist is requested from the same host, once per host: if it returns the same page, the host proves nothing by returning
ours. A host that limits requests is not asked for that.
"""

import hashlib
import re
from http import HTTPStatus
from urllib.parse import unquote, urlsplit

from papertrace.audit.probers.prober import Probe, Prober, Seen
from papertrace.audit.settings import AuditSettings
from papertrace.audit.verdicts.classify import GONE, Conclusion, classify, is_success, is_transient
from papertrace.model import Ask, Fault, Link, Method, Observation, Outcome, Verdict
from papertrace.web.address import parse_address
from papertrace.web.pages import first_heading, page_title

_FILE = re.compile(
    r"\.(?:pdf|ps|eps|djvu|epub|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|whl|jar|exe|dmg|deb|rpm|iso|bin|img|apk"
    r"|png|jpe?g|gif|webp|tiff?|bmp|mp[34]|m4[av]|webm|mov|avi|mkv|wav|flac|ogg"
    r"|docx?|xlsx?|pptx?|od[tsp]|csv|tsv|parquet|feather|h5|hdf5|npy|npz|pt|pth|ckpt|safetensors|onnx|gguf|mat|pkl)\Z",
    re.IGNORECASE,
)
_LIMIT_HEADERS = frozenset(
    {"ratelimit", "ratelimit-remaining", "retry-after", "x-rate-limit-limit", "x-ratelimit-remaining"}
)
_WORD = re.compile(r"[^\W_]{3,}")
_EXTENSION = re.compile(r"\.(?:x?html?|php|aspx?|jsp|md)\Z")
MIN_OWN_CHARACTERS = 8
"""Characters of the words that a page and its address share, so that "page" or "project" proves nothing."""
_REDIRECT_FAULTS = frozenset({Fault.LOOP, Fault.TOO_MANY_REDIRECTS, Fault.BAD_REDIRECT})
_CHANGING = re.compile(r"[A-Za-z0-9+/=_-]{20,}|[0-9]+")


def suits(link: Link, settings: AuditSettings) -> bool:  # noqa: ARG001 - the signature of every prober
    """Accept every link, since this prober is the last of the table."""
    return True


def address(link: Link) -> str:
    """Return the link's address as it is sent."""
    return parse_address(link.url).url


def probe(link: Link) -> Probe:
    """Request the page and a nonexistent one, as far as needed, and conclude."""
    page = address(link)
    head: Seen = ()
    if is_file(page):
        head = yield Ask(method=Method.HEAD, url=page)
        if not needs_get(head[-1]):
            return _verdict(link, classify(head[-1]))
    body = yield Ask(method=Method.GET, url=page)
    if head and is_success(head[-1]) and not is_success(body[-1]) and body[-1].status not in GONE:
        # HEAD has just found the page, and a failing GET does not refute that.
        return _verdict(link, classify(head[-1]))
    conclusion = classify(body[-1], n_attempts=len(body))
    if not _is_plain_page(body[-1], conclusion) or _is_limited([*head, *body]) or _has_own_words(body[-1]):
        return _verdict(link, conclusion)
    control = yield Ask(method=Method.GET, url=nonexistent_page(body[-1].final_url))
    if is_success(control[-1]) and not _is_limited(control) and _is_same_page(body[-1], control[-1]):
        reason = "the host returns this same page for any path"
        conclusion = Conclusion(outcome=Outcome.SUSPECT, reason=reason)
    return _verdict(link, conclusion)


def needs_get(head: Observation) -> bool:
    """Return whether GET may show more than this answer to HEAD."""
    if head.fault is not None:
        # Some servers redirect HEAD in circles, or to nowhere.
        return is_transient(head) or head.fault in _REDIRECT_FAULTS
    if not is_success(head):
        return True
    return _is_html(head)


def is_file(url: str) -> bool:
    """Return whether the path of a URL is that of a file rather than of a page.

    >>> is_file("https://example.org/paper.PDF?download=1"), is_file("https://example.org/a.html")
    (True, False)
    """
    return _FILE.search(urlsplit(url).path) is not None


def nonexistent_page(url: str) -> str:
    """Return the URL of a page that does not exist on the same host, always the same one for a host.

    >>> nonexistent_page("https://example.org/a/b?c=d")
    'https://example.org/papertrace-bfabc3743295'
    """
    parts = urlsplit(url)
    digest = hashlib.sha256(parts.netloc.encode()).hexdigest()[:12]
    return parse_address(f"{parts.scheme}://{parts.netloc}/papertrace-{digest}").url


def _is_plain_page(body: Observation, conclusion: Conclusion) -> bool:
    if conclusion.outcome not in {Outcome.ALIVE, Outcome.MOVED} or not _is_html(body) or not body.body.strip():
        return False
    return urlsplit(body.final_url).path.strip("/") != ""


def _has_own_words(body: Observation) -> bool:
    """Return whether the title or first heading of a page has the words of its address.

    A page that stands in for all others does not know them, unless it repeats the address as it is.
    """
    parts = urlsplit(body.final_url)
    last = unquote(parts.path).rstrip("/").rpartition("/")[2].lower()
    shown = f"{page_title(body.body)} {first_heading(body.body)}".lower()
    if unquote(parts.path).strip("/").lower() in shown:
        return False
    words = set(_WORD.findall(_EXTENSION.sub("", last)))
    common = words & set(_WORD.findall(shown))
    return 2 * len(common) >= len(words) and sum(map(len, common)) >= MIN_OWN_CHARACTERS


def _is_limited(seen: Seen) -> bool:
    """Return whether the host of a page limits requests, as far as its answers show."""
    return any(
        one.status == HTTPStatus.TOO_MANY_REQUESTS or not _LIMIT_HEADERS.isdisjoint(name for name, _ in one.headers)
        for one in seen
    )


def _is_html(seen: Observation) -> bool:
    """Return whether the content type is HTML, which is also assumed when it is missing."""
    content_type = next((value for name, value in seen.headers if name == "content-type"), "text/html")
    return "html" in content_type.lower()


def _is_same_page(body: Observation, control: Observation) -> bool:
    if _stable_text(body) == _stable_text(control):
        return True
    # Equal titles count only if both redirect to one address: a title may be the name of the site, which real pages and
    # soft 404s share.
    return body.final_url == control.final_url and page_title(body.body) == page_title(control.body)


def _stable_text(seen: Observation) -> str:
    """Return a page without the parts that change between requests: its own path, numbers, nonces."""
    path = urlsplit(seen.final_url).path
    text = seen.body.replace(path, "") if len(path) > 1 else seen.body
    return _CHANGING.sub("", text)


def _verdict(link: Link, conclusion: Conclusion) -> Verdict:
    return Verdict(link=link, outcome=conclusion.outcome, reason=conclusion.reason, new_url=conclusion.new_url)


PROBER = Prober(name="web", suits=suits, address=address, probe=probe)
