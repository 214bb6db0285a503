"""Pages that are only there to send readers on, by `<meta http-equiv="refresh">` or a script.

Such a page says nothing of its own: whether the link works depends on where it leads. A page with content is left as it
is, even if it sends readers on later.
"""

import re

from papertrace.web.page_outline import read_outline

MAX_TEXT_LENGTH = 300
"""Characters of text on a page that only sends readers on, such as "This page has moved"."""
MAX_SCRIPT_LENGTH = 400

_LOCATION = re.compile(
    r"(?:window\.|document\.|self\.|top\.)?location(?:\.href)?\s{0,4}(?:=|\.(?:replace|assign)\()\s{0,4}"
    r"(?:\"([^\"\\]{1,2000})\"|'([^'\\]{1,2000})')\s{0,4}\)?\s{0,4}(?:[;}\n]|\Z)"
)
_CONDITION = re.compile(r"\bif\b|\?|&&|\|\||\bcookie\b|\bfor\b|\bwhile\b")


def find_page_redirect(body: str) -> str:
    """Return the address that a page only sends readers on to, relative or absolute, or an empty string.

    >>> find_page_redirect("<html><script>window.onload=function(){window.location.href='/start'}</script></html>")
    '/start'
    """
    # Most pages have neither, so they need not be read.
    if "location" not in body and "refresh" not in body.lower():
        return ""
    outline = read_outline(body)
    if len(outline.text) > MAX_TEXT_LENGTH:
        return ""
    return outline.refresh or _script_target(outline.scripts)


def _script_target(scripts: tuple[str, ...]) -> str:
    """Return the address that the only script of a page leads to, if it does so without conditions."""
    texts = [script for script in scripts if script.strip()]
    if len(texts) != 1 or len(scripts) != 1 or len(texts[0]) > MAX_SCRIPT_LENGTH:
        return ""
    found = _LOCATION.search(texts[0])
    if found is None:
        return ""
    target = found[1] or found[2]
    # A condition or a variable makes the target depend on the browser.
    return "" if _CONDITION.search(texts[0].replace(target, "")) else target
