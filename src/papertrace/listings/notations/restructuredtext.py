"""Reading lists in reStructuredText: underlined headings, lists, directives and links `` `words <address>`_ ``."""

import re
from collections.abc import Iterable, Iterator, Sequence

from papertrace.listings.notations.conversion import make_comment, make_link, parse_converted
from papertrace.listings.notations.simple_tables import convert_tables
from papertrace.model import Entry, Problem

_RULE = re.compile(r"([=\-`:.'\"~^_*+#<>])\1{2,}\s*")
_LINK = re.compile(r"`(?P<words>[^`<>]{0,500})<(?P<url>[^`<>]{1,2000})>`__?")
_NAMED = re.compile(r"`(?P<words>[^`<>]{1,300})`(?P<end>__?)(?![\w_])")
_TARGET = re.compile(r"\s*\.\. _(?P<name>`[^`]{1,300}`|[^:`]{1,300}):\s+(?P<url>https?://\S+)\s*")
_ANONYMOUS = re.compile(r"\s*(?:__|\.\. __:)\s+(?P<url>https?://\S+)\s*")
_ROLE = re.compile(r":(?P<role>[a-z][a-z_:-]{0,30}):`(?P<text>[^`]{1,500})`")
_WITH_TARGET = re.compile(r"(?P<words>[^<>]{0,500})<(?P<target>[^<>]{1,500})>")
_CITATION = re.compile(r"\s*\.\. \[(?P<key>[^\[\]]{1,60})\]\s+(?P<text>\S.*)")
_DIRECTIVE = re.compile(r"(?P<indentation>\s*)\.\.(?:\s|$)")
_UNREAD = re.compile(
    r"\s*\.\. (?:code|code-block|literalinclude|bibliography|math|raw|image|figure|toctree|contents)::"
)
_MARKUP = re.compile(r"\s*\.\. (?:[a-z][\w-]{0,40}::|_[^:`]{1,100}:\s*$|\[[^\[\]]{1,60}\] )")
_OPTION = re.compile(r"\s+:[\w-]{1,40}:")
_ROW = re.compile(r"(?P<indentation>\s*)\* - (?P<text>.*)")
_NUMBERED = re.compile(r"^(?P<indentation>\s*)(?:#[.)]|\((?:\d{1,4}|#)\))\s+(?=\S)")
_LINE_BLOCK = re.compile(r"\s*\| (?P<text>.*[^|\s])\s*$")
_SCHEMES = {"doi": "https://doi.org/", "arxiv": "https://arxiv.org/abs/", "pmid": "https://pubmed.ncbi.nlm.nih.gov/"}
_MAX_LEVEL = 6


def parse(lines: Iterable[str], source: str) -> Iterator[Entry | Problem]:
    """Yield the entries of a reading list in reStructuredText as the Markdown reader finds them."""
    return parse_converted(lines, source, convert)


def convert(lines: Sequence[str]) -> list[str]:
    """Return the lines of a document in reStructuredText in Markdown, one for each.

    >>> convert(["Paper", "-----", "* `A Fold <https://example.org>`_, see Fold_", ".. _Fold: https://example.org/a"])
    ['# Paper', '', '* [A Fold](https://example.org), see Fold_', '[Fold]: https://example.org/a']
    """
    return _convert_lines(_convert_links(convert_tables(lines)))


def _convert_links(lines: Sequence[str]) -> list[str]:
    """Return the lines with their links in Markdown; the words of a link may span several lines."""
    anonymous = iter([found["url"] for line in lines if (found := _ANONYMOUS.fullmatch(line))])
    names = {found["name"].strip("`").lower() for line in lines if (found := _TARGET.fullmatch(line))}

    def link_named(found: re.Match[str]) -> str:
        words = found["words"]
        if found["end"] == "__":
            url = next(anonymous, "")
            return make_link(words, url) if url else words
        return f"[{words}][]" if " ".join(words.lower().split()) in names else words

    text = _LINK.sub(lambda found: make_link(found["words"], "".join(found["url"].split())), "\n".join(lines))
    text = _ROLE.sub(_convert_role, text)
    linked = _NAMED.sub(link_named, text).split("\n")
    return linked if len(linked) == len(lines) else list(lines)  # an address may span lines, against the custom


def _convert_role(found: re.Match[str]) -> str:
    text = found["text"]
    inside = _WITH_TARGET.fullmatch(text)
    words, target = (inside["words"].strip(), inside["target"]) if inside else (text, text)
    scheme = _SCHEMES.get(found["role"].lower())
    return make_link(words, scheme + target) if scheme and "\n" not in target else words


def _convert_lines(lines: Sequence[str]) -> list[str]:
    converted: list[str] = []
    styles: list[str] = []
    body: int | None = None  # the indentation of the current directive
    is_read = True
    cut: int | None = None  # how much its body is indented
    in_options = False
    for index, line in enumerate(lines):
        indentation = len(line) - len(line.lstrip())
        if body is not None and line.strip():
            if indentation <= body:
                body = cut = None
            elif in_options and _OPTION.match(line):
                converted.append(make_comment(line))
                continue
            else:
                in_options = False
                cut = indentation if cut is None else min(cut, indentation)
                converted.append(_convert_line(line[cut:]) if is_read else make_comment(line))
                continue
        if style := _find_style(lines, index):
            if style not in styles:
                styles.append(style)
            converted.append(f"{'#' * min(styles.index(style) + 1, _MAX_LEVEL)} {line.strip()}")
        elif _opens_directive(line):
            body, cut, in_options = indentation, None, True
            is_read = "::" in line and _UNREAD.match(line) is None
            converted.append(make_comment(line))
        else:
            converted.append(_convert_line(line))
    return converted


def _find_style(lines: Sequence[str], index: int) -> str:
    """Return the sign that underlines a heading, twice if it is also above it; empty for any other line."""
    line = lines[index].rstrip()
    below = lines[index + 1].rstrip() if index + 1 < len(lines) else ""
    if not line.strip() or _RULE.fullmatch(line) or not _RULE.fullmatch(below) or len(below) < len(line.strip()):
        return ""
    above = lines[index - 1].rstrip() if index else ""
    if above.strip() and above != below:
        return ""  # the end of a paragraph above a rule
    return below[0] * 2 if above == below else below[0]


def _opens_directive(line: str) -> bool:
    if _DIRECTIVE.match(line) is None:
        return False
    return not (_TARGET.fullmatch(line) or _CITATION.match(line) or _ANONYMOUS.fullmatch(line))


def _convert_line(line: str) -> str:
    if _RULE.fullmatch(line):
        return ""
    if target := _TARGET.fullmatch(line):
        return f"[{target['name'].strip('`')}]: {target['url']}"
    if cited := _CITATION.match(line):
        return f"- {cited['text']}"
    if _ANONYMOUS.fullmatch(line):
        return make_comment(line)
    if row := _ROW.fullmatch(line):
        return f"{row['indentation']}- {row['text']}"
    block = _LINE_BLOCK.match(line)
    return block["text"] if block else _NUMBERED.sub(r"\g<indentation>1. ", line)


def recognise(head: list[str]) -> float:
    """Return the confidence, from 0 to 1, that a text is reStructuredText with links, directives or headings."""
    shown = [line[:2000] for line in head]
    text = "\n".join(shown)
    if text.lstrip().startswith(("<", "{", "@")) or "](http" in text:
        return 0.0
    n_links = len(_LINK.findall(text)) + sum(_TARGET.match(line) is not None for line in shown)
    n_links += sum(found["role"].lower() in _SCHEMES for found in _ROLE.finditer(text))
    n_directives = sum(_MARKUP.match(line) is not None for line in shown)
    n_headings = sum(bool(_find_style(shown, index)) for index in range(len(shown)))
    if n_links and (n_links > 1 or n_headings or n_directives):
        return 0.95
    return 0.6 if n_directives and n_headings else 0.0
