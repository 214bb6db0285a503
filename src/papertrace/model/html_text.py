"""Plain text from titles and abstracts that databases deliver with tags and entities."""

import re
from html import unescape

# Tags that databases leave in titles: HTML's inline ones, MathML, JATS. Anything else between < and > is text (a < b).
_TAG = re.compile(
    r"</?(?:i|b|u|em|strong|sub|sup|scp|tt|span|p|br|italic|bold|title|sec|(?:jats|mml):[a-z-]{1,20})(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)
_SEPARATING = re.compile(r"</?(?:p|br|title|sec|jats:(?:p|title|sec))\b", re.IGNORECASE)


def strip_tags(text: str) -> str:
    """Return text without inline tags and entities, on one line.

    >>> strip_tags("CO<sub>2</sub> &amp; heat: a <b c")
    'CO2 & heat: a <b c'
    """
    if "<" in text:
        text = _TAG.sub(lambda match: " " if _SEPARATING.match(match[0]) else "", text)
    if "&" in text:
        text = unescape(text)
    return " ".join(text.split())
