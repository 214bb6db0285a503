"""Reading lists of Org mode: headlines, lists and links `[[address][words]]`.

A headline is an item of the list if it has a state (`* TODO Fold: A Study of Paper`), or if a citation or an address
among its properties is directly below it; what is below an item belongs to it. Other headlines are sections, or titles
where they are links.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from papertrace.listings.notations.conversion import make_comment, make_link, parse_converted
from papertrace.model import Entry, Problem

_HEADLINE = re.compile(r"(?P<stars>\*{1,20})\s+(?P<text>\S.*)")
_USUAL_STATES = frozenset(["TODO", "DONE", "NEXT", "WAITING", "CANCELLED", "CANCELED"])
_STATES = re.compile(r"#\+(?:SEQ_|TYP_)?TODO:(?P<states>.*)", re.IGNORECASE)
_FIRST_WORD = re.compile(r"(?P<word>[A-Z]{2,20})\s+(?=\S)")
_PRIORITY = re.compile(r"\[(?:#[A-Z0-9]|\d{0,4}/\d{0,4}|\d{0,3}%)\]\s*")
_TAGS = re.compile(r"\s:[\w@#%:]{1,200}:\s*$")
_LINK = re.compile(r"\[\[(?P<url>[^\[\]]{1,2000})\](?:\[(?P<words>[^\[\]]{1,500})\])?\]")
_CITATION = re.compile(
    r"\[\[(?P<url>cite[a-z]{0,12}:[^\[\]\s]{1,300})\]|\[cite(?:/[a-z/]{1,20})?:@(?P<key>[^\[\]\s;]{1,300})\]?",
    re.IGNORECASE,
)
_ONLY_LINK = re.compile(r"\s*(?:[A-Za-z]{1,20}:\s*)?(?:\[\[[^\[\]]{1,2000}\](?:\[[^\[\]]{1,500}\])?\]|https?://\S+)\s*")
_KEYWORD = re.compile(r"\s*#(?:\+|\s|$)")
_BLOCK = re.compile(r"\s*#\+(?P<edge>begin|end)_(?:src|example|export|comment)\b", re.IGNORECASE)
_DRAWER = re.compile(r"\s*:(?P<name>[A-Za-z_-]{1,40}):\s*$")
_PROPERTY = re.compile(r"\s*:(?P<name>[A-Za-z_-]{1,40}):\s+(?P<value>\S.*)")
_PLANNING = re.compile(r"\s*(?:CLOSED|SCHEDULED|DEADLINE|CLOCK):\s")
_RULE = re.compile(r"\s*\|[-+|]{3,}\s*$")
_BOLD = re.compile(r"(?<![\w*])\*(?=\S)(?P<text>[^*\n]{1,300})(?<=\S)\*(?![\w*])")
_ITALIC = re.compile(r"(?<![\w/:.])/(?=[^\s/])(?P<text>[^/\n]{1,300})(?<=\S)/(?![\w/])")
_AUTHORS = frozenset(["author", "authors"])
_MAX_LEVEL = 6
_MAX_DRAWER_LINES = 200
_MIN_SHARE = 0.1


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
    states = _find_states(lines)
    for index, line in enumerate(lines):
        headline = _HEADLINE.match(line)
        block = _BLOCK.match(line)
        if block is not None:
            in_block = block["edge"].lower() == "begin"
            converted.append(_leave_out(line, indentation))
        elif in_block and headline is None:
            converted.append(_leave_out(line, indentation))
        elif headline is not None:
            in_block, drawer_until = False, 0
            level = len(headline["stars"])
            state = _find_state(headline["text"], states)
            text = _TAGS.sub("", _PRIORITY.sub("", headline["text"][state:])).strip()
            cited, has_address = _look_below(lines, index)
            if state or cited or has_address:
                depth = max(level - section - 1, 0)
                indentation = 2 * depth + 2
                cited = cited if "[[" not in text else ""
                converted.append(f"{'  ' * depth}- {make_link(text, cited) if cited else _convert_text(text)}")
            else:
                section, indentation = level, None
                converted.append(f"{'#' * min(level + 1, _MAX_LEVEL)} {_convert_text(text)}")
        elif drawer_until > index:
            drawer_until = 0 if line.strip().lower() == ":end:" else drawer_until
            converted.append(_convert_property(line, indentation))
        elif (drawer := _DRAWER.match(line)) is not None and drawer["name"].lower() != "end":
            drawer_until = index + _MAX_DRAWER_LINES
            converted.append(_leave_out(line, indentation))
        elif _KEYWORD.match(line) or _PLANNING.match(line):
            converted.append(_leave_out(line, indentation))
        else:
            converted.append(_convert_body(line, indentation))
    return converted


def _find_states(lines: Sequence[str]) -> frozenset[str]:
    """Return the states of headlines: the usual ones, and those that the document declares."""
    declared = (found["states"] for line in lines if (found := _STATES.match(line)))
    words = (word.partition("(")[0] for text in declared for word in text.replace("|", " ").split())
    return _USUAL_STATES | frozenset(words)


def _find_state(text: str, states: frozenset[str]) -> int:
    """Return the length of the state at the beginning of a headline, 0 without one."""
    first = _FIRST_WORD.match(text)
    return first.end() if first and first["word"] in states else 0


def _look_below(lines: Sequence[str], index: int) -> tuple[str, bool]:
    """Return the first citation between a headline and the next one, and whether its properties have an address."""
    has_address = False
    for line in lines[index + 1 : index + 1 + _MAX_DRAWER_LINES]:
        if _HEADLINE.match(line):
            break
        if cited := _CITATION.search(line):
            return cited["url"] or f"cite:{cited['key']}", has_address
        found = _PROPERTY.match(line)
        has_address = has_address or (found is not None and _is_address(found["value"]))
    return "", has_address


def _is_address(text: str) -> bool:
    return text.startswith(("http://", "https://"))


def _leave_out(line: str, indentation: int | None) -> str:
    """Return a line as a comment, which at the indentation of an item does not end it."""
    return f"{' ' * (indentation or 0)}{make_comment(line)}"


def _convert_property(line: str, indentation: int | None) -> str:
    """Return a property that is an address or names the authors as a detail of its item; others are page text."""
    found = _PROPERTY.match(line)
    if found is None or not (_is_address(found["value"]) or found["name"].lower() in _AUTHORS):
        return _leave_out(line, indentation)
    label = "Authors: " if found["name"].lower() in _AUTHORS else ""
    return f"{' ' * (indentation or 0)}- {label}{found['value'].strip()}"


def _convert_body(line: str, indentation: int | None) -> str:
    if _RULE.fullmatch(line):
        return line.replace("+", "|")
    text = _convert_text(line)
    if indentation is None or not text.strip():
        return text
    if _CITATION.match(line.strip().removeprefix("(ref: ")):
        return _leave_out(line, indentation)
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
    n_links += sum(_CITATION.search(line) is not None for line in shown)
    n_links += sum(bool((found := _PROPERTY.match(line)) and _is_address(found["value"])) for line in shown)
    n_headlines = sum(_HEADLINE.match(line) is not None for line in shown)
    states = _find_states(shown)
    is_org = any(
        line.lower().startswith(("#+title", "#+author", "#+startup", "#+options", "#+todo"))
        or ((found := _HEADLINE.match(line)) is not None and _find_state(found["text"], states))
        or ((link := _LINK.search(line)) is not None and link["words"] and "](" not in line)
        for line in shown
    )
    share = (n_links + n_headlines) / len(shown) if shown else 0.0
    return min(1.0, 0.7 + share) if is_org and n_links and share >= _MIN_SHARE else 0.0
