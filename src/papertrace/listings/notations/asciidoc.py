"""Reading lists in AsciiDoc: headings `==`, lists whose depth is the number of marks, and links `address[words]`."""

import re
from collections.abc import Iterable, Iterator, Sequence

from papertrace.listings.notations.conversion import MAX_LINE_LENGTH, make_comment, make_link, parse_converted
from papertrace.model import Entry, Problem

_HEADING = re.compile(r"(?P<marks>={1,6}) (?P<text>\S.*)")
_ITEM = re.compile(r"\s*(?P<marks>\*{1,6}|-|\.{1,6})\s+(?P<text>\S.*)")
_LINK = re.compile(
    r"(?:link:)?(?P<quote>\+\+|\$\$)?(?P<url>(?:https?|ftp)://(?(quote)[^\s\[\]+$]|[^\s\[\]<>+]){1,2000})(?(quote)(?P=quote))\[(?P<words>(?:[^\[\]]|\[[^\[\]]{0,60}\]){0,500})\]"
    r"|link:(?P<path>[^\s\[\]<>:]{1,500})\[(?P<label>[^\[\]]{0,500})\]"
)
_ATTRIBUTE = re.compile(r":(?P<name>[\w-]{1,60}):(?:\s+(?P<value>.*))?$")
_ATTRIBUTE_USE = re.compile(r"\{(?P<name>[\w-]{1,60})\}")
_FENCE = re.compile(r"(?:-{4,}|\.{4,}|/{4,}|\+{4,})\s*")
_BLOCK_ATTRIBUTES = re.compile(r"\[[^\[\]]{0,300}\]\s*|\[\[[^\[\]]{0,300}\]\]\s*|//.*|\|={3,}\s*|ifdef::.*|endif::.*")
_LINK_ATTRIBUTES = re.compile(r",\s*(?:window|role|opts|title|rel)\s*=.*$", re.DOTALL)
_BOLD = re.compile(r"(?<![\w*])\*(?=[^\s*])(?P<text>[^*\n]{1,300})(?<=\S)\*(?![\w*])")
_ANCHOR = re.compile(r"\[\[\[?[^\[\]]{1,100}\]?\]\]\s*")
_BLOCK_TITLE = re.compile(r"\.(?P<text>[^\s.].*)")
_MAX_VALUE_LENGTH = 500


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a reading list in AsciiDoc as the Markdown reader finds them."""
    return parse_converted(lines, source, convert)


def convert(lines: Sequence[str]) -> list[str]:
    """Return the lines of a document in AsciiDoc in Markdown, one for each.

    >>> convert(["== Paper", "* https://example.org[A Fold^]", "** link:a.pdf[PDF]", ". *Bold*"])
    ['## Paper', '- [A Fold](https://example.org)', '  - [PDF](a.pdf)', '1. **Bold**']
    """
    converted: list[str] = []
    values: dict[str, str] = {}
    fence = ""
    for line in lines:
        text = line.rstrip()
        if fence or _FENCE.fullmatch(text):
            fence = "" if text == fence else (fence or text)
            converted.append(make_comment(line))
        elif attribute := _ATTRIBUTE.match(text):
            values[attribute["name"]] = (attribute["value"] or "")[:_MAX_VALUE_LENGTH]
            converted.append(make_comment(line))
        elif _BLOCK_ATTRIBUTES.fullmatch(text):
            converted.append(make_comment(line))
        elif text.strip() == "+":
            converted.append("")
        else:
            used = _ATTRIBUTE_USE.sub(lambda found: values.get(found["name"], found[0]), line)
            converted.append(_convert_line(used if len(used) <= MAX_LINE_LENGTH else line))
    return converted


def _convert_line(line: str) -> str:
    if heading := _HEADING.fullmatch(line.rstrip()):
        return f"{'#' * len(heading['marks'])} {_convert_text(heading['text'])}"
    if item := _ITEM.fullmatch(line):
        marks = item["marks"]
        return f"{'  ' * (len(marks) - 1)}{'1.' if marks[0] == '.' else '-'} {_convert_text(item['text'])}"
    if line.startswith("|"):  # a row of a table: its cells
        cells = [cell.strip() for cell in line.split("|") if cell.strip()]
        return f"- {_convert_text(', '.join(cells))}" if cells else ""
    if title := _BLOCK_TITLE.fullmatch(line.rstrip()):
        return _convert_text(title["text"])
    return _convert_text(line)


def _convert_text(text: str) -> str:
    linked = _LINK.sub(_convert_link, _ANCHOR.sub("", text))
    return _BOLD.sub(lambda found: f"**{found['text']}**", linked) if "*" in linked else linked


def _convert_link(found: re.Match[str]) -> str:
    words = _LINK_ATTRIBUTES.sub("", found["words"] or found["label"] or "").strip().removesuffix("^").strip()
    quoted = len(words) > 1 and words[0] == words[-1] == '"'
    return make_link(words[1:-1] if quoted else words, found["url"] or found["path"])


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a text is AsciiDoc: headings or lists, and `address[words]`."""
    shown = [line[:2000] for line in head if line.strip()]
    n_links = sum("[" in line and "](" not in line and _LINK.search(line) is not None for line in shown)
    n_headings = sum(_HEADING.fullmatch(line) is not None for line in shown)
    n_items = sum(_ITEM.fullmatch(line) is not None for line in shown)
    if not n_links or not (n_headings or n_items) or not shown or shown[0].startswith(("<", "{", "@")):
        return 0.0
    return min(1.0, 0.6 + (n_links + n_headings) / len(shown))
