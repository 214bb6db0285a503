"""Reading lists of Org mode: headlines, lists and links `[[address][words]]`.

A headline with a state (`* TODO Fold: A Study of Paper`) is an item of the list, and what is below it belongs to it;
other headlines are sections, or titles where they are links. A citation below an item (`[[cite:doe2020]]`) names its
paper.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from papertrace.listings.notations.conversion import make_comment, make_link, parse_converted
from papertrace.model import Entry, Problem

_HEADLINE = re.compile(r"(?P<stars>\*{1,20})\s+(?P<text>\S.*)")
_STATE = re.compile(
    r"(?:TODO|DONE|NEXT|READ|READING|UNREAD|TOREAD|WAITING|WAIT|STARTED|SOMEDAY|HOLD|CANCELL?ED|SKIM|SKIMMED)\s+"
)
_PRIORITY = re.compile(r"\[(?:#[A-Z0-9]|\d{0,4}/\d{0,4}|\d{0,3}%)\]\s*")
_TAGS = re.compile(r"\s:[\w@#%:]{1,200}:\s*$")
_LINK = re.compile(r"\[\[(?P<url>[^\[\]]{1,2000})\](?:\[(?P<words>[^\[\]]{1,500})\])?\]")
_CITATION = re.compile(r"\[\[(?P<url>cite[a-z]{0,12}:[^\[\]\s]{1,300})\]", re.IGNORECASE)
_ONLY_LINK = re.compile(r"\s*(?:[A-Za-z]{1,20}:\s*)?(?:\[\[[^\[\]]{1,2000}\](?:\[[^\[\]]{1,500}\])?\]|https?://\S+)\s*")
_KEYWORD = re.compile(r"\s*#(?:\+|\s|$)")
_BLOCK = re.compile(r"\s*#\+(?P<edge>begin|end)_(?:src|example|export|comment)\b", re.IGNORECASE)
_DRAWER = re.compile(r"\s*:(?P<name>[A-Za-z_-]{1,40}):\s*$")
_PROPERTY = re.compile(r"\s*:(?P<name>[A-Za-z_-]{1,40}):\s+(?P<value>\S.*)")
_PLANNING = re.compile(r"\s*(?:CLOSED|SCHEDULED|DEADLINE|CLOCK):\s")
_RULE = re.compile(r"\s*\|[-+|]{3,}\s*$")
_BOLD = re.compile(r"(?<![\w*])\*(?=\S)(?P<text>[^*\n]{1,300})(?<=\S)\*(?![\w*])")
_ITALIC = re.compile(r"(?<![\w/:.])/(?=[^\s/])(?P<text>[^/\n]{1,300})(?<=\S)/(?![\w/])")
_MAX_LEVEL = 6
_MAX_DRAWER_LINES = 200


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a reading list of Org mode as the Markdown reader finds them."""
    return parse_converted(lines, source, convert)


def convert(lines: Sequence[str]) -> list[str]:
    """Return the lines of a document of Org mode in Markdown, one for each.

    >>> convert(["* Paper", "** TODO [[https://example.org][A Fold]] :read:", "- [[https://example.org/a]]"])
    ['## Paper', '- [A Fold](https://example.org)', '  - <https://example.org/a>']
    """
    converted: list[str] = []
    section = 0  # the level of the last headline that is no item
    indentation: int | None = None  # that of the body of the current item, if there is one
    in_block = False
    drawer_until = 0
    for index, line in enumerate(lines):
        headline = _HEADLINE.match(line)
        block = _BLOCK.match(line)
        if block is not None:
            in_block = block["edge"].lower() == "begin"
            converted.append(make_comment(line))
        elif in_block and headline is None:
            converted.append(make_comment(line))
        elif headline is not None:
            in_block, drawer_until = False, 0
            level = len(headline["stars"])
            state = _STATE.match(headline["text"])
            text = _TAGS.sub("", _PRIORITY.sub("", headline["text"][state.end() if state else 0 :])).strip()
            if state is not None:
                depth = max(level - section - 1, 0)
                indentation = 2 * depth + 2
                cited = _find_citation(lines, index) if "[[" not in text else ""
                converted.append(f"{'  ' * depth}- {make_link(text, cited) if cited else _convert_text(text)}")
            else:
                section, indentation = level, None
                converted.append(f"{'#' * min(level + 1, _MAX_LEVEL)} {_convert_text(text)}")
        elif drawer_until > index:
            drawer_until = 0 if line.strip().lower() == ":end:" else drawer_until
            converted.append(_convert_property(line, indentation))
        elif (drawer := _DRAWER.match(line)) is not None and drawer["name"].lower() != "end":
            drawer_until = index + _MAX_DRAWER_LINES
            converted.append(make_comment(line))
        elif _KEYWORD.match(line) or _PLANNING.match(line):
            converted.append(make_comment(line))
        else:
            converted.append(_convert_body(line, indentation))
    return converted


def _find_citation(lines: Sequence[str], index: int) -> str:
    """Return the first citation between a headline and the next one."""
    for line in lines[index + 1 : index + 1 + _MAX_DRAWER_LINES]:
        if _HEADLINE.match(line):
            break
        if cited := _CITATION.search(line):
            return cited["url"].replace(" ", "")
    return ""


def _convert_property(line: str, indentation: int | None) -> str:
    """Return a property that is an address as a labelled link; others are page text."""
    found = _PROPERTY.match(line)
    if found is None or not found["value"].startswith(("http://", "https://")):
        return make_comment(line)
    return f"{' ' * (indentation or 0)}- {found['name'].capitalize()}: {found['value']}"


def _convert_body(line: str, indentation: int | None) -> str:
    if _RULE.fullmatch(line):
        return line.replace("+", "|")
    text = _convert_text(line)
    if indentation is None or not text.strip():
        return text
    if _CITATION.match(line.strip()):
        return make_comment(line)
    if _ONLY_LINK.fullmatch(line):
        return f"{' ' * indentation}- {text.strip()}"
    return f"{' ' * indentation}{text if text.lstrip().startswith(('- ', '+ ')) else text.strip()}"


def _convert_text(text: str) -> str:
    linked = _LINK.sub(lambda found: make_link(found["words"] or "", found["url"]), text)
    if "*" in linked and "](" not in linked:
        linked = _BOLD.sub(lambda found: f"**{found['text']}**", linked)
    if "/" in linked and "](" not in linked and "://" not in linked:
        linked = _ITALIC.sub(lambda found: f"*{found['text']}*", linked)
    return linked.replace(" :: ", ": ", 1)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a text is a document of Org mode: headlines, links or keywords."""
    shown = [line[:2000] for line in head if line.strip()]
    n_links = sum(_LINK.search(line) is not None and "](" not in line for line in shown)
    n_headlines = sum(_HEADLINE.match(line) is not None for line in shown)
    n_keywords = sum(line.lower().startswith(("#+title", "#+author", "#+startup", "#+options")) for line in shown)
    n_states = sum(bool((found := _HEADLINE.match(line)) and _STATE.match(found["text"])) for line in shown)
    n_titled = sum(bool((found := _LINK.search(line)) and found["words"] and "](" not in line) for line in shown)
    if n_keywords or n_states or n_titled:
        share = (n_links + n_headlines) / len(shown)
        return min(1.0, 0.7 + share) if n_links and share > 0.1 else 0.0  # noqa: PLR2004 - a tenth of the lines
    return 0.0
