"""Whether a page has the part that the fragment of a link names.

A fragment is compared with its letter case, as browsers do, as it is written and percent-decoded. Fragments that only
scripts understand (`#/path`, `#!path`, `#narrow/7`, `#L10`) and pages that were not read to the end decide nothing.

https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element
https://wicg.github.io/scroll-to-text-fragment/
"""

import math
import re
from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import unquote, urldefrag

from papertrace.audit.verdicts.classify import is_success
from papertrace.model import Observation, Outcome, Verdict
from papertrace.model.html_text import decode_attribute
from papertrace.web.exchange import CUT_SHORT
from papertrace.web.pages import read_outline

_ANCHOR = re.compile(
    r"\s(?:id|name)\s{0,4}=\s{0,4}(?:\"([^\"]{1,500})\"|'([^']{1,500})'|([^\s\"'>]{1,500}))", re.IGNORECASE
)
_TEXT_DIRECTIVE = ":~:"
_SPACE = re.compile(r"\s+")
_SCRIPTED = ("/", "!", "?")
# Routes of applications (`#narrow/channel/7`), and lines of a file on a code host (`#L10-L20`, `#lines-3:5`).
_SCRIPTED_FRAGMENT = re.compile(
    r"[\w.%-]{1,100}/.{0,2000}|[Ll]\d{1,7}(?:C\d{1,5})?(?:-[Ll]?\d{1,7}(?:C\d{1,5})?)?|lines?-\d{1,7}(?:[:,-]\d{1,7}){0,9}",
    re.ASCII,
)
_WORKING = frozenset({Outcome.ALIVE, Outcome.MOVED})


def leaves_part_open(verdict: Verdict) -> bool:
    """Return whether a verdict finds that a link works, but not whether its page has the part that the link names."""
    return verdict.outcome in _WORKING and not verdict.fragment_checked and any(_named_parts(verdict.link.url))


def with_missing_parts(verdicts: Iterable[Verdict], page: Observation) -> list[Verdict]:
    """Return verdicts, changed to suspect if the page lacks the part that the fragment of a link names."""
    return [
        replace(
            one, outcome=Outcome.SUSPECT, reason=f"{one.reason}, but the page has no part {missing!r}", new_url=None
        )
        if one.outcome in _WORKING and (missing := missing_part(one.link.url, page.body)) is not None
        else one
        for one in verdicts
    ]


def complete_page(verdict: Verdict, max_body_bytes: int) -> Observation | None:
    """Return the observation of the page that a verdict rests on, or None if it was not read to its end."""
    own = (one for one in reversed(verdict.seen) if one.ask.url == verdict.seen[0].ask.url)
    page = next((one for one in own if is_success(one)), None)
    if page is None or not page.body or page.detail == CUT_SHORT:
        return None
    return page if len(page.body.encode(errors="replace")) < max_body_bytes else None


def missing_part(url: str, body: str) -> str | None:
    """Return the part of a complete page that a URL names and the page lacks, or None.

    >>> missing_part("https://example.org/#Top-Id", "<p id=top-id>")
    'Top-Id'
    >>> missing_part("https://example.org/#top", "<p>")
    """
    fragment, texts = _named_parts(url)
    if fragment:
        anchors = {decode_attribute(one or other or third) for one, other, third in _ANCHOR.findall(body)}
        named = {fragment, unquote(fragment)}
        # GitHub and others put a prefix before what authors name, and scripts that take it away.
        if anchors.isdisjoint(named | {f"user-content-{name}" for name in named}) and not _is_named(named, body):
            return unquote(fragment)
    return next((unquote(text) for text in texts if not _has_text(text, body)), None)


def _is_named(names: Iterable[str], body: str) -> bool:
    """Return whether a page links to one of its parts, or has it among the data that its scripts render."""
    marks = ("#{}", "user-content-{}", '"anchor":"{}')
    return any(f"{mark.format(name)}{end}" in body for name in names for mark in marks for end in ('"', "'", "\\"))


def _named_parts(url: str) -> tuple[str, list[str]]:
    """Return the anchor and the text directives in the fragment of a URL, without those that scripts interpret."""
    fragment, _, directive = urldefrag(url).fragment.partition(_TEXT_DIRECTIVE)
    is_scripted = fragment.startswith(_SCRIPTED) or _SCRIPTED_FRAGMENT.fullmatch(fragment) is not None
    is_anchor = not is_scripted and fragment.lower() != "top" and "=" not in fragment
    texts = [part.removeprefix("text=") for part in directive.split("&") if part.startswith("text=")]
    return fragment if is_anchor else "", texts


def _has_text(directive: str, body: str) -> bool:
    """Return whether a page has the words of a text directive: `[prefix-,]start[,end][,-suffix]`."""
    parts = [part for part in directive.split(",") if not part.endswith("-") and not part.startswith("-")]
    text = _comparable(read_outline(body, math.inf).text)
    return all(_comparable(unquote(part)) in text for part in parts)


def _comparable(text: str) -> str:
    # Elements inside a sentence leave blanks in the text that are not on the page.
    return _SPACE.sub("", text).casefold()
