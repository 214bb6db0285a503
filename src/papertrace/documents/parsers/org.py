"""Links of Org mode: bracket links with their abbreviations, and bare addresses (https://orgmode.org/manual/Hyperlinks.html)."""

import re
from collections.abc import Iterator
from urllib.parse import quote

from papertrace.documents.lines import find_passages
from papertrace.documents.markup import Piece, read_tokens
from papertrace.markup.anchors import Slugs
from papertrace.markup.html import find_tokens
from papertrace.model.document import Anchor, DocumentLink, LeftOut, LocatedText, Reference

_BLOCK = re.compile(r"[ \t]*#\+(begin|end)_(\w{1,40})\b(.*)", re.IGNORECASE)
_LITERAL_BLOCKS = frozenset(("src", "example"))
_KEYWORD = re.compile(r"[ \t]*#\+(\w{1,60}):[ \t]*(.*)")
_ABBREVIATION = re.compile(r"([\w-]{1,100})[ \t]+(\S+)")
# A first word in capitals is either the state of a task (`TODO`) or one of the title.
_HEADLINE = re.compile(r"\*{1,60}[ \t]+([A-Z]{2,20}[ \t]+)?(?:\[#\w\][ \t]+)?(.*)")
_END_OF_HEADLINE = re.compile(r"(?:(?<![ \t])[ \t]*\[\d{0,9}(?:%|/\d{0,9})\])?(?:(?<![ \t])[ \t]+:[\w@#%:]{1,200}:)?$")
_PROPERTY = re.compile(r"[ \t]*:CUSTOM_ID:[ \t]+(\S+)[ \t]*", re.IGNORECASE)
_TARGET = re.compile(r"<<<?([^<>\n]{1,200})>>")
# A link or verbatim text, whichever begins first; the words of a link end at the first two brackets.
_LINK = r"\[\[(?P<target>(?>(?:[^\[\]\n\\]|\\.){1,2000}))\](?:\[(?P<words>[^\n]{1,1000}?)\])?\]"
_VERBATIM = r"(?:^|(?<=[\s\-({'\"]))(?P<sign>[=~])[^\s=~](?:[^=~\n]{0,500}[^\s=~])?(?P=sign)(?![\w=~])"
_INLINE = re.compile(f"{_LINK}|{_VERBATIM}")
_ADDRESS = re.compile(r"https?://\S+|\S{1,500}\.(?:png|jpe?g|gif|svg|webp)", re.IGNORECASE)
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]{1,31}):", re.IGNORECASE)
_DOI_RESOLVER = "https://doi.org/"


def parse(located: LocatedText) -> Iterator[Piece]:
    """Yield the links of a text, its running text, and the anchors of its headlines and targets."""
    yield from _Reader(located).read()


class _Reader:
    """A reader of one text, with the abbreviations that its keywords define."""

    def __init__(self, located: LocatedText) -> None:
        self._located = located
        self._slugs = Slugs()
        self._abbreviations = {
            match[1]: match[2] for value in _keywords(located.text, "link") if (match := _ABBREVIATION.match(value))
        }

    def read(self) -> Iterator[Piece]:
        """Yield the pieces of the text, line by line."""
        block, is_html, start = "", False, 0
        for line in self._located.text.split("\n"):
            end = start + len(line)
            mark = _BLOCK.fullmatch(line)
            if mark and mark[1].lower() == "begin" and not block:
                block, is_html = mark[2].lower(), mark[3].strip().lower() == "html"
            elif mark and mark[1].lower() == "end" and mark[2].lower() == block:
                block = ""
            elif block in _LITERAL_BLOCKS or line.lstrip().startswith(": "):
                yield from find_passages(self._located, start, end, left_out=LeftOut.CODE)
            elif block == "comment" or line.lstrip().startswith("# "):
                yield from find_passages(self._located, start, end, left_out=LeftOut.COMMENT)
            elif block == "export":
                if is_html:
                    yield from self._read_html(start, end)
            elif keyword := _KEYWORD.fullmatch(line):
                yield from self._read_keyword(keyword, line, start)
            else:
                yield from self._read_line(line, start)
            start = end + 1

    def _read_html(self, start: int, end: int) -> Iterator[Piece]:
        yield from read_tokens(self._located, find_tokens(self._located.text, start, end), start=start, end=end)

    def _read_keyword(self, keyword: re.Match[str], line: str, start: int) -> Iterator[Piece]:
        name = keyword[1].lower()
        if name == "html":
            yield from read_tokens(
                self._located, find_tokens(self._located.text, start + keyword.start(2), start + len(line))
            )
        elif name in ("link", "setupfile", "options") or name.startswith("html_"):
            yield from find_passages(self._located, start, start + len(line), left_out=LeftOut.METADATA)
        else:
            if name == "name":
                yield Anchor(keyword[2].strip())
            yield from self._read_line(line, start)

    def _read_line(self, line: str, start: int) -> Iterator[Piece]:
        if headline := _HEADLINE.fullmatch(line):
            title = _END_OF_HEADLINE.sub("", headline[2].rstrip())
            titles = [title, f"{headline[1]}{title}"] if headline[1] else [title]
            yield from map(Anchor, titles)
            yield from map(Anchor, self._slugs.add(*(_INLINE.sub(_shown, one) for one in titles)))
        elif own := _PROPERTY.fullmatch(line):
            yield Anchor(own[1])
        yield from (Anchor(match[1]) for match in _TARGET.finditer(line))
        masked = list(line)
        for match in _INLINE.finditer(line):
            first, last = match.span()
            masked[first:last] = "\0" * (last - first)
            if match["target"] is not None:
                yield from self._read_link(match, start)
            else:
                yield from find_passages(self._located, start + first, start + last, left_out=LeftOut.CODE)
        yield from find_passages(self._located, start, masked="".join(masked))

    def _read_link(self, match: re.Match[str], start: int) -> Iterator[Piece]:
        target, words = match["target"], match["words"]
        address = self._address(target)
        yield DocumentLink(
            raw=target,
            span=self._located.locate(start + match.start("target")),
            reference=Reference.IMAGE if words is None and _ADDRESS.fullmatch(target) else Reference.LINK,
            address="" if address == target else address,
        )
        if words and _ADDRESS.fullmatch(words):  # It is shown as a picture.
            picture = self._address(words)
            yield DocumentLink(
                raw=words,
                span=self._located.locate(start + match.start("words")),
                reference=Reference.IMAGE,
                address="" if picture == words else picture,
            )
        elif words:
            yield from find_passages(
                self._located, start + match.start("words"), start + match.end("words"), left_out=LeftOut.LABEL
            )

    def _address(self, target: str) -> str:
        """Return the address that a bracket link leads to; a headline or target is an anchor of the text."""
        target = re.sub(r"\\([\[\]\\])", r"\1", target)
        word, colon, tag = target.partition(":")
        if colon and word in self._abbreviations:
            whole = self._abbreviations[word]
            has_place = "%s" in whole or "%h" in whole
            return whole.replace("%s", tag).replace("%h", quote(tag, safe="")) if has_place else whole + tag
        scheme = _SCHEME.match(target)
        if scheme and scheme[1].lower() == "doi":
            return _DOI_RESOLVER + target[scheme.end() :]
        if scheme and scheme[1].lower() == "file":
            return target[scheme.end() :].partition("::")[0]
        if scheme or target.startswith(("#", "//")):
            return target
        if target.startswith("*"):
            return f"#{target[1:].strip()}"
        is_file = "/" in target or re.search(r"\.\w{1,10}(?:::|#|$)", target)
        return target.partition("::")[0] if is_file else f"#{target}"


def _shown(inline: re.Match[str]) -> str:
    """Return a link as it is shown, or verbatim text."""
    return str(inline["words"] or inline["target"] or inline[0])


def _keywords(text: str, name: str) -> Iterator[str]:
    """Yield the values of the keywords of a name, wherever in the text they are."""
    for match in re.finditer(rf"^[ \t]*#\+{name}:[ \t]*(\S.*)$", text, re.IGNORECASE | re.MULTILINE):
        yield match[1]
