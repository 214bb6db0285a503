"""Any page of the web: HEAD, then GET where HEAD does not tell enough.

HEAD is cheap but lies: servers refuse it, or answer it from another place than GET. So only a 2xx to HEAD counts,
and for an HTML page not even that, for "page not found" may come with 200: its first kilobytes are looked at. Where the
page looks fine, a page of the same host that cannot exist is asked for, once for the whole host: a host that has the
very same page for any path proves nothing by having ours.
"""

import hashlib
import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from papertrace.audit.probers.prober import Prober, last_seen, n_seen
from papertrace.audit.settings import AuditSettings
from papertrace.audit.verdicts.classify import GONE, Conclusion, classify, is_success, is_transient
from papertrace.audit.verdicts.soft404 import page_title
from papertrace.model import Ask, Link, Method, Observation, Outcome, Verdict
from papertrace.web.address import parse_address

_CHANGING = re.compile(r"[A-Za-z0-9+/=_-]{20,}|[0-9]+")


def suits(link: Link, settings: AuditSettings) -> bool:  # noqa: ARG001 - the shape of every prober
    """Suit every link: this prober is the last of the table."""
    return True


def address(link: Link) -> str:
    """Return the link's address as it is sent."""
    return parse_address(link.url).url


def decide(link: Link, seen: Sequence[Observation]) -> Ask | Verdict:  # noqa: PLR0911 - one for each step
    """Ask for the head, the page and an impossible page in turn, as far as needed, and conclude."""
    page = address(link)
    head = last_seen(seen, Method.HEAD, page)
    body = last_seen(seen, Method.GET, page)
    if body is None:
        # A page that was asked for at once needs no head any more.
        if head is None:
            return Ask(method=Method.HEAD, url=page)
        if needs_get(head):
            return Ask(method=Method.GET, url=page)
        return _verdict(link, seen, classify(head))
    if head is not None and is_success(head) and not is_success(body) and body.status not in GONE:
        # The page was there a moment ago. That it would not be looked at more closely takes nothing away.
        return _verdict(link, seen, classify(head))
    conclusion = classify(body, n_asked=n_seen(seen, body))
    if not _is_plain_page(body, conclusion):
        return _verdict(link, seen, conclusion)
    nowhere = impossible_page(body.final_url)
    stray = last_seen(seen, Method.GET, nowhere)
    if stray is None:
        return Ask(method=Method.GET, url=nowhere)
    if is_success(stray) and _is_same_page(body, stray):
        reason = "the host shows this same page for any address"
        conclusion = Conclusion(outcome=Outcome.SUSPECT, reason=reason)
    return _verdict(link, seen, conclusion)


def needs_get(head: Observation) -> bool:
    """Say whether the answer to HEAD leaves something that GET may tell."""
    if head.fault is not None:
        return is_transient(head)
    if not is_success(head):
        return True
    return _is_html(head)


def impossible_page(url: str) -> str:
    """Return an address on the same host that nobody has made; the same one for the same host.

    >>> impossible_page("https://example.org/a/b?c=d")
    'https://example.org/papertrace-bfabc3743295'
    """
    parts = urlsplit(url)
    digest = hashlib.sha256(parts.netloc.encode()).hexdigest()[:12]
    return parse_address(f"{parts.scheme}://{parts.netloc}/papertrace-{digest}").url


def _is_plain_page(body: Observation, conclusion: Conclusion) -> bool:
    if conclusion.outcome not in {Outcome.ALIVE, Outcome.MOVED} or not _is_html(body) or not body.body.strip():
        return False
    return urlsplit(body.final_url).path.strip("/") != ""


def _is_html(seen: Observation) -> bool:
    """Say whether what was seen is a page, as it is where nothing is stated."""
    content_type = next((value for name, value in seen.headers if name == "content-type"), "text/html")
    return "html" in content_type.lower()


def _is_same_page(body: Observation, stray: Observation) -> bool:
    if _lasting(body) == _lasting(stray):
        return True
    # The same title counts where both lead to one address; but not the name of the site, which a page that answers
    # "not found" with 200 may bear as well. That one is found by its heading.
    return body.final_url == stray.final_url and page_title(body.body) == page_title(stray.body)


def _lasting(seen: Observation) -> str:
    """Return a page without what is another each time: its own address, numbers, nonces."""
    path = urlsplit(seen.final_url).path
    text = seen.body.replace(path, "") if len(path) > 1 else seen.body
    return _CHANGING.sub("", text)


def _verdict(link: Link, seen: Sequence[Observation], conclusion: Conclusion) -> Verdict:
    return Verdict(
        link=link,
        outcome=conclusion.outcome,
        reason=conclusion.reason,
        new_url=conclusion.new_url,
        seen=tuple(seen),
    )


PROBER = Prober(name="web", suits=suits, address=address, decide=decide)
