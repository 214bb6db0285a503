"""Boilerplate of paper pages, in any notation: buttons with counts, pictures, and lines of links within the site."""

import re
from dataclasses import dataclass

from papertrace.listings.captures.draft import is_count
from papertrace.model.identifiers import identify_address

_WORDS = """
subscribe|unsubscribe|submit|upvotes?|downvote|follow|following|share|search|log ?in|sign (?:in|up)|previous|next|
back|github|gitlab|arxiv(?: page)?|hugging ?face|project(?: page)?|code|pdf|html|paper|models?|datasets?|spaces?|docs|
pricing|community|view (?:pdf|arxiv page|paper|code|html|abstract)|download(?: pdf)?|add to collection|collections?|
new|trending|daily|weekly|monthly|today|yesterday|more|load more|show more|read more|show less|abstract|comments?|
likes?|stars?|views?|company|about|privacy|terms|tos|jobs|website|cite|bibtex|save|skip to (?:main )?content|home|
menu|tasks|enterprise|blog posts?|system theme|related (?:papers|articles)|cited by|citations?|published|latest|top|
hot|sort|filter|authors?
"""
_BUTTON = re.compile(
    rf"(?:[-*•▲△⬆↑♥❤⭐★☆+]\s{{0,2}})?(?:{''.join(_WORDS.split(chr(10)))})(?:[ :()]{{0,2}}\d[\d.,]{{0,8}}k?\)?)?",
    re.IGNORECASE,
)
# A link with such words leads to another page of the site or of its owner.
_NAVIGATION = re.compile(
    r"(?:previous|next|back|home|company|about|privacy(?: policy)?|terms(?: of (?:use|service))?|tos|jobs|careers"
    r"|contact|help|docs|pricing|blog|models|datasets|spaces|community|enterprise|daily|weekly|monthly|trending|log ?in"
    r"|sign (?:in|up)|subscribe|upvotes?|follow|share|search|more|read more|load more|show more)\W*",
    re.IGNORECASE,
)
_ACTIONS = re.compile(r"(?:[☆★]\s?)?save\s+cite\b|cited by \d+\b|related articles\b|all \d+ versions\b", re.IGNORECASE)
# Buttons side by side: "pdf bib abs", "[pdf, html, other]".
_BUTTONS = re.compile(
    r"[\[(]?(?:(?:pdf|bib|abs|html|other|ps|code|data|video|slides|poster|arxiv|bibtex|cite|supp|software|dataset|paper|github)[\s,|/·\])\[(]{0,4}){2,8}",
    re.IGNORECASE,
)
_SUBMITTED = re.compile(r"submitted (?:on .{1,40} )?by\b:?", re.IGNORECASE)
_LABEL = re.compile(
    r"(?P<authors>authors?|by)\s?:|(?:comments?|subjects?|categories|keywords|journal-ref|report-no|\w+-class|doi|venue"
    r"|readers|license|published(?: in)?|submitted|tl;dr|tldr|date|area|track|decision|conference|affiliations?"
    r"|cite as)\s?:|\[\d+\]\s+arxiv:",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"!\[[^\[\]]{0,200}\]\([^()\s]{0,500}\)")
_LINK = re.compile(r"\[(?P<words>[^\[\]]{0,300})\]\(<?(?P<url>[^\s()<>]+)>?(?:\s\"[^\"]{0,200}\")?\)")
_SITE_ADDRESS = re.compile(
    r"(?:https?://[^/?#\s]+)?/(?:login|join|signup|sign-up|subscribe|search|settings|pricing|docs|privacy|terms[\w-]*)(?:[/?#]|$)"
)
_BETWEEN = " \t|·•-*,"
_MAX_LINE_LENGTH = 2000


@dataclass(frozen=True, slots=True)
class LineLink:
    """One link of a line: its words, its address, and the offset of the address in the line."""

    words: str
    url: str
    offset: int


def is_button(text: str) -> bool:
    """Return whether a line is the label of a button, with or without a count.

    >>> is_button("Upvote 68"), is_button("GitHub1.2k"), is_button("GitHub Copilot in the Wild")
    (True, True, False)
    """
    if len(text) > 60:  # noqa: PLR2004 - longer than any button
        return False
    return (
        is_count(text)
        or _BUTTON.fullmatch(text) is not None
        or _ACTIONS.match(text) is not None
        or _BUTTONS.fullmatch(text) is not None
    )


def find_label(text: str) -> str:
    """Return `authors` or `other` for a line that begins with the label of a field, otherwise an empty string.

    >>> find_label("Authors: Jane Doe"), find_label("Subjects: cs.LG"), find_label("Fold: A Study of Paper")
    ('authors', 'other', '')
    """
    found = _LABEL.match(text)
    return "" if found is None else "authors" if found["authors"] else "other"


def is_submitter(text: str) -> bool:
    """Return whether a line begins with "Submitted by".

    >>> is_submitter("Submitted by"), is_submitter("Submitted by ![](/a.png) janedoe")
    (True, True)
    """
    return len(text) <= _MAX_LINE_LENGTH and _SUBMITTED.match(text) is not None


def without_pictures(text: str) -> str:
    """Return a line without Markdown pictures and without surrounding white space."""
    return (_PICTURE.sub(" ", text) if "![" in text[:_MAX_LINE_LENGTH] else text).strip()


def find_line_links(text: str) -> list[LineLink] | None:
    """Return the links of a line that consists only of links, except those of buttons; None for any other line.

    >>> find_line_links("[Upvote 6](/login?next=x)[GitHub 1.2k](https://github.com/acme/x)")
    [LineLink(words='GitHub 1.2k', url='https://github.com/acme/x', offset=39)]
    """
    if "](" not in text or len(text) > _MAX_LINE_LENGTH:
        return None
    found: list[LineLink] = []
    position = 0
    plain = _PICTURE.sub(lambda picture: " " * len(picture[0]), text)
    for link in _LINK.finditer(plain):
        if plain[position : link.start()].strip(_BETWEEN):
            return None
        position = link.end()
        words = " ".join(link["words"].split())
        leads_to_site = _SITE_ADDRESS.match(link["url"]) or _NAVIGATION.fullmatch(words) or is_relative(link["url"])
        if words and not is_count(words) and not leads_to_site:
            found.append(LineLink(words, link["url"], link.start("url")))
    return None if not position or plain[position:].strip(_BETWEEN) else found


def is_relative(url: str) -> bool:
    """Return whether an address belongs to the site that a page was saved from, and not to a paper.

    >>> is_relative("/papers/date/2025-01-02"), is_relative("/papers/2501.00001"), is_relative("https://example.org")
    (True, False, False)
    """
    return url.startswith(("/", "#", "?", ".")) and not identify_address(url)
