"""Labels of lines in texts: `Title: …`, `**Authors**: …`, `- Abstract: …`, in the words that listings use.

Readers of several layouts need to know a labelled line from other text.
"""

import re
from itertools import pairwise

#: The words of labels by the kind of what they name, as alternatives of a regular expression.
LABELS = {
    "title": "title|paper title|article title|name of paper|标题|题目",
    "abstract": "abstract|summary|description|tl;dr|tldr|overview|摘要",
    "authors": r"authors?|author\(s\)|by|作者|著者|저자",
    "date": (
        "date|published|submitted|publication date|published date|published on|year|updated|年份|日期|发表时间|发布时间"
    ),
    "address": (
        "links?|urls?|url source|cite as|code(?: link)?|github|pdf(?: link)?|paper(?: link)?|project(?: page)?|website"
        "|homepage|html|abs|arxiv(?: link| id)?|doi|data|datasets?|demo|video|repo|repository|source code|models?"
    ),
    "venue": "venue|journal|conference|booktitle|published in|期刊|会议",
    "publisher": "publisher|published by",
    "other": (
        "comments?|subjects?|categories|category|keywords?|journal-ref|license|report-no"
        "|msc-class|acm-class|readers|tags|area|track|affiliations?|institutions?|citations?|score|upvotes|id|type"
        "|notes?|tasks?|关键词|引用数|被引"
    ),
}
#: A labelled line; the group that matched is named after the kind of its label.
FIELD = re.compile(
    r"(?:[-*+•>]\s{1,3}|\d{1,4}[.)]\s{1,3})?(?:\*\*|__|\*)?(?:"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in LABELS.items())
    # A label in brackets names the language of a translation: "Title (ZH)".
    + r")(?:\s?\((?P<language>[A-Za-z]{2})\))?(?:\*\*|__|\*)?\s?[:：](?:\*\*|__|\*)?\s*(?P<value>.*)",  # noqa: RUF001
    re.IGNORECASE,
)
HEADING = re.compile(r"#{1,6}\s+(?:\d{1,4}[.)]\s+)?(?P<title>\S.*?)\s*#*")


def read_label(text: str) -> tuple[str, str]:
    """Return the kind of a line's label and its value; kinds are the keys of the table of labels.

    >>> read_label("**Authors:** Jane Doe"), read_label("A line of words")
    (('authors', 'Jane Doe'), ('', ''))
    """
    found = FIELD.fullmatch(text.strip())
    if found is None:
        return "", ""
    kind = next(kind for kind in LABELS if found[kind] is not None)
    return kind if found["language"] is None else "other", found["value"].strip()


def has_labelled_headings(head: list[str]) -> bool:
    """Return whether most headings of a Markdown text have a labelled line below, as titles do and sections do not."""
    shown = [line.strip()[:500] for line in head if line.strip()]
    below = [after for line, after in pairwise(shown) if HEADING.fullmatch(line)]
    return sum(FIELD.fullmatch(line) is not None for line in below) * 2 > len(below)
