"""What the start of a page shows: its title, first heading, text and scripts, and where it sends readers on.

A page that only sends readers on, by `<meta http-equiv="refresh">` or a script, says nothing of its own: whether the
link works depends on where it leads. A page with content is left as it is, even if it sends readers on later.

A page is read without a parser's tree, because a client looks at thousands of pages, most of them cut off after some
kilobytes. The time is linear in their length, whatever they contain.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from papertrace.model.text import decode_attribute, replace_unprintable

_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{0,400})", re.IGNORECASE)
_HEADING = re.compile(r"<h1[^>]{0,400}>(?:\s{0,20}<[a-z]{1,10}[^>]{0,200}>){0,3}([^<]{0,400})", re.IGNORECASE)
_HIDDEN = re.compile(r"<(?:!--|(script|style|title|noscript|template|svg|iframe|textarea)\b[^>]*>?)", re.IGNORECASE)
"""The starts of what readers do not see as text."""
_TAG = re.compile(r"<[a-zA-Z!?/][^>]*>?")
_META = re.compile(r"<meta\b([^>]{0,4000})", re.IGNORECASE)
_REFRESH = re.compile(r"http-equiv\s{0,4}=\s{0,4}[\"']?\s{0,4}refresh", re.IGNORECASE)
_CONTENT = re.compile(r"(?<![\w-])content\s{0,4}=\s{0,4}(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_SECONDS_AND_URL = re.compile(r"\s{0,4}([0-9.]{1,8})\s{0,4}[;,](.*)", re.DOTALL)
_URL = re.compile(r"\s{0,20}(?:url\s{0,4}=)?\s{0,4}[\"']?\s{0,4}([^\"'\s][^\"']*)", re.IGNORECASE)
MAX_REFRESH_S = 30.0
"""A page that sends readers on after more seconds is meant to be read."""


MAX_TEXT_LENGTH = 2000
"""Characters of text after which a page is read no further: it has content of its own."""
_CHUNK_LENGTH = 2048
_BETWEEN_TAGS = re.compile(r">\s{0,50}<")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOutline:
    """What the start of a page contains.

    `text` is what readers see, on one line. `refresh` is where a `<meta http-equiv="refresh">` leads; it is
    empty without one. Of a page with more text than was wanted, `text` is the start, and the others are empty.
    """

    text: str
    scripts: tuple[str, ...] = ()
    refresh: str = ""


@lru_cache(maxsize=8)  # several rules look at one page in turn
def read_outline(body: str, max_length: float = MAX_TEXT_LENGTH) -> PageOutline:
    r"""Return the outline of a page, or of the start of one; more than `max_length` characters of text are not read.

    >>> read_outline('<title>Old</title><meta http-equiv=refresh content="0; url=/new"><p>This page\n<b>has moved</b>.')
    PageOutline(text='This page has moved .', scripts=(), refresh='/new')
    """
    shown: list[str] = []
    texts: list[str] = []
    scripts: list[str] = []
    n_characters = 0
    for is_shown, piece in _pieces(body):
        if not is_shown:
            scripts.append(piece)
            continue
        shown.append(piece)
        text = shown_text(_TAG.sub(" ", piece))
        if text:
            texts.append(text)
            n_characters += len(text) + 1
            if n_characters > max_length:
                return PageOutline(text=" ".join(texts))
    refresh = ""
    if "refresh" in body.lower():
        attributes = next((tag[1] for tag in _META.finditer(" ".join(shown)) if _REFRESH.search(tag[1])), "")
        content = _CONTENT.search(attributes)
        refresh = decode_attribute(refresh_target(content[1] or content[2] or "")) if content else ""
    return PageOutline(text=" ".join(texts), scripts=tuple(scripts), refresh=refresh)


def _pieces(body: str) -> Iterator[tuple[bool, str]]:
    """Yield the parts of a page that readers see, in chunks, and its scripts, each with whether it is seen."""
    lower = body.lower()
    position = 0
    while (hidden := _HIDDEN.search(body, position)) is not None:
        yield from _chunks(body[position : hidden.start()])
        start = hidden.end()
        name = (hidden[1] or "").lower()
        position = lower.find(f"</{name}" if name else "-->", start)
        position = len(lower) if position < 0 else position + (0 if name else len("-->"))
        if name == "script":
            yield False, body[start:position]
    yield from _chunks(body[position:])


def _chunks(piece: str) -> Iterator[tuple[bool, str]]:
    """Yield a part of a page in chunks that end between two tags."""
    start = 0
    while len(piece) - start > _CHUNK_LENGTH and (gap := _BETWEEN_TAGS.search(piece, start + _CHUNK_LENGTH)):
        yield True, piece[start : gap.start() + 1]
        start = gap.start() + 1
    yield True, piece[start:]


def page_title(body: str) -> str:
    r"""Return the title of a page on one line, empty if it has none.

    >>> page_title("<title>\n A &amp; B </title>")
    'A & B'
    """
    found = _TITLE.search(body)
    return shown_text(found[1]) if found else ""


def first_heading(body: str) -> str:
    """Return the first heading of a page on one line, empty if it has none."""
    found = _HEADING.search(body)
    return shown_text(found[1]) if found else ""


def shown_text(markup: str) -> str:
    """Return text without tags as readers see it, on one line.

    It is shown in reasons, so control characters of terminals and of text direction are removed.
    """
    return " ".join(replace_unprintable(unescape(markup), " ").split())


def refresh_target(content: str) -> str:
    """Return the address of a refresh, in a header or a `<meta>` element; empty without one or after many seconds.

    >>> refresh_target("0; url=/new"), refresh_target("5"), refresh_target("3600; url=/new")
    ('/new', '', '')
    """
    found = _SECONDS_AND_URL.match(content)
    if found is None or float_of(found[1]) > MAX_REFRESH_S:
        return ""
    url = _URL.match(found[2])
    return url[1].strip() if url else ""


def float_of(text: str) -> float:
    """Return a number, or 0 for what is none, as browsers do.

    >>> float_of("0.5"), float_of("1.2.3")
    (0.5, 0.0)
    """
    try:
        return float(text)
    except ValueError:
        return 0.0


MAX_REDIRECT_TEXT_LENGTH = 300
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
    if len(outline.text) > MAX_REDIRECT_TEXT_LENGTH:
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
    return len(outline.text) <= MAX_REDIRECT_TEXT_LENGTH and any(
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
