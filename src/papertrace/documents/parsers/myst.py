"""What MyST, a dialect of Markdown, adds to a text: labels, and references to those of other documents."""

import re
from collections.abc import Iterator

# Labels, directives and roles of MyST, whose labels are those of a whole project:
# https://mystmd.org/spec. The chunks of R and Quarto, `{r}` and `{python}`, have no option between colons.
_LABEL = re.compile(
    r"^[ \t]{0,16}(?:\(([^\s()]{1,200})\)=[ \t]*$|:(?:label|name):[ \t]*([^\s]{1,200})[ \t]*$)", re.MULTILINE
)
_OPTION = re.compile(r"^[ \t]{0,16}#\|[ \t]*(?:label|name):[ \t]*[\"']?([^\s\"']{1,200})", re.MULTILINE)
_MYST = re.compile(
    r"^[ \t]{0,16}(?:\([^\s()]{1,200}\)=[ \t]*$|:{3,9}[ \t]?\{[a-z])|(?<![\w`])\{[a-z][\w:+-]{1,40}\}`[^`\n]",
    re.MULTILINE,
)


def find_labels(text: str) -> Iterator[str]:
    r"""Yield the names that labels and options of directives give to parts of a text.

    >>> list(find_labels("(start)=\n# Start\n:::{figure} a.png\n:label: fig:map\n:::"))
    ['start', 'fig:map']
    """
    for match in _LABEL.finditer(text) if ")=" in text or ":label:" in text or ":name:" in text else ():
        yield match[1] or match[2]
    for match in _OPTION.finditer(text) if "#|" in text else ():
        yield match[1]


def looks_up_names(text: str) -> bool:
    """Return whether a text is in a dialect whose references may lead to names in other documents.

    >>> looks_up_names("See {doc}`start`."), looks_up_names("See `start`.")
    (True, False)
    """
    return ("{" in text or ")=" in text) and _MYST.search(text) is not None
