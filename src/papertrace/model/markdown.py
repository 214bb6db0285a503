"""Markdown of texts: emphasis, links, code, escapes and inline tags, in texts that are shown as plain ones."""

import re

_TAGS = r"</?(?:a|b|br|code|del|em|font|i|ins|kbd|mark|p|small|span|strong|sub|sup|u)\b[^<>]{0,300}>"
_MARKED = re.compile(
    r"(?P<math>\$[^$\n]{1,300}\$)"
    r"|(?P<ticks>`{1,3})(?P<code>[^`\n]{1,300})(?P=ticks)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|!\[[^\[\]\n]{0,300}\]\([^()\s]{0,500}\)"
    r"|\[(?P<words>[^\[\]\n]{1,300})\]\((?:[^()\s]|\([^()\s]{0,300}\)){0,500}\)"
    # Emphasis begins before a word and ends after one (CommonMark 6.2), so that a product (`a * b`) has none.
    r"|(?<![\w*])(?P<stars>\*{1,3})(?=[^\s*])(?P<starred>[^*\n]{1,500})(?<=[^\s*])(?P=stars)(?![\w*])"
    r"|(?<![\w_])(?P<lines>_{1,3})(?=[^\s_])(?P<lined>[^\n]{1,500}?)(?<=[^\s_])(?P=lines)(?![\w_])"
    rf"|(?P<tag>{_TAGS})",
    re.IGNORECASE,
)


def decode_markdown(text: str) -> str:
    r"""Return a text of a list in Markdown as readers see it; mathematics stays as it is printed.

    >>> decode_markdown(r"We *sort* [ropes](https://example.org/x_(y)) and `a*b`, **not _ships_** \* $a*b*c$")
    'We sort ropes and a*b, not ships * $a*b*c$'
    >>> decode_markdown("5 * 3 * 2, snake_case_name, 2*x and 3*y")
    '5 * 3 * 2, snake_case_name, 2*x and 3*y'
    """
    return _MARKED.sub(_inner, text)


def _inner(match: re.Match[str]) -> str:
    if match["math"] is not None or match["code"] is not None or match["escaped"] is not None:
        return match["math"] or match["code"] or match["escaped"]
    if match["tag"] is not None:
        return " " if match["tag"].lower().startswith(("<br", "<p", "</p")) else ""
    return decode_markdown(match["words"] or match["starred"] or match["lined"] or "")
