"""Which texts the learned reader is tried on: whether it reads them well is decided by what it makes of them.

`papertrace.listings.choice` counts the lines and addresses that become entries; here it is only asked whether a text
can be in Markdown, or a list of references at all.
"""

import re
from collections.abc import Sequence

from papertrace.listings.captures.labelled import has_labelled_headings
from papertrace.listings.learned.blocks import SCHOLARLY, host_kind, read_text
from papertrace.markup import asciidoc, org, rst, tex

_MARKED = re.compile(r"\s*(?:[-*+•]|\d{1,4}[.)])\s+\S|\s*\|.*\||#{1,6}\s|\s{0,3}(?:\*\*|__|!?\[[^\[\]]*\]\()\S")
_HEADING = re.compile(r"#{1,6}\s|={3,}\s*$|-{3,}\s*$")
_LINK = re.compile(r"\]\s?[(\[][^\s()\[\]]|<a\s[^<>]{0,200}?href=|https?://", re.IGNORECASE)
# Links of Org mode, reStructuredText and AsciiDoc.
_OTHER_LINK = re.compile(r"\[\[[^\[\]]{1,500}\]\[|<https?://[^<>`]{1,500}>`_|https?://[^\s\[\]()<>]{1,500}\[[^\[\]]")
_LINK_OF_ORG = re.compile(r"\[\[[^\[\]]{1,2000}\](?:(\[[^\[\]]{1,500}\]))?\]")
_MARK_OF_RST = re.compile(r"\s*\.\. (?:[a-z][\w-]{0,40}::|_[^:`]{1,100}:\s*$|\[[^\[\]]{1,60}\] )")
_MIN_SHARE_OF_ORG = 0.1
_OF_OTHERS = re.compile(
    r"-\s+\{\s?\w+:\s|\][\[]\d+\]$|[-*•]\s+(?:·\s+)?\[?\d+ authors?(?:\]\(|$)|\s*<(?:!doctype|html|head)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(?:1[6-9]|20)\d\d(?!\d)")
_DELIMITER = re.compile(r"[.,:;]\s|[\"”()]")
_LETTER = re.compile(r"[^\W\d_]")
# A reference begins with a name or a title; a field, with its label, or with a small letter.
_BEGINS = re.compile(r"[\"“‘*_\s]{0,4}(?![^\W_][\w -]{0,24}:)[^\W\d_a-z]|[\u3040-\u9fff]")  # noqa: RUF001 - as printed
_ADDRESS = re.compile(r"https?://\S+")
_MIN_DELIMITERS, _MIN_REFERENCES, _MIN_SHARE = 3, 2, 0.6
_MAX_LINE = 500


def recognise_markdown(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a listing is Markdown with items, rows or headings, and links."""
    shown = [line[:_MAX_LINE] for line in head if line.strip()]
    if not shown or shown[0].lstrip().startswith(("{", "[{", "@")) or has_labelled_headings(head):
        return 0.0
    if any(_OF_OTHERS.match(line[:200].strip()) for line in shown):
        return 0.0
    marked = [line for line in shown if _MARKED.match(line)]
    n_links = sum(_LINK.search(line) is not None for line in marked)
    if sum(_OTHER_LINK.search(line) is not None for line in shown) > sum("](" in line for line in shown):
        return 0.0
    n_headings = sum(_HEADING.match(line) is not None for line in shown)
    if not marked or not (n_links or n_headings):
        return 0.0
    share = len(marked) / len(shown)
    return min(1.0, 0.5 + share) if n_links and (n_headings or share > 0.5) else min(share, 0.5)  # noqa: PLR2004 - half of the lines


def recognise_org(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a text is a document of Org mode: headlines, links or keywords."""
    shown = [line[:2000] for line in head if line.strip()]
    n_links = sum(_LINK_OF_ORG.search(line) is not None and "](" not in line for line in shown)
    n_links += sum(org.CITATION.search(line) is not None for line in shown)
    n_links += sum(bool((found := org.PROPERTY.match(line)) and org.is_address(found["value"])) for line in shown)
    n_headlines = sum(org.HEADLINE.match(line) is not None for line in shown)
    states = org.find_states(shown)
    is_org = any(
        line.lower().startswith(("#+title", "#+author", "#+startup", "#+options", "#+todo"))
        or ((found := org.HEADLINE.match(line)) is not None and found["state"] in states)
        or ((link := _LINK_OF_ORG.search(line)) is not None and link[1] and "](" not in line)
        for line in shown
    )
    share = (n_links + n_headlines) / len(shown) if shown else 0.0
    return min(1.0, 0.7 + share) if is_org and n_links and share >= _MIN_SHARE_OF_ORG else 0.0


def recognise_rst(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a text is reStructuredText with links, directives or headings."""
    shown = [line[:2000] for line in head]
    text = "\n".join(shown)
    if text.lstrip().startswith(("<", "{", "@")) or "](http" in text:
        return 0.0
    targets = (found["target"] for line in shown if (found := rst.TARGET.fullmatch(line.rstrip())) and found["name"])
    n_links = len(rst.LINK.findall(text)) + sum((one or "").startswith(("http://", "https://")) for one in targets)
    n_links += sum(found["role"].lower() in rst.SCHEMES for found in rst.ROLE.finditer(text))
    n_directives = sum(_MARK_OF_RST.match(line) is not None for line in shown)
    n_headings = sum(bool(rst.find_style(shown, index)) for index in range(len(shown)))
    if n_links and (n_links > 1 or n_headings or n_directives):
        return 0.95
    return 0.6 if n_directives and n_headings else 0.0


def recognise_asciidoc(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a text is AsciiDoc: headings or lists, and `address[words]`."""
    shown = [line[:2000] for line in head if line.strip()]
    n_links = sum("[" in line and "](" not in line and asciidoc.WEB_LINK.search(line) is not None for line in shown)
    n_headings = sum(asciidoc.HEADING.fullmatch(line.rstrip()) is not None for line in shown)
    n_items = sum(asciidoc.ITEM.match(line) is not None for line in shown)
    if not n_links or not (n_headings or n_items) or not shown or shown[0].startswith(("<", "{", "@")):
        return 0.0
    return min(1.0, 0.6 + (n_links + n_headings) / len(shown))


def recognise_latex(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a text is LaTeX: environments, sections, items of lists."""
    shown = [line[:2000] for line in head if line.strip()]
    n_items = sum(tex.ITEM.match(line) is not None for line in shown)
    n_marks = sum(tex.MARK.match(line) is not None for line in shown)
    if not shown or shown[0].startswith(("<", "{", "@")) or n_items + n_marks < _MIN_REFERENCES:
        return 0.0
    return min(1.0, 0.7 + (n_items + n_marks) / len(shown))


def recognise_text(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that most paragraphs of a text are references to papers, or link to some."""
    first = next((line.lstrip() for line in head if line.strip()), "")
    if first.startswith(("{", "<", "@")) or any("](" in line for line in head):
        return 0.0
    return _share_of_references([line[: 8 * _MAX_LINE] for line in head])


def _is_reference(text: str) -> bool:
    return _YEAR.search(text) is not None and sum(1 for _ in _DELIMITER.finditer(text)) >= _MIN_DELIMITERS


def _leads_to_paper(text: str) -> bool:
    return any(host_kind(address) in SCHOLARLY for address in _ADDRESS.findall(text))


def _share_of_references(lines: Sequence[str]) -> float:
    read = [block for block in read_text(lines) if _LETTER.search(block.text)]
    blocks = [block.text for block in read]
    cited = [
        block.text
        for block in read
        if _BEGINS.match(block.text)
        and '","' not in block.text
        and (_is_reference(block.text) or (block.tag == "li" and _leads_to_paper(block.text)))
    ]
    share = sum(map(len, cited)) / max(1, sum(map(len, blocks)))
    return share if len(cited) >= _MIN_REFERENCES and share >= _MIN_SHARE else 0.0
