"""Pages that are only there to send readers on, by `<meta http-equiv="refresh">` or a script.

Such a page says nothing of its own: whether the link works depends on where it leads. A page with content is left as it
is, even if it sends readers on later.
"""

import re

from papertrace.web.page_outline import read_outline, refresh_target

MAX_TEXT_LENGTH = 300
"""Characters of text on a page that only sends readers on, such as "This page has moved"."""
MAX_SCRIPT_LENGTH = 400

# A location, which a short variable may stand for, is set; strings have a method `replace` too, with two arguments.
_TAKES_PATH = re.compile(
    r"(?:\.(?:replace|assign)\((?!\s{0,4}([\"'/])[^\"'/]{0,80}\1\w{0,3}\s{0,4},)|\b(?:location|\w)\.href\s{0,4}=|\blocation\s{0,4}=)[^;]{0,400}\bpathname\b"
    r"|\bsessionStorage\b[^;]{0,100}\blocation\b"
)

_LOCATION = re.compile(
    r"(?:window\.|document\.|self\.|top\.)?location(?:\.href)?\s{0,4}(?:=|\.(?:replace|assign)\()\s{0,4}"
    r"(?:\"([^\"\\]{1,2000})\"|'([^'\\]{1,2000})')\s{0,4}\)?\s{0,4}(?:[;}\n]|\Z)"
)
# A function runs at once only if something calls it when the page has loaded, or where it is written.
_SENDS_ON = re.compile(r"\blocation(?:\.href)?\s{0,4}=(?!=)|\blocation\.(?:replace|assign)\(")
_FUNCTION = re.compile(r"\bfunction\b|=>")
_NAME = re.compile(
    r"\bfunction\s{1,4}([\w$]{1,60})|\b([\w$]{1,60})\s{0,4}=\s{0,4}(?:\([^()]{0,60}\)|\w{0,60})\s{0,4}=>"
)
_ON_LOAD = re.compile(r"<body\b[^<>]{0,2000}?\sonload\s{0,4}=", re.IGNORECASE)
_CALLED_AT_ONCE = re.compile(r"onload|DOMContentLoaded|setTimeout|\.ready\(|\$\(|\}\s{0,4}\)?\s{0,4}\(|\bload\b")
_CONDITION = re.compile(r"\bif\b|\?|&&|\|\||\bcookie\b|\bfor\b|\bwhile\b")


def find_page_redirect(body: str, header: str = "") -> str:
    """Return the address that a page only sends readers on to, relative or absolute, or an empty string.

    `header` is the value of a `Refresh` header, which browsers read like the element.

    >>> find_page_redirect("<html><script>window.onload=function(){window.location.href='/start'}</script></html>")
    '/start'
    """
    # Most pages have neither, so they need not be read.
    if "location" not in body and "refresh" not in body.lower() and not header:
        return ""
    outline = read_outline(body)
    if len(outline.text) > MAX_TEXT_LENGTH:
        return ""
    script = _script_target(outline.scripts, is_called=_ON_LOAD.search(body) is not None)
    return outline.refresh or refresh_target(header) or script


def shows_app(body: str) -> bool:
    """Return whether a page is only there for a script that takes the requested address to an application.

    Hosts of static files answer so, with 404, for the paths of an application in one page
    (https://github.com/rafgraph/spa-github-pages).

    >>> shows_app("<script>l=location;l.replace(l.origin+'/?/'+l.pathname)</script>"), shows_app("<h1>Gone</h1>")
    (True, False)
    """
    if "location" not in body or "<script" not in body.lower():
        return False
    outline = read_outline(body)
    return len(outline.text) <= MAX_TEXT_LENGTH and any(
        _TAKES_PATH.search(one) or ("pathname" in one and _SENDS_ON.search(one)) for one in outline.scripts
    )


def _script_target(scripts: tuple[str, ...], *, is_called: bool) -> str:
    """Return the address that the only script of a page leads to, if it does so without conditions.

    `is_called` if the page calls a function of the script when it has loaded.
    """
    texts = [script for script in scripts if script.strip()]
    if len(texts) != 1 or len(scripts) != 1 or len(texts[0]) > MAX_SCRIPT_LENGTH:
        return ""
    found = _LOCATION.search(texts[0])
    if found is None:
        return ""
    target = found[1] or found[2]
    if _FUNCTION.search(texts[0]) and not (is_called or _is_called(texts[0])):
        return ""
    # A condition or a variable makes the target depend on the browser.
    return "" if _CONDITION.search(texts[0].replace(target, "")) else target


def _is_called(script: str) -> bool:
    """Return whether a script calls its function when it is read or when the page has loaded, not only on a click."""
    if _CALLED_AT_ONCE.search(script):
        return True
    names = (re.escape(one[1] or one[2]) for one in _NAME.finditer(script))
    return any(len(re.findall(rf"(?<![\w$]){name}(?![\w$])", script)) > 1 for name in names)
