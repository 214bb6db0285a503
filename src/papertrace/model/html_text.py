"""Text of HTML: titles and abstracts that databases deliver with tags and entities, and values of attributes."""

import re
from html import unescape
from html.entities import html5

# Tags that databases leave in titles: HTML's inline ones, MathML, JATS. Anything else between < and > is text (a < b).
_TAG = re.compile(
    r"</?(?:i|b|u|em|strong|sub|sup|scp|tt|span|p|br|italic|bold|title|sec|(?:jats|mml):[a-z-]{1,20})(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)
_SEPARATING = re.compile(r"</?(?:p|br|title|sec|jats:(?:p|title|sec))\b", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:#[0-9a-zA-Z]{1,10};?|([A-Za-z0-9]{1,40};?))")


def decode_attribute(raw: str) -> str:
    """Return the value of an attribute with its character references decoded.

    A name without its semicolon that goes on with a letter, a digit or `=` is no reference there
    (https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state), as addresses have them.

    >>> decode_attribute("?a=1&section=2&amp;b&copy"), decode_attribute("&#x2f;&notit;&region")
    ('?a=1&section=2&b©', '/&notit;&region')
    """
    return _REFERENCE.sub(_decode_reference, raw) if "&" in raw else raw


def _decode_reference(match: re.Match[str]) -> str:
    name = match[1]
    if name is None:
        return unescape(match[0])
    is_text = name not in html5 or (not name.endswith(";") and match.string.startswith("=", match.end()))
    return match[0] if is_text else html5[name]


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
