"""Texts in the forms that a page can hold: JSON in a script element, markup, style and scripts in ASCII characters."""

import json
import re
from collections.abc import Sequence
from html import escape
from typing import Any

from papertrace.model.text import fit_for_xml

# The objects of the page's data, and their JSON as a script element can hold it.

JsonObject = dict[str, Any]


def to_json(value: object) -> str:
    """Return `value` as JSON that is safe inside a script element, whatever its texts contain.

    The five characters that could end the element or a line of the script are escaped.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    text = text.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate cannot be encoded
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


# What a page has for those without scripts, and parts of it in ASCII characters alone, with escapes for all others.
#
# A browser that reads a file of several megabytes decodes it in one step, in which it answers nobody. Text of ASCII
# characters takes a third of the time of text with a single other character, and then half of the memory.

_OTHERS = re.compile(r"[^\x00-\x7f]")
_MOST_LISTED = 300  # papers of the list that is read without scripts
_FEW_AUTHORS = 3


def escape_markup(text: str) -> str:
    """Return a text for an element or a quoted attribute."""
    return escape(text, quote=False).replace('"', "&#34;").replace("'", "&#39;")


def plain_list(papers: Sequence[JsonObject], nodes: str = "papers") -> str:
    """Return the papers with the strongest links as HTML that is read where scripts do not run, and how many follow."""
    shown = sorted(papers, key=lambda paper: -paper.get("weight", 0.0))[:_MOST_LISTED]
    more = len(papers) - len(shown)
    said = f"These are {len(shown):,} of {len(papers):,} {nodes}, those with the strongest links."
    note = f"<p>{said}</p>" if more else ""
    return f"{note}<ol>{''.join(map(_plain_item, shown))}</ol>" if shown else ""


def _plain_item(paper: JsonObject) -> str:
    address = next((link["url"] for link in paper.get("links", ()) if link.get("safe")), None)
    title = f"<bdi>{escape_markup(fit_for_xml(paper['title']))}</bdi>"
    name = f'<a href="{escape_markup(address)}">{title}</a>' if address else f"<b>{title}</b>"
    authors = paper.get("authors", ())
    others = ["et al."] if len(authors) > _FEW_AUTHORS else []
    facts = [", ".join([*authors[:_FEW_AUTHORS], *others]), paper.get("venue") or "", str(paper.get("year") or "")]
    shown = " · ".join(f"<bdi>{escape_markup(fit_for_xml(fact))}</bdi>" for fact in facts if fact)
    return f"<li>{name} {shown}</li>"


def plain_markup(text: str) -> str:
    """Return HTML with character references; style and scripts in it have to be plain, since they have none.

    >>> plain_markup("<p>2 · 3</p>")
    '<p>2 &#183; 3</p>'
    """
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def plain_style(text: str) -> str:
    r"""Return CSS with escapes, which end with a space.

    >>> plain_style('content: "▸"')
    'content: "\\25b8 "'
    """
    return _OTHERS.sub(lambda found: f"\\{ord(found[0]):x} ", text)


def plain_script(text: str) -> str:
    r"""Return JavaScript whose strings and patterns have escapes.

    >>> plain_script('"…😀"')
    '"\\u2026\\ud83d\\ude00"'
    """
    return _OTHERS.sub(
        lambda found: re.sub("(....)", r"\\u\1", found[0].encode("utf-16-be", "surrogatepass").hex()), text
    )
