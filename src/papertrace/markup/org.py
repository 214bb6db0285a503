"""Org mode: headlines, lists, tables, blocks and bracket links (https://orgmode.org/manual/Hyperlinks.html).

A headline is an item of a list if it has a state (`* TODO Fold: A Study of Paper`), or if a citation or an address
among its properties is directly below it; what is below an item belongs to it.
"""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from papertrace.late_imports import compile_on_use
from papertrace.markup.tree import Attribute, Outline, Slugs, Tag, Text, Token, find_tokens
from papertrace.model.document import Anchor, LeftOut

_BLOCK = compile_on_use(r"[ \t]*#\+(begin|end)_(\w{1,40})\b(.*)", re.IGNORECASE)
_KEYWORD = compile_on_use(r"[ \t]*#\+(\w{1,60}):[ \t]*(.*)")
_ABBREVIATION = compile_on_use(r"[ \t]*#\+link:[ \t]*([\w-]{1,100})[ \t]+(\S+)", re.IGNORECASE)
_STATES = compile_on_use(r"#\+(?:SEQ_|TYP_)?TODO:(.*)", re.IGNORECASE)
_USUAL_STATES = frozenset(["TODO", "DONE", "NEXT", "WAITING", "CANCELLED", "CANCELED"])
# A first word in capitals is either the state of a task (`TODO`) or one of the title.
HEADLINE = compile_on_use(r"(?P<stars>\*{1,60})[ \t]+(?:(?P<state>[A-Z]{2,20})[ \t]+)?(?:\[#\w\][ \t]+)?(?P<text>.*)")
_END_OF_HEADLINE = compile_on_use(
    r"(?:(?<![ \t])[ \t]*\[\d{0,9}(?:%|/\d{0,9})\])?(?:(?<![ \t])[ \t]+:[\w@#%:]{1,200}:)?[ \t]*$"
)
_DRAWER = compile_on_use(r"[ \t]*:[A-Za-z_-]{1,40}:[ \t]*")
PROPERTY = compile_on_use(r"[ \t]*:(?P<name>[A-Za-z_-]{1,40}):[ \t]+(?P<value>\S.*)")
_PLANNING = compile_on_use(r"[ \t]*(?:CLOSED|SCHEDULED|DEADLINE|CLOCK):\s|[ \t]*\((?:ref: )?\[\[cite")
CITATION = compile_on_use(
    r"\[\[cite[a-z]{0,12}:[^\[\]\s]{1,300}\]|\[cite(?:/[a-z/]{1,20})?:@[^\[\]\s;]{1,300}\]?", re.IGNORECASE
)
_ONLY_LINK = compile_on_use(
    r"[ \t]*(?:[A-Za-z]{1,20}:[ \t]*)?(?:\[\[[^\[\]]{1,2000}\](?:\[[^\[\]]{1,500}\])?\]|https?://\S+)[ \t]*"
)
_ITEM = compile_on_use(r"(?P<indent>[ \t]*)(?:[-+]|\d{1,4}[.)]|(?<=[ \t])\*)[ \t]+(?:\[[ X-]\][ \t]+)?(?=\S)")
_ROW = compile_on_use(r"[ \t]*\|(?P<cells>.*?)\|?[ \t]*")
_CELL = compile_on_use(r"[^|]+")
_TARGET = compile_on_use(r"<<<?([^<>\n]{1,200})>>>?")
# A link or verbatim text, whichever begins first; the words of a link end at the first two brackets.
_INLINE = compile_on_use(
    r"\[\[(?P<target>(?>(?:[^\[\]\n\\]|\\.){1,2000}))\](?:\[(?P<words>[^\n]{1,1000}?)\])?\]"
    r"|@@(?P<backend>[a-z]{2,10}):(?P<export>[^@\n]{0,500})@@"
    r"|(?:^|(?<=[\s\-({'\"]))(?P<sign>[=~])[^\s=~](?:[^=~\n]{0,500}[^\s=~])?(?P=sign)(?![\w=~])"
    r"|(?<![\w*])\*(?=\S)(?P<bold>[^*\n]{1,300})(?<=\S)\*(?![\w*])"
    r"|(?<![\w/:.])/(?=[^\s/])(?P<italic>[^/\n]{1,300})(?<=\S)/(?![\w/])"
)
_ADDRESS = compile_on_use(r"https?://\S+|\S{1,500}\.(?:png|jpe?g|gif|svg|webp)", re.IGNORECASE)
_SCHEME = compile_on_use(r"([a-z][a-z0-9+.-]{1,31}):", re.IGNORECASE)
_FILE = compile_on_use(r"/|\.\w{1,10}(?:::|#|$)")
_ESCAPED = compile_on_use(r"\\([\[\]\\])")
_MAX_DRAWER_LINES = 200
_BELOW_LEVELS = 1000  # what is below a headline is indented more than it, even without an indentation


def parse(text: str) -> list[Token]:
    """Return the tokens of a text of Org mode, with the names of its headlines and targets."""
    return _Reader(text).read()


def find_states(lines: Sequence[str]) -> frozenset[str]:
    """Return the states of headlines: the usual ones, and those that the document declares."""
    declared = (found[1] for line in lines if (found := _STATES.match(line)))
    words = (word.partition("(")[0] for text in declared for word in text.replace("|", " ").split())
    return _USUAL_STATES | frozenset(words)


def is_address(text: str) -> bool:
    """Return whether a text begins like an address of the web."""
    return text.startswith(("http://", "https://"))


class _Reader:
    """A reader of one text, with the abbreviations and states that its keywords define."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = text.split("\n")
        self._slugs = Slugs()
        self._outline = Outline(text, self._inline)
        keywords = [line for line in self._lines if line.lstrip().startswith("#+")]
        self._states = find_states(keywords)
        self._abbreviations = {found[1]: found[2] for line in keywords if (found := _ABBREVIATION.match(line))}
        self._in_item = False  # below a headline that is one
        self._cited: dict[int, str] = {}  # what is cited below headlines, by their offsets
        self._drawer = 0

    def read(self) -> list[Token]:
        """Return the tokens, line by line."""
        outline = self._outline
        block, is_html, start = "", False, 0
        for number, line in enumerate(self._lines):
            end = start + len(line)
            mark = _BLOCK.fullmatch(line)
            headline = HEADLINE.fullmatch(line) if line.startswith("*") else None
            if headline:  # It ends any block.
                block = ""
                self._read_headline(headline, start, number)
            elif mark and mark[1].lower() == "begin" and not block:
                outline.end_paragraph()
                block, is_html = mark[2].lower(), mark[3].strip().lower() == "html"
            elif mark and mark[1].lower() == "end" and block in ("", mark[2].lower()):
                outline.end_paragraph()
                block = ""
            elif block in ("src", "example") or line.lstrip().startswith(": "):
                outline.hide(start, end, LeftOut.CODE)
            elif block == "comment" or line.lstrip().startswith("# "):
                outline.hide(start, end, LeftOut.COMMENT)
            elif block == "export":
                outline.aside(start, end, find_tokens(self._text, start, end) if is_html else [Tag("br", start, end)])
            elif keyword := _KEYWORD.fullmatch(line):
                self._read_keyword(keyword, start, end)
            else:
                self._read_line(line, start, number)
            start = end + 1
        outline.end_lists(len(self._text))
        return outline.tokens

    def _read_keyword(self, keyword: re.Match[str], start: int, end: int) -> None:
        name = keyword[1].lower()
        self._outline.end_paragraph()
        if name == "html":
            self._outline.aside(start, end, find_tokens(self._text, start + keyword.start(2), end))
        elif name in ("link", "setupfile", "options") or name.startswith("html_"):
            self._outline.hide(start, end, LeftOut.METADATA)
        else:
            self._outline.mark([Anchor(keyword[2].strip())] if name == "name" else ())
            self._outline.aside(start, end)

    def _read_headline(self, headline: re.Match[str], start: int, number: int) -> None:
        state, level = headline["state"] or "", len(headline["stars"])
        title = _END_OF_HEADLINE.sub("", headline["text"].rstrip())
        titles = [title, f"{state} {title}"] if state else [title]
        first = start + headline.start("text" if state in self._states or not state else "state")
        last = start + headline.start("text") + len(title)
        self._drawer = 0
        cited = self._look_below(number)
        self._in_item = state in self._states or cited is not None
        if self._in_item:
            self._outline.item(level - _BELOW_LEVELS, first, last)
            if cited and "[[" not in title:
                self._cited[first] = cited
        else:
            self._outline.heading(level + 1, first, last)
        self._outline.mark(map(Anchor, titles))
        self._outline.mark(map(Anchor, self._slugs.add(*(_INLINE.sub(_shown, one) for one in titles))))

    def _look_below(self, number: int) -> str | None:
        """Return the first citation between a headline and the next one, or an empty string for an address."""
        found: str | None = None
        for line in self._lines[number + 1 : number + 1 + _MAX_DRAWER_LINES]:
            if line.startswith("*") and HEADLINE.match(line):
                break
            if cited := CITATION.search(line):
                return cited[0].strip("[]")
            own = PROPERTY.match(line)
            found = "" if own and is_address(own["value"]) else found
        return found

    def _read_line(self, line: str, start: int, number: int) -> None:
        outline, end = self._outline, start + len(line)
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            outline.end_paragraph()
        elif self._drawer > number:
            self._drawer = 0 if line.strip().lower() == ":end:" else self._drawer
            self._read_property(line, start, end)
        elif _DRAWER.fullmatch(line):
            self._drawer = number + _MAX_DRAWER_LINES if line.strip().lower() != ":end:" else 0
            outline.aside(start, end)
        elif _PLANNING.match(line) or (self._in_item and CITATION.match(line.strip())):
            outline.aside(start, end)
        elif item := _ITEM.match(line):
            outline.item(len(item["indent"]), start + item.end(), end)
        elif line.lstrip().startswith("|") and (row := _ROW.fullmatch(line)):
            if not row["cells"].startswith("-"):
                at = start + row.start("cells")
                cells = [[(at + cell.start(), at + cell.end())] for cell in _CELL.finditer(row["cells"])]
                below = self._lines[number + 1] if number + 1 < len(self._lines) else ""
                outline.row(indent, cells or [[(at, at)]], is_header=below.lstrip().startswith("|-"))
        elif self._in_item and _ONLY_LINK.fullmatch(line):
            outline.item(0, start + indent, end)
        else:
            outline.line(indent, start + indent, end)

    def _read_property(self, line: str, start: int, end: int) -> None:
        """Read a property; one that is an address or names the authors is a detail of its item."""
        found = PROPERTY.fullmatch(line)
        name = found["name"].lower() if found else ""
        if found and name == "custom_id":
            self._outline.mark([Anchor(found["value"].strip())])
        if found and (is_address(found["value"]) or name in ("author", "authors")):
            label = "Authors: " if name in ("author", "authors") else ""
            self._outline.item(0, start + found.start("value"), end, label)
        else:
            self._outline.aside(start, end)

    def _inline(self, start: int, end: int) -> Iterator[Token]:
        if cited := self._cited.pop(start, ""):
            yield Tag("a", start, start, (Attribute("href", "", start, cited),))
            yield from self._inline(start, end)
            yield Tag("a", end, end, closes=True)
            return
        text, done = self._text, start
        for target in _TARGET.finditer(text, start, end):
            yield Anchor(target[1])
        for found in _INLINE.finditer(text, start, end):
            first, last = found.span()
            if first > done:
                yield Text(text[done:first], done, first)
            done = last
            if found["target"] is not None:
                yield from self._read_link(found)
            elif found["backend"]:  # a snippet, exported in its own notation only
                yield from find_tokens(text, *found.span("export")) if found["backend"] == "html" else ()
            elif found["sign"]:
                shown = Text(text[first + 1 : last - 1], first, last)
                yield from (Tag("code", first, first), shown, Tag("code", last, last, closes=True))
            else:
                name = "b" if found["bold"] else "i"
                yield Tag(name, first, first + 1)
                yield from self._inline(first + 1, last - 1)
                yield Tag(name, last - 1, last, closes=True)
        if end > done:
            yield Text(text[done:end], done, end)

    def _read_link(self, found: re.Match[str]) -> Iterator[Token]:
        target, words = found["target"], found["words"]
        first, last = found.span()
        at = found.start("target")
        address = self._address(target)
        if words is None and _ADDRESS.fullmatch(target) and not is_address(target):
            yield Tag("img", first, last, (Attribute("src", target, at, address),))
            return
        begin, stop = found.span("target" if words is None else "words")
        yield Tag("a", first, begin, (Attribute("href", target, at, address),))
        if words and _ADDRESS.fullmatch(words):  # It is shown as a picture.
            yield Tag("img", begin, stop, (Attribute("src", words, begin, self._address(words)),))
        else:
            yield Text(words or target, begin, stop)
        yield Tag("a", stop, last, closes=True)

    def _address(self, target: str) -> str:
        """Return the address that a bracket link leads to; a headline or target is an anchor of the text."""
        target = _ESCAPED.sub(r"\1", target)
        word, colon, tag = target.partition(":")
        if colon and word in self._abbreviations:
            whole = self._abbreviations[word]
            has_place = "%s" in whole or "%h" in whole
            return whole.replace("%s", tag).replace("%h", quote(tag, safe="")) if has_place else whole + tag
        scheme = word.lower() if _SCHEME.match(target) else ""
        if scheme == "doi":
            return f"https://doi.org/{tag}"
        if scheme == "file":
            return tag.partition("::")[0]
        if scheme or target.startswith(("#", "//")):
            return target
        if target.startswith("*"):
            return f"#{target[1:].strip()}"
        return target.partition("::")[0] if _FILE.search(target) else f"#{target}"


def _shown(inline: re.Match[str]) -> str:
    """Return a link as it is shown, or verbatim text; of a snippet of another notation, nothing."""
    return "" if inline["backend"] else str(inline["words"] or inline["target"] or inline[0])
